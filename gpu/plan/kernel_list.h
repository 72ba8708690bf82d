// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/operator.h"
#include "core/model/workload.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ridgepoint {

/// What a kernel is for. Those with fullTiles and tailVectors work tile by tile (tiling.h): block b takes tile b,
/// whole while b < fullTiles, then one of `tailVectors` 16-byte vectors.
enum class KernelFamily {
    Chain,     ///< (data, fullTiles, tailVectors, first, second[, rounds, rest]): fma, mul, add in place
    Pointwise, ///< (data, fullTiles, tailVectors, first, second, more): relu, gelu, exp, cos, more + 1 times in place
    Count,     ///< as Pointwise, adds `first` each time: shows by its result how often that loop applies
    Update,    ///< (data, tiles, passes, first, second): adds the two in turn, in place, through the L2 cache
    Shared, ///< (data, rounds, first, second): adds the two in turn to 4 KiB a block, in shared memory, 8 times a round
    ReadOften, ///< (data, sums, tiles, passes): sums as Read has them, of all passes, through the L2 cache
    Chase,   ///< (data, place, rounds): one thread follows pointers from data + *place, 32 a round, and writes where it
             ///< came to
    Cycle,   ///< (data, place, bits): those pointers, one a line of 128 bytes (chase_plan.h), and the first place
    Integer, ///< (data, rounds[, factor, summand]): whole numbers of 32 bits, 16 applications a round
    Variant, ///< (data, summand): adds it once, in place; whole blocks
    Read,    ///< (data, sums, fullTiles, tailVectors): one fp32 sum a warp, at sums[block * 4 + warp]
    Write,   ///< (data, fullTiles, tailVectors, value)
    Copy,    ///< (to, from, fullTiles, tailVectors)
    Fill,    ///< (data, fullTiles, tailVectors): the uniform pattern
    Operator,   ///< (result, inputs…, shape…): an operator of networks, out of place (operator_plan.h)
    Product,    ///< (product, first, second, rows, columns, inner, strides): a matrix product by tiles (product_plan.h)
    Gradient,   ///< (tensors…, steps, leading, slope, degree, length, shape…): a pass of a chain with its gradient
                ///< (gradient_plan.h)
    Polynomial, ///< (steps, degree, slope, linear, constant): the coefficients of such a chain
    Saved,      ///< (data, units): bits of a dropout, made up
};

/// The type of one kernel parameter, as in KernelArgument.
enum class ParameterType { Pointer, U32, U64, F32, F64 };

/// One kernel of the device code.
struct KernelInfo {
    std::string name; ///< of the extern "C" function
    KernelFamily family = KernelFamily::Chain;
    std::optional<Operation> operation;              ///< of Chain and Pointwise
    std::optional<ridgepoint::OperatorKind> which{}; ///< of Operator
    Precision precision = Precision::Fp32;
    std::uint32_t applications = 0; ///< Chain: how many times the operation is applied; 0 = given at run time;
                                    ///< Gradient: how many links are kept in registers, 0 = none
    std::uint32_t vectorBytes = 16; ///< of each load and store; 0 where there is none
    std::vector<ParameterType> parameters;
};

/// Every kernel, in the order of families; the device code holds exactly these.
[[nodiscard]] const std::vector<KernelInfo>& kernelList();
/// The kernel of that name, or null.
[[nodiscard]] const KernelInfo* findKernel(std::string_view name);

/// "rp_chain_fma_f32_k3", or with applications 0 "rp_chain_fma_f32_kn".
[[nodiscard]] std::string chainKernelName(Operation operation, Precision precision, std::uint32_t applications);
/// "rp_pointwise_cos_f32".
[[nodiscard]] std::string pointwiseKernelName(Operation operation);
/// "rp_fill_bf16".
[[nodiscard]] std::string fillKernelName(Precision precision);
/// "f32", "f64", "f16", "bf16".
[[nodiscard]] std::string_view suffixOf(Precision precision);

/// Whether kernels for that operation and precision exist: fma, mul and add in every precision, the others in fp32.
[[nodiscard]] bool hasKernels(Operation operation, Precision precision);
/// fma, mul, add: the operations of the Chain family.
[[nodiscard]] bool isChainOperation(Operation operation);

} // namespace ridgepoint
