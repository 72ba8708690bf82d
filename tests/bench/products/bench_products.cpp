// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0

// Matrix products as the experiments measure them beside the same library called directly, in rounds that alternate
// which comes first: `bench_products [rounds [n]]`, 21 rounds of n = 2048 by default. What differs is what this program
// adds.

#include "core/cpu/cpu_backend.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include <dnnl.hpp>
#include <omp.h>

using namespace ridgepoint;

namespace {

double median(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

/// The library by its own C++ interface: the layouts that it likes best, as our own calls have it.
class Direct {
public:
    Direct(MatrixPrecision precision, dnnl::memory::dim n)
        : m_engine(dnnl::engine::kind::cpu, 0),
          m_stream(m_engine),
          m_description(describe(precision, n)),
          m_product(m_description),
          m_a(m_description.src_desc(), m_engine),
          m_b(m_description.weights_desc(), m_engine),
          m_c(m_description.dst_desc(), m_engine)
    {
        for (const dnnl::memory* matrix : {&m_a, &m_b})
            fill(static_cast<unsigned char*>(matrix->get_data_handle()), matrix->get_desc().get_size(), precision);
        std::memset(m_c.get_data_handle(), 0, m_c.get_desc().get_size());
        run();
    }
    void run()
    {
        m_product.execute(m_stream, {{DNNL_ARG_SRC, m_a}, {DNNL_ARG_WEIGHTS, m_b}, {DNNL_ARG_DST, m_c}});
        m_stream.wait();
    }

private:
    dnnl::matmul::primitive_desc describe(MatrixPrecision precision, dnnl::memory::dim n)
    {
        using dnnl::memory;
        const auto type = precision == MatrixPrecision::Bf16 ? memory::data_type::bf16 : memory::data_type::f32;
        const memory::desc matrix({n, n}, type, memory::format_tag::any);
#if DNNL_VERSION_MAJOR >= 3
        return {m_engine, matrix, matrix, matrix};
#else
        return {dnnl::matmul::desc(matrix, matrix, matrix), m_engine};
#endif
    }
    /// Magnitudes in [1/2, 1) and random signs, as ours.
    static void fill(unsigned char* bytes, std::size_t count, MatrixPrecision precision)
    {
        const bool bf16 = precision == MatrixPrecision::Bf16;
        std::uint64_t state = 7;
        for (std::size_t i = 0; i + 4 <= count; i += 4) {
            state = state * 6364136223846793005U + 1442695040888963407U;
            const std::uint32_t number = (bf16 ? 0x3f003f00U : 0x3f000000U)
                                       | (static_cast<std::uint32_t>(state >> 32U)
                                          & (bf16 ? 0x807f807fU : 0x807fffffU));
            std::memcpy(bytes + i, &number, 4);
        }
    }

    dnnl::engine m_engine;
    dnnl::stream m_stream;
    dnnl::matmul::primitive_desc m_description;
    dnnl::matmul m_product;
    dnnl::memory m_a, m_b, m_c;
};

template <class Work> double secondsOf(const WorkRequest& work)
{
    const auto start = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// Prints one line; false where our side could not be made ready.
bool compare(Backend& backend, MatrixPrecision precision, std::int64_t n, int threads, int rounds)
{
    auto prepared = backend.prepare(ProductRequest{squareProduct(precision, n, threads), Implementation::Library});
    if (!prepared) {
        std::printf("%-6s %s\n", std::string(nameOf(precision)).c_str(), prepared.error().message().c_str());
        return false;
    }
    omp_set_num_threads(threads);
    Direct direct(precision, n);
    std::vector<double> ours, theirs, ratios;
    for (int round = 0; round < rounds; ++round) {
        double own = 0.0, other = 0.0;
        for (const bool isOurs : {round % 2 == 0, round % 2 != 0}) {
            constexpr int calls = 3;
            if (isOurs) {
                const auto timing = prepared->work->run(calls);
                if (!timing) {
                    std::printf("%s\n", timing.error().message().c_str());
                    return false;
                }
                own = timing->time.value() / calls;
            } else {
                other = secondsOf([&] {
                            for (int call = 0; call < calls; ++call)
                                direct.run();
                        })
                      / calls;
            }
        }
        ours.push_back(own);
        theirs.push_back(other);
        ratios.push_back(other / own);
    }
    const double work = costOf(squareProduct(precision, n, threads)).operations.value();
    std::printf("%-6s ours %7.1f GFLOP/s, the library called directly %7.1f GFLOP/s: %.3fx\n",
                std::string(nameOf(precision)).c_str(), work / median(ours) / 1e9, work / median(theirs) / 1e9,
                median(ratios));
    return true;
}

} // namespace

int main(int argc, char** argv)
{
    const int rounds = argc > 1 ? std::atoi(argv[1]) : 21;
    const int n = argc > 2 ? std::atoi(argv[2]) : 2048;
    if (rounds < 1 || n < 1) {
        std::fprintf(stderr, "Usage: bench_products [rounds [n]]\n");
        return 2;
    }
    const auto backend = makeCpuBackend();
    if (!backend->info().available) {
        std::fprintf(stderr, "%s\n", backend->info().reason->message().c_str());
        return 3;
    }
    const int threads = std::min(backend->info().threads, 2);
    bool isAllDone = true;
    for (const MatrixPrecision precision : {MatrixPrecision::Fp32, MatrixPrecision::Bf16})
        isAllDone = compare(*backend, precision, n, threads, rounds) && isAllDone;
    std::printf("n = %d, %d rounds on %d threads, medians\n", n, rounds, threads);
    return isAllDone ? 0 : 3;
}
