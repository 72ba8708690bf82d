// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/base/word_search.h"

#include <QStringList>

namespace ridgepoint {
namespace {

/// For each word a pattern that matches its letters where a word begins.
QStringList beginningsOf(const QString& typed)
{
    QStringList patterns;
    for (const QString& word : typed.split(QRegularExpression(QStringLiteral("\\s+")), Qt::SkipEmptyParts)) {
        const bool isRidge = QStringLiteral("ridge").startsWith(word, Qt::CaseInsensitive);
        patterns << QStringLiteral("(?<![\\p{L}\\p{N}])") + (isRidge ? QStringLiteral("(?!ridgepoint)") : QString())
                        + QRegularExpression::escape(word);
    }
    return patterns;
}

QRegularExpression patternOf(const QString& pattern)
{
    return QRegularExpression(pattern, QRegularExpression::CaseInsensitiveOption
                                           | QRegularExpression::DotMatchesEverythingOption
                                           | QRegularExpression::UseUnicodePropertiesOption);
}

} // namespace

QRegularExpression anyTypedWord(const QString& typed)
{
    const QStringList words = beginningsOf(typed);
    return patternOf(words.isEmpty() ? QStringLiteral("(?!)") : words.join(QLatin1Char('|')));
}

QRegularExpression allTypedWords(const QString& typed)
{
    QString pattern = QStringLiteral("\\A");
    for (const QString& word : beginningsOf(typed))
        pattern += QStringLiteral("(?=.*") + word + QLatin1Char(')');
    return patternOf(pattern);
}

} // namespace ridgepoint
