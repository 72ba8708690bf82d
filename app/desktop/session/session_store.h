// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/base/task_thread.h"
#include "app/desktop/session/live_session.h"
#include "core/model/result.h"

#include <QDateTime>
#include <QObject>
#include <QString>
#include <QStringList>
#include <QTimer>

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>

class QLockFile;

namespace ridgepoint {

/// Where sessions come from and go to: open, save, save as, autosave and the last session at the next start. Files are
/// read and written in a thread. An autosave never touches the file that the user opened: it goes to the user's data
/// folder, one file a session, so that nothing is lost by opening another; and one file a window, where two windows
/// have opened the same session, so that neither writes over what the other measured. An autosave that was not opened
/// is never written over: a document that is opened once more gets another one, and newerAutosave() names what the last
/// one holds more.
class SessionStore : public QObject {
    Q_OBJECT

public:
    /// `folder` holds the autosaves; empty takes the user's data folder.
    explicit SessionStore(LiveSession& session, QString folder = {}, QObject* parent = nullptr);
    ~SessionStore() override;

    /// The window's own state, for a file in a folder; for an autosave, which nobody moves, the folder is empty.
    using ViewProvider = std::function<std::string(const QString& folder)>;
    /// Called before each save, so that the window can put its own state into the session.
    void setViewProvider(ViewProvider provider) { m_viewProvider = std::move(provider); }

    /// Reads a file and puts it in place of the session; `opened` or `failed` follows. The session stays on failure.
    void open(const QString& path);
    /// Reads an autosave of the document, in place of what the document holds; `opened` or `failed` follows.
    void openAutosaved(const QString& path);
    /// Reads the last session, if there is one; `opened`, `failed` or `nothingToReopen` follows.
    void reopenLast();
    /// Reads a session that was left, from its autosave or else its document; `opened` or `failed` follows. False where
    /// neither is there.
    bool reopen(const QString& autosave, const QString& document);
    /// Writes the session to a file, which becomes its document; `saved` or `failed` follows.
    void saveAs(const QString& path);
    /// Writes the session to a file and leaves its document as it is; `copied` or `failed` follows.
    void writeCopy(const QString& path);
    /// Starts an empty session; the old one is autosaved first, and stays where it can be kept nowhere (`failed`
    /// follows).
    void startNew();
    /// Writes what is not yet autosaved and waits for it: at the end of the program. The path where it was written
    /// among the temporary files, since its own place cannot be; empty as a rule. An error where measurements are in no
    /// file.
    Result<QString> flush();

    /// The file that the user opened or saved; empty for a session that only autosave knows.
    [[nodiscard]] const QString& document() const { return m_document; }
    /// Whether the document (or for a session without one: anything) lacks something of the session.
    [[nodiscard]] bool modified() const { return m_session.revision() != m_documentRevision; }
    [[nodiscard]] bool autosaved() const { return m_session.revision() == m_autosavedRevision; }
    /// Why the last autosave failed; empty where it did not.
    [[nodiscard]] const QString& autosaveFailure() const { return m_autosaveFailure; }
    /// Whether somebody else has written the document since this window read or wrote it, such as `ridgepoint-bench
    /// --append`.
    [[nodiscard]] bool documentChangedElsewhere() const;
    [[nodiscard]] QStringList recent() const;
    [[nodiscard]] QString autosavePath() const;

signals:
    void opened(const QString& path);
    /// The session is about to give way to another: what still belongs into it must get there now.
    void leaving();
    void nothingToReopen();
    void saved(const QString& path);
    void copied(const QString& path);
    /// An autosave of the document that was just opened holds more than the document.
    void newerAutosave(const QString& path);
    void failed(const ridgepoint::Error& error);
    /// document(), modified() or autosaved() may have changed.
    void stateChanged();
    void recentChanged();

private:
    /// Reads the document itself or an autosave of it; `isCurrent` says whether the document holds all of that.
    void read(const QString& path, const QString& document, bool isCurrent);
    /// Whether something would be lost that no autosave has: measurements, or where the window looks.
    [[nodiscard]] bool hasNews() const;
    /// How an autosave ended; made in the thread.
    struct Written {
        Result<void> result;
        std::optional<std::filesystem::path> refuge; ///< where it was written instead
    };
    /// Whether measurements are in no file.
    [[nodiscard]] bool hasUnsaved() const { return !autosaved() && modified(); }
    /// Autosaves what was measured until this moment, right before another session takes the place. False where it can
    /// be kept nowhere and has to stay.
    [[nodiscard]] bool leave();
    /// The window's state as an autosave keeps it; empty where there is no window.
    [[nodiscard]] std::string view() const { return m_viewProvider ? m_viewProvider({}) : std::string(); }
    /// `isLast`: what cannot be written in its place is written elsewhere.
    std::shared_ptr<const Written> autosave(bool isLast = false);
    void onAutosaved(const Written& written);
    [[nodiscard]] QString sessionPath() const;
    /// Makes autosavePath() this window's own: the autosave that was read, else the session's usual file; a new one
    /// with a number where that exists already or another window has it.
    void claim(const QString& read = {});
    void remember(const QString& path);
    /// What the next start opens: `path`, with the document as it is now.
    void rememberLast(const QString& path);
    /// The autosave if there is one, else the document.
    void rememberLast();

    LiveSession& m_session;
    QString m_folder;
    QString m_document;
    /// A file's size and when it was last written; a file that is not there has neither.
    struct Stamp {
        qint64 size = -1;
        QDateTime written;
        friend bool operator==(const Stamp&, const Stamp&) = default;
    };
    [[nodiscard]] static Stamp stampOf(const QString& path);
    /// As the last window that had this document read or wrote it; as it is now where nobody noted it.
    [[nodiscard]] static Stamp lastStamp(const QString& document);
    void write(const QString& path, const QString& folder, std::function<void(const Result<void>&, const Stamp&)> done);
    Stamp m_documentStamp; ///< as this window read or wrote it
    ViewProvider m_viewProvider;
    std::uint64_t m_documentRevision = 0;
    std::uint64_t m_autosavedRevision = 0;
    bool m_wasModified = false;        ///< when stateChanged was last told
    std::unique_ptr<QLockFile> m_lock; ///< of m_ownPath
    QString m_ownPath;                 ///< where this window autosaves m_claimed
    QString m_claimed;                 ///< sessionPath() when it was claimed; empty for a session that was not yet
    QStringList m_taken;               ///< every file that this window has claimed, written or not
    std::uint64_t m_generation = 0;    ///< counts the sessions, so that a file's end is not taken for another session's
    std::string m_viewAsOpened;
    QString m_autosaveFailure; ///< told once, not every two seconds
    QTimer m_debounce;
    TaskThread m_thread; ///< last: joined first
};

} // namespace ridgepoint
