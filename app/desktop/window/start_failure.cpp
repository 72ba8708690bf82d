// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/window/start_failure.h"

#include <QtGlobal>

#include <cstdio>
#include <utility>

#include <unistd.h>

namespace ridgepoint {
namespace {

constexpr int badUsage = 2;

QByteArray& heldMessages()
{
    static QByteArray messages;
    return messages;
}

void onMessage(QtMsgType type, const QMessageLogContext&, const QString& message)
{
    if (type != QtFatalMsg) {
        heldMessages() += message.toLocal8Bit() + '\n';
        return;
    }
    const QString words = startFailureWords(qgetenv("QT_QPA_PLATFORM"), qgetenv("DISPLAY"), qgetenv("WAYLAND_DISPLAY"));
    std::fprintf(stderr, "ridgepoint: %s\n", words.toUtf8().constData());
    std::fflush(stderr);
    // Half of Qt stands: nothing of it may be taken down in order.
    _exit(badUsage);
}

} // namespace

StartFailure::StartFailure() { qInstallMessageHandler(onMessage); }

StartFailure::~StartFailure()
{
    qInstallMessageHandler(nullptr);
    std::fputs(std::exchange(heldMessages(), QByteArray()).constData(), stderr);
}

QString startFailureWords(const QByteArray& platform, const QByteArray& x11, const QByteArray& wayland)
{
    QString what = QStringLiteral("there is no display: neither DISPLAY nor WAYLAND_DISPLAY is set");
    const bool named = !platform.isEmpty() && !platform.startsWith("xcb") && !platform.startsWith("wayland");
    if (named)
        what = QStringLiteral("the platform %1 of QT_QPA_PLATFORM could not be started")
                   .arg(QString::fromLocal8Bit(platform));
    else if (!x11.isEmpty())
        what = QStringLiteral("the display %1 could not be opened").arg(QString::fromLocal8Bit(x11));
    else if (!wayland.isEmpty())
        what = QStringLiteral("the Wayland display %1 could not be opened").arg(QString::fromLocal8Bit(wayland));
    return what + QStringLiteral("; ridgepoint render and packaging/run.sh --headless need no display");
}

} // namespace ridgepoint
