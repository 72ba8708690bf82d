// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/protocol/line_reader.h"
#include "core/protocol/messages.h"
#include "tests/support/test_main.h"
#include "tests/unit/protocol/sample_messages.h"

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

const std::string head = R"({"jsonrpc":"2.0","id":7,)";
const std::string workload =
    R"({"operation":"fma","precision":"fp32","elements":8,"operations_per_element":1,"chain_length":4,)"
    R"("fusion_depth":2,"launch_mode":"queued","threads":2})";

std::string call(const std::string& method, const std::string& parameters)
{
    return head + "\"method\":\"" + method + "\",\"params\":" + parameters + "}";
}

std::string probe(const std::string& from, const std::string& to)
{
    std::string changed = workload;
    if (!from.empty())
        changed.replace(changed.find(from), from.size(), to);
    return call("probe/set", R"({"device":"cpu","workload":)" + changed + "}");
}

std::string notify(const std::string& method, const std::string& parameters)
{
    return R"({"jsonrpc":"2.0","method":")" + method + "\",\"params\":" + parameters + "}";
}

std::string repeated(const std::string& text, int times)
{
    std::string result;
    for (int i = 0; i < times; ++i)
        result += text;
    return result;
}

} // namespace

class LineReaderTest : public test::Case {
    Q_OBJECT

private slots:
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

    void theUnchangedProbeIsUnderstood()
    {
        QVERIFY(std::holds_alternative<IncomingRequest>(decodeRequest(probe("", ""))));
    }

    void answersABadRequest_data()
    {
        QTest::addColumn<std::string>("line");
        QTest::addColumn<int>("code");
        QTest::addColumn<bool>("hasId");
        QTest::addColumn<std::string>("mentions");
        const auto add = [](const char* name, const std::string& line, int code, bool hasId, const char* mentions) {
            QTest::newRow(name) << line << code << hasId << std::string(mentions);
        };
        add("nothing", "", parseErrorCode, false, "byte");
        add("no JSON", "initialize", parseErrorCode, false, "byte");
        add("invalid UTF-8", call("shutdown", "{\"\xff\":1}"), parseErrorCode, false, "byte");
        add("a number beyond a double", call("sweep/cancel", R"({"run":1e999})"), parseErrorCode, false, "byte");
        add("a nesting bomb", repeated("[", 500000), parseErrorCode, false, "64");
        add("a bomb in the parameters", call("shutdown", repeated("{\"a\":", 100000)), parseErrorCode, false, "64");
        add("too long a line", call("initialize", "{\"client\":\"" + std::string(maximumLineBytes, 'x') + "\"}"),
            parseErrorCode, false, "1048576");
        add("a batch", "[" + call("shutdown", "{}") + "]", invalidRequestCode, false, "batches");
        add("a text", "\"shutdown\"", invalidRequestCode, false, "object");
        add("null", "null", invalidRequestCode, false, "object");
        add("another version of JSON-RPC", R"({"jsonrpc":"1.0","id":7,"method":"shutdown"})", invalidRequestCode, false,
            "2.0");
        add("no version of JSON-RPC", R"({"id":7,"method":"shutdown"})", invalidRequestCode, false, "2.0");
        add("an id that is text", R"({"jsonrpc":"2.0","id":"7","method":"shutdown"})", invalidRequestCode, false, "id");
        add("an id that is no whole number", R"({"jsonrpc":"2.0","id":7.5,"method":"shutdown"})", invalidRequestCode,
            false, "id");
        add("no method", head + R"("params":{}})", invalidRequestCode, true, "method");
        add("a method that is a number", head + R"("method":5})", invalidRequestCode, true, "method");
        add("an unknown method", call("sweep/stop", "{}"), unknownMethodCode, true, "sweep/stop");
        add("parameters in an array", call("sweep/cancel", "[1]"), invalidParametersCode, true, "params");
        add("a missing parameter", call("sweep/cancel", "{}"), invalidParametersCode, true, "params.run");
        add("no parameters", head + R"("method":"sweep/cancel"})", invalidParametersCode, true, "params.run");
        add("a number as text", call("sweep/cancel", R"({"run":"1"})"), invalidParametersCode, true, "params.run");
        add("a negative run", call("sweep/cancel", R"({"run":-1})"), invalidParametersCode, true, "params.run");
        add("a run beyond 64 bits", call("sweep/cancel", R"({"run":18446744073709551615})"), invalidParametersCode,
            true, "params.run");
        add("a huge version", call("initialize", R"({"protocol_version":1e300})"), invalidParametersCode, true,
            "params.protocol_version");
        add("threads beyond any machine", call("roofs/measure", R"({"device":"cpu","threads":1000000000})"),
            invalidParametersCode, true, "params.threads");
        add("roofs that are numbers", call("roofs/measure", R"({"device":"cpu","only":[1]})"), invalidParametersCode,
            true, "params.only[0]");
        add("an unknown operation", probe("\"fma\"", "\"sin\""), invalidParametersCode, true, "sin");
        add("no elements", probe("\"elements\":8", "\"elements\":0"), invalidParametersCode, true,
            "params.workload.elements");
        add("elements beyond any memory", probe("\"elements\":8", "\"elements\":1e18"), invalidParametersCode, true,
            "params.workload.elements");
        add("a fraction", probe("\"elements\":8", "\"elements\":8.5"), invalidParametersCode, true,
            "params.workload.elements");
        add("a depth that does not divide", probe("\"fusion_depth\":2", "\"fusion_depth\":3"), invalidParametersCode,
            true, "params.workload");
        add("a workload in an array", call("probe/set", R"({"device":"cpu","workload":[]})"), invalidParametersCode,
            true, "params.workload");
        add("a plan without axes",
            call("sweep/start", R"({"plan":{"device":"cpu","base":)" + workload
                                    + R"(,"axes":[],"strategy":"full","budget_s":1,"target_interval":0.1}})"),
            invalidParametersCode, true, "params.plan");
        add("no plan", call("sweep/start", R"({"known":[]})"), invalidParametersCode, true, "params.plan");
        add("a focus on words", call("sweep/focus", R"({"run":1,"first":["x"]})"), invalidParametersCode, true,
            "params.first[0]");
    }
    void answersABadRequest()
    {
        QFETCH(std::string, line);
        QFETCH(int, code);
        QFETCH(bool, hasId);
        QFETCH(std::string, mentions);
        const auto decoded = decodeRequest(line);
        const auto* failure = std::get_if<RequestFailure>(&decoded);
        QVERIFY(failure != nullptr);
        QCOMPARE(failure->code, code);
        QCOMPARE(failure->id.has_value(), hasId);
        const std::string message = failure->error.message();
        QVERIFY2(message.find(mentions) != std::string::npos, message.c_str());
        // What is answered must be a line that the other side understands.
        const auto answer = decodeFromBench(encodeError(failure->id, failure->code, failure->error));
        QVERIFY2(answer.ok(), answer.ok() ? "" : answer.error().message().c_str());
    }

    void refusesABadLineFromTheBench_data()
    {
        QTest::addColumn<std::string>("line");
        const auto add = [](const char* name, const std::string& line) { QTest::newRow(name) << line; };
        add("nothing", "");
        add("a log line", "Warning: something");
        add("an object", "{}");
        add("a batch", "[" + notify("heartbeat", R"({"sequence":1})") + "]");
        add("a request", call("shutdown", "{}"));
        add("an unknown notification", notify("sweep/else", "{}"));
        add("a heartbeat without number", notify("heartbeat", "{}"));
        add("a result without id", R"({"jsonrpc":"2.0","result":{"kind":"ok"}})");
        add("a result of unknown kind", head + R"("result":{"kind":"else"}})");
        add("a result without kind", head + R"("result":{}})");
        add("a result that is null", head + R"("result":null})");
        add("an error without code", head + R"("error":{"message":"x"}})");
        add("an error whose code is beyond an int", head + R"("error":{"code":3000000000,"message":"x"}})");
        add("a sample without numbers", notify("sweep/sample", R"({"run":1,"sample":)" + workload + "}"));
        add("a sample of an endless device",
            notify("sweep/sample", R"({"run":1,"sample":)" + workload.substr(0, workload.size() - 1)
                                       + ",\"time_s\":1,\"device\":\"" + std::string(257, 'x') + "\"}}"));
        add("a sample of no time",
            notify("sweep/sample",
                   R"({"run":1,"sample":)" + workload.substr(0, workload.size() - 1) + R"(,"time_s":0}})"));
        add("a sample whose interval ends before it begins",
            notify("sweep/sample", R"({"run":1,"sample":)" + workload.substr(0, workload.size() - 1)
                                       + R"(,"time_s":1,"time_low_s":2}})"));
        add("progress beyond its end",
            notify("sweep/progress", R"({"run":1,"measured_cells":1,"total_cells":1,"fraction":1.5,"left_s":0})"));
        add("an unknown outcome", notify("sweep/finished", R"({"run":1,"outcome":"exploded"})"));
        add("a roof of no kind", notify("roofs/roof", R"({"device":"cpu","threads":1,"roof":{"id":"x"},"levels":[]})"));
        add("a nesting bomb", repeated("{\"a\":", 200000));
    }
    void refusesABadLineFromTheBench()
    {
        QFETCH(std::string, line);
        const auto decoded = decodeFromBench(line);
        QVERIFY(!decoded.ok());
        QVERIFY(!decoded.error().message().empty());
    }

    void anyTruncationIsRefused()
    {
        for (const Notification& notification : test::oneOfEveryNotification()) {
            const std::string line = encodeNotification(notification);
            for (std::size_t length = 0; length < line.size(); ++length)
                QVERIFY(!decodeFromBench(std::string_view(line).substr(0, length)).ok());
        }
        for (const Request& request : test::oneOfEveryRequest()) {
            const std::string line = encodeRequest(1, request);
            for (std::size_t length = 0; length < line.size(); ++length) {
                const auto decoded = decodeRequest(std::string_view(line).substr(0, length));
                QVERIFY(std::holds_alternative<RequestFailure>(decoded));
            }
        }
    }
};

RIDGEPOINT_TEST(LineReaderTest)
#include "line_reader_test.moc"
