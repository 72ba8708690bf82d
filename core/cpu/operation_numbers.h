// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/operands.h"

#include <cstddef>

namespace ridgepoint {

/// Fills whole lines with numbers spread evenly over (-1, 1), the same for the same byte offset; precision Fp32 or
/// Fp64. `offset` is where `data` lies in the tensor.
void fillUniform(void* data, std::size_t bytes, std::size_t offset, Precision precision);

} // namespace ridgepoint
