// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/data/kernels_on_roofs.h"
#include "app/charts/data/snapshot.h"
#include "core/experiment/frame/experiment_info.h"
#include "core/experiment/frame/experiment_result.h"
#include "core/model/axis_kind.h"

#include <QString>
#include <QStringList>

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace ridgepoint {

/// The version of Ridgepoint that measured, by a session's environment; empty where that does not say.
[[nodiscard]] QString programOf(const std::map<std::string, std::string>& environment);

/// A chart whose caption is wanted.
struct CaptionSubject {
    QString chart; ///< its title: "Roofline"
    SnapshotPointer snapshot;
    Workload cursor;
    std::optional<AxisKind> along;          ///< which the line runs; none for a map
    bool coloursRegimes = false;            ///< a map's
    bool hasStars = false;                  ///< a roofline's, for the user's own kernels
    QString created;                        ///< of the session, ISO 8601; may be empty
    QString program;                        ///< version that measured; empty takes that of this program
    QString origin;                         ///< titles and addresses of figures that were not measured
    QStringList compared;                   ///< names of the devices and sessions beside it
    std::vector<ChartedDevice> beside = {}; ///< those of which a roofline draws the roofs
};

/// One sentence with a full stop that a paper can print under the chart: what it shows, device, date, program and what
/// its intervals and markers mean.
[[nodiscard]] QString captionOf(const CaptionSubject& subject);
/// The same for the chart of an experiment's result.
[[nodiscard]] QString captionOf(const ExperimentInfo& info, const ExperimentResult& result, const QString& program);

} // namespace ridgepoint
