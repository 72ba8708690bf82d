// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cpu/gradient/rounded.h"
#include "core/model/gradient_chain.h"

#include <vector>

namespace ridgepoint {

/// What a kernel computes in place of f(x) and f'(x) of an x that it has exactly.
struct LinkRounding {
    Rounded value;
    Rounded slope;
};

/// The roundings of one link, operation by operation as gradient_kernels.cpp has them, whether multiply-adds round once or
/// twice. `coefficients`: of the polynomial, the constant first; those of its derivative are fp32 too, and so not p times
/// these exactly.
[[nodiscard]] LinkRounding linkRounding(ChainLink link, double x, const std::vector<float>& coefficients);

} // namespace ridgepoint
