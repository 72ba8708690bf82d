// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/protocol/line_reader.h"
#include "core/protocol/messages.h"
#include "core/session/session.h"
#include "tests/support/test_main.h"
#include "tests/unit/protocol/sample_messages.h"

#include <QJsonDocument>
#include <QJsonObject>

#include <array>
#include <limits>

using namespace ridgepoint;
using namespace ridgepoint::protocol;
using namespace ridgepoint::test;

namespace {

QJsonObject objectIn(const std::string& line)
{
    return QJsonDocument::fromJson(QByteArray::fromStdString(line)).object();
}

bool isOneLine(const std::string& line) { return !line.empty() && line.find('\n') == std::string::npos; }

/// Decodes a line that must be a request.
IncomingRequest requestIn(const std::string& line)
{
    auto decoded = decodeRequest(line);
    if (const auto* failure = std::get_if<RequestFailure>(&decoded)) {
        qCritical("%s", failure->error.message().c_str());
        return {};
    }
    return std::get<IncomingRequest>(decoded);
}

/// What a mutation puts in: edges of numbers, of nesting and of words.
constexpr std::array<std::string_view, 30> splinters{"0",
                                                     "-1",
                                                     "1e999",
                                                     "-0",
                                                     "1e308",
                                                     "9223372036854775807",
                                                     "18446744073709551615",
                                                     "1.5",
                                                     "null",
                                                     "true",
                                                     "[]",
                                                     "{}",
                                                     "\"\"",
                                                     "[[[[",
                                                     "{\"a\":",
                                                     "]",
                                                     "}",
                                                     ",",
                                                     ":",
                                                     "\"",
                                                     "\\u0000",
                                                     "\\ud800",
                                                     "\xff",
                                                     "\xc3",
                                                     "\n",
                                                     "NaN",
                                                     "\"elements\"",
                                                     "\"samples\"",
                                                     "1099511627777",
                                                     "\"dictionary\":{}"};

/// Seeded changes of a text, one to four at a time.
class Mutator {
public:
    explicit Mutator(std::uint64_t seed) : m_engine(seed) {}

    std::string mutate(std::string text)
    {
        for (std::size_t change = below(4) + 1; change > 0; --change)
            changeOnce(text);
        return text;
    }

private:
    std::size_t below(std::size_t size) { return size == 0 ? 0 : static_cast<std::size_t>(m_engine() % size); }

    void changeOnce(std::string& text)
    {
        const std::size_t at = below(text.size());
        const std::size_t length = std::min(below(24), text.size() - at);
        switch (below(6)) {
        case 0: text.erase(at, length); break;
        case 1: text.insert(at, splinters[below(splinters.size())]); break;
        case 2: text.replace(at, length, splinters[below(splinters.size())]); break;
        case 3: text.insert(below(text.size()), text.substr(at, length)); break;
        case 4:
            if (!text.empty())
                text[at] = static_cast<char>(text[at] ^ (1 << below(8)));
            break;
        default: replaceNumber(text, at); break;
        }
    }
    /// Puts a splinter in the place of the next number: a syntactically sound text with an edge value.
    void replaceNumber(std::string& text, std::size_t from)
    {
        const std::size_t start = text.find_first_of("0123456789", from);
        if (start == std::string::npos)
            return;
        const std::size_t end = std::min(text.find_first_not_of("0123456789.e+-", start), text.size());
        text.replace(start, end - start, splinters[below(13)]);
    }

    std::mt19937_64 m_engine;
};

Session aSmallSession()
{
    Session session;
    session.created = "2026-01-02T03:04:05Z";
    session.devices = {aCpu(), anAbsentGpu()};
    session.roofs = {someRoofs()};
    session.plans = {aPlan()};
    session.samples = RandomModels(21).samples(3);
    for (Sample& sample : session.samples)
        sample.keptReadings.resize(2);
    session.viewJson = "{\"a\":[1]}";
    return session;
}

constexpr int rounds = 4000; // about half a second with sanitizers

/// What a reader made of a text.
struct Verdict {
    bool isAccepted = false;
    std::string fault; ///< what is wrong with the reader; empty where it did right
};

/// The verdict on something that a reader accepted and on its being read again, once written.
Verdict accepted(bool isSound, const char* whatElse) { return {true, isSound ? "" : whatElse}; }
Verdict refused(bool saysWhy) { return {false, saysWhy ? "" : "refused without a reason"}; }

/// Has the texts in turn mutated and judged; some must be accepted and some refused, or nothing was tried.
template <class Judge> void judgeMutations(const std::vector<std::string>& texts, std::uint64_t seed, Judge judge)
{
    Mutator mutator(seed);
    int count = 0;
    for (int i = 0; i < rounds; ++i) {
        const std::string text = mutator.mutate(texts[static_cast<std::size_t>(i) % texts.size()]);
        const Verdict verdict = judge(text);
        QVERIFY2(verdict.fault.empty(), (verdict.fault + ": " + text.substr(0, 400)).c_str());
        count += verdict.isAccepted ? 1 : 0;
    }
    QVERIFY(count > 0 && count < rounds);
}

} // namespace

class MessagesTest : public Case {
    Q_OBJECT
private slots:
    void everyRequestSurvivesARoundTrip()
    {
        std::int64_t id = 40;
        for (const Request& request : oneOfEveryRequest()) {
            const std::string line = encodeRequest(++id, request);
            QVERIFY(isOneLine(line));
            const IncomingRequest decoded = requestIn(line);
            QVERIFY(decoded.id == id);
            QCOMPARE(decoded.request.index(), request.index());
            // Encoding is injective for what it writes: equal lines mean equal requests.
            QCOMPARE(encodeRequest(id, decoded.request), line);
        }
    }
    void everyResponseSurvivesARoundTrip()
    {
        for (const Response& response : oneOfEveryResponse()) {
            const std::string line = encodeResponse(9, response);
            QVERIFY(isOneLine(line));
            const auto decoded = decodeFromBench(line);
            QVERIFY2(decoded.ok(), decoded.ok() ? "" : decoded.error().message().c_str());
            const auto* incoming = std::get_if<IncomingResponse>(&*decoded);
            QVERIFY(incoming != nullptr);
            QCOMPARE(incoming->id, std::int64_t{9});
            QCOMPARE(incoming->response.index(), response.index());
            QCOMPARE(encodeResponse(9, incoming->response), line);
        }
    }
    void everyNotificationSurvivesARoundTrip()
    {
        for (const Notification& notification : oneOfEveryNotification()) {
            const std::string line = encodeNotification(notification);
            QVERIFY(isOneLine(line));
            const auto decoded = decodeFromBench(line);
            QVERIFY2(decoded.ok(), decoded.ok() ? "" : decoded.error().message().c_str());
            const auto* incoming = std::get_if<Notification>(&*decoded);
            QVERIFY(incoming != nullptr);
            QCOMPARE(incoming->index(), notification.index());
            QCOMPARE(encodeNotification(*incoming), line);
        }
    }
    void samplesArriveToTheLastBit()
    {
        RandomModels random(99);
        for (int i = 0; i < 300; ++i) {
            const Sample sample = random.sample();
            const auto decoded = decodeFromBench(encodeNotification(SweepSample{i, sample}));
            QVERIFY2(decoded.ok(), decoded.ok() ? "" : decoded.error().message().c_str());
            const auto& notification = std::get<Notification>(*decoded);
            QVERIFY(same(std::get<SweepSample>(notification).sample, sample));
            QCOMPARE(std::get<SweepSample>(notification).run, std::int64_t{i});
        }
    }
    void aPlanArrivesWhole()
    {
        Plan plan = aPlan();
        plan.strategy = Strategy::Full;
        plan.budget = Seconds(1.0 / 3.0);
        plan.targetInterval = 0.1 + 0.2;
        const auto decoded = requestIn(encodeRequest(1, StartSweep{plan, {}, false}));
        QVERIFY(std::get<StartSweep>(decoded.request).plan == plan);
    }
    void errorsArriveWithKindIdTextAndArguments()
    {
        const Error error{ErrorKind::Unsupported, "cpu.no-fp16", "%1 has no %2", {"this CPU", "fp16"}};
        for (const std::optional<std::int64_t> id : {std::optional<std::int64_t>{}, std::optional<std::int64_t>{-3}}) {
            const std::string line = encodeError(id, deviceErrorCode, error);
            QCOMPARE(objectIn(line)["error"].toObject()["message"].toString(), "this CPU has no fp16");
            const auto decoded = decodeFromBench(line);
            QVERIFY(decoded.ok());
            const auto& incoming = std::get<IncomingError>(*decoded);
            QVERIFY(incoming.id == id);
            QCOMPARE(incoming.code, deviceErrorCode);
            QVERIFY(same(incoming.error, error));
        }
    }
    void takesAnErrorOfAnotherProgramByItsMessage()
    {
        const std::string line = "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32000,\"message\":\"no\"}}";
        const auto decoded = decodeFromBench(line);
        QVERIFY(decoded.ok());
        QCOMPARE(std::get<IncomingError>(*decoded).error.message(), "no");
    }
    void writesJsonRpc()
    {
        const QJsonObject request = objectIn(encodeRequest(5, CancelSweep{7}));
        QCOMPARE(request["jsonrpc"].toString(), "2.0");
        QCOMPARE(request["id"].toInt(), 5);
        QCOMPARE(request["method"].toString(), "sweep/cancel");
        QCOMPARE(request["params"].toObject()["run"].toInt(), 7);
        const QJsonObject notification = objectIn(encodeNotification(Heartbeat{3}));
        QCOMPARE(notification["method"].toString(), "heartbeat");
        QVERIFY(!notification.contains("id"));
        const QJsonObject response = objectIn(encodeResponse(5, RunResult{8}));
        QCOMPARE(response["result"].toObject()["kind"].toString(), "run");
        QVERIFY(!response.contains("method"));
    }
    void parametersMayBeLeftOutWhereNothingIsAsked()
    {
        const auto decoded = requestIn("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"shutdown\"}");
        QVERIFY(std::holds_alternative<Shutdown>(decoded.request));
        const auto silent = requestIn("{\"jsonrpc\":\"2.0\",\"method\":\"probe/stop\"}");
        QVERIFY(!silent.id);
        QVERIFY(std::holds_alternative<StopProbe>(silent.request));
    }
    void progressThatOverrunsByARoundingErrorIsStillSent()
    {
        const auto decoded = decodeFromBench(
            encodeNotification(SweepProgress{1, 2, 2, 1.0000000000000002, Seconds(0.0)}));
        QVERIFY(decoded.ok());
        QCOMPARE(std::get<SweepProgress>(std::get<Notification>(*decoded)).fraction, 1.0);
    }
    void knownSamplesBeyondALineAreSplitWithoutLoss()
    {
        const auto known = RandomModels(3).samples(5000);
        const auto parts = splitToFit(StartSweep{aPlan(), known, false});
        QVERIFY(parts.size() > 2);
        std::vector<Sample> arrived;
        for (std::size_t i = 0; i < parts.size(); ++i) {
            const std::string line = encodeRequest(1, parts[i]);
            QVERIFY(line.size() <= maximumLineBytes);
            const auto request = std::get<StartSweep>(requestIn(line).request);
            QCOMPARE(request.moreKnown, i + 1 < parts.size());
            arrived.insert(arrived.end(), request.known.begin(), request.known.end());
            if (!request.moreKnown)
                QVERIFY(request.plan == aPlan());
        }
        QVERIFY(same(arrived, known));
    }
    void aLongPlanIsCountedBesideTheSamples()
    {
        Plan plan = aPlan();
        Axis sizes{AxisKind::Size, {}};
        for (std::int64_t i = 0; i < 45000; ++i)
            sizes.values.push_back(maximumElements - 45000 + i);
        plan.axes = {sizes};
        const auto known = RandomModels(3).samples(1200);
        std::size_t arrived = 0;
        for (const StartSweep& part : splitToFit(StartSweep{plan, known, false})) {
            QVERIFY(encodeRequest(std::numeric_limits<std::int64_t>::max(), part).size() <= maximumLineBytes);
            arrived += part.known.size();
        }
        QCOMPARE(arrived, known.size());
    }
    void aRequestThatFitsIsNotSplit()
    {
        const auto parts = splitToFit(StartSweep{aPlan(), RandomModels(3).samples(10), false});
        QCOMPARE(parts.size(), std::size_t{1});
        QCOMPARE(parts[0].known.size(), std::size_t{10});
    }
    void aMutatedSessionIsRefusedOrSound()
    {
        judgeMutations({toJson(aSmallSession())}, 1, [](const std::string& text) {
            const auto read = parseSession(text);
            if (!read.ok())
                return refused(!read.error().id.empty() && !read.error().message().empty());
            for (const Sample& sample : read->samples)
                if (!validate(sample.workload).ok() || !std::isfinite(sample.time.value())
                    || !(sample.time.value() > 0.0))
                    return accepted(false, "a sample is not sound");
            const auto again = parseSession(toJson(*read));
            return accepted(again.ok() && same(again->samples, read->samples), "what was written is not read again");
        });
    }
    void aMutatedRequestIsAnsweredOrSound()
    {
        std::vector<std::string> lines;
        for (const Request& request : oneOfEveryRequest())
            lines.push_back(encodeRequest(1, request));
        judgeMutations(lines, 2, [](const std::string& line) {
            const auto decoded = decodeRequest(line);
            if (const auto* failure = std::get_if<RequestFailure>(&decoded))
                return refused(decodeFromBench(encodeError(failure->id, failure->code, failure->error)).ok());
            const Request& request = std::get<IncomingRequest>(decoded).request;
            const auto* probe = std::get_if<SetProbe>(&request);
            const auto* start = std::get_if<StartSweep>(&request);
            if ((probe != nullptr && !validate(probe->workload).ok())
                || (start != nullptr && !start->moreKnown && !validate(start->plan).ok()))
                return accepted(false, "a workload or plan is not sound");
            return accepted(std::holds_alternative<IncomingRequest>(decodeRequest(encodeRequest(1, request))),
                            "what was written is not read again");
        });
    }
    void aMutatedLineFromTheBenchIsRefusedOrSound()
    {
        std::vector<std::string> lines;
        for (const Response& response : oneOfEveryResponse())
            lines.push_back(encodeResponse(1, response));
        for (const Notification& notification : oneOfEveryNotification())
            lines.push_back(encodeNotification(notification));
        lines.push_back(encodeError(3, deviceErrorCode, {ErrorKind::Timeout, "a.b", "%1", {"x"}}));
        judgeMutations(lines, 3, [](const std::string& line) {
            const auto decoded = decodeFromBench(line);
            if (!decoded.ok())
                return refused(!decoded.error().message().empty());
            const auto* notification = std::get_if<Notification>(&*decoded);
            return accepted(notification == nullptr || decodeFromBench(encodeNotification(*notification)).ok(),
                            "what was written is not read again");
        });
    }
    void aMutatedStreamNeverStopsTheLinesAfterIt()
    {
        std::string stream;
        for (const Notification& notification : oneOfEveryNotification())
            stream += encodeNotification(notification) + '\n';
        Mutator mutator(4);
        const std::string last = encodeNotification(Heartbeat{42});
        for (int i = 0; i < rounds / 8; ++i) {
            LineReader reader;
            reader.feed(mutator.mutate(stream) + "\n" + last + "\n");
            std::string line;
            while (const auto next = reader.next())
                line = next->ok() ? std::string(next->value()) : std::string();
            QCOMPARE(line, last);
        }
    }
};

RIDGEPOINT_TEST(MessagesTest)
#include "messages_test.moc"
