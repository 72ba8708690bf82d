// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/json_writer.h"
#include "tests/support/test_main.h"

#include <QJsonDocument>
#include <QTest>

#include <algorithm>
#include <limits>

using namespace ridgepoint;

class JsonWriterTest : public QObject {
    Q_OBJECT
private slots:
    void init() { test::failOnQtWarnings(); }

    void putsCommasWhereTheyBelong()
    {
        JsonWriter json;
        json.beginObject().field("a", 1).key("b").beginArray().value(true).beginObject().endObject().null();
        json.beginArray().endArray().endArray().field("c", "x").endObject();
        const std::string expected = "{\"a\":1,\"b\":[true,{},null,[]],\"c\":\"x\"}";
        QCOMPARE(json.take(), expected);
        QVERIFY(json.text().empty());
    }
    void writesTheShortestDigitsThatReadBackTheSame()
    {
        JsonWriter json;
        json.beginArray().value(0.1).value(0.1F).value(1e300).value(5e-324).value(-0.0).value(3.0);
        json.value(std::numeric_limits<std::int64_t>::min()).endArray();
        QCOMPARE(json.take(), std::string("[0.1,0.1,1e+300,5e-324,-0,3,-9223372036854775808]"));
    }
    void writesWhatIsNotFiniteAsNull()
    {
        JsonWriter json;
        json.beginArray()
            .value(std::numeric_limits<double>::infinity())
            .value(std::numeric_limits<float>::quiet_NaN())
            .endArray();
        QCOMPARE(json.take(), std::string("[null,null]"));
    }
    void handsOnTheSameTextPieceByPiece()
    {
        const auto writeMany = [](JsonWriter& json) {
            json.beginArray();
            for (int i = 0; i < 100000; ++i)
                json.beginObject().field("number", i).field("text", "x\n").endObject();
            json.endArray();
        };
        JsonWriter whole;
        writeMany(whole);
        std::string joined;
        std::size_t longest = 0;
        JsonWriter pieces([&](std::string_view piece) {
            joined += piece;
            longest = std::max(longest, piece.size());
            return true;
        });
        writeMany(pieces);
        QVERIFY(pieces.finish());
        QVERIFY(joined == whole.text());
        QVERIFY(longest < 100000);
    }
    void asksASinkThatFailedNoMore()
    {
        int calls = 0;
        JsonWriter json([&calls](std::string_view) { return ++calls < 2; });
        json.beginArray();
        for (int i = 0; i < 200000; ++i)
            json.value(i);
        json.endArray();
        QVERIFY(!json.finish());
        QCOMPARE(calls, 2);
    }
    void escapesAndMendsTexts_data()
    {
        QTest::addColumn<std::string>("text");
        QTest::addColumn<std::string>("json");
        QTest::newRow("quotes and backslashes") << std::string("a\"b\\c") << std::string("\"a\\\"b\\\\c\"");
        QTest::newRow("control characters")
            << std::string("\n\t\x01\x1f\0", 5) << std::string("\"\\n\\t\\u0001\\u001f\\u0000\"");
        QTest::newRow("letters of every length") << std::string("é漢😀") << std::string("\"é漢😀\"");
        QTest::newRow("a stray byte") << std::string("a\xff"
                                                     "b")
                                      << std::string("\"a\uFFFDb\"");
        QTest::newRow("a truncated sequence") << std::string("a\xe6\xbc") << std::string("\"a\uFFFD\uFFFD\"");
        QTest::newRow("an overlong slash") << std::string("\xc0\xaf") << std::string("\"\uFFFD\uFFFD\"");
        QTest::newRow("a surrogate") << std::string("\xed\xa0\x80") << std::string("\"\uFFFD\uFFFD\uFFFD\"");
        QTest::newRow("beyond U+10FFFF") << std::string("\xf4\x90\x80\x80")
                                         << std::string("\"\uFFFD\uFFFD\uFFFD\uFFFD\"");
    }
    void escapesAndMendsTexts()
    {
        QFETCH(std::string, text);
        QFETCH(std::string, json);
        JsonWriter writer;
        writer.beginArray().value(text).endArray();
        QCOMPARE(writer.text(), '[' + json + ']');
        QJsonParseError error;
        QJsonDocument::fromJson(QByteArray::fromStdString(writer.text()), &error);
        QCOMPARE(error.error, QJsonParseError::NoError);
    }
};

RIDGEPOINT_TEST(JsonWriterTest)
#include "json_writer_test.moc"
