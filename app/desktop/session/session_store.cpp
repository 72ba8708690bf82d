// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/session/session_store.h"

#include "app/charts/style/format.h"

#include <QDir>
#include <QFileInfo>
#include <QLockFile>
#include <QSettings>
#include <QStandardPaths>

#include <memory>
#include <optional>

namespace ridgepoint {
namespace {

constexpr int autosaveDelayMs = 2000;
constexpr int keptAutosaves = 20;
constexpr int keptRecent = 8;
constexpr int mostWindows = 64; ///< with files of their own for one session
const QString recentKey = QStringLiteral("session/recent");
const QString lastKey = QStringLiteral("session/last");
const QString documentKey = QStringLiteral("session/document");

std::filesystem::path pathOf(const QString& path) { return path.toStdString(); }

} // namespace

SessionStore::SessionStore(LiveSession& session, QString folder, QObject* parent)
    : QObject(parent), m_session(session), m_folder(std::move(folder))
{
    if (m_folder.isEmpty())
        m_folder = QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation) + QStringLiteral("/ridgepoint/sessions");
    m_documentRevision = m_autosavedRevision = session.revision();
    m_debounce.setSingleShot(true);
    m_debounce.setInterval(autosaveDelayMs);
    connect(&m_debounce, &QTimer::timeout, this, &SessionStore::autosave);
    connect(&session, &LiveSession::changed, this, [this] {
        // Not restarted by every sample: a long sweep is saved every two seconds, not once at its end.
        if (!m_debounce.isActive() && !autosaved()) {
            m_debounce.start();
            emit stateChanged();
        }
    });
}

SessionStore::~SessionStore() = default;

QString SessionStore::autosavePath() const { return sessionPath() == m_claimed ? m_ownPath : sessionPath(); }

void SessionStore::claim(const QString& read)
{
    const QString path = sessionPath();
    if (path == m_claimed && read.isEmpty())
        return;
    m_claimed = path;
    m_ownPath = read.isEmpty() ? path : read;
    m_lock.reset();
    QDir().mkpath(m_folder);
    for (int window = 1; window <= mostWindows; ++window) {
        const QString own = window == 1 ? m_ownPath : QStringLiteral("%1-%2.ridge").arg(path.chopped(6)).arg(window);
        if (window > 1 && QFileInfo::exists(own))
            continue; // of a window that has closed: what it measured stays
        auto lock = std::make_unique<QLockFile>(own + QStringLiteral(".lock"));
        lock->setStaleLockTime(0); // of a process that lives it is never stale
        const bool locked = lock->tryLock(0);
        // A folder without locks cannot be written either, which saving will say.
        if (!locked && lock->error() == QLockFile::LockFailedError)
            continue;
        m_ownPath = own;
        if (locked)
            m_lock = std::move(lock);
        return;
    }
}

QString SessionStore::sessionPath() const
{
    QString name = QString::fromStdString(m_session.created());
    for (QChar& letter : name)
        if (!letter.isLetterOrNumber() && letter != QLatin1Char('-'))
            letter = QLatin1Char('-');
    const QString stem = m_document.isEmpty() ? QString() : QLatin1Char('-') + QFileInfo(m_document).completeBaseName();
    return m_folder + QLatin1Char('/') + name + stem + QStringLiteral(".ridge");
}

void SessionStore::read(const QString& path, bool isAutosave)
{
    auto result = std::make_shared<std::optional<Result<Session>>>();
    m_thread.run([path, result] { result->emplace(readSession(pathOf(path))); },
                 [this, path, result, isAutosave] {
                     if (!**result) {
                         emit failed((*result)->error());
                         return;
                     }
                     if (!isAutosave)
                         m_document = path;
                     m_session.replace(std::move(**result).value());
                     claim(isAutosave ? path : QString());
                     m_debounce.stop();
                     m_autosavedRevision = m_session.revision();
                     m_documentRevision = m_session.revision();
                     if (!isAutosave) {
                         remember(path);
                         autosave();
                     }
                     if (QFileInfo::exists(autosavePath()))
                         rememberLast();
                     emit opened(path);
                     emit stateChanged();
                 });
}

void SessionStore::open(const QString& path)
{
    if (!autosaved())
        autosave();
    read(QFileInfo(path).absoluteFilePath(), false);
}

void SessionStore::reopenLast()
{
    const QSettings settings;
    const QString last = settings.value(lastKey).toString();
    if (last.isEmpty() || !QFileInfo::exists(last)) {
        QMetaObject::invokeMethod(this, &SessionStore::nothingToReopen, Qt::QueuedConnection);
        return;
    }
    m_document = settings.value(documentKey).toString();
    read(last, true);
}

void SessionStore::write(const QString& path, std::function<void(const Result<void>&)> done)
{
    if (m_viewProvider)
        m_session.setViewJson(m_viewProvider());
    auto result = std::make_shared<Result<void>>();
    m_thread.run([content = m_session.content(), path, result] { *result = writeSession(content.toSession(), pathOf(path)); },
                 [result, report = std::move(done)] { report(*result); });
}

void SessionStore::saveAs(const QString& path)
{
    const std::uint64_t revision = m_session.revision();
    const QString absolute = QFileInfo(path).absoluteFilePath();
    write(absolute, [this, revision, absolute](const Result<void>& result) {
        if (!result) {
            emit failed(result.error());
            return;
        }
        m_document = absolute;
        m_documentRevision = revision;
        remember(absolute);
        rememberLast();
        emit saved(absolute);
        emit stateChanged();
    });
}

void SessionStore::autosave()
{
    m_debounce.stop();
    if (m_session.empty())
        return;
    const std::uint64_t revision = m_session.revision();
    QDir().mkpath(m_folder);
    claim();
    write(autosavePath(), [this, revision](const Result<void>& result) {
        if (result) {
            m_autosavedRevision = revision;
            m_autosaveFailure.clear();
            rememberLast();
        } else if (std::exchange(m_autosaveFailure, errorMessage(result.error())).isEmpty()) {
            emit failed(result.error());
        }
        emit stateChanged();
        if (result && !autosaved() && !m_debounce.isActive())
            m_debounce.start();
    });
    rememberLast();
    dropOldAutosaves();
}

void SessionStore::startNew()
{
    if (!autosaved())
        autosave();
    m_document.clear();
    m_session.clear();
    m_debounce.stop();
    m_documentRevision = m_autosavedRevision = m_session.revision();
    emit stateChanged();
}

void SessionStore::flush()
{
    // A second window that only looked leaves no copy.
    if (!m_session.empty() && (!autosaved() || QFileInfo::exists(autosavePath())))
        autosave();
    m_thread.finish();
}

QStringList SessionStore::recent() const { return QSettings().value(recentKey).toStringList(); }

void SessionStore::remember(const QString& path)
{
    QStringList paths = recent();
    paths.removeAll(path);
    paths.prepend(path);
    QSettings().setValue(recentKey, QStringList(paths.mid(0, keptRecent)));
    emit recentChanged();
}

void SessionStore::rememberLast()
{
    QSettings settings;
    settings.setValue(lastKey, autosavePath());
    settings.setValue(documentKey, m_document);
}

void SessionStore::dropOldAutosaves() const
{
    // Names begin with the date of creation, so their order is their age.
    const QStringList names = QDir(m_folder).entryList({QStringLiteral("*.ridge")}, QDir::Files, QDir::Name);
    for (qsizetype i = 0; i + keptAutosaves < names.size(); ++i)
        if (m_folder + QLatin1Char('/') + names[i] != autosavePath())
            QFile::remove(m_folder + QLatin1Char('/') + names[i]);
}

} // namespace ridgepoint
