// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_main.h"
#include "tests/unit/agenda/small_window.h"

#include <algorithm>
#include <random>
#include <set>
#include <string>

using namespace ridgepoint;
using namespace ridgepoint::agenda;
using namespace ridgepoint::test;
using protocol::SweepOutcome;

namespace {

/// A window whose user, child and machine do anything that they can, and what must hold whatever they do.
class Walk {
public:
    explicit Walk(unsigned seed) : m_random(seed) { tell(PauseSet{Seconds(0.2)}); }

    void step()
    {
        m_now += Seconds(0.05 * static_cast<double>(below(4)));
        const int choice = below(100);
        if (choice < 70)
            childActs();
        else if (choice < 80)
            tell(Woke{});
        else if (choice < 99)
            userActs();
        else
            childGoes();
    }
    /// Nobody does anything any more and the child ends what it was asked for.
    void comeToRest()
    {
        tell(PauseSet{Seconds(0.0)});
        for (int steps = 0; m_agenda.running() || m_agenda.due(); ++steps) {
            require(steps < 1000, "it never comes to rest");
            m_child.stage == Stage::Rest ? tell(Woke{}) : endIt(SweepOutcome::BudgetSpent);
        }
    }
    [[nodiscard]] const std::string& fault() const { return m_fault; }
    [[nodiscard]] const std::set<End>& ends() const { return m_ends; }
    [[nodiscard]] const std::set<State>& states() const { return m_states; }

private:
    using Stage = SmallChild::Stage;

    int below(int count) { return static_cast<int>(m_random() % static_cast<unsigned>(count)); }
    void require(bool holds, const char* what)
    {
        if (!holds && m_fault.empty())
            m_fault = what;
    }

    void childActs()
    {
        const Error error{ErrorKind::DeviceFailure, "child", "It could not.", {}};
        if (!m_window.isReady) {
            const bool isStarting = m_agenda.state() == State::Starting || m_agenda.state() == State::Restarting;
            m_window.isReady = isStarting;
            tell(isStarting ? Event{Ready{}} : Event{Connecting{static_cast<Connecting::Then>(below(3))}});
        } else if (below(40) == 0 && m_child.stage != Stage::Rest && m_child.stage != Stage::Running) {
            m_child = {};
            tell(Refused{error});
        } else if (m_child.stage == Stage::Requested) {
            m_child.stage = Stage::Running;
            tell(Accepted{});
        } else if (m_child.stage == Stage::Running && below(4) != 0) {
            measure();
        } else if (m_child.stage == Stage::Running && below(4) == 0) {
            tell(protocol::SweepProgress{
                .fraction = 0.5, .coarseLeft = below(2) == 0 ? std::optional(Seconds(below(30))) : std::nullopt});
        } else if (m_child.stage != Stage::Rest && below(4) == 0) {
            endIt(static_cast<SweepOutcome>(below(16) == 0 ? 3 : m_child.isCancelled ? 2 : below(2)));
        }
    }
    void measure()
    {
        static constexpr std::array<Flag, 3> flags{Flag::IntervalNotReached, Flag::FewReadings, Flag::MachineBusy};
        const Plan& plan = m_child.sweep.plan;
        const Workload cell = plan.cell(m_random() % plan.cellCount());
        if (std::ranges::find(m_child.sweep.known, cell, &Sample::workload) != m_child.sweep.known.end())
            return;
        const auto sample = sampleOf(plan.device, cell,
                                     below(2) == 0 ? FlagSet() : FlagSet(flags[m_random() % flags.size()]), below(30));
        const auto known = m_window.sample(plan.device, cell);
        const bool isWanted = m_agenda.current() != nullptr && !m_isUnwanted;
        const bool isBetter = isWanted && (!known || isMorePrecise(*sample, *known));
        tell(SampleCame{sample});
        require(m_sampled == isWanted, "a sample was not told of, or one that nobody wants was");
        require((m_window.sample(plan.device, cell) == sample) == isBetter,
                "a sample is lost, or one that nobody wants is kept");
    }
    void endIt(SweepOutcome outcome)
    {
        const SmallChild was = std::exchange(m_child, {});
        if (was.stage == Stage::Roofs) {
            tell(RoofsCame{roofsOf(was.roofs.device, was.roofs.threads, m_window.place.operation)});
            tell(protocol::SweepFinished{});
        } else if (was.stage != Stage::Rest) {
            if (was.stage == Stage::Requested)
                m_child = was, m_child.stage = Stage::Running, tell(Accepted{});
            m_child = {};
            tell(protocol::SweepFinished{0, outcome, Error{}});
        }
    }
    void childGoes()
    {
        m_window.isReady = false;
        m_child = {};
        tell(BenchGone{});
    }

    void userActs()
    {
        switch (below(15)) {
        case 0: return tell(Asked{});
        case 1: return tell(Asked{.what = What::Map, .anew = true});
        case 2: return tell(Asked{.what = What::Roofs, .anew = true});
        case 3:
            return tell(
                Asked{.what = What::Point, .why = Why::Clicked, .points = {m_window.place}, .anew = below(2) == 0});
        case 4: return tell(Asked{.what = What::Point, .why = Why::Doubted, .points = {m_window.place}, .anew = true});
        case 5: return tell(StopAsked{});
        case 6: return tell(TakenBack{m_replaced});
        case 7: return tell(IdleTaken{below(2) == 0});
        case 8: return tell(Stayed{m_window.place});
        case 9:
            if (below(4) == 0)
                m_window.clear(), tell(SessionReplaced{});
            return;
        case 10:
            if (below(8) == 0)
                tell(Connecting{static_cast<Connecting::Then>(below(3))});
            return;
        case 11: {
            Sample seen = *sampleOf(m_window.deviceId(), m_window.place);
            seen.time = seen.time * 2.0;
            return tell(Probed{seen, below(2) == 0 ? std::optional(m_window.place) : std::nullopt});
        }
        default: return move();
        }
    }
    void move()
    {
        Workload place = m_window.place;
        place.elements = 1024 << below(3);
        if (below(2) == 0)
            place.operation = below(2) == 0 ? Operation::Fma : Operation::Mul;
        if (below(8) == 0)
            place.threads = 1 + below(2);
        m_window.lineAxis = below(4) == 0 ? AxisKind::Depth : AxisKind::Operations;
        m_window.turnTo(below(8) != 0 ? m_window.deviceId()
                                      : std::array{"cpu", "cpu", "cuda:0", "datasheet"}[m_random() % 4],
                        place);
        if (below(8) != 0) // else by itself, as a new session does
            tell(Moved{});
    }

    void tell(const Event& event)
    {
        noteBefore(event);
        m_sampled = false;
        for (const Action& action : m_agenda.step(event, m_now))
            std::visit([this](const auto& each) { carryOut(each); }, action);
        checkIntents();
        require(m_agenda.running() == (m_child.stage != Stage::Rest) || std::holds_alternative<RoofsCame>(event),
                "it runs what the child does not");
        require(!m_agenda.running() || m_agenda.current() != nullptr, "nothing runs");
        m_states.insert(m_agenda.state());
    }
    /// What the event means for what may follow.
    void noteBefore(const Event& event)
    {
        const auto* asked = std::get_if<Asked>(&event);
        if (std::holds_alternative<StopAsked>(event) && m_agenda.running())
            m_isQuiet = true;
        else if (std::holds_alternative<Moved>(event) || std::holds_alternative<Connecting>(event)
                 || (std::holds_alternative<SessionReplaced>(event) && m_agenda.running())
                 || (asked != nullptr && asked->why < Why::Followed))
            m_isQuiet = false;
        const auto* takenBack = std::get_if<TakenBack>(&event);
        const bool isTakenBack = takenBack != nullptr && m_agenda.current() != nullptr
                              && m_agenda.current()->replaced == takenBack->replaced && takenBack->replaced;
        if (isTakenBack || std::holds_alternative<SessionReplaced>(event))
            m_isUnwanted = true;
        if (std::holds_alternative<Connecting>(event)) {
            m_window.isReady = false;
            m_child = {};
        }
    }
    /// Every intent that was taken on waits, runs or has ended, once.
    void checkIntents()
    {
        std::set<int> now;
        for (const Intent& intent : m_agenda.waiting())
            require(now.insert(intent.id).second, "an intent waits twice");
        if (m_agenda.current() != nullptr)
            now.insert(m_agenda.current()->id);
        for (const int id : m_open)
            require(now.contains(id), "an intent is gone without a word");
        m_open = std::move(now);
    }

    void begin(const Intent& job)
    {
        require(m_child.stage == Stage::Rest && m_window.isReady, "two things run at once");
        require(!m_isQuiet, "something is measured by itself after a stop");
        require(job.device == m_window.deviceId() && !m_window.isReference(),
                "what was asked of one device is measured on another");
        m_isUnwanted = false;
    }
    void carryOut(const protocol::MeasureRoofs& request)
    {
        begin(*m_agenda.current());
        m_child = {.stage = Stage::Roofs, .roofs = request};
    }
    void carryOut(const protocol::StartSweep& request)
    {
        const Intent& job = *m_agenda.current();
        begin(job);
        for (std::size_t i = 0; i < request.plan.cellCount(); ++i) {
            const Workload cell = request.plan.cell(i);
            const auto known = m_window.sample(request.plan.device, cell);
            const bool isToCome = !known || !isConverged(*known) || (job.anew && !job.measured.contains(cell));
            require(isToCome || std::ranges::find(request.known, cell, &Sample::workload) != request.known.end(),
                    "what is known is measured again");
        }
        m_child = {.stage = Stage::Requested, .sweep = request};
    }
    void carryOut(const protocol::FocusSweep& request)
    {
        require(m_child.stage == Stage::Running && !request.first.empty(), "a focus goes to no run");
    }
    void carryOut(const protocol::CancelSweep&)
    {
        require(m_child.stage == Stage::Running && !m_child.isCancelled, "a cancel goes to no run, or goes twice");
        m_child.isCancelled = true;
    }
    void carryOut(const RestartBench&)
    {
        m_window.isReady = false;
        m_child = {};
    }
    void carryOut(const Plan& plan) { m_window.measuredPlans.push_back(plan); }
    void carryOut(const PutSample& put) { m_window.put(put.sample); }
    void carryOut(const protocol::RoofMeasured&) {}
    void carryOut(const RoofsKept&) {}
    void carryOut(const RoofSet& roofs) { m_window.put(roofs); }
    void carryOut(const MeasureProgress&) {}
    void carryOut(const RunningChanged& changed)
    {
        require(std::exchange(m_isRunning, changed.running) != changed.running, "it is told twice that it runs");
    }
    void carryOut(const Problem&) {}
    void carryOut(const BenchFailed&) {}
    void carryOut(const Sampled&) { m_sampled = true; }
    void carryOut(const Replacing& replacing) { m_replaced = replacing.replaced; }
    void carryOut(const PointMeasuredAgain& again)
    {
        require(again.before && again.now, "a point was measured again that is not known");
    }
    void carryOut(const CellsKept&) {}
    void carryOut(Notice) {}
    void carryOut(const Ended& ended)
    {
        m_open.erase(ended.id);
        m_ends.insert(ended.end);
        require(m_ended.insert(ended.id).second, "an intent ends twice");
    }

    std::mt19937 m_random;
    SmallWindow m_window;
    Agenda m_agenda{m_window};
    SmallChild m_child;
    Seconds m_now;
    ReplacedPointer m_replaced = std::make_shared<ReplacedMeasurements>();
    std::set<int> m_open, m_ended;
    std::set<End> m_ends;
    std::set<State> m_states;
    bool m_isQuiet = false;    ///< somebody has stopped it and has neither moved nor asked since
    bool m_isUnwanted = false; ///< what runs was taken back, or is of another session
    bool m_isRunning = false;
    bool m_sampled = false;
    std::string m_fault;
};

} // namespace

class AgendaWalkTest : public Case {
    Q_OBJECT

private slots:
    void keepsItsWordWhateverHappens()
    {
        std::set<End> ends;
        std::set<State> states;
        for (unsigned seed = 1; seed <= 1000; ++seed) {
            Walk walk(seed);
            for (int step = 0; step < 1000 && walk.fault().empty(); ++step) {
                walk.step();
                if (!walk.fault().empty())
                    QFAIL(qPrintable(
                        QString("seed %1, step %2: %3").arg(seed).arg(step).arg(QString::fromStdString(walk.fault()))));
            }
            walk.comeToRest();
            QVERIFY2(walk.fault().empty(), walk.fault().c_str());
            ends.insert(walk.ends().begin(), walk.ends().end());
            states.insert(walk.states().begin(), walk.states().end());
        }
        QCOMPARE(ends.size(), std::size_t{12}); // the walk has been everywhere
        QCOMPARE(states.size(), std::size_t{11});
    }
};

RIDGEPOINT_TEST(AgendaWalkTest)
#include "random_walk_test.moc"
