// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/base/curve_sketch.h"

#include <Qt>

#include <algorithm>
#include <cmath>
#include <utility>

namespace ridgepoint {
namespace {

/// Six presses double.
const double stepOfCurveKey = std::exp2(1.0 / 6.0);
/// Far more than anybody takes back.
constexpr std::size_t mostCurveSteps = 1000;

} // namespace

void CurveSketch::clear()
{
    m_drawn.clear();
    m_steps.clear();
    m_last.reset();
    m_hand.reset();
}

void CurveSketch::keepStep(std::map<double, double> before)
{
    if (m_steps.size() == mostCurveSteps)
        m_steps.erase(m_steps.begin());
    m_steps.push_back(std::move(before));
}

void CurveSketch::beginStroke()
{
    m_isStrokeNew = true;
    m_last.reset();
    m_hand.reset();
}

void CurveSketch::draw(CurvePlace place)
{
    place.x = std::min(place.x, m_end);
    if (m_start && place.x <= m_start->x)
        return;
    if (std::exchange(m_isStrokeNew, false))
        keepStep(m_drawn);
    if (m_last) {
        const double low = std::min(m_last->x, place.x);
        const double high = std::max(m_last->x, place.x);
        if (low < high) // else upper_bound lies behind lower_bound
            m_drawn.erase(m_drawn.upper_bound(low), m_drawn.lower_bound(high));
    }
    m_drawn[place.x] = place.value;
    m_last = place;
}

void CurveSketch::move(int key, const std::vector<double>& places, double value, const std::optional<Interval>& within)
{
    if (places.empty())
        return;
    std::map<double, double> before = m_drawn;
    if (m_drawn.empty())
        for (const double x : places)
            m_drawn[x] = value;
    auto at = m_hand ? std::lower_bound(places.begin(), places.end(), *m_hand) : places.begin();
    if (at == places.end())
        --at;
    if (key == Qt::Key_Right && at + 1 != places.end())
        ++at;
    if (key == Qt::Key_Left && at != places.begin())
        --at;
    beginStroke();
    m_hand = *at;
    if (key == Qt::Key_Up || key == Qt::Key_Down)
        for (auto& [x, each] : m_drawn)
            if (x >= *m_hand) {
                each *= key == Qt::Key_Up ? stepOfCurveKey : 1.0 / stepOfCurveKey;
                each = within ? std::clamp(each, within->low, within->high) : each;
            }
    if (m_drawn != before)
        keepStep(std::move(before));
}

bool CurveSketch::undo()
{
    if (m_steps.empty())
        return false;
    m_drawn = std::move(m_steps.back());
    m_steps.pop_back();
    m_last.reset();
    if (m_drawn.empty())
        m_hand.reset();
    return true;
}

std::vector<CurvePlace> CurveSketch::curve() const
{
    std::vector<CurvePlace> all;
    if (m_start)
        all.push_back(*m_start);
    for (const auto& [x, value] : m_drawn)
        all.push_back({x, value});
    return all;
}

/// On the curve, beyond its ends as high as there.
CurvePlace CurveSketch::on(double x) const
{
    const std::vector<CurvePlace> all = curve();
    return {x, valueAt(all, x).value_or(x < all.front().x ? all.front().value : all.back().value)};
}

std::optional<CurvePlace> CurveSketch::hand() const
{
    if (m_drawn.empty())
        return std::nullopt;
    return m_hand ? std::optional(on(*m_hand)) : m_last;
}

GuessMarks CurveSketch::marks(int plot) const
{
    GuessMarks marks;
    std::vector<PlotPlace> line;
    for (const CurvePlace& place : curve())
        line.push_back({plot, place.x, place.value});
    if (line.size() == 1)
        marks.place = line.front();
    marks.lines.push_back(std::move(line));
    if (m_hand && !m_drawn.empty())
        marks.place = PlotPlace{plot, *m_hand, on(*m_hand).value};
    return marks;
}

} // namespace ridgepoint
