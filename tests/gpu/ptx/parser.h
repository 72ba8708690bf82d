// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/result.h"
#include "tests/gpu/ptx/syntax.h"
#include "tests/gpu/ptx/token_reader.h"

#include <string_view>

namespace ridgepoint::ptx {

/// Parses PTX as nvcc writes it. Functions that are not kernels are passed over (calling one is an error); anything
/// else that is not known is an error with its line.
[[nodiscard]] Result<Module> parse(std::string_view source);

/// Reads a kernel's body from its '{' to its '}' into `entry`: registers of every scope get one index each.
void readBody(TokenReader& reader, Entry& entry);

} // namespace ridgepoint::ptx
