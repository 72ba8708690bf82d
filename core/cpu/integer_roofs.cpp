// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0

// compute.int32.*, compute.int64.* and compute.int8.dot.

#include "core/cpu/cpu_device.h"
#include "core/cpu/int8_dot.h"
#include "core/cpu/integer_kernels.h"
#include "core/cpu/operation_numbers.h"
#include "core/cpu/timed_on.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

namespace ridgepoint {
namespace {

constexpr std::string_view dotId = "compute.int8.dot";
/// So many that handing them over is a small part of their time.
constexpr std::int64_t roundsPerRepetition = 1024;

/// Numbers in which no bit is like the other ones, by splitmix64 (Steele, Lea and Flood 2014).
void fillMixed(void* data, std::size_t bytes, std::uint64_t or_)
{
    auto* numbers = static_cast<std::uint64_t*>(data);
    for (std::size_t i = 0; i < bytes / sizeof(std::uint64_t); ++i) {
        std::uint64_t z = (i + 1) * 0x9e3779b97f4a7c15ULL;
        z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9ULL;
        z = (z ^ (z >> 27U)) * 0x94d049bb133111ebULL;
        numbers[i] = (z ^ (z >> 31U)) | or_;
    }
}

/// Every thread runs the kernel on a state of its own, which it keeps.
class IntegerWork final : public PreparedWork {
public:
    IntegerWork(std::shared_ptr<CpuDevice> device, Team& team, const IntegerKernel& kernel)
        : m_device(std::move(device)),
          m_team(team),
          m_kernel(kernel),
          m_states(static_cast<std::size_t>(m_team.pool->threads()))
    {
        for (State& state : m_states)
            fillMixed(state.numbers.data(), sizeof state.numbers, 0x0000000100000001ULL); // odd, of either width
    }

    Result<BatchTiming> run(std::int64_t repetitions) override
    {
        return timedOn(*m_device, m_team, [&](int thread) {
            m_kernel.run(m_states[static_cast<std::size_t>(thread)].numbers.data(), repetitions * roundsPerRepetition);
        });
    }

private:
    struct alignas(64) State {
        std::array<std::uint32_t, mostIntegerNumbers> numbers;
    };
    std::shared_ptr<CpuDevice> m_device;
    Team& m_team;
    IntegerKernel m_kernel;
    std::vector<State> m_states;
};

class DotWork final : public PreparedWork {
public:
    DotWork(std::shared_ptr<CpuDevice> device, Team& team, const DotKernel& kernel)
        : m_device(std::move(device)),
          m_team(team),
          m_kernel(kernel),
          m_states(static_cast<std::size_t>(m_team.pool->threads()))
    {
        fillMixed(&m_operands, sizeof m_operands, 0);
    }

    Result<BatchTiming> run(std::int64_t repetitions) override
    {
        return timedOn(*m_device, m_team, [&](int thread) {
            m_kernel.run(m_operands, m_states[static_cast<std::size_t>(thread)].numbers.data(),
                         repetitions * roundsPerRepetition);
        });
    }

private:
    struct alignas(64) State {
        std::array<std::int32_t, DotKernel::sums * DotKernel::mostLanes> numbers{};
    };
    std::shared_ptr<CpuDevice> m_device;
    Team& m_team;
    DotKernel m_kernel;
    DotOperands m_operands;
    std::vector<State> m_states;
};

double perRepetition(const Team& team, std::size_t inARound)
{
    return static_cast<double>(inARound) * static_cast<double>(roundsPerRepetition) * team.pool->threads();
}

} // namespace

std::vector<std::string> integerRoofIds(InstructionSet set)
{
    std::vector<std::string> ids;
    for (const NamedIntegerKernel& named : allIntegerKernels)
        ids.emplace_back(named.roof);
    if (dotKernelFor(set).run != nullptr)
        ids.emplace_back(dotId);
    return ids;
}

bool isIntegerRoof(std::string_view id)
{
    return id == dotId || std::any_of(allIntegerKernels.begin(), allIntegerKernels.end(), [&](const auto& named) {
               return named.roof == id;
           });
}

Result<RoofWork> prepareIntegerRoof(const std::shared_ptr<CpuDevice>& device, const RoofRequest& request)
{
    const auto team = device->team(request.threads);
    if (!team)
        return team.error();
    if (request.id == dotId) {
        const DotKernel kernel = dotKernelFor(device->set());
        if (kernel.run == nullptr)
            return Error{
                ErrorKind::Unsupported,
                "cpu.no-vnni",
                "The instruction set %1 of this processor has no dot product of int8 (VNNI); choose another roof.",
                {std::string(nameOf(device->set()))}};
        return RoofWork{.kind = RoofKind::Compute,
                        .amount = perRepetition(**team, DotKernel::sums * kernel.lanes * 4 * 2),
                        .method = std::string(kernel.unit)
                                + ": unsigned by signed int8, summed in int32, multiply and add counted as 2; 12 "
                                  "sums per thread, in registers",
                        .work = std::make_unique<DotWork>(device, **team, kernel)};
    }
    const IntegerKernels kernels = integerKernelsFor(device->set());
    for (const NamedIntegerKernel& named : allIntegerKernels)
        if (named.roof == request.id) {
            const IntegerKernel& kernel = kernels.*named.kernel;
            std::string method = std::to_string(kernel.chains) + " vectors per thread, each "
                               + (named.isMultiplication ? "multiplied by" : "plus") + " the next, in registers";
            const bool isWhole = device->set() == InstructionSet::Avx3Dl || device->set() == InstructionSet::Avx3
                              || device->set() == InstructionSet::Scalar;
            if (named.isWide && named.isMultiplication && !isWhole)
                method += "; composed of 32-bit products, because this instruction set has no others";
            return RoofWork{.kind = RoofKind::Compute,
                            .amount = perRepetition(**team, kernel.chains * kernel.lanes),
                            .method = std::move(method),
                            .work = std::make_unique<IntegerWork>(device, **team, kernel)};
        }
    return Error{
        ErrorKind::Unsupported, "cpu.roof-unknown", "This processor has no roof \"%1\"; leave it out.", {request.id}};
}

} // namespace ridgepoint
