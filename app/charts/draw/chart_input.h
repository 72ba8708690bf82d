// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/data/pin.h"
#include "app/charts/data/snapshot.h"
#include "app/charts/draw/chart_marks.h"
#include "app/charts/draw/concealed.h"

#include <QString>

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

namespace ridgepoint {

/// Another session drawn into the same chart.
struct Overlay {
    SnapshotPointer snapshot;
    QString name;
    QString device = {}; ///< without its origin and what is unlike the cursor, which charts say that draw another line
                         ///< of it; empty for none
    std::size_t place = 0; ///< among all that is compared, where it is drawn without the others: its colour
    QString instead = {};  ///< in what its line is other work than the cursor's; empty for the same work

    /// The device's where it has one, else the session's: for words that say origin and line by themselves.
    [[nodiscard]] const QString& plainName() const { return device.isEmpty() ? name : device; }
    friend bool operator==(const Overlay&, const Overlay&) = default;
};

/// What a chart is given to show, all of which goes into files too, but the probe. ChartWidget::setInput compares it
/// field by field with what was shown before and draws what has changed, at most every 33 ms.
struct ChartInput {
    /// Device, roofs and samples: cheap to change where little is different.
    SnapshotPointer snapshot = nullptr;
    /// Where the sliders stand: which line or slice of the cube is drawn.
    Workload cursor = {};
    /// The point with the ring; drawn only where the chart has it.
    std::optional<Workload> selected = {};

    // These may need other axes or other room: everything is drawn anew.
    /// Other sessions drawn into the same chart (roofline and curves all, the map the first, as a difference).
    std::vector<Overlay> overlays = {};
    QString sessionName = {};   ///< of the own session, where overlays are drawn
    QString title = {};         ///< at the top left; empty with an empty note takes no room
    QString note = {};          ///< at the top right
    QString emptyText = {};     ///< what a chart without samples says instead; of a new chart, that Run measures some
    bool hintsAtWindow = false; ///< that text says what to do in a window: a file says that samples are missing
    /// What was pinned, drawn grey under the samples and named where there is room; never null in a chart.
    PinList pins = std::make_shared<const std::vector<Pin>>();
    std::optional<std::size_t> pinAlone = {}; ///< the only one of them that is drawn, by its place; none: all are
    /// Of the roofline: roofs of other precisions, and intervals beside the roofs' values. Files have them unless a
    /// window says otherwise.
    bool detailed = true;
    Concealed concealed = Concealed::Nothing; ///< until somebody has guessed it

    // These are drawn over the points: the overlay alone is drawn anew.
    Brush brushed = std::make_shared<const std::vector<Workload>>(); ///< here or elsewhere; never null in a chart
    std::optional<Workload> linked = {}; ///< hovered in another chart: marked where this one draws it
    GuessMarks guess = {};
    std::optional<AskedPlace> asked = {}; ///< what somebody is to guess of
    ProbeTrail probe = {};                ///< the live probe; an empty trail takes it away

    /// What is looked at: the selected point, else where the sliders stand.
    [[nodiscard]] const Workload& point() const { return selected ? *selected : cursor; }
    [[nodiscard]] bool shows(std::size_t pin) const { return !pinAlone || *pinAlone == pin; }
    /// The pins that are drawn.
    [[nodiscard]] std::vector<const Pin*> shownPins() const
    {
        std::vector<const Pin*> shown;
        for (std::size_t i = 0; i < pins->size(); ++i)
            if (shows(i))
                shown.push_back(&(*pins)[i]);
        return shown;
    }
};

} // namespace ridgepoint
