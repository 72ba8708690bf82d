// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/launch-modes/launch_modes.h"
#include "core/experiment/frame/experiment_result.h"
#include "tests/support/test_main.h"

#include <QString>

#include <cmath>
#include <utility>

using namespace ridgepoint;

namespace {

TimelineLane lane(const char* group, const char* name, std::vector<TimelineSpan> spans)
{
    return {.group = group, .name = name, .spans = std::move(spans)};
}
TimelineSpan work(double begin, double duration) { return {SpanKind::Work, "kernel", begin, duration}; }

/// Kernels of 2 us every 14 us, as in the published trace of an overhead-bound program.
LaunchRecording overheadBound()
{
    LaunchRecording recording;
    recording.method = "made up";
    ExecutionLane device{"device", {}};
    for (int i = 0; i < 8; ++i) {
        const double begin = 14e-6 * i;
        recording.host.push_back({HostDoing::Submits, {Seconds(begin - 1e-6), Seconds(begin)}});
        recording.host.push_back({HostDoing::Waits, {Seconds(begin), Seconds(begin + 2e-6)}});
        device.spans.push_back({Seconds(begin), Seconds(begin + 2e-6)});
    }
    recording.device = {device};
    return recording;
}

bool isWithinNano(double value, double wanted) { return std::abs(value - wanted) < 1e-9; }

} // namespace

class TimelineTest : public test::Case {
    Q_OBJECT
private slots:
    void aRecordingBecomesALaneOfTheHostAndOneOfTheDevice()
    {
        const auto lanes = lanesOf(overheadBound(), "wait-each", 1);
        QCOMPARE(lanes.size(), std::size_t{2});
        QCOMPARE(lanes[0].name, std::string("host"));
        QCOMPARE(lanes[0].spans.size(), std::size_t{16});
        QCOMPARE(lanes[0].spans[0].kind, SpanKind::Launch);
        QCOMPARE(lanes[0].spans[1].kind, SpanKind::Wait);
        QCOMPARE(lanes[1].spans.size(), std::size_t{8});
        QVERIFY(isWithinNano(lanes[1].spans[3].begin, 42e-6) && isWithinNano(lanes[1].spans[3].duration, 2e-6));
        for (const TimelineLane& one : lanes)
            QVERIFY(one.group == "wait-each" && one.plot == 1 && one.note == "made up");
    }
    void theIdleShareIsOfTheTimeFromTheFirstKernelToTheLast()
    {
        // Eight kernels of 2 us in 7 x 14 + 2 = 100 us.
        QVERIFY(isWithinNano(idleShare(lanesOf(overheadBound(), "g", 0), "g"), 0.84));
    }
    void kernelsBackToBackLeaveNothingIdle()
    {
        QVERIFY(isWithinNano(idleShare(std::vector{lane("g", "d", {work(0.0, 1.0), work(1.0, 2.0)})}, "g"), 0.0));
    }
    void severalLanesAreAveraged()
    {
        // One works throughout, the other half of the time.
        QVERIFY(isWithinNano(idleShare(std::vector{lane("g", "1", {work(0.0, 4.0)}), lane("g", "2", {work(1.0, 2.0)}),
                                                   lane("other", "3", {work(0.0, 1e3)})},
                                       "g"),
                             0.25));
    }
    void momentsThatOverlapAreCountedOnce()
    {
        QVERIFY(isWithinNano(
            idleShare(std::vector{lane("g", "1", {work(2.0, 2.0), work(0.0, 3.0), work(7.0, 1.0)})}, "g"), 3.0 / 8.0));
    }
    void withoutWorkThereIsNothingToSay()
    {
        QVERIFY(idleShare({}, "g") < 0.0);
        QVERIFY(idleShare(std::vector{lane("g", "host", {{SpanKind::Wait, "wait", 0.0, 1.0}})}, "g") < 0.0);
    }
    void idlenessIsSaidInWords()
    {
        ExperimentResult result{.id = "launch-modes", .device = "cpu", .parameters = {{"recorded", "4Ki"}}};
        for (TimelineLane& one : lanesOf(overheadBound(), "wait-each", 1))
            QVERIFY(result.put(std::move(one)));
        std::vector<Finding> findings;
        launching::addIdleness(result, findings);
        QCOMPARE(findings.size(), std::size_t{2});
        QCOMPARE(findingText(findings[0]),
                 std::string("wait-each, kernels of 4Ki elements: the device is idle 84.0 % of the time."));
        QCOMPARE(findingText(findings[1]), std::string("How the timeline was recorded: made up."));
    }
    void howItWasRecordedIsSaidOnceForAllModes()
    {
        ExperimentResult result{.id = "launch-modes", .device = "cuda:0", .parameters = {{"recorded", "4Ki"}}};
        for (const auto& [mode, method] : {std::pair{"wait-each", "by events; to 1 us"},
                                           {"queued", "by events; to 2 us"},
                                           {"graph", "by events; to 9 us"}}) {
            LaunchRecording recording = overheadBound();
            recording.method = method;
            for (TimelineLane& one : lanesOf(recording, mode, 1))
                QVERIFY(result.put(std::move(one)));
        }
        std::vector<Finding> findings;
        launching::addIdleness(result, findings);
        QCOMPARE(findings.size(), std::size_t{4});
        QCOMPARE(findingText(findings[3]), std::string("How the timeline was recorded: by events; to 1 us."));
    }

    void aLaneThatComesAgainTakesThePlaceOfTheFirst()
    {
        ExperimentResult result;
        QVERIFY(result.put(lane("g", "1", {work(0.0, 1.0)})));
        QVERIFY(result.put(lane("g", "2", {work(0.0, 1.0)})));
        QVERIFY(result.put(lane("g", "1", {work(5.0, 1.0), work(7.0, 1.0)})));
        QCOMPARE(result.lanes.size(), std::size_t{2});
        QCOMPARE(result.lanes[0].spans.size(), std::size_t{2});
    }
    void aResultIsBounded()
    {
        ExperimentResult result;
        QVERIFY(result.put(lane("g", "long", std::vector<TimelineSpan>(maximumTimelineSpans, work(0.0, 1.0)))));
        QVERIFY(!result.put(lane("g", "one more", {work(0.0, 1.0)})));
        QVERIFY(result.put(lane("g", "long", {})));
        for (std::size_t i = 1; i < maximumTimelineLanes; ++i)
            QVERIFY(result.put(lane("g", std::to_string(i).c_str(), {})));
        QVERIFY(!result.put(lane("g", "too many", {})));
    }
};

RIDGEPOINT_TEST(TimelineTest)
#include "experiment_timeline_test.moc"
