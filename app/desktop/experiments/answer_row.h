// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QProgressBar;

namespace ridgepoint {

class FolderButton;

/// What came of a command in the experiment dialog, with a button for the folder of a file that was written. It stands
/// beside what is said of running, which neither waits for it nor wipes it; hidden while there is none.
class AnswerRow : public QWidget {
    Q_OBJECT

public:
    explicit AnswerRow(QWidget* parent);

    /// `path` is of a file that was written.
    void say(const QString& words, const QString& path = {});
    /// That it could not be done, and why.
    void warn(const QString& words);
    void clear();
    [[nodiscard]] QString words() const;

private:
    void put(const QString& words, const QString& role, const QString& path);

    QLabel* m_words;
    FolderButton* m_folder;
};

/// How far a run is and what is measured just now. It keeps its height while nothing runs, so that nothing below it
/// moves when a run begins or ends.
class ExperimentProgressBar : public QWidget {
    Q_OBJECT

public:
    explicit ExperimentProgressBar(QWidget* parent);

    /// `fraction` is 0 to 1; `what` is empty where nothing is measured yet.
    void setRunning(bool running, double fraction, const QString& what);
    [[nodiscard]] bool isRunning() const { return m_running; }

private:
    QProgressBar* m_bar;
    QLabel* m_what;
    bool m_running = false;
};

} // namespace ridgepoint
