// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cpu/thread_placement.h"
#include "core/cpu/cpu_backend.h"
#include "core/cpu/pool.h"
#include "tests/support/test_main.h"

#include <algorithm>
#include <sched.h>
#include <set>
#include <thread>

using namespace ridgepoint;

namespace {

/// Where each thread of a pool ran and might have run.
struct Seen {
    std::vector<int> ranOn;
    std::vector<std::vector<int>> allowed;
};

Seen lookAt(Pool& pool)
{
    const auto threads = static_cast<std::size_t>(pool.threads());
    Seen seen{.ranOn = std::vector<int>(threads), .allowed = std::vector<std::vector<int>>(threads)};
    pool.run(
        [](void* opaque, int thread) {
            auto& all = *static_cast<Seen*>(opaque);
            all.ranOn[static_cast<std::size_t>(thread)] = sched_getcpu();
            all.allowed[static_cast<std::size_t>(thread)] = allowedProcessors();
        },
        &seen);
    return seen;
}

/// Runs `work` on a thread of its own that may use these processors only, as a program under taskset would.
template <class Work> void underMask(const std::vector<int>& processors, Work work)
{
    std::thread([&] {
        cpu_set_t set;
        CPU_ZERO(&set);
        for (const int processor : processors)
            CPU_SET(static_cast<std::size_t>(processor), &set);
        if (sched_setaffinity(0, sizeof set, &set) == 0)
            work();
    }).join();
}

} // namespace

class PlacementTest : public QObject {
    Q_OBJECT
private slots:
    void init()
    {
        test::failOnQtWarnings();
        m_allowed = allowedProcessors();
    }

    void everyThreadGetsAProcessorOfItsOwn()
    {
        for (int threads = 2; threads <= static_cast<int>(m_allowed.size()); ++threads) {
            const std::vector<int> chosen = processorsFor(threads);
            QCOMPARE(chosen.size(), static_cast<std::size_t>(threads));
            QCOMPARE(std::set<int>(chosen.begin(), chosen.end()).size(), chosen.size());
            for (const int processor : chosen)
                QVERIFY(std::find(m_allowed.begin(), m_allowed.end(), processor) != m_allowed.end());
        }
    }
    void nothingIsBoundWhereItCouldOnlyHarm_data()
    {
        QTest::addColumn<int>("threads");
        QTest::newRow("one thread, which the system may move") << 1;
        QTest::newRow("more threads than processors") << static_cast<int>(allowedProcessors().size()) + 1;
        QTest::newRow("no threads") << 0;
        QTest::newRow("fewer than none") << -1;
    }
    void nothingIsBoundWhereItCouldOnlyHarm()
    {
        QFETCH(int, threads);
        QVERIFY(processorsFor(threads).empty());
    }
    void theMaskOfTheProgramIsRespected()
    {
        if (m_allowed.size() < 2)
            QSKIP("only one processor may be used here");
        const std::vector<int> last{m_allowed.back()};
        std::vector<int> seen;
        std::vector<int> forTwo{-1};
        int offered = 0;
        underMask(last, [&] {
            seen = allowedProcessors();
            forTwo = processorsFor(2);
            offered = makeCpuBackend()->info().threads;
        });
        QCOMPARE(seen, last);
        QVERIFY(forTwo.empty());
        QCOMPARE(offered, 1);
        QCOMPARE(allowedProcessors(), m_allowed);
    }

    void workersAreBoundAndTheCallerIsLeftAlone()
    {
        if (m_allowed.size() < 2)
            QSKIP("only one processor may be used here");
        Pool pool(2, {m_allowed[0], m_allowed[1]});
        const Seen seen = lookAt(pool);
        QCOMPARE(seen.allowed[1], std::vector<int>{m_allowed[1]});
        QCOMPARE(seen.ranOn[1], m_allowed[1]);
        QCOMPARE(seen.allowed[0], m_allowed);
    }
    void aProcessorThatDoesNotExistLeavesTheWorkerFree()
    {
        Pool pool(2, {0, 1000000});
        QCOMPARE(lookAt(pool).allowed[1], m_allowed);
        QVERIFY(!bindTo(1000000));
        QVERIFY(!bindTo(-1));
        QCOMPARE(allowedProcessors(), m_allowed);
    }

    void theCallerIsGivenBackItsProcessors()
    {
        {
            const BoundHere bound(m_allowed.back());
            QCOMPARE(allowedProcessors(), std::vector<int>{m_allowed.back()});
            QCOMPARE(sched_getcpu(), m_allowed.back());
        }
        QCOMPARE(allowedProcessors(), m_allowed);
        {
            const BoundHere refused(1000000);
            QCOMPARE(allowedProcessors(), m_allowed);
        }
        QCOMPARE(allowedProcessors(), m_allowed);
    }
    void measuringGivesTheCallerBackItsProcessors()
    {
        const auto backend = makeCpuBackend();
        if (!backend->info().available)
            QSKIP("the instruction set that was asked for is not available here");
        const auto work = backend->prepare(Workload{.elements = 4096, .threads = backend->info().threads});
        QVERIFY(work.ok());
        QVERIFY(work->run(3).ok());
        QCOMPARE(allowedProcessors(), m_allowed);
    }

private:
    std::vector<int> m_allowed;
};

RIDGEPOINT_TEST(PlacementTest)
#include "thread_placement_test.moc"
