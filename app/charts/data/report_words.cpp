// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/data/report_words.h"

#include "app/charts/style/texts.h"

#include <QDateTime>

namespace ridgepoint {
namespace {

struct Mark {
    Flag flag;
    char letter;
};
constexpr Mark marks[] = {{Flag::FewReadings, 'F'},     {Flag::IntervalNotReached, 'I'}, {Flag::Throttled, 'T'},
                          {Flag::Preempted, 'P'},       {Flag::MachineBusy, 'B'},        {Flag::UnderFilled, 'U'},
                          {Flag::CacheTransition, 'C'}, {Flag::Ambiguous, 'A'},          {Flag::Edge, 'R'},
                          {Flag::PowerLimited, 'W'}};

/// "Marks: F few readings, B machine busy."; empty where nothing is marked.
QString markKey(FlagSet used)
{
    QStringList parts;
    for (const Mark& mark : marks)
        if (used.has(mark.flag))
            parts << QString(QLatin1Char(mark.letter)) + QLatin1Char(' ') + flagWords(mark.flag);
    return parts.isEmpty() ? QString() : tr("Marks: %1.").arg(parts.join(QStringLiteral(", ")));
}

} // namespace

QString dateWords(const QString& iso)
{
    const QDateTime date = QDateTime::fromString(iso, Qt::ISODate);
    return date.isValid() ? date.toUTC().toString(QStringLiteral("yyyy-MM-dd HH:mm")) + QStringLiteral(" UTC") : iso;
}

QString boundedWords(const QString& words)
{
    constexpr qsizetype mostLetters = 12000;
    return words.size() <= mostLetters
             ? words
             : tr("%1… (shortened; the full text is in the session)").arg(words.left(mostLetters));
}

void addUnlessEmpty(ReportFacts& facts, const QString& name, const QString& value)
{
    if (!value.isEmpty())
        facts.facts.emplace_back(boundedWords(name), boundedWords(value));
}

QString marksOf(FlagSet flags)
{
    QString letters;
    for (const Mark& mark : marks)
        if (flags.has(mark.flag))
            letters += QLatin1Char(mark.letter);
    return letters;
}

void addMarkKey(ReportTable& table, FlagSet used)
{
    if (const QString key = markKey(used); !key.isEmpty())
        table.note += (table.note.isEmpty() ? QString() : QStringLiteral(" · ")) + key;
}

} // namespace ridgepoint
