// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/session/analysis_worker.h"
#include "app/desktop/session/cursor.h"

#include <QTimer>

#include <memory>

namespace ridgepoint {

/// Keeps a snapshot of what the window shows up to date: session and cursor in, analysed snapshots out.
class SnapshotFeed : public QObject {
    Q_OBJECT

public:
    SnapshotFeed(const LiveSession& session, const Cursor& cursor, QObject* parent = nullptr);

    void setMeasuring(bool measuring);
    /// Paced: what is new is analysed when askNow() is called and at no other time.
    void setPaced(bool paced);
    /// Has what is new analysed at once; false when there is nothing new. changed() follows.
    bool askNow();
    /// Multiplies roofs in thought: the latest snapshot is predicted anew at once, later ones come so. What was
    /// measured stays as it is.
    void setWhatIf(const WhatIf& whatIf);
    /// Which kernels of the user's own charts, exports and reports show: the latest snapshot has them at once.
    void setKernelChoice(const KernelChoice& choice);
    [[nodiscard]] const KernelChoice& kernelChoice() const { return m_kernels->choice; }
    /// Runs in the analysis' thread for every snapshot before changed() tells of it.
    void setFinisher(std::function<void(const SnapshotPointer&)> finisher)
    {
        m_worker.setFinisher(std::move(finisher));
    }
    [[nodiscard]] const SnapshotPointer& latest() const { return m_latest; }
    /// Locked: snapshots have the samples and roofs of this moment, whatever is measured meanwhile and wherever the
    /// cursor goes. Unlocking takes over what came since. Another session unlocks.
    void setLocked(bool locked);
    [[nodiscard]] bool isLocked() const { return m_locked != nullptr; }
    /// Whether anything was measured since it was locked.
    [[nodiscard]] bool isBehind() const { return m_isBehind; }
    /// The sample of a workload on a device as snapshots have it, while locked that of the moment of locking; null
    /// where there is none.
    [[nodiscard]] SamplePointer find(const std::string& device, const Workload& workload) const;
    /// The session's experiments, while locked those of the moment of locking.
    [[nodiscard]] const std::vector<ExperimentResult>& experiments() const
    {
        return m_locked ? m_locked->experiments : m_session.frame().experiments;
    }
    /// find() on one device, for as long as this lives.
    [[nodiscard]] SampleLookup lookup(std::string device) const;

signals:
    void changed();
    /// It is locked or unlocked, or something new waits for the latter.
    void lockChanged();

private:
    /// What the session had when it was locked.
    struct Locked {
        explicit Locked(const LiveSession& session);
        std::vector<RoofSet> roofs;
        std::vector<SamplePointer> samples;
        std::vector<ExperimentResult> experiments;
        SampleIndex index{samples};
    };
    void noteContent();
    void noteBehind();
    /// Takes the session's kernels over, unless locked.
    void takeKernels();
    /// The snapshot as it is to be shown now: what-if and kernels may have gone on since it was requested.
    [[nodiscard]] SnapshotPointer brought(const SnapshotPointer& snapshot) const;
    [[nodiscard]] const RoofSet* roofs() const;
    void noteNews();
    void ask();

    const LiveSession& m_session;
    const Cursor& m_cursor;
    SnapshotPointer m_latest;
    WhatIf m_whatIf;
    KernelsPointer m_kernels = std::make_shared<const KernelList>(); ///< while locked those of that moment
    std::uint64_t m_generation = 0;
    std::uint64_t m_content = 1;    ///< counts changes of the session
    std::uint64_t m_replacedAt = 0; ///< the last generation that was asked for before the session was replaced
    QTimer m_timer;
    std::unique_ptr<const Locked> m_locked;
    bool m_isBehind = false;
    bool m_paced = false;
    bool m_news = false; ///< that no snapshot was asked for
    AnalysisWorker m_worker;
};

} // namespace ridgepoint
