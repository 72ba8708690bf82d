// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/data/report.h"
#include "app/charts/style/format.h"
#include "app/desktop/base/message_strip.h"
#include "app/desktop/base/presented_part.h"
#include "app/desktop/lessons/lesson_measurement.h"
#include "core/lesson/lesson.h"
#include "core/lesson/lesson_answers.h"
#include "core/lesson/lesson_prediction.h"

#include <QObject>
#include <QStringList>
#include <QTimer>

#include <compare>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

class QAction;
class QMenu;
class QMenuBar;

namespace ridgepoint {

class ChartArea;
class ClassDialog;
class Cursor;
class ExperimentController;
class ExperimentSlide;
class LessonPanel;
class LiveSession;
class MeasureController;
class PredictMode;
class PresenterMode;
class WindowLook;

/// What lessons work with.
struct LessonParts {
    QWidget* window = nullptr;
    LiveSession& session;
    Cursor& cursor;
    MeasureController& controller;
    ExperimentController& experiments;
    PredictMode& predict;
    const PresenterMode& presenter;
    ChartArea& charts;
    MessageStrip& strip;
    LessonPanel& panel;
    WindowLook& look;
    QScrollArea* side = nullptr; ///< that the panel is in
};

/// The Lessons menu and the lesson that is under way: its states one after the other, the charts hidden until a
/// prediction stands, and its answers.
class LessonCommands : public QObject, public PresentedPart {
    Q_OBJECT

public:
    explicit LessonCommands(const LessonParts& parts, QObject* parent);

    /// Adds the menu in front of the last one, which is Help.
    QMenu* fillMenus(QMenuBar* bar);
    /// Asks for a page, and begins its lesson.
    void openFile();
    /// Begins the lesson of a page in a file; the strip says what is wrong with it.
    void openFile(const QString& path);
    /// Asks for a folder of a class' answers, and shows them.
    void gather();
    /// Shows the answers in this folder; the strip says why there are none.
    void gather(const QString& folder);
    /// Begins a lesson in place of another. The strip says why it cannot be, and so does what is returned; empty where
    /// it began.
    QString begin(Lesson lesson);
    /// The same once more with answers that were given, in this state; those of no lesson where its results were shown
    /// to people who gave none.
    QString resume(Lesson lesson, const LessonAnswers& answers, LessonSection at);
    /// What was answered in this lesson on the chosen device when it was left last, of no lesson where its results were
    /// shown to people who gave no answer; nothing where neither was, or where the user has begun it anew since.
    [[nodiscard]] std::optional<LessonAnswers> given(const Lesson& lesson) const;
    /// Another audience has seen no results yet.
    void forgetShown() { m_past.shown.clear(); }
    /// The inspector and the charts are back, without a question.
    void end();
    /// Whether it may end, which is asked where answers are in no file. A class that looks on is spared the question:
    /// the answers stay, and the lesson goes on there if asked.
    [[nodiscard]] bool mayEnd();
    /// Whether the window may close: the same of the lesson under way, and one question about all that have ended.
    [[nodiscard]] bool mayClose();
    /// Asks, where some of these lessons were answered, whether they come back as they were left or are begun anew;
    /// false where neither is to be. A class that looks on is spared the question: they come back.
    [[nodiscard]] bool mayTeach(const std::map<std::string, Lesson>& lessons);

    [[nodiscard]] bool isActive() const { return m_lesson.has_value(); }
    [[nodiscard]] bool isOpen() const override { return isActive(); }
    /// To the state after or before this one: with nothing but this key the lesson is walked to its last state. It
    /// measures first what its Do needs, once, and waits for that; a prediction that nobody entered was said aloud.
    bool step(int by) override;
    [[nodiscard]] QScrollArea* side() const override { return m_parts.side; }
    [[nodiscard]] ChartWidget* chart() const override;
    /// By the quantity that its page names in `axes`.
    [[nodiscard]] std::optional<std::size_t> plot() const override;
    /// Its state; meaningful while one is active.
    [[nodiscard]] LessonSection section() const { return allLessonSections[m_step]; }
    /// Whether the prediction stands, or was passed over.
    [[nodiscard]] bool wereResultsShown() const { return m_isCommitted; }
    /// Null before answers were gathered.
    [[nodiscard]] ClassDialog* classDialog() const { return m_class; }
    /// As they stand now.
    [[nodiscard]] LessonAnswers answers() const;
    /// What a handout of it says.
    [[nodiscard]] LabReport handout() const;
    /// And shows: the experiment's chart, or the curves as they are with what the answer is made of. Null where nothing
    /// was measured.
    [[nodiscard]] std::unique_ptr<ChartWidget> handoutChart() const;
    [[nodiscard]] const std::vector<QAction*>& actions() const { return m_actions; }

signals:
    /// The cursor was moved for the user.
    void userMoved();
    /// The lesson's experiment is to be measured with so many threads.
    void experimentAsked(const ridgepoint::ExperimentDefinition& experiment,
                         const ridgepoint::ExperimentParameters& parameters, int threads);
    /// The lesson's question takes the place of this experiment's own, which may show results once it is answered; an
    /// empty id: no longer of any.
    void asksAbout(const std::string& experiment, bool isAnswered);
    /// The chart of this experiment is to be shown.
    void chartAsked(const std::string& experiment);
    void activeChanged(bool active);
    /// The presenter has another one to show: the lesson's experiment came to something, or that is hidden again.
    void chartChanged();
    /// A state is about this axis: its slider is the one to move.
    void axisAsked(ridgepoint::AxisKind axis);

private:
    void goBack();
    void goOn();
    /// On to the next state, also without a prediction.
    void leaveState();
    void measure();
    /// Asks where, and writes the answers, or the lesson with them and the curves on one page. False where it was not.
    bool save();
    bool saveHandout();
    bool tellSaved(const Result<void>& saved, const LessonAnswers& answers, const QString& path);
    /// Whether a prediction stands or the results were written about.
    [[nodiscard]] bool isAnswered() const;
    /// Asks, under this title and with this button beside those that save, where answers are in no file.
    [[nodiscard]] bool mayLoseAnswers(const QString& title, const QString& withoutSaving);
    /// The titles of the lessons that have ended with answers in no file; not the one under way, if it is answered.
    [[nodiscard]] QStringList unsaved() const;
    /// Another session is in place of the one in which all answers were given, with other measurements and maybe of
    /// another machine: who goes on with them measures again.
    void leaveSession();
    /// Ends it for the user, where it may end.
    void finish();
    /// Begins a lesson that the user has chosen. Where it was answered before and its answers are in no file, the user
    /// says what happens to them, and before a class it goes on there; else the strip offers to go on.
    void open(const Lesson& lesson);
    enum class Again { GoOn, Anew, Cancel };
    /// About one lesson, or those of a lecture; the answers may be in no file.
    [[nodiscard]] Again askHowAgain(bool isLecture, bool areUnsaved) const;
    void withdrawOffer();
    /// Says in the strip why a lesson does not begin.
    void refuse(Severity severity, const QString& why);
    void withdrawRefusal();
    void show();
    /// A state's text; before the explanation, that a measured time contradicts the roofs that it argues with.
    [[nodiscard]] QString textOf(LessonSection section, const Result<LessonMachine>& here) const;
    /// Whether the curves show anything of it: not where all that is measured is an experiment.
    [[nodiscard]] bool isInCurves() const;
    /// Turns the curves to the axis that a place or a curve is asked on. False where they were not there, so that what
    /// was pointed at meant another axis.
    bool turnToItsAxis();
    /// Asks for the axis that the state points at or names.
    void askForItsAxis();
    /// Draws what was predicted over the measured curves.
    void markPrediction();
    void keepMarkInItsPlace();
    [[nodiscard]] bool isPredicted() const;
    /// Whether the results were shown before a curve was drawn: none can be, and the lesson goes on without.
    [[nodiscard]] bool isTooLate() const;
    /// Reads the chosen or typed answer; nothing while there is none.
    void readPrediction();
    [[nodiscard]] std::optional<double> typedNumber();
    /// Why what was measured says nothing of the prediction, once that stands; empty where it does.
    [[nodiscard]] QString doubt() const;
    /// Prediction and answer, once they may be seen.
    [[nodiscard]] QString comparison(const LessonAnswers& answers, const Result<LessonMachine>& here) const;
    /// Whose answers take each other's place.
    struct AnswersKey {
        std::string lesson; ///< id
        std::string title;  ///< in a page of one's own another one is another lesson
        std::string device;
        friend auto operator<=>(const AnswersKey&, const AnswersKey&) = default;
    };
    [[nodiscard]] static AnswersKey keyOf(const LessonAnswers& answers);
    /// Of this lesson on the chosen device.
    [[nodiscard]] AnswersKey keyHere(const Lesson& lesson) const;
    /// Goes on with the answers to a lesson that has ended, where it was left.
    void goOnThere(const Lesson& lesson, const AnswersKey& key);
    /// Whether answers of this key are in no file, of the lesson under way or of one that has ended.
    [[nodiscard]] bool isUnsaved(const AnswersKey& key) const;
    /// What was answered in a lesson that has ended.
    struct Given {
        LessonAnswers answers;
        LessonAnswers saved; ///< as they are in a file or were given up; of no lesson where neither
        LessonSection at = LessonSection::Question;
        std::optional<LessonMeasurement::Held> held;
        bool isAnew = false; ///< the user has begun the lesson anew since
    };
    /// What outlives a lesson, for as long as the window does.
    struct Past {
        std::map<AnswersKey, Given> given;
        std::set<AnswersKey> shown; ///< whose results were shown when they were left last, answered or not
        LessonAnswers saved;        ///< of the lesson that is under way: last written to a file or given up
        QString offer;              ///< what the strip says of going on; empty for nothing
        QString refusal; ///< why a lesson could not begin, in the strip until another one does; empty for none
    };
    /// Shows in the menu the lessons for the chosen device's kind.
    void offerByDevice();

    LessonParts m_parts;
    Format m_format;
    std::vector<QAction*> m_actions; ///< one a lesson
    std::vector<Lesson> m_shipped;   ///< of each action
    QAction* m_end;
    QAction* m_gather;
    ClassDialog* m_class = nullptr;
    ExperimentSlide* m_slide; ///< with a chart where the lesson is about that in place of the window's
    QTimer m_refresh;         ///< of what is shown, while samples come in
    std::optional<Lesson> m_lesson;
    LessonMeasurement m_measurement; ///< of m_lesson
    std::size_t m_step = 0;
    Workload m_base; ///< where its sliders begin
    std::optional<double> m_prediction;
    std::vector<CurvePlace> m_drawn; ///< the predicted curve at the places that are measured
    bool m_isCommitted = false;
    Past m_past;
};

} // namespace ridgepoint
