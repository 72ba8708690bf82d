// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/runtime/profiled_run.h"

#include "tests/gpu/runtime/fake_cuda.h"
#include "tests/support/test_main.h"

#include <QTest>

#include <cmath>
#include <functional>

using namespace ridgepoint;

namespace {

/// The time of day of November 2026 in nanoseconds: 61 bits, more than a floating-point number tells apart.
constexpr std::uint64_t today = 1'795'344'556'234'780'401;

bool isNear(Seconds a, double wanted, double by = 1e-12) { return std::abs(a.value() - wanted) < by; }

CommonMoment moment(double microseconds, double uncertainty = 0.05)
{
    return {Seconds(50.0 + microseconds * 1e-6), today + static_cast<std::uint64_t>(microseconds * 1e3), Seconds(uncertainty * 1e-6)};
}

Activity activity(int beginMicroseconds, int endMicroseconds)
{
    return {today + static_cast<std::uint64_t>(beginMicroseconds * 1000), today + static_cast<std::uint64_t>(endMicroseconds * 1000)};
}

HostSpan host(HostDoing doing, double begin, double end) { return {doing, {Seconds(50.0 + begin * 1e-6), Seconds(50.0 + end * 1e-6)}}; }

/// Two kernels of 5 us, handed over at 10 and 13 us and waited for until 40 us; one of the warm-up before them.
ProfiledRun goodRun()
{
    ProfiledRun run;
    run.host = {host(HostDoing::Submits, 10, 12), host(HostDoing::Submits, 13, 15), host(HostDoing::Waits, 15, 40)};
    run.records.kernels = {activity(30, 35), activity(-20, -15), activity(20, 25)};
    run.records.calls = {activity(11, 12), activity(-30, -29), activity(13, 14), activity(16, 39)};
    run.before = moment(0);
    run.after = moment(50);
    run.kernels = 2;
    return run;
}

} // namespace

class ProfiledRunTest : public QObject {
    Q_OBJECT
private slots:
    void init() { test::failOnQtWarnings(); }

    void kernelsLieWhereTheyRanSinceTheFirstLaunch()
    {
        const auto recording = recordingOf(goodRun(), "NVIDIA H200", "CUPTI (libcupti.so.13)");
        QVERIFY(recording.ok());
        QCOMPARE(recording->device.size(), std::size_t{1});
        QCOMPARE(recording->device[0].name, std::string("NVIDIA H200"));
        const std::vector<RecordedSpan>& kernels = recording->device[0].spans;
        QCOMPARE(kernels.size(), std::size_t{2}); // the warm-up's is not one of the chain
        QVERIFY(isNear(kernels[0].begin, 10e-6) && isNear(kernels[0].end, 15e-6) && isNear(kernels[1].begin, 20e-6));
        QCOMPARE(recording->host.size(), std::size_t{3});
        QVERIFY(isNear(recording->host[0].span.begin, 0.0) && isNear(recording->host[2].span.end, 30e-6));
        QVERIFY2(recording->method.starts_with("device spans recorded by CUPTI (libcupti.so.13);"), recording->method.c_str());
        QVERIFY2(recording->method.ends_with("both clocks agree to within 0.05 us"), recording->method.c_str());
    }
    void copiesAreToldApartFromKernels()
    {
        ProfiledRun run = goodRun();
        run.records.copies = {activity(26, 28), activity(-9, -8)};
        const auto recording = recordingOf(run, "d", "p");
        QVERIFY(recording.ok());
        QCOMPARE(recording->device[0].copies.size(), std::size_t{1});
        QVERIFY(isNear(recording->device[0].copies[0].begin, 16e-6));
    }
    void whereTheLanesContradictEachOtherTheClocksAgreeWorse_data()
    {
        QTest::addColumn<int>("way");
        QTest::addColumn<QString>("agreement");
        QTest::newRow("a kernel began before its launch") << 0 << "4 us";
        QTest::newRow("a kernel ended after it was waited for") << 1 << "3 us";
        QTest::newRow("a call began before the clock was read") << 2 << "1 us";
        QTest::newRow("a call ended after the clock was read") << 3 << "2 us";
        QTest::newRow("a call of nobody's") << 4 << "0.05 us";
    }
    void whereTheLanesContradictEachOtherTheClocksAgreeWorse()
    {
        QFETCH(int, way);
        QFETCH(QString, agreement);
        ProfiledRun run = goodRun();
        switch (way) {
        case 0: run.records.kernels = {activity(6, 12), activity(20, 25)}; break;
        case 1: run.records.kernels = {activity(20, 25), activity(36, 43)}; break;
        case 2: run.records.calls = {activity(9, 11)}; break;
        case 3: run.records.calls = {activity(16, 42)}; break;
        default: run.records.calls = {activity(42, 44)}; break;
        }
        const auto recording = recordingOf(run, "d", "p");
        QVERIFY(recording.ok());
        QVERIFY2(QString::fromStdString(recording->method).endsWith("agree to within " + agreement), recording->method.c_str());
    }
    void aGraphsKernelsAllFollowItsOneLaunch()
    {
        ProfiledRun run = goodRun();
        run.host = {host(HostDoing::Submits, 10, 12), host(HostDoing::Waits, 12, 40)};
        const auto recording = recordingOf(run, "d", "p");
        QVERIFY(recording.ok());
        QVERIFY2(recording->method.ends_with("agree to within 0.05 us"), recording->method.c_str());
    }
    void recordsThatCannotBeRightAreRefused_data()
    {
        QTest::addColumn<int>("way");
        QTest::addColumn<QString>("words");
        QTest::newRow("lost records") << 0 << "CUPTI lost 3 of its records";
        QTest::newRow("no kernels at all") << 1 << "CUPTI told of 0 kernels where 2 ran";
        QTest::newRow("too few") << 2 << "CUPTI told of 1 kernels where 2 ran";
        QTest::newRow("too many") << 3 << "CUPTI told of 3 kernels where 2 ran";
        QTest::newRow("no times") << 4 << "CUPTI kept no times of a kernel";
        QTest::newRow("ends before it begins") << 5 << "CUPTI kept no times of a kernel";
        QTest::newRow("before the run") << 6 << "CUPTI told of kernels at times when none ran";
        QTest::newRow("after the run") << 7 << "CUPTI told of kernels at times when none ran";
    }
    void recordsThatCannotBeRightAreRefused()
    {
        QFETCH(int, way);
        QFETCH(QString, words);
        ProfiledRun run = goodRun();
        std::vector<Activity>& kernels = run.records.kernels;
        switch (way) {
        case 0: run.records.lost = 3; break;
        case 1: kernels.clear(); break;
        case 2: kernels.pop_back(); break;
        case 3: kernels.push_back(activity(37, 38)); break;
        case 4: kernels.back() = {}; break;
        case 5: kernels.back() = activity(25, 20); break;
        case 6: kernels.back() = activity(-3, 4); break;
        default: kernels.back() = activity(60, 70); break;
        }
        const auto recording = recordingOf(run, "d", "CUPTI");
        QVERIFY(!recording.ok());
        QCOMPARE(QString::fromStdString(recording.error().message()), words);
    }

    void aClockThatIsSlewedIsFollowed()
    {
        // 500 parts in a million slow: half a microsecond in the millisecond between the readings.
        const CommonMoment first = moment(0);
        const CommonMoment second{first.host + Seconds(1e-3), first.profiler + 999'500, Seconds(1e-7)};
        const auto clock = ProfilerClock::between(first, second);
        QVERIFY(clock.ok());
        QVERIFY(isNear(clock->hostTime(first.profiler), 50.0));
        QVERIFY(isNear(clock->hostTime(second.profiler) - first.host, 1e-3));
        QVERIFY(isNear(clock->hostTime(first.profiler + 499'750) - first.host, 0.5e-3));
        QVERIFY(isNear(clock->uncertainty(), 1e-7)); // the worse of both
    }
    void nanosecondsOfTheTimeOfDayAreKept()
    {
        const auto clock = ProfilerClock::between(moment(0), moment(1000));
        QVERIFY(clock.ok());
        QVERIFY(isNear(clock->hostTime(today + 1) - clock->hostTime(today), 1e-9, 1e-13));
        QVERIFY(isNear(clock->hostTime(today - 7) - clock->hostTime(today), -7e-9, 1e-13));
    }
    void aClockThatWasSetIsRefused_data()
    {
        QTest::addColumn<qlonglong>("by"); // nanoseconds
        QTest::newRow("back") << -2'000'000'000LL;
        QTest::newRow("ahead") << 2'000'000'000LL;
        QTest::newRow("by little") << 20'000LL;
    }
    void aClockThatWasSetIsRefused()
    {
        QFETCH(qlonglong, by);
        CommonMoment second = moment(1000);
        second.profiler += static_cast<std::uint64_t>(by);
        const auto clock = ProfilerClock::between(moment(0), second);
        QVERIFY(!clock.ok());
        QVERIFY2(clock.error().message().find("a clock was set while it recorded") == 0, clock.error().message().c_str());
    }

    void theClosestOfSomeReadingsCounts()
    {
        /// Answers after a time of the fake's clock: the sixth time the fastest.
        class Clock final : public ActivityRecorder {
        public:
            explicit Clock(test::FakeCuda& cuda) : m_cuda(cuda) {}
            [[nodiscard]] std::string name() const override { return "clock"; }
            [[nodiscard]] Result<void> start() override { return {}; }
            [[nodiscard]] Result<std::uint64_t> timestamp() override
            {
                const double takes = ++m_asked == 6 ? 0.2e-6 : 3e-6;
                m_cuda.advance(takes / 2.0);
                const double time = m_cuda.hostTime().value();
                m_cuda.advance(takes / 2.0);
                return static_cast<std::uint64_t>(std::llround((time - 100.0) * 1e9));
            }
            [[nodiscard]] Result<ActivityRecords> take() override { return ActivityRecords{}; }
            [[nodiscard]] Result<void> stop() override { return {}; }

        private:
            test::FakeCuda& m_cuda;
            int m_asked = 0;
        };
        test::FakeCuda cuda;
        Clock recorder(cuda);
        const auto both = readBothClocks(cuda, recorder);
        QVERIFY(both.ok());
        QVERIFY(both->uncertainty > Seconds(0.1e-6) && both->uncertainty < Seconds(0.12e-6));
        QVERIFY(isNear(both->host - Seconds(100.0), static_cast<double>(both->profiler) * 1e-9, both->uncertainty.value()));
    }
};

QTEST_GUILESS_MAIN(ProfiledRunTest)
#include "profiled_run_test.moc"
