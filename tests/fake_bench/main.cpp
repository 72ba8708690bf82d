// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/protocol/line_reader.h"
#include "tests/fake_bench/fake_server.h"

#include <chrono>
#include <cmath>
#include <csignal>
#include <fstream>
#include <iostream>

#include <poll.h>
#include <unistd.h>

namespace {

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

bool writeAll(const std::string& text)
{
    std::size_t written = 0;
    while (written < text.size()) {
        const ssize_t count = write(STDOUT_FILENO, text.data() + written, text.size() - written);
        if (count <= 0)
            return false;
        written += static_cast<std::size_t>(count);
    }
    return true;
}

/// Hands the server the whole lines that have arrived; false at the end of the input.
bool readLines(ridgepoint::test::FakeServer& server, ridgepoint::protocol::LineReader& lines)
{
    char chunk[65536];
    const ssize_t count = read(STDIN_FILENO, chunk, sizeof chunk);
    if (count <= 0)
        return false;
    lines.feed(std::string_view(chunk, static_cast<std::size_t>(count)));
    while (const auto line = lines.next())
        server.receive(line->ok() ? line->value() : "");
    return true;
}

} // namespace

/// A stand-in for `ridgepoint-bench serve` that measures nothing and can misbehave on request.
int main(int count, char** values)
{
    using namespace ridgepoint::test;
    std::signal(SIGPIPE, SIG_IGN);
    const std::vector<std::string> words(values + 1, values + count);
    std::string error;
    const auto options = parseOptions(words, error);
    if (!options) {
        std::cerr << "fake_bench: " << error << '\n';
        return 2;
    }
    FakeServer server(*options);
    ridgepoint::protocol::LineReader lines;
    while (!server.finished()) {
        server.advance(now());
        if (!writeAll(server.takeOutput()))
            return 0;
        if (server.crashes())
            std::raise(SIGKILL);
        if (server.lostDevice()) {
            // As serve ends when a GPU's context is gone: the samples are out, the last line says why.
            std::cerr
                << "ridgepoint-bench: The GPU failed while running the passes of fma fp32: an illegal memory access "
                   "was encountered (cudaErrorIllegalAddress, CUDA error 700). Measurements are kept; restart to "
                   "continue.\n";
            return 3;
        }
        if (server.lostTarget())
            return 3;
        pollfd input{STDIN_FILENO, POLLIN, 0};
        const int milliseconds = static_cast<int>(std::ceil(server.pause() * 1000.0));
        if (poll(&input, 1, milliseconds) > 0 && !readLines(server, lines)) {
            if (!options->target.empty() && !options->farewell.empty())
                std::ofstream(options->farewell) << "farewell\n";
            return 0;
        }
    }
    return writeAll(server.takeOutput()) ? 0 : 1;
}
