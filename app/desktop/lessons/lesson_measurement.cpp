// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/lessons/lesson_measurement.h"

#include "app/charts/data/experiment_data.h"
#include "app/desktop/base/labels.h"
#include "app/desktop/inspect/point_facts.h"
#include "app/desktop/inspect/point_words.h"
#include "app/desktop/lessons/lesson_words.h"
#include "app/desktop/measure/experiment_controller.h"
#include "app/desktop/measure/measure_controller.h"
#include "app/desktop/session/analysis_worker.h"
#include "app/desktop/session/live_session.h"
#include "core/lesson/lesson_prediction.h"
#include "core/model/prediction.h"

#include <algorithm>
#include <utility>

namespace ridgepoint {
namespace {

/// How often "Measure it" measures, and until when it begins once more: some 20 seconds in all.
constexpr int mostRounds = 4;
constexpr qint64 lastRoundMs = 12'000;

} // namespace

LessonMeasurement::LessonMeasurement(LiveSession& session, MeasureController& controller,
                                     ExperimentController& experiments, QObject* parent)
    : QObject(parent),
      m_session(session),
      m_controller(controller),
      m_experiments(experiments),
      m_begun(session.frame().created)
{
    connect(&controller, &MeasureController::sampled, this, &LessonMeasurement::keepOfRound);
    connect(&experiments, &ExperimentController::runningChanged, this, [this](bool running) {
        if (!running && std::exchange(m_asked.experiment, false) && m_lesson != nullptr)
            onExperimentEnded();
    });
}

void LessonMeasurement::begin(const Lesson& lesson, std::string device)
{
    m_lesson = &lesson;
    m_device = std::move(device);
    m_needed.clear();
    m_round.clear();
    m_unit.clear();
    m_asked = {};
    m_held.reset();
    const auto here = machine();
    if (!here)
        return;
    m_needed = measuredWorkloads(lesson, *here);
    m_round.resize(m_needed.size());
    LessonMachine measured = *here; // the unit is that of any times
    measured.time = [](const Workload&) { return std::optional(Seconds(1.0)); };
    measured.result = [](const ResultReading&) { return Result<double>(1.0); };
    const auto value = lesson.asksWhereItRises() ? LessonValue{} : evaluate(lesson.answer, measured);
    if (value)
        m_unit = value->unit;
}

void LessonMeasurement::end()
{
    m_lesson = nullptr;
    m_held.reset();
}

void LessonMeasurement::start()
{
    const bool wasSettled = isSettled();
    const bool wasDoubted = grounds().doubt.has_value();
    m_held.reset();
    m_asked = {.ever = true, .isAgain = (wasSettled || wasDoubted) && !m_needed.empty()};
    if (m_lesson->experiment != nullptr && (wasSettled || wasDoubted || !isExperimentWhole())) {
        m_asked.experiment = true;
        emit experimentAsked(*m_lesson->experiment, m_lesson->parameters, threads());
        return;
    }
    measureNeeded();
    m_asked.points = m_controller.running();
}

bool LessonMeasurement::canStart() const
{
    return !isMeasuring() && !m_experiments.running() && m_controller.canRun() && neededCount() > 0;
}

bool LessonMeasurement::isMeasuring() const
{
    return m_asked.points || (m_asked.experiment && m_experiments.running());
}

void LessonMeasurement::measureNeeded()
{
    if (m_asked.rounds++ == 0)
        m_asked.since.start();
    m_round.assign(m_needed.size(), nullptr);
    if (measuredSoFar().apart == 0 && !m_asked.isAgain)
        return m_controller.measurePoints(m_needed);
    for (const Workload& workload : m_needed) // what is compared is to be of one state and one time
        m_controller.measureAgain(workload, MeasureController::Why::Trial);
}

void LessonMeasurement::keepOfRound(const Sample& sample)
{
    const auto needed = std::ranges::find(m_needed, sample.workload);
    if (m_lesson == nullptr || !m_asked.points || sample.device != m_device || needed == m_needed.end())
        return;
    SamplePointer& kept = m_round[static_cast<std::size_t>(needed - m_needed.begin())];
    if (!kept || hasConfidenceInterval(sample) || !hasConfidenceInterval(*kept)) // also as another's neighbour
        kept = std::make_shared<const Sample>(sample);
}

void LessonMeasurement::goOn()
{
    if (m_lesson == nullptr || !m_asked.points || m_controller.measuresPoints())
        return;
    const bool mayGoOn = m_asked.rounds < mostRounds && m_asked.since.elapsed() < lastRoundMs;
    const Measured round = measuredIn(m_round);
    if ((m_asked.isAgain || measuredSoFar().apart > 0) && round.any == m_needed.size() && round.apart == 0
        && roofs() != nullptr && (round.loose == 0 || !mayGoOn))
        m_held = {m_round, *roofs(), experimentResult()};
    const bool isRound = m_asked.isAgain && !m_held;
    const Measured measured = isRound ? round : measuredSoFar();
    const bool isLoose = measured.loose > 0 // what is missing ran out of its time
                      && measured.any == (isRound ? m_needed.size() : neededCount())
                      && m_controller.mayMeasureByItself(); // else the user has stopped it
    if (isLoose && mayGoOn)
        return measureNeeded();
    m_asked.points = false;
    m_asked.isInVain = isLoose;
}

void LessonMeasurement::onExperimentEnded()
{
    const bool isWanted = m_asked.isAgain || measuredSoFar().settled < neededCount();
    if (!m_needed.empty() && isWanted && experimentResult() != nullptr)
        measureNeeded();
    m_asked.points = m_controller.running() && !m_needed.empty();
}

void LessonMeasurement::hold()
{
    if (m_held || roofs() == nullptr)
        return;
    const Measured measured = measuredSoFar();
    if (measured.any < neededCount() || (measured.settled < neededCount() && isMeasuring()))
        return;
    m_held = {samples(), *roofs(), experimentResult()};
}

Result<LessonMachine> LessonMeasurement::machine() const
{
    const DeviceInfo* device = m_session.device(m_device);
    if (device == nullptr || !device->available)
        return Error{ErrorKind::Unavailable,
                     "lesson.no-device",
                     "A lesson measures, and this device cannot be measured; choose another in the list of devices.",
                     {}};
    const RoofSet* known = roofs();
    if (known == nullptr || known->levels.empty())
        return Error{ErrorKind::Unavailable,
                     "lesson.no-roofs",
                     "A lesson needs this device's roofs; press F5 to measure them.",
                     {}};
    return lessonMachine(
        *m_lesson, *device, *known, threads(),
        [this](const Workload& workload) {
            const SamplePointer sample = sampleOf(workload);
            return sample ? std::optional(sample->time) : std::nullopt;
        },
        experimentResult());
}

SamplePointer LessonMeasurement::sampleOf(const Workload& workload) const
{
    if (m_held)
        for (const SamplePointer& sample : m_held->samples)
            if (sample->workload == workload)
                return sample;
    return m_session.find(m_device, workload);
}

std::vector<SamplePointer> LessonMeasurement::samples() const
{
    std::vector<SamplePointer> samples;
    for (const Workload& workload : m_needed)
        samples.push_back(sampleOf(workload));
    return samples;
}

const RoofSet* LessonMeasurement::roofs() const
{
    return m_held ? &m_held->roofs : m_session.roofs(m_device, threads());
}

int LessonMeasurement::threads() const
{
    const DeviceInfo* device = m_session.device(m_device);
    return device != nullptr && device->kind == DeviceKind::Cpu ? device->threads : 0;
}

std::shared_ptr<const ExperimentResult> LessonMeasurement::experimentResult() const
{
    if (m_held && m_held->result)
        return m_held->result;
    for (const ExperimentResult& result : m_session.frame().experiments)
        if (isItsResult(*m_lesson, result, m_device, threads()))
            return std::make_shared<const ExperimentResult>(result);
    return nullptr;
}

SnapshotPointer LessonMeasurement::asHeld(const SnapshotPointer& shown) const
{
    if (!m_held || !shown || shown->device.id != m_device)
        return shown;
    AnalysisRequest request{.generation = shown->generation,
                            .device = shown->device,
                            .roofs = shown->roofs,
                            .plan = shown->plan,
                            .whatIf = shown->whatIf,
                            .samples = m_held->samples,
                            .reference = nullptr,
                            .kernels = shown->kernels};
    for (const Roof& roof : shown->realRoofs)
        request.roofs.put(roof); // the what-if multiplies them once
    if (shown->roofs.threads == m_held->roofs.threads)
        request.roofs = m_held->roofs;
    for (const Sample& sample : shown->samples)
        if (!sample.flags.has(Flag::Interpolated)
            && std::ranges::none_of(m_held->samples,
                                    [&](const SamplePointer& held) { return held->workload == sample.workload; }))
            request.samples.push_back(std::make_shared<const Sample>(sample));
    return makeSnapshot(request);
}

bool LessonMeasurement::isExperimentWhole() const
{
    auto here = machine();
    if (!here)
        return false;
    if (m_lesson->asksWhereItRises())
        return true; // which times tell, and not the experiment
    here->time = [](const Workload&) { return std::optional(Seconds(1.0)); };
    return answerOf(*m_lesson, *here).ok();
}

bool LessonMeasurement::areOfOneState(const Sample& first, const Sample& other) const
{
    const DeviceInfo* device = m_session.device(m_device);
    const RoofSet* known = roofs();
    if (device == nullptr || known == nullptr)
        return true;
    const auto timeIn = [&](const Sample& beside) {
        return predict(other.workload, *known, device->kind,
                       stateOf(beside.controls, beside.workload, *known, beside.clock));
    };
    const auto then = timeIn(first);
    const auto now = timeIn(other);
    return !then || !now || (now->time <= then->time * sameState && then->time <= now->time * sameState);
}

LessonMeasurement::Measured LessonMeasurement::measuredIn(const std::vector<SamplePointer>& samples) const
{
    Measured measured;
    SamplePointer first;
    for (const SamplePointer& sample : samples) {
        if (!sample)
            continue;
        first = first ? first : sample;
        const bool isApart = !areOfOneState(*first, *sample);
        const bool isSettled = hasConfidenceInterval(*sample) && !isApart;
        ++measured.any;
        measured.apart += isApart ? 1 : 0;
        measured.settled += isSettled ? 1 : 0;
        measured.loose += isSettled ? 0 : 1;
    }
    return measured;
}

LessonMeasurement::Measured LessonMeasurement::measuredSoFar() const
{
    Measured measured = measuredIn(samples());
    if (m_lesson->experiment != nullptr && !m_experiments.running() && experimentResult() != nullptr) {
        ++measured.any;
        measured.settled += isExperimentWhole() ? 1 : 0;
    }
    return measured;
}

AnswerGrounds LessonMeasurement::grounds() const
{
    const auto here = machine();
    if (!here)
        return {};
    std::vector<Sample> its;
    for (const SamplePointer& sample : samples())
        if (sample)
            its.push_back(*sample);
    AnswerGrounds grounds = answerGrounds(*m_lesson, *here, its, experimentResult().get(), measuredSoFar().apart == 0);
    if (isMeasuring() || !isComplete()) {
        grounds.doubt.reset();
        grounds.contradictsRoofs = false;
    }
    return grounds;
}

QString LessonMeasurement::whyNoRange() const
{
    const Measured measured = measuredSoFar();
    return measured.apart > 0 ? tr("rough, because the machine changed meanwhile")
         : measured.loose > 0 ? tr("too few readings for an interval")
                              : QString();
}

std::optional<Error> LessonMeasurement::whyNoAnswer() const
{
    const auto here = machine();
    if (!here)
        return here.error();
    if (auto mistake = mistakeOf(*m_lesson, *here))
        return mistake;
    const auto value = answerOf(*m_lesson, *here);
    return value ? std::nullopt : std::optional(value.error());
}

QString LessonMeasurement::storedWords() const
{
    const auto result = experimentResult();
    const std::string& measured = result != nullptr ? result->created : m_session.frame().created;
    if (m_asked.ever || !isComplete() || measured >= m_begun)
        return {};
    const QString moment = momentWords(measured);
    return moment.isEmpty()  ? QString()
         : result != nullptr ? tr("Measured %1.").arg(moment)
                             : tr("From the session of %1.").arg(moment);
}

QString LessonMeasurement::statusWords() const
{
    const Measured measured = measuredSoFar();
    const bool hasExperiment = m_lesson->experiment != nullptr;
    if (m_asked.isAgain && m_asked.points)
        return tr("Measuring: %1 of %2 done.")
            .arg(measuredIn(m_round).any + neededCount() - m_needed.size()) // the experiment has ended
            .arg(neededCount());
    if (measured.settled == neededCount())
        return hasExperiment ? tr("Measured. Look at the chart of “%1”, then go on.")
                                   .arg(catalogueWords(m_lesson->experiment->info().title))
                             : tr("Measured. Explore with the sliders as long as you like, then go on.");
    if (m_experiments.running())
        return m_asked.experiment ? tr("Measuring: %1 % done.").arg(qRound(100.0 * m_experiments.fraction()))
                                  : tr("Another experiment is running; measure when it has ended.");
    if (isMeasuring())
        return tr("Measuring: %1 of %2 done.").arg(measured.settled).arg(neededCount());
    if (const auto result = hasExperiment ? experimentResult() : nullptr)
        if (const auto why = whyNoAnswer())
            return noAnswerWords(*m_lesson, *result, *why, m_experiments.wasWhole());
    if (measured.any == neededCount() && m_asked.isInVain)
        return tr("Other programs disturb the measurement; the interval is not known.");
    if (measured.any == neededCount() && measured.apart > 0)
        return m_asked.ever
                 ? tr("Measured in different states of the machine: measure it again, so that the times can be "
                      "compared.")
                 : tr("The times that are known are of different states of the machine. Press Measure it, so that they "
                      "can be compared.");
    if (measured.any == neededCount())
        return tr("Only a few readings so far. Press Measure it for a reliable result.");
    if (!m_controller.canRun())
        return tr("Nothing can be measured now: the measuring program is not ready.");
    return m_asked.ever
             ? tr("Without a result: %1 of %2. Their time ran out, or measuring was stopped. Measure again; if it "
                  "stays so, close programs that use the device.")
                   .arg(neededCount() - measured.any)
                   .arg(neededCount())
             : QString();
}

} // namespace ridgepoint
