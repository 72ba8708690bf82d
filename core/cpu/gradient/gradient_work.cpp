// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cpu/gradient/gradient_work.h"

#include "core/cpu/filled_buffer.h"
#include "core/cpu/gradient/gradient_kernels.h"
#include "core/model/chain_polynomial.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace ridgepoint {
namespace {

/// What one repetition moves, about: some ten milliseconds.
constexpr double pieceBytes = 512.0 * 1024.0 * 1024.0;
/// Pieces are whole blocks of the kernels.
constexpr std::size_t blockLines = 64;

std::string megabytes(double bytes)
{
    return std::to_string(static_cast<long long>(bytes / (1024.0 * 1024.0))) + " MiB";
}

} // namespace

/// The tensors that all chains of a team share: x, dL/dy, dL/dx, and one for each result.
class GradientMemory {
public:
    explicit GradientMemory(std::shared_ptr<Pool> pool) : m_pool(std::move(pool)) {}

    /// Makes room for so many results of so many bytes; asks for all of it before any is touched.
    [[nodiscard]] Result<void> grow(std::size_t results, std::size_t bytes)
    {
        std::size_t more = 0;
        for (std::size_t i = 0; i < results + fixedTensors; ++i)
            more += bytes - std::min(bytes, i < m_tensors.size() ? m_tensors[i].filled() : 0);
        const double usable = 0.8 * availableMemory().value();
        if (static_cast<double>(more) > usable)
            return Error{ErrorKind::Unavailable,
                         "cpu.gradient-memory",
                         "The saved results of this chain need %1 more memory, but only %2 may be used; choose a "
                         "smaller size or close other programs.",
                         {megabytes(static_cast<double>(more)), megabytes(usable)}};
        for (std::size_t i = 0; i < results + fixedTensors; ++i) {
            if (i == m_tensors.size()) {
                // All have one size, and this one is there only where those before it are: it can be no larger than its
                // part of the memory. A chain has one result at least.
                auto tensor = FilledBuffer::create(static_cast<int>(std::max(i, fixedTensors) + 1));
                if (!tensor)
                    return tensor.error();
                m_tensors.push_back(std::move(*tensor));
            }
            if (const Result<void> filled = m_tensors[i].fill(bytes, *m_pool); !filled)
                return filled;
        }
        for (int thread = static_cast<int>(m_scratch.size()); thread < m_pool->threads(); ++thread) {
            auto scratch = Buffer::allocate(gradientScratchFloats * sizeof(float));
            if (!scratch)
                return scratch.error();
            m_scratch.push_back(std::move(*scratch));
        }
        return {};
    }
    [[nodiscard]] float* fixed(std::size_t which) const { return m_tensors[which].as<float>(); }
    [[nodiscard]] float* result(std::size_t link) const { return m_tensors[fixedTensors + link].as<float>(); }
    [[nodiscard]] float* scratch(int thread) const { return m_scratch[static_cast<std::size_t>(thread)].as<float>(); }

private:
    static constexpr std::size_t fixedTensors = 3;
    std::shared_ptr<Pool> m_pool;
    std::vector<FilledBuffer> m_tensors;
    std::vector<Buffer> m_scratch;
};

namespace {

/// Each repetition takes the forward pass over one piece of the tensors and the backward pass over the piece that lies
/// half of them behind, whose results have long left the caches, as they have where the whole forward pass is run
/// first.
class OwnGradientWork final : public PreparedWork {
public:
    OwnGradientWork(std::shared_ptr<CpuDevice> device, Team& team, std::shared_ptr<GradientMemory> memory,
                    const GradientCall& call, std::size_t pieces)
        : m_device(std::move(device)),
          m_team(team),
          m_memory(std::move(memory)),
          m_polynomial(call.degree),
          m_pieces(pieces),
          m_bytes(paddedBytes(static_cast<std::size_t>(call.elements) * sizeof(float)))
    {
        const GradientPasses& passes = gradientKernelsFor(m_device->set())[static_cast<std::size_t>(call.link)];
        m_forward = passes.forward[static_cast<std::size_t>(call.saving)];
        m_backward = passes.backward[static_cast<std::size_t>(call.saving)];
        const int results = call.saving == Saving::Everything ? call.length : 1;
        for (int link = 0; link < results; ++link)
            m_values.push_back(m_memory->result(static_cast<std::size_t>(link)));
        m_data = {.input = m_memory->fixed(0),
                  .gradient = m_memory->fixed(1),
                  .out = m_memory->fixed(2),
                  .values = m_values.data(),
                  .length = call.length,
                  .coefficients = m_polynomial.coefficients.data(),
                  .derivative = m_polynomial.derivative.data(),
                  .degree = call.degree};
    }

    Result<BatchTiming> run(std::int64_t repetitions) override
    {
        return timed(*m_device, m_team, [&] {
            for (; repetitions > 0; --repetitions) {
                pass(m_forward, m_next);
                pass(m_backward, (m_next + m_pieces / 2) % m_pieces);
                m_next = (m_next + 1) % m_pieces;
            }
        });
    }

private:
    struct Job {
        OwnGradientWork& work;
        GradientKernel kernel;
        std::size_t piece;
    };
    void pass(GradientKernel kernel, std::size_t piece)
    {
        Job job{*this, kernel, piece};
        m_team.pool->run(
            [](void* context, int thread) {
                const Job& one = *static_cast<Job*>(context);
                one.work.runPart(one.kernel, one.piece, thread);
            },
            &job);
    }
    void runPart(GradientKernel kernel, std::size_t piece, int thread) const
    {
        const ByteRange own = partOf(m_bytes, thread, m_team.pool->threads());
        const std::size_t first = own.begin / lineBytes;
        const std::size_t lines = own.size() / lineBytes;
        const std::size_t blocks = (lines + blockLines - 1) / blockLines;
        const auto edge = [&](std::size_t number) {
            return first + std::min(lines, blocks * number / m_pieces * blockLines);
        };
        kernel(m_data, {.begin = edge(piece), .end = edge(piece + 1), .scratch = m_memory->scratch(thread)});
    }

    std::shared_ptr<CpuDevice> m_device;
    Team& m_team;
    std::shared_ptr<GradientMemory> m_memory;
    ChainPolynomial m_polynomial;
    std::vector<float*> m_values;
    GradientData m_data;
    GradientKernel m_forward = nullptr;
    GradientKernel m_backward = nullptr;
    std::size_t m_pieces;
    std::size_t m_next = 0;
    std::size_t m_bytes;
};

/// The same for both ways of saving, so that they are timed alike.
std::size_t piecesOf(const GradientCall& call)
{
    GradientCall saving = call;
    saving.saving = Saving::Everything;
    const double blocks = static_cast<double>(call.elements) / (16.0 * blockLines * std::max(call.threads, 1));
    return static_cast<std::size_t>(
        std::max(1.0, std::min(std::ceil(costOf(saving).moved().value() / pieceBytes), std::floor(blocks))));
}

} // namespace

Result<ReadyWork> prepareOwnGradient(const std::shared_ptr<CpuDevice>& device, const GradientCall& call)
{
    if (const auto valid = validate(call); !valid)
        return valid.error();
    const auto team = device->team(call.threads);
    if (!team)
        return team.error();
    std::shared_ptr<GradientMemory> memory = (*team)->gradientMemory.lock();
    if (!memory) {
        memory = std::make_shared<GradientMemory>((*team)->pool);
        (*team)->gradientMemory = memory;
    }
    const std::size_t results = call.saving == Saving::Everything ? static_cast<std::size_t>(call.length) : 1;
    if (const auto grown = memory->grow(results, static_cast<std::size_t>(call.elements) * sizeof(float)); !grown)
        return grown.error();
    const std::size_t pieces = piecesOf(call);
    return ReadyWork{.method = "own kernels, " + std::string(labelOf(device->set())) + ", non-temporal stores, "
                             + std::to_string(pieces) + (pieces == 1 ? " piece" : " pieces"),
                     .share = 1.0 / static_cast<double>(pieces),
                     .work = std::make_unique<OwnGradientWork>(device, **team, std::move(memory), call, pieces)};
}

} // namespace ridgepoint
