// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/base/options.h"

#include <QObject>

namespace ridgepoint {

class BottomBar;
class MessageStrip;
struct WindowEngine;

/// Starts the measuring program when the window has a session, tells when it fails, and starts it anew.
class BenchStart : public QObject {
    Q_OBJECT

public:
    BenchStart(Options options, WindowEngine& engine, MessageStrip& strip, BottomBar& bottom, QObject* parent);

    /// Opens the session asked for, or the last one, and starts the measuring program; measures for the first time
    /// where there is no session.
    void begin();
    void restart();
    /// Starts the measuring program of this machine, in place of one that measures elsewhere.
    void startHere();
    /// One that measures elsewhere runs: what was told of the last one's failure is over.
    void forgetFailure();
    /// Whether the first measurement of a first start has just come to its end; true once.
    [[nodiscard]] bool takeFirstStart();

signals:
    /// It does not run, and cannot be started or has ended by itself.
    void failed();
    /// The session is there, or it is known that there is none: what else the start asks for may follow.
    void begun();
    /// The measuring program starts, and measures for the first time once it runs.
    void firstStartBegun();
    /// The machine on which it measured shall be reached again.
    void reconnectAsked();

private:
    void start(bool thenRun);
    void tellFailure(const Error& error);

    Options m_options;
    WindowEngine& m_engine;
    MessageStrip& m_strip;
    BottomBar& m_bottom;
    QString m_failure; ///< the strip's words on the last child that failed
    bool m_isFirstStart = false;
};

} // namespace ridgepoint
