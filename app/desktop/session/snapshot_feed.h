// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/session/analysis_worker.h"
#include "app/desktop/session/cursor.h"

#include <QTimer>

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
    /// Multiplies roofs in thought: the latest snapshot is predicted anew at once, later ones come so. What was measured
    /// stays as it is.
    void setWhatIf(const WhatIf& whatIf);
    /// Runs in the analysis' thread for every snapshot before changed() tells of it.
    void setFinisher(std::function<void(const SnapshotPointer&)> finisher) { m_worker.setFinisher(std::move(finisher)); }
    [[nodiscard]] const SnapshotPointer& latest() const { return m_latest; }

signals:
    void changed();

private:
    void noteContent();
    void noteNews();
    void ask();

    const LiveSession& m_session;
    const Cursor& m_cursor;
    SnapshotPointer m_latest;
    WhatIf m_whatIf;
    std::uint64_t m_generation = 0;
    std::uint64_t m_content = 1; ///< counts changes of the session
    std::uint64_t m_replacedAt = 0; ///< the last generation that was asked for before the session was replaced
    QTimer m_timer;
    bool m_paced = false;
    bool m_news = false; ///< that no snapshot was asked for
    AnalysisWorker m_worker;
};

} // namespace ridgepoint
