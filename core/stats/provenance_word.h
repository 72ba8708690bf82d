// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/flags.h"
#include "core/model/roof.h"

#include <string_view>

namespace ridgepoint {

/// Where a point's number comes from, for a column of a table: "interpolated" where it was filled in between measured
/// neighbours, which nothing may call measured; else the name of its provenance.
[[nodiscard]] inline std::string_view provenanceWord(Provenance provenance, FlagSet flags)
{
    return flags.has(Flag::Interpolated) ? std::string_view("interpolated") : nameOf(provenance);
}

} // namespace ridgepoint
