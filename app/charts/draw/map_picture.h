// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/data/regime_map_data.h"
#include "app/charts/draw/map_colors.h"
#include "app/charts/style/theme.h"

#include <qcustomplot.h>

#include <QImage>

#include <cstdint>
#include <memory>
#include <vector>

namespace ridgepoint {

/// What a picture of the map is to be of.
struct MapRequest {
    SnapshotPointer snapshot;
    SnapshotPointer other; ///< the session that it is compared with; null for none
    Workload cursor;       ///< which slice of a cube
    MapChoice choice;
    IsoChoice iso;
    Theme theme;
    std::uint64_t number = 0; ///< later requestes have larger ones
};

/// What there is among a map's cells. Told once: the drawing asks many times, and a large map's cells fill no cache.
struct CellKinds {
    bool known = false; ///< any but Unknown
    bool interpolated = false;
    bool measured = false;
    bool colored = false;     ///< has shares
    bool underFilled = false; ///< hatched for that
    bool outOfCache = false;  ///< hatched as time grows faster than the work
};

/// What the hatched cells are, of those that there are: "under-filled", "falls out of a cache" or both; empty where
/// none is.
[[nodiscard]] QString hatchingWords(const CellKinds& kinds);

/// Everything of the map that does not depend on its place on the screen: cells with their colours, borders, iso-lines
/// and where names may stand. Made in any thread and never changed.
struct MapPicture {
    MapRequest request; ///< its snapshot is null in the picture of nothing
    RegimeMapData data;
    MapColors colors;
    QImage cells; ///< one pixel a cell, the highest y first
    std::vector<IsoLine> isoLines;
    CellKinds kinds;
};

using MapPicturePointer = std::shared_ptr<const MapPicture>;

/// The picture for a request with a snapshot.
[[nodiscard]] MapPicturePointer makeMapPicture(const MapRequest& request);
/// The picture of nothing: no axes and no cells. Never null.
[[nodiscard]] const MapPicturePointer& emptyMapPicture();
/// The cells between these ends of the axes as an image of the plot, `size` pixels large and in the regime view hatched
/// where marked, with `hatching` pixels for a thin line.
[[nodiscard]] QImage plotImage(const MapPicture& picture, const QCPRange& across, const QCPRange& up, QSize size,
                               double hatching);
/// Whether both show the same quantity of the same device in the same colours beside the same session, of whatever
/// cells.
[[nodiscard]] bool looksAlike(const MapRequest& a, const MapRequest& b);
/// Whether a picture is what a request asks for.
[[nodiscard]] bool answers(const MapPicture& picture, const MapRequest& request);

/// Makes pictures in another thread and keeps some.
class MapPictures {
public:
    virtual ~MapPictures() = default;
    /// The picture for a request, where it is there; else it is being made, and this is the newest finished one of the
    /// same look, or null. With `now` it is made at once, in this thread.
    [[nodiscard]] virtual MapPicturePointer find(MapRequest request, bool now) = 0;
};

} // namespace ridgepoint
