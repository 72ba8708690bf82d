// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/busy/load.h"

#include <chrono>
#include <csignal>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace ridgepoint::bench {
namespace {

using SteadyTime = std::chrono::steady_clock;

[[noreturn]] void computeForEver()
{
    volatile double sink = 0.0;
    for (;;) {
        double sum = sink;
        for (int i = 0; i < 1'000'000; ++i)
            sum = sum * 0.999 + 1.0;
        sink = sum;
    }
}

[[noreturn]] void streamForEver(unsigned seed)
{
    constexpr std::size_t numbers = std::size_t{64} << 20; // 256 MiB an array
    std::vector<float> a(numbers, 1.0F);
    std::vector<float> b(numbers, 2.0F);
    std::vector<float> c(numbers, 3.0F);
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> seconds(0.5, 4.0);
    for (;;) {
        const auto end = SteadyTime::now() + std::chrono::duration<double>(seconds(random));
        for (std::size_t at = 0; SteadyTime::now() < end; at = (at + numbers / 64) % numbers)
            for (std::size_t i = at; i < at + numbers / 64; ++i)
                a[i] = b[i] + 0.5F * c[i];
        b[random() % numbers] = a[random() % numbers]; // so that nothing of it can be left out
        std::this_thread::sleep_for(std::chrono::duration<double>(seconds(random)));
    }
}

/// Something that takes a compiler seconds: templates of the standard library with many types.
void writeSource(const std::filesystem::path& path)
{
    std::ofstream source(path);
    source << "#include <algorithm>\n#include <map>\n#include <regex>\n#include <string>\n#include <vector>\n"
              "template <int N> struct Key { int value; auto operator<=>(const Key&) const = default; };\n"
              "template <int N> int use(int x) {\n"
              "    std::map<Key<N>, std::vector<std::string>> map;\n"
              "    map[{x}].push_back(std::regex_replace(std::to_string(x), std::regex(\"[0-9]\"), \"n\"));\n"
              "    for (auto& [key, words] : map) std::sort(words.begin(), words.end());\n"
              "    return static_cast<int>(map.size()) + N;\n}\n"
              "int main() { int sum = 0;\n";
    for (int i = 0; i < 60; ++i)
        source << "sum += use<" << i << ">(sum);\n";
    source << "return sum; }\n";
}

/// Compiles again and again; ends when the compiler fails.
[[noreturn]] void compileForEver(const std::filesystem::path& source)
{
    for (;;) {
        const pid_t compiler = fork();
        if (compiler == 0) {
            const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
            dup2(nowhere, STDERR_FILENO);
            execlp(RIDGEPOINT_COMPILER, RIDGEPOINT_COMPILER, "-std=c++20", "-O2", "-S", "-o", "/dev/null",
                   source.c_str(), static_cast<char*>(nullptr));
            _exit(127);
        }
        int status = 0;
        if (compiler < 0 || waitpid(compiler, &status, 0) < 0 || status != 0)
            _exit(1);
    }
}

[[noreturn]] void carryOut(LoadKind kind, unsigned seed, const std::filesystem::path& source)
{
    switch (kind) {
    case LoadKind::BusyCore: computeForEver();
    case LoadKind::MemoryStream: streamForEver(seed);
    case LoadKind::Compile:
        if (fork() == 0) {
            prctl(PR_SET_PDEATHSIG, SIGKILL);
            compileForEver(source);
        }
        compileForEver(source);
    case LoadKind::None: break;
    }
    _exit(0);
}

} // namespace

std::string_view nameOf(LoadKind kind)
{
    switch (kind) {
    case LoadKind::None: return "quiet";
    case LoadKind::BusyCore: return "one core busy";
    case LoadKind::MemoryStream: return "memory stream";
    case LoadKind::Compile: return "compile -j2";
    }
    return {};
}

Load::Load(LoadKind kind, unsigned seed, const std::filesystem::path& folder)
{
    if (kind == LoadKind::None)
        return;
    const std::filesystem::path source = folder / "load.cpp";
    if (kind == LoadKind::Compile)
        writeSource(source);
    m_process = fork();
    if (m_process == 0) {
        setpgid(0, 0);
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        carryOut(kind, seed, source);
    }
    if (m_process < 0) {
        std::perror("bench_busy: no process for the load");
        std::exit(3);
    }
    setpgid(m_process, m_process); // whichever of the two comes first
}

Load::~Load()
{
    if (m_process == 0)
        return;
    kill(-m_process, SIGKILL);
    waitpid(m_process, nullptr, 0);
}

bool Load::isRunning() const
{
    siginfo_t ended{};
    return m_process == 0
        || (waitid(P_PID, static_cast<id_t>(m_process), &ended, WEXITED | WNOHANG | WNOWAIT) == 0 && ended.si_pid == 0);
}

} // namespace ridgepoint::bench
