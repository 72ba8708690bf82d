// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/data/snapshot.h"
#include "app/charts/style/format.h"

#include <QString>

#include <optional>

namespace ridgepoint {

/// How long a compared device takes for the workload of its own that compares best with this one (`comparable`):
/// measured or published at that place, else between its cells as the map of `plan` has it (`partnerTime`), which
/// Flag::Interpolated tells, else as its roofs predict, which Provenance::Predicted tells; these two have no interval.
/// Nothing where its roofs predict nothing either.
[[nodiscard]] std::optional<Sample> timeElsewhere(const Snapshot& other, const Workload& here, const Plan& plan);

/// The own time at a point beside a compared device's, in words.
struct ComparedHere {
    /// "117 µs here, 9.0 µs on A100 (predicted from published figures; queued instead of wait-each): 13×".
    QString line;
    QString answer; ///< "A100 (predicted …): 9.0 µs at this point. Host CPU: 117 µs, 13× as long."
};

/// `own` is what was measured or published at the point, `plan` that of its map; nothing where the other has no time
/// there. Two times with intervals that cannot be told apart (`compareTimes`) are said to be so in the ratio's place.
[[nodiscard]] std::optional<ComparedHere> comparedHere(const Sample& own, const QString& ownName, const Plan& plan,
                                                       const Snapshot& other, const QString& otherName,
                                                       const Format& format);

} // namespace ridgepoint
