// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/json_tokens.h"
#include "core/session/json_tree.h"
#include "tests/support/test_main.h"

#include <QTemporaryFile>
#include <QTest>

#include <random>

#include <unistd.h>

using namespace ridgepoint;

namespace {

/// Every token in a line of words, the last one "end" or the error.
std::string tokensOf(ByteSource& source)
{
    JsonTokens tokens(source);
    std::string line;
    while (true) {
        switch (tokens.next()) {
        case JsonToken::BeginObject: line += "{ "; break;
        case JsonToken::EndObject: line += "} "; break;
        case JsonToken::BeginArray: line += "[ "; break;
        case JsonToken::EndArray: line += "] "; break;
        case JsonToken::Key: line += "key:" + std::string(tokens.text()) + ' '; break;
        case JsonToken::Text: line += "text:" + std::string(tokens.text()) + ' '; break;
        case JsonToken::Number: line += (tokens.number().isInteger ? "integer:" : "real:") + std::string(tokens.number().text) + ' '; break;
        case JsonToken::True: line += "true "; break;
        case JsonToken::False: line += "false "; break;
        case JsonToken::Null: line += "null "; break;
        case JsonToken::End: return line + "end";
        case JsonToken::Wrong: return line + tokens.error().message();
        }
    }
}

std::string tokensOf(std::string_view text)
{
    ByteSource source(text);
    return tokensOf(source);
}

/// The same text through a file that is read a few bytes at a time.
std::string tokensOfFile(const std::string& text, std::size_t chunkBytes)
{
    QTemporaryFile file;
    if (!file.open() || file.write(text.data(), static_cast<qint64>(text.size())) < 0 || !file.flush())
        return "the file cannot be written";
    ::lseek(file.handle(), 0, SEEK_SET);
    ByteSource source(file.handle(), text.size(), chunkBytes);
    return tokensOf(source);
}

std::string repeated(const std::string& piece, int times)
{
    std::string text;
    for (int i = 0; i < times; ++i)
        text += piece;
    return text;
}

/// A text with a bit of everything.
const std::string everything = "\xEF\xBB\xBF { \"a\" : [1, -2.5e-3,0.0,true,false,null,\"\",{}] ,\n\t\"\\u00e9\\n\":\"漢\\ud83d\\ude00é\","
                               "\"long\":\"" + repeated("abcdefghij", 20) + "\",\"deep\":[[[[{\"x\":[12345678901234567890]}]]]]}\r\n ";

} // namespace

class JsonTokensTest : public QObject {
    Q_OBJECT
private slots:
    void init() { test::failOnQtWarnings(); }

    void takesATextApart()
    {
        QCOMPARE(tokensOf("{\"a\":[1,2.0,\"x\"],\"b\":{}}"), std::string("{ key:a [ integer:1 real:2.0 text:x ] key:b { } } end"));
        QCOMPARE(tokensOf(" [ ] "), std::string("[ ] end"));
        QCOMPARE(tokensOf("0"), std::string("integer:0 end"));
        QCOMPARE(tokensOf("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u0041\\u00e9\\u6f22\\uD83D\\uDE00\""), std::string("text:\"\\/\b\f\n\r\tAé漢😀 end"));
    }
    void findsTheSameTokensWhereverTheChunksOfAFileEnd()
    {
        const std::string expected = tokensOf(everything);
        QVERIFY2(expected.ends_with("end"), expected.c_str());
        for (std::size_t chunkBytes = 1; chunkBytes <= everything.size() + 1; ++chunkBytes)
            QCOMPARE(tokensOfFile(everything, chunkBytes), expected);
    }
    void namesTheSamePlaceInEveryTruncationWhereverTheChunksEnd()
    {
        for (std::size_t length = 0; length + 3 < everything.size(); ++length) {
            const std::string text = everything.substr(0, length);
            const std::string found = tokensOf(text);
            QVERIFY2(found.ends_with("at byte " + std::to_string(length + 1)) || found.find("at byte") != std::string::npos, found.c_str());
            QCOMPARE(tokensOfFile(text, 3), found);
        }
    }

    void refusesAtTheByteWhereItGoesWrong_data()
    {
        QTest::addColumn<std::string>("text");
        QTest::addColumn<int>("byte");
        const auto add = [](const char* name, const std::string& text, int byte) { QTest::newRow(name) << text << byte; };
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
        add("a negative leading zero", "[-012]", 4);
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
        add("a NUL after the text", std::string("1\0", 2), 2);
        add("an unknown escape", "\"a\\x41\"", 4);
        add("an escape cut off", "\"\\", 3);
        add("a short \\u", "\"\\u12\"", 6);
        add("a \\u of other letters", "\"\\u12g4\"", 6);
        add("a lone high surrogate", "\"\\ud800x\"", 8);
        add("two high surrogates", "\"\\ud800\\ud800\"", 14);
        add("a lone low surrogate", "\"\\udc00\"", 8);
        add("a stray continuation", "\"a\x80\"", 3);
        add("a byte that UTF-8 has not", "\"a\xff\"", 3);
        add("an overlong slash", "\"\xc0\xaf\"", 2);
        add("an encoded surrogate", "\"\xed\xa0\x80\"", 2);
        add("beyond U+10FFFF", "\"\xf4\x90\x80\x80\"", 2);
        add("a sequence cut off", "\"\xe6\xbc\"", 2);
        add("half a byte order mark", "\xEF\xBB[]", 3);
        add("a number of a million digits", "[" + std::string(1000000, '7') + "]", static_cast<int>(maximumJsonNumberBytes) + 2);
    }
    void refusesAtTheByteWhereItGoesWrong()
    {
        QFETCH(std::string, text);
        QFETCH(int, byte);
        const std::string found = tokensOf(text);
        QVERIFY2(found.ends_with(jsonSyntaxError(static_cast<std::size_t>(byte)).message()), found.c_str());
        QCOMPARE(tokensOfFile(text, 2), found);
    }

    void bracketsMayBeNested64DeepAndNoDeeper()
    {
        QVERIFY(tokensOf(repeated("[", 64) + repeated("]", 64)).ends_with("end"));
        QVERIFY(tokensOf(repeated("[", 65) + repeated("]", 65)).ends_with(jsonTooDeepError().message()));
        QVERIFY(tokensOf(repeated("{\"a\":", 1000000)).ends_with(jsonTooDeepError().message()));
    }

    void readsNumbersAsWhatTheyAreWantedAs_data()
    {
        QTest::addColumn<std::string>("text");
        QTest::addColumn<QVariant>("whole");
        QTest::addColumn<QVariant>("real");
        QTest::addColumn<QVariant>("single");
        const QVariant none;
        QTest::newRow("a small integer") << std::string("42") << QVariant(42LL) << QVariant(42.0) << QVariant(42.0F);
        QTest::newRow("the largest") << std::string("9223372036854775807") << QVariant(9223372036854775807LL) << QVariant(9223372036854775808.0) << QVariant(9223372036854775808.0F);
        QTest::newRow("one beyond the largest") << std::string("9223372036854775808") << none << QVariant(9223372036854775808.0) << QVariant(9223372036854775808.0F);
        QTest::newRow("an exponent") << std::string("1e3") << none << QVariant(1000.0) << QVariant(1000.0F);
        QTest::newRow("beyond a float") << std::string("1e300") << none << QVariant(1e300) << none;
        QTest::newRow("beyond a double") << std::string("-1e309") << none << none << none;
        QTest::newRow("an exponent beyond 64 bits") << std::string("1e99999999999999999999") << none << none << none;
        QTest::newRow("400 digits") << std::string(400, '9') << none << none << none;
        QTest::newRow("below a float") << std::string("1e-300") << none << QVariant(1e-300) << QVariant(0.0F);
        QTest::newRow("below a double") << std::string("1e-999") << none << QVariant(0.0) << QVariant(0.0F);
        QTest::newRow("below a double by its zeros") << "0." + std::string(400, '0') + "1" << none << QVariant(0.0) << QVariant(0.0F);
        QTest::newRow("zeros and an exponent that cancel") << "0." + std::string(399, '0') + "1e400" << none << QVariant(1.0) << QVariant(1.0F);
        QTest::newRow("zeros and a larger exponent") << "0." + std::string(99, '0') + "1e500" << none << none << none;
        QTest::newRow("digits and a smaller exponent") << "1" + std::string(99, '0') + "e-500" << none << QVariant(0.0) << QVariant(0.0F);
        QTest::newRow("zero of a huge exponent") << std::string("0e99999999999999999999") << none << QVariant(0.0) << QVariant(0.0F);
        QTest::newRow("the smallest double") << std::string("5e-324") << none << QVariant(5e-324) << QVariant(0.0F);
        QTest::newRow("a float that its double would miss") << std::string("1.00000017881393432617187499") << none << QVariant(1.00000017881393432617187499) << QVariant(1.00000017881393432617187499F);
    }
    void readsNumbersAsWhatTheyAreWantedAs()
    {
        QFETCH(std::string, text);
        QFETCH(QVariant, whole);
        QFETCH(QVariant, real);
        QFETCH(QVariant, single);
        ByteSource source{std::string_view(text)};
        JsonTokens tokens(source);
        QVERIFY(tokens.next() == JsonToken::Number);
        const JsonNumber number = tokens.number();
        QCOMPARE(number.whole().has_value(), whole.isValid());
        QCOMPARE(number.real().has_value(), real.isValid());
        QCOMPARE(number.single().has_value(), single.isValid());
        QVERIFY(!whole.isValid() || *number.whole() == whole.toLongLong());
        QVERIFY(!real.isValid() || std::bit_cast<std::uint64_t>(*number.real()) == std::bit_cast<std::uint64_t>(real.toDouble()));
        QVERIFY(!single.isValid() || std::bit_cast<std::uint32_t>(*number.single()) == std::bit_cast<std::uint32_t>(single.toFloat()));
    }

    void takesExactlyTheSpoiltTextsThatAnotherParserTakes()
    {
        std::mt19937_64 engine(5);
        const std::string bytes = "{}[]\",:\\u0123456789.eE+-tfn \xc3\xa9\xff";
        const std::string original = everything.substr(3, everything.find("\"long\"") - 4) + "}";
        int taken = 0;
        for (int i = 0; i < 20000; ++i) {
            std::string text = original;
            for (std::size_t change = engine() % 3; change > 0; --change) {
                const std::size_t at = engine() % text.size();
                const char byte = bytes[engine() % bytes.size()];
                if (engine() % 3 == 0)
                    text.erase(at, 1);
                else if (engine() % 2 == 0)
                    text.insert(at, 1, byte);
                else
                    text[at] = byte;
            }
            const Result<Json> tree = parseJson(text);
            const Json other = Json::parse(text, nullptr, false);
            QVERIFY2(tree.ok() != other.is_discarded(), text.c_str());
            QVERIFY2(!tree.ok() || *tree == other, text.c_str());
            taken += tree.ok() ? 1 : 0;
        }
        QVERIFY(taken > 2000 && taken < 18000);
    }
    void theLastOfTwoFieldsOfOneNameCounts()
    {
        const auto tree = parseJson("{\"a\":{\"b\":1},\"a\":[2],\"a\":3}");
        QVERIFY(tree.ok());
        QCOMPARE(tree->dump(), std::string("{\"a\":3}"));
    }
};

QTEST_GUILESS_MAIN(JsonTokensTest)
#include "json_tokens_test.moc"
