// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/base/glossary.h"

#include <QFile>

#include <algorithm>

namespace ridgepoint {
namespace {

/// What follows a word and a colon at the beginning of a paragraph; empty where it begins otherwise.
QString after(const QString& word, const QString& paragraph)
{
    const QString head = word + QStringLiteral(": ");
    return paragraph.startsWith(head) ? paragraph.mid(head.size()) : QString();
}

GlossaryEntry entryOf(const QString& section)
{
    const qsizetype end = section.indexOf(QLatin1Char('\n'));
    GlossaryEntry entry;
    entry.term = section.left(end).trimmed();
    QStringList sentences;
    for (const QString& lines : section.mid(end + 1).split(QStringLiteral("\n\n"), Qt::SkipEmptyParts)) {
        const QString paragraph = lines.simplified();
        if (const QString formula = after(QStringLiteral("Formula"), paragraph); !formula.isEmpty())
            entry.formula = formula;
        else if (const QString place = after(QStringLiteral("Seen"), paragraph); !place.isEmpty())
            entry.place = place;
        else if (const QString names = after(QStringLiteral("Also"), paragraph); !names.isEmpty())
            entry.also = names.split(QStringLiteral(", "));
        else if (!paragraph.isEmpty())
            sentences << paragraph;
    }
    entry.text = sentences.join(QLatin1Char(' '));
    return entry;
}

} // namespace

std::vector<GlossaryEntry> parseGlossary(const QString& page)
{
    std::vector<GlossaryEntry> entries;
    const QStringList sections = page.split(QStringLiteral("\n## "));
    for (qsizetype i = 1; i < sections.size(); ++i)
        entries.push_back(entryOf(sections[i]));
    return entries;
}

const std::vector<GlossaryEntry>& glossary()
{
    static const std::vector<GlossaryEntry> entries = [] {
        QFile file(QStringLiteral(":/glossary/en.md"));
        return file.open(QIODevice::ReadOnly) ? parseGlossary(QString::fromUtf8(file.readAll()))
                                              : std::vector<GlossaryEntry>();
    }();
    return entries;
}

QString glossaryTip(const char* term)
{
    const auto& entries = glossary();
    const auto found = std::find_if(entries.begin(), entries.end(), [term](const GlossaryEntry& entry) {
        return entry.term.compare(QLatin1String(term), Qt::CaseInsensitive) == 0;
    });
    Q_ASSERT(found != entries.end());
    if (found == entries.end())
        return {};
    // As rich text, which a tool tip breaks into lines.
    QString tip = QStringLiteral("<p><b>%1</b><br>%2").arg(found->term.toHtmlEscaped(), found->text.toHtmlEscaped());
    if (!found->formula.isEmpty())
        tip += QStringLiteral("<br><i>%1</i>").arg(found->formula.toHtmlEscaped());
    return tip + QStringLiteral("</p>");
}

} // namespace ridgepoint
