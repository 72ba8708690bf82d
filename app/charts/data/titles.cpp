// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/data/titles.h"

#include "app/charts/data/describe.h"
#include "app/charts/data/series_data.h"
#include "app/charts/style/texts.h"

namespace ridgepoint {
namespace {

QString deviceWords(const Snapshot& snapshot)
{
    const QString name = QString::fromStdString(snapshot.device.name.empty() ? snapshot.device.id
                                                                             : snapshot.device.name);
    if (snapshot.provenance == Provenance::Datasheet)
        return tr("%1 by its datasheet, predicted").arg(name);
    if (snapshot.provenance == Provenance::Published)
        return tr("%1, predicted from published roofs").arg(name);
    return snapshot.roofs.threads > 0 ? tr("%1, %2 threads").arg(name).arg(snapshot.roofs.threads) : name;
}

} // namespace

QString noteFor(const Snapshot& snapshot, const Workload& cursor, std::optional<AxisKind> along)
{
    const QString what = along ? lineWords(nearestLine(snapshot, cursor, *along), *along, Format())
                               : text(nameOf(cursor.precision)) + QLatin1Char(' ') + text(nameOf(cursor.operation));
    return deviceWords(snapshot) + QStringLiteral(" · ") + what;
}

} // namespace ridgepoint
