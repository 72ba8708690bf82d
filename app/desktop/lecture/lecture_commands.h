// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/base/presented_part.h"
#include "core/lesson/lecture.h"

#include <QList>
#include <QObject>

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

class QAction;
class QMainWindow;
class QMenu;
class QWidget;

namespace ridgepoint {

class ChartArea;
class Cursor;
class ExperimentCommands;
class LectureNotes;
class LessonCommands;
class LessonPanel;
class LiveSession;
class MessageStrip;
class PresenterMode;

/// What a lecture works with.
struct LectureParts {
    QMainWindow* window = nullptr;
    LiveSession& session;
    Cursor& cursor;
    ChartArea& charts;
    PresenterMode& presenter;
    LessonCommands& lessons;
    ExperimentCommands& experiments;
    MessageStrip& strip;
    LessonPanel& panel;
    QList<QAction*> presenterActions; ///< whose keys the window of the notes takes too
};

/// A lecture: its lessons, slices and experiments one after the other in the presenter, with the speaker's notes on a
/// second screen or, if asked for, below. One key walks all of it, through the states of a lesson too.
class LectureCommands : public QObject, public PresentedPart {
    Q_OBJECT

public:
    explicit LectureCommands(const LectureParts& parts, QObject* parent);

    /// Adds them at the end of the Lessons menu, under the action that opens a lesson.
    void fillMenu(QMenu* menu, QAction* openLesson);
    /// Asks for a file, and begins its lecture.
    void openFile();
    /// Begins the lecture in a file; the strip says what is wrong with it. Its lessons are those that the program
    /// brings along and those in the file's folder, "ID.md".
    void openFile(const QString& path);
    /// The window is as it was.
    void end();

    [[nodiscard]] bool isOpen() const override { return m_lecture.has_value(); }
    bool step(int by) override;
    [[nodiscard]] QScrollArea* side() const override;
    [[nodiscard]] ChartWidget* chart() const override;
    [[nodiscard]] std::optional<std::size_t> plot() const override;
    /// "2 of 8"; empty beside the panel of a lesson, whose head has it: the chart's has no room there.
    [[nodiscard]] QString caption() const override;
    /// What is on show, from 0.
    [[nodiscard]] std::size_t item() const { return m_item; }
    /// Null before the first lecture.
    [[nodiscard]] LectureNotes* notes() const { return m_notes; }
    /// Open, one for each lecture that the program brings along, notes, end.
    [[nodiscard]] const std::vector<QAction*>& actions() const { return m_actions; }

signals:
    /// Another item is on show, or the lecture began or ended.
    void changed();
    /// The cursor was moved for the user.
    void userMoved();
    /// A slice is along this axis: its slider is the one to move.
    void axisAsked(ridgepoint::AxisKind axis);

private:
    /// The page's lecture with its lessons, of which a file of one's own may lie in `folder`; empty for none.
    void begin(std::string_view page, const QString& name, const QString& folder);
    /// The experiments that ask again when they are first on show: all of it; none where it goes on with the answers to
    /// its lessons.
    [[nodiscard]] std::set<std::string> experimentsToAsk() const;
    void go(std::size_t item, int by);
    /// Closes what is on show.
    void clear();
    void withdrawDoubt();
    void showLesson(int by);
    void showSlice();
    void showNotes();
    void wantNotes(bool wanted);
    /// What the audience looks at: an experiment has a window of its own.
    [[nodiscard]] QWidget& slide() const;
    /// The strip of notes goes where the audience looks.
    void moveNotes();
    [[nodiscard]] const LectureItem& current() const { return m_lecture->items[m_item]; }
    [[nodiscard]] QString place() const;
    [[nodiscard]] QString titleOf(const LectureItem& item) const;

    LectureParts m_parts;
    std::vector<QAction*> m_actions;
    QAction* m_wantNotes;
    QAction* m_end;
    LectureNotes* m_notes = nullptr;
    std::optional<Lecture> m_lecture;
    std::map<std::string, Lesson> m_lessons; ///< all that it names, by id
    std::set<std::string> m_toAsk;           ///< ids of the experiments that ask again, until they do
    std::size_t m_item = 0;
    std::string m_device; ///< that the slice is of
    QString m_doubt;      ///< why the item is not on show
};

} // namespace ridgepoint
