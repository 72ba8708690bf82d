// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/plan/kernel_list.h"

#include "gpu/plan/gradient_plan.h"
#include "gpu/plan/operator_plan.h"
#include "gpu/plan/tiling.h"

#include <algorithm>

namespace ridgepoint {
namespace {

using enum ParameterType;

/// Two-lane precisions travel packed, the same number in both halves.
ParameterType operandType(Precision precision)
{
    switch (precision) {
    case Precision::Fp32: return F32;
    case Precision::Fp64: return F64;
    case Precision::Fp16:
    case Precision::Bf16: return U32;
    }
    return U32;
}

void addChains(std::vector<KernelInfo>& list)
{
    for (const Operation operation : allOperations) {
        if (!isChainOperation(operation))
            continue;
        for (const Precision precision : allPrecisions) {
            const ParameterType operand = operandType(precision);
            for (std::uint32_t applications = 0; applications <= largestFixedApplications; ++applications) {
                KernelInfo kernel{.name = chainKernelName(operation, precision, applications),
                                  .family = KernelFamily::Chain,
                                  .operation = operation,
                                  .precision = precision,
                                  .applications = applications,
                                  .parameters = {Pointer, U32, U32, operand, operand}};
                if (applications == 0)
                    kernel.parameters.insert(kernel.parameters.end(), {U32, U32});
                list.push_back(std::move(kernel));
            }
        }
    }
}

void addPointwise(std::vector<KernelInfo>& list)
{
    const std::vector<ParameterType> parameters{Pointer, U32, U32, F32, F32, U32};
    for (const Operation operation : allOperations)
        if (!isChainOperation(operation))
            list.push_back({.name = pointwiseKernelName(operation),
                            .family = KernelFamily::Pointwise,
                            .operation = operation,
                            .parameters = parameters});
    list.push_back({.name = "rp_count_f32", .family = KernelFamily::Count, .operation = {}, .parameters = parameters});
}

void addLevels(std::vector<KernelInfo>& list)
{
    const auto add = [&](const char* name, KernelFamily family, std::vector<ParameterType> parameters,
                         std::uint32_t bytes = vectorBytes) {
        list.push_back({.name = name,
                        .family = family,
                        .operation = {},
                        .vectorBytes = bytes,
                        .parameters = std::move(parameters)});
    };
    add("rp_read_l2_f32", KernelFamily::ReadOften, {Pointer, Pointer, U32, U32});
    add("rp_update_shared_f32", KernelFamily::Shared, {Pointer, U32, F32, F32});
    for (const char* name : {"rp_chase_l1", "rp_chase_l2"})
        add(name, KernelFamily::Chase, {Pointer, Pointer, U32}, sizeof(std::uint64_t));
    add("rp_fill_cycle", KernelFamily::Cycle, {Pointer, Pointer, U32}, sizeof(std::uint64_t));
    add("rp_int32_mad", KernelFamily::Integer, {Pointer, U32, U32, U32});
    add("rp_int32_add", KernelFamily::Integer, {Pointer, U32});
    for (const char* name : {"rp_update_evict_first_f32", "rp_update_vectors8_f32", "rp_update_threads256_f32"})
        add(name, KernelFamily::Variant, {Pointer, F32});
}

void addOperators(std::vector<KernelInfo>& list)
{
    const auto add = [&](std::string name, OperatorKind which, std::vector<ParameterType> parameters) {
        list.push_back({.name = std::move(name),
                        .family = KernelFamily::Operator,
                        .operation = {},
                        .which = which,
                        .parameters = std::move(parameters)});
    };
    add(operatorKernelName(OperatorKind::Add), OperatorKind::Add, {Pointer, Pointer, Pointer, U32, U32});
    for (const OperatorKind which :
         {OperatorKind::Relu, OperatorKind::Gelu, OperatorKind::Exp, OperatorKind::Cos, OperatorKind::Scale})
        add(operatorKernelName(which), which, {Pointer, Pointer, U32, U32});
    add(operatorKernelName(OperatorKind::Dropout), OperatorKind::Dropout, {Pointer, Pointer, Pointer, U32, U32});
    for (const OperatorKind which : {OperatorKind::AddRow, OperatorKind::AddRowGelu})
        add(operatorKernelName(which), which, {Pointer, Pointer, Pointer, U32, U32, U32});
    add(operatorKernelName(OperatorKind::Sum), OperatorKind::Sum, {Pointer, Pointer, U32});
    for (const bool twice : {false, true})
        for (const std::uint32_t threads : rowKernelThreads) {
            if (twice && threads != rowKernelThreads.back())
                continue;
            for (const OperatorKind which : {OperatorKind::Softmax, OperatorKind::ScaledSoftmax})
                add(rowKernelName(which, threads, twice), which, {Pointer, Pointer, U32, U32, U32});
            add(rowKernelName(OperatorKind::LayerNorm, threads, twice), OperatorKind::LayerNorm,
                {Pointer, Pointer, Pointer, Pointer, U32, U32, U32});
            add(rowKernelName(OperatorKind::AddDropoutNorm, threads, twice), OperatorKind::AddDropoutNorm,
                {Pointer, Pointer, Pointer, Pointer, Pointer, Pointer, Pointer, U32, U32, U32, U32});
        }
    add("rp_operator_max_pool_f32", OperatorKind::MaxPool, {Pointer, Pointer, U32, U32, U32, U32});
    add("rp_operator_transpose_f32", OperatorKind::Transpose, {Pointer, Pointer, U32, U32, U32, U32});
    list.push_back(
        {.name = "rp_fill_kept", .family = KernelFamily::Saved, .operation = {}, .parameters = {Pointer, U32}});
}

void addGradients(std::vector<KernelInfo>& list)
{
    for (const ChainLink link : allChainLinks) {
        const auto add = [&](const std::string& pass, std::uint32_t links, std::uint32_t bytes,
                             std::vector<ParameterType> parameters) {
            list.push_back({.name = gradientKernelName(link, pass),
                            .family = KernelFamily::Gradient,
                            .operation = {},
                            .applications = links,
                            .vectorBytes = bytes,
                            .parameters = std::move(parameters)});
        };
        add("forward_all", 0, vectorBytes, {Pointer, Pointer, Pointer, F32, F32, U32, U32, U32, U32, U32});
        add("forward_last", 0, vectorBytes, {Pointer, Pointer, Pointer, F32, F32, U32, U32, U32, U32});
        add("backward_saved", 0, vectorBytes,
            {Pointer, Pointer, Pointer, Pointer, Pointer, F32, F32, U32, U32, U32, U32, U32});
        for (const std::uint32_t links : keptLinks)
            add(anewPass(links), links, keptLanes(links) * sizeof(float),
                {Pointer, Pointer, Pointer, Pointer, F32, F32, U32, U32, U32});
    }
    list.push_back({.name = "rp_fill_polynomial",
                    .family = KernelFamily::Polynomial,
                    .operation = {},
                    .vectorBytes = sizeof(float),
                    .parameters = {Pointer, U32, F32, F32, F32}});
}

std::vector<KernelInfo> makeList()
{
    std::vector<KernelInfo> list;
    addChains(list);
    addPointwise(list);
    list.push_back({.name = "rp_update_f32",
                    .family = KernelFamily::Update,
                    .operation = {},
                    .parameters = {Pointer, U32, U32, F32, F32}});
    list.push_back({.name = "rp_read_f32",
                    .family = KernelFamily::Read,
                    .operation = {},
                    .parameters = {Pointer, Pointer, U32, U32}});
    list.push_back({.name = "rp_write_f32",
                    .family = KernelFamily::Write,
                    .operation = {},
                    .parameters = {Pointer, U32, U32, F32}});
    list.push_back({.name = "rp_copy_f32",
                    .family = KernelFamily::Copy,
                    .operation = {},
                    .parameters = {Pointer, Pointer, U32, U32}});
    addLevels(list);
    for (const Precision precision : allPrecisions)
        list.push_back({.name = fillKernelName(precision),
                        .family = KernelFamily::Fill,
                        .operation = {},
                        .precision = precision,
                        .parameters = {Pointer, U32, U32}});
    addOperators(list);
    list.push_back({.name = "rp_product_tile_f32",
                    .family = KernelFamily::Product,
                    .operation = {},
                    .parameters = {Pointer, Pointer, Pointer, U32, U32, U32, U32, U32, U32}});
    addGradients(list);
    return list;
}

} // namespace

const std::vector<KernelInfo>& kernelList()
{
    // Never destroyed: a thread that was left in a driver that hangs may come back and read it while the program ends.
    static const auto* const list = new std::vector<KernelInfo>(makeList()); // NOLINT: see above
    return *list;
}

const KernelInfo* findKernel(std::string_view name)
{
    const auto found = std::find_if(kernelList().begin(), kernelList().end(),
                                    [&](const KernelInfo& kernel) { return kernel.name == name; });
    return found == kernelList().end() ? nullptr : &*found;
}

std::string chainKernelName(Operation operation, Precision precision, std::uint32_t applications)
{
    return std::string("rp_chain_")
        .append(nameOf(operation))
        .append("_")
        .append(suffixOf(precision))
        .append("_k")
        .append(applications == 0 ? "n" : std::to_string(applications));
}

std::string pointwiseKernelName(Operation operation)
{
    return std::string("rp_pointwise_").append(nameOf(operation)).append("_f32");
}

std::string fillKernelName(Precision precision) { return std::string("rp_fill_").append(suffixOf(precision)); }

std::string_view suffixOf(Precision precision)
{
    switch (precision) {
    case Precision::Fp32: return "f32";
    case Precision::Fp64: return "f64";
    case Precision::Fp16: return "f16";
    case Precision::Bf16: return "bf16";
    }
    return {};
}

bool hasKernels(Operation operation, Precision precision)
{
    return isChainOperation(operation) || precision == Precision::Fp32;
}

bool isChainOperation(Operation operation)
{
    return operation == Operation::Fma || operation == Operation::Mul || operation == Operation::Add;
}

} // namespace ridgepoint
