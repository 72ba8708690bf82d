// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/protocol/messages.h"
#include "tests/support/test_main.h"
#include "tests/unit/protocol/sample_messages.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

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
};

RIDGEPOINT_TEST(MessagesTest)
#include "messages_test.moc"
