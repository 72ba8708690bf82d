// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace ridgepoint {

/// Which part of the host is beside a GPU, as the system tells.
struct NearHost {
    int nodes = 1;               ///< NUMA nodes of the machine
    std::optional<int> node{};   ///< the GPU's own; nothing where the system does not say
    std::vector<int> processors; ///< beside the GPU, ascending
};

/// Looks in /sys under `root` ("/" outside tests) for the GPU at this PCI place ("00000000:65:00.0").
[[nodiscard]] NearHost findNearHost(const std::string& pci, const std::filesystem::path& root = "/");

/// Binds the calling thread to the processors beside the GPU, among those that it may use: memory that it gets from
/// then on comes from their node, unless a policy says otherwise. False where nothing was bound: the machine has one
/// node, the system does not say which is the GPU's, or none of its processors may be used.
[[nodiscard]] bool bindNear(const NearHost& host);

/// The NUMA node of the page at that address; nothing where the system does not tell (containers often forbid asking).
[[nodiscard]] std::optional<int> nodeOf(const void* page);

/// Where host memory lies, for the method of a roof: ", host memory of NUMA node 1, the GPU's own", or why it does not.
/// `actual` is what nodeOf() found; where it found nothing, no node is claimed for the memory. Nothing on a machine
/// with one node.
[[nodiscard]] std::string placementWords(const NearHost& host, bool isBound, std::optional<int> actual);

} // namespace ridgepoint
