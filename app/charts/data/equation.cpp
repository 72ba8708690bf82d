// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/data/equation.h"

#include "app/charts/style/texts.h"

namespace ridgepoint {
bool hasFixedTerm(const Workload& workload, const RoofSet& roofs, DeviceKind kind)
{
    return costsOnceAChain(workload.launchMode, kind) && roofs.find(std::string(launchFixedRoofId)) != nullptr;
}

QString equationOf(const Workload& workload, const RoofSet& roofs, DeviceKind kind)
{
    const bool fixed = hasFixedTerm(workload, roofs, kind);
    const auto prediction = predict(workload, roofs, kind);
    if (prediction && prediction->form == TimeForm::Overlapped)
        return fixed ? tr("T = max(L·t, L·max(F/P, B/W)) + t_fixed") : tr("T = max(L·t, L·max(F/P, B/W))");
    return fixed ? tr("T = L · (max(F/P, B/W) + t) + t_fixed") : tr("T = L · (max(F/P, B/W) + t)");
}

} // namespace ridgepoint
