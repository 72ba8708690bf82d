// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/roof.h"

#include <map>
#include <string>
#include <string_view>

namespace ridgepoint {

/// Roofs multiplied in thought: "what if memory were twice as fast". Keys are ids of roofs; all launch costs go
/// together under one key, since a driver that is half as slow is so in every mode.
class WhatIf {
public:
    /// Factors are kept between 1/64 and 64.
    static constexpr double largestFactor = 64.0;
    static constexpr std::string_view allLaunches = "launch";

    /// The key of a roof: its id, or allLaunches for a launch cost.
    [[nodiscard]] static std::string keyOf(std::string_view roofId);
    /// So many steps up (or, negative, down) from a factor along 1.25, 1.5, 2, 3, 4, 5, 8, 10 … and their inverses.
    [[nodiscard]] static double stepped(double factor, int steps);

    /// Sets the factor of a key; 1 (to within 0.1 %) takes it away, and what is no positive number is left alone.
    void set(std::string_view key, double factor);
    /// 1 where nothing was set.
    [[nodiscard]] double factor(std::string_view key) const;
    [[nodiscard]] const std::map<std::string, double, std::less<>>& factors() const { return m_factors; }
    [[nodiscard]] bool empty() const { return m_factors.empty(); }

    /// The roofs multiplied, with provenance Predicted; those without a factor as they are.
    [[nodiscard]] RoofSet applied(RoofSet roofs) const;

    friend bool operator==(const WhatIf&, const WhatIf&) = default;

private:
    std::map<std::string, double, std::less<>> m_factors;
};

} // namespace ridgepoint
