// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/data/level_dots.h"

#include "app/charts/style/texts.h"

#include <cmath>

namespace ridgepoint {
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
