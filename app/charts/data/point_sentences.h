// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/style/format.h"
#include "core/analysis/analyse.h"

#include <QString>
#include <QStringList>

namespace ridgepoint {

/// "memory 93 ± 3 % · compute 5 ± 2 % · overhead 2 ± 1 %": the measured shares with their intervals, for a point that has any.
[[nodiscard]] QString sharesLine(const PointAnalysis& analysis, const Format& format);
/// Each marked exception explained in a sentence.
[[nodiscard]] QStringList exceptionsOf(FlagSet flags);

} // namespace ridgepoint
