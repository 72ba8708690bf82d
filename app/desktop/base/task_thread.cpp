// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/base/task_thread.h"

#include <sys/resource.h>

#include <utility>

namespace ridgepoint {
namespace {

constexpr int backgroundNiceness = 10;

} // namespace

TaskThread::TaskThread(QObject* parent) : QObject(parent), m_inside(std::make_unique<QObject>())
{
    m_inside->moveToThread(&m_thread);
    connect(
        this, &TaskThread::given, m_inside.get(), [this] { workOnNext(); }, Qt::QueuedConnection);
    connect(this, &TaskThread::ran, this, &TaskThread::reportNext, Qt::QueuedConnection);
    m_thread.start();
}

TaskThread::~TaskThread()
{
    finish();
    m_thread.quit();
    m_thread.wait();
}

void TaskThread::run(std::function<void()> work, std::function<void()> done)
{
    const std::lock_guard lock(m_mutex);
    m_waiting.push_back({std::move(work), std::move(done)});
    ++m_unfinished;
    emit given();
}

void TaskThread::report(std::function<void()> told)
{
    const std::lock_guard lock(m_mutex);
    m_reporting.push_back({.work = {}, .done = std::move(told)});
    emit ran();
}

void TaskThread::workOnNext()
{
    // Below the window's own and the measuring child's priority: the sliders stay fluent while a large session is
    // analysed, and the analysis takes little from what is measured. Linux ignores QThread's priority; a niceness,
    // set from inside, is the thread's own there.
    if (!std::exchange(m_isNice, true))
        (void)setpriority(PRIO_PROCESS, 0, backgroundNiceness);
    std::unique_lock lock(m_mutex);
    Task task = std::move(m_waiting.front());
    m_waiting.pop_front();
    lock.unlock();
    task.work();
    lock.lock();
    m_reporting.push_back(std::move(task));
    --m_unfinished;
    // Under the lock: once nothing is unfinished, this object may go as soon as it is free.
    emit ran();
    m_idle.notify_all();
}

void TaskThread::reportNext()
{
    std::unique_lock lock(m_mutex);
    const Task task = std::move(m_reporting.front());
    m_reporting.pop_front();
    lock.unlock();
    task.done();
}

void TaskThread::finish()
{
    std::unique_lock lock(m_mutex);
    m_idle.wait(lock, [this] { return m_unfinished == 0; });
}

} // namespace ridgepoint
