// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QThread>

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>

namespace ridgepoint {

/// One thread of its own that runs tasks in the order given and reports each back in the thread that asked.
class TaskThread : public QObject {
    Q_OBJECT

public:
    explicit TaskThread(QObject* parent = nullptr);
    /// Waits for the task that runs; those still waiting are run too, so that a save in the queue is not lost.
    ~TaskThread() override;

    /// Runs `work` in the thread, then `done` in this object's thread (never after this object is gone). Both are
    /// destroyed in this object's thread.
    void run(std::function<void()> work, std::function<void()> done);
    /// From inside `work`, how far it has come: runs `told` in this object's thread, before `done`.
    void report(std::function<void()> told);
    /// Blocks until everything given so far has run; `done` functions still come by the event loop.
    void finish();

signals:
    /// Its own: there is a task to run, a task has run.
    void given();
    void ran();

private:
    struct Task {
        std::function<void()> work;
        std::function<void()> done;
    };

    void workOnNext(); // in the thread
    void reportNext(); // in this object's thread

    QThread m_thread;
    std::unique_ptr<QObject> m_inside; ///< lives in the thread, so that what it receives runs there
    // The signals only say that there is something to take. What both threads touch is ordered by a mutex of our own,
    // because a thread sanitizer cannot look into Qt's libraries and would call every hand-over a race.
    std::mutex m_mutex;
    std::condition_variable m_idle;
    std::deque<Task> m_waiting;
    std::deque<Task> m_reporting;
    std::size_t m_unfinished = 0; ///< waiting or running
    bool m_isNice = false;        ///< the thread's own
};

} // namespace ridgepoint
