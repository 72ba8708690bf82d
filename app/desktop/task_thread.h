// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QThread>

#include <functional>

namespace ridgepoint {

/// One thread of its own that runs tasks in the order given and reports each back in the thread that asked.
class TaskThread : public QObject {
    Q_OBJECT

public:
    explicit TaskThread(QObject* parent = nullptr);
    /// Waits for the task that runs; those still waiting are run too, so that a save in the queue is not lost.
    ~TaskThread() override;

    /// Runs `work` in the thread, then `done` in this object's thread (never after this object is gone).
    void run(std::function<void()> work, std::function<void()> done);
    /// Blocks until everything given so far has run; `done` functions still come by the event loop.
    void finish();

private:
    QThread m_thread;
    QObject* m_inside; ///< lives in the thread, so that calls queued to it run there
};

} // namespace ridgepoint
