// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/unit/agenda/small_window.h"

#include <QStringList>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace ridgepoint::test {

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

} // namespace ridgepoint::test
