// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/import/import_formats.h"
#include "core/import/import_json.h"
#include "tests/support/test_main.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <set>
#include <vector>

#include <zlib.h>

using namespace ridgepoint;

namespace {

std::vector<std::filesystem::path> samplePaths()
{
    std::vector<std::filesystem::path> paths;
    for (const auto& entry :
         std::filesystem::directory_iterator(std::filesystem::path(RIDGEPOINT_SOURCE_DIR) / "tests/samples/import"))
        paths.push_back(entry.path());
    return paths;
}

QByteArray contentOf(const std::filesystem::path& path)
{
    QFile file(QString::fromStdString(path.string()));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

std::string_view viewOf(const QByteArray& text) { return {text.constData(), static_cast<std::size_t>(text.size())}; }

QByteArray packed(const QByteArray& text)
{
    z_stream state{};
    (void)::deflateInit2(&state, 6, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY);
    QByteArray bytes(static_cast<qsizetype>(::deflateBound(&state, static_cast<uLong>(text.size()))), '\0');
    state.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.constData()));
    state.avail_in = static_cast<uInt>(text.size());
    state.next_out = reinterpret_cast<Bytef*>(bytes.data());
    state.avail_out = static_cast<uInt>(bytes.size());
    (void)::deflate(&state, Z_FINISH);
    bytes.truncate(static_cast<qsizetype>(state.total_out));
    ::deflateEnd(&state);
    return bytes;
}

std::vector<const ImportFormat*> recognisersOf(std::string_view beginning)
{
    std::vector<const ImportFormat*> formats;
    for (const ImportFormat& format : importFormats())
        if (format.recognises(beginning))
            formats.push_back(&format);
    return formats;
}

} // namespace

class ImportSamplesTest : public test::Case {
    Q_OBJECT
private slots:
    void everySampleIsOfOneFormatAndEveryFormatHasOne()
    {
        std::set<std::string_view> seen;
        for (const std::filesystem::path& path : samplePaths()) {
            const QByteArray text = contentOf(path);
            const auto formats = recognisersOf(viewOf(text).substr(0, 65536));
            QVERIFY2(formats.size() == 1, path.c_str());
            seen.insert(formats.front()->id);
            const auto file = importKernels(path);
            QVERIFY2(file.ok() && !file->kernels.empty(), file.ok() ? path.c_str() : file.error().message().c_str());
            QCOMPARE(file->formatId, std::string(formats.front()->id));
        }
        for (const ImportFormat& format : importFormats())
            QVERIFY2(seen.contains(format.id), std::string(format.id).c_str());
        QCOMPARE(seen.size(), importFormats().size()); // no two of one id
    }

    void blanksAreOfNoFormat()
    {
        for (const int bytes : {0, 1, 4, 65536}) {
            const QByteArray blanks(bytes, ' ');
            QVERIFY2(recognisersOf(viewOf(blanks)).empty(), qPrintable(QString::number(bytes)));
        }
    }

    /// A file that was cut gives an error or fewer kernels. Each reader takes each sample: its own cut at every byte,
    /// the others' at some.
    void aSampleThatIsCutAnywhereIsNoMoreThanWrong()
    {
        for (const std::filesystem::path& path : samplePaths()) {
            const QByteArray text = contentOf(path);
            for (const ImportFormat& format : importFormats()) {
                ByteSource whole(viewOf(text));
                const auto all = format.read(whole, {});
                const std::size_t step = format.recognises(viewOf(text)) ? 1 : 61;
                for (std::size_t bytes = 0; bytes < viewOf(text).size(); bytes += step) {
                    ByteSource source(viewOf(text).substr(0, bytes));
                    const auto read = format.read(source, {});
                    if (!read)
                        QVERIFY2(!read.error().message().empty(), path.c_str());
                    else if (all)
                        QVERIFY2(read->kernels.size() <= all->kernels.size(), path.c_str());
                }
            }
        }
    }

    void readsWhatGzipPacked()
    {
        const QTemporaryDir folder;
        const std::filesystem::path plain = samplePaths().front();
        const QByteArray text = contentOf(plain);
        const auto inFolder = [&](const char* name, const QByteArray& bytes) {
            QFile file(folder.filePath(name));
            if (file.open(QIODevice::WriteOnly))
                file.write(bytes);
            return std::filesystem::path(file.fileName().toStdString());
        };
        const auto wanted = importKernels(plain);
        QVERIFY(wanted.ok());
        const auto kernelsOf = [&](const QByteArray& bytes) {
            const auto file = importKernels(inFolder("x.bin", bytes));
            return file ? file->kernels.size() : std::size_t{0};
        };
        QCOMPARE(kernelsOf(packed(text)), wanted->kernels.size());
        // Two packed pieces after each other are one file (RFC 1952).
        QCOMPARE(kernelsOf(packed(text.left(100)) + packed(text.mid(100))), wanted->kernels.size());
        QByteArray cut = packed(text);
        cut.chop(9);
        const auto refused = importKernels(inFolder("cut.gz", cut));
        QVERIFY(!refused.ok());
        QCOMPARE(refused.error().id, std::string("import.gzip"));
        QByteArray damaged = packed(text);
        damaged[damaged.size() - 6] = static_cast<char>(damaged[damaged.size() - 6] ^ 1); // of the checksum
        QCOMPARE(importKernels(inFolder("damaged.gz", damaged)).error().id, std::string("import.gzip"));
    }

    void saysWhyAFileCannotBeImported()
    {
        const QTemporaryDir folder;
        const auto inFolder = [&](const char* name, const QByteArray& bytes) {
            QFile file(folder.filePath(name));
            if (file.open(QIODevice::WriteOnly))
                file.write(bytes);
            return std::filesystem::path(file.fileName().toStdString());
        };
        const auto errorOf = [](const std::filesystem::path& path) { return importKernels(path).error(); };
        QCOMPARE(errorOf(folder.path().toStdString()).id, std::string("import.cannot-open"));
        QCOMPARE(errorOf(folder.filePath("none").toStdString()).id, std::string("import.cannot-open"));
        QCOMPARE(errorOf(inFolder("empty", "")).id, std::string("import.empty"));
        const Error unknown = errorOf(inFolder("photo.json", "\x89PNG"));
        QCOMPARE(unknown.id, std::string("import.unknown"));
        const QString message = QString::fromStdString(unknown.message());
        QVERIFY2(message.contains("photo.json"), qPrintable(message));
        for (const ImportFormat& format : importFormats())
            QVERIFY2(message.contains(QString::fromStdString(std::string(format.program))), qPrintable(message));
        const auto forced = importKernels(inFolder("x", "{}"), {}, "spreadsheet");
        QCOMPARE(forced.error().id, std::string("import.no-such-format"));
        // Mutations: isUtf16(); the file's name only in front of messages without it; withWhatItLooksLike().
        const auto wide = importKernels(inFolder("wide.csv", QByteArray("\xff\xfe\"\0I\0", 6)));
        QVERIFY2(QString::fromStdString(wide.error().message()).endsWith("wide.csv: it is UTF-16; save it as UTF-8"),
                 wide.error().message().c_str());
        const auto other = importKernels(inFolder("other", R"({"results":[{"command":"a","mean":1}]})"), {}, "nvbench");
        const QString said = QString::fromStdString(other.error().message());
        QVERIFY2(said.startsWith(folder.filePath("other") + ": ")
                     && said.endsWith("The format nvbench does not fit: this looks like a file of hyperfine "
                                      "(hyperfine)."),
                 qPrintable(said));
        const auto wrong = importKernels(inFolder("named.json", "{}"), {}, "hyperfine");
        QVERIFY2(QString::fromStdString(wrong.error().message()).contains("named.json: results"),
                 wrong.error().message().c_str());
    }

    // Mutation: depth or path not taken back at a closing bracket. The nesting would take minutes where each colon
    // built its path anew.
    void findsTheNamesThatTellAFormatInDeepNesting()
    {
        const auto paths = jsonPathsIn(R"([{"a": {"b": [{"c": {"d": 1}}], "e": 2}, "": {"f": 3}}, {"g": "x:y"}])");
        QVERIFY((paths == std::set<std::string, std::less<>>{"", "a", "a.b", "a.b.c", "a.e", "f", "g"}));
        std::string deep;
        for (int i = 0; i < 400000; ++i)
            deep += "{\"a\":";
        QCOMPARE(jsonPathsIn(deep).size(), std::size_t{3});
    }

    void leavesOutWhatNoSessionCouldKeep()
    {
        const QTemporaryDir folder;
        QFile file(folder.filePath("x.json"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(R"({"results":[{"command":"short","mean":1e-13},{"command":"good","mean":1}]})");
        file.close();
        const auto read = importKernels(file.fileName().toStdString());
        QVERIFY(read.ok());
        QCOMPARE(read->kernels.size(), std::size_t{1});
        QCOMPARE(read->kernels.front().name, std::string("good"));
        QVERIFY(QString::fromStdString(read->remarks.back()).startsWith("1 kernel was left out"));
    }

    void stopsWhenItIsCancelledAndTellsHowFarItIs()
    {
        const std::filesystem::path path = samplePaths().front();
        std::uint64_t reached = 0;
        ImportOptions options;
        options.progress = [&](std::uint64_t read, std::uint64_t bytes) {
            reached = std::max(reached, read);
            return read <= bytes;
        };
        QVERIFY(importKernels(path, options).ok());
        QCOMPARE(reached, std::uint64_t{std::filesystem::file_size(path)});
        options.progress = [](std::uint64_t, std::uint64_t) { return false; };
        const auto cancelled = importKernels(path, options);
        QVERIFY(!cancelled.ok());
        QCOMPARE(cancelled.error().kind, ErrorKind::Cancelled);
    }
};

RIDGEPOINT_TEST(ImportSamplesTest)
#include "import_samples_test.moc"
