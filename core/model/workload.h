// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/result.h"

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <string_view>

namespace ridgepoint {

/// A pointwise operation, applied in place to every element.
enum class Operation { Fma, Mul, Add, Relu, Gelu, Exp, Cos };
enum class Precision { Fp32, Fp64, Fp16, Bf16 }; ///< of the elements; sums may be wider
/// How the passes of a chain reach the device; a full barrier separates them in every mode.
enum class LaunchMode {
    WaitEach, ///< submit one pass, wait for it, submit the next
    Queued,   ///< submit all passes, wait once
    Graph,    ///< hand over the whole list at once, wait once
};

inline constexpr std::array allOperations{Operation::Fma,  Operation::Mul, Operation::Add, Operation::Relu,
                                          Operation::Gelu, Operation::Exp, Operation::Cos};
inline constexpr std::array allPrecisions{Precision::Fp32, Precision::Fp64, Precision::Fp16, Precision::Bf16};
inline constexpr std::array allLaunchModes{LaunchMode::WaitEach, LaunchMode::Queued, LaunchMode::Graph};

/// One point of the cube: a chain of `chainLength` operations, each applied `operationsPerElement` times per element
/// in registers, run as chainLength / fusionDepth passes; each pass reads and writes the tensor once, in place.
struct Workload {
    Operation operation = Operation::Fma;
    Precision precision = Precision::Fp32;
    std::int64_t elements = 1;             ///< N >= 1
    std::int64_t operationsPerElement = 1; ///< k >= 1
    int chainLength = 1;                   ///< n >= 1
    int fusionDepth = 1;                   ///< d >= 1, divides n
    LaunchMode launchMode = LaunchMode::WaitEach;
    int threads = 0; ///< host threads; 0 on devices that have no such knob

    friend auto operator<=>(const Workload&, const Workload&) = default;

    /// n / d, the number of times that the tensor is read and written.
    [[nodiscard]] int passes() const { return chainLength / fusionDepth; }
};

/// Largest values that any part accepts, so that products stay exact in 64 bits and in a double.
inline constexpr std::int64_t maximumElements = std::int64_t{1} << 40;
inline constexpr std::int64_t maximumOperationsPerElement = std::int64_t{1} << 20;
inline constexpr int maximumChainLength = 4096;

/// Rejects counts below one or beyond the maxima and depths that do not divide the chain.
[[nodiscard]] Result<void> validate(const Workload& workload);

/// Names as the contract spells them: "fma", "fp32", "wait-each".
[[nodiscard]] std::string_view nameOf(Operation operation);
[[nodiscard]] std::string_view nameOf(Precision precision);
[[nodiscard]] std::string_view nameOf(LaunchMode mode);
[[nodiscard]] std::optional<Operation> operationNamed(std::string_view name);
[[nodiscard]] std::optional<Precision> precisionNamed(std::string_view name);
[[nodiscard]] std::optional<LaunchMode> launchModeNamed(std::string_view name);

} // namespace ridgepoint
