// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/protocol/line_reader.h"
#include "tests/support/test_main.h"

#include <QTest>

#include <algorithm>

using namespace ridgepoint;
using namespace ridgepoint::protocol;

namespace {

/// Everything that a reader hands out; an error reads as its id.
std::vector<std::string> drain(LineReader& reader)
{
    std::vector<std::string> lines;
    while (const auto line = reader.next())
        lines.push_back(line->ok() ? std::string(line->value()) : line->error().id);
    return lines;
}

/// The same, fed in pieces of this size.
std::vector<std::string> inPieces(std::string_view text, std::size_t size, std::size_t maximum)
{
    LineReader reader(maximum);
    std::vector<std::string> lines;
    for (std::size_t start = 0; start < text.size(); start += size) {
        reader.feed(text.substr(start, size));
        for (std::string& line : drain(reader))
            lines.push_back(std::move(line));
    }
    return lines;
}

const std::string tooLong = "protocol.line-too-long";

} // namespace

class LineReaderTest : public QObject {
    Q_OBJECT
private slots:
    void init() { test::failOnQtWarnings(); }

    void splitsAtNewlinesHoweverTheBytesArrive_data()
    {
        QTest::addColumn<std::string>("text");
        QTest::addColumn<QStringList>("lines");
        const QString error = QString::fromStdString(tooLong);
        QTest::newRow("nothing") << std::string() << QStringList{};
        QTest::newRow("whole lines") << std::string("a\nbc\n") << QStringList{"a", "bc"};
        QTest::newRow("an unfinished line") << std::string("a\nbc") << QStringList{"a"};
        QTest::newRow("empty lines") << std::string("\n\na\n\r\n\n") << QStringList{"a"};
        QTest::newRow("carriage returns") << std::string("a\r\nb\rc\r\n") << QStringList{"a", "b\rc"};
        QTest::newRow("exactly the limit") << std::string("12345678\nx\n") << QStringList{"12345678", "x"};
        QTest::newRow("exactly the limit, with a carriage return")
            << std::string("12345678\r\nx\n") << QStringList{"12345678", "x"};
        QTest::newRow("a carriage return beyond the limit that ends no line")
            << std::string("12345678\r9\nx\n") << QStringList{error, "x"};
        QTest::newRow("one beyond the limit") << std::string("123456789\nx\n") << QStringList{error, "x"};
        QTest::newRow("far beyond the limit") << std::string(100, 'y') + "\nx\n" << QStringList{error, "x"};
        QTest::newRow("beyond the limit twice") << std::string(20, 'y') + "\n" + std::string(20, 'z') + "\nx\n"
                                                << QStringList{error, error, "x"};
        QTest::newRow("beyond the limit without end") << std::string(1000, 'y') << QStringList{error};
    }
    void splitsAtNewlinesHoweverTheBytesArrive()
    {
        QFETCH(std::string, text);
        QFETCH(QStringList, lines);
        for (const std::size_t size : {1U, 2U, 3U, 5U, 7U, 9U, 1000U}) {
            QStringList got;
            for (const std::string& line : inPieces(text, size, 8))
                got << QString::fromStdString(line);
            QCOMPARE(got, lines);
        }
    }
    void aLineWithoutEndTakesBoundedMemory()
    {
        LineReader reader(1000);
        const std::string piece(500, 'x');
        std::size_t errors = 0;
        for (int i = 0; i < 10000; ++i) {
            reader.feed(piece);
            errors += drain(reader).size();
            QVERIFY(reader.unfinished().size() <= 1500);
        }
        QCOMPARE(errors, std::size_t{1});
        reader.feed("\nnext\n");
        const auto lines = drain(reader);
        QCOMPARE(lines.size(), std::size_t{1});
        QCOMPARE(lines[0], "next");
    }
    void tellsWhatItsWriterDidNotFinish()
    {
        LineReader reader;
        reader.feed("a\nhalf a li");
        QCOMPARE(drain(reader).size(), std::size_t{1});
        QCOMPARE(std::string(reader.unfinished()), "half a li");
    }
    void manyLinesInOnePieceAreReadInLinearTime()
    {
        LineReader reader;
        std::string text;
        for (int i = 0; i < 300000; ++i)
            text += "line\n";
        reader.feed(text);
        QCOMPARE(drain(reader).size(), std::size_t{300000});
    }
};

RIDGEPOINT_TEST(LineReaderTest)
#include "line_reader_test.moc"
