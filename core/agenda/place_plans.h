// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/agenda/agenda_view.h"

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace ridgepoint::agenda {

/// The roofs of the device at the workload's threads; null while none are known.
[[nodiscard]] const RoofSet* roofsHere(const View& view);

/// Whether roofs that could not be measured are tried again.
enum class Unavailable { TriedAgain, LeftAlone };
/// Those that predict the workload and are not known.
[[nodiscard]] std::vector<std::string> missingRoofs(const View& view, const RoofSet& known, Unavailable unavailable);

/// Whether two plans are of the same cells of one device.
[[nodiscard]] bool isSameGrid(const Plan& a, const Plan& b);
/// Cells of a plan that are known.
[[nodiscard]] std::size_t knownCells(const View& view, const Plan& plan);
/// Whether cells of a plan are known whose interval was not reached.
[[nodiscard]] bool hasUnsettled(const View& view, const Plan& plan);

/// The samples of a plan and its neighbours that need not be measured again, without their readings. `counts`: whether
/// a sample that is known is enough.
[[nodiscard]] std::vector<Sample> knownSamples(const View& view, const Plan& plan,
                                               const std::function<bool(const Sample&)>& counts);

/// What to measure first for who stands here: the line of the curves, then, unless only the line is measured, what lies
/// around in the map.
[[nodiscard]] std::vector<Workload> focusHere(const View& view, bool onlyLine);

/// Whether something that the shares of a point are taken from has too few readings for a claim, and measuring the
/// point with its neighbours would mend it.
[[nodiscard]] bool isPointInDoubt(const View& view, const Workload& point);

} // namespace ridgepoint::agenda
