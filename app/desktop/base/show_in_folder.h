// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDBusConnection>
#include <QString>

#include <functional>

class QObject;

namespace ridgepoint {

/// Shows a file in the system's file manager with the file selected (org.freedesktop.FileManager1), or just its folder
/// where none answers. `failed` is called where neither is possible and `context` still lives.
void showInFolder(const QString& path, QObject* context, const std::function<void()>& failed,
                  const QDBusConnection& bus = QDBusConnection::sessionBus());

} // namespace ridgepoint
