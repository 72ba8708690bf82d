// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/sweep/sweep_runner.h"

#include "core/analysis/analyse.h"
#include "core/model/device.h"
#include "core/model/roof.h"
#include "core/stats/summary.h"
#include "core/sweep/cell_board.h"
#include "core/sweep/first_look.h"
#include "core/sweep/refinement.h"
#include "core/sweep/round_order.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace ridgepoint {
namespace {

/// Tells a refinement what the verdict names the cells that have been measured (verdictOf).
class VerdictsSoFar {
public:
    /// The board must outlive it. Nothing is told without roofs, and of cells that the roofs known do not reach.
    VerdictsSoFar(const CellBoard& board, RoofSet roofs, DeviceKind kind);
    /// Analyses anew where a tenth more cells are measured than the last time: what that takes grows with the map then,
    /// not with its square.
    void tell(Refinement& refinement);

private:
    const CellBoard& m_board;
    RoofSet m_roofs;
    DeviceKind m_kind;
    std::size_t m_told = 0; ///< cells there were the last time
};

VerdictsSoFar::VerdictsSoFar(const CellBoard& board, RoofSet roofs, DeviceKind kind)
    : m_board(board), m_roofs(std::move(roofs)), m_kind(kind)
{}

void VerdictsSoFar::tell(Refinement& refinement)
{
    const std::size_t cells = m_board.cells().size();
    if (m_roofs.roofs.empty() || cells < m_told + m_told / 10)
        return;
    m_told = cells;
    const std::vector<Sample> samples = m_board.samples();
    const auto points = analyse(samples, m_roofs, m_kind);
    std::map<std::size_t, std::optional<Regime>> verdicts;
    for (std::size_t i = 0; i < samples.size(); ++i)
        if (const auto cell = m_board.grid().find(samples[i].workload); cell && points[i].basis == Basis::Roofs)
            verdicts[*cell] = points[i].flags.has(Flag::Ambiguous) ? std::nullopt : points[i].regime;
    refinement.setVerdicts(std::move(verdicts));
}

using Id = CellBoard::Id;

/// What a run does, in this order.
enum class Phase { Look, LookBeside, Rest, RestBeside, Rounds };

/// A sharper sample goes out after these rounds.
bool isWorthTelling(int rounds) { return rounds <= 1 || rounds % 3 == 0; }

} // namespace

class SweepRunner::State {
public:
    State(Backend& backend, const Plan& given, const std::vector<Sample>& known, const Clock& givenClock,
          const RoofSet& givenRoofs)
        : plan(orOneCell(given)),
          clock(givenClock),
          board(plan, known),
          refinement(board.grid()),
          look(board, refinement),
          meter(backend, givenClock, givenRoofs, plan.base),
          rule{.targetInterval = plan.targetInterval},
          roofs(givenRoofs),
          kind(backend.info().kind),
          verdicts(board, givenRoofs, kind)
    {
        // What a fresh program first does for its references may take longer than the budget of a single point.
        begin = clock.now();
        if (auto checked = validate(given); !checked) {
            fail(checked.error());
            return;
        }
        for (const CellBoard::Cell& cell : board.cells())
            if (board.isInPlan(cell.id))
                learn(cell.id, cell.known.time);
        enqueue(isAdaptive() ? look.cells() : byCost(board, refinement.coarseCells()));
    }

    bool step();
    std::vector<Sample> takeNew();
    [[nodiscard]] RunProgress progress();
    void focus(const std::vector<Workload>& first);

    Plan plan;
    const Clock& clock;
    Seconds begin;
    CellBoard board;
    bool isCancelled = false;
    RunOutcome outcome = RunOutcome::Done;
    std::optional<Error> error;

private:
    [[nodiscard]] Seconds left() const { return plan.budget - (clock.now() - begin); }
    [[nodiscard]] bool isAdaptive() const { return plan.strategy == Strategy::Adaptive; }
    void learn(Id id, Seconds time);
    [[nodiscard]] bool fits(Id id) const;
    [[nodiscard]] bool isFocusInTurn(Id id) const;
    std::optional<Id> pickWanted();
    void enqueue(const std::vector<Id>& cells);
    void enqueueBeside();
    bool enqueueRound();
    bool enqueueNextPhase();
    std::optional<Id> pick();
    void visit(Id id);
    /// Lets takeNew() hand the cell out.
    void tell(CellBoard::Cell& cell);
    void handleFailure(CellBoard::Cell& cell, const Error& failure);
    void fail(const Error& failure);
    void finish(RunOutcome how);
    [[nodiscard]] double workLeft() const;

    Refinement refinement;
    FirstLook look;
    CellMeter meter;
    StoppingRule rule;
    RoofSet roofs; ///< empty where they are not known
    DeviceKind kind;
    VerdictsSoFar verdicts;
    Phase phase = Phase::Look;
    std::deque<Id> queue;
    std::deque<Id> wanted; ///< focused cells that have not been measured yet
    std::set<Id> focused;  ///< places in the plan
    std::set<Id> atBorders;
    std::vector<Id> told;       ///< cells that are new
    Seconds timeOfFocus;        ///< spent on focused cells
    bool isCellMissing = false; ///< one that would not have ended within the budget
    int roundsPlanned = 0;
    bool finished = false;
    double fraction = 0.0;
};

void SweepRunner::State::enqueue(const std::vector<Id>& cells)
{
    for (const Id id : cells)
        if (!board.isSeen(id))
            queue.push_back(id);
}

/// The neighbours, along directions without an axis, of every cell of the plan that has been measured.
void SweepRunner::State::enqueueBeside()
{
    std::vector<Id> cells;
    for (const CellBoard::Cell& cell : board.cells())
        if (board.isInPlan(cell.id) && cell.state != CellBoard::State::Unavailable)
            for (std::size_t plane = 1; plane < board.planes(); ++plane)
                cells.push_back(plane * board.cellsInAPlane() + cell.id);
    enqueue(byCost(board, std::move(cells)));
}

bool SweepRunner::State::enqueueRound()
{
    // Borders move while the first rounds sharpen them, hardly after.
    if (roundsPlanned < 3)
        atBorders = cellsAtBorders(board, roofs, kind);
    ++roundsPlanned;
    for (const Id id : nextRound(board, rule, focused, atBorders, left()))
        queue.push_back(id);
    return !queue.empty();
}

/// Fills the queue with what comes next; false when nothing does.
bool SweepRunner::State::enqueueNextPhase()
{
    while (queue.empty()) {
        switch (phase) {
        case Phase::Look:
            phase = Phase::LookBeside;
            enqueueBeside();
            break;
        case Phase::LookBeside:
            phase = Phase::Rest;
            if (!isAdaptive())
                enqueue(everyCell(board));
            break;
        case Phase::Rest:
            // What focus measured meanwhile is told already; ask until something new is wanted.
            if (isAdaptive()) {
                verdicts.tell(refinement);
                enqueue(refinement.nextCells());
            }
            if (queue.empty()) {
                phase = Phase::RestBeside;
                enqueueBeside();
            }
            break;
        case Phase::RestBeside: phase = Phase::Rounds; [[fallthrough]];
        case Phase::Rounds: return enqueueRound();
        }
    }
    return true;
}

/// Tells what chooses cells that one of the plan is measured.
void SweepRunner::State::learn(Id id, Seconds time)
{
    refinement.set(id, std::log(time.value()));
    look.tell(id, time);
}

/// Whether a run of the cell is expected to end within the budget.
bool SweepRunner::State::fits(Id id) const
{
    return !isAdaptive() || look.expected(board.workload(id)).value_or(Seconds(0.0)) <= left();
}

/// Until the first look is over, focused cells have half of the time: a line of expensive ones would take all of it.
bool SweepRunner::State::isFocusInTurn(Id id) const
{
    constexpr Seconds ahead{0.2};
    if (!isAdaptive() || phase > Phase::LookBeside || queue.empty())
        return true;
    const auto most = look.atMost(board.workload(id));
    return most && timeOfFocus * 2.0 + *most <= clock.now() - begin + ahead;
}

std::optional<Id> SweepRunner::State::pickWanted()
{
    while (!wanted.empty() && isFocusInTurn(wanted.front())) {
        const Id id = wanted.front();
        wanted.pop_front();
        const CellBoard::Cell* inPlan = board.cell(id % board.cellsInAPlane());
        const bool isInVain = inPlan != nullptr && inPlan->state == CellBoard::State::Unavailable;
        if (!board.isSeen(id) && !isInVain && fits(id))
            return id;
    }
    return std::nullopt;
}

std::optional<Id> SweepRunner::State::pick()
{
    if (const auto id = pickWanted())
        return id;
    while (!queue.empty() || enqueueNextPhase()) {
        const Id id = queue.front();
        queue.pop_front();
        const CellBoard::Cell* cell = board.cell(id);
        if (phase != Phase::Rounds ? cell == nullptr && fits(id) : cell != nullptr && cell->record.visitCost <= left())
            return id;
        isCellMissing = isCellMissing || cell == nullptr;
        if (cell == nullptr && board.isInPlan(id))
            refinement.setUnavailable(id); // what needs it is left alone
    }
    return std::nullopt;
}

bool SweepRunner::State::step()
{
    if (finished)
        return false;
    if (isCancelled) {
        finish(RunOutcome::Cancelled);
        return false;
    }
    if (left() <= Seconds(0.0)) {
        finish(RunOutcome::BudgetSpent);
        return false;
    }
    const auto id = pick();
    if (!id) {
        finish(RunOutcome::Done);
        return false;
    }
    visit(*id);
    return !finished;
}

void SweepRunner::State::visit(Id id)
{
    const bool isFirst = !board.isSeen(id);
    CellBoard::Cell& cell = board.add(id);
    const Seconds before = clock.now();
    const auto visited = meter.visit(cell.workload, cell.record);
    if (focused.contains(id % board.cellsInAPlane()))
        timeOfFocus += clock.now() - before;
    if (!visited) {
        handleFailure(cell, visited.error());
        return;
    }
    cell.summary = summarise(cell.record.readings);
    if (isWorthTelling(cell.summary.rounds) || rule.judge(cell.summary) != Convergence::Continue)
        tell(cell);
    if (isFirst) {
        board.countMeasured(id);
        if (board.isInPlan(id))
            learn(id, cell.summary.time);
    }
}

void SweepRunner::State::handleFailure(CellBoard::Cell& cell, const Error& failure)
{
    const bool isOfThisCell = failure.kind == ErrorKind::Unavailable || failure.id == "sweep.no-time";
    if (!isOfThisCell) {
        if (cell.record.readings.empty())
            cell.state = CellBoard::State::Unavailable;
        fail(failure);
        return;
    }
    error = failure;
    if (!cell.record.readings.empty()) {
        // It was measured before: what is known stays, further rounds are given up.
        cell.summary = summarise(cell.record.readings);
        cell.summary.rounds = rule.maximumRounds;
        return;
    }
    cell.state = CellBoard::State::Unavailable;
    if (board.isInPlan(cell.id))
        refinement.setUnavailable(cell.id);
}

void SweepRunner::State::fail(const Error& failure)
{
    error = failure;
    finish(RunOutcome::Failed);
}

void SweepRunner::State::finish(RunOutcome how)
{
    bool isAnyMeasured = false;
    bool isAnyUnfinished = false;
    for (CellBoard::Cell& cell : board.cells()) {
        isAnyMeasured = isAnyMeasured || cell.state != CellBoard::State::Unavailable;
        if (cell.state != CellBoard::State::Measured || cell.record.readings.empty())
            continue;
        const Convergence verdict = rule.judge(cell.summary);
        isAnyUnfinished = isAnyUnfinished || verdict == Convergence::Continue;
        if (verdict != Convergence::Reached) {
            cell.summary.flags |= Flag::IntervalNotReached;
            tell(cell);
        }
    }
    outcome = how;
    if (how == RunOutcome::Done && (isAnyUnfinished || isCellMissing))
        outcome = RunOutcome::BudgetSpent;
    if (how != RunOutcome::Cancelled && !isAnyMeasured && error)
        outcome = RunOutcome::Failed;
    meter.release();
    queue.clear();
    finished = true;
}

std::vector<Sample> SweepRunner::State::takeNew()
{
    std::vector<Sample> samples;
    for (const Id id : std::exchange(told, {})) {
        CellBoard::Cell& cell = *board.cell(id);
        cell.isNew = false;
        if (cell.state == CellBoard::State::Measured)
            samples.push_back(board.sampleOf(cell));
    }
    return samples;
}

void SweepRunner::State::tell(CellBoard::Cell& cell)
{
    if (!std::exchange(cell.isNew, true))
        told.push_back(cell.id);
}

/// Seconds that measuring everything to a claim would still take, from what rounds have cost so far.
double SweepRunner::State::workLeft() const
{
    double rounds = 0.0;
    double visits = 0.0;
    double costs = 0.0;
    for (const CellBoard::Cell& cell : board.cells()) {
        if (cell.state != CellBoard::State::Measured)
            continue;
        visits += 1.0;
        costs += cell.record.visitCost.value();
        if (rule.judge(cell.summary) == Convergence::Continue)
            rounds += cell.record.visitCost.value() * std::max(1, minimumRounds - cell.summary.rounds);
    }
    const double needed = static_cast<double>(board.cellsInAPlane() * board.planes()) / (isAdaptive() ? 6.0 : 1.0);
    const double missing = phase == Phase::Rounds ? 0.0
                                                  : std::max(0.0, needed - static_cast<double>(board.cells().size()));
    return visits > 0.0 ? rounds + missing * minimumRounds * costs / visits : plan.budget.value();
}

RunProgress SweepRunner::State::progress()
{
    RunProgress now;
    now.measuredCells = board.measuredInPlan();
    now.totalCells = static_cast<std::int64_t>(board.cellsInAPlane());
    if (isAdaptive())
        now.coarseLeft = look.left();
    if (finished) {
        fraction = 1.0;
    } else {
        now.left = Seconds(std::clamp(workLeft(), 0.0, std::max(0.0, left().value())));
        const double elapsed = (clock.now() - begin).value();
        fraction = std::max(fraction, std::min(0.999, elapsed / std::max(elapsed + now.left.value(), 1e-9)));
    }
    now.fraction = fraction;
    return now;
}

void SweepRunner::State::focus(const std::vector<Workload>& first)
{
    wanted.clear();
    focused.clear();
    std::vector<Id> places;
    for (const Workload& workload : first)
        if (const auto id = board.find(workload); id && focused.insert(*id % board.cellsInAPlane()).second)
            places.push_back(*id % board.cellsInAPlane());
    // Their neighbours too, after them: without those a line or a map of depth names no regime.
    for (std::size_t plane = 0; plane < board.planes(); ++plane)
        for (const Id place : places)
            wanted.push_back(plane * board.cellsInAPlane() + place); // pick() passes over what is seen
    // The round under way is planned anew, so that the focused cells come first in it.
    if (phase == Phase::Rounds)
        queue.clear();
}

SweepRunner::SweepRunner(Backend& backend, Plan plan, std::vector<Sample> known, const Clock& clock,
                         const RoofSet& roofs)
    : m_state(std::make_unique<State>(backend, plan, known, clock, roofs))
{}
SweepRunner::~SweepRunner() = default;

bool SweepRunner::step() { return m_state->step(); }
std::vector<Sample> SweepRunner::takeNewSamples() { return m_state->takeNew(); }
std::vector<Sample> SweepRunner::samples() const { return m_state->board.samples(); }
RunProgress SweepRunner::progress() const { return m_state->progress(); }
void SweepRunner::focus(const std::vector<Workload>& first) { m_state->focus(first); }
void SweepRunner::cancel() { m_state->isCancelled = true; }
RunOutcome SweepRunner::outcome() const { return m_state->outcome; }
const std::optional<Error>& SweepRunner::error() const { return m_state->error; }

} // namespace ridgepoint
