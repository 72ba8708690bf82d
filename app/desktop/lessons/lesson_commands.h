// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/data/report.h"
#include "app/charts/style/format.h"
#include "core/lesson/lesson.h"
#include "core/lesson/lesson_answers.h"

#include <QObject>
#include <QTimer>

#include <memory>
#include <optional>
#include <string>
#include <vector>

class QAction;
class QMenuBar;

namespace ridgepoint {

class ChartArea;
class Cursor;
class ExperimentController;
class LessonPanel;
class LiveSession;
class MeasureController;
class MessageStrip;
class PredictMode;

/// What lessons work with.
struct LessonParts {
    QWidget* window = nullptr;
    LiveSession& session;
    Cursor& cursor;
    MeasureController& controller;
    ExperimentController& experiments;
    PredictMode& predict;
    ChartArea& charts;
    MessageStrip& strip;
    LessonPanel& panel;
};

/// The Lessons menu and the lesson that is under way: its states one after the other, the charts hidden until a
/// prediction stands, what is measured for it, and its answers.
class LessonCommands : public QObject {
    Q_OBJECT

public:
    explicit LessonCommands(const LessonParts& parts, QObject* parent);

    /// Adds the menu in front of the last one, which is Help.
    void fillMenus(QMenuBar* bar);
    /// Asks for a page, and begins its lesson.
    void openFile();
    /// Begins the lesson of a page in a file; the strip says what is wrong with it.
    void openFile(const QString& path);
    /// Begins a lesson in place of another; the strip says why it cannot be.
    void begin(Lesson lesson);
    /// The inspector and the charts are back.
    void end();

    [[nodiscard]] bool isActive() const { return m_lesson.has_value(); }
    /// Its state; meaningful while one is active.
    [[nodiscard]] LessonSection section() const { return allLessonSections[m_step]; }
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

private:
    void goBack();
    void goOn();
    void measure();
    void save();
    /// Asks where, and writes the lesson with its answers and the curves on one page.
    void saveHandout();
    void show();
    /// Reads the chosen or typed answer; nothing while there is none.
    void readPrediction();
    [[nodiscard]] std::optional<double> typedNumber();
    [[nodiscard]] Result<LessonMachine> machine() const;
    /// How many of what is needed are measured at all, and of those how many often enough for an interval.
    struct Measured {
        std::size_t any = 0;
        std::size_t settled = 0;
    };
    [[nodiscard]] Measured measuredSoFar() const;
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
    [[nodiscard]] QString comparisonWords() const;
    [[nodiscard]] QString statusWords() const;
    [[nodiscard]] QString sectionText(LessonSection section, const Result<LessonMachine>& here) const;

    LessonParts m_parts;
    Format m_format;
    std::vector<QAction*> m_actions; ///< one a lesson
    std::vector<Lesson> m_shipped;   ///< of each action
    QAction* m_end;
    QTimer m_refresh; ///< of what is shown, while samples come in
    std::optional<Lesson> m_lesson;
    std::string m_device;
    std::size_t m_step = 0;
    std::vector<Workload> m_needed; ///< what it asks to be measured
    std::string m_unit;             ///< of the answer
    std::optional<double> m_prediction;
    bool m_isCommitted = false;
    bool m_isMeasuring = false; ///< measuring of m_needed was asked for here and has not ended
    bool m_isRunning = false;   ///< the experiment was asked for here and has not ended
};

} // namespace ridgepoint
