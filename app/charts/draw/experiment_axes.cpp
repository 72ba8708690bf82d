// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// What the axes of the experiments' plots are called, where their ticks are, and which of them can be typed.
#include "app/charts/draw/experiment_chart.h"

#include <algorithm>
#include <cmath>

namespace ridgepoint {
namespace {

/// The prefix that an axis' numbers share: of counts and ratios none, of a linear axis its end's, of powers of ten the
/// middle's.
AxisScale prefixOf(const ExperimentAxis& axis, const QCPRange& range)
{
    const bool isLinear = axis.scale == AxisScaleKind::Linear;
    if (axis.scale == AxisScaleKind::PowersOfTwo
        || (isLinear && (axis.unit.empty() || axis.unit == "x" || axis.unit == "%")))
        return {};
    const double end = std::max(std::abs(range.lower), std::abs(range.upper));
    return isLinear ? axisScale(end, end) : axisScale(std::max(range.lower, range.upper * 1e-6), range.upper);
}

/// From Python to tensor cores: one prefix for a whole axis would make "1e-8 T" of its lower end.
bool isWide(const QCPRange& range) { return range.lower > 0.0 && range.upper / range.lower > 1e6; }

/// "10 k", "1 M"; times keep their unit, "10 µs".
QString prefixed(double value, const std::string& unit, const Format& format)
{
    const AxisScale own = axisScale(value, value);
    const QString suffix = own.prefix + (unit == "s" ? QStringLiteral("s") : QString());
    const QString number = format.powerOfTen(value / own.factor);
    return suffix.isEmpty() ? number : number + QChar(0x202F) + suffix;
}

} // namespace

ExperimentChart::Described ExperimentChart::describedBy(const QCPAxis& axis) const
{
    for (std::size_t i = 0; i < m_data.plots.size(); ++i) {
        const ExperimentPlot& plot = m_data.plots[i].plot;
        const QCPAxisRect& rect = *m_panels[i];
        const bool isBottom = &axis == rect.axis(QCPAxis::atBottom);
        if (!isBottom && &axis != rect.axis(QCPAxis::atLeft))
            continue;
        if (isBottom)
            return {&plot, hasBars(i) ? &plot.y : &plot.x};
        return {&plot, hasRows(i) ? nullptr : &plot.y};
    }
    return {};
}

QString ExperimentChart::nameOfAxis(const QCPAxis& axis) const
{
    const auto [plot, described] = describedBy(axis);
    if (described == nullptr)
        return {};
    const QString title = catalogueWords(described->title);
    const QString name = described->unit.empty() ? title
                                                 : QStringLiteral("%1 (%2)").arg(title, unitWords(described->unit));
    return m_data.plots.size() > 1 && !plot->title.empty()
             ? QStringLiteral("%1: %2").arg(catalogueWords(plot->title), name)
             : name;
}

/// Of a time it is what is shown at once that chooses the unit: zoomed in, microseconds become nanoseconds.
AxisScale ExperimentChart::scaleOf(std::size_t plot, const QCPAxis& axis) const
{
    return prefixOf(*describedBy(axis).axis, hasTime(plot) ? QCPRange(0.0, axis.range().size()) : axis.range());
}

std::vector<Tick> ExperimentChart::ticksOf(std::size_t plot, const QCPAxis& axis, int most) const
{
    const ExperimentAxis* described = describedBy(axis).axis;
    if (described == nullptr || isBlank(plot))
        return {};
    const QCPRange range = axis.range();
    if (described->scale == AxisScaleKind::PowersOfTwo) {
        const auto powers = described->unit.empty() ? powerOfTwoTicks : plainPowerOfTwoTicks;
        return powers(range.lower, range.upper, most, format());
    }
    const double factor = scaleOf(plot, axis).factor;
    if (described->scale == AxisScaleKind::Linear)
        return linearTicks(range.lower, range.upper, most, described->unit == "%" ? 0.01 : factor, format());
    std::vector<Tick> ticks = powerOfTenTicks(range.lower, range.upper, most, factor, format());
    if (isWide(range))
        for (Tick& tick : ticks)
            tick.label = prefixed(tick.value, described->unit, format());
    return ticks;
}

QString ExperimentChart::titleOf(std::size_t plot, const QCPAxis& axis) const
{
    const ExperimentAxis* described = describedBy(axis).axis;
    if (described == nullptr || isBlank(plot))
        return {};
    const bool isBare = described->unit == "%"
                     || (described->scale == AxisScaleKind::PowersOfTen && isWide(axis.range()));
    const QString unit = (isBare ? QString() : scaleOf(plot, axis).prefix) + unitWords(described->unit);
    return unit.isEmpty() ? catalogueWords(described->title)
                          : QStringLiteral("%1 (%2)").arg(catalogueWords(described->title), unit);
}

double ExperimentChart::shownFactor(const QCPAxis& axis) const
{
    const ExperimentAxis* described = describedBy(axis).axis;
    return described != nullptr && described->unit == "%" ? 100.0 : 1.0;
}

std::vector<const QCPAxis*> ExperimentChart::typedAxes() const
{
    std::vector<const QCPAxis*> typed;
    for (std::size_t i = 0; i < m_data.plots.size(); ++i)
        for (const auto side : {QCPAxis::atBottom, QCPAxis::atLeft})
            if (const QCPAxis* axis = m_panels[i]->axis(side); describedBy(*axis).axis != nullptr)
                typed.push_back(axis);
    return typed;
}

} // namespace ridgepoint
