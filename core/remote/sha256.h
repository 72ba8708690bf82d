// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace ridgepoint::remote {

/// SHA-256 of the bytes (FIPS 180-4), in hexadecimal: the name under which another machine keeps a program.
[[nodiscard]] std::string sha256(std::string_view bytes);

} // namespace ridgepoint::remote
