// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>
#include <vector>

namespace ridgepoint {

/// A kernel by name, with the address that cudaLaunchKernel and graph nodes take.
struct KernelEntry {
    std::string_view name;
    const void* function = nullptr;
};

/// Every kernel of the device code, those of kernelList() and no other.
[[nodiscard]] const std::vector<KernelEntry>& kernelTable();
/// The address of the kernel of that name, or null.
[[nodiscard]] const void* kernelFunction(std::string_view name);

// One function a .cu file; kernelTable() calls them.
[[nodiscard]] std::span<const KernelEntry> chainKernelsF32();
[[nodiscard]] std::span<const KernelEntry> chainKernelsF64();
[[nodiscard]] std::span<const KernelEntry> chainKernelsF16();
[[nodiscard]] std::span<const KernelEntry> chainKernelsBf16();
[[nodiscard]] std::span<const KernelEntry> pointwiseKernels();
[[nodiscard]] std::span<const KernelEntry> trafficKernels();
[[nodiscard]] std::span<const KernelEntry> fillKernels();
[[nodiscard]] std::span<const KernelEntry> levelKernels();
[[nodiscard]] std::span<const KernelEntry> integerKernels();
[[nodiscard]] std::span<const KernelEntry> variantKernels();
[[nodiscard]] std::span<const KernelEntry> operatorElementwiseKernels();
[[nodiscard]] std::span<const KernelEntry> operatorSumKernels();
[[nodiscard]] std::span<const KernelEntry> operatorRowKernels();
[[nodiscard]] std::span<const KernelEntry> operatorLayerKernels();
[[nodiscard]] std::span<const KernelEntry> operatorPoolKernels();
[[nodiscard]] std::span<const KernelEntry> operatorTransposeKernels();
[[nodiscard]] std::span<const KernelEntry> productKernels();
[[nodiscard]] std::span<const KernelEntry> gradientKernels();

} // namespace ridgepoint
