// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/base/show_in_folder.h"

#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QDesktopServices>
#include <QFileInfo>
#include <QUrl>

#include <utility>

namespace ridgepoint {
namespace {

constexpr int patienceMs = 3000; // the bus may have to start the file manager

void openFolder(const QString& path, const std::function<void()>& failed)
{
    if (!QDesktopServices::openUrl(QUrl::fromLocalFile(QFileInfo(path).absolutePath())))
        failed();
}

QString showWords() { return MessageStrip::tr("Show in folder"); }

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

void tellWritten(MessageStrip& strip, const QString& words, const QString& path, OtherChoice other)
{
    const auto failed = [&strip, path] {
        strip.tell(
            Severity::Warning,
            MessageStrip::tr("No file manager is installed to show the folder of %1; the file was written.").arg(path));
    };
    strip.answer(
        words, showWords(), [&strip, path, failed] { showInFolder(path, &strip, failed); }, std::move(other));
}

FolderButton::FolderButton(QWidget* parent) : QPushButton(parent)
{
    setProperty("role", QStringLiteral("link"));
    setAutoDefault(false);
    setAccessibleName(showWords());
    connect(this, &QPushButton::clicked, this, [this] {
        showInFolder(m_path, this, [this] {
            setEnabled(false);
            setText(tr("No file manager is installed"));
        });
    });
    offer({});
}

void FolderButton::offer(const QString& path)
{
    m_path = path;
    setToolTip(path);
    setText(showWords());
    setEnabled(true);
    setVisible(!path.isEmpty());
}

} // namespace ridgepoint
