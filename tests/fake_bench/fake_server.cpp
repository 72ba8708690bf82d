// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/fake_bench/fake_server.h"
#include "core/protocol/names.h"
#include "core/sweep/plan.h"
#include "tests/support/synthetic_device.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <map>
#include <set>
#include <sstream>

namespace ridgepoint::test {
namespace {

/// A number of at least zero, or -1.
double number(const std::string& text)
{
    char* end = nullptr;
    const double value = std::strtod(text.c_str(), &end);
    return text.empty() || *end != '\0' || !(value >= 0.0) || value > 1e9 ? -1.0 : value;
}

/// Takes the words at `at` where they say where to measure, or how it is on the way; leaves `at` at the last of them.
bool takeTarget(FakeOptions& options, std::span<const std::string> words, std::size_t& at)
{
    const std::string& word = words[at];
    const std::string next = at + 1 < words.size() ? words[at + 1] : std::string();
    const auto note = [&options](const std::string& text) {
        options.target += (options.target.empty() ? "" : " ") + text;
    };
    if (word == "--slurm" || word.starts_with("--slurm-extra=")) {
        note(word);
        return true;
    }
    if (word == "--stays" || word == "--fails") {
        (word == "--stays" ? options.stays : options.fails) = true;
        return true;
    }
    if (word == "--target" || word == "--partition" || word == "--gpus" || word == "--time")
        note(word + " " + next);
    else if (word == "--states") {
        std::istringstream list(next);
        for (std::string state; std::getline(list, state, ',');)
            options.states.push_back(state);
    } else if (word == "--farewell")
        options.farewell = next;
    else if (word == "--target-lost-after")
        options.targetLostAfter = static_cast<long>(number(next));
    else if (word == "--target-cut-after")
        options.targetCutAfter = static_cast<long>(number(next));
    else
        return false;
    ++at;
    return true;
}

} // namespace

std::optional<FakeOptions> parseOptions(std::span<const std::string> words, std::string& error)
{
    FakeOptions options;
    const std::map<std::string, bool*> flags{{"--hang", &options.hang},
                                             {"--flood", &options.flood},
                                             {"--endless", &options.endless},
                                             {"--garbage", &options.garbage},
                                             {"--disturbed", &options.disturbed},
                                             {"--disturbed-again", &options.disturbedAgain},
                                             {"--wrong-version", &options.wrongVersion},
                                             {"--busy", &options.busy},
                                             {"--loaded", &options.loaded},
                                             {"--without-library", &options.withoutLibrary},
                                             {"--fail-probe", &options.failProbe}};
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string& word = words[i];
        if (word == "serve" || takeTarget(options, words, i))
            continue;
        if (const auto flag = flags.find(word); flag != flags.end()) {
            *flag->second = true;
            continue;
        }
        const double value = i + 1 < words.size() ? number(words[i + 1]) : -1.0;
        const std::map<std::string, std::optional<long>*> counts{{"--crash-after", &options.crashAfter},
                                                                 {"--hang-after", &options.hangAfter},
                                                                 {"--lost-after", &options.lostAfter}};
        const std::map<std::string, double*> amounts{{"--rate", &options.rate},
                                                     {"--probe-answer", &options.probeAnswer},
                                                     {"--unmeasurable", &options.unmeasurable},
                                                     {"--late", &options.late}};
        if ((word == "--unsettled" || word == "--coarse") && value >= 0.0) {
            (word == "--coarse" ? options.coarse : options.unsettled) = static_cast<long>(value);
            ++i;
            continue;
        }
        if (word == "--quiet-sweeps" && value >= 0.0) {
            options.quietSweeps = static_cast<long>(value);
            ++i;
            continue;
        }
        if (!counts.contains(word) && !amounts.contains(word)) {
            error = "unknown option " + word;
            return std::nullopt;
        }
        if (value < 0.0 || (word == "--rate" && value == 0.0)) {
            error = word + " needs a number";
            return std::nullopt;
        }
        if (counts.contains(word))
            *counts.at(word) = static_cast<long>(value);
        else
            *amounts.at(word) = value;
        ++i;
    }
    return options;
}

using namespace protocol;

namespace {

constexpr double heartbeatPeriod = 1.0;
constexpr double probePeriod = 0.04;
constexpr double progressPeriod = 0.1;
constexpr double gapPeriod = 0.1;
constexpr double statePeriod = 0.02;
constexpr std::size_t samplesOfOneFloodTurn = 500;
/// Beyond this the owner of the pipe is behind; a flood waits for it.
constexpr std::size_t outputLimit = std::size_t{4} << 20;

const std::array<std::string, 6> nonsense{"hello",
                                          "{\"jsonrpc\":\"2.0\"",
                                          "\xff\xfe\x01 not text",
                                          "[]",
                                          "{\"jsonrpc\":\"2.0\",\"method\":\"sweep/sample\",\"params\":{\"run\":-7}}",
                                          "{\"jsonrpc\":\"2.0\",\"method\":\"no/such\",\"params\":{}}"};

/// How coarse an index is: the ends of an axis belong to the coarsest grid.
int coarseness(std::size_t index, std::size_t count)
{
    return index == 0 || index + 1 == count ? 30 : std::countr_zero(index);
}

/// Coarse to fine; round a single point also its neighbours, as a sweep has them. A map goes without: it is slower to
/// fake than to look at.
std::vector<Workload> cellsOf(const Plan& plan)
{
    std::vector<Workload> cells;
    for (const std::size_t cell : coarseToFine(plan))
        cells.push_back(plan.cell(cell));
    if (cells.size() == 1)
        for (const Plan& beside : neighbourPlans(plan))
            cells.push_back(beside.cell(0));
    return cells;
}

Error busyError()
{
    return {.kind = ErrorKind::Unavailable,
            .id = "lock.held",
            .text = "%1 is being measured by %2; wait for it to finish or stop it",
            .arguments = {"cpu", "process 4711 (ridgepoint-bench sweep --device cpu)"}};
}

} // namespace

std::vector<std::size_t> coarseToFine(const Plan& plan)
{
    std::vector<std::pair<int, std::size_t>> cells;
    for (std::size_t cell = 0; cell < plan.cellCount(); ++cell) {
        int level = 30;
        std::size_t rest = cell;
        for (const Axis& axis : plan.axes) {
            level = std::min(level, coarseness(rest % axis.values.size(), axis.values.size()));
            rest /= axis.values.size();
        }
        cells.emplace_back(-level, cell);
    }
    std::stable_sort(cells.begin(), cells.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<std::size_t> order;
    for (const auto& entry : cells)
        order.push_back(entry.second);
    return order;
}

void FakeServer::sendLine(const std::string& line)
{
    if (m_lostTarget)
        return;
    if (!m_options.target.empty() && m_isThere && m_options.targetCutAfter
        && m_messagesFromThere++ == *m_options.targetCutAfter)
        return loseTarget();
    if (m_options.garbage && ++m_garbageTurn % 3 == 0)
        m_output += nonsense[m_garbageTurn / 3 % nonsense.size()] + "\n";
    m_output += line + "\n";
}

std::string FakeServer::takeOutput() { return std::exchange(m_output, {}); }

void FakeServer::respond(std::optional<std::int64_t> id, const Response& response)
{
    if (id)
        sendLine(encodeResponse(*id, response));
}

void FakeServer::receive(std::string_view line)
{
    if (m_deaf)
        return;
    if (!m_isThere) {
        m_waitingLines.emplace_back(line);
        return;
    }
    const auto decoded = decodeRequest(line);
    if (const auto* failure = std::get_if<RequestFailure>(&decoded)) {
        sendLine(encodeError(failure->id, failure->code, failure->error));
        return;
    }
    const auto& request = std::get<IncomingRequest>(decoded);
    answer(request.id, request.request);
}

void FakeServer::answer(std::optional<std::int64_t> id, const Request& request)
{
    const bool measures = std::holds_alternative<MeasureRoofs>(request) || std::holds_alternative<StartSweep>(request)
                       || std::holds_alternative<SetProbe>(request) || std::holds_alternative<StartExperiment>(request);
    if (measures && m_options.busy) {
        sendLine(encodeError(id, deviceErrorCode, busyError()));
        return;
    }
    if (const auto* initialize = std::get_if<Initialize>(&request)) {
        m_gaps = initialize->gaps;
        const int claimed = m_options.wrongVersion ? 999 : version;
        respond(id,
                InitializeResult{.protocolVersion = claimed, .program = "fake_bench", .devices = {syntheticDevice()}});
        m_deaf = m_options.hang;
    } else if (const auto* roofs = std::get_if<MeasureRoofs>(&request)) {
        answerRoofs(id, *roofs);
    } else if (const auto* sweep = std::get_if<StartSweep>(&request)) {
        startSweep(id, *sweep);
    } else if (const auto* list = std::get_if<ListExperiments>(&request)) {
        respond(id, offersFor(list->device, m_options.withoutLibrary));
    } else if (const auto* experiment = std::get_if<StartExperiment>(&request)) {
        startExperiment(id, *experiment);
    } else if (const auto* probe = std::get_if<SetProbe>(&request)) {
        const double begin = m_waitingProbes.empty() ? m_now : m_waitingProbes.back().due;
        m_waitingProbes.push_back({id, probe->workload, begin + m_options.probeAnswer});
        answerProbes();
    } else {
        if (const auto* focused = std::get_if<FocusSweep>(&request))
            focus(*focused);
        respond(id, Acknowledged{});
        if (const auto* cancelled = std::get_if<CancelSweep>(&request);
            cancelled && m_sweep && m_sweep->run == cancelled->run)
            endSweep(SweepOutcome::Cancelled);
        if (const auto* cancelled = std::get_if<CancelExperiment>(&request);
            cancelled && m_experiment && m_experiment->run == cancelled->run)
            endExperiment(SweepOutcome::Cancelled);
        if (std::holds_alternative<StopProbe>(request))
            m_probe.reset();
        m_finished = m_finished || std::holds_alternative<Shutdown>(request);
    }
}

void FakeServer::answerRoofs(std::optional<std::int64_t> id, const MeasureRoofs& request)
{
    const RoofSet all = syntheticRoofs(request.threads);
    RoofSet measured = all;
    measured.roofs.clear();
    for (const Roof& roof : all.roofs)
        if (request.only.empty() || std::find(request.only.begin(), request.only.end(), roof.id) != request.only.end())
            measured.roofs.push_back(roof);
    if (m_options.disturbed)
        for (Roof& roof : measured.roofs)
            roof.flags |= Flag::MachineBusy;
    if (m_options.disturbedAgain && request.isReference)
        for (Roof& roof : measured.roofs) {
            roof.flags |= Flag::MachineBusy;
            const double factor = isDuration(roof.kind) ? 3.0 : 0.25;
            for (double* value : {&roof.value, &roof.low, &roof.high})
                *value *= factor;
        }
    int done = 0;
    for (const Roof& roof : measured.roofs) {
        notify(RoofMeasured{.device = "cpu", .threads = all.threads, .roof = roof, .levels = all.levels});
        notify(RoofsProgress{"cpu", ++done / static_cast<double>(measured.roofs.size())});
    }
    respond(id, RoofsResult{measured});
}

void FakeServer::startSweep(std::optional<std::int64_t> id, const StartSweep& request)
{
    m_known.insert(m_known.end(), request.known.begin(), request.known.end());
    if (request.moreKnown) {
        respond(id, Acknowledged{});
        return;
    }
    if (const auto valid = validate(request.plan); !valid) {
        sendLine(encodeError(id, invalidParametersCode, valid.error()));
        return;
    }
    if (m_sweep)
        endSweep(SweepOutcome::Cancelled);
    std::set<Workload> known;
    for (const Sample& sample : m_known)
        known.insert(sample.workload);
    m_known.clear();
    Sweep sweep{.run = ++m_lastRun, .plan = request.plan, .total = request.plan.cellCount()};
    for (const Workload& cell : cellsOf(sweep.plan)) {
        const bool lacks = static_cast<double>(cell.elements) == m_options.unmeasurable;
        sweep.lacks = sweep.lacks || lacks;
        if (!lacks && static_cast<double>(cell.elements) != m_options.late && !known.contains(cell))
            sweep.cells.push_back(cell);
    }
    sweep.measured = static_cast<std::int64_t>(sweep.total - std::min(sweep.total, sweep.cells.size()));
    sweep.coarse = sweep.plan.axes.size() == 2 && m_maps++ < m_options.coarse;
    if (sweep.coarse)
        sweep.cells.resize(sweep.cells.size() / 2);
    sweep.disturbed = m_options.quietSweeps >= 0 && m_sweeps >= m_options.quietSweeps;
    sweep.unsettled = m_sweeps++ < m_options.unsettled;
    m_sweep = std::move(sweep);
    m_nextSample = m_now;
    respond(id, RunResult{m_sweep->run});
}

void FakeServer::focus(const FocusSweep& request)
{
    if (!m_sweep || m_sweep->run != request.run)
        return;
    std::map<Workload, std::size_t> places;
    for (const Workload& workload : request.first)
        places.emplace(workload, places.size());
    const auto placeOf = [&](const Workload& cell) {
        const auto place = places.find(cell);
        return place == places.end() ? places.size() : place->second;
    };
    std::stable_sort(m_sweep->cells.begin(), m_sweep->cells.end(),
                     [&](const Workload& a, const Workload& b) { return placeOf(a) < placeOf(b); });
}

void FakeServer::endSweep(SweepOutcome outcome)
{
    sendProgress();
    SweepFinished finished{.run = m_sweep->run, .outcome = outcome};
    if (m_sweep->lacks)
        finished.error = Error{
            ErrorKind::Unavailable, "fake.memory", "the made-up device has no memory for this tensor", {}};
    notify(finished);
    m_sweep.reset();
}

void FakeServer::countSample()
{
    ++m_samples;
    m_crashes = m_options.crashAfter && m_samples >= *m_options.crashAfter;
    m_lostDevice = m_options.lostAfter && m_samples >= *m_options.lostAfter;
    if (!m_options.target.empty() && m_options.targetLostAfter && m_samples == *m_options.targetLostAfter)
        loseTarget();
    m_deaf = m_deaf || (m_options.hangAfter && m_samples >= *m_options.hangAfter);
}

void FakeServer::sendProgress()
{
    const double fraction = static_cast<double>(m_sweep->measured)
                          / static_cast<double>(std::max<std::size_t>(1, m_sweep->total));
    notify(SweepProgress{.run = m_sweep->run,
                         .measuredCells = m_sweep->measured,
                         .totalCells = static_cast<std::int64_t>(m_sweep->total),
                         .fraction = std::min(1.0, fraction),
                         .left = Seconds(static_cast<double>(m_sweep->cells.size()) / m_options.rate),
                         .coarseLeft = m_sweep->coarse
                                         ? std::optional(Seconds(39.5 / static_cast<double>(std::min(m_maps, 4L))))
                                         : std::nullopt});
}

void FakeServer::sendSweepSample()
{
    if (m_sweep->cells.empty() && (m_options.flood || m_options.endless)) {
        const auto order = cellsOf(m_sweep->plan);
        m_sweep->cells.assign(order.begin(), order.end());
        ++m_sweep->round;
    }
    if (m_sweep->cells.empty()) {
        endSweep(m_sweep->unsettled || m_sweep->coarse ? SweepOutcome::BudgetSpent : SweepOutcome::Done);
        return;
    }
    Sample sample = syntheticSample(m_sweep->cells.front(), m_sweep->round);
    if (m_sweep->unsettled)
        sample.flags |= Flag::IntervalNotReached;
    if (m_sweep->disturbed) {
        sample.flags |= Flag::MachineBusy;
        sample.time = sample.median = sample.high = sample.time * 2.0;
    }
    notify(SweepSample{m_sweep->run, std::move(sample)});
    m_sweep->cells.pop_front();
    m_sweep->measured = std::min<std::int64_t>(m_sweep->measured + 1, static_cast<std::int64_t>(m_sweep->total));
    countSample();
}

void FakeServer::answerProbes()
{
    while (!m_waitingProbes.empty() && m_waitingProbes.front().due <= m_now) {
        const WaitingProbe waiting = m_waitingProbes.front();
        m_waitingProbes.pop_front();
        m_probe = waiting.workload;
        m_probeRun = ++m_lastRun;
        m_nextProbe = m_now;
        respond(waiting.id, RunResult{m_probeRun});
    }
}

void FakeServer::sendProbeSample()
{
    if (m_options.failProbe && m_probeRounds > 0) {
        notify(ProbeFailed{m_probeRun,
                           Error{ErrorKind::DeviceFailure, "fake.probe", "the made-up device failed the probe", {}}});
        m_probe.reset();
        return;
    }
    notify(ProbeSample{m_probeRun, syntheticSample(*m_probe, ++m_probeRounds)});
    m_nextProbe = m_now + probePeriod;
    countSample();
}

void FakeServer::tellState(const std::string& name)
{
    TargetProgress progress{.state = static_cast<TargetState>(indexOf(targetStateNames, name).value_or(0)),
                            .text = m_options.target};
    if (progress.state == TargetState::Copying)
        progress.fraction = 0.4;
    if (progress.state == TargetState::Queued) {
        progress.job = "123";
        progress.reason = "Priority";
        progress.position = 3;
        progress.start = "2026-11-26T14:05:00";
    }
    notify(progress);
}

void FakeServer::loseTarget()
{
    if (std::exchange(m_lostTarget, true))
        return;
    m_output += encodeNotification(
                    TargetFailed{"target.lost", "The connection of " + m_options.target + " ended.", "Connect again."})
              + "\n";
}

void FakeServer::travel()
{
    if (m_now < m_nextState)
        return;
    m_nextState = m_now + statePeriod;
    if (m_travelled < m_options.states.size()) {
        tellState(m_options.states[m_travelled++]);
    } else if (m_options.stays) {
        tellState(m_options.states.empty() ? "connecting" : m_options.states.back());
    } else if (m_options.fails) {
        notify(TargetFailed{"target.refused", "Nothing answers for " + m_options.target + ".", "Is it switched on?"});
        m_lostTarget = true;
    } else {
        tellState("ready");
        m_isThere = true;
        for (const std::string& line : std::exchange(m_waitingLines, {}))
            receive(line);
    }
}

void FakeServer::advance(double now)
{
    m_now = now;
    if (m_deaf || m_lostTarget)
        return;
    if (!m_isThere)
        return travel();
    if (now >= m_nextHeartbeat) {
        notify(Heartbeat{++m_heartbeats});
        if (m_options.loaded && !m_isLoadOver) {
            m_isLoadOver = m_samples > 0 && !m_sweep;
            notify(MachineLoad{m_isLoadOver
                                   ? OtherLoad{}
                                   : OtherLoad{.processors = 1.2, .of = 2, .program = "chromium", .ofProgram = 1.1}});
        }
        m_nextHeartbeat = now + heartbeatPeriod;
    }
    if (m_experiment && !m_crashes && now >= m_nextPoint)
        sendExperimentPoint();
    answerProbes();
    if (m_probe && now >= m_nextProbe && !m_crashes && !m_lostDevice && !m_lostTarget)
        sendProbeSample();
    std::size_t sent = 0;
    while (m_sweep && !m_crashes && !m_lostDevice && !m_lostTarget && !m_deaf && m_output.size() < outputLimit
           && (m_options.flood ? sent < samplesOfOneFloodTurn : now >= m_nextSample)) {
        sendSweepSample();
        m_nextSample += 1.0 / m_options.rate;
        ++sent;
    }
    if (m_sweep && now >= m_nextProgress) {
        sendProgress();
        m_nextProgress = now + progressPeriod;
    }
    // It measures nothing, so it need not stand still in its gaps.
    if (m_sweep && m_gaps && now >= m_nextGap) {
        notify(MeasuringGap{++m_lastGap});
        m_nextGap = now + gapPeriod;
    }
}

double FakeServer::pause() const
{
    if (m_deaf)
        return 60.0;
    if (!m_isThere)
        return std::max(0.0, m_nextState - m_now);
    double next = m_nextHeartbeat;
    if (!m_waitingProbes.empty())
        next = std::min(next, m_waitingProbes.front().due);
    if (m_experiment)
        next = std::min(next, m_nextPoint);
    if (m_probe)
        next = std::min(next, m_nextProbe);
    if (m_sweep)
        next = std::min(next, m_options.flood ? m_now : m_nextSample);
    return std::max(0.0, next - m_now);
}

} // namespace ridgepoint::test
