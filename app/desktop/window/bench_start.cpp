// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/window/bench_start.h"

#include "app/desktop/base/labels.h"
#include "app/desktop/base/message_strip.h"
#include "app/desktop/measure/bench_command.h"
#include "app/desktop/window/bottom_bar.h"
#include "app/desktop/window/main_window.h"
#include "app/desktop/window/window_engine.h"

#include <QCoreApplication>

#include <utility>

namespace ridgepoint {

BenchStart::BenchStart(Options options, WindowEngine& engine, MessageStrip& strip, BottomBar& bottom, QObject* parent)
    : QObject(parent), m_options(std::move(options)), m_engine(engine), m_strip(strip), m_bottom(bottom)
{
    connect(&m_engine.controller, &MeasureController::benchFailed, this, &BenchStart::tellFailure);
}

void BenchStart::begin()
{
    const auto startIdle = [this] {
        if (m_engine.bench.state() == BenchState::NotRunning)
            start(false);
    };
    connect(&m_engine.store, &SessionStore::opened, this, [this, startIdle] {
        m_isFirstStart = false; // who opens a session has come further
        startIdle();
    });
    connect(&m_engine.store, &SessionStore::nothingToReopen, this, [this] {
        // Who names another machine wants to measure that, and who names a fleet to see it.
        m_isFirstStart = !m_options.target && m_options.fleet.isEmpty();
        start(m_isFirstStart);
        if (m_isFirstStart && m_engine.bench.state() == BenchState::Starting)
            emit firstStartBegun();
        emit begun();
    });
    connect(&m_engine.store, &SessionStore::opened, this, &BenchStart::begun, Qt::SingleShotConnection);
    // A session that cannot be read is no reason to have no measuring program.
    connect(&m_engine.store, &SessionStore::failed, this, startIdle);
    connect(&m_engine.store, &SessionStore::failed, this, &BenchStart::begun, Qt::SingleShotConnection);
    if (m_options.session.isEmpty())
        m_engine.store.reopenLast();
    else
        m_engine.store.open(m_options.session);
}

bool BenchStart::takeFirstStart() { return std::exchange(m_isFirstStart, false); }

void BenchStart::startHere()
{
    forgetFailure();
    start(false);
}

void BenchStart::forgetFailure() { m_strip.dismiss(std::exchange(m_failure, QString())); }

void BenchStart::restart()
{
    if (m_engine.bench.target()) {
        emit reconnectAsked();
        return;
    }
    const QString failure = std::exchange(m_failure, QString());
    m_strip.dismiss(failure);
    // After a failure it goes on with what was being measured; one that works starts anew at rest.
    if (!failure.isEmpty() && m_engine.controller.connected())
        m_engine.controller.restart();
    else
        start(!failure.isEmpty() && m_engine.session.empty());
}

void BenchStart::start(bool thenRun)
{
    const auto command = findBench(m_options.bench, QCoreApplication::applicationDirPath());
    if (command)
        m_engine.controller.connectTo(*command, thenRun);
    else
        tellFailure(command.error());
    if (!command && m_engine.bench.state() == BenchState::NotRunning)
        m_bottom.showProgress({MeasureProgress::What::Absent});
}

void BenchStart::tellFailure(const Error& error)
{
    emit failed();
    m_failure = errorMessage(error);
    m_strip.tell(Severity::Error, m_failure,
                 m_engine.bench.target() ? MainWindow::tr("&Reconnect") : MainWindow::tr("Restart"),
                 [this] { restart(); });
}

} // namespace ridgepoint
