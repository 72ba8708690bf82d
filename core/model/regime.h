// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

namespace ridgepoint {

/// What a workload's time is limited by.
enum class Regime { Compute, Memory, Overhead, UnderFilled };

/// How much of a workload's time goes to each limit; they sum to 1.
struct Shares {
    double compute = 0.0;
    double memory = 0.0;
    double overhead = 0.0;
    double underFilled = 0.0; ///< time depends on work per element but not on size
    double unexplained = 0.0; ///< what none of the device's roofs accounts for; 0 where shares are of slopes alone

    [[nodiscard]] double of(Regime regime) const
    {
        switch (regime) {
        case Regime::Compute: return compute;
        case Regime::Memory: return memory;
        case Regime::Overhead: return overhead;
        case Regime::UnderFilled: return underFilled;
        }
        return 0.0;
    }

    /// The regime of the largest share.
    [[nodiscard]] Regime largest() const
    {
        Regime best = Regime::Compute;
        for (const Regime regime : {Regime::Memory, Regime::Overhead, Regime::UnderFilled})
            if (of(regime) > of(best))
                best = regime;
        return best;
    }
};

/// "compute", "memory", "overhead", "under-filled".
[[nodiscard]] std::string_view nameOf(Regime regime);
[[nodiscard]] std::optional<Regime> regimeNamed(std::string_view name);

} // namespace ridgepoint
