// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/interval.h"

#include <compare>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace ridgepoint {

/// A roof of a device at a thread count.
struct RoofPlace {
    std::string device;
    int threads = 0;
    std::string roof; ///< its id

    friend auto operator<=>(const RoofPlace&, const RoofPlace&) = default;
};

/// A value of a roof that measurements show now, beside the one that predictions use, both in the roof's own unit.
struct RoofEvidence {
    RoofPlace place;
    double seen = 0.0;
    double reference = 0.0;
};

/// Which roofs are to be offered for measuring again, whatever the source of the evidence: points that contradict them
/// or control readings. It measures nothing. A roof is offered from the first evidence on until it is measured, or
/// until the user keeps it as it is, after which it is not offered again before forgetKept().
class RoofStateOffer {
public:
    /// Evidence nearer to the reference than this factor is no other state of the machine.
    static constexpr double leastFactor = 1.05;

    /// Takes new evidence. Evidence at the reference ends the offer of its roof, of which the source speaks for the
    /// machine.
    void see(const RoofEvidence& evidence);
    /// Takes a control reading of a roof of which this range of states is known. Five different ones in a row that lie
    /// farther than a quarter from the reference, to the same side and outside the range, are evidence: their median.
    /// One nearer to it, or within the range, ends the offer.
    void read(const RoofEvidence& reading, const Interval& known);
    /// The reference has this value now. Where it is another than the evidence was compared with, the offer is over.
    void setReference(const RoofPlace& place, double reference);
    /// The user keeps the roof as it is.
    void keep(const RoofPlace& place);
    /// The user measures roofs on purpose: what was kept may be offered again.
    void forgetKept() { m_kept.clear(); }
    /// Another session.
    void clear();

    /// The oldest open offer for a device at a thread count.
    [[nodiscard]] std::optional<RoofEvidence> offerFor(const std::string& device, int threads) const;

private:
    std::vector<RoofEvidence> m_offers; ///< in the order in which they came
    std::set<RoofPlace> m_kept;
    std::map<RoofPlace, std::vector<double>> m_readings; ///< the last that lie apart from the reference
};

} // namespace ridgepoint
