// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/data/snapshot.h"
#include "app/desktop/base/task_thread.h"
#include "app/desktop/session/live_session.h"

#include <functional>
#include <optional>
#include <utility>

namespace ridgepoint {

/// What is to be analysed: the samples of the whole session, of which the plan's own are taken.
struct AnalysisRequest {
    std::uint64_t generation = 0;
    std::uint64_t content = 0; ///< alike where everything but the plan and the what-if is; from 1
    DeviceInfo device;
    RoofSet roofs;
    Plan plan;
    WhatIf whatIf;
    std::vector<SamplePointer> samples;
    ReferencePointer reference; ///< the device is only looked at: its samples are predicted
    KernelsPointer kernels = std::make_shared<const KernelList>(); ///< of the user's own, passed through
};

/// Selects, interpolates and analyses: the pure part of the worker. Snapshot samples carry no kept readings, which
/// nobody draws in bulk.
[[nodiscard]] SnapshotPointer makeSnapshot(const AnalysisRequest& request);
/// The same, which takes over what it can of a snapshot made before.
[[nodiscard]] SnapshotPointer makeSnapshot(const AnalysisRequest& request, const SnapshotPointer& before);

/// Analyses in one thread, one request at a time. Of the requests made meanwhile only the newest is worth doing.
class AnalysisWorker : public QObject {
    Q_OBJECT

public:
    explicit AnalysisWorker(QObject* parent = nullptr);

    void request(AnalysisRequest request);
    /// Runs in the thread for every snapshot before it is told, for what else follows from it. Set before the first
    /// request.
    void setFinisher(std::function<void(const SnapshotPointer&)> finisher) { m_finisher = std::move(finisher); }
    [[nodiscard]] bool busy() const { return m_busy; }

signals:
    /// Generations only grow. Whether a result is still of what is shown is for the receiver to say.
    void finished(ridgepoint::SnapshotPointer snapshot);

private:
    void begin(AnalysisRequest request);
    void onDone(const SnapshotPointer& snapshot);

    std::optional<AnalysisRequest> m_next;
    SnapshotPointer m_last; ///< the latest result
    std::function<void(const SnapshotPointer&)> m_finisher;
    bool m_busy = false;
    TaskThread m_thread; ///< last: joined before what its tasks report to is gone
};

} // namespace ridgepoint
