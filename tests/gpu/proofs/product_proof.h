// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/product.h"
#include "tests/gpu/proofs/kernel_set.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ridgepoint::proofs {

/// What executing our own product's plan showed.
struct ProductEvidence {
    std::vector<std::string> faults; ///< empty: proven
    std::uint64_t tiles = 0;
    std::uint64_t multiplyAdds = 0; ///< executed
    std::uint64_t read = 0;         ///< bytes of both factors, as often as they are read
    std::uint64_t written = 0;      ///< bytes of the product, padding excluded
    std::uint64_t instructions = 0; ///< executed, by thread
    double largestError = 0.0;      ///< in epsilons, of the sum of magnitudes
};

/// Plans the product, executes its call on random numbers with poisoned padding, and holds it against the product in
/// double (every element) and the cost of its tiles: multiply-adds and bytes of the factors of every tile whole, each
/// in accesses of 16 bytes, and the product written once.
[[nodiscard]] ProductEvidence proveProduct(const KernelSet& kernels, const ProductCall& call);

} // namespace ridgepoint::proofs
