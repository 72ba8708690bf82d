// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/sweep/probe_runner.h"
#include "tests/support/model_backend.h"
#include "tests/support/test_main.h"

#include <QTest>

#include <utility>

using namespace ridgepoint;
using test::FakeClock;
using test::ModelBackend;

class ProbeRunnerTest : public test::Case {
    Q_OBJECT
private slots:
    void givesASampleFortyTimesASecond_data()
    {
        QTest::addColumn<qint64>("elements");
        QTest::newRow("microseconds a run") << qint64{1024};
        QTest::newRow("a millisecond a run") << (qint64{8} << 20);
        QTest::newRow("tens of milliseconds a run") << (qint64{512} << 20);
    }
    void givesASampleFortyTimesASecond()
    {
        QFETCH(qint64, elements);
        FakeClock clock;
        ModelBackend backend({}, clock);
        Workload workload{.elements = elements};
        ProbeRunner probe(backend, workload, clock);
        int samples = 0;
        double last = clock.now().value();
        const double oneRun = backend.device().time(workload);
        for (int step = 0; step < 2000 && samples < 5; ++step) {
            const double before = clock.now().value();
            const auto result = probe.step();
            QVERIFY(result.ok());
            QVERIFY(clock.now().value() - before <= 0.012 + 3.5 * oneRun);
            if (!result->has_value())
                continue;
            ++samples;
            QVERIFY((*result)->readings > 0);
            QCOMPARE((*result)->workload, workload);
            QVERIFY(std::abs((*result)->time.value() / oneRun - 1.0) < 0.06);
            QVERIFY(clock.now().value() - last >= 0.025);
            QVERIFY(clock.now().value() - last <= 0.04 + 3.5 * oneRun);
            last = clock.now().value();
        }
        QCOMPARE(samples, 5);
        // Nothing else runs in between, so the work is prepared once.
        QCOMPARE(backend.visits().size(), std::size_t{1});
    }
    void warmsTheWorkAgainAfterAPause()
    {
        FakeClock clock;
        ModelBackend backend({.noise = 0.0}, clock);
        bool isCold = false;
        backend.intercept([&](const Workload&, std::int64_t, BatchTiming timing) -> Result<BatchTiming> {
            if (std::exchange(isCold, false))
                timing.time = timing.time * 3.0;
            return timing;
        });
        const Workload workload{.elements = 1 << 20};
        ProbeRunner probe(backend, workload, clock);
        const auto nextSample = [&] {
            auto step = probe.step();
            while (step.ok() && !step->has_value())
                step = probe.step();
            return step.ok() ? **step : Sample{};
        };
        QVERIFY(nextSample().readings > 0);
        probe.pause();
        isCold = true;
        const Sample sample = nextSample();
        QVERIFY(!sample.keptReadings.empty());
        for (const float reading : sample.keptReadings)
            QVERIFY(reading < 1.5 * backend.device().time(workload));
        QCOMPARE(backend.visits().size(), std::size_t{1});
    }
    void handsOnTheDevicesError()
    {
        FakeClock clock;
        ModelBackend backend({.memoryBytes = 10.0}, clock);
        ProbeRunner probe(backend, Workload{.elements = 1024}, clock);
        const auto result = probe.step();
        QVERIFY(!result.ok());
        QCOMPARE(result.error().kind, ErrorKind::Unavailable);
    }
    void timesThatAreNoTimesEndInAnError()
    {
        FakeClock clock;
        ModelBackend backend({}, clock);
        backend.intercept([](const Workload&, std::int64_t, BatchTiming timing) -> Result<BatchTiming> {
            timing.time = Seconds(0.0);
            return timing;
        });
        ProbeRunner probe(backend, Workload{}, clock);
        const auto result = probe.step();
        QVERIFY(!result.ok());
        QCOMPARE(result.error().id, std::string("sweep.no-time"));
    }
};

RIDGEPOINT_TEST(ProbeRunnerTest)
#include "probe_runner_test.moc"
