// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/runtime/cuda_errors.h"
#include "gpu/runtime/start_up.h"
#include "tests/support/test_main.h"

using namespace ridgepoint;

class StartUpTest : public ridgepoint::test::Case {
    Q_OBJECT
private slots:
    void everyReasonIsNamedAndSaysWhatToTry_data()
    {
        QTest::addColumn<int>("status");
        QTest::addColumn<int>("driver");
        QTest::addColumn<QString>("loaded");
        QTest::addColumn<bool>("hidden");
        QTest::addColumn<QString>("id");
        QTest::addColumn<QString>("words");
        QTest::newRow("no driver") << 35 << 0 << "-" << false << "cuda.no-driver"
                                   << "no NVIDIA driver on this machine";
        QTest::newRow("module without library") << 35 << 0 << "535.183.01" << false << "cuda.no-driver-library"
                                                << "535.183.01";
        QTest::newRow("module of unknown version without library") << 35 << 0 << "" << false << "cuda.no-driver-library"
                                                                   << "driver is loaded";
        QTest::newRow("too old: which it is") << 35 << 12020 << "535.183.01" << false << "cuda.driver-too-old"
                                              << "535.183.01 is too old: it offers CUDA 12.2";
        QTest::newRow("too old: which is needed") << 35 << 12020 << "-" << false << "cuda.driver-too-old"
                                                  << "needs CUDA 13.0, which is driver 580 or newer";
        QTest::newRow("too old: a package for data-centre GPUs, or a build for it")
            << 35 << 12020 << "-" << false << "cuda.driver-too-old"
            << "compatibility package (cuda-compat), or use a ridgepoint-bench built with toolkit 12";
        QTest::newRow("no device") << 100 << 13000 << "580.65.06" << false << "cuda.no-device"
                                   << "finds no GPU";
        QTest::newRow("none counted") << 0 << 13000 << "580.65.06" << false << "cuda.no-device"
                                      << "finds no GPU";
        QTest::newRow("hidden") << 100 << 13000 << "580.65.06" << true << "cuda.hidden"
                                << "CUDA_VISIBLE_DEVICES";
        QTest::newRow("NVSwitch without its service") << 802 << 13000 << "580.65.06" << false << "cuda.not-ready"
                                                      << "nvidia-fabricmanager";
        QTest::newRow("start-up failed") << 803 << 13000 << "580.65.06" << false << "cuda.start-failed"
                                         << "system not yet initialized";
    }
    void everyReasonIsNamedAndSaysWhatToTry()
    {
        QFETCH(int, status);
        QFETCH(int, driver);
        QFETCH(QString, loaded);
        QFETCH(bool, hidden);
        QFETCH(QString, id);
        QFETCH(QString, words);
        const StartUp started{.status = status,
                              .statusWords = "system not yet initialized (cudaErrorSystemNotReady, CUDA error 802)",
                              .devices = 0,
                              .driverVersion = driver,
                              .runtimeVersion = 13000};
        const DriverTraces traces{.driver = loaded != "-",
                                  .version = loaded == "-" ? std::string() : loaded.toStdString()};
        const auto reason = reasonAgainst(started, traces, hidden);
        QVERIFY(reason);
        QCOMPARE(QString::fromStdString(reason->id), id);
        QVERIFY2(QString::fromStdString(reason->message()).contains(words), reason->message().c_str());
        QVERIFY2(reason->message().find('%') == std::string::npos, "every argument is put in");
    }
    void aBuildWithTwelveAsksForItsOwnDriver()
    {
        const auto reason = reasonAgainst(
            {.status = 35, .statusWords = {}, .driverVersion = 11040, .runtimeVersion = 12020}, {}, false);
        QVERIFY(reason && reason->message().find("CUDA 12.0, which is driver 525") != std::string::npos);
        QVERIFY(reason
                && reason->message().find("built with toolkit") == std::string::npos); // none serves so old a driver
    }
    void devicesAreNoReason()
    {
        QVERIFY(!reasonAgainst(
            {.status = 0, .statusWords = {}, .devices = 2, .driverVersion = 13000, .runtimeVersion = 13000}, {}, true));
    }
    void patienceIsThirtySecondsAndARemarkAfterFive()
    {
        const auto patience = startUpPatience(nullptr, {});
        QCOMPARE(patience.deadline.value(), 30.0);
        QCOMPARE(patience.mention.value(), 5.0);
    }
    void patienceCanBeSetWithinReason_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<double>("deadline");
        QTest::addColumn<double>("mention");
        QTest::newRow("longer") << QByteArray("120") << 120.0 << 5.0;
        QTest::newRow("shorter") << QByteArray("0.4") << 0.4 << 0.2;
        for (const char* ignored : {"", "0", "-3", "1e9", "nan", "inf", "ten", "5s", " 5"})
            QTest::newRow(ignored) << QByteArray(ignored) << 30.0 << 5.0;
    }
    void patienceCanBeSetWithinReason()
    {
        QFETCH(QByteArray, text);
        QFETCH(double, deadline);
        QFETCH(double, mention);
        const auto patience = startUpPatience(text.constData(), {});
        QCOMPARE(patience.deadline.value(), deadline);
        QCOMPARE(patience.mention.value(), mention);
    }
    void aHangIsToldWithItsTime()
    {
        QVERIFY(startUpHung(Seconds(30.0)).message().find("has not responded for 30 s") != std::string::npos);
    }
    void sizesAreToldInUnitsOfMemory()
    {
        QCOMPARE(sizeWords(Bytes(512.0)), std::string("512 B"));
        QCOMPARE(sizeWords(Bytes(1536.0 * 1024 * 1024)), std::string("1.5 GiB"));
        QCOMPARE(sizeWords(Bytes(64.0 * 1024 * 1024)), std::string("64 MiB"));
    }
};

RIDGEPOINT_TEST(StartUpTest)
#include "start_up_test.moc"
