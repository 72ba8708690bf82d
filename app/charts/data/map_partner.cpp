// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/data/map_partner.h"

#include "core/model/prediction.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace ridgepoint {
namespace {

/// The coordinates of a grid among samples: those that at least half as many share as share the commonest one. What was
/// clicked beside the grid stands alone.
std::vector<std::int64_t> gridOf(const std::map<std::int64_t, int>& counts)
{
    int most = 0;
    for (const auto& [value, count] : counts)
        most = std::max(most, count);
    std::vector<std::int64_t> values;
    for (const auto& [value, count] : counts)
        if (2 * count >= most)
            values.push_back(value);
    return values;
}

/// The two values around another and how far it lies from the first to the second, 0 to 1 in octaves.
struct Bracket {
    std::array<std::int64_t, 2> values;
    double part;
};

std::optional<Bracket> bracket(const std::vector<std::int64_t>& values, std::int64_t value)
{
    const auto above = std::lower_bound(values.begin(), values.end(), value);
    if (above == values.end())
        return std::nullopt;
    if (*above == value)
        return Bracket{{value, value}, 0.0};
    if (above == values.begin())
        return std::nullopt;
    const std::int64_t below = *std::prev(above);
    const double span = std::log(static_cast<double>(*above) / static_cast<double>(below));
    return Bracket{{below, *above}, std::log(static_cast<double>(value) / static_cast<double>(below)) / span};
}

} // namespace

MapPartner::MapPartner(const Snapshot& other, const RegimeMapData& map, const Workload& base)
    : m_other(other), m_xAxis(map.xAxis), m_yAxis(map.yAxis), m_plane(moved(moved(base, map.xAxis, 1), map.yAxis, 1))
{
    for (const Sample& sample : other.samples) {
        if (!(sample.time.value() > 0.0) || moved(moved(sample.workload, m_xAxis, 1), m_yAxis, 1) != m_plane)
            continue;
        const Place place{coordinate(sample.workload, m_xAxis), coordinate(sample.workload, m_yAxis)};
        // What was measured goes before what was only predicted.
        const bool isBetween = sample.flags.has(Flag::Interpolated);
        if (const auto known = m_times.find(place);
            known == m_times.end()
            || std::pair(sample.provenance, isBetween) < std::pair(known->second.provenance, known->second.isBetween))
            m_times[place] = {std::log(sample.time.value()), sample.provenance, isBetween};
    }
    std::map<std::int64_t, int> xs;
    std::map<std::int64_t, int> ys;
    for (const auto& [place, time] : m_times) {
        ++xs[place.first];
        ++ys[place.second];
    }
    m_xs = gridOf(xs);
    m_ys = gridOf(ys);
}

std::optional<double> MapPartner::logPrediction(Place place) const
{
    const auto prediction = predict(moved(moved(m_plane, m_xAxis, place.first), m_yAxis, place.second), m_other.roofs,
                                    m_other.device.kind);
    return prediction && prediction->time > Seconds() ? std::optional(std::log(prediction->time.value()))
                                                      : std::nullopt;
}

std::optional<MapPartner::Time> MapPartner::timeAt(const Workload& workload) const
{
    const Place place{coordinate(workload, m_xAxis), coordinate(workload, m_yAxis)};
    if (const auto exact = m_times.find(place); exact != m_times.end())
        return Time{Seconds(std::exp(exact->second.logSeconds)), exact->second.isBetween, exact->second.provenance};
    const auto x = bracket(m_xs, place.first);
    const auto y = bracket(m_ys, place.second);
    if (!x || !y)
        return std::nullopt;
    double between = 0.0;
    auto provenance = Provenance::Measured;
    std::optional<double> explained = logPrediction(place); // times the neighbours' residuals
    for (std::size_t i = 0; i < 2; ++i)
        for (std::size_t j = 0; j < 2; ++j) {
            const double weight = (i == 0 ? 1.0 - x->part : x->part) * (j == 0 ? 1.0 - y->part : y->part);
            if (weight == 0.0)
                continue;
            const Place corner{x->values[i], y->values[j]};
            const auto time = m_times.find(corner);
            if (time == m_times.end())
                return std::nullopt;
            const double logSeconds = time->second.logSeconds;
            provenance = std::max(provenance, time->second.provenance);
            between += weight * logSeconds;
            const auto predicted = logPrediction(corner);
            explained = explained && predicted ? std::optional(*explained + weight * (logSeconds - *predicted))
                                               : std::nullopt;
        }
    return Time{Seconds(std::exp(explained.value_or(between))), true, provenance};
}

} // namespace ridgepoint
