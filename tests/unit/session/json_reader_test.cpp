// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/json_reader.h"
#include "tests/support/test_main.h"

#include <QTemporaryFile>
#include <QTest>

#include <unistd.h>

using namespace ridgepoint;

namespace {

/// Every event in a line of words, the last one "end" or the error.
struct Line {
    bool value(const Json& value) { return add(value.dump()); }
    bool number(const Json& number) { return add((number.is_number_float() ? "real:" : "integer:") + number.dump()); }
    bool text(const std::string& text) { return add("text:" + text); }
    bool key(const std::string& name) { return add("key:" + name); }
    bool open(bool isArray) { return add(isArray ? "[" : "{"); }
    bool close() { return add("close"); }
    void fail(const Error& error) { words += error.message(); }
    bool add(const std::string& word)
    {
        words += word + ' ';
        return true;
    }

    std::string words;
};

std::string eventsOf(ByteSource& source)
{
    Line line;
    const bool isComplete = readJson(source, line);
    return line.words + (isComplete ? "end" : "");
}

std::string eventsOf(std::string_view text)
{
    ByteSource source(text);
    return eventsOf(source);
}

/// The same text through a file that is read a few bytes at a time.
std::string eventsOfFile(const std::string& text, std::size_t chunkBytes)
{
    QTemporaryFile file;
    if (!file.open() || file.write(text.data(), static_cast<qint64>(text.size())) < 0 || !file.flush())
        return "the file cannot be written";
    ::lseek(file.handle(), 0, SEEK_SET);
    ByteSource source(file.handle(), text.size(), chunkBytes);
    return eventsOf(source);
}

std::string repeated(const std::string& piece, int times)
{
    std::string text;
    for (int i = 0; i < times; ++i)
        text += piece;
    return text;
}

/// A text with a bit of everything.
const std::string everything =
    "\xEF\xBB\xBF { \"a\" : [1, -2.5e-3,0.0,true,false,null,\"\",{}] ,\n\t\"\\u00e9\\n\":\"漢\\ud83d\\ude00é\","
    "\"long\":\""
    + repeated("abcdefghij", 20) + "\",\"deep\":[[[[{\"x\":[12345678901234567890]}]]]]}\r\n ";

} // namespace

class JsonReaderTest : public QObject {
    Q_OBJECT
private slots:
    void init() { test::failOnQtWarnings(); }

    void takesATextApart()
    {
        QCOMPARE(eventsOf("{\"a\":[1,2.0,\"x\"],\"b\":{}}"),
                 std::string("{ key:a [ integer:1 real:2.0 text:x close key:b { close close end"));
        QCOMPARE(eventsOf(" [ ] "), std::string("[ close end"));
        QCOMPARE(eventsOf("\xEF\xBB\xBF[null,true]"), std::string("[ null true close end"));
        QCOMPARE(eventsOf("\"\\u00e9\\uD83D\\uDE00\""), std::string("text:é😀 end"));
    }
    void findsTheSameWhereverTheChunksOfAFileEnd()
    {
        const std::string expected = eventsOf(everything);
        QVERIFY2(expected.ends_with("end"), expected.c_str());
        for (std::size_t chunkBytes = 1; chunkBytes <= everything.size() + 1; ++chunkBytes)
            QCOMPARE(eventsOfFile(everything, chunkBytes), expected);
    }
    void namesTheSamePlaceInEveryTruncationWhereverTheChunksEnd()
    {
        for (std::size_t length = 0; length + 3 < everything.size(); ++length) {
            const std::string text = everything.substr(0, length);
            const std::string found = eventsOf(text);
            QVERIFY2(found.ends_with("at byte " + std::to_string(length + 1))
                         || found.find("at byte") != std::string::npos,
                     found.c_str());
            QCOMPARE(eventsOfFile(text, 3), found);
        }
    }

    void refusesAtTheByteWhereItGoesWrong_data()
    {
        QTest::addColumn<std::string>("text");
        QTest::addColumn<int>("byte");
        const auto add = [](const char* name, const std::string& text, int byte) {
            QTest::newRow(name) << text << byte;
        };
        add("nothing", "", 1);
        add("only space", "  \n", 4);
        add("a word", "hello", 1);
        add("a literal cut off", "tru", 4);
        add("a literal spoilt", "nulL", 4);
        add("two values", "1 2", 3);
        add("a trailing comma in an array", "[1,]", 4);
        add("a trailing comma in an object", "{\"a\":1,}", 8);
        add("a comma first", "[,1]", 2);
        add("a missing comma", "[1 2]", 4);
        add("a missing colon", "{\"a\" 1}", 6);
        add("a key that is no text", "{1:2}", 2);
        add("a key without quotes", "{a:2}", 2);
        add("brackets that do not match", "[1}", 3);
        add("braces that do not match", "{\"a\":1]", 7);
        add("an array not closed", "[1", 3);
        add("a closing bracket only", "]", 1);
        add("NaN", "[NaN]", 2);
        add("minus infinity", "[-Infinity]", 3);
        add("a plus sign", "[+1]", 2);
        add("a leading zero", "[01]", 3);
        add("a negative leading zero", "[-012]", 5);
        add("a point first", "[.5]", 2);
        add("a point last", "[5.]", 4);
        add("an exponent without digits", "[5e+]", 5);
        add("a minus alone", "[-]", 3);
        add("two points", "[1.2.3]", 5);
        add("a hexadecimal number", "[0x10]", 3);
        add("a comment", "[1,/*two*/2]", 4);
        add("single quotes", "['a']", 2);
        add("a text not closed", "\"abc", 5);
        add("a newline in a text", "\"a\nb\"", 3);
        add("a NUL in a text", std::string("\"a\0b\"", 5), 3);
        add("an unknown escape", "\"a\\x41\"", 4);
        add("an escape cut off", "\"\\", 3);
        add("a short \\u", "\"\\u12\"", 6);
        add("a \\u of other letters", "\"\\u12g4\"", 6);
        add("a lone high surrogate", "\"\\ud800x\"", 8);
        add("two high surrogates", "\"\\ud800\\ud800\"", 13);
        add("a lone low surrogate", "\"\\udc00\"", 7);
        add("a stray continuation", "\"a\x80\"", 3);
        add("a byte that UTF-8 has not", "\"a\xff\"", 3);
        add("an overlong slash", "\"\xc0\xaf\"", 2);
        add("an encoded surrogate", "\"\xed\xa0\x80\"", 3);
        add("beyond U+10FFFF", "\"\xf4\x90\x80\x80\"", 3);
        add("a sequence cut off", "\"\xe6\xbc\"", 4);
        add("half a byte order mark", "\xEF\xBB[]", 3);
    }
    void refusesAtTheByteWhereItGoesWrong()
    {
        QFETCH(std::string, text);
        QFETCH(int, byte);
        const std::string found = eventsOf(text);
        QVERIFY2(found.ends_with(jsonSyntaxError(static_cast<std::size_t>(byte)).message()), found.c_str());
        QCOMPARE(eventsOfFile(text, 2), found);
    }

    void aNulEndsTheTextAsWhereACrashLeftAFilePadded()
    {
        QCOMPARE(eventsOf(std::string_view("[1]\0\0", 5)), std::string("[ integer:1 close end"));
        QVERIFY(eventsOf(std::string_view("[1\0]", 4)).ends_with(jsonSyntaxError(3).message()));
    }
    void bracketsMayBeNested64DeepAndNoDeeper()
    {
        QVERIFY(parseJson(repeated("[", 64) + repeated("]", 64)).ok());
        QCOMPARE(parseJson(repeated("[", 65) + repeated("]", 65)).error().message(), jsonTooDeepError().message());
        QCOMPARE(parseJson(repeated("{\"a\":", 1000000)).error().message(), jsonTooDeepError().message());
        QCOMPARE(parseJson(repeated("[", 33) + repeated("]", 33), 32).error().message(), jsonTooDeepError().message());
    }
    void aTreeHoldsSoManyValuesAndNoMore()
    {
        const int most = static_cast<int>(maximumJsonValues);
        QVERIFY(parseJson('[' + repeated("0,", most - 2) + "0]").ok());
        QCOMPARE(parseJson('[' + repeated("0,", most - 1) + "0]").error().message(), jsonTooManyError().message());
    }
    void readsNumbers_data()
    {
        QTest::addColumn<std::string>("text");
        QTest::addColumn<std::string>("expected");
        QTest::newRow("the largest integer")
            << std::string("9223372036854775807") << std::string("integer:9223372036854775807 end");
        QTest::newRow("beyond 64 bits") << std::string("36893488147419103232")
                                        << std::string("real:3.6893488147419103e+19 end");
        QTest::newRow("an exponent") << std::string("1e3") << std::string("real:1000.0 end");
        QTest::newRow("the smallest double") << std::string("5e-324") << std::string("real:5e-324 end");
        QTest::newRow("below a double") << std::string("1e-999") << std::string("real:0.0 end");
        QTest::newRow("beyond a double") << std::string("-1e309") << jsonNumberError(6).message();
        QTest::newRow("400 digits") << std::string(400, '9') << jsonNumberError(400).message();
    }
    void readsNumbers()
    {
        QFETCH(std::string, text);
        QFETCH(std::string, expected);
        QCOMPARE(eventsOf(text), expected);
    }
    void theLastOfTwoFieldsOfOneNameCounts()
    {
        const auto tree = parseJson("{\"a\":{\"b\":1},\"a\":[2],\"a\":3}");
        QVERIFY(tree.ok());
        QCOMPARE(tree->dump(), std::string("{\"a\":3}"));
    }
};

RIDGEPOINT_TEST(JsonReaderTest)
#include "json_reader_test.moc"
