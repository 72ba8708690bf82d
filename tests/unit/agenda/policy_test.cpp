// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_main.h"
#include "tests/unit/agenda/small_window.h"

#include <QStringList>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

using namespace ridgepoint;
using namespace ridgepoint::test;

namespace {

/// Plays a script of words to an agenda and writes down, in words, what it does.
class ScriptPlayer {
public:
    void play(const QString& script)
    {
        for (const QString& word : script.split(' ', Qt::SkipEmptyParts))
            playWord(word);
    }
    [[nodiscard]] QString log() const { return m_log.join(' '); }

private:
    void playWord(const QString& word)
    {
        if (word == "|") {
            m_log.clear();
            return;
        }
        const auto found = m_words.find(word);
        if (found == m_words.end())
            QFAIL(qPrintable("no such word: " + word));
        found->second();
    }
    void tell(const agenda::Event& event)
    {
        for (const agenda::Action& action : m_agenda.step(event, m_now))
            std::visit([this](const auto& each) { carryOut(each); }, action);
    }
    void ask(const agenda::Asked& asked) { tell(asked); }
    void askForPoint(agenda::Why why, const Workload& point, bool anew)
    {
        ask({.what = agenda::What::Point, .why = why, .points = {point}, .anew = anew});
    }
    void moveTo(const std::string& device, const std::function<void(Workload&)>& change)
    {
        Workload place = m_window.place;
        change(place);
        m_window.turnTo(device, place);
        tell(agenda::Moved{});
    }
    void measureAll(FlagSet flags, int rounds = 12)
    {
        const Plan plan = m_sweep.plan;
        for (std::size_t i = 0; i < plan.cellCount(); ++i)
            if (std::ranges::find(m_sweep.known, plan.cell(i), &Sample::workload) == m_sweep.known.end())
                tell(agenda::SampleCame{sampleOf(plan.device, plan.cell(i), flags, rounds)});
    }
    /// `times`: as long, and as slow, as those known.
    void measureRoofs(FlagSet flags = {}, double times = 1.0)
    {
        RoofSet roofs = roofsOf(m_roofs.device, m_roofs.threads, m_window.place.operation);
        for (Roof& roof : roofs.roofs) {
            roof.flags = flags;
            roof.value = isDuration(roof.kind) ? times : 1.0 / times;
        }
        tell(agenda::RoofsCame{roofs});
        tell(protocol::SweepFinished{});
    }
    void finish(protocol::SweepOutcome outcome)
    {
        const bool isFailed = outcome == protocol::SweepOutcome::Failed;
        tell(protocol::SweepFinished{0, outcome, isFailed ? std::optional(m_error) : std::nullopt});
    }
    void wait(double seconds)
    {
        m_now += Seconds(seconds);
        tell(agenda::Woke{});
    }
    /// It sees twice the time that is known.
    void probe(FlagSet flags, const std::optional<Workload>& partner)
    {
        Sample seen = *sampleOf(m_window.deviceId(), m_window.place, flags);
        seen.time = seen.time * 2.0;
        tell(agenda::Probed{seen, partner});
    }
    void makeReady(bool isReady) { m_window.isReady = isReady; }

    void carryOut(const protocol::MeasureRoofs& request)
    {
        m_roofs = request;
        QString words = request.isReference ? "roofs!" : "roofs";
        if (!request.only.empty())
            words += QString(":%1").arg(request.only.size());
        m_log << words;
    }
    void carryOut(const protocol::StartSweep& request)
    {
        m_sweep = request;
        const agenda::Intent& job = *m_agenda.current();
        static const std::vector<QString> names{"", "", "map", "line", "point", "sharpen"};
        QString words = names[static_cast<std::size_t>(job.what)];
        if (job.what == agenda::What::Map && request.plan.budget != m_window.map().budget)
            words += QString(":%1s").arg(request.plan.budget.value());
        if (job.anew)
            words += "!";
        if ((job.anew || job.what == agenda::What::Sharpen) && !request.known.empty())
            words += QString(":%1-known").arg(request.known.size());
        m_log << words;
    }
    void carryOut(const protocol::FocusSweep&) { m_log << "focus"; }
    void carryOut(const protocol::CancelSweep&) { m_log << "cancel"; }
    void carryOut(const agenda::RestartBench&)
    {
        makeReady(false);
        m_log << "new-child";
    }
    void carryOut(const Plan& plan) { m_window.measuredPlans.push_back(plan); }
    void carryOut(const agenda::PutSample& put) { m_window.put(put.sample); }
    void carryOut(const protocol::RoofMeasured&) {}
    void carryOut(const agenda::RoofsKept& kept) { m_log << QString("offer:%1").arg(kept.worse.roofs.size()); }
    void carryOut(RoofSet roofs)
    {
        if (const RoofSet* known = m_window.roofs(roofs.device, roofs.threads))
            for (const Roof& roof : known->roofs)
                roofs.put(roof);
        m_window.put(roofs);
    }
    void carryOut(const MeasureProgress& progress)
    {
        if (progress.what == MeasureProgress::What::Nothing && progress.coarseLeft)
            m_log << QString("coarse:%1").arg(progress.measuredCells);
        if (progress.what == MeasureProgress::What::Sharpen && progress.coarseLeft)
            m_log << QString("known:%1").arg(progress.measuredCells);
        else if (progress.what == MeasureProgress::What::Sharpen && progress.pass > 1)
            m_log << QString("pass:%1").arg(progress.pass);
        if (progress.what == MeasureProgress::What::Roofs && progress.fraction > 0.0)
            m_log << QString("%1%").arg(std::lround(progress.fraction * 100.0));
    }
    void carryOut(const agenda::RunningChanged& changed)
    {
        if (!changed.running)
            m_log << "rest";
    }
    void carryOut(const agenda::Problem&) { m_log << "problem"; }
    void carryOut(const agenda::BenchFailed&) { m_log << "failed"; }
    void carryOut(const agenda::Sampled&) {}
    void carryOut(const agenda::Replacing& replacing)
    {
        m_replaced = replacing.replaced;
        m_log << "step";
    }
    void carryOut(const agenda::PointMeasuredAgain& again) { m_log << (again.keepsBefore ? "kept" : "replaced"); }
    void carryOut(const agenda::CellsKept& kept) { m_log << QString("kept:%1").arg(kept.kept); }
    void carryOut(agenda::Notice notice)
    {
        if (notice == agenda::Notice::Finished)
            m_log << "finished";
    }
    void carryOut(const agenda::Ended&) {}

    SmallWindow m_window;
    agenda::Agenda m_agenda{m_window};
    Seconds m_now;
    QStringList m_log;
    protocol::StartSweep m_sweep;
    protocol::MeasureRoofs m_roofs;
    ReplacedPointer m_replaced;
    const Error m_error{ErrorKind::DeviceFailure, "device", "The device failed.", {}};
    const std::string m_mulRoof = computeRoofId(Operation::Mul, Precision::Fp32);
    const Workload m_point = moved(m_window.place, AxisKind::Size, 12345);
    const std::map<QString, std::function<void()>> m_words{
        // The child.
        {"connect", [this] { tell(agenda::Connecting{agenda::Connecting::Then::Rest}); }},
        {"first-start", [this] { tell(agenda::Connecting{agenda::Connecting::Then::Measure}); }},
        {"restart", [this] { tell(agenda::Connecting{agenda::Connecting::Then::GoOn}); }},
        {"ready", [this] { makeReady(true), tell(agenda::Ready{}); }},
        {"gone", [this] { makeReady(false), tell(agenda::BenchGone{m_error}); }},
        {"named", [this] { tell(agenda::Accepted{}); }},
        {"refused", [this] { tell(agenda::Refused{m_error}); }},
        {"roofs", [this] { measureRoofs(); }},
        {"slow-roofs", [this] { measureRoofs({}, 2.0); }},
        {"slow-busy-roofs", [this] { measureRoofs(Flag::MachineBusy, 2.0); }},
        {"fast-busy-roofs", [this] { measureRoofs(Flag::MachineBusy, 0.5); }},
        {"mul-unavailable",
         [this] {
             m_window.roofSets.begin()->second.unavailable.push_back({m_mulRoof, m_error});
         }},
        {"a-roof", [this] { tell(protocol::RoofMeasured{.device = m_roofs.device, .threads = m_roofs.threads}); }},
        {"roofs-30",
         [this] {
             tell(protocol::RoofsProgress{m_roofs.device, 0.3});
         }},
        {"roofs-60",
         [this] {
             tell(protocol::RoofsProgress{m_roofs.device, 0.6});
         }},
        {"all", [this] { measureAll({}); }},
        {"wide", [this] { measureAll(Flag::IntervalNotReached); }},
        {"sharper", [this] { measureAll(Flag::IntervalNotReached, 24); }},
        {"few", [this] { measureAll(Flag::FewReadings); }},
        {"busy", [this] { measureAll(Flag::MachineBusy); }},
        {"done", [this] { finish(protocol::SweepOutcome::Done); }},
        {"spent", [this] { finish(protocol::SweepOutcome::BudgetSpent); }},
        {"cancelled", [this] { finish(protocol::SweepOutcome::Cancelled); }},
        {"broken", [this] { finish(protocol::SweepOutcome::Failed); }},
        {"coarse-20", [this] { tell(protocol::SweepProgress{.left = Seconds(1), .coarseLeft = Seconds(20)}); }},
        {"coarse-10", [this] { tell(protocol::SweepProgress{.left = Seconds(1), .coarseLeft = Seconds(10)}); }},
        // A whole run without incident, of each kind.
        {"run-of-it", [this] { play("named all done"); }},
        {"unsettled", [this] { play("first-start ready roofs named wide spent run-of-it |"); }},
        {"sharpened", [this] { play("pause named sharper spent"); }},
        {"measured", [this] { play("first-start ready roofs run-of-it run-of-it |"); }},
        // Somebody.
        {"run", [this] { ask({}); }},
        {"stop", [this] { tell(agenda::StopAsked{}); }},
        {"map-again", [this] { ask({.what = agenda::What::Map, .anew = true}); }},
        {"roofs-again", [this] { ask({.what = agenda::What::Roofs, .anew = true}); }},
        {"one-roof", [this] { ask({.what = agenda::What::Roofs, .roofs = {"bandwidth.dram"}, .anew = true}); }},
        {"point", [this] { askForPoint(agenda::Why::Clicked, m_point, false); }},
        {"point-again", [this] { askForPoint(agenda::Why::Clicked, m_window.place, true); }},
        {"doubted", [this] { askForPoint(agenda::Why::Doubted, m_window.place, true); }},
        {"take-back", [this] { tell(agenda::TakenBack{m_replaced}); }},
        {"new-session", [this] { m_window.clear(), tell(agenda::SessionReplaced{}); }},
        {"probe", [this] { tell(agenda::IdleTaken{true}); }},
        {"no-probe", [this] { tell(agenda::IdleTaken{false}); }},
        {"stays", [this] { tell(agenda::Stayed{m_window.place}); }},
        {"contradicted", [this] { probe({}, std::nullopt); }},
        {"trial-contradicted", [this] { probe({}, m_point); }},
        {"busily-contradicted", [this] { probe(Flag::MachineBusy, std::nullopt); }},
        {"pause", [this] { wait(1.0); }},
        {"moment", [this] { wait(0.5); }},
        // Where somebody goes.
        {"size",
         [this] { moveTo("cpu", [](Workload& place) { place.elements = place.elements == 1024 ? 4096 : 1024; }); }},
        {"fma", [this] { moveTo("cpu", [](Workload& place) { place.operation = Operation::Fma; }); }},
        {"mul", [this] { moveTo("cpu", [](Workload& place) { place.operation = Operation::Mul; }); }},
        {"wait-each", [this] { moveTo("cpu", [](Workload& place) { place.launchMode = LaunchMode::WaitEach; }); }},
        {"queued", [this] { moveTo("cpu", [](Workload& place) { place.launchMode = LaunchMode::Queued; }); }},
        {"one-thread", [this] { moveTo("cpu", [](Workload& place) { place.threads = 1; }); }},
        {"depth-line", [this] { m_window.lineAxis = AxisKind::Depth, tell(agenda::Moved{}); }},
        {"gpu", [this] { moveTo("cuda:0", [](Workload&) {}); }},
        {"datasheet", [this] { moveTo("datasheet", [](Workload&) {}); }},
    };
};

} // namespace

class AgendaPolicyTest : public Case {
    Q_OBJECT

    static void row(const char* name, const char* script, const char* log)
    {
        QTest::newRow(name) << QString(script) << QString(log);
    }

private slots:
    void answersAScript_data()
    {
        QTest::addColumn<QString>("script");
        QTest::addColumn<QString>("log");
        // In the log a word is what is sent or said: "roofs:2" two of them, "!" anew.
        row("a first start", "first-start ready roofs run-of-it run-of-it", "roofs map line focus rest finished");
        row("the progress of roofs never falls", "first-start ready roofs-30 roofs-60 roofs-30 a-roof roofs",
            "roofs 30% 60% map");
        row("and begins anew with other roofs", "measured roofs-again roofs-60 roofs run-of-it roofs-again roofs-30",
            "roofs! 60% step rest finished roofs! 30%");
        row("cells that are known stay counted while their intervals become narrower",
            "unsettled pause named coarse-10", "sharpen focus known:9");
        row("a map is not said to have holes where a run that narrows intervals is stopped",
            "unsettled pause named coarse-10 stop cancelled", "sharpen focus known:9 cancel rest finished");
        row("unless it had some",
            "first-start ready roofs named wide coarse-20 spent named coarse-20 spent run-of-it | pause named "
            "coarse-10 "
            "stop cancelled",
            "sharpen focus known:9 cancel coarse:9 rest finished");
        row("a start at rest", "connect ready pause", "");
        row("only what is missing is measured", "measured run named done named done", "map line focus rest finished");
        addRowsOfRuns();
        addRowsOfMoves();
        addRowsOfStops();
        addRowsOfSharpening();
        addRowsOfTheChild();
        addRowsOfTheNineFaults();
    }
    void answersAScript()
    {
        QFETCH(QString, script);
        QFETCH(QString, log);
        ScriptPlayer player;
        player.play(script);
        QCOMPARE(player.log(), log);
    }

private:
    static void addRowsOfRuns()
    {
        row("a point goes before the map, which is taken up again",
            "measured map-again named point cancelled run-of-it run-of-it run-of-it",
            "map! cancel point focus map! step line! focus rest finished");
        row("and what it has measured anew is not measured again",
            "measured map-again named all point cancelled run-of-it named all done",
            "map! step cancel point focus map!:9-known line!");
        row("also what came until its end", "measured map-again named point all cancelled run-of-it named",
            "map! cancel step point focus map!:9-known");
        row("a point while a run begins waits for its name", "measured map-again point named cancelled",
            "map! cancel point");
        row("of two points the later is first", "measured map-again point point-again named cancelled run-of-it named",
            "map! cancel point! focus step replaced point focus");
        row("roofs end before what is asked for after them", "measured roofs-again point roofs run-of-it",
            "roofs! step point focus rest finished");
        row("roofs that are asked for twice are measured once", "measured roofs-again roofs-again roofs run-of-it",
            "roofs! step rest finished");
        row("a roof goes before the map", "measured map-again named one-roof cancelled roofs named",
            "map! cancel roofs!:1 step map!");
        row("a map in place of a map", "measured map-again named map-again cancelled named all done",
            "map! cancel map! step line!");
        row("a point that is refused drops nothing else", "measured map-again named point cancelled refused named",
            "map! cancel point problem map!");
        row("a point that is refused while it waits is told of once", "measured point point-again refused refused",
            "point problem point! problem rest finished");
        row("a map that is refused ends the run", "measured map-again refused", "map! rest problem");
        row("a device that fails ends the run", "measured map-again named broken", "map! rest problem");
        row("a place that cannot be measured says so", "measured map-again named point cancelled named broken",
            "map! cancel point focus problem map!");
        row("cells that are better stay", "measured map-again named busy done", "map! kept:9 line!");
        row("a point that is measured again", "measured point-again run-of-it",
            "point! focus step replaced rest finished");
        row("a point that is better stays", "measured point-again named busy done", "point! focus kept rest finished");
        row("what is doubted is no step", "measured doubted run-of-it", "point! focus rest finished");
        row("a map is taken back", "measured map-again named all take-back cancelled", "map! step cancel rest");
        row("a map is taken back while a point is measured",
            "measured map-again named all point cancelled named take-back all done",
            "map! step cancel point focus rest finished");
        row("a map that is taken back may fail", "measured map-again named all point take-back broken",
            "map! step cancel point");
        row("what is broken off is told once", "measured map-again named point point size", "map! cancel");
        row("worse roofs of a disturbed moment are offered", "measured roofs-again slow-busy-roofs",
            "roofs! offer:3 rest finished");
        row("better ones are taken", "measured roofs-again fast-busy-roofs", "roofs! step rest finished");
        row("worse ones of a quiet moment are taken", "measured roofs-again slow-roofs", "roofs! step rest finished");
        row("roofs are taken back", "measured roofs-again a-roof take-back ready pause", "roofs! step rest new-child");
        row("roofs are taken back before a point", "measured roofs-again a-roof point take-back roofs",
            "roofs! step point");
        row("another session ends a run and takes nothing of it",
            "measured map-again named new-session all cancelled pause", "map! cancel rest");
        row("a first look goes on while less is missing",
            "first-start ready roofs named coarse-20 spent named coarse-10 spent named coarse-10 spent run-of-it",
            "roofs map map:10s map:10s line focus coarse:3 rest finished");
        row("a first look is no first look elsewhere",
            "first-start ready roofs named coarse-20 spent named coarse-20 spent run-of-it | mul fma", "coarse:3");
    }
    static void addRowsOfMoves()
    {
        row("a move within the map turns what runs to it", "measured map-again named size", "map! focus");
        row("another slice is measured after a pause", "measured mul pause roofs run-of-it run-of-it",
            "roofs:1 map focus line focus rest finished");
        row("and not before", "measured mul moment", "");
        row("each move begins the pause anew", "measured mul moment mul moment", "");
        row("where nothing is missing nothing is measured", "measured size pause", "");
        row("a run on another slice is broken off", "measured mul pause roofs named queued pause cancelled",
            "roofs:1 map focus cancel roofs:1");
        row("and goes on where the slider comes back", "measured mul pause roofs named queued wait-each pause all done",
            "roofs:1 map focus focus line");
        row("roofs that are no longer missing are left out",
            "measured mul pause roofs named queued pause wait-each cancelled named",
            "roofs:1 map focus cancel map focus");
        row("roofs that could not be measured are left alone", "measured mul-unavailable mul pause", "map");
        row("and tried again by who asks", "measured mul-unavailable mul run", "roofs:1");
        row("a move while a run begins is followed", "measured mul pause roofs queued named pause",
            "roofs:1 map cancel");
        row("a move within the slice while a map begins goes before the whole", "measured map-again size named",
            "map! focus");
        row("a move during a point is followed after it", "measured point named mul all done pause",
            "point focus focus rest finished roofs:1");
        row("what is broken off is measured when one comes back",
            "measured mul pause roofs named queued pause cancelled roofs run-of-it run-of-it |"
            " wait-each pause run-of-it run-of-it",
            "map focus line focus rest finished");
        row("of another device somebody has to ask", "measured gpu pause", "");
        row("nothing of a datasheet", "measured datasheet pause run", "");
        row("a datasheet chosen while a run begins", "measured map-again datasheet named all done pause",
            "map! step rest finished");
    }
    static void addRowsOfStops()
    {
        row("a stop waits for the samples under way", "measured map-again named stop all cancelled pause",
            "map! cancel step rest finished");
        row("a stop while a run begins ends the child", "measured map-again stop ready contradicted pause",
            "map! rest new-child");
        row("roofs are stopped with the child", "measured roofs-again stop ready pause", "roofs! rest new-child");
        row("a point that is asked for after a stop", "measured map-again named stop point cancelled named",
            "map! cancel point focus");
        row("a move after a stop is followed", "measured map-again named stop cancelled mul pause",
            "map! cancel rest finished roofs:1");
        row("a move while it stops is followed", "measured map-again named stop mul cancelled pause",
            "map! cancel rest finished roofs:1");
        row("a stop at rest ends what a move began", "measured mul stop pause", "");
        row("what has ended at a stop is not sharpened", "first-start ready roofs named wide stop done pause",
            "roofs map cancel rest finished");
        row("a stop ends sharpening for good", "unsettled pause named stop cancelled size pause",
            "sharpen focus cancel rest finished");
        row("a first look does not go on after a stop", "first-start ready roofs named coarse-20 stop spent",
            "roofs map cancel coarse:0 rest finished");
    }
    static void addRowsOfSharpening()
    {
        row("what is wide is sharpened", "unsettled pause named sharper spent pause",
            "sharpen focus rest finished pass:2 sharpen");
        row("not where nothing came of it", "unsettled pause named spent pause", "sharpen focus rest finished");
        row("six times", "unsettled sharpened sharpened sharpened sharpened sharpened | sharpened pause",
            "pass:6 sharpen focus rest finished");
        row("not while the probe is on", "unsettled probe pause no-probe pause", "sharpen");
        row("the probe takes the time at once", "unsettled pause named probe cancelled pause | no-probe pause",
            "sharpen");
        row("a move is before it", "unsettled mul pause", "roofs:1");
        row("not of a slice that was left", "unsettled pause named point mul cancelled named all done",
            "sharpen focus cancel point focus rest finished");
        row("what was asked for narrows too", "unsettled run run-of-it run-of-it named sharper done",
            "map line focus sharpen focus rest finished");
        row("a point whose neighbours have too few readings is measured",
            "first-start ready roofs named few spent run-of-it | stays", "point");
        row("not where they have them", "measured stays", "");
        row("what the probe contradicts is measured anew", "measured contradicted run-of-it",
            "point! focus rest finished");
        row("twice", "measured contradicted run-of-it contradicted run-of-it | contradicted", "");
        row("with what it is compared with", "measured trial-contradicted named cancelled run-of-it run-of-it",
            "point! cancel point! focus point! focus rest finished");
        row("not where other programs disturb the probe", "measured busily-contradicted", "");
        row("not while a point is measured", "measured point contradicted", "point");
        row("and beside a map before it", "measured map-again named contradicted cancelled", "map! cancel point!");
        row("nothing is completed while something runs", "first-start ready roofs named few spent | stays", "");
    }
    static void addRowsOfTheChild()
    {
        row("a new child goes on", "measured map-again named gone restart ready", "map! rest failed map");
        row("one that went at rest does not", "measured gone restart ready pause", "failed");
        row("one that went before it was ready does", "first-start gone restart ready", "failed roofs");
        row("one that went while it was stopped does not", "measured map-again named stop gone restart ready pause",
            "map! cancel rest failed");
        row("one that only ended a sharpening does not", "unsettled pause named probe gone restart ready",
            "sharpen focus cancel rest failed");
        row("one of another session does not", "measured map-again named gone new-session restart ready pause",
            "map! rest failed");
        row("a child in place of one that works is at rest", "measured map-again named connect ready pause",
            "map! rest");
        row("without one nothing is measured", "run point mul pause", "");
    }
    /// What a review of the window found once: each of these was otherwise.
    static void addRowsOfTheNineFaults()
    {
        row("a line along another axis is measured after what runs",
            "unsettled pause named depth-line sharper spent pause", "sharpen focus focus rest finished line");
        row("the end of the probe forgets no slice that is owed", "unsettled probe mul no-probe pause", "roofs:1");
        row("a doubt does not follow a stop", "measured map-again named stop cancelled contradicted doubted",
            "map! cancel rest finished");
        row("nor does a point that is incomplete", "first-start ready roofs named few stop cancelled | stays", "");
        row("nor the slice that a pause was waiting for",
            "measured mul pause roofs named queued stop cancelled pause pause",
            "roofs:1 map focus cancel rest finished");
        row("nor, after a hang, the whole run", "measured map-again stop gone restart ready pause",
            "map! rest new-child failed");
        row("what was asked of one device is not measured on another",
            "measured map-again named point gpu cancelled pause", "map! cancel rest finished");
        row("a map of other threads has its roofs", "measured roofs-again map-again one-thread roofs roofs",
            "roofs! step roofs map!");
        row("nothing is sharpened beside the probe after a point",
            "unsettled pause named point probe cancelled run-of-it pause pause",
            "sharpen focus cancel point focus rest finished");
    }
};

RIDGEPOINT_TEST(AgendaPolicyTest)
#include "policy_test.moc"
