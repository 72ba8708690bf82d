// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QTimer>
#include <QWidget>

class QLabel;
class QMainWindow;
class QTextBrowser;

namespace ridgepoint {

/// What the speaker alone sees of a lecture: notes of what is on show, what comes next, and the time since the lecture
/// began. A window of its own on a second screen, else a strip below the slide, which makes room for it.
class LectureNotes : public QWidget {
    Q_OBJECT

public:
    /// Of one item of the lecture.
    struct State {
        QString place; ///< "2 of 8"
        QString title;
        QString notes; ///< Markdown; empty for none
        QString next;  ///< title of the next; empty at the end
        QString doubt; ///< why the item is not on show; empty where it is
    };

    explicit LectureNotes(QMainWindow* hall);

    /// The lecture and its clock begin.
    void begin(const QString& title, int minutes);
    void show(const State& state);
    using QWidget::show;
    /// Goes to a screen on which the window for the audience is not, and is shown there; false where there is none.
    bool showElsewhere();
    /// Goes to the foot of this widget, whose column is what the audience sees, and is shown there.
    void showBelow(QWidget& slide);
    /// Whether it is there, also while the slide itself is out of sight.
    [[nodiscard]] bool isBelow() const { return !isWindow() && !isHidden(); }

    [[nodiscard]] const QLabel* place() const { return m_place; }
    [[nodiscard]] const QLabel* elapsed() const { return m_elapsed; }
    [[nodiscard]] const QTextBrowser* notes() const { return m_notes; }
    [[nodiscard]] const QLabel* next() const { return m_next; }
    [[nodiscard]] const QLabel* doubt() const { return m_doubt; }

signals:
    /// It was shown or hidden; not by what it stands in.
    void shownChanged(bool isShown);

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void showTime();

    QMainWindow* m_hall;
    QLabel* m_place;
    QLabel* m_elapsed;
    QLabel* m_doubt;
    QTextBrowser* m_notes;
    QLabel* m_next;
    QTimer m_tick;
    QElapsedTimer m_since;
    int m_minutes = 0;
};

/// "7:05", "1:07:05".
[[nodiscard]] QString clockWords(qint64 seconds);

} // namespace ridgepoint
