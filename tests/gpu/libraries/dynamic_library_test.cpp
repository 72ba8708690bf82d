// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/measure/dynamic_library.h"
#include "tests/support/test_main.h"

#include <QFile>
#include <QTemporaryDir>

#include <vector>

using namespace ridgepoint;

namespace {

const std::string foreign = FAKES "/foreign/libnvidia-ml.so.1";
using Foreign = int (*)();

} // namespace

class DynamicLibraryTest : public ridgepoint::test::Case {
    Q_OBJECT
private slots:
    void saysInOneLineThatALibraryIsNotFound()
    {
        const auto opened = DynamicLibrary::open("libridgepoint-nowhere.so.13");
        QVERIFY(!opened.ok());
        QCOMPARE(opened.error().kind, ErrorKind::Unavailable);
        QCOMPARE(opened.error().message(), std::string("libridgepoint-nowhere.so.13 not found"));
    }
    void namesTheFirstOfSeveralThatAreNotFound()
    {
        const std::vector<std::string> names{"libridgepoint-nowhere.so.13", "libridgepoint-nowhere.so.12"};
        QCOMPARE(DynamicLibrary::open(names).error().message(), std::string("libridgepoint-nowhere.so.13 not found"));
    }
    void takesTheFirstThatIsThere()
    {
        const std::vector<std::string> names{"libridgepoint-nowhere.so.13", foreign};
        const auto opened = DynamicLibrary::open(names);
        QVERIFY(opened.ok());
        QCOMPARE(opened->name(), foreign);
    }
    void saysWhatIsMissingWithoutLoadingWhatIsThere()
    {
        const std::vector<std::string> nowhere{"libridgepoint-nowhere.so.13", "libridgepoint-nowhere.so.12"};
        const auto lack = DynamicLibrary::lack(nowhere);
        QVERIFY(lack.has_value());
        QCOMPARE(lack->message(), std::string("libridgepoint-nowhere.so.13 not found"));
        QVERIFY(!DynamicLibrary::lack(std::vector<std::string>{"libc.so.6"})); // wherever the loader has it
        // A file that no loader would take is there all the same: nothing was loaded to know it.
        QTemporaryDir folder;
        QFile file(folder.filePath(QStringLiteral("libridgepoint-text.so.1")));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("no library") > 0);
        file.close();
        const std::vector<std::string> path{file.fileName().toStdString()};
        QVERIFY(!DynamicLibrary::lack(path));
        QVERIFY(!DynamicLibrary::open(path).ok());
        const QByteArray before = qgetenv("LD_LIBRARY_PATH");
        qputenv("LD_LIBRARY_PATH", folder.path().toUtf8());
        const auto byName = DynamicLibrary::lack(std::vector<std::string>{"libridgepoint-text.so.1"});
        before.isEmpty() ? qunsetenv("LD_LIBRARY_PATH") : qputenv("LD_LIBRARY_PATH", before);
        QVERIFY(!byName);
    }
    void callsAFunction()
    {
        const auto opened = DynamicLibrary::open(foreign);
        QVERIFY(opened.ok());
        const auto function = opened->function<Foreign>("fakeForeign");
        QVERIFY(function.ok());
        QCOMPARE((*function)(), 7);
    }
    void namesTheFunctionThatIsMissing()
    {
        const auto opened = DynamicLibrary::open(foreign);
        QVERIFY(opened.ok());
        const auto function = opened->function<Foreign>("cublasLtCreate");
        QVERIFY(!function.ok());
        QCOMPARE(function.error().id, std::string("library.no-function"));
        QVERIFY(function.error().message().find("cublasLtCreate") != std::string::npos);
        QVERIFY(opened->functionOrNull<Foreign>("cublasLtCreate") == nullptr);
    }
    void aMovedFromLibraryFindsNoStrangersFunction()
    {
        auto opened = DynamicLibrary::open(foreign);
        QVERIFY(opened.ok());
        const DynamicLibrary other = std::move(*opened);
        // The C library has this one, and a search without a handle would find it.
        QVERIFY(opened->functionOrNull<void (*)()>("malloc") == nullptr);
        QVERIFY(other.function<Foreign>("fakeForeign").ok());
    }
    void aFileThatIsNoLibraryIsAnErrorOfItsOwn()
    {
        const QTemporaryDir folder;
        QFile file(folder.filePath("libbroken.so.1"));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("not a library at all") > 0);
        file.close();
        const std::string path = file.fileName().toStdString();
        const auto opened = DynamicLibrary::open(path);
        QVERIFY(!opened.ok());
        QCOMPARE(opened.error().id, std::string("library.not-loadable"));
        // Also when others of the list are simply not there.
        const std::vector<std::string> names{"libridgepoint-nowhere.so.13", path, "libridgepoint-nowhere.so.12"};
        QCOMPARE(DynamicLibrary::open(names).error().id, std::string("library.not-loadable"));
    }
    void anEmptyListIsNoCrash() { QVERIFY(!DynamicLibrary::open(std::span<const std::string>()).ok()); }
};

RIDGEPOINT_TEST(DynamicLibraryTest)
#include "dynamic_library_test.moc"
