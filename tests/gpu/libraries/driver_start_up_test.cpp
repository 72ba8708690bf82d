// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
// The real program against drivers that are wrong in every way that can be made up without a GPU.
#include "core/session/json_text.h"
#include "core/measure/dynamic_library.h"
#include "tests/support/test_main.h"
#include "tests/unit/bench_program/process_rig.h"

using namespace ridgepoint;

namespace {

/// The program with libcuda.so.1 of that folder before all others.
class Bench : public test::BenchProcess {
public:
    explicit Bench(const QString& folderOfTheDriver, const QString& way = {})
    {
        QProcessEnvironment environment = process.processEnvironment();
        environment.remove("CUDA_VISIBLE_DEVICES");
        environment.remove("RIDGEPOINT_GPU_START_S");
        environment.insert("FAKE_CUDA", way);
        environment.insert("LD_LIBRARY_PATH", folderOfTheDriver);
        process.setProcessEnvironment(environment);
    }
    void set(const QString& name, const QString& value)
    {
        QProcessEnvironment environment = process.processEnvironment();
        environment.insert(name, value);
        process.setProcessEnvironment(environment);
    }
};

const QString fake = QStringLiteral(FAKES "/cuda");

/// What `devices --json` lists, or nothing where that is not one JSON object.
std::vector<DeviceInfo> listed(Bench& bench)
{
    if (bench.run({"devices", "--json"}) != 0)
        return {};
    auto devices = devicesFromJson(std::string_view(bench.out.constData(), static_cast<std::size_t>(bench.out.size())));
    return devices ? std::move(*devices) : std::vector<DeviceInfo>{};
}

bool thisMachineHasADriver() { return DynamicLibrary::open("libcuda.so.1").ok(); }

} // namespace

class StartUpTest : public ridgepoint::test::Case {
    Q_OBJECT
private slots:
    void saysWhyThereIsNoGpu_data()
    {
        QTest::addColumn<QString>("way");
        QTest::addColumn<QString>("id");
        QTest::addColumn<QStringList>("says");
        QTest::newRow("the driver finds no device") << "no-device"
                                                    << "cuda.no-device" << QStringList{"finds no GPU"};
        QTest::newRow("the driver is too old")
            << "old"
            << "cuda.driver-too-old" << QStringList{"too old", OLD_DRIVER, "needs CUDA"};
        QTest::newRow("starting the driver fails") << "fails"
                                                   << "cuda.start-failed" << QStringList{"cudaErrorUnknown", "999"};
    }
    void saysWhyThereIsNoGpu()
    {
        QFETCH(QString, way);
        QFETCH(QString, id);
        QFETCH(QStringList, says);
        Bench bench(fake, way);
        const auto devices = listed(bench);
        QVERIFY2(devices.size() == 2, bench.out + bench.err);
        QVERIFY(devices[0].available); // the processor can be measured all the same
        QCOMPARE(devices[1].id, std::string("cuda:0"));
        QVERIFY(!devices[1].available && devices[1].reason);
        QCOMPARE(QString::fromStdString(devices[1].reason->id), id);
        const QString message = QString::fromStdString(devices[1].reason->message());
        for (const QString& part : says)
            QVERIFY2(message.contains(part), qPrintable(message));
        QCOMPARE(QString::fromUtf8(bench.err), QString());
    }
    void aDriverThatHangsIsGivenUpAtTheDeadline()
    {
        Bench bench(fake, "hangs");
        bench.set("RIDGEPOINT_GPU_START_S", "0.2");
        const auto devices = listed(bench);
        QVERIFY2(devices.size() == 2, bench.out + bench.err);
        QVERIFY(devices[0].available);
        QVERIFY(!devices[1].available && devices[1].reason);
        QCOMPARE(QString::fromStdString(devices[1].reason->id), QString("cuda.start-hung"));
        QVERIFY2(devices[1].reason->message().find("0.2 s") != std::string::npos, devices[1].reason->message().c_str());
        QVERIFY2(bench.err.contains("still starting"), bench.err); // said while it was waited for
    }
    void aHungDriverDoesNotHoldUpTheProcessor()
    {
        // With the usual deadline: a program that waited for the driver would remark on it after 5 s.
        Bench bench(fake, "hangs");
        QCOMPARE(bench.run({"roofs", "--device", "cpu", "--only", "launch.wait_each", "--threads", "1"}), 0);
        QVERIFY2(!bench.err.contains("driver"), bench.err);
    }
    void hiddenDevicesAreSaidToBeHidden()
    {
        Bench bench(fake, "no-device");
        bench.set("CUDA_VISIBLE_DEVICES", "");
        const auto devices = listed(bench);
        QVERIFY2(devices.size() == 2, bench.out + bench.err);
        QCOMPARE(QString::fromStdString(devices[1].reason->id), QString("cuda.hidden"));
    }
    void withoutTheDriversLibraryThereIsNoDriver()
    {
        if (thisMachineHasADriver())
            QSKIP("skipped: this machine has a driver");
        Bench bench(QStringLiteral(FAKES "/nowhere"));
        const auto devices = listed(bench);
        QVERIFY2(devices.size() == 2, bench.out + bench.err);
        QVERIFY2(devices[1].reason->id.starts_with("cuda.no-driver"), devices[1].reason->id.c_str());
    }
    void aFileThatIsNoDriverIsNoCrash()
    {
        Bench bench(QStringLiteral(FAKES "/no_driver"));
        const auto devices = listed(bench);
        QVERIFY2(devices.size() == 2, bench.out + bench.err);
        QVERIFY(!devices[1].available && devices[1].reason);
    }
    void measuringOnSuchADeviceEndsWithItsReason()
    {
        Bench bench(fake, "no-device");
        QCOMPARE(bench.run({"roofs", "--device", "cuda:0"}), 3);
        QVERIFY2(bench.err.contains("finds no GPU"), bench.err);
        QCOMPARE(bench.err.count('\n'), 1);
        QVERIFY(bench.out.isEmpty());
    }
};

RIDGEPOINT_TEST(StartUpTest)
#include "driver_start_up_test.moc"
