// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/machines/machine_words.h"

#include "app/charts/style/format.h"
#include "app/charts/style/texts.h"

#include <QDateTime>
#include <QStringList>

namespace ridgepoint {
namespace {

/// A time of today without its date.
QString startWords(const std::string& start)
{
    const QDateTime time = QDateTime::fromString(text(start), Qt::ISODate);
    if (!time.isValid())
        return text(start); // in the queue's own words
    const QLocale& locale = Format().locale();
    return time.date() == QDate::currentDate() ? locale.toString(time.time(), QLocale::ShortFormat)
                                               : locale.toString(time, QLocale::ShortFormat);
}

QString queueWords(const protocol::TargetProgress& progress, const QString& machine)
{
    QStringList parts{tr("%1: waiting in the queue").arg(machine)};
    if (!progress.job.empty())
        parts << tr("job %1").arg(text(progress.job));
    if (progress.position > 0)
        parts << tr("position %1").arg(progress.position);
    if (!progress.reason.empty())
        parts << tr("reason %1").arg(text(progress.reason));
    if (!progress.start.empty())
        parts << tr("expected to start %1").arg(startWords(progress.start));
    return parts.join(QStringLiteral(", "));
}

} // namespace

QString progressWords(const protocol::TargetProgress& progress, const QString& machine)
{
    using State = protocol::TargetState;
    switch (progress.state) {
    case State::Connecting: return tr("%1: connecting").arg(machine);
    case State::Checking: return tr("%1: checking what is there").arg(machine);
    case State::Copying:
        return progress.fraction
                 ? tr("%1: copying the measuring program, %2").arg(machine, Format().percent(*progress.fraction))
                 : tr("%1: copying the measuring program").arg(machine);
    case State::Queued: return queueWords(progress, machine);
    case State::Starting: return tr("%1: starting the measuring program").arg(machine);
    case State::Ready: return tr("%1: measuring").arg(machine);
    }
    return {};
}

} // namespace ridgepoint
