// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/gpu/ptx/syntax.h"
#include "tests/gpu/ptx/token_reader.h"

namespace ridgepoint::ptx {

/// Reads a kernel's body from its '{' to its '}' into `entry`: registers of every scope get one index each.
void readBody(TokenReader& reader, Entry& entry);

} // namespace ridgepoint::ptx
