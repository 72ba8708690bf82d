// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/data/own_kernels.h"

#include "app/charts/style/texts.h"
#include "core/analysis/varied_times.h"

#include <QPainterPath>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ridgepoint {

bool hasPlaceOnRoofline(const OwnKernel& kernel)
{
    return kernel.flops > Flops() && trafficOfStar(kernel) > Bytes() && kernel.time > Seconds()
        && std::isfinite((kernel.flops / kernel.time).value());
}

Bytes trafficOfStar(const OwnKernel& kernel)
{
    if (kernel.bytes > Bytes())
        return kernel.bytes;
    const auto farthest = std::find_if(kernel.throughCaches.rbegin(), kernel.throughCaches.rend(),
                                       [](Bytes bytes) { return bytes > Bytes(); });
    return farthest == kernel.throughCaches.rend() ? Bytes() : *farthest;
}

std::vector<LevelDot> dotsOf(const OwnKernel& kernel) { return levelDots(trafficOf(kernel)); }

QString ownWord() { return tr("yours"); }

QString ownName(const OwnKernel& kernel, std::size_t index)
{
    return kernel.name.empty() ? tr("kernel %1").arg(index + 1) : QString::fromStdString(kernel.name);
}

QString workOriginWords(const OwnKernel& kernel)
{
    const auto origin = [&] {
        switch (kernel.work) {
        case WorkOrigin::Unknown: return tr("unknown");
        case WorkOrigin::Counted: return tr("counted");
        case WorkOrigin::Formula: return tr("formula");
        case WorkOrigin::Declared: return tr("declared");
        case WorkOrigin::Typed: return tr("typed");
        }
        return QString();
    }();
    const QString whole = kernel.flopsUnknown ? tr("%1, FLOP unknown").arg(origin)
                        : lacksBytes(kernel)  ? tr("%1, bytes unknown").arg(origin)
                                              : origin;
    return kernel.profiled ? tr("%1, profiled").arg(whole) : whole;
}

namespace {

QString growthWords(const KernelSlope& slope, const Format& format)
{
    const auto decimals = [&format](double value) {
        return format.locale().toString(std::round(value * 100.0) / 100.0 + 0.0, 'f', 2); // never -0.00
    };
    const auto words = [&](const QString& form) {
        return form.arg(text(slope.name), tr("slope %1 ± %2").arg(decimals(slope.value), decimals(slope.halfWidth)));
    };
    switch (growthOf(Slope{slope.value, slope.halfWidth})) {
    case Growth::Unknown: return words(tr("The times scatter too much to tell how they grow with %1 (%2)."));
    case Growth::Falls: return words(tr("Its time falls with %1 (%2)."));
    case Growth::Flat: // more operations may hide behind memory: only size tells overhead
        return words(slope.name == variedSize ? tr("Its time hardly depends on %1 (%2): a fixed cost, overhead.")
                                              : tr("Its time hardly depends on %1 (%2)."));
    case Growth::Slower: return words(tr("Its time grows more slowly than %1 (%2)."));
    case Growth::Follows: return words(tr("Its time follows %1 (%2)."));
    case Growth::Faster: return words(tr("Its time grows faster than %1 (%2)."));
    }
    return {};
}

/// What the slopes of a kernel tell together; empty for nothing.
QString regimeWordsBySlopes(const OwnKernel& kernel)
{
    const KernelSlope* operations = slopeAlong(kernel, variedOperations);
    const KernelSlope* size = slopeAlong(kernel, variedSize);
    if (size == nullptr)
        return {};
    if (operations == nullptr)
        return growthOf(Slope{size->value, size->halfWidth}) == Growth::Follows
                 ? tr("Size alone cannot tell compute from memory: vary the operations on each element, too.")
                 : QString();
    if (operations->fewRuns || size->fewRuns)
        return tr("Repeat each run five times (--repeat 5) to learn its regime.");
    const auto regime = regimeBySlopes(kernel);
    return regime ? tr("By both slopes it is %1.").arg(regimeWord(*regime))
                  : tr("Both slopes allow more than one regime.");
}

} // namespace

QString slopeWords(const OwnKernel& kernel, const Format& format)
{
    QStringList sentences;
    for (const KernelSlope& slope : kernel.slopes)
        sentences << growthWords(slope, format);
    sentences << regimeWordsBySlopes(kernel);
    sentences.removeAll(QString());
    return sentences.join(QLatin1Char(' '));
}

QColor ownColor(const Theme& theme) { return theme.dark ? QColor(0x7D, 0xE3, 0x6B) : QColor(0x2E, 0x9B, 0x3C); }

void drawOwnMarker(QPainter& painter, QPointF center, const Theme& theme, double size)
{
    constexpr double inner = 0.45; // of the outer radius: slim enough for a star, full enough to show its colour
    QPolygonF star;
    for (int i = 0; i < 10; ++i) {
        const double radius = size * 0.5 * (i % 2 == 0 ? 1.0 : inner);
        const double angle = std::numbers::pi * (i * 0.2 - 0.5);
        star << center + QPointF(radius * std::cos(angle), radius * std::sin(angle));
    }
    painter.setBrush(ownColor(theme));
    painter.setPen(QPen(theme.markerOutline, std::max(1.0, size / 13.0), Qt::SolidLine, Qt::SquareCap, Qt::RoundJoin));
    painter.drawPolygon(star);
}

QStringList describeOwn(const OwnKernel& kernel, std::size_t index, const Format& format)
{
    const std::vector<LevelDot> dots = dotsOf(kernel);
    const Bytes bytes = trafficOfStar(kernel);
    QStringList lines{
        tr("%1 (yours)").arg(ownName(kernel, index)),
        tr("%1 for %2, %3").arg(format.time(kernel.time), format.work(kernel.flops), format.traffic(bytes)),
        format.rate(kernel.flops / kernel.time) + betweenParts + format.rate(bytes / kernel.time)};
    lines << (dots.size() > 1 || kernel.bytes == Bytes() ? levelLines(dots, kernel.flops, Operation::Fma, format)
                                                         : QStringList{format.intensity(kernel.flops / bytes)});
    lines << tr("counted and timed by you, not measured here");
    return lines;
}

namespace {

/// Nearer than this two dots are one to the eye.
constexpr double sameTraffic = 0.005;

bool isAlike(Bytes a, Bytes b) { return std::abs(a / b - 1.0) < sameTraffic; }

} // namespace

std::vector<LevelDot> levelDots(std::span<const LevelTraffic> traffic)
{
    std::vector<LevelDot> dots;
    for (const LevelTraffic& level : traffic) {
        if (!(level.bytes > Bytes()))
            continue;
        if (dots.empty() || !isAlike(dots.back().bytes, level.bytes))
            dots.push_back({{}, level.bytes});
        dots.back().roofs.push_back(level.roof);
    }
    return dots;
}

QString levelNames(const LevelDot& dot)
{
    const QString first = roofWord(dot.roofs.front());
    return dot.roofs.size() == 1 ? first : tr("%1 to %2").arg(first, roofWord(dot.roofs.back()));
}

QStringList levelLines(std::span<const LevelDot> dots, Flops flops, Operation operation, const Format& format)
{
    QStringList lines;
    for (const LevelDot& dot : dots)
        lines << (dot.roofs.size() == 1 ? tr("%1: %2, %3") : tr("%1: %2 each, %3"))
                     .arg(levelNames(dot), format.traffic(dot.bytes), format.intensity(flops / dot.bytes, operation));
    return lines;
}

} // namespace ridgepoint
