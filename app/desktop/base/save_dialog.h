// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>

class QWidget;

namespace ridgepoint {

/// Asks where to write a file with this ending ("ridge"), which a name without it is given. No file is written over
/// that the user was not asked about under its whole name. Empty where the user thought better of it.
[[nodiscard]] QString askWhereToSave(QWidget* parent, const QString& title, const QString& proposal,
                                     const QString& filter, const QString& ending);

/// Where files are proposed to be opened from and written to: the user's folder of documents, or the home folder where
/// that does not exist, so that no dialog takes its name for that of a file.
[[nodiscard]] QString usualFolder();

/// A format that a file may be written in: "PDF", "pdf".
struct SaveKind {
    QString words;
    QString ending;
};
/// The formats of a dialog that shows one chart: its picture, and its numbers.
[[nodiscard]] QList<SaveKind> chartKinds();
/// The same where the ending chooses between formats: a name without one gets that of the format chosen in the dialog,
/// and choosing another format there changes the name's ending.
[[nodiscard]] QString askWhereToSave(QWidget* parent, const QString& title, const QString& proposal,
                                     const QList<SaveKind>& kinds);

} // namespace ridgepoint
