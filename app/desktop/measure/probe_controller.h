// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/measure/bench_process.h"
#include "app/desktop/session/cursor.h"
#include "app/desktop/session/live_session.h"
#include "core/analysis/probe_history.h"

#include <QElapsedTimer>
#include <QObject>

#include <optional>

namespace ridgepoint {

/// The live probe: has the child measure the workload under the sliders again and again while it is on, and remembers
/// the last seconds. The sliders may move as fast as they like: one probe/set is under way at a time, and the place
/// that the next one names is the latest.
///
/// A place where it stayed for a dozen updates becomes a sample of the session, unless one is there that claims an
/// interval: a sweep's rounds lie between those of other cells, so that drift touches all alike, a probe's do not. One
/// of too few readings for a claim, perhaps of a busy moment, is replaced.
class ProbeController : public QObject {
    Q_OBJECT

public:
    ProbeController(BenchProcess& bench, LiveSession& session, const Cursor& cursor, QObject* parent = nullptr);

    /// Switches on where a device can be measured; off at any time.
    void setOn(bool on);
    [[nodiscard]] bool isOn() const { return m_on; }
    /// Switches on without anybody having asked, for the user to try: until the workload moves, other measuring may
    /// take turns with it.
    void offer();
    [[nodiscard]] bool isOffered() const { return m_isOffered; }
    /// Whether it could be switched on.
    [[nodiscard]] bool isPossible() const;
    [[nodiscard]] const ProbeHistory& history() const { return m_history; }
    /// The clock of the history.
    [[nodiscard]] Seconds now() const;
    /// Times that a place was sent to the child so far.
    [[nodiscard]] int placesSent() const { return m_sent; }
    /// Whether measuring takes every processor that the window would need for painting.
    [[nodiscard]] bool takesAllCores() const;

signals:
    void onChanged(bool on);
    /// It is on, and nobody asked for it.
    void offered();
    /// The user moves what was only offered.
    void taken();
    /// An update came; `first` when it is the first at a place.
    void updated(bool first);
    /// It has stayed at a place for a dozen updates.
    void stayed(const ridgepoint::Workload& place);
    /// The child would not or could not probe; it is off.
    void problem(const ridgepoint::Error& error);

private:
    struct Place {
        std::string device;
        Workload workload;
        friend bool operator==(const Place&, const Place&) = default;
    };
    void follow();
    void fall(const Error& error);
    void onResponded(std::int64_t id, const protocol::Response& response);
    void onRefused(std::int64_t id, const Error& error);
    void onNotified(const protocol::Notification& notification);
    void onSample(const Sample& sample);
    void keep(const Sample& latest);

    BenchProcess& m_bench;
    LiveSession& m_session;
    const Cursor& m_cursor;
    ProbeHistory m_history;
    QElapsedTimer m_clock;
    std::optional<Place> m_place; ///< as the child was told last
    std::int64_t m_requestId = 0; ///< of the probe/set under way; 0 for none
    std::int64_t m_run = 0;
    int m_sent = 0;
    bool m_on = false;
    bool m_isOffered = false;
};

} // namespace ridgepoint
