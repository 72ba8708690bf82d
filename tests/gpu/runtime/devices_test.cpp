// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/cuda_backend.h"
#include "gpu/driver_traces.h"
#include "gpu/runtime/guarded_api.h"
#include "tests/gpu/runtime/fake_cuda.h"
#include "tests/support/test_main.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

#include <memory>

using namespace ridgepoint;

namespace {

void put(const QTemporaryDir& root, const QString& path, const QByteArray& content)
{
    QVERIFY(QDir(root.path()).mkpath(QFileInfo(path).path()));
    QFile file(root.filePath(path));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(content) == content.size());
}

} // namespace

class DevicesTest : public ridgepoint::test::Case {
    Q_OBJECT
private slots:
    void listsAGpuWithTheReasonAndWhatToTry()
    {
        const auto devices = cudaDevices();
        QVERIFY(!devices.empty());
        QCOMPARE(devices[0].id, std::string("cuda:0"));
        if (devices[0].available)
            QSKIP("skipped: this machine has a usable GPU");
        QVERIFY(devices[0].reason);
        const std::string reason = devices[0].reason->message();
        QVERIFY2(reason.starts_with("built without CUDA") != RIDGEPOINT_HAS_CUDA, reason.c_str());
        const auto opened = makeCudaBackend("cuda:0");
        QVERIFY(!opened.ok());
        QCOMPARE(opened.error().id, devices[0].reason->id);
        QVERIFY(!cudaMustEndAtOnce());
    }
    void aDeviceBeyondTheListIsNotOpened() { QVERIFY(!makeCudaBackend("cuda:4711").ok()); }
    void readsTheDriversVersion()
    {
        const QTemporaryDir root;
        put(root, "proc/driver/nvidia/version",
            "NVRM version: NVIDIA UNIX x86_64 Kernel Module  535.183.01  Sun May 12 19:39:15 UTC 2024\nGCC version\n");
        const DriverTraces traces = findDriver(root.path().toStdString());
        QVERIFY(traces.driver);
        QCOMPARE(traces.version, std::string("535.183.01"));
    }
    void theControlDeviceAloneIsADriverOfUnknownVersion()
    {
        const QTemporaryDir root;
        put(root, "dev/nvidiactl", "");
        const DriverTraces traces = findDriver(root.path().toStdString());
        QVERIFY(traces.driver && traces.version.empty());
    }
    void oddVersionFilesDoNoHarm_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::newRow("empty line") << QByteArray("\n");
        QTest::newRow("no number") << QByteArray("NVRM version: unknown\n");
        QTest::newRow("one endless line") << QByteArray(100000, '5');
        QTest::newRow("bytes") << QByteArray("\x00\xff\x01", 3);
    }
    void oddVersionFilesDoNoHarm()
    {
        QFETCH(QByteArray, content);
        const QTemporaryDir root;
        put(root, "proc/driver/nvidia/version", content);
        const DriverTraces traces = findDriver(root.path().toStdString());
        QVERIFY(traces.driver && traces.version.empty());
    }
    void nothingIsFoundWhereNothingIs()
    {
        const QTemporaryDir root;
        QVERIFY(!findDriver(root.path().toStdString()).driver);
    }
    // The last, for what is lost stays lost in this process.
    void aStickyErrorEndsTheProcessAtOnce()
    {
        if (!RIDGEPOINT_HAS_CUDA)
            QSKIP("skipped: built without CUDA, so there is nothing to lose");
        const auto cuda = std::make_shared<test::FakeCuda>();
        cuda->failAt("useDevice", 0, 719);
        QCOMPARE(guardedApi(cuda)->useDevice(0), CudaStatus{719});
        QVERIFY(cudaMustEndAtOnce());
    }
};

RIDGEPOINT_TEST(DevicesTest)
#include "devices_test.moc"
