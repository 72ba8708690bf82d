// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/draw/map_picture.h"

#include "app/charts/style/texts.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace ridgepoint {
namespace {

std::vector<IsoLine> isoLinesOf(const RegimeMapData& data, const IsoChoice& iso)
{
    switch (iso.lines) {
    case IsoLines::Runtime: return runtimeLines(data);
    case IsoLines::Share: return shareLines(data, iso.share);
    case IsoLines::None: break;
    }
    return {};
}

CellKinds kindsOf(const std::vector<MapCell>& cells)
{
    CellKinds kinds;
    for (const MapCell& cell : cells) {
        kinds.known |= cell.state != CellState::Unknown;
        kinds.interpolated |= cell.state == CellState::Interpolated;
        kinds.measured |= cell.state == CellState::Measured;
        kinds.colored |= cell.shares.has_value();
        kinds.underFilled |= cell.underFilled;
        kinds.outOfCache |= cell.marked && !cell.underFilled;
    }
    return kinds;
}

/// Every processor goes by the id "cpu", also that of another machine's session; one without a name has not said yet
/// what it is.
bool sameMachine(const DeviceInfo& a, const DeviceInfo& b)
{
    return a.id == b.id
        && (a.name.empty() || b.name.empty() || (a.name == b.name && a.isa == b.isa && a.threads == b.threads));
}

bool sameColors(const Theme& a, const Theme& b)
{
    return a.dark == b.dark && a.plot == b.plot && a.compute == b.compute && a.memory == b.memory
        && a.overhead == b.overhead;
}

constexpr double hatchPeriod = 6.0; ///< pixels along a row between hatching lines
constexpr double hatchWidth = 1.1;
constexpr double hatchDarkness = 0.34;
/// Between measured cells a mark spans the whole way to the next one, because nobody has looked where on it the
/// exception lies: it is drawn fainter.
constexpr double faintHatchDarkness = 0.17;

QRgb darkened(QRgb color, double amount)
{
    const auto channel = [&](int value) { return static_cast<int>(value * (1.0 - amount)); };
    return qRgb(channel(qRed(color)), channel(qGreen(color)), channel(qBlue(color)));
}

/// How much of a hatching line covers a pixel on the diagonal x + y.
double hatchCover(double diagonal, double scale)
{
    const double place = std::fmod(diagonal, hatchPeriod * scale) - hatchPeriod * scale / 2.0;
    return std::clamp(hatchWidth * scale / 2.0 + 0.5 - std::abs(place), 0.0, 1.0);
}

} // namespace

MapPicturePointer makeMapPicture(const MapRequest& request)
{
    RegimeMapData data = regimeMapData(*request.snapshot, request.cursor);
    if (request.other)
        compareWith(data, *request.other);
    const MapColors colors(request.theme, request.choice, data);
    QImage cells = data.cells.empty() ? QImage() : cellImage(data, colors);
    std::vector<IsoLine> isoLines = isoLinesOf(data, request.iso);
    const CellKinds kinds = kindsOf(data.cells);
    return std::make_shared<const MapPicture>(
        MapPicture{request, std::move(data), colors, std::move(cells), std::move(isoLines), kinds});
}

const MapPicturePointer& emptyMapPicture()
{
    static const auto empty = std::make_shared<const MapPicture>(
        MapPicture{{}, {}, MapColors(Theme::light(), {}, {}), {}, {}, {}});
    return empty;
}

bool looksAlike(const MapRequest& a, const MapRequest& b)
{
    // What was measured here must never stand under the name of another device, not for a moment.
    if (a.snapshot && b.snapshot
        && (!sameMachine(a.snapshot->device, b.snapshot->device) || a.snapshot->provenance != b.snapshot->provenance))
        return false;
    return a.choice == b.choice && a.iso == b.iso && a.other == b.other && sameColors(a.theme, b.theme);
}

bool answers(const MapPicture& picture, const MapRequest& request)
{
    if (!picture.request.snapshot || !request.snapshot || !looksAlike(picture.request, request))
        return false;
    const Workload slice = mapSlice(request.snapshot->plan, request.cursor);
    if (picture.request.snapshot != request.snapshot) {
        // Where nothing lies at the cursor the map is the plan's own, which is another one then.
        const bool atCursor = mapSlice(request.snapshot->plan, picture.data.base) == slice;
        if (!atCursor || !showsTheSame(*picture.request.snapshot, *request.snapshot))
            return false;
    }
    return mapSlice(request.snapshot->plan, picture.request.cursor) == slice;
}

QString hatchingWords(const CellKinds& kinds)
{
    if (kinds.underFilled)
        return kinds.outOfCache ? tr("under-filled, or falls out of a cache") : tr("under-filled");
    return kinds.outOfCache ? tr("falls out of a cache") : QString();
}

QImage plotImage(const MapPicture& picture, const QCPRange& across, const QCPRange& up, QSize size, double hatching)
{
    const RegimeMapData& data = picture.data;
    const QRgb ground = picture.request.theme.plot.rgb();
    const int width = size.width();
    const int height = size.height();
    const auto indices = [](const std::vector<double>& edges, double low, double high, int count) {
        std::vector<int> result(static_cast<std::size_t>(count));
        for (int i = 0; i < count; ++i) {
            const double value = low + (high - low) * (i + 0.5) / count;
            const auto above = std::upper_bound(edges.begin(), edges.end(), value) - edges.begin();
            const bool outside = above == 0 || above == static_cast<std::ptrdiff_t>(edges.size());
            result[static_cast<std::size_t>(i)] = outside ? -1 : static_cast<int>(above) - 1;
        }
        return result;
    };
    const auto columns = indices(data.xEdges, across.lower, across.upper, width);
    const auto rows = indices(data.yEdges, up.upper, up.lower, height);
    const bool hatched = picture.request.choice.view == MapView::Regime;
    const auto isMarked = [&](int row) {
        const auto first = data.cells.begin() + static_cast<std::ptrdiff_t>(row) * std::ssize(data.xs);
        return hatched
            && std::any_of(first, first + std::ssize(data.xs), [](const MapCell& cell) { return cell.marked; });
    };
    QImage image(width, height, QImage::Format_RGB32);
    int before = -2; // the row of the line above
    bool marked = false;
    for (int y = 0; y < height; ++y) {
        auto* line = reinterpret_cast<QRgb*>(image.scanLine(y));
        const int row = rows[static_cast<std::size_t>(y)];
        if (row == before && !marked) { // most lines are like the one above
            std::memcpy(line, image.constScanLine(y - 1), static_cast<std::size_t>(width) * sizeof(QRgb));
            continue;
        }
        marked = row >= 0 && (row == before ? marked : isMarked(row));
        before = row;
        if (row < 0) {
            std::fill_n(line, width, ground);
            continue;
        }
        const auto* cellLine = reinterpret_cast<const QRgb*>(
            picture.cells.constScanLine(picture.cells.height() - 1 - row));
        for (int x = 0; x < width; ++x) {
            const int column = columns[static_cast<std::size_t>(x)];
            line[x] = column < 0 ? ground : cellLine[column];
            if (!marked || column < 0)
                continue;
            const MapCell& cell = data.cell(static_cast<std::size_t>(column), static_cast<std::size_t>(row));
            if (!cell.marked)
                continue;
            if (const double cover = hatchCover(x + y, hatching); cover > 0.0)
                line[x] = darkened(line[x],
                                   cover * (cell.state == CellState::Measured ? hatchDarkness : faintHatchDarkness));
        }
    }
    return image;
}

} // namespace ridgepoint
