// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/gpu/proofs/gradient_proof.h"

#include "gpu/plan/gradient_numbers.h"
#include "gpu/plan/kernel_list.h"
#include "gpu/plan/tiling.h"
#include "tests/gpu/proofs/device_plan.h"

#include <cmath>
#include <cstring>
#include <limits>
#include <span>

namespace ridgepoint::proofs {
namespace {

float entryAt(const ptx::Region& region, std::uint64_t index)
{
    float value = 0.0F;
    std::memcpy(&value, region.bytes().data() + index * sizeof value, sizeof value);
    return value;
}

/// Operations of a kind (FLOP of multiply-adds) that ran; each kind has an instruction that does nothing else in these
/// kernels.
double executed(const ptx::Counts& counts, Operation operation)
{
    switch (operation) {
    case Operation::Fma: return 2.0 * static_cast<double>(counts.of("fma.rn.f32"));
    case Operation::Cos: return static_cast<double>(counts.of("add.f32")); // takes the quarter turns out
    case Operation::Exp:
    case Operation::Gelu: return static_cast<double>(counts.of("ex2.approx.ftz.f32"));
    case Operation::Mul: return static_cast<double>(counts.of("mul.rn.f32"));
    default: return std::numeric_limits<double>::quiet_NaN();
    }
}

Operation kindOf(ChainLink link)
{
    switch (link) {
    case ChainLink::Polynomial: return Operation::Fma;
    case ChainLink::Exp: return Operation::Exp;
    case ChainLink::Cos: return Operation::Cos;
    case ChainLink::Gelu: return Operation::Gelu;
    }
    return Operation::Fma;
}

/// One execution of a plan, pass by pass.
class GradientExecution {
public:
    GradientExecution(const KernelSet& kernels, const GradientPlan& plan, double approximation)
        : m_plan(plan),
          m_device(kernels, plan.plan),
          m_numbers(gradientNumbers(plan, static_cast<std::uint32_t>(plan.call.elements * 67 + plan.call.length))),
          m_approximation(approximation)
    {
        m_device.buffer(gradient_buffer::input).fill(0, std::as_bytes(std::span(m_numbers.input)));
        m_device.buffer(gradient_buffer::gradient).fill(0, std::as_bytes(std::span(m_numbers.gradient)));
        ptx::Region& values = m_device.buffer(gradient_buffer::values);
        values.setUsefulBytes(values.size());
        values.setUsefulInRow(plan.pitch * sizeof(float), static_cast<std::size_t>(plan.call.elements) * sizeof(float));
    }

    [[nodiscard]] GradientEvidence proven()
    {
        fillPolynomial();
        GradientCall padded = m_plan.call; // whole vectors are computed
        padded.elements = static_cast<std::int64_t>(m_plan.pitch);
        const GradientCost cost = costOf(m_plan.call);
        const GradientCost computed = costOf(padded);
        runPass("forward", 0, cost.forward.traffic, computed.forward);
        runPass("backward", 1, cost.backward.traffic, computed.backward);
        if (m_evidence.faults.empty()) {
            compare("result", gradient_buffer::values, m_numbers.values, m_numbers.valueErrors);
            compare("gradient", gradient_buffer::out, m_numbers.out, m_numbers.outErrors);
        }
        return std::move(m_evidence);
    }

private:
    void fault(std::string what) { m_evidence.faults.push_back(std::move(what)); }

    void fillPolynomial()
    {
        if (const auto filled = m_device.run({m_plan.plan.fill.back()}); !filled)
            return fault(filled.error().message());
        for (std::size_t i = 0; i < m_numbers.steps.size(); ++i)
            if (entryAt(m_device.buffer(gradient_buffer::steps), i) != m_numbers.steps[i])
                return fault("step " + std::to_string(i) + " of the polynomial is "
                             + std::to_string(entryAt(m_device.buffer(gradient_buffer::steps), i)));
    }

    void runPass(const std::string& pass, std::size_t index, const Traffic& traffic, const PassCost& computed)
    {
        if (!m_evidence.faults.empty())
            return;
        m_device.resetTraffic();
        const KernelCall& call = m_plan.plan.calls[index];
        m_evidence.kernels += (index == 0 ? "" : ", ") + call.kernel;
        const auto counts = m_device.run({call}, m_approximation);
        if (!counts)
            return fault(counts.error().message());
        m_evidence.instructions += counts->instructions;
        const auto differs = [&](const std::string& what, double counted, double expected) {
            if (counted != expected)
                fault(pass + ": the cost model counts " + std::to_string(expected) + " " + what + ", executed are "
                      + std::to_string(counted));
        };
        std::uint64_t read = 0;
        std::uint64_t written = 0;
        for (std::size_t i = 0; i < m_device.buffers(); ++i) {
            const bool isTensor = i != gradient_buffer::steps;
            read += isTensor ? m_device.buffer(i).loaded().usefulBytes : 0;
            written += m_device.buffer(i).stored().usefulBytes;
            for (std::string& one :
                 accessFaults(m_device.buffer(i), isTensor ? findKernel(call.kernel)->vectorBytes : vectorBytes))
                fault(pass + ": " + std::move(one));
        }
        differs("bytes read", static_cast<double>(read), traffic.read.value());
        differs("bytes written", static_cast<double>(written), traffic.written.value());
        for (const Operation kind : {kindOf(m_plan.call.link), Operation::Mul}) {
            double expected = 0.0;
            for (const OperationCount& part : computed.arithmetic)
                expected += part.operation == kind ? part.count.value() : 0.0;
            differs("operations (" + std::string(nameOf(kind)) + ")", executed(*counts, kind), expected);
        }
        m_evidence.read += read;
        m_evidence.written += written;
    }

    void compare(const std::string& what, std::size_t buffer, const std::vector<double>& expected,
                 const std::vector<double>& errors)
    {
        for (std::size_t i = 0; i < expected.size(); ++i) {
            if (std::isnan(expected[i]))
                continue; // padding
            if (!m_device.buffer(buffer).isWritten(i * sizeof(float)))
                return fault(what + " " + std::to_string(i) + " is never written");
            const auto got = static_cast<double>(entryAt(m_device.buffer(buffer), i));
            double error = std::abs(got - expected[i]) / errors[i];
            if (std::isnan(error))
                error = std::numeric_limits<double>::infinity();
            if (error > 1.0 && m_evidence.largestError <= 1.0)
                fault(what + " " + std::to_string(i) + " is " + std::to_string(got) + " instead of "
                      + std::to_string(expected[i]) + ", " + std::to_string(error) + " bounds away");
            m_evidence.largestError = std::max(m_evidence.largestError, error);
        }
    }

    const GradientPlan& m_plan;
    DevicePlan m_device;
    GradientNumbers m_numbers;
    double m_approximation;
    GradientEvidence m_evidence;
};

} // namespace

GradientEvidence proveGradient(const KernelSet& kernels, const GradientCall& call, double approximation)
{
    const auto plan = planGradient(call);
    if (!plan)
        return {.faults = {plan.error().message()}, .kernels = {}};
    return GradientExecution(kernels, *plan, approximation).proven();
}

} // namespace ridgepoint::proofs
