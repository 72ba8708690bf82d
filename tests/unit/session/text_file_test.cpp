// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/text_file.h"
#include "tests/support/test_main.h"

#include <QDir>
#include <QTemporaryDir>

#include <csignal>

#include <sys/resource.h>
#include <unistd.h>

using namespace ridgepoint;
namespace fs = std::filesystem;

namespace {

std::string contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string("(cannot be opened)");
}

QStringList filesIn(const QTemporaryDir& folder)
{
    return QDir(folder.path()).entryList(QDir::Files | QDir::Hidden | QDir::System);
}

/// Files that this process writes may not grow beyond this; a stand-in for a full disk.
class FileSizeLimit {
public:
    explicit FileSizeLimit(rlim_t bytes)
    {
        ::getrlimit(RLIMIT_FSIZE, &m_old);
        const rlimit limit{bytes, m_old.rlim_max};
        m_oldHandler = std::signal(SIGXFSZ, SIG_IGN);
        ::setrlimit(RLIMIT_FSIZE, &limit);
    }
    ~FileSizeLimit()
    {
        ::setrlimit(RLIMIT_FSIZE, &m_old);
        std::signal(SIGXFSZ, m_oldHandler);
    }
    FileSizeLimit(const FileSizeLimit&) = delete;
    FileSizeLimit& operator=(const FileSizeLimit&) = delete;

private:
    rlimit m_old{};
    void (*m_oldHandler)(int) = SIG_DFL;
};

} // namespace

class TextFileTest : public test::Case {
    Q_OBJECT
private slots:
    void createsAndReplacesAndLeavesNothingElse()
    {
        QTemporaryDir folder;
        const QString path = folder.filePath("a b é.csv");
        QVERIFY(writeTextFile("first", path.toStdString()).ok());
        QCOMPARE(contentOf(path), "first");
        QVERIFY(writeTextFile("", path.toStdString()).ok());
        QCOMPARE(contentOf(path), "");
        QCOMPARE(filesIn(folder), QStringList{"a b é.csv"});
    }
    void aFullDiskLeavesTheOldFileWhole()
    {
        QTemporaryDir folder;
        const QString path = folder.filePath("kept.ridge");
        QVERIFY(writeTextFile("the old text", path.toStdString()).ok());
        Result<void> written;
        {
            const FileSizeLimit limit(4096);
            written = writeTextFile(std::string(100000, 'x'), path.toStdString());
        }
        QVERIFY(!written.ok());
        QCOMPARE(written.error().id, "file.no-space");
        QVERIFY(written.error().message().find("kept.ridge") != std::string::npos);
        QCOMPARE(contentOf(path), "the old text");
        QCOMPARE(filesIn(folder), QStringList{"kept.ridge"});
    }
    void theLongestNameThatAFileMayHaveIsWritten()
    {
        QTemporaryDir folder;
        const QString path = folder.filePath(QString(255, 'n'));
        QVERIFY(writeTextFile("text", path.toStdString()).ok());
        QCOMPARE(contentOf(path), "text");
    }
    void aTextThatComesInPiecesIsWrittenWhole()
    {
        QTemporaryDir folder;
        const QString path = folder.filePath("x.ridge");
        const auto written = writeTextFile(
            [](const PutText& put) {
                for (const char* piece : {"one ", "", "two ", "three"})
                    if (!put(piece))
                        break;
                return Result<void>();
            },
            path.toStdString());
        QVERIFY(written.ok());
        QCOMPARE(contentOf(path), "one two three");
    }
    void aProducerThatGivesUpLeavesTheOldFileWhole()
    {
        QTemporaryDir folder;
        const QString path = folder.filePath("kept.ridge");
        QVERIFY(writeTextFile("the old text", path.toStdString()).ok());
        const auto written = writeTextFile(
            [](const PutText& put) -> Result<void> {
                (void)put("half of the");
                return Error{ErrorKind::InvalidInput, "test.gave-up", "no more", {}};
            },
            path.toStdString());
        QVERIFY(!written.ok());
        QCOMPARE(written.error().id, "test.gave-up");
        QCOMPARE(contentOf(path), "the old text");
        QCOMPARE(filesIn(folder), QStringList{"kept.ridge"});
    }
    void aDiskThatFillsUpBetweenPiecesStopsTheProducer()
    {
        QTemporaryDir folder;
        const QString path = folder.filePath("kept.ridge");
        QVERIFY(writeTextFile("the old text", path.toStdString()).ok());
        int pieces = 0;
        Result<void> written;
        {
            const FileSizeLimit limit(4096);
            written = writeTextFile(
                [&pieces](const PutText& put) {
                    while (pieces < 1000 && put(std::string(1000, 'x')))
                        ++pieces;
                    return Result<void>();
                },
                path.toStdString());
        }
        QVERIFY(!written.ok());
        QCOMPARE(written.error().id, "file.no-space");
        QCOMPARE(pieces, 4);
        QCOMPARE(contentOf(path), "the old text");
        QCOMPARE(filesIn(folder), QStringList{"kept.ridge"});
    }
    void aFullDeviceIsAnError()
    {
        if (!fs::exists("/dev/full"))
            QSKIP("there is no /dev/full here");
        const auto written = writeTextFile("x", "/dev/full");
        QVERIFY(!written.ok());
        QCOMPARE(written.error().id, "file.no-space");
        QVERIFY(fs::is_character_file("/dev/full"));
    }
    void writesIntoADeviceAsItIs()
    {
        QVERIFY(writeTextFile("x", "/dev/null").ok());
        QVERIFY(fs::is_character_file("/dev/null"));
    }
    void aFolderThatMayNotBeWrittenIsAnError()
    {
        if (::geteuid() == 0)
            QSKIP("runs as root, who may write everywhere");
        QTemporaryDir folder;
        const QString path = folder.filePath("x.csv");
        QVERIFY(writeTextFile("old", path.toStdString()).ok());
        fs::permissions(folder.path().toStdString(), fs::perms::owner_read | fs::perms::owner_exec);
        const auto written = writeTextFile("new", path.toStdString());
        fs::permissions(folder.path().toStdString(), fs::perms::owner_all);
        QVERIFY(!written.ok());
        QCOMPARE(written.error().id, "file.not-writable");
        QCOMPARE(contentOf(path), "old");
    }
    void namesWhatCannotBeWritten_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<std::string>("id");
        QTest::newRow("a folder that is not there") << "absent/x.csv" << std::string("file.no-folder");
        QTest::newRow("a file in the place of a folder") << "file/x.csv" << std::string("file.no-folder");
        QTest::newRow("a folder itself") << "." << std::string("file.is-folder");
        QTest::newRow("a name too long") << QString(300, 'n') << std::string("file.write-failed");
    }
    void namesWhatCannotBeWritten()
    {
        QFETCH(QString, path);
        QFETCH(std::string, id);
        QTemporaryDir folder;
        QVERIFY(writeTextFile("", folder.filePath("file").toStdString()).ok());
        const auto written = writeTextFile("x", folder.filePath(path).toStdString());
        QVERIFY(!written.ok());
        QCOMPARE(written.error().id, id);
        QCOMPARE(filesIn(folder), QStringList{"file"});
    }
    void writesThroughASymbolicLink()
    {
        QTemporaryDir folder;
        QVERIFY(writeTextFile("old", folder.filePath("target").toStdString()).ok());
        fs::create_symlink("target", folder.filePath("link").toStdString());
        QVERIFY(writeTextFile("new", folder.filePath("link").toStdString()).ok());
        QVERIFY(fs::is_symlink(folder.filePath("link").toStdString()));
        QCOMPARE(contentOf(folder.filePath("target")), "new");
    }
    void keepsThePermissionsOfTheOldFile()
    {
        QTemporaryDir folder;
        const fs::path path = folder.filePath("x").toStdString();
        QVERIFY(writeTextFile("old", path).ok());
        fs::permissions(path, fs::perms::owner_read | fs::perms::owner_write | fs::perms::others_read);
        QVERIFY(writeTextFile("new", path).ok());
        QVERIFY(fs::status(path).permissions()
                == (fs::perms::owner_read | fs::perms::owner_write | fs::perms::others_read));
    }
};

RIDGEPOINT_TEST(TextFileTest)
#include "text_file_test.moc"
