// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/style/format.h"
#include "app/desktop/session/kernel_step.h"
#include "app/desktop/session/session_store.h"
#include "tests/gui/gui_support.h"
#include "tests/support/synthetic_device.h"

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QLockFile>
#include <QUndoStack>

#include <optional>

using namespace ridgepoint;
using namespace ridgepoint::test;

namespace {

/// A variable of the environment for as long as this lives.
class Environment {
public:
    Environment(const char* name, const QString& value)
        : m_name(name), m_before(qgetenv(name)), m_wasSet(qEnvironmentVariableIsSet(name))
    {
        qputenv(name, value.toLocal8Bit());
    }
    ~Environment() { m_wasSet ? qputenv(m_name, m_before) : qunsetenv(m_name); }
    Q_DISABLE_COPY_MOVE(Environment)

private:
    const char* m_name;
    QByteArray m_before;
    bool m_wasSet;
};

/// One kernel comes, undone it goes.
class OneKernel : public KernelStep {
public:
    explicit OneKernel(LiveSession& session) : KernelStep(session, QStringLiteral("one kernel")) {}
    void redo() override { put({{"mine", Flops(2e9), Bytes(8e8), 1.0, Seconds(0.025)}}); }
    void undo() override { put({}); }
};

} // namespace

/// What opening, saving and autosaving must never lose.
class SessionStoreTest : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;

    /// A folder that nobody can make.
    const QString unwritable = QStringLiteral("/proc/no/such");
    [[nodiscard]] QString autosaves() const { return m_folder->filePath("autosave"); }
    [[nodiscard]] QString document(const QString& name = QStringLiteral("doc.ridge")) const
    {
        return m_folder->filePath(name);
    }

    static Workload workload(std::int64_t elements)
    {
        Workload result;
        result.elements = elements;
        result.threads = syntheticThreads;
        return result;
    }
    static Session sessionWith(int samples, const std::string& created = "2025-01-02T03:04:05Z")
    {
        Session session;
        session.created = created;
        session.devices = {syntheticDevice()};
        for (int i = 0; i < samples; ++i)
            session.samples.push_back(syntheticSample(workload(1 << i), 0));
        return session;
    }
    void writeDocument(int samples, const QString& name = QStringLiteral("doc.ridge")) const
    {
        QVERIFY(writeSession(sessionWith(samples), document(name).toStdString()));
        makeOld(document(name));
    }
    /// As if written an hour ago, so that what is autosaved now is younger on any file system.
    static void makeOld(const QString& path, int hours = 1)
    {
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadWrite));
        QVERIFY(file.setFileTime(QDateTime::currentDateTimeUtc().addSecs(-3600 * hours),
                                 QFileDevice::FileModificationTime));
    }
    static void openIn(SessionStore& store, const QString& path)
    {
        QSignalSpy opened(&store, &SessionStore::opened);
        store.open(path);
        QVERIFY(opened.wait(patienceMs));
    }

private slots:
    void init()
    {
        failOnQtWarnings();
        m_folder = std::make_unique<QTemporaryDir>();
        useFreshSettings(m_folder->path());
    }

    void comesBackToASessionThatWasLeftAndGoesOnInItsFile()
    {
        LiveSession session;
        SessionStore store(session, autosaves());
        session.setDevices({syntheticDevice()});
        session.putSample(syntheticSample(workload(4711), 0));
        QTRY_VERIFY_WITH_TIMEOUT(store.autosaved(), patienceMs);
        const QString left = store.autosavePath();
        store.startNew();
        QVERIFY(session.empty());
        QVERIFY(!store.reopen(document(QStringLiteral("none.ridge")), {}));
        QSignalSpy opened(&store, &SessionStore::opened);
        QVERIFY(store.reopen(left, {}));
        QVERIFY(opened.wait(patienceMs));
        QVERIFY(session.find("cpu", workload(4711)));
        QCOMPARE(store.autosavePath(), left);
        QCOMPARE(store.document(), QString());
        writeDocument(3); // its autosave was tidied away
        QVERIFY(store.reopen(document(QStringLiteral("none.ridge")), document()));
        QVERIFY(opened.wait(patienceMs));
        QCOMPARE(session.samples().size(), std::size_t{3});
        QCOMPARE(store.document(), document());
    }

    void openingADocumentAgainKeepsWhatWasAutosavedOfItAndSaysSo()
    {
        writeDocument(3);
        writeDocument(1, QStringLiteral("other.ridge"));
        LiveSession session;
        SessionStore store(session, autosaves());
        openIn(store, document());
        session.putSample(syntheticSample(workload(4711), 0));
        QTRY_VERIFY_WITH_TIMEOUT(store.autosaved(), patienceMs);
        const QString autosave = store.autosavePath();
        openIn(store, document(QStringLiteral("other.ridge")));
        QSignalSpy newer(&store, &SessionStore::newerAutosave);
        openIn(store, document());
        QVERIFY(store.flush());
        QCOMPARE(session.samples().size(), 3U);
        QCOMPARE(readSession(autosave.toStdString())->samples.size(), 4U);
        QCOMPARE(newer.count(), 1);
        QCOMPARE(newer[0][0].toString(), autosave);
        QVERIFY(store.autosavePath() != autosave);
        // Taking it up shows it as what the document lacks.
        QSignalSpy opened(&store, &SessionStore::opened);
        store.openAutosaved(autosave);
        QVERIFY(opened.wait(patienceMs));
        QCOMPARE(session.samples().size(), 4U);
        QCOMPARE(store.document(), document());
        QCOMPARE(store.autosavePath(), autosave);
        QVERIFY(store.modified());
    }

    void bracketsInADocumentsNameHideNoAutosave()
    {
        const QString name = QStringLiteral("run [2].ridge");
        writeDocument(3, name);
        writeDocument(1, QStringLiteral("other.ridge"));
        LiveSession session;
        SessionStore store(session, autosaves());
        openIn(store, document(name));
        session.putSample(syntheticSample(workload(4711), 0));
        QTRY_VERIFY_WITH_TIMEOUT(store.autosaved(), patienceMs);
        openIn(store, document(QStringLiteral("other.ridge")));
        QSignalSpy newer(&store, &SessionStore::newerAutosave);
        openIn(store, document(name));
        QCOMPARE(newer.count(), 1);
    }

    void anExperimentThatOnlyTheAutosaveHasIsOffered()
    {
        writeDocument(3);
        writeDocument(1, QStringLiteral("other.ridge"));
        LiveSession session;
        SessionStore store(session, autosaves());
        openIn(store, document());
        ExperimentResult result;
        result.id = "mistakes";
        result.device = "cpu";
        result.created = "2026-01-01T00:00:00Z";
        result.points = {{.series = "measured", .label = "a", .y = 1.0, .low = 1.0, .high = 1.0}};
        session.putExperiment(result);
        QTRY_VERIFY_WITH_TIMEOUT(store.autosaved(), patienceMs);
        openIn(store, document(QStringLiteral("other.ridge")));
        QSignalSpy newer(&store, &SessionStore::newerAutosave);
        openIn(store, document());
        QCOMPARE(newer.count(), 1);
    }

    void whatIsMeasuredWhileAFileIsReadIsAutosavedToo()
    {
        writeDocument(3);
        LiveSession session;
        SessionStore store(session, autosaves());
        session.putSample(syntheticSample(workload(4711), 0));
        QTRY_VERIFY_WITH_TIMEOUT(store.autosaved(), patienceMs);
        const QString autosave = store.autosavePath();
        QSignalSpy opened(&store, &SessionStore::opened);
        store.open(document());
        session.putSample(syntheticSample(workload(4712), 0));
        QVERIFY(opened.wait(patienceMs));
        QCOMPARE(session.samples().size(), 3U);
        QVERIFY(store.flush());
        QCOMPARE(readSession(autosave.toStdString())->samples.size(), 2U);
    }

    /// Mutations: put() without the revision before; redo is not told while the autosave is due.
    void undoingToTheSavedStateLeavesNothingToSave()
    {
        LiveSession session;
        session.replace(sessionWith(2));
        SessionStore store(session, autosaves());
        QSignalSpy saved(&store, &SessionStore::saved);
        store.saveAs(document());
        QVERIFY(saved.wait(patienceMs));
        QUndoStack undo;
        undo.push(new OneKernel(session));
        QVERIFY(store.modified());
        QSignalSpy told(&store, &SessionStore::stateChanged);
        undo.undo();
        QVERIFY(!store.modified());
        QVERIFY(!told.isEmpty()); // the title hears of it
        told.clear();
        undo.redo();
        QVERIFY(store.modified());
        QVERIFY(!told.isEmpty());
        session.putSample(syntheticSample(workload(1 << 10), 0)); // which stays
        undo.undo();
        QVERIFY(store.modified());
    }

    void saysNothingOfAnAutosaveThatTheDocumentHolds()
    {
        writeDocument(3);
        LiveSession session;
        SessionStore store(session, autosaves());
        openIn(store, document());
        session.putSample(syntheticSample(workload(4711), 0));
        QSignalSpy saved(&store, &SessionStore::saved);
        store.saveAs(document());
        QVERIFY(saved.wait(patienceMs));
        makeOld(document());
        QVERIFY(store.flush()); // younger than the document, and the same
        QSignalSpy newer(&store, &SessionStore::newerAutosave);
        openIn(store, document());
        QCOMPARE(session.samples().size(), 4U);
        QCOMPARE(newer.count(), 0);
    }

    void aDocumentThatWasOnlyLookedAtIsOpenedAtTheNextStart()
    {
        writeDocument(3);
        {
            LiveSession session;
            SessionStore store(session, autosaves());
            openIn(store, document());
            QVERIFY(store.flush());
        }
        LiveSession session;
        SessionStore store(session, autosaves());
        QSignalSpy opened(&store, &SessionStore::opened);
        store.reopenLast();
        QVERIFY(opened.wait(patienceMs));
        QCOMPARE(session.samples().size(), 3U);
        QCOMPARE(store.document(), document());
        QVERIFY(!store.modified());
    }

    void aSavedSessionIsOpenedAtTheNextStart()
    {
        {
            LiveSession session;
            SessionStore store(session, autosaves());
            session.putSample(syntheticSample(workload(4711), 0));
            QTRY_VERIFY_WITH_TIMEOUT(store.autosaved(), patienceMs);
            QSignalSpy saved(&store, &SessionStore::saved);
            store.saveAs(document());
            QVERIFY(saved.wait(patienceMs));
            QVERIFY(store.flush());
        }
        LiveSession session;
        SessionStore store(session, autosaves());
        QSignalSpy opened(&store, &SessionStore::opened);
        store.reopenLast();
        QVERIFY(opened.wait(patienceMs));
        QCOMPARE(session.samples().size(), 1U);
        QCOMPARE(store.document(), document());
        QVERIFY(!store.modified());
    }

    void afterARestartTheDocumentStillLacksWhatOnlyTheAutosaveHas()
    {
        writeDocument(3);
        {
            LiveSession session;
            SessionStore store(session, autosaves());
            openIn(store, document());
            session.putSample(syntheticSample(workload(4711), 0));
            QVERIFY(store.flush());
        }
        LiveSession session;
        SessionStore store(session, autosaves());
        QSignalSpy opened(&store, &SessionStore::opened);
        store.reopenLast();
        QVERIFY(opened.wait(patienceMs));
        QCOMPARE(session.samples().size(), 4U);
        QCOMPARE(store.document(), document());
        QVERIFY(store.modified());
    }

    void anAutosaveThatCannotBeReadLeavesNoDocumentToSaveOver()
    {
        writeDocument(3);
        QString autosave;
        {
            LiveSession session;
            SessionStore store(session, autosaves());
            openIn(store, document());
            session.putSample(syntheticSample(workload(4711), 0));
            QVERIFY(store.flush());
            autosave = store.autosavePath();
        }
        QFile damaged(autosave);
        QVERIFY(damaged.open(QIODevice::WriteOnly | QIODevice::Truncate));
        damaged.write("{\"format\":");
        damaged.close();
        LiveSession session;
        SessionStore store(session, autosaves());
        QSignalSpy failed(&store, &SessionStore::failed);
        store.reopenLast();
        QVERIFY(failed.wait(patienceMs));
        const std::string message = failed.first().first().value<Error>().message();
        QVERIFY2(message.find(QFileInfo(autosave).fileName().toStdString()) != std::string::npos
                     && message.find("The file is unchanged.") != std::string::npos,
                 message.c_str());
        QCOMPARE(store.document(), QString());
    }

    void ofAFileThatCannotBeReadOneThingToTryIsNamed_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QString>("advice");
        QTest::newRow("cut off") << QByteArray(R"({"format":"ridgepoint-session","version":)")
                                 << "Open an earlier copy of it. The file is unchanged.";
        QTest::newRow("empty") << QByteArray() << "Open an earlier copy of it. The file is unchanged.";
        QTest::newRow("of another program")
            << QByteArray("none") << "open a file saved by Ridgepoint (.ridge). The file is unchanged.";
        QTest::newRow("a field twice") << QByteArray(R"({"format":"ridgepoint-session","format":"ridgepoint-session"})")
                                       << "The file is unchanged; open another session, or measure again.";
    }
    void ofAFileThatCannotBeReadOneThingToTryIsNamed()
    {
        QFETCH(QByteArray, content);
        QFETCH(QString, advice);
        QFile damaged(document());
        QVERIFY(damaged.open(QIODevice::WriteOnly));
        damaged.write(content);
        damaged.close();
        LiveSession session;
        SessionStore store(session, autosaves());
        QSignalSpy failed(&store, &SessionStore::failed);
        store.open(document());
        QVERIFY(failed.wait(patienceMs));
        const QString message = errorMessage(failed.first().first().value<Error>());
        QVERIFY2(message.endsWith(advice) && message.count(QStringLiteral("pen a")) == 1, qPrintable(message));
    }

    void aFileThatWasStillBeingWrittenIsNotTheDocumentOfTheNextSession()
    {
        LiveSession session;
        SessionStore store(session, autosaves());
        session.putSample(syntheticSample(workload(4711), 0));
        QSignalSpy saved(&store, &SessionStore::saved);
        store.saveAs(document());
        store.startNew();
        QVERIFY(saved.wait(patienceMs));
        QCOMPARE(store.document(), QString());
        QCOMPARE(readSession(document().toStdString())->samples.size(), 1U);
        QCOMPARE(store.recent(), QStringList{document()});
    }

    void aCopyDoesNotBecomeTheDocument()
    {
        writeDocument(3);
        LiveSession session;
        SessionStore store(session, autosaves());
        openIn(store, document());
        QSignalSpy copied(&store, &SessionStore::copied);
        store.writeCopy(document(QStringLiteral("copy.ridge")));
        QVERIFY(copied.wait(patienceMs));
        QCOMPARE(store.document(), document());
        QCOMPARE(readSession(document(QStringLiteral("copy.ridge")).toStdString())->samples.size(), 3U);
    }

    void autosavesAreDroppedByTheirLastUseAndNeverThoseOfAnotherWindow()
    {
        QVERIFY(QDir().mkpath(autosaves()));
        const auto put = [&](const QString& name, int hours) {
            const QString path = autosaves() + QLatin1Char('/') + name;
            if (!writeSession(sessionWith(1), path.toStdString()))
                qFatal("cannot write %s", qPrintable(path));
            makeOld(path, hours);
            return path;
        };
        for (int i = 10; i < 32; ++i)
            put(QStringLiteral("2025-11-%1.ridge").arg(i), 100 + 32 - i);
        const QString lastYears = put(QStringLiteral("2024-01-01.ridge"), 1);
        const QString others = put(QStringLiteral("2023-01-01.ridge"), 2000);
        QLockFile window(others + QStringLiteral(".lock"));
        QVERIFY(window.tryLock(0));
        LiveSession session;
        SessionStore store(session, autosaves());
        session.putSample(syntheticSample(workload(4711), 0));
        QVERIFY(store.flush());
        QVERIFY2(QFile::exists(lastYears), "used an hour ago, and begun last year");
        QVERIFY2(QFile::exists(others), "another window writes to it");
        QVERIFY(QFile::exists(autosaves() + QStringLiteral("/2025-11-31.ridge")));
        QVERIFY2(!QFile::exists(autosaves() + QStringLiteral("/2025-11-10.ridge")), "the oldest that nobody uses goes");
    }

    void whatCannotBeAutosavedIsKeptAmongTheTemporaryFilesAndOpensNext()
    {
        QVERIFY(QDir().mkpath(m_folder->filePath("tmp")));
        const Environment temporary("TMPDIR", m_folder->filePath("tmp"));
        QString refuge;
        {
            LiveSession session;
            SessionStore store(session, unwritable);
            session.replace(sessionWith(5));
            session.putSample(syntheticSample(workload(1 << 10), 0));
            const Result<QString> kept = store.flush();
            QVERIFY(kept);
            refuge = *kept;
            QVERIFY2(refuge.startsWith(m_folder->filePath("tmp/ridgepoint-")), qPrintable(refuge));
        }
        LiveSession session;
        SessionStore store(session, autosaves());
        QSignalSpy opened(&store, &SessionStore::opened);
        store.reopenLast();
        QVERIFY(opened.wait(patienceMs));
        QCOMPARE(opened.front().front().toString(), refuge);
        QCOMPARE(session.samples().size(), std::size_t{6});
        QVERIFY(!store.autosaved()); // it is to get into its place
        QVERIFY(store.flush() && store.autosaved() == false);
        QCOMPARE(QDir(autosaves()).entryList({"*.ridge"}).size(), 1);
    }

    void aNewSessionKeepsTheOldOneSomewhereOrDoesNotBegin()
    {
        QVERIFY(QDir().mkpath(m_folder->filePath("tmp")));
        LiveSession session;
        SessionStore store(session, unwritable);
        QStringList told;
        connect(&store, &SessionStore::failed, this, [&](const Error& error) { told << errorMessage(error); });
        session.replace(sessionWith(5));
        session.putSample(syntheticSample(workload(1 << 10), 0));
        QTRY_COMPARE_WITH_TIMEOUT(told.size(), 1, patienceMs); // autosaved after a while, which fails
        {
            const Environment temporary("TMPDIR", unwritable);
            store.startNew();
            QCOMPARE(session.samples().size(), std::size_t{6});
            QVERIFY2(told.size() == 2 && told.last().contains(unwritable), qPrintable(told.join('|')));
            QVERIFY(!store.flush());
        }
        const Environment temporary("TMPDIR", m_folder->filePath("tmp"));
        store.startNew();
        QVERIFY(session.samples().empty());
        QTRY_VERIFY_WITH_TIMEOUT(told.last().contains("was saved as " + m_folder->filePath("tmp/ridgepoint-")),
                                 patienceMs);
        QCOMPARE(QDir(m_folder->filePath("tmp")).entryList({"ridgepoint-*"}).size(), 1);
    }
};

RIDGEPOINT_GUI_TEST(SessionStoreTest)
#include "session_store_test.moc"
