// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0

// What bench_cpu compares with and cannot run in its own process, because OpenMP's waiting threads go on spinning:
//   bench_peers openmp-region THREADS   seconds that an empty parallel region takes
//   bench_peers onednn-bf16 THREADS     FLOP/s of oneDNN's best square matrix product in bf16
// Prints one number; exit status 3 where this build has not the library.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string>

#ifdef _OPENMP
#include <omp.h>
#endif
#ifdef RIDGEPOINT_ONEDNN
#include <dnnl.hpp>
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
    std::fill_n(static_cast<std::uint16_t*>(a.get_data_handle()), description.src_desc().get_size() / 2, std::uint16_t{0x3f80});
    std::fill_n(static_cast<std::uint16_t*>(b.get_data_handle()), description.weights_desc().get_size() / 2, std::uint16_t{0x3f80});
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

} // namespace

int main(int argc, char** argv)
{
    const std::string name = argc > 1 ? argv[1] : "";
    const int threads = argc > 2 ? std::atoi(argv[2]) : 0;
    if (argc != 3 || threads < 1 || (name != "openmp-region" && name != "onednn-bf16")) {
        std::fprintf(stderr, "Usage: bench_peers openmp-region|onednn-bf16 THREADS\n");
        return 2;
    }
    const std::optional<double> figure = name == "openmp-region" ? openMpRegion(threads) : oneDnnBf16(threads);
    if (!figure) {
        std::fprintf(stderr, "bench_peers was built without the library that %s needs; install libdnnl-dev and build again.\n", name.c_str());
        return 3;
    }
    std::printf("%.9g\n", *figure);
    return 0;
}
