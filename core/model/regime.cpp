// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/regime.h"

namespace ridgepoint {

std::string_view nameOf(Regime regime)
{
    switch (regime) {
    case Regime::Compute: return "compute";
    case Regime::Memory: return "memory";
    case Regime::Overhead: return "overhead";
    case Regime::UnderFilled: return "under-filled";
    }
    return {};
}

std::optional<Regime> regimeNamed(std::string_view name)
{
    for (const Regime regime : {Regime::Compute, Regime::Memory, Regime::Overhead, Regime::UnderFilled})
        if (nameOf(regime) == name)
            return regime;
    return std::nullopt;
}

} // namespace ridgepoint
