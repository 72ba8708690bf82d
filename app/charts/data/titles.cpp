// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/data/titles.h"

#include "app/charts/data/describe.h"
#include "app/charts/data/series_data.h"

#include <QCoreApplication>

namespace ridgepoint {
namespace {

QString tr(const char* text) { return QCoreApplication::translate("ridgepoint", text); }

QString word(std::string_view name) { return QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())); }

QString deviceWords(const Snapshot& snapshot)
{
    const QString name = QString::fromStdString(snapshot.device.name.empty() ? snapshot.device.id : snapshot.device.name);
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
                               : word(nameOf(cursor.precision)) + QLatin1Char(' ') + word(nameOf(cursor.operation));
    return deviceWords(snapshot) + QStringLiteral(" · ") + what;
}

} // namespace ridgepoint
