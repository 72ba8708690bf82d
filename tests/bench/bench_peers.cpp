// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0

// What bench_cpu compares with and does not run in its own process (OpenMP's waiting threads would go on spinning
// there):
//   bench_peers openmp-region THREADS           seconds that an empty parallel region takes
//   bench_peers onednn-bf16 THREADS             FLOP/s of oneDNN's best square matrix product in bf16
//   bench_peers sleef-OPERATION-PRECISION 1     op/s of SLEEF's exp, cos, tanh, or gelu by tanh, in fp32 or fp64, in
//   one thread, on
//                                               16 KiB in the first-level cache; with AVX2 where RIDGEPOINT_ISA says so
// Prints one number; exit status 3 where this build has not the library.

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <optional>
#include <string>

#ifdef _OPENMP
    #include <omp.h>
#endif
#ifdef RIDGEPOINT_ONEDNN
    #include <dnnl.hpp>
#endif
#ifdef RIDGEPOINT_SLEEF
    #include "tests/bench/sleef_pass.h"
#endif

namespace {

using SteadyClock = std::chrono::steady_clock;

[[maybe_unused]] double secondsSince(SteadyClock::time_point start)
{
    return std::chrono::duration<double>(SteadyClock::now() - start).count();
}

#ifdef _OPENMP
std::optional<double> openMpRegion(int threads)
{
    constexpr int regions = 200000;
    volatile int sink = 0;
    const auto region = [&] {
    #pragma omp parallel num_threads(threads)
        {
            if (sink != 0)
                std::abort();
        }
    };
    for (int i = 0; i < regions / 10; ++i)
        region();
    const auto start = SteadyClock::now();
    for (int i = 0; i < regions; ++i)
        region();
    return secondsSince(start) / regions;
}
#else
std::optional<double> openMpRegion(int) { return std::nullopt; }
#endif

#if defined(RIDGEPOINT_ONEDNN) && defined(_OPENMP)
dnnl::matmul::primitive_desc productOf(const dnnl::engine& engine, dnnl::memory::dim side)
{
    using dnnl::memory;
    // The library may choose the layouts, and its results stay in fp32, which spares it a conversion.
    const memory::desc operand({side, side}, memory::data_type::bf16, memory::format_tag::any);
    const memory::desc result({side, side}, memory::data_type::f32, memory::format_tag::any);
    #if DNNL_VERSION_MAJOR >= 3
    return {engine, operand, operand, result};
    #else
    return {dnnl::matmul::desc(operand, operand, result), engine};
    #endif
}

/// The best of ten readings of 30 ms for one side length.
double oneDnnRate(const dnnl::engine& engine, dnnl::memory::dim side)
{
    const auto description = productOf(engine, side);
    dnnl::stream stream(engine);
    dnnl::memory a(description.src_desc(), engine);
    dnnl::memory b(description.weights_desc(), engine);
    dnnl::memory c(description.dst_desc(), engine);
    // 0x3f80 is one in bf16; written, because unwritten pages are all the same page of zeros.
    std::fill_n(static_cast<std::uint16_t*>(a.get_data_handle()), description.src_desc().get_size() / 2,
                std::uint16_t{0x3f80});
    std::fill_n(static_cast<std::uint16_t*>(b.get_data_handle()), description.weights_desc().get_size() / 2,
                std::uint16_t{0x3f80});
    std::memset(c.get_data_handle(), 0, description.dst_desc().get_size());
    const dnnl::matmul product(description);
    const auto multiply = [&] {
        product.execute(stream, {{DNNL_ARG_SRC, a}, {DNNL_ARG_WEIGHTS, b}, {DNNL_ARG_DST, c}});
        stream.wait();
    };
    multiply();
    double best = 0.0;
    for (int reading = 0; reading < 10; ++reading) {
        int count = 0;
        const auto start = SteadyClock::now();
        for (; count == 0 || secondsSince(start) < 0.03; ++count)
            multiply();
        const auto length = static_cast<double>(side);
        best = std::max(best, 2.0 * length * length * length * count / secondsSince(start));
    }
    return best;
}

std::optional<double> oneDnnBf16(int threads)
{
    omp_set_num_threads(threads);
    const dnnl::engine engine(dnnl::engine::kind::cpu, 0);
    double best = 0.0;
    for (const dnnl::memory::dim side : {256, 384, 512, 768, 1024, 1536, 2048})
        best = std::max(best, oneDnnRate(engine, side));
    return best;
}
#else
std::optional<double> oneDnnBf16(int) { return std::nullopt; }
#endif

bool isOfSleef(const std::string& name)
{
    const auto known = {"exp", "cos", "tanh", "gelu"};
    return std::any_of(known.begin(), known.end(), [&](const std::string& each) {
        return name == "sleef-" + each + "-fp32" || name == "sleef-" + each + "-fp64";
    });
}

#ifdef RIDGEPOINT_SLEEF
SleefPass sleefPass(const char* operation, const char* precision)
{
    const char* forced = std::getenv("RIDGEPOINT_ISA");
    const std::string set = forced != nullptr ? forced : "";
    if (__builtin_cpu_supports("avx512f") != 0 && (set.empty() || set.starts_with("AVX3")))
        return sleefPassOfAvx512(operation, precision);
    if (__builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("fma") != 0 && (set.empty() || set == "AVX2"))
        return sleefPassOfAvx2(operation, precision);
    return nullptr;
}

/// The mean over a second, as bench_cpu has ours.
std::optional<double> sleef(const std::string& operation, const std::string& precision)
{
    const SleefPass pass = sleefPass(operation.c_str(), precision.c_str());
    if (pass == nullptr)
        return std::nullopt;
    constexpr int applications = 256;
    constexpr std::size_t bytes = 16 * 1024;
    alignas(64) static std::byte block[bytes];
    const bool isSingle = precision == "fp32";
    const std::size_t count = bytes / (isSingle ? sizeof(float) : sizeof(double));
    for (std::size_t i = 0; i < count; ++i) {
        const double number = 2.0 * static_cast<double>(i * 1973 % count) / static_cast<double>(count) - 1.0;
        const auto rounded = static_cast<float>(number);
        std::memcpy(block + i * (bytes / count), isSingle ? static_cast<const void*>(&rounded) : &number,
                    bytes / count);
    }
    pass(block, bytes, applications);
    double done = 0.0;
    const auto start = SteadyClock::now();
    for (; secondsSince(start) < 1.0; done += static_cast<double>(count) * applications)
        pass(block, bytes, applications);
    return done / secondsSince(start);
}
#else
std::optional<double> sleef(const std::string&, const std::string&) { return std::nullopt; }
#endif

} // namespace

int main(int argc, char** argv)
{
    const std::string name = argc > 1 ? argv[1] : "";
    const int threads = argc > 2 ? std::atoi(argv[2]) : 0;
    const bool isSleef = isOfSleef(name) && threads == 1;
    if (argc != 3 || threads < 1 || (name != "openmp-region" && name != "onednn-bf16" && !isSleef)) {
        std::fprintf(stderr, "Usage: bench_peers openmp-region|onednn-bf16 THREADS\n       bench_peers "
                             "sleef-exp|cos|tanh|gelu-fp32|fp64 1\n");
        return 2;
    }
    const std::optional<double> figure = isSleef ? sleef(name.substr(6, name.size() - 11), name.substr(name.size() - 4))
                                       : name == "openmp-region" ? openMpRegion(threads)
                                                                 : oneDnnBf16(threads);
    if (!figure) {
        std::fprintf(stderr,
                     "bench_peers cannot measure %s: it was built without the library (install libdnnl-dev and "
                     "libsleef-dev and build again), "
                     "or this processor has not the instructions.\n",
                     name.c_str());
        return 3;
    }
    std::printf("%.9g\n", *figure);
    return 0;
}
