// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/measure/dynamic_library.h"
#include "gpu/libraries/cupti_recorder.h"
#include "tests/support/test_main.h"

#include <QTest>

using namespace ridgepoint;

namespace {

const std::vector<std::string> fake{FAKES "/cupti/libcupti.so.13"};
const QString letsGo = "disable 10\ndisable 5\ndisable 1\nflush 1\nfinalize\n";

std::unique_ptr<ActivityRecorder> opened() { return std::move(openCupti(fake).value()); }

} // namespace

class CuptiTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        auto library = DynamicLibrary::open(fake, Unloading::Never);
        QVERIFY2(library.ok(), library.ok() ? "" : library.error().message().c_str());
        m_written = *library->function<const char* (*)()>("fakeCuptiCalls");
        m_enabled = *library->function<int (*)()>("fakeCuptiEnabled");
    }
    void init()
    {
        test::failOnQtWarnings();
        qunsetenv("FAKE_CUPTI");
        m_written();
    }
    void cleanup() { QCOMPARE(m_enabled(), 0); }

    void startsNothingBeforeItIsAskedTo()
    {
        const auto recorder = opened();
        QCOMPARE(recorder->name(), "CUPTI (" + fake.front() + ")");
        QCOMPARE(QString(m_written()), QString());
    }
    void readsKernelsCallsAndCopiesAndPassesOverTheRest()
    {
        const auto recorder = opened();
        QVERIFY(recorder->start().ok());
        QCOMPARE(QString(m_written()), QString("register\nenable 10\nenable 5\nenable 1\n"));
        const auto records = recorder->take();
        QVERIFY(records.ok());
        QCOMPARE(QString(m_written()), QString("flush 1\n"));
        QCOMPARE(records->kernels.size(), std::size_t{2});
        QCOMPARE(records->kernels[0].begin, std::uint64_t{1000});
        QCOMPARE(records->kernels[1].end, std::uint64_t{1700});
        QCOMPARE(records->calls.size(), std::size_t{1});
        QCOMPARE(records->calls[0].begin, std::uint64_t{900});
        QCOMPARE(records->copies.size(), std::size_t{1});
        QCOMPARE(records->copies[0].end, std::uint64_t{1400});
        QCOMPARE(records->lost, std::size_t{0});
        QCOMPARE(*recorder->timestamp(), std::uint64_t{4242});
        QVERIFY(recorder->stop().ok());
        QCOMPARE(QString(m_written()), letsGo);
    }
    void whatWasTakenIsNotTakenAgain()
    {
        const auto recorder = opened();
        QVERIFY(recorder->start().ok());
        QCOMPARE(recorder->take()->kernels.size(), std::size_t{2});
        QVERIFY(recorder->take()->kernels.empty());
        QVERIFY(recorder->stop().ok());
    }
    void canBeStartedAgainAfterItLetGo()
    {
        for (int i = 0; i < 2; ++i) {
            const auto recorder = opened();
            QVERIFY(recorder->start().ok());
            QCOMPARE(recorder->take()->kernels.size(), std::size_t{2});
            QVERIFY(recorder->stop().ok());
        }
    }
    void letsGoWhereItIsForgotten()
    {
        {
            const auto recorder = opened();
            QVERIFY(recorder->start().ok());
            m_written();
        }
        QCOMPARE(QString(m_written()), letsGo);
    }
    void lostRecordsAreCounted()
    {
        qputenv("FAKE_CUPTI", "drops");
        const auto recorder = opened();
        QVERIFY(recorder->start().ok());
        QCOMPARE(recorder->take()->lost, std::size_t{6}); // two asked about with each of two buffers, two without
        QVERIFY(recorder->stop().ok());
    }
    void aRefusalIsSaidInWordsAndLeavesNothingBehind_data()
    {
        QTest::addColumn<QByteArray>("way");
        QTest::addColumn<QString>("id");
        QTest::addColumn<QString>("words");
        QTest::newRow("privileges") << QByteArray("refused") << "cupti.refused" << "lets only privileged users profile (CUPTI_ERROR_INSUFFICIENT_PRIVILEGES)";
        QTest::newRow("privileges of a virtual device") << QByteArray("virtual-refused") << "cupti.refused" << "lets only privileged users profile (CUPTI status 40)";
        QTest::newRow("one sort of three") << QByteArray("no-copies") << "cupti.failed" << "does not record: CUPTI_ERROR_UNKNOWN";
    }
    void aRefusalIsSaidInWordsAndLeavesNothingBehind()
    {
        QFETCH(QByteArray, way);
        QFETCH(QString, id);
        QFETCH(QString, words);
        qputenv("FAKE_CUPTI", way);
        const auto recorder = opened();
        const auto started = recorder->start();
        QVERIFY(!started.ok());
        QCOMPARE(QString::fromStdString(started.error().id), id);
        QVERIFY2(QString::fromStdString(started.error().message()).contains(words), started.error().message().c_str());
        QVERIFY(QString(m_written()).endsWith(letsGo));
    }
    void faultsWhileRecordingAreErrors_data()
    {
        QTest::addColumn<QByteArray>("way");
        for (const char* way : {"no-flush", "broken"})
            QTest::newRow(way) << QByteArray(way);
    }
    void faultsWhileRecordingAreErrors()
    {
        QFETCH(QByteArray, way);
        const auto recorder = opened();
        QVERIFY(recorder->start().ok());
        qputenv("FAKE_CUPTI", way);
        const auto records = recorder->take();
        QVERIFY(!records.ok());
        QCOMPARE(records.error().id, std::string("cupti.failed"));
    }
    void aClockThatDoesNotTellIsAnError()
    {
        qputenv("FAKE_CUPTI", "no-clock");
        QCOMPARE(opened()->timestamp().error().id, std::string("cupti.failed"));
    }
    void tellsWhereItDoesNotLetGo()
    {
        const auto recorder = opened();
        QVERIFY(recorder->start().ok());
        qputenv("FAKE_CUPTI", "stays");
        QVERIFY(!recorder->stop().ok());
    }
    void aLibraryThatCannotBeLetGoOfIsRefused()
    {
        qputenv("FAKE_CUPTI", "old");
        const auto recorder = openCupti(fake);
        QVERIFY(!recorder.ok());
        QCOMPARE(recorder.error().id, std::string("cupti.too-old"));
        QVERIFY2(recorder.error().message().find("is older than CUDA 12.6 (its version is 22") != std::string::npos, recorder.error().message().c_str());
    }
    void isUnavailableInOneLineWhereItIsNot()
    {
        const std::vector<std::string> nowhere{"libcupti-nowhere.so.13", "libcupti-nowhere.so.12"};
        const auto recorder = openCupti(nowhere);
        QVERIFY(!recorder.ok());
        QCOMPARE(recorder.error().kind, ErrorKind::Unavailable);
        QCOMPARE(recorder.error().message(), std::string("libcupti-nowhere.so.13 not found"));
    }
    void isLookedForNewestFirst()
    {
        const std::vector<std::string> names = cuptiNames();
        QCOMPARE(names[0], std::string("libcupti.so.13"));
        QCOMPARE(names[1], std::string("libcupti.so.12"));
        QCOMPARE(names[2], std::string("libcupti.so"));
    }
    void aLibraryOfAnotherKindIsRefusedByTheMissingFunction()
    {
        const std::vector<std::string> foreign{FAKES "/foreign/libnvidia-ml.so.1"};
        const auto recorder = openCupti(foreign);
        QVERIFY(!recorder.ok());
        QVERIFY2(recorder.error().message().find("cuptiGetVersion") != std::string::npos, recorder.error().message().c_str());
    }

private:
    const char* (*m_written)() = nullptr;
    int (*m_enabled)() = nullptr;
};

QTEST_GUILESS_MAIN(CuptiTest)
#include "cupti_recorder_test.moc"
