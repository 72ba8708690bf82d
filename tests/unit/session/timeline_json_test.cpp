// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/chrome_trace.h"
#include "core/session/session.h"
#include "tests/support/test_main.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <limits>

using namespace ridgepoint;

namespace {

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

QJsonArray eventsOf(const std::string& trace)
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

class TimelineTest : public test::Case {
    Q_OBJECT
private slots:
    void everyStretchIsACompleteEventInMicroseconds()
    {
        QList<QJsonObject> spans;
        for (const auto& event : eventsOf(chromeTrace(recorded())))
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
        for (const auto& one : eventsOf(chromeTrace(recorded()))) {
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
        for (const auto& one : eventsOf(chromeTrace(result)))
            if (one.toObject().value("ph").toString() == "X")
                processes << one.toObject().value("pid").toInt();
        QCOMPARE(processes, (QList<int>{1, 1, 2, 1}));
    }
    void withoutATimelineTheTraceIsEmptyAndNoFileIsWritten()
    {
        QVERIFY(eventsOf(chromeTrace({})).isEmpty());
        QVERIFY(QJsonDocument::fromJson(QByteArray::fromStdString(chromeTrace({}))).isObject());
        QTemporaryDir folder;
        const QString path = folder.filePath("t.json");
        const auto written = writeChromeTrace({}, path.toStdString());
        QVERIFY(!written.ok());
        QCOMPARE(written.error().id, std::string("trace.nothing"));
        QVERIFY(!QFile::exists(path));
        QVERIFY(writeChromeTrace(recorded(), path.toStdString()).ok());
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(eventsOf(file.readAll().toStdString()).size(), 14);
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

RIDGEPOINT_TEST(TimelineTest)
#include "timeline_json_test.moc"
