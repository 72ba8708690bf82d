// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/chrome_trace.h"
#include "core/session/json_reader.h"
#include "core/session/json_text.h"
#include "core/session/json_writer.h"
#include "core/session/session.h"
#include "tests/support/test_main.h"
#include "tests/unit/session/random_models.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTemporaryFile>

#include <algorithm>
#include <limits>

#include <unistd.h>

using namespace ridgepoint;
using namespace ridgepoint::test;

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

ExperimentResult recorded()
{
    ExperimentResult result{
        .id = "launch-modes", .device = "cpu", .deviceName = "Test \"CPU\"", .created = "2026-01-02T03:04:05Z"};
    result.lanes = {
        {.group = "wait-each",
         .name = "host",
         .note = "stamps",
         .spans = {{SpanKind::Launch, "submit", 0.0, 0.5e-6}, {SpanKind::Wait, "wait", 0.5e-6, 2e-6}},
         .plot = 1},
        {.group = "wait-each", .name = "thread 1", .spans = {{SpanKind::Work, "kernel", 0.5e-6, 1.25e-6}}, .plot = 1},
        {.group = "graph", .name = "host", .spans = {{SpanKind::Launch, "submit", 0.0, 0.1e-6}}, .plot = 1}};
    return result;
}

QJsonArray traceEventsOf(const std::string& trace)
{
    const QJsonDocument document = QJsonDocument::fromJson(QByteArray::fromStdString(trace));
    return document.object().value("traceEvents").toArray();
}

std::string sessionWith(const QByteArray& timeline)
{
    return "{\"format\":\"ridgepoint-session\",\"version\":1,\"experiments\":[{\"experiment\":\"launch-modes\","
           "\"device\":\"cpu\",\"points\":[],\"timeline\":"
         + timeline.toStdString() + "}]}";
}

} // namespace

class JsonTest : public Case {
    Q_OBJECT
private slots:
    void writesTheContractsDevices()
    {
        const std::vector<DeviceInfo> devices{aCpu(), anAbsentGpu()};
        const std::string expected = "{\"devices\":[{\"id\":\"cpu\",\"kind\":\"cpu\",\"name\":\"Test \\\"CPU\\\" "
                                     "é\",\"available\":true,\"threads\":2,"
                                     "\"isa\":\"AVX-512\",\"memory_bytes\":17179869184},{\"id\":\"cuda:0\",\"kind\":"
                                     "\"cuda\",\"available\":false,"
                                     "\"reason\":\"no NVIDIA driver on this "
                                     "machine\",\"error\":{\"kind\":\"unavailable\",\"id\":\"cuda.no-driver\","
                                     "\"text\":\"no NVIDIA driver on %1\",\"arguments\":[\"this machine\"]}}]}";
        QCOMPARE(devicesToJson(devices), expected);
    }
    void writesTheContractsRoofs()
    {
        RoofSet set{.device = "cpu", .threads = 2};
        set.put({"compute.fp32.fma", RoofKind::Compute, 1.5e11, 1.25e11, 1.75e11, Provenance::Measured, "16 chains",
                 Flag::MachineBusy});
        set.otherLoad = 0.25;
        set.levels = {{"dram", Bytes(std::numeric_limits<double>::infinity()), false}};
        const std::string expected =
            "{\"device\":\"cpu\",\"threads\":2,\"roofs\":[{\"id\":\"compute.fp32.fma\",\"kind\":\"compute\",\"value\":"
            "1.5e+11,"
            "\"unit\":\"FLOP/s\",\"low\":1.25e+11,\"high\":1.75e+11,\"provenance\":\"measured\",\"method\":\"16 "
            "chains\",\"flags\":\"machine-busy\"}],"
            "\"unavailable\":[],\"levels\":[{\"name\":\"dram\",\"capacity_bytes\":null,\"per_thread\":false}],\"other_"
            "load\":0.25}";
        QCOMPARE(roofsToJson(set), expected);
    }
    void readsBackWhatItWrote()
    {
        const std::vector<DeviceInfo> devices{aCpu(), anAbsentGpu(), aGpu()};
        const auto readDevices = devicesFromJson(devicesToJson(devices));
        QVERIFY2(readDevices.ok(), readDevices.ok() ? "" : readDevices.error().message().c_str());
        QVERIFY(same(*readDevices, devices));
        const auto readRoofs = roofsFromJson(roofsToJson(someRoofs()));
        QVERIFY2(readRoofs.ok(), readRoofs.ok() ? "" : readRoofs.error().message().c_str());
        QVERIFY(same(*readRoofs, someRoofs()));
    }
    void takesPlainWordsForAReason()
    {
        const auto read = devicesFromJson(
            "{\"devices\":[{\"id\":\"cuda:0\",\"kind\":\"cuda\",\"available\":false,\"reason\":\"too old\"}]}");
        QVERIFY(read.ok());
        QCOMPARE(read->front().reason->message(), "too old");
    }
    void anUnavailableDeviceAlwaysHasAReason()
    {
        const std::vector<DeviceInfo> devices{DeviceInfo{.id = "cuda:0", .kind = DeviceKind::Cuda}};
        const auto read = devicesFromJson(devicesToJson(devices));
        QVERIFY(read.ok());
        QVERIFY(!read->front().reason->message().empty());
    }
    void leavesOutARoofThatIsNoNumber()
    {
        RoofSet set = someRoofs();
        set.roofs[0].value = std::numeric_limits<double>::quiet_NaN();
        const auto read = roofsFromJson(roofsToJson(set));
        QVERIFY(read.ok());
        QCOMPARE(read->roofs.size(), set.roofs.size() - 1);
    }
    void namesEveryKindOfError()
    {
        for (const ErrorKind kind :
             {ErrorKind::InvalidInput, ErrorKind::Unsupported, ErrorKind::Unavailable, ErrorKind::DeviceFailure,
              ErrorKind::Timeout, ErrorKind::Cancelled, ErrorKind::Corrupt})
            QVERIFY(errorKindNamed(nameOf(kind)) == kind);
        QVERIFY(!errorKindNamed("else"));
    }

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
    void everyStretchIsACompleteEventInMicroseconds()
    {
        QList<QJsonObject> spans;
        for (const auto& event : traceEventsOf(chromeTrace(recorded())))
            if (event.toObject().value("ph").toString() == "X")
                spans << event.toObject();
        QCOMPARE(spans.size(), 4);
        QCOMPARE(spans[1].value("name").toString(), QStringLiteral("wait"));
        QCOMPARE(spans[1].value("ts").toDouble(), 0.5);
        QCOMPARE(spans[1].value("dur").toDouble(), 2.0);
        QCOMPARE(spans[2].value("cat").toString(), QStringLiteral("work"));
        for (const QJsonObject& span : spans)
            for (const char* field : {"name", "cat", "ph", "ts", "dur", "pid", "tid"})
                QVERIFY2(span.contains(QLatin1String(field)), field);
    }
    void everyGroupIsAProcessAndEveryLaneAThreadWithItsName()
    {
        QStringList threads;
        QStringList processes;
        QList<int> order; // of processes and threads as they come
        QList<std::pair<int, int>> places;
        for (const auto& one : traceEventsOf(chromeTrace(recorded()))) {
            const QJsonObject event = one.toObject();
            const QString name = event.value("args").toObject().value("name").toString();
            if (event.value("name").toString() == "thread_name") {
                QCOMPARE(event.value("ph").toString(), QStringLiteral("M"));
                threads << name;
                places << std::pair(event.value("pid").toInt(), event.value("tid").toInt());
            } else if (event.value("name").toString() == "process_name") {
                processes << name;
            } else if (event.value("name").toString().endsWith(QLatin1String("_sort_index"))) {
                QCOMPARE(event.value("ph").toString(), QStringLiteral("M"));
                order << event.value("args").toObject().value("sort_index").toInt();
            }
        }
        QCOMPARE(processes, (QStringList{"wait-each", "graph"}));
        QCOMPARE(threads, (QStringList{"host", "thread 1", "host"}));
        QCOMPARE(places, (QList<std::pair<int, int>>{{1, 1}, {1, 2}, {2, 1}}));
        QCOMPARE(order, (QList<int>{1, 1, 2, 2, 1}));
    }
    void lanesOfAGroupThatCameLaterBelongToItsProcess()
    {
        ExperimentResult result = recorded();
        std::swap(result.lanes[1], result.lanes[2]);
        QList<int> processes;
        for (const auto& one : traceEventsOf(chromeTrace(result)))
            if (one.toObject().value("ph").toString() == "X")
                processes << one.toObject().value("pid").toInt();
        QCOMPARE(processes, (QList<int>{1, 1, 2, 1}));
    }
    void withoutATimelineTheTraceIsEmptyAndNoFileIsWritten()
    {
        QVERIFY(traceEventsOf(chromeTrace({})).isEmpty());
        QVERIFY(QJsonDocument::fromJson(QByteArray::fromStdString(chromeTrace({}))).isObject());
        QTemporaryDir folder;
        const QString path = folder.filePath("t.json");
        const auto written = writeChromeTrace({}, path.toStdString());
        QVERIFY(!written.ok());
        QCOMPARE(written.error().id, std::string("trace.nothing"));
        QVERIFY(!QFile::exists(path));
        QVERIFY(writeChromeTrace(recorded(), path.toStdString()).ok());
        QCOMPARE(traceEventsOf(test::contentOf(path).toStdString()).size(), 14);
    }

    void aSessionKeepsTheTimeline()
    {
        Session session;
        session.experiments = {recorded()};
        const auto read = parseSession(toJson(session));
        QVERIFY2(read.ok(), read.ok() ? "" : read.error().message().c_str());
        QCOMPARE(read->experiments[0].lanes, recorded().lanes);
    }
    void aSessionWithoutOneIsStillRead()
    {
        Session session;
        session.experiments = {recorded()};
        session.experiments[0].lanes.clear();
        const std::string text = toJson(session);
        QVERIFY(text.find("timeline") == std::string::npos);
        QVERIFY(parseSession(text)->experiments[0].lanes.empty());
    }
    void whatCouldNotBeReadBackIsNotWritten()
    {
        Session session;
        session.experiments = {recorded()};
        session.experiments[0].lanes[0].spans[0].begin = std::numeric_limits<double>::infinity();
        session.experiments[0].lanes[0].spans[1].duration = -1.0;
        session.experiments[0].lanes[0].note = std::string(9000, '\x80');
        const auto read = parseSession(toJson(session));
        QVERIFY2(read.ok(), read.ok() ? "" : read.error().message().c_str());
        QVERIFY(read->experiments[0].lanes[0].spans.empty());
    }
    void badTimelinesAreRefusedWithTheirPlace_data()
    {
        QTest::addColumn<QByteArray>("timeline");
        QTest::addColumn<QByteArray>("said");
        QTest::newRow("no array") << QByteArray("{}") << QByteArray("timeline");
        QTest::newRow("a lane without spans")
            << QByteArray("[{\"group\":\"g\"}]") << QByteArray("timeline[0].spans is missing");
        QTest::newRow("an unknown kind") << QByteArray(
            "[{\"spans\":[{\"kind\":\"play\",\"begin_s\":0,\"duration_s\":1}]}]")
                                         << QByteArray("play");
        QTest::newRow("a negative duration")
            << QByteArray("[{\"spans\":[{\"kind\":\"work\",\"begin_s\":0,\"duration_s\":-1}]}]")
            << QByteArray("duration_s");
        QTest::newRow("a name without end") << "[{\"spans\":[{\"kind\":\"work\",\"name\":\"" + QByteArray(65, 'x')
                                                   + "\",\"begin_s\":0,\"duration_s\":1}]}]"
                                            << QByteArray("at most 64 bytes");
        QTest::newRow("too many lanes") << "[" + QByteArray("{\"spans\":[]},").repeated(64) + "{\"spans\":[]}]"
                                        << QByteArray("at most 64 lanes");
        const QByteArray half = "{\"spans\":["
                              + QByteArray("{\"kind\":\"work\",\"begin_s\":0,\"duration_s\":1},").repeated(2047)
                              + "{\"kind\":\"work\",\"begin_s\":0,\"duration_s\":1}]}";
        QTest::newRow("too many spans together")
            << "[" + half + "," + half + ",{\"spans\":[{\"kind\":\"work\",\"begin_s\":0,\"duration_s\":1}]}]"
            << QByteArray("4096 spans together");
    }
    void badTimelinesAreRefusedWithTheirPlace()
    {
        QFETCH(QByteArray, timeline);
        QFETCH(QByteArray, said);
        const auto read = parseSession(sessionWith(timeline));
        QVERIFY(!read.ok());
        QVERIFY2(QByteArray::fromStdString(read.error().message()).contains(said), read.error().message().c_str());
    }
};

RIDGEPOINT_TEST(JsonTest)
#include "json_test.moc"
