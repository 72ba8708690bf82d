// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/task_thread.h"

#include <sys/resource.h>

#include <utility>

namespace ridgepoint {
namespace {

constexpr int backgroundNiceness = 10;

} // namespace

TaskThread::TaskThread(QObject* parent) : QObject(parent), m_inside(new QObject)
{
    m_inside->moveToThread(&m_thread);
    connect(&m_thread, &QThread::finished, m_inside, &QObject::deleteLater);
    // Below the window's own and the measuring child's priority: the sliders stay fluent while a large session is
    // analysed, and the analysis takes little from what is measured. Linux ignores QThread's priority; a niceness,
    // set from inside, is the thread's own there.
    m_thread.start();
    QMetaObject::invokeMethod(m_inside, [] { (void)setpriority(PRIO_PROCESS, 0, backgroundNiceness); }, Qt::QueuedConnection);
}

TaskThread::~TaskThread()
{
    finish();
    m_thread.quit();
    m_thread.wait();
}

void TaskThread::run(std::function<void()> work, std::function<void()> done)
{
    QMetaObject::invokeMethod(
        m_inside,
        [this, task = std::move(work), report = std::move(done)] {
            task();
            QMetaObject::invokeMethod(this, report, Qt::QueuedConnection);
        },
        Qt::QueuedConnection);
}

void TaskThread::finish()
{
    QMetaObject::invokeMethod(m_inside, [] {}, Qt::BlockingQueuedConnection);
}

} // namespace ridgepoint
