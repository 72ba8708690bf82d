// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/data/snapshot.h"
#include "core/model/workload.h"
#include "core/session/session.h"

#include <string>

namespace ridgepoint {

/// What the charts need of a session: the device named (or that of the last plan, or of the first sample), its roofs,
/// its map's plan (guessed from the samples when none is stored), its samples with the cells between filled, and
/// their analysis. Unavailable when the session holds neither samples nor roofs.
[[nodiscard]] Result<Snapshot> snapshotFromSession(const Session& session, const std::string& device = {});
/// What a report needs of a session that holds experiments and no samples: the device of the latest one, with its
/// roofs, else those that the results of this device and thread count were predicted with.
[[nodiscard]] Snapshot snapshotOfExperiments(const Session& session);

/// The workload that the window looked at, as a session's view (Session::viewJson) keeps it. What the view does not
/// say, or says wrongly, is taken from `otherwise`; whether the whole makes sense is the caller's to check.
[[nodiscard]] Workload placeOfView(const std::string& viewJson, Workload otherwise);
/// The id of the device that the window looked at; empty where the view names none.
[[nodiscard]] std::string deviceOfView(const std::string& viewJson);

} // namespace ridgepoint
