// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/session/live_session.h"
#include "app/desktop/session/session_store.h"
#include "tests/gui/gui_support.h"
#include "tests/support/synthetic_device.h"

#include <QFile>

#include <optional>

using namespace ridgepoint;
using namespace ridgepoint::test;

class LiveSessionTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    static Workload workload(std::int64_t elements)
    {
        Workload result;
        result.elements = elements;
        result.threads = syntheticThreads;
        return result;
    }
    static void fill(LiveSession& session, int samples = 10)
    {
        session.setDevices({syntheticDevice()});
        session.putRoofs(syntheticRoofs(syntheticThreads));
        for (int i = 0; i < samples; ++i)
            session.putSample(syntheticSample(workload(1 << i), 0));
    }

private slots:
    void init()
    {
        failOnQtWarnings();
        useFreshSettings(m_folder.path());
    }

    void replacesASampleOfTheSameWorkloadInItsRow()
    {
        LiveSession session;
        fill(session);
        QSignalSpy added(&session, &LiveSession::sampleAdded);
        QSignalSpy replaced(&session, &LiveSession::sampleReplaced);
        session.putSample(syntheticSample(workload(4), 3));
        QCOMPARE(added.count(), 0);
        QCOMPARE(replaced.count(), 1);
        QCOMPARE(replaced[0][0].toInt(), 2);
        QCOMPARE(session.samples().size(), 10U);
        QCOMPARE(session.find("cpu", workload(4))->time.value(), syntheticSample(workload(4), 3).time.value());
    }

    void findsEverySampleOfManyAndNoOther()
    {
        LiveSession session;
        session.setDevices({syntheticDevice()});
        for (int i = 1; i <= 5000; ++i)
            session.putSample(syntheticSample(workload(i), 0));
        QCOMPARE(session.samples().size(), 5000U);
        for (int i = 1; i <= 5000; ++i) {
            const SamplePointer found = session.find("cpu", workload(i));
            QVERIFY(found);
            QCOMPARE(found->workload.elements, std::int64_t{i});
            QVERIFY(!session.find("cuda:0", workload(i)));
        }
        Workload other = workload(7);
        other.launchMode = LaunchMode::Graph;
        QVERIFY(!session.find("cpu", other));
        session.clear();
        QVERIFY(!session.find("cpu", workload(7)));
    }

    void aSessionsDoubleSampleIsFoundOnce()
    {
        LiveSession session;
        Session twice;
        twice.devices = {syntheticDevice()};
        twice.samples = {syntheticSample(workload(4), 1), syntheticSample(workload(8), 1),
                         syntheticSample(workload(4), 2)};
        session.replace(twice);
        QCOMPARE(session.find("cpu", workload(4))->time.value(), twice.samples[2].time.value());
        session.putSample(syntheticSample(workload(4), 3));
        QCOMPARE(session.samples().size(), 3U);
        QCOMPARE(session.find("cpu", workload(4))->time.value(), syntheticSample(workload(4), 3).time.value());
    }

    void keepsSharedContentUnchangedWhileItGrows()
    {
        LiveSession session;
        fill(session);
        const SessionContent before = session.content();
        session.putSample(syntheticSample(workload(4), 3));
        session.putSample(syntheticSample(workload(12345), 0));
        QCOMPARE(before.samples.size(), 10U);
        QCOMPARE(before.toSession().samples[2].time.value(), syntheticSample(workload(4), 0).time.value());
    }

    void keepsDevicesThatOnlyTheSessionKnowsAsUnavailable()
    {
        LiveSession session;
        DeviceInfo other;
        other.id = "cuda:0";
        other.kind = DeviceKind::Cuda;
        other.name = "Far away";
        other.available = true;
        session.setDevices({other});
        session.setDevices({syntheticDevice()});
        QCOMPARE(session.devices().size(), 2U);
        QVERIFY(session.device("cpu")->available);
        QVERIFY(!session.device("cuda:0")->available);
        QVERIFY(session.device("cuda:0")->reason.has_value());
    }

    void savesAndOpensWithoutLoss()
    {
        LiveSession session;
        SessionStore store(session, m_folder.filePath("auto1"));
        fill(session);
        QSignalSpy saved(&store, &SessionStore::saved);
        const QString path = m_folder.filePath("a.ridge");
        store.saveAs(path);
        QVERIFY(saved.count() == 1 || saved.wait(patienceMs));
        QVERIFY(!store.modified());

        LiveSession other;
        SessionStore otherStore(other, m_folder.filePath("auto2"));
        QSignalSpy opened(&otherStore, &SessionStore::opened);
        otherStore.open(path);
        QVERIFY(opened.wait(patienceMs));
        QCOMPARE(other.samples().size(), 10U);
        QVERIFY(other.samples()[3]->workload == session.samples()[3]->workload);
        QCOMPARE(otherStore.document(), path);
        QCOMPARE(otherStore.recent(), QStringList{path});
    }

    void keepsTheSessionWhenAFileIsCorrupt_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("nothing") << QByteArray();
        QTest::newRow("truncated") << QByteArray(
            "{\"format\":\"ridgepoint-session\",\"version\":1,\"samples\":{\"elem");
        QTest::newRow("another format") << QByteArray("{\"format\":\"music\"}");
        QTest::newRow("binary") << QByteArray("\x7f\x45LF\x00\xff\xfe", 7);
        QTest::newRow("newer version") << QByteArray("{\"format\":\"ridgepoint-session\",\"version\":99}");
    }
    void keepsTheSessionWhenAFileIsCorrupt()
    {
        QFETCH(QByteArray, text);
        const QString path = m_folder.filePath("bad.ridge");
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
        file.close();
        LiveSession session;
        SessionStore store(session, m_folder.filePath("auto3"));
        fill(session);
        QSignalSpy failed(&store, &SessionStore::failed);
        store.open(path);
        QVERIFY(failed.wait(patienceMs));
        QCOMPARE(session.samples().size(), 10U);
        QVERIFY(store.document().isEmpty());
    }

    void saysThatAFolderCannotBeWrittenAndKeepsTheSession()
    {
        LiveSession session;
        SessionStore store(session, m_folder.filePath("auto4"));
        fill(session);
        QSignalSpy failed(&store, &SessionStore::failed);
        store.saveAs(QStringLiteral("/proc/no/such/a.ridge"));
        QVERIFY(failed.wait(patienceMs));
        QVERIFY(store.document().isEmpty());
        QVERIFY(store.modified());
        QCOMPARE(session.samples().size(), 10U);
    }

    void reopensAtTheNextStartWhatWasAutosaved()
    {
        const QString folder = m_folder.filePath("auto5");
        {
            LiveSession session;
            SessionStore store(session, folder);
            fill(session);
            QVERIFY(store.flush());
        }
        LiveSession session;
        SessionStore store(session, folder);
        QSignalSpy opened(&store, &SessionStore::opened);
        store.reopenLast();
        QVERIFY(opened.wait(patienceMs));
        QCOMPARE(session.samples().size(), 10U);
        QVERIFY(session.roofs("cpu", syntheticThreads) != nullptr);
        QVERIFY(store.document().isEmpty());
    }

    void autosavesByItselfWithoutTouchingTheDocument()
    {
        const QString path = m_folder.filePath("document.ridge");
        LiveSession session;
        SessionStore store(session, m_folder.filePath("auto6"));
        fill(session);
        QSignalSpy saved(&store, &SessionStore::saved);
        store.saveAs(path);
        QVERIFY(saved.wait(patienceMs));
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray before = file.readAll();
        session.putSample(syntheticSample(workload(4711), 0));
        QVERIFY(!store.autosaved());
        QTRY_VERIFY_WITH_TIMEOUT(store.autosaved(), patienceMs);
        QVERIFY(store.modified());
        QVERIFY(QFile::exists(store.autosavePath()));
        file.seek(0);
        QCOMPARE(file.readAll(), before);
    }

    void saysThatThereIsNothingToReopenOnTheFirstStart()
    {
        LiveSession session;
        SessionStore store(session, m_folder.filePath("auto7"));
        QSignalSpy nothing(&store, &SessionStore::nothingToReopen);
        store.reopenLast();
        QVERIFY(nothing.wait(patienceMs));
    }

    void twoWindowsWithOneSessionDoNotWriteOverEachOther()
    {
        const QString folder = m_folder.filePath("auto9");
        LiveSession session;
        std::optional<SessionStore> first(std::in_place, session, folder);
        fill(session, 5);
        QVERIFY(first->flush());
        LiveSession copy;
        std::optional<SessionStore> second(std::in_place, copy, folder);
        QSignalSpy opened(&*second, &SessionStore::opened);
        second->reopenLast();
        QVERIFY(opened.wait(patienceMs));
        const QString path = first->autosavePath();
        QVERIFY(second->autosavePath() != path);
        fill(session, 10);
        QVERIFY(first->flush());
        first.reset();
        // The second window has seen half of it, and closes last.
        QVERIFY(second->flush());
        QVERIFY2(!QFile::exists(second->autosavePath()), "a window that only looked leaves no copy");
        fill(copy, 7);
        QVERIFY(second->flush());
        QCOMPARE(readSession(path.toStdString())->samples.size(), 10U);
        QCOMPARE(readSession(second->autosavePath().toStdString())->samples.size(), 7U);
        // The next start goes on with the second one's file, and leaves the first one's alone.
        const QString last = second->autosavePath();
        second.reset();
        LiveSession next;
        SessionStore third(next, folder);
        QSignalSpy reopened(&third, &SessionStore::opened);
        third.reopenLast();
        QVERIFY(reopened.wait(patienceMs));
        QCOMPARE(third.autosavePath(), last);
    }
    void startsANewSessionAndKeepsTheOldOneAmongTheAutosaved()
    {
        LiveSession session;
        SessionStore store(session, m_folder.filePath("auto8"));
        fill(session);
        const QString path = store.autosavePath();
        store.startNew();
        QVERIFY(session.empty());
        QVERIFY(store.flush());
        QVERIFY(QFile::exists(path));
        QVERIFY(session.device("cpu") != nullptr);
    }
};

RIDGEPOINT_GUI_TEST(LiveSessionTest)
#include "live_session_test.moc"
