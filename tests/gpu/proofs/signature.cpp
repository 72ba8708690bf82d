// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/gpu/proofs/signature.h"

namespace ridgepoint::proofs {
namespace {

std::string chainOpcode(Operation operation, Precision precision, int architecture)
{
    const bool fmaOnly = precision == Precision::Bf16 && architecture < 90;
    const std::string name = operation == Operation::Fma || fmaOnly ? "fma"
                           : operation == Operation::Mul            ? "mul"
                                                                    : "add";
    switch (precision) {
    case Precision::Fp32: return name + ".rn.f32";
    case Precision::Fp64: return name + ".rn.f64";
    case Precision::Fp16: return name + ".rn.f16x2";
    case Precision::Bf16: return name + ".rn.bf16x2";
    }
    return name;
}

} // namespace

std::vector<Signature> signaturesOf(Operation operation, Precision precision, int architecture)
{
    const std::uint64_t elements = precision == Precision::Fp16 || precision == Precision::Bf16 ? 2 : 1;
    switch (operation) {
    case Operation::Fma:
    case Operation::Mul:
    case Operation::Add: return {{.opcodes = {chainOpcode(operation, precision, architecture)}, .elements = elements}};
    case Operation::Relu: return {{.opcodes = {"max.f32", "max.NaN.f32"}}};
    case Operation::Gelu: return {{.opcodes = {"ex2.approx.ftz.f32"}}, {.opcodes = {"div.approx.f32"}}};
    case Operation::Exp: return {{.opcodes = {"ex2.approx.ftz.f32"}}};
    case Operation::Cos: return {{.opcodes = {"add.f32"}}, {.opcodes = {"mul.f32"}, .perApplication = 2}};
    }
    return {};
}

std::uint64_t executed(const Signature& signature, const ptx::Counts& counts)
{
    std::uint64_t count = 0;
    for (const std::string& opcode : signature.opcodes)
        count += counts.of(opcode);
    return count;
}

} // namespace ridgepoint::proofs
