// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/data/caption.h"

#include "app/charts/data/apply_what_if.h"
#include "app/charts/data/describe.h"
#include "app/charts/data/experiment_data.h"
#include "app/charts/style/texts.h"

#include <QDateTime>

#include <algorithm>

namespace ridgepoint {
namespace {

/// "2026-01-01": papers need no minutes.
QString dayOf(const QString& iso)
{
    const QDateTime date = QDateTime::fromString(iso, Qt::ISODate);
    return date.isValid() ? date.toUTC().toString(QStringLiteral("yyyy-MM-dd")) : iso;
}

QString programWords(const QString& version)
{
    const QString shown = version.isEmpty() ? QCoreApplication::applicationVersion() : version;
    return shown.isEmpty() ? QStringLiteral("Ridgepoint") : QStringLiteral("Ridgepoint %1").arg(shown);
}

/// "measured on 2026-01-01 with Ridgepoint 0.1.0".
QString measuredWords(const QString& created, const QString& program)
{
    return created.isEmpty() ? tr("measured with %1").arg(programWords(program))
                             : tr("measured on %1 with %2").arg(dayOf(created), programWords(program));
}

QString originWords(const CaptionSubject& subject)
{
    switch (subject.snapshot->provenance) {
    case Provenance::Measured: return measuredWords(subject.created, subject.program);
    case Provenance::Published:
        return tr("published by others (%1), drawn by %2").arg(subject.origin, programWords({}));
    default: break;
    }
    return tr("predicted from the datasheet and not measured (%1), drawn by %2").arg(subject.origin, programWords({}));
}

/// What markers and their intervals are; sign-test intervals of core/stats/summary.h.
QString intervalWords(const CaptionSubject& subject)
{
    const Snapshot& snapshot = *subject.snapshot;
    if (snapshot.provenance != Provenance::Measured)
        return {};
    if (!subject.along)
        return snapshot.plan.targetInterval > 0.0
                 ? tr("times are 25th percentiles of repeated readings, measured until their 95 % intervals were "
                      "within %1 of the time or the measurement ended")
                       .arg(Format().percent(snapshot.plan.targetInterval))
                 : tr("times are 25th percentiles of repeated readings");
    return tr("points are 25th percentiles of repeated readings, and bars their 95 % intervals, or the range of all "
              "rounds where there are fewer than six");
}

/// What stars and circles are, and what of the user's own kernels is not drawn.
QStringList kernelClauses(const CaptionSubject& subject)
{
    std::vector<ChartedDevice> charted{{subject.snapshot->device, subject.snapshot->provenance}};
    charted.insert(charted.end(), subject.beside.begin(), subject.beside.end());
    const KernelsOnRoofs kernels = kernelsOnRoofs(*subject.snapshot->kernels, charted);
    QStringList clauses;
    if (!std::ranges::all_of(kernels.drawn, &DrawnKernel::isImported))
        clauses << tr("stars are kernels that their author counted and timed");
    if (kernels.hasImported())
        clauses << tr("circles are kernels from other programs, their area the share of the time, filled at the bytes "
                      "of DRAM and hollow at those of caches");
    for (const KernelNote& note : kernelNotes(kernels, Format()))
        clauses << note.what;
    return clauses;
}

bool isAnyDoubtful(const Snapshot& snapshot)
{
    return std::ranges::any_of(snapshot.points,
                               [](const PointAnalysis& point) { return point.flags.has(Flag::Ambiguous); });
}

} // namespace

QString programOf(const std::map<std::string, std::string>& environment)
{
    for (const char* key : {"ridgepoint", "version"}) // as the window and ridgepoint-bench write it
        if (const auto found = environment.find(key); found != environment.end())
            return text(found->second);
    return {};
}

QString captionOf(const CaptionSubject& subject)
{
    const Snapshot& snapshot = *subject.snapshot;
    const QString work = text(nameOf(subject.cursor.precision)) + QLatin1Char(' ')
                       + text(nameOf(subject.cursor.operation));
    QStringList place = noteFor(snapshot, subject.cursor, subject.along).split(betweenParts);
    if (!subject.along)
        place.back() = text(nameOf(subject.cursor.launchMode)); // a map's note ends with the work
    QStringList clauses{
        tr("%1 of %2 on %3, %4").arg(subject.chart, work, place.join(QStringLiteral(", ")), originWords(subject))};
    if (const QString words = intervalWords(subject); !words.isEmpty())
        clauses << words;
    if (subject.coloursRegimes)
        clauses << (isAnyDoubtful(snapshot)
                        ? tr("a cell's colour says what limits it, and paler colours are less certain")
                        : tr("a cell's colour says what limits it"));
    if (subject.hasStars)
        clauses << kernelClauses(subject);
    if (!subject.compared.isEmpty())
        clauses << tr("beside it %1")
                       .arg(QStringList(subject.compared)
                                .replaceInStrings(betweenParts, QStringLiteral(", ")) // a sentence has no dots in it
                                .join(tr(" and ")));
    if (hasWhatIf(snapshot))
        clauses << tr("predictions with changed roofs (%1)").arg(whatIfWords(snapshot, Format()));
    return clauses.join(QStringLiteral("; ")) + QLatin1Char('.');
}

QString captionOf(const ExperimentInfo& info, const ExperimentResult& result, const QString& program)
{
    const QString device = text(result.deviceName.empty() ? result.device : result.deviceName);
    return tr("%1 on %2, %3; error bars are the intervals of the measured numbers over the rounds.")
        .arg(catalogueWords(info.title), device, measuredWords(text(result.created), program));
}

} // namespace ridgepoint
