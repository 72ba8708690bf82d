// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/data/report.h"
#include "app/charts/style/format.h"
#include "app/desktop/base/presented_part.h"
#include "app/desktop/session/sample_index.h"
#include "core/lesson/lesson.h"
#include "core/lesson/lesson_answers.h"
#include "core/lesson/lesson_prediction.h"

#include <QElapsedTimer>
#include <QObject>
#include <QStringList>
#include <QTimer>

#include <map>
#include <memory>
#include <optional>
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
class LessonPanel;
class LiveSession;
class MeasureController;
class MessageStrip;
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
/// prediction stands, what is measured for it, and its answers.
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
    /// The same once more with answers that were given, in this state.
    QString resume(Lesson lesson, const LessonAnswers& answers, LessonSection at);
    /// The inspector and the charts are back, without a question.
    void end();
    /// Whether it may end, which is asked where answers are in no file. A class that looks on is spared the question:
    /// the answers stay, and the lesson goes on there if asked.
    [[nodiscard]] bool mayEnd();
    /// Whether the window may close: the same of the lesson under way, and one question about all that have ended.
    [[nodiscard]] bool mayClose();

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
    [[nodiscard]] const std::vector<QAction*>& actions() const { return m_actions; }

signals:
    /// The cursor was moved for the user.
    void userMoved();
    /// The lesson's experiment is to be measured with so many threads.
    void experimentAsked(const ridgepoint::ExperimentDefinition& experiment,
                         const ridgepoint::ExperimentParameters& parameters, int threads);
    void activeChanged(bool active);
    /// A state is about this axis: its slider is the one to move.
    void axisAsked(ridgepoint::AxisKind axis);

private:
    void goBack();
    void goOn();
    /// On to the next state, also without a prediction.
    void leaveState();
    void measure();
    void save();
    /// Asks where, and writes the lesson with its answers and the curves on one page. False where it was not.
    bool saveHandout();
    bool tellSaved(const Result<void>& saved, const LessonAnswers& answers, const QString& path);
    /// Whether a prediction stands or the results were written about.
    [[nodiscard]] bool isAnswered() const;
    /// Asks, under this title and with this button beside that for the handout, where answers are in no file.
    [[nodiscard]] bool mayLoseAnswers(const QString& title, const QString& withoutSaving);
    /// The titles of the lessons that have ended with answers in no file; not the one under way, if it is answered.
    [[nodiscard]] QStringList unsaved() const;
    /// Ends it for the user, where it may end.
    void finish();
    /// Begins a lesson; the strip offers to go on where it was left once its answers were given.
    void open(const Lesson& lesson);
    void withdrawOffer();
    void show();
    /// A state's text; before the explanation, that a measured time contradicts the roofs that it argues with.
    [[nodiscard]] QString textOf(LessonSection section, const Result<LessonMachine>& here) const;
    [[nodiscard]] bool contradictsRoofs() const;
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
    [[nodiscard]] Result<LessonMachine> machine() const;
    /// The interval of the answer, by those of the samples that it is made of.
    [[nodiscard]] std::optional<Interval> answerRange(const Result<LessonMachine>& here) const;
    /// Prediction and answer, once they may be seen.
    [[nodiscard]] QString comparison(const LessonAnswers& answers, const Result<LessonMachine>& here) const;
    /// How many of what is needed are measured at all, and of those how many often enough for an interval, in the state
    /// of the machine that the first was measured in.
    struct Measured {
        std::size_t any = 0;
        std::size_t settled = 0;
        std::size_t apart = 0; ///< in another state
        std::size_t loose = 0; ///< with too few readings or in another state
    };
    [[nodiscard]] Measured measuredSoFar() const;
    /// Whether the machine would have been as fast for the other beside the first (sameState).
    [[nodiscard]] bool areOfOneState(const Sample& first, const Sample& other) const;
    /// What is missing of m_needed, or all of it once more where it was measured in different states.
    void measureNeeded();
    /// Where what was measured does not hold yet, does so once more, a few times and for a bounded time.
    void goOnMeasuring();
    /// What was asked for here.
    struct Asked {
        bool points = false;     ///< measuring of m_needed, which has not ended
        bool experiment = false; ///< the experiment, which has not ended
        bool ever = false;       ///< measuring
        int rounds = 0;          ///< of m_needed
        bool isInVain = false;   ///< all rounds are over, and it does not hold
        QElapsedTimer since{};
    };
    /// What the answer is made of, as it was when it was shown first: what is measured later in the background does not
    /// change it.
    struct Held {
        std::vector<SamplePointer> samples; ///< of m_needed
        RoofSet roofs;
        std::shared_ptr<const ExperimentResult> result;
    };
    /// Holds it where an answer is shown, and what it is made of is there.
    void holdAnswer();
    /// As they are held, else as the session has them; null where it has none.
    [[nodiscard]] SamplePointer sampleOf(const Workload& workload) const;
    [[nodiscard]] const RoofSet* roofs() const;
    /// What was answered in a lesson that has ended.
    struct Given {
        LessonAnswers answers;
        LessonAnswers saved; ///< as they are in a file or were given up; of no lesson where neither
        LessonSection at = LessonSection::Question;
        std::optional<Held> held;
    };
    /// What outlives a lesson, for as long as the window does.
    struct Past {
        std::map<std::string, Given> given; ///< by the lesson's id
        LessonAnswers saved;                ///< of the lesson that is under way: last written to a file or given up
        QString offer;                      ///< what the strip says of going on; empty for nothing
    };
    /// Of m_needed and of the experiment.
    [[nodiscard]] std::size_t neededCount() const
    {
        return m_needed.size() + (m_lesson->experiment != nullptr ? 1 : 0);
    }
    [[nodiscard]] bool isMeasuring() const;
    /// The experiment has ended: what else is needed is measured.
    void onExperimentEnded();
    /// What the lesson's experiment came to on its device, once it has ended; null before, and where it has none.
    [[nodiscard]] std::shared_ptr<const ExperimentResult> experimentResult() const;
    /// Whether its result has what the answer needs: a run that was stopped may lack it.
    [[nodiscard]] bool isExperimentWhole() const;
    [[nodiscard]] int threads() const;
    /// Shows in the menu the lessons for the chosen device's kind.
    void offerByDevice();
    /// Why there is no answer though everything was measured; nothing where there is one.
    [[nodiscard]] std::optional<Error> whyNoAnswer() const;
    [[nodiscard]] QString statusWords() const;

    LessonParts m_parts;
    Format m_format;
    std::vector<QAction*> m_actions; ///< one a lesson
    std::vector<Lesson> m_shipped;   ///< of each action
    QAction* m_end;
    QAction* m_gather;
    ClassDialog* m_class = nullptr;
    QTimer m_refresh; ///< of what is shown, while samples come in
    std::optional<Lesson> m_lesson;
    std::string m_device;
    std::size_t m_step = 0;
    Workload m_base;                ///< where its sliders begin
    std::vector<Workload> m_needed; ///< what it asks to be measured
    std::string m_unit;             ///< of the answer
    std::optional<double> m_prediction;
    std::vector<CurvePlace> m_drawn; ///< the predicted curve at the places that are measured
    bool m_isCommitted = false;
    Asked m_asked;
    std::optional<Held> m_held;
    Past m_past;
};

} // namespace ridgepoint
