// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/data/iso_lines.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace ridgepoint {
namespace {

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
/// More lines than these are a hatching and not a scale.
constexpr int mostLines = 8;

std::vector<double> middlesOf(const std::vector<std::int64_t>& values)
{
    std::vector<double> middles;
    for (const std::int64_t value : values)
        middles.push_back(std::log2(static_cast<double>(value)));
    return middles;
}

bool isOwn(const MapCell& cell) { return cell.state == CellState::Measured || cell.state == CellState::Interpolated; }

std::vector<double> logTimes(const RegimeMapData& data)
{
    std::vector<double> field;
    for (const MapCell& cell : data.cells)
        field.push_back(isOwn(cell) && cell.seconds > 0.0 ? std::log(cell.seconds) : unknown);
    return field;
}

/// 1-2-1 along x and along y over what is known; unknown cells stay unknown.
std::vector<double> smoothed(const std::vector<double>& field, std::size_t width)
{
    std::vector<double> result(field.size(), unknown);
    const auto height = width == 0 ? 0 : field.size() / width;
    for (std::size_t i = 0; i < field.size(); ++i) {
        if (std::isnan(field[i]))
            continue;
        double sum = 0.0;
        double total = 0.0;
        const std::size_t x = i % width;
        const std::size_t y = i / width;
        for (std::size_t row = y - std::min<std::size_t>(y, 1); row <= std::min(y + 1, height - 1); ++row)
            for (std::size_t column = x - std::min<std::size_t>(x, 1); column <= std::min(x + 1, width - 1); ++column) {
                const double value = field[row * width + column];
                if (std::isnan(value))
                    continue;
                const double weight = (row == y ? 2.0 : 1.0) * (column == x ? 2.0 : 1.0);
                sum += weight * value;
                total += weight;
            }
        result[i] = sum / total;
    }
    return result;
}

/// By how much the field changes from cell to cell, in the steeper of both directions, over two cells to either side,
/// less what is a plateau. Zero crossings of it cut lines.
std::vector<double> steepness(const std::vector<double>& field, std::size_t width)
{
    constexpr std::size_t reach = 2;
    constexpr double plateau = 0.02; // 2 % of the time a cell
    std::vector<double> result(field.size(), -plateau);
    const std::size_t height = width == 0 ? 0 : field.size() / width;
    const auto change = [&](std::size_t place, std::size_t count, auto index) {
        const std::size_t from = place - std::min(place, reach);
        const std::size_t to = std::min(place + reach, count - 1);
        const double difference = std::abs(field[index(to)] - field[index(from)]);
        return to == from || std::isnan(difference) ? 0.0 : difference / static_cast<double>(to - from);
    };
    for (std::size_t i = 0; i < field.size(); ++i) {
        const std::size_t x = i % width;
        const std::size_t y = i / width;
        const double along = change(x, width, [&](std::size_t column) { return y * width + column; });
        const double up = change(y, height, [&](std::size_t row) { return row * width + x; });
        result[i] = std::max(along, up) - plateau;
    }
    return result;
}

std::vector<MapLine> linesAt(double level, const RegimeMapData& data, const std::vector<double>& field,
                             const std::vector<double>& mask = {})
{
    std::vector<double> above;
    above.reserve(field.size());
    for (const double value : field)
        above.push_back(value - level);
    return zeroLines(middlesOf(data.xs), middlesOf(data.ys), above, mask);
}

/// Whether a line reaches over more than two cells along an axis.
bool isLong(const MapLine& line, const RegimeMapData& data)
{
    const auto reach = [&](auto coordinate, const std::vector<double>& edges) {
        const auto [low, high] = std::minmax_element(
            line.begin(), line.end(),
            [&](const MapPoint& a, const MapPoint& b) { return coordinate(a) < coordinate(b); });
        const double cell = (edges.back() - edges.front()) / static_cast<double>(edges.size() - 1);
        return (coordinate(*high) - coordinate(*low)) / cell;
    };
    return reach([](const MapPoint& p) { return p.x; }, data.xEdges) > 2.0
        || reach([](const MapPoint& p) { return p.y; }, data.yEdges) > 2.0;
}

} // namespace

std::vector<double> isoTimes(double low, double high)
{
    if (!(low > 0.0) || !(high > low) || !std::isfinite(high))
        return {};
    const int first = static_cast<int>(std::floor(std::log10(low)));
    const int last = static_cast<int>(std::ceil(std::log10(high)));
    const bool fine = high / low < 100.0;
    const int step = fine ? 1 : std::max(1, (last - first + mostLines - 1) / mostLines);
    std::vector<double> times;
    for (int power = first - (((first % step) + step) % step); power <= last; power += step)
        for (const double digit : {1.0, 2.0, 5.0})
            if (const double time = digit * std::pow(10.0, power); (fine || digit == 1.0) && time > low && time < high)
                times.push_back(time);
    return times;
}

std::vector<IsoLine> runtimeLines(const RegimeMapData& data)
{
    const std::vector<double> field = logTimes(data);
    double low = std::numeric_limits<double>::infinity();
    double high = -low;
    for (const double value : field)
        if (!std::isnan(value)) {
            low = std::min(low, value);
            high = std::max(high, value);
        }
    const std::vector<double> mask = steepness(field, data.xs.size());
    std::vector<IsoLine> result;
    for (const double time : isoTimes(std::exp(low), std::exp(high)))
        if (auto lines = linesAt(std::log(time), data, field, mask); !lines.empty())
            result.push_back({time, std::move(lines)});
    return result;
}

std::vector<IsoLine> shareLines(const RegimeMapData& data, Regime regime)
{
    std::vector<double> field;
    for (const MapCell& cell : data.cells)
        field.push_back(isOwn(cell) && cell.shares ? cell.shares->of(regime) : unknown);
    field = smoothed(field, data.xs.size());
    std::vector<IsoLine> result;
    for (const double share : {0.25, 0.5, 0.75}) {
        auto lines = linesAt(share, data, field);
        std::erase_if(lines, [&](const MapLine& line) { return !isLong(line, data); });
        if (!lines.empty())
            result.push_back({share, std::move(lines)});
    }
    return result;
}

} // namespace ridgepoint
