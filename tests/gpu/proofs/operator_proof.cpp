// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/gpu/proofs/operator_proof.h"

#include "core/model/dropout_bits.h"
#include "core/model/operator_reference.h"
#include "gpu/plan/operator_numbers.h"
#include "gpu/plan/tiling.h"
#include "tests/gpu/proofs/device_plan.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

namespace ridgepoint::proofs {
namespace {

float floatAt(const ptx::Region& region, std::uint64_t index)
{
    float value = 0.0F;
    std::memcpy(&value, region.bytes().data() + index * sizeof value, sizeof value);
    return value;
}

/// One execution of a plan, and what is looked at afterwards.
class Execution {
public:
    Execution(const KernelSet& kernels, const OperatorPlan& plan) : m_plan(plan), m_device(kernels, plan.plan)
    {
        for (std::size_t i = 0; i < plan.tensors.size(); ++i) {
            const OperatorTensor& tensor = plan.tensors[i];
            const std::uint64_t element = holdsBits(tensor.role) ? 1 : sizeof(float);
            const bool isPooled = plan.call.which == OperatorKind::MaxPool
                               && tensor.role == TensorRole::First; // only windows count
            m_device.buffer(i).setUsefulBytes((isPooled ? tensor.rows / 2 * 2 : tensor.rows) * tensor.stride * element);
            m_device.buffer(i).setUsefulInRow(tensor.stride * element,
                                              (isPooled ? tensor.columns / 2 * 2 : tensor.columns) * element);
        }
    }

    [[nodiscard]] DevicePlan& device() { return m_device; }

    void prove(OperatorEvidence& evidence, const OperatorNumbers& numbers)
    {
        compare(evidence, numbers.input);
        for (std::size_t i = 0; i < m_plan.tensors.size(); ++i) {
            countTensor(evidence, i);
            checkAccesses(evidence, i);
        }
        const auto differs = [&](const char* what, double counted, Bytes expected) {
            if (counted != expected.value())
                evidence.faults.push_back("the cost model counts " + std::to_string(expected.value()) + " bytes " + what
                                          + ", the kernels move " + std::to_string(counted));
        };
        differs("read", evidence.read, m_plan.cost.moved.read);
        differs("written", evidence.written, m_plan.cost.moved.written);
    }

private:
    [[nodiscard]] const ptx::Region& region(std::size_t i) { return m_device.buffer(i); }

    void compare(OperatorEvidence& evidence, const OperatorInput& input)
    {
        const std::vector<double> expected = reference(input);
        const std::vector<double> scales = scalesOf(input, expected);
        const double tolerance = toleranceOf(m_plan.call.which);
        std::size_t seen = 0;
        for (std::uint64_t i = 0; i < region(0).size() / sizeof(float); ++i) {
            const auto result = resultAt(m_plan, i);
            if (!result)
                continue;
            ++seen;
            if (!region(0).isWritten(i * sizeof(float))) {
                evidence.faults.push_back("result " + std::to_string(*result) + " is never written");
                return;
            }
            const auto got = static_cast<double>(floatAt(region(0), i));
            double error = std::abs(got - expected[*result]) / scales[*result]
                         / static_cast<double>(std::numeric_limits<float>::epsilon());
            if (std::isnan(error))
                error = std::numeric_limits<double>::infinity();
            if (error > tolerance && evidence.largestError <= tolerance)
                evidence.faults.push_back("result " + std::to_string(*result) + " of " + std::to_string(expected.size())
                                          + " is " + std::to_string(got) + " instead of "
                                          + std::to_string(expected[*result]) + ", " + std::to_string(error)
                                          + " epsilon away");
            evidence.largestError = std::max(evidence.largestError, error);
        }
        if (seen != expected.size())
            evidence.faults.push_back(std::to_string(seen) + " results instead of " + std::to_string(expected.size()));
    }

    /// Bytes of a dropout's numbers, a bit each, in the bytes that were read.
    [[nodiscard]] double bytesOfBits(std::size_t i)
    {
        const OperatorTensor& tensor = m_plan.tensors[i];
        const std::uint64_t inRow = m_plan.tensors.front().columns;
        std::uint64_t bits = 0;
        for (std::uint64_t row = 0; row < tensor.rows; ++row)
            for (std::uint64_t byte = 0; byte < tensor.columns; ++byte)
                if (region(i).wasLoaded(row * tensor.stride + byte))
                    bits += std::min<std::uint64_t>(8, inRow - 8 * byte);
        return static_cast<double>(bits) / 8.0;
    }
    void countTensor(OperatorEvidence& evidence, std::size_t i)
    {
        const TensorRole role = m_plan.tensors[i].role;
        const ptx::Traffic& in = region(i).loaded();
        const ptx::Traffic& out = region(i).stored();
        evidence.padding += in.bytes - in.usefulBytes + out.bytes - out.usefulBytes;
        if (role == TensorRole::Sums || (role == TensorRole::Result && m_plan.call.which == OperatorKind::Sum)) {
            evidence.again += in.usefulBytes + out.usefulBytes;
            return;
        }
        const std::uint64_t again = in.usefulBytes - in.distinctBytes + out.usefulBytes - out.distinctBytes;
        evidence.again += again;
        if (again != expectedAgain(i))
            evidence.faults.push_back(region(i).name() + ": " + std::to_string(again) + " bytes are moved again, not "
                                      + std::to_string(expectedAgain(i)));
        evidence.written += static_cast<double>(out.distinctBytes);
        if (holdsBits(role))
            evidence.read += bytesOfBits(i);
        else
            evidence.read += static_cast<double>(in.distinctBytes);
    }

    /// What caches give a second time: the longest rows, the parameters of a row for every other row or group of them,
    /// and a dropout's bytes of bits to the second of the two threads of a warp that share them.
    [[nodiscard]] std::uint64_t expectedAgain(std::size_t i) const
    {
        const auto rows = static_cast<std::uint64_t>(m_plan.call.rows);
        const auto columns = static_cast<std::uint64_t>(m_plan.call.columns);
        const OperatorKind which = m_plan.call.which;
        const bool isNorm = which == OperatorKind::LayerNorm || which == OperatorKind::AddDropoutNorm;
        const bool isTwice = (isNorm || which == OperatorKind::Softmax || which == OperatorKind::ScaledSoftmax)
                          && m_plan.call.columns > longestHeldRow;
        const OperatorTensor& tensor = m_plan.tensors[i];
        const std::uint64_t vectors = (m_plan.tensors.front().columns + 3) / 4;
        switch (tensor.role) {
        case TensorRole::First:
        case TensorRole::Residual: return isTwice ? 4 * rows * columns : 0;
        case TensorRole::Bias:
            return 4 * columns * ((isNorm ? (isTwice ? 2 : 1) * rows : (rows + addedRows - 1) / addedRows) - 1);
        case TensorRole::Kept: return tensor.rows * ((isTwice ? 2 : 1) * vectors - tensor.columns);
        case TensorRole::Second:
        case TensorRole::Shift: return isNorm ? 4 * (rows - 1) * columns : 0;
        case TensorRole::Result:
        case TensorRole::Sums: break;
        }
        return 0;
    }

    /// 16 bytes at once, but for what is half a vector by its nature and single numbers.
    void checkAccesses(OperatorEvidence& evidence, std::size_t i)
    {
        const OperatorKind which = m_plan.call.which;
        const TensorRole role = m_plan.tensors[i].role;
        std::uint64_t reading = vectorBytes;
        std::uint64_t writing = which == OperatorKind::MaxPool ? 8 : vectorBytes;
        if (holdsBits(role))
            reading = 1;
        if (which == OperatorKind::Sum)
            writing = 4;
        const auto check = [&](const ptx::Traffic& traffic, std::uint64_t size, std::uint64_t others,
                               const char* what) {
            const std::uint64_t found = traffic.bytes
                                      - traffic.bytesByAccess.at(static_cast<std::size_t>(std::countr_zero(size)));
            if (found != others)
                evidence.faults.push_back(region(i).name() + ": " + std::to_string(found) + " bytes are " + what
                                          + " in accesses of other than " + std::to_string(size) + " bytes, not "
                                          + std::to_string(others));
        };
        const auto elements = static_cast<std::uint64_t>(m_plan.call.rows)
                            * static_cast<std::uint64_t>(m_plan.call.columns);
        const std::uint64_t numbers = role == TensorRole::Sums ? m_plan.tensors[i].columns : elements;
        check(region(i).loaded(), reading,
              which == OperatorKind::Sum && role != TensorRole::Result ? numbers % 4 * sizeof(float) : 0, "read");
        check(region(i).stored(), writing, 0, "written");
    }

    const OperatorPlan& m_plan;
    DevicePlan m_device;
};

} // namespace

OperatorEvidence proveOperator(const KernelSet& kernels, const OperatorCall& call, const GpuShape& shape,
                               double approximation)
{
    OperatorEvidence evidence;
    const auto plan = planOperator(call, shape);
    if (!plan) {
        evidence.faults.push_back(plan.error().message());
        return evidence;
    }
    evidence.kernel = plan->plan.calls.front().kernel;
    const OperatorNumbers numbers = operatorNumbers(*plan, static_cast<std::uint32_t>(call.rows * 131 + call.columns));
    Execution execution(kernels, *plan);
    for (std::size_t i = 0; i < numbers.contents.size(); ++i)
        if (!numbers.contents[i].empty())
            execution.device().buffer(i).fill(0, numbers.contents[i]);
    const auto counts = execution.device().run(plan->plan.calls, approximation);
    if (!counts) {
        evidence.faults.push_back(counts.error().message());
        return evidence;
    }
    evidence.instructions = counts->instructions;
    execution.prove(evidence, numbers);
    return evidence;
}

std::vector<std::string> proveKept(const KernelSet& kernels, const OperatorCall& call, const GpuShape& shape)
{
    const auto plan = planOperator(call, shape);
    if (!plan)
        return {plan.error().message()};
    const auto isDrawing = [](const KernelCall& one) { return one.kernel == "rp_fill_kept"; };
    const auto drawing = std::find_if(plan->plan.fill.begin(), plan->plan.fill.end(), isDrawing);
    DevicePlan device(kernels, plan->plan);
    if (const auto counts = device.run({*drawing}); !counts)
        return {counts.error().message()};
    const ptx::Region& kept = device.buffer(std::get<BufferPointer>(drawing->arguments.front()).buffer);
    std::vector<std::string> faults;
    for (std::uint64_t word = 0; word < kept.size() / sizeof word; ++word) {
        std::uint64_t got = 0;
        std::memcpy(&got, kept.bytes().data() + word * sizeof got, sizeof got);
        if (got != keptBits(word) && faults.empty())
            faults.push_back("word " + std::to_string(word) + " is " + std::to_string(got) + " instead of "
                             + std::to_string(keptBits(word)));
    }
    return faults;
}

} // namespace ridgepoint::proofs
