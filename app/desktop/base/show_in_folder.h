// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/base/message_strip.h"

#include <QDBusConnection>
#include <QPushButton>
#include <QString>

#include <functional>

class QObject;

namespace ridgepoint {

/// Shows a file in the system's file manager with the file selected (org.freedesktop.FileManager1), or just its folder
/// where none answers. `failed` is called where neither is possible and `context` still lives.
void showInFolder(const QString& path, QObject* context, const std::function<void()>& failed,
                  const QDBusConnection& bus = QDBusConnection::sessionBus());

/// Tells in the strip that a file was written, and offers to show it in its folder.
void tellWritten(MessageStrip& strip, const QString& words, const QString& path, OtherChoice other = {});

/// The same offer beside the words of a dialog, which is in front of the strip; hidden while there is no file.
class FolderButton : public QPushButton {
public:
    explicit FolderButton(QWidget* parent);

    /// Empty for no file.
    void offer(const QString& path);

private:
    QString m_path;
};

} // namespace ridgepoint
