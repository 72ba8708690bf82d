// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/session/session_store.h"

#include "app/charts/style/format.h"
#include "core/session/session.h"
#include "core/session/text_file.h"

#include <QDateTime>
#include <QDir>
#include <QFileInfo>
#include <QLockFile>
#include <QSettings>
#include <QStandardPaths>
#include <QString>

#include <algorithm>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <utility>

namespace ridgepoint {
namespace {

/// Where a session is autosaved by default: its date of creation and its document's name in `folder`. Autosaves of the
/// same session beside it carry a number: see numberedAutosave.
[[nodiscard]] QString usualAutosave(const QString& folder, const std::string& created, const QString& document);
/// The same for the `number`th autosave of that session; 1 is the usual one.
[[nodiscard]] QString numberedAutosave(const QString& usual, int number);

/// A session read from a document, and the autosave that holds more of it than the document does.
struct DocumentReading {
    Result<Session> session;
    QString newerAutosave; ///< empty where there is none
};

/// Reads a document, and looks among the autosaves of the same session for the newest one that was written after it and
/// has samples, roofs, experiments or kernels that the document lacks. One that another window writes to is that
/// window's; `own` is this window's. Reads two files at most, so call it in a thread.
[[nodiscard]] DocumentReading readDocument(const QString& path, const QString& folder, const QString& own);

/// Removes all but the autosaves last used; never `own` and never one that a window has claimed.
void dropOldAutosaves(const QString& folder, const QString& own);

constexpr int keptAutosaves = 20;
const QString anySession = QStringLiteral("*.ridge");

/// Whether a window, of this program or another, has claimed an autosave.
bool isClaimed(const QString& path)
{
    QLockFile lock(path + QStringLiteral(".lock"));
    lock.setStaleLockTime(0);
    return !lock.tryLock(0) && lock.error() == QLockFile::LockFailedError;
}

/// Whether the autosave has measurements, results of experiments or kernels that the document lacks; where the sliders
/// stood counts for nothing.
bool holdsMore(const Session& autosave, const Session& document)
{
    std::map<std::pair<std::string, Workload>, std::pair<Seconds, int>> saved;
    for (const Sample& sample : document.samples)
        saved[{sample.device, sample.workload}] = {sample.time, sample.rounds};
    const auto isSaved = [&saved](const Sample& sample) {
        const auto found = saved.find({sample.device, sample.workload});
        return found != saved.end() && found->second == std::pair(sample.time, sample.rounds);
    };
    const auto hasRoof = [&document](const RoofSet& set, const Roof& roof) {
        return std::any_of(document.roofs.begin(), document.roofs.end(), [&](const RoofSet& other) {
            const Roof* same = other.device == set.device && other.threads == set.threads ? other.find(roof.id)
                                                                                          : nullptr;
            return same != nullptr && same->value == roof.value;
        });
    };
    const auto hasAllRoofs = [&hasRoof](const RoofSet& set) {
        return std::all_of(set.roofs.begin(), set.roofs.end(), [&](const Roof& roof) { return hasRoof(set, roof); });
    };
    // A run is known by when it began; one that went on since has more in it.
    const auto hasExperiment = [&document](const ExperimentResult& result) {
        return std::any_of(
            document.experiments.begin(), document.experiments.end(), [&](const ExperimentResult& other) {
                return other.id == result.id && other.device == result.device && other.created == result.created
                    && other.points.size() >= result.points.size() && other.lanes.size() >= result.lanes.size();
            });
    };
    return !std::all_of(autosave.samples.begin(), autosave.samples.end(), isSaved)
        || !std::all_of(autosave.experiments.begin(), autosave.experiments.end(), hasExperiment)
        || !std::all_of(autosave.roofs.begin(), autosave.roofs.end(), hasAllRoofs)
        || autosave.ownKernels != document.ownKernels;
}

/// The last written of a session's autosaves that is newer than its document and not another window's.
QString newestAfter(const QDateTime& written, const QString& usual, const QString& own)
{
    const QFileInfo first(usual);
    QString newest;
    QDateTime latest = written;
    for (const QFileInfo& file : first.dir().entryInfoList({anySession}, QDir::Files)) {
        if (!file.completeBaseName().startsWith(first.completeBaseName()))
            continue; // not by a pattern: a name may hold brackets
        bool isNumber = false;
        (void)file.completeBaseName().mid(first.completeBaseName().size() + 1).toInt(&isNumber);
        if (file.lastModified() <= latest || (file.fileName() != first.fileName() && !isNumber))
            continue;
        if (file.filePath() != own && isClaimed(file.filePath()))
            continue;
        latest = file.lastModified();
        newest = file.filePath();
    }
    return newest;
}

QString usualAutosave(const QString& folder, const std::string& created, const QString& document)
{
    QString name = QString::fromStdString(created);
    for (QChar& letter : name)
        if (!letter.isLetterOrNumber() && letter != QLatin1Char('-'))
            letter = QLatin1Char('-');
    const QString stem = document.isEmpty() ? QString() : QLatin1Char('-') + QFileInfo(document).completeBaseName();
    return folder + QLatin1Char('/') + name + stem + QStringLiteral(".ridge");
}

QString numberedAutosave(const QString& usual, int number)
{
    return number == 1 ? usual : QStringLiteral("%1-%2.ridge").arg(usual.chopped(6)).arg(number);
}

DocumentReading readDocument(const QString& path, const QString& folder, const QString& own)
{
    DocumentReading reading{readSession(path.toStdString()), {}};
    if (!reading.session)
        return reading;
    const QString usual = usualAutosave(folder, reading.session->created, path);
    const QString newest = newestAfter(QFileInfo(path).lastModified(), usual, own);
    if (newest.isEmpty())
        return reading;
    const auto autosave = readSession(newest.toStdString());
    if (autosave && holdsMore(*autosave, *reading.session))
        reading.newerAutosave = newest;
    return reading;
}

void dropOldAutosaves(const QString& folder, const QString& own)
{
    // By their last use: a session of last year that was gone on with today is as young as any.
    const QStringList names = QDir(folder).entryList({anySession}, QDir::Files, QDir::Time);
    for (qsizetype i = keptAutosaves; i < names.size(); ++i) {
        const QString path = folder + QLatin1Char('/') + names[i];
        if (path != own && !isClaimed(path))
            QFile::remove(path);
    }
}

constexpr int autosaveDelayMs = 2000;
constexpr int keptRecent = 8;
constexpr int mostWindows = 64; ///< with files of their own for one session
const QString recentKey = QStringLiteral("session/recent");
const QString lastKey = QStringLiteral("session/last");
const QString documentKey = QStringLiteral("session/document");
const QString sizeKey = QStringLiteral("session/document-size");
const QString writtenKey = QStringLiteral("session/document-written");
const QString currentKey = QStringLiteral("session/document-is-current");
/// A revision that no session reaches.
constexpr std::uint64_t never = std::numeric_limits<std::uint64_t>::max();

std::filesystem::path pathOf(const QString& path) { return path.toStdString(); }

/// What could not be read, why, and what to try.
Error unreadable(const QString& path, Error error)
{
    error = inFile(pathOf(path), std::move(error));
    if (error.kind != ErrorKind::Corrupt)
        return error; // says by itself what to try
    while (error.text.ends_with('.'))
        error.text.pop_back();
    const bool saysWhatToTry = error.id == "session.damaged" || error.id == "session.empty"
                            || error.id == "session.not-a-session";
    error.text += saysWhatToTry ? ". The file is unchanged."
                                : ". The file is unchanged; open another session, or measure again.";
    return error;
}

} // namespace

SessionStore::SessionStore(LiveSession& session, QString folder, QObject* parent)
    : QObject(parent), m_session(session), m_folder(std::move(folder))
{
    if (m_folder.isEmpty())
        m_folder = QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation)
                 + QStringLiteral("/ridgepoint/sessions");
    m_documentRevision = m_autosavedRevision = session.revision();
    m_debounce.setSingleShot(true);
    m_debounce.setInterval(autosaveDelayMs);
    connect(&m_debounce, &QTimer::timeout, this, [this] { autosave(); });
    connect(&session, &LiveSession::replaced, this, [this] {
        ++m_generation;
        m_claimed.clear(); // two sessions begun in the same second have one name
    });
    connect(&session, &LiveSession::changed, this, [this] {
        // Not restarted by every sample: a long sweep is saved every two seconds, not once at its end.
        const bool isNews = !m_debounce.isActive() && !autosaved();
        if (isNews)
            m_debounce.start();
        if (isNews || modified() != m_wasModified) // undo and redo come to what the document holds, and leave it
            emit stateChanged();
    });
    connect(this, &SessionStore::stateChanged, this, [this] { m_wasModified = modified(); });
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
    for (int number = 1; number <= mostWindows; ++number) {
        const QString own = number == 1 ? m_ownPath : numberedAutosave(path, number);
        const bool isRead = number == 1 && !read.isEmpty();
        if (!isRead && (QFileInfo::exists(own) || m_taken.contains(own)))
            continue; // of another window, or of this document when it was opened before: what was measured stays
        auto lock = std::make_unique<QLockFile>(own + QStringLiteral(".lock"));
        lock->setStaleLockTime(0); // of a process that lives it is never stale
        const bool locked = lock->tryLock(0);
        // A folder without locks cannot be written either, which saving will say.
        if (!locked && lock->error() == QLockFile::LockFailedError)
            continue;
        m_ownPath = own;
        m_taken << own;
        if (locked)
            m_lock = std::move(lock);
        return;
    }
}

QString SessionStore::sessionPath() const { return usualAutosave(m_folder, m_session.frame().created, m_document); }

SessionStore::Stamp SessionStore::stampOf(const QString& path)
{
    const QFileInfo file(path);
    return file.exists() ? Stamp{file.size(), file.lastModified()} : Stamp{};
}

SessionStore::Stamp SessionStore::lastStamp(const QString& document)
{
    const QSettings settings;
    const QVariant written = settings.value(writtenKey);
    if (settings.value(documentKey).toString() != document || !written.isValid())
        return stampOf(document);
    return {settings.value(sizeKey).toLongLong(), written.toDateTime()};
}

bool SessionStore::documentChangedElsewhere() const
{
    return !m_document.isEmpty() && QFileInfo::exists(m_document) && stampOf(m_document) != m_documentStamp;
}

void SessionStore::read(const QString& path, const QString& document, bool isCurrent)
{
    const bool isAutosave = path != document;
    // Before it is read: what is written meanwhile is news. An autosave goes on from the document as it was then.
    const Stamp stamp = !isAutosave            ? stampOf(document)
                      : document == m_document ? m_documentStamp
                                               : lastStamp(document);
    auto result = std::make_shared<std::optional<DocumentReading>>();
    m_thread.run(
        [path, result, isAutosave, folder = m_folder, own = m_ownPath] {
            result->emplace(isAutosave ? DocumentReading{readSession(pathOf(path)), {}}
                                       : readDocument(path, folder, own));
        },
        [this, path, document, stamp, result, isAutosave, isCurrent] {
            DocumentReading& reading = **result;
            if (!reading.session) {
                emit failed(unreadable(path, reading.session.error()));
                return;
            }
            if (!leave()) // what was measured while the file was read
                return;
            m_document = document; // not before: a session that cannot be read must not be saved over it
            m_documentStamp = stamp;
            m_session.replace(std::move(reading.session).value());
            // One among the temporary files was written there because its place could not be.
            const bool isRefuge = isAutosave && QFileInfo(path).absolutePath() != QDir(m_folder).absolutePath();
            claim(isAutosave && !isRefuge ? path : QString());
            m_debounce.stop();
            m_autosavedRevision = isRefuge ? never : m_session.revision();
            m_documentRevision = isCurrent ? m_session.revision() : never;
            m_viewAsOpened = view();
            if (!isAutosave)
                remember(path);
            if (!isAutosave || QFileInfo::exists(autosavePath()))
                rememberLast();
            emit opened(path);
            if (!reading.newerAutosave.isEmpty())
                emit newerAutosave(reading.newerAutosave);
            emit stateChanged();
            if (isRefuge)
                m_debounce.start(); // into its place, which may be writable again
        });
}

bool SessionStore::hasNews() const { return !autosaved() || (m_viewProvider && view() != m_viewAsOpened); }

bool SessionStore::leave()
{
    emit leaving();
    if (!hasNews())
        return true;
    const bool isAtRisk = hasUnsaved() && !m_autosaveFailure.isEmpty();
    const auto written = autosave(true);
    if (!isAtRisk)
        return true; // nobody waits for what will be written
    m_thread.finish();
    if (written->result || written->refuge)
        return true;
    emit failed(written->result.error());
    return false;
}

void SessionStore::open(const QString& path)
{
    if (hasNews())
        autosave();
    const QString absolute = QFileInfo(path).absoluteFilePath();
    read(absolute, absolute, true);
}

void SessionStore::openAutosaved(const QString& path)
{
    if (hasNews())
        autosave();
    read(path, m_document, false);
}

void SessionStore::reopenLast()
{
    const QSettings settings;
    const QString document = settings.value(documentKey).toString();
    const QString last = settings.value(lastKey).toString();
    if (!last.isEmpty() && QFileInfo::exists(last))
        read(last, document, last == document || settings.value(currentKey).toBool());
    else if (!document.isEmpty() && QFileInfo::exists(document))
        read(document, document, true);
    else
        QMetaObject::invokeMethod(this, &SessionStore::nothingToReopen, Qt::QueuedConnection);
}

bool SessionStore::reopen(const QString& autosave, const QString& document)
{
    if (QFileInfo::exists(autosave))
        read(autosave, document, autosave == document);
    else if (!document.isEmpty() && QFileInfo::exists(document))
        read(document, document, true);
    else
        return false;
    return true;
}

void SessionStore::write(const QString& path, const QString& folder,
                         std::function<void(const Result<void>&, const Stamp&)> done)
{
    if (m_viewProvider)
        m_session.setViewJson(m_viewProvider(folder));
    auto result = std::make_shared<Result<void>>();
    auto stamp = std::make_shared<Stamp>(); // taken where it was written: what comes after it is another program's
    m_thread.run(
        [content = m_session.content(), path, result, stamp] {
            *result = writeSession(content.toSession(), pathOf(path));
            *stamp = stampOf(path);
        },
        [result, stamp, report = std::move(done)] { report(*result, *stamp); });
}

void SessionStore::saveAs(const QString& path)
{
    const QString absolute = QFileInfo(path).absoluteFilePath();
    write(absolute, QFileInfo(absolute).path(),
          [this, revision = m_session.revision(), generation = m_generation, absolute](const Result<void>& result,
                                                                                       const Stamp& stamp) {
              if (!result) {
                  emit failed(result.error());
                  return;
              }
              remember(absolute);
              if (generation == m_generation) { // else the window shows another session by now
                  m_document = absolute;
                  m_documentStamp = stamp;
                  m_documentRevision = revision;
                  claim();
                  rememberLast();
              }
              emit saved(absolute);
              emit stateChanged();
          });
}

void SessionStore::writeCopy(const QString& path)
{
    const QString absolute = QFileInfo(path).absoluteFilePath();
    write(absolute, QFileInfo(absolute).path(), [this, absolute](const Result<void>& result, const Stamp&) {
        if (result)
            emit copied(absolute);
        else
            emit failed(result.error());
    });
}

std::shared_ptr<const SessionStore::Written> SessionStore::autosave(bool isLast)
{
    auto written = std::make_shared<Written>();
    m_debounce.stop();
    if (m_session.empty())
        return written;
    QDir().mkpath(m_folder);
    claim();
    const QString path = autosavePath();
    if (m_viewProvider)
        m_session.setViewJson(m_viewProvider({}));
    m_thread.run(
        [content = m_session.content(), path, written, seeksRefuge = isLast && hasUnsaved()] {
            const Session session = content.toSession();
            written->result = writeSession(session, pathOf(path));
            if (!written->result && seeksRefuge)
                written->refuge = writeToFallback(
                    [&](const std::filesystem::path& to) { return writeSession(session, to); },
                    pathOf(path).filename());
        },
        [this, revision = m_session.revision(), generation = m_generation, path, written] {
            onAutosaved(*written);
            const bool isPresent = written->result && generation == m_generation;
            if (isPresent) {
                m_autosavedRevision = revision;
                rememberLast(path);
            }
            emit stateChanged();
            if (written->result && !autosaved() && !m_debounce.isActive())
                m_debounce.start();
        });
    m_viewAsOpened = m_session.frame().viewJson;
    rememberLast(path); // at the end of the program nothing comes back from the thread
    dropOldAutosaves(m_folder, path);
    return written;
}

void SessionStore::onAutosaved(const Written& written)
{
    if (written.result) {
        m_autosaveFailure.clear();
        return;
    }
    const Error& error = written.result.error();
    const bool isNew = std::exchange(m_autosaveFailure, errorMessage(error)).isEmpty();
    if (written.refuge) {
        const QString refuge = QString::fromStdString(written.refuge->string());
        remember(refuge);
        emit failed({.kind = error.kind,
                     .id = "session.saved-elsewhere",
                     .text = "%1 The session was saved as %2 instead.",
                     .arguments = {errorMessage(error).toStdString(), refuge.toStdString()}});
    } else if (isNew) {
        emit failed(error);
    }
}

void SessionStore::startNew()
{
    if (!leave())
        return;
    m_document.clear();
    m_session.clear();
    m_debounce.stop();
    m_documentRevision = m_autosavedRevision = m_session.revision();
    m_viewAsOpened = view();
    emit stateChanged();
}

Result<QString> SessionStore::flush()
{
    const bool atRisk = hasUnsaved();
    // A second window that only looked leaves no copy.
    const auto written = hasNews() || QFileInfo::exists(autosavePath()) ? autosave(true) : nullptr;
    m_thread.finish();
    if (!written || written->result || !atRisk)
        return QString();
    if (!written->refuge)
        return written->result.error();
    const QString refuge = QString::fromStdString(written->refuge->string());
    rememberLast(refuge); // the next start opens it
    return refuge;
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

void SessionStore::rememberLast(const QString& path)
{
    QSettings settings;
    settings.setValue(lastKey, path);
    settings.setValue(documentKey, m_document);
    settings.setValue(currentKey, !modified());
    settings.setValue(sizeKey, m_documentStamp.size);
    settings.setValue(writtenKey, m_documentStamp.written);
}

void SessionStore::rememberLast()
{
    const QString own = autosavePath();
    rememberLast(QFileInfo::exists(own) ? own : m_document);
}

} // namespace ridgepoint
