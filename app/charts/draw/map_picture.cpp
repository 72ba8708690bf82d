// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/draw/map_picture.h"

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

} // namespace

MapPicturePointer makeMapPicture(const MapWish& wish)
{
    RegimeMapData data = regimeMapData(*wish.snapshot, wish.cursor);
    if (wish.other)
        compareWith(data, *wish.other);
    const MapColors colors(wish.theme, wish.choice, data);
    QImage cells = data.cells.empty() ? QImage() : cellImage(data, colors);
    std::vector<IsoLine> isoLines = isoLinesOf(data, wish.iso);
    const CellKinds kinds = kindsOf(data.cells);
    return std::make_shared<const MapPicture>(
        MapPicture{wish, std::move(data), colors, std::move(cells), std::move(isoLines), kinds});
}

const MapPicturePointer& emptyMapPicture()
{
    static const auto empty = std::make_shared<const MapPicture>(
        MapPicture{{}, {}, MapColors(Theme::light(), {}, {}), {}, {}, {}});
    return empty;
}

bool looksAlike(const MapWish& a, const MapWish& b)
{
    // What was measured here must never stand under the name of another device, not for a moment.
    if (a.snapshot && b.snapshot
        && (!sameMachine(a.snapshot->device, b.snapshot->device) || a.snapshot->provenance != b.snapshot->provenance))
        return false;
    return a.choice == b.choice && a.iso == b.iso && a.other == b.other && sameColors(a.theme, b.theme);
}

bool answers(const MapPicture& picture, const MapWish& wish)
{
    if (!picture.wish.snapshot || !wish.snapshot || !looksAlike(picture.wish, wish))
        return false;
    const Workload slice = mapSlice(wish.snapshot->plan, wish.cursor);
    if (picture.wish.snapshot != wish.snapshot) {
        // Where nothing lies at the cursor the map is the plan's own, which is another one then.
        const bool atCursor = mapSlice(wish.snapshot->plan, picture.data.base) == slice;
        if (!atCursor || !showsTheSame(*picture.wish.snapshot, *wish.snapshot))
            return false;
    }
    return mapSlice(wish.snapshot->plan, picture.wish.cursor) == slice;
}

} // namespace ridgepoint
