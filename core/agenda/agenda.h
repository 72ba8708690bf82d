// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/agenda/agenda_messages.h"
#include "core/agenda/agenda_view.h"

#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ridgepoint::agenda {

/// In this order: something is measured from Requested on.
enum class State {
    NoBench,
    Failed,     ///< the child is gone; the queue holds what a restart goes on with
    Starting,   ///< the queue holds what is measured as soon as it is ready
    Restarting, ///< as Starting, after a stop of what could not be ended otherwise
    Idle,
    Stopped,     ///< by the user, who has neither moved nor asked for anything since
    Requested,   ///< a sweep whose run the child has not named yet
    Withdrawn,   ///< as Requested, to be broken off as soon as it is named
    Running,     ///< a sweep, or roofs, which cannot be broken off
    BreakingOff, ///< for what waits, or because it is not wanted any more
    Stopping,
};

/// Decides what is measured and when: what the user asks for, and by itself what is missing where the user moved to,
/// what is in doubt and, while nothing else is wanted, what has too wide an interval. Roofs come first, then the map,
/// then the line through the cursor. One thing runs at a time; nothing happens by itself from a stop until the user
/// moves or asks.
///
/// A pure state machine without a clock or threads: it reads its view and answers events with actions.
class Agenda {
public:
    /// `view` must outlive it.
    explicit Agenda(const View& view) : m_view(view) {}

    /// What an event leads to. `now` is of any clock that does not go back.
    [[nodiscard]] std::vector<Action> step(const Event& event, Seconds now);

    [[nodiscard]] State state() const { return m_state; }
    [[nodiscard]] bool running() const { return m_state >= State::Requested; }
    [[nodiscard]] bool wasStopped() const
    {
        return m_state == State::Stopped || m_state == State::Stopping || m_state == State::Restarting;
    }
    [[nodiscard]] bool isIdleTaken() const { return m_idleTaken; }
    /// When to wake it.
    [[nodiscard]] std::optional<Seconds> due() const { return m_due; }
    /// What runs, and what waits behind it.
    [[nodiscard]] const Intent* current() const { return m_job ? &m_job->intent : nullptr; }
    [[nodiscard]] const std::deque<Intent>& waiting() const { return m_queue; }

private:
    struct Job {
        Intent intent;
        Plan plan{};     ///< of a sweep
        int threads = 0; ///< of roofs
        Seconds began{};
        std::optional<End> unwanted{}; ///< why it is not wanted any more; it only has to end
        bool hasSharpened = false;     ///< it has replaced a sample
    };
    /// What happens after a pause; the greater outdoes the other.
    enum class FollowUp { None, Sharpen, Follow };

    // agenda.cpp: the child, the queue and the job that runs.
    void on(const Connecting& event);
    void on(const Ready& event);
    void on(const BenchGone& event);
    void on(const Asked& event);
    void on(const Accepted& event);
    void on(const Refused& event);
    void on(const RoofsCame& event);
    void on(const SampleCame& event);
    void on(const protocol::RoofMeasured& event);
    void on(const protocol::RoofsProgress& event);
    void on(const protocol::SweepProgress& event);
    void on(const protocol::SweepFinished& event);
    enum class Order { Before, Instead }; ///< what runs waits, or is given up
    void begin(std::deque<Intent> intents, Order order);
    void breakOff();
    void startNext(End end);
    void start(Intent intent);
    /// Drops what waits and satisfies `predicate`.
    void drop(const std::function<bool(const Intent&)>& predicate, End end);
    void dropAll(End end)
    {
        drop([](const Intent&) { return true; }, end);
    }
    void ended(const Intent& intent, End how) { act(Ended{intent.id, intent.what, how}); }
    void abandon(End end, State rest);
    void dropStrayed();
    /// Whether it asks for the very roofs that are being measured anew, as a key does that is pressed twice.
    [[nodiscard]] bool areBeingMeasured(const Asked& event) const;
    [[nodiscard]] bool isSweepRunning() const
    {
        return m_job && m_job->intent.what != What::Roofs && m_state >= State::Running;
    }
    /// Of what was undone, or of another session, nothing is kept.
    [[nodiscard]] bool isDiscarded() const
    {
        return m_job->unwanted == End::TakenBack || m_job->unwanted == End::NewSession;
    }
    void keepReplacedRoofs(const std::string& device, int threads);
    /// The roofs as they were before those that are measured anew on request; null where they are measured unasked.
    [[nodiscard]] const RoofSet* askedAnew(const std::string& device, int threads) const;
    void tellMeasuredAgain();
    void show(MeasureProgress progress);
    template <class T> void act(T action) { m_actions.emplace_back(std::move(action)); }

    // agenda_user.cpp: what the user does, and what is measured without being asked for.
    void on(const StopAsked& event);
    void on(const TakenBack& event);
    void on(const SessionReplaced& event);
    void on(const Moved& event);
    void on(const Stayed& event);
    void on(const Probed& event);
    void on(const IdleTaken& event);
    void on(const PauseSet& event);
    void on(const Woke& event);
    void focus();
    void follow(FollowUp followUp);
    void rest();
    [[nodiscard]] bool isElsewhere() const;
    [[nodiscard]] bool isSliceMeasured() const;
    void forgetUnfinished();
    void noteEnd(protocol::SweepOutcome outcome);
    void goOnWhereCoarse(protocol::SweepOutcome outcome);

    const View& m_view;
    State m_state = State::NoBench;
    std::deque<Intent> m_queue;
    std::optional<Job> m_job;
    int m_lastId = 0;
    Seconds m_now;
    std::vector<Action> m_actions;
    MeasureProgress m_progress;

    bool m_idleTaken = false;
    Seconds m_pause{0.7};
    FollowUp m_followUp = FollowUp::None;
    std::optional<Seconds> m_due;    ///< of m_followUp; without it a follow-up waits for what runs
    std::optional<Plan> m_unsettled; ///< the map whose intervals are wider than was asked for
    int m_sharpenings = 0;           ///< of it
    struct CoarseMap {
        Plan plan;
        Seconds left;
        bool isStopped = false; ///< else its budget was spent
    };
    std::map<std::pair<std::string, Workload>, int> m_rechecks; ///< of each point, for a doubt
    std::optional<CoarseMap> m_coarse; ///< the last map that was measured, where its first look is not over
    std::vector<Plan> m_brokenOff;     ///< maps that were begun and left
};

} // namespace ridgepoint::agenda
