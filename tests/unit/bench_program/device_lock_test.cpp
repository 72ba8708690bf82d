// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/bench/device_lock.h"
#include "tests/support/test_main.h"

#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>

#include <optional>

#include <unistd.h>

using namespace ridgepoint;

class DeviceLockTest : public test::Case {
    Q_OBJECT
private slots:
    void aSecondOneIsToldWhoMeasures()
    {
        const QTemporaryDir folder;
        const auto first = DeviceLock::acquire("cpu", "ridgepoint-bench sweep --device cpu",
                                               folder.path().toStdString());
        QVERIFY(first.ok());
        const auto second = DeviceLock::acquire("cpu", "ridgepoint-bench roofs", folder.path().toStdString());
        QVERIFY(!second.ok());
        QCOMPARE(second.error().kind, ErrorKind::Unavailable);
        QCOMPARE(second.error().id, std::string("lock.held"));
        const QString message = QString::fromStdString(second.error().message());
        QVERIFY2(message.contains(QString::number(getpid())) && message.contains("ridgepoint-bench sweep --device cpu"),
                 qPrintable(message));
    }
    void isFreeAgainAfterwardsAndForOtherDevices()
    {
        const QTemporaryDir folder;
        {
            const auto first = DeviceLock::acquire("cpu", "a", folder.path().toStdString());
            QVERIFY(first.ok());
            QVERIFY(DeviceLock::acquire("cuda:0", "b", folder.path().toStdString()).ok());
        }
        QVERIFY(DeviceLock::acquire("cpu", "c", folder.path().toStdString()).ok());
    }
    void movingKeepsItHeld()
    {
        const QTemporaryDir folder;
        std::optional<DeviceLock> kept;
        {
            auto lock = DeviceLock::acquire("cpu", "a", folder.path().toStdString());
            QVERIFY(lock.ok());
            kept = std::move(*lock);
        }
        QVERIFY(!DeviceLock::acquire("cpu", "b", folder.path().toStdString()).ok());
        kept.reset();
        QVERIFY(DeviceLock::acquire("cpu", "b", folder.path().toStdString()).ok());
    }
    void refusesALinkInPlaceOfTheFile()
    {
        const QTemporaryDir folder;
        const QString victim = folder.filePath("victim");
        QFile file(victim);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("precious") == 8);
        file.close();
        const QString name = QStringLiteral("ridgepoint-%1-cpu.lock").arg(getuid());
        QVERIFY(QFile::link(victim, folder.filePath(name)));
        const auto lock = DeviceLock::acquire("cpu", "a", folder.path().toStdString());
        QVERIFY(!lock.ok());
        QCOMPARE(lock.error().id, std::string("lock.cannot-open"));
        QCOMPARE(QFileInfo(victim).size(), 8);
    }
    void aFolderThatIsNotThereIsNamed()
    {
        const auto lock = DeviceLock::acquire("cpu", "a", "/nonexistent-folder");
        QVERIFY(!lock.ok());
        QVERIFY(lock.error().message().find("/nonexistent-folder") != std::string::npos);
        QVERIFY(lock.error().message().find("XDG_RUNTIME_DIR") != std::string::npos);
    }
    void aHostileDeviceNameStaysInTheFolder()
    {
        const QTemporaryDir folder;
        QVERIFY(DeviceLock::acquire("../../etc/x", "a", folder.path().toStdString()).ok());
    }
    void livesInTheRuntimeFolderOrInTmp()
    {
        const QTemporaryDir folder;
        qputenv("XDG_RUNTIME_DIR", folder.path().toUtf8());
        QCOMPARE(lockFolder().string(), folder.path().toStdString());
        qputenv("XDG_RUNTIME_DIR", (folder.path() + "/none").toUtf8()); // as after su and in containers
        QCOMPARE(lockFolder().string(), std::string("/tmp"));
        qunsetenv("XDG_RUNTIME_DIR");
        QCOMPARE(lockFolder().string(), std::string("/tmp"));
    }
};

RIDGEPOINT_TEST(DeviceLockTest)
#include "device_lock_test.moc"
