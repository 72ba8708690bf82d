// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/roof_state_offer.h"

#include <algorithm>
#include <cmath>

namespace ridgepoint {
namespace {

bool isPositive(double value) { return std::isfinite(value) && value > 0.0; }

bool isAlike(double a, double b, double factor) { return std::max(a, b) <= std::min(a, b) * factor; }

} // namespace

void RoofStateOffer::see(const RoofEvidence& evidence)
{
    // Figures on screen that follow every reading cannot be read: they change when the state does.
    constexpr double sameFigure = 1.1;
    if (!isPositive(evidence.seen) || !isPositive(evidence.reference) || m_kept.contains(evidence.place))
        return;
    const auto open = std::ranges::find(m_offers, evidence.place, &RoofEvidence::place);
    const bool isOpen = open != m_offers.end();
    if (isAlike(evidence.seen, evidence.reference, leastFactor)) {
        if (isOpen)
            m_offers.erase(open);
    } else if (!isOpen) {
        m_offers.push_back(evidence);
    } else if (open->reference != evidence.reference || !isAlike(open->seen, evidence.seen, sameFigure)) {
        *open = evidence;
    }
}

void RoofStateOffer::read(const RoofEvidence& reading, const Interval& known)
{
    constexpr double otherState = 1.25;
    constexpr std::size_t lasting = 5;
    if (!isPositive(reading.seen) || !isPositive(reading.reference))
        return;
    std::vector<double>& apart = m_readings[reading.place];
    const bool isKnown = reading.seen >= known.low / RoofStateOffer::leastFactor
                      && reading.seen <= known.high * RoofStateOffer::leastFactor;
    if (isKnown || isAlike(reading.seen, reading.reference, otherState)) {
        apart.clear();
        see({reading.place, reading.reference, reading.reference});
        return;
    }
    if (!apart.empty() && apart.back() == reading.seen)
        return; // the same look, which another sample was measured beside
    if (!apart.empty() && (apart.back() > reading.reference) != (reading.seen > reading.reference))
        apart.clear();
    apart.push_back(reading.seen);
    if (apart.size() < lasting)
        return;
    if (apart.size() > lasting)
        apart.erase(apart.begin());
    std::vector<double> sorted = apart;
    std::ranges::nth_element(sorted, sorted.begin() + lasting / 2);
    see({reading.place, sorted[lasting / 2], reading.reference});
}

void RoofStateOffer::setReference(const RoofPlace& place, double reference)
{
    std::erase_if(m_offers,
                  [&](const RoofEvidence& offer) { return offer.place == place && offer.reference != reference; });
}

void RoofStateOffer::keep(const RoofPlace& place)
{
    m_kept.insert(place);
    std::erase_if(m_offers, [&](const RoofEvidence& offer) { return offer.place == place; });
}

void RoofStateOffer::clear()
{
    m_offers.clear();
    m_kept.clear();
    m_readings.clear();
}

std::optional<RoofEvidence> RoofStateOffer::offerFor(const std::string& device, int threads) const
{
    const auto found = std::ranges::find_if(m_offers, [&](const RoofEvidence& offer) {
        return offer.place.device == device && offer.place.threads == threads;
    });
    return found != m_offers.end() ? std::optional(*found) : std::nullopt;
}

} // namespace ridgepoint
