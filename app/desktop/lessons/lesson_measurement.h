// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/data/snapshot.h"
#include "app/desktop/session/sample_index.h"
#include "core/analysis/interval.h"
#include "core/lesson/answer_doubt.h"
#include "core/lesson/lesson.h"

#include <QElapsedTimer>
#include <QObject>
#include <QString>

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ridgepoint {

class ExperimentController;
class LiveSession;
class MeasureController;

/// What a lesson asks to be measured on its device, how far that is, and what its answer is made of.
class LessonMeasurement : public QObject {
    Q_OBJECT

public:
    LessonMeasurement(LiveSession& session, MeasureController& controller, ExperimentController& experiments,
                      QObject* parent);

    /// What the answer is made of, as it was when it was shown first, or after a round of measuring that alone was of
    /// one state: what is measured later in the background does not change it.
    struct Held {
        std::vector<SamplePointer> samples; ///< of what is needed
        RoofSet roofs;
        std::shared_ptr<const ExperimentResult> result;
    };

    /// What this lesson needs, on this device; it lives until end(). Nothing is asked for yet.
    void begin(const Lesson& lesson, std::string device);
    void end();
    /// Measures what is missing, or all of it once more where it was measured in different states, is doubted or
    /// nothing is missing; nothing is held.
    void start();
    /// Where what was measured does not hold yet, does so once more, a few times and for a bounded time.
    void goOn();
    /// Holds what the answer is made of, if that is there; an answer is shown.
    void hold();
    /// The same with what was held when the lesson was left.
    void hold(std::optional<Held> held) { m_held = std::move(held); }
    [[nodiscard]] const std::optional<Held>& held() const { return m_held; }

    [[nodiscard]] const std::string& device() const { return m_device; }
    /// The machine with what is held, else with what the session has.
    [[nodiscard]] Result<LessonMachine> machine() const;
    [[nodiscard]] const std::vector<Workload>& needed() const { return m_needed; }
    /// Of the answer; empty where it has none.
    [[nodiscard]] const std::string& unit() const { return m_unit; }

    /// Whether all is measured, often enough for an interval and in one state of the machine, and not measured again.
    [[nodiscard]] bool isSettled() const
    {
        return measuredSoFar().settled == neededCount() && !(m_asked.isAgain && m_asked.points);
    }
    /// Whether all is measured at all.
    [[nodiscard]] bool isComplete() const { return measuredSoFar().any == neededCount(); }
    [[nodiscard]] bool isMeasuring() const;
    /// Whether it can be measured now, for the first time or once more.
    [[nodiscard]] bool canStart() const;
    /// Whether start() was called.
    [[nodiscard]] bool wasStarted() const { return m_asked.ever; }
    /// How far measuring is, or what keeps it.
    [[nodiscard]] QString statusWords() const;
    /// Of when what the answer is made of was measured, where that was in a session that was opened; else empty.
    [[nodiscard]] QString storedWords() const;

    /// The interval of the answer, and why that is not held against a prediction: not before all is measured.
    [[nodiscard]] AnswerGrounds grounds() const;
    /// Why the answer has no interval; empty where the samples are not the reason.
    [[nodiscard]] QString whyNoRange() const;
    /// What the lesson's experiment came to on its device, once it has ended; null before, and where it has none.
    [[nodiscard]] std::shared_ptr<const ExperimentResult> experimentResult() const;
    /// The same picture with what is held in place of what it has of the same workloads, and with the held roofs.
    [[nodiscard]] SnapshotPointer asHeld(const SnapshotPointer& shown) const;

signals:
    /// The lesson's experiment is to be measured with so many threads.
    void experimentAsked(const ridgepoint::ExperimentDefinition& experiment,
                         const ridgepoint::ExperimentParameters& parameters, int threads);

private:
    /// How many of what is needed are measured at all, and of those how many often enough for an interval, in the state
    /// of the machine that the first was measured in.
    struct Measured {
        std::size_t any = 0;
        std::size_t settled = 0;
        std::size_t apart = 0; ///< in another state
        std::size_t loose = 0; ///< with too few readings or in another state
    };
    [[nodiscard]] Measured measuredSoFar() const;
    /// The same of these samples of m_needed, null where one is missing.
    [[nodiscard]] Measured measuredIn(const std::vector<SamplePointer>& samples) const;
    /// Whether the machine would have been as fast for the other beside the first (sameState).
    [[nodiscard]] bool areOfOneState(const Sample& first, const Sample& other) const;
    /// Of workloads and of the experiment.
    [[nodiscard]] std::size_t neededCount() const
    {
        return m_needed.size() + (m_lesson->experiment != nullptr ? 1 : 0);
    }
    void measureNeeded();
    void keepOfRound(const Sample& sample);
    /// The experiment has ended: what else is needed is measured.
    void onExperimentEnded();
    /// Whether its result has what the answer needs: a run that was stopped may lack it.
    [[nodiscard]] bool isExperimentWhole() const;
    /// Why there is no answer though everything was measured; nothing where there is one.
    [[nodiscard]] std::optional<Error> whyNoAnswer() const;
    /// As they are held, else as the session has them; null where it has none.
    [[nodiscard]] SamplePointer sampleOf(const Workload& workload) const;
    [[nodiscard]] std::vector<SamplePointer> samples() const; ///< of m_needed
    [[nodiscard]] const RoofSet* roofs() const;
    [[nodiscard]] int threads() const;
    /// What was asked for.
    struct Asked {
        bool points = false;     ///< measuring of m_needed, which has not ended
        bool experiment = false; ///< the experiment, which has not ended
        bool ever = false;       ///< measuring
        bool isAgain = false;    ///< of m_needed though it was settled, or doubted: what is new counts
        int rounds = 0;          ///< of m_needed
        bool isInVain = false;   ///< all rounds are over, and it does not hold
        QElapsedTimer since{};
    };

    LiveSession& m_session;
    MeasureController& m_controller;
    ExperimentController& m_experiments;
    std::string m_begun;              ///< the moment, as sessions have theirs: an older one was opened
    const Lesson* m_lesson = nullptr; ///< null while none is under way
    std::string m_device;
    std::vector<Workload> m_needed;
    std::string m_unit;
    Asked m_asked;
    /// Of m_needed what the latest round measured, null where nothing: of a busy machine the session keeps an older
    /// sample, of a quiet moment, which is not to be compared with what came beside it.
    std::vector<SamplePointer> m_round;
    std::optional<Held> m_held;
};

} // namespace ridgepoint
