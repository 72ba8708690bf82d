// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/elasticity.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <tuple>
#include <utility>

namespace ridgepoint {
namespace {

// A hair more than one octave, so that neighbours at exactly twice the coordinate are within it whatever log rounds to.
constexpr double octave = std::numbers::ln2 + 1e-9;
constexpr double reach = 3.0 * octave;
constexpr double unclaimedHalfWidth = 0.02;
// Interpolated cells share the errors of the measured cells around them, which lie several steps apart: what they have
// in common cancels in a slope from one step to the next.
constexpr double interpolatedPart = 0.25;

/// One sample on its line: all samples that differ along the axis only.
struct Member {
    std::size_t index = 0;
    Workload line; ///< the workload with the coordinate taken out
    std::int64_t coordinate = 0;
    bool interpolated = false;
    double x = 0.0; ///< ln coordinate
    double y = 0.0; ///< ln T
    double h = 0.0; ///< half-width of y
};

std::vector<Member> membersOf(AxisKind axis, std::span<const Sample> samples)
{
    std::vector<Member> members;
    members.reserve(samples.size());
    for (std::size_t i = 0; i < samples.size(); ++i) {
        const double time = samples[i].time.value();
        Member member{.index = i, .line = samples[i].workload};
        member.coordinate = coordinate(member.line, axis);
        member.line = moved(member.line, axis, 0); // so that what is left names the line
        if (!std::isfinite(time) || time <= 0.0 || member.coordinate < 1)
            continue;
        member.interpolated = samples[i].flags.has(Flag::Interpolated);
        member.x = std::log(static_cast<double>(member.coordinate));
        member.y = std::log(time);
        member.h = logHalfWidth(samples[i]) * (member.interpolated ? interpolatedPart : 1.0);
        members.push_back(member);
    }
    std::sort(members.begin(), members.end(), [samples](const Member& a, const Member& b) {
        if (const auto order = a.line <=> b.line; order != 0)
            return order < 0;
        if (const int order = samples[a.index].device.compare(samples[b.index].device); order != 0)
            return order < 0;
        // The times last, so that sums over equal coordinates come out the same in whatever order the samples came.
        return std::tie(a.coordinate, a.interpolated, a.y, a.h) < std::tie(b.coordinate, b.interpolated, b.y, b.h);
    });
    return members;
}

/// Running sums over a line; the sums over any stretch are differences of two.
struct Sums {
    double n = 0.0, x = 0.0, y = 0.0, xx = 0.0, xy = 0.0, hh = 0.0, hhx = 0.0, hhxx = 0.0;

    [[nodiscard]] Sums plus(double px, double py, double ph) const
    {
        const double p = ph * ph;
        return {n + 1.0, x + px, y + py, xx + px * px, xy + px * py, hh + p, hhx + p * px, hhxx + p * px * px};
    }
    [[nodiscard]] Sums minus(const Sums& o) const
    {
        return {n - o.n, x - o.x, y - o.y, xx - o.xx, xy - o.xy, hh - o.hh, hhx - o.hhx, hhxx - o.hhxx};
    }
    /// Least squares: slope = Sxy / Sxx; each y enters with weight (x - mean) / Sxx, which carries its half-width.
    [[nodiscard]] Slope slope() const
    {
        const double mean = x / n;
        const double sxx = xx - mean * x;
        const double variance = std::max(0.0, hhxx - 2.0 * mean * hhx + mean * mean * hh) / (sxx * sxx);
        return {(xy - mean * y) / sxx, std::sqrt(variance), false};
    }
};

/// The slopes of one line's members, ascending in their coordinate.
class Line {
public:
    explicit Line(std::span<const Member> members) : m_members(members), m_sums(members.size() + 1)
    {
        // Centred, because the sums of squares would lose digits far from the origin.
        const double cx = members[members.size() / 2].x;
        const double cy = members[members.size() / 2].y;
        std::int64_t measured =
            0; // the last coordinate that has a measured sample, which comes before interpolated ones
        for (std::size_t i = 0; i < members.size(); ++i) {
            if (!members[i].interpolated)
                measured = members[i].coordinate;
            // An interpolated twin of a measured sample has no say.
            const bool twin = members[i].interpolated && members[i].coordinate == measured;
            m_sums[i + 1] = twin ? m_sums[i] : m_sums[i].plus(members[i].x - cx, members[i].y - cy, members[i].h);
        }
    }

    [[nodiscard]] std::optional<Slope> at(std::size_t i)
    {
        const double here = m_members[i].x;
        while (here - m_members[m_first].x > octave)
            ++m_first;
        m_end = std::max(m_end, i + 1);
        while (m_end < m_members.size() && m_members[m_end].x - here <= octave)
            ++m_end;
        std::size_t first = m_first;
        std::size_t end = m_end;
        // With several samples at one coordinate the nearest sample of a side brings its twins along.
        if (m_members[first].coordinate == m_members[i].coordinate && first > 0
            && here - m_members[first - 1].x <= reach)
            first = firstOfCoordinate(first - 1);
        if (m_members[end - 1].coordinate == m_members[i].coordinate && end < m_members.size()
            && m_members[end].x - here <= reach)
            end = endOfCoordinate(end);
        const bool below = m_members[first].coordinate < m_members[i].coordinate;
        const bool above = m_members[end - 1].coordinate > m_members[i].coordinate;
        if (!below && !above)
            return std::nullopt;
        Slope slope = m_sums[end].minus(m_sums[first]).slope();
        slope.oneSided = !below || !above;
        return std::isfinite(slope.value) && std::isfinite(slope.halfWidth) ? std::optional(slope) : std::nullopt;
    }

private:
    [[nodiscard]] std::size_t firstOfCoordinate(std::size_t i) const
    {
        const auto less = [](const Member& member, std::int64_t value) { return member.coordinate < value; };
        return static_cast<std::size_t>(
            std::lower_bound(m_members.begin(), m_members.end(), m_members[i].coordinate, less) - m_members.begin());
    }
    [[nodiscard]] std::size_t endOfCoordinate(std::size_t i) const
    {
        const auto less = [](std::int64_t value, const Member& member) { return value < member.coordinate; };
        return static_cast<std::size_t>(
            std::upper_bound(m_members.begin(), m_members.end(), m_members[i].coordinate, less) - m_members.begin());
    }

    std::span<const Member> m_members;
    std::vector<Sums> m_sums;
    std::size_t m_first = 0;
    std::size_t m_end = 0;
};

} // namespace

double logHalfWidth(const Sample& sample)
{
    const double below = std::log(sample.time / sample.low);
    const double above = std::log(sample.high / sample.time);
    const bool usable = std::isfinite(below) && std::isfinite(above) && below >= 0.0 && above >= 0.0;
    if (!usable)
        return unclaimedHalfWidth;
    const bool claims = !sample.flags.has(Flag::FewReadings) && !sample.flags.has(Flag::Interpolated);
    return std::max({below, above, claims ? 0.0 : unclaimedHalfWidth});
}

std::vector<std::optional<Slope>> slopesAlong(AxisKind axis, std::span<const Sample> samples)
{
    std::vector<std::optional<Slope>> slopes(samples.size());
    const std::vector<Member> members = membersOf(axis, samples);
    for (std::size_t begin = 0; begin < members.size();) {
        std::size_t end = begin + 1;
        while (end < members.size() && members[end].line == members[begin].line
               && samples[members[end].index].device == samples[members[begin].index].device)
            ++end;
        Line line(std::span<const Member>(members).subspan(begin, end - begin));
        for (std::size_t i = begin; i < end; ++i)
            slopes[members[i].index] = line.at(i - begin);
        begin = end;
    }
    return slopes;
}

} // namespace ridgepoint
