// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/analysis_worker.h"
#include "app/desktop/cursor.h"

#include <QTimer>

namespace ridgepoint {

/// Keeps a snapshot of what the window shows up to date: session and cursor in, analysed snapshots out.
class SnapshotFeed : public QObject {
    Q_OBJECT

public:
    SnapshotFeed(const LiveSession& session, const Cursor& cursor, QObject* parent = nullptr);

    void setMeasuring(bool measuring);
    [[nodiscard]] const SnapshotPointer& latest() const { return m_latest; }

signals:
    void changed();

private:
    void ask();

    const LiveSession& m_session;
    const Cursor& m_cursor;
    SnapshotPointer m_latest;
    std::uint64_t m_generation = 0;
    QTimer m_timer;
    AnalysisWorker m_worker;
};

} // namespace ridgepoint
