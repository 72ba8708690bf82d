// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/base/show_in_folder.h"

#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QDesktopServices>
#include <QFileInfo>
#include <QUrl>

namespace ridgepoint {
namespace {

constexpr int patienceMs = 3000; // the bus may have to start the file manager

void openFolder(const QString& path, const std::function<void()>& failed)
{
    if (!QDesktopServices::openUrl(QUrl::fromLocalFile(QFileInfo(path).absolutePath())))
        failed();
}

} // namespace

void showInFolder(const QString& path, QObject* context, const std::function<void()>& failed,
                  const QDBusConnection& bus)
{
    if (!bus.isConnected()) {
        openFolder(path, failed);
        return;
    }
    const QString manager = QStringLiteral("org.freedesktop.FileManager1");
    QDBusMessage call = QDBusMessage::createMethodCall(manager, QStringLiteral("/org/freedesktop/FileManager1"),
                                                       manager, QStringLiteral("ShowItems"));
    call << QStringList{QUrl::fromLocalFile(QFileInfo(path).absoluteFilePath()).toString(QUrl::FullyEncoded)}
         << QString(); // no startup notification
    auto* watcher = new QDBusPendingCallWatcher(bus.asyncCall(call, patienceMs), context);
    QObject::connect(watcher, &QDBusPendingCallWatcher::finished, context, [path, failed, watcher] {
        watcher->deleteLater();
        if (watcher->isError())
            openFolder(path, failed);
    });
}

} // namespace ridgepoint
