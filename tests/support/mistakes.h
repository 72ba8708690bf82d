// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QTest>

/// A table of mistakes: in each row one part of a right text is another, and its reader must say what is wrong.
namespace ridgepoint::test {

/// The columns of the table.
inline void beginMistakes()
{
    QTest::addColumn<QString>("old");
    QTest::addColumn<QString>("now");
    QTest::addColumn<QString>("message");
}

/// A row: `now` stands in the place of `old`, and the reader says `message`. All are UTF-8.
inline void addMistake(const char* name, const char* old, const char* now, const char* message)
{
    QTest::newRow(name) << QString::fromUtf8(old) << QString::fromUtf8(now) << QString::fromUtf8(message);
}

/// The right text with the row's mistake in it; null where it does not have that part.
inline QString withMistake(QString text)
{
    QFETCH(QString, old);
    QFETCH(QString, now);
    const auto place = text.indexOf(old);
    return place < 0 ? QString() : text.replace(place, old.size(), now);
}

/// What the row wants to be said.
inline QString messageOfMistake()
{
    QFETCH(QString, message);
    return message;
}

} // namespace ridgepoint::test
