// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/data/equation.h"

#include "app/charts/style/texts.h"

#include <algorithm>

namespace ridgepoint {
bool hasFixedTerm(const Workload& workload, const RoofSet& roofs, DeviceKind kind)
{
    return costsOnceAChain(workload.launchMode, kind) && roofs.find(std::string(launchFixedRoofId)) != nullptr;
}

bool isWaiting(const Prediction& prediction)
{
    return prediction.latency > std::max(prediction.compute, prediction.memory);
}

QString equationOf(const Workload& workload, const RoofSet& roofs, DeviceKind kind, WaitingTerm waiting)
{
    const bool fixed = hasFixedTerm(workload, roofs, kind);
    const QString work = waiting == WaitingTerm::Named ? QStringLiteral("max(F/P, B/W, k·d·λ)")
                                                       : QStringLiteral("max(F/P, B/W)");
    return (fixed ? tr("T = L · (%1 + t) + t_fixed") : tr("T = L · (%1 + t)")).arg(work);
}

} // namespace ridgepoint
