// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cpu/pool.h"
#include "tests/support/test_main.h"

#include <chrono>
#include <limits>
#include <xmmintrin.h>

using namespace ridgepoint;

namespace {

struct alignas(64) Slot {
    long runs = 0;
    bool wasOrdered = true;
};

struct Shared {
    Pool* pool = nullptr;
    std::vector<Slot> counters;
    long phases = 0;
};

/// Long enough for waiting threads to give up spinning and fall asleep.
void workLongerThanSpinning()
{
    const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(5);
    while (std::chrono::steady_clock::now() < end)
        _mm_pause();
}

} // namespace

class PoolTest : public test::Case {
    Q_OBJECT
private slots:
    void everyThreadRunsEveryJobOnce_data() { addThreadCounts(); }
    void everyThreadRunsEveryJobOnce()
    {
        QFETCH(int, threads);
        Pool pool(threads);
        QCOMPARE(pool.threads(), threads);
        Shared shared{.pool = &pool, .counters = std::vector<Slot>(static_cast<std::size_t>(threads))};
        // Plain numbers on purpose: the pool alone must order what threads write, which a sanitizer checks.
        for (int job = 0; job < 500; ++job) {
            pool.run(
                [](void* context, int thread) {
                    ++static_cast<Shared*>(context)->counters[static_cast<std::size_t>(thread)].runs;
                },
                &shared);
            for (const Slot& slot : shared.counters)
                QCOMPARE(slot.runs, job + 1L);
        }
    }

    void nobodyPassesABarrierBeforeEveryoneCame_data() { addThreadCounts(); }
    void nobodyPassesABarrierBeforeEveryoneCame()
    {
        QFETCH(int, threads);
        Pool pool(threads);
        Shared shared{.pool = &pool, .counters = std::vector<Slot>(static_cast<std::size_t>(threads)), .phases = 200};
        pool.run(
            [](void* context, int thread) {
                auto& all = *static_cast<Shared*>(context);
                Slot& own = all.counters[static_cast<std::size_t>(thread)];
                for (long phase = 1; phase <= all.phases; ++phase) {
                    own.runs = phase;
                    all.pool->barrier(thread);
                    for (const Slot& other : all.counters)
                        own.wasOrdered = own.wasOrdered && other.runs == phase;
                    all.pool->barrier(thread);
                }
            },
            &shared);
        for (const Slot& slot : shared.counters) {
            QCOMPARE(slot.runs, shared.phases);
            QVERIFY(slot.wasOrdered);
        }
    }

    void sleepersWakeForTheNextJob()
    {
        Pool pool(3);
        Shared shared{.pool = &pool, .counters = std::vector<Slot>(3)};
        for (int job = 0; job < 20; ++job) {
            workLongerThanSpinning();
            pool.run(
                [](void* context, int thread) {
                    ++static_cast<Shared*>(context)->counters[static_cast<std::size_t>(thread)].runs;
                },
                &shared);
        }
        for (const Slot& slot : shared.counters)
            QCOMPARE(slot.runs, 20L);
    }

    void aCallerWaitsForASlowThread()
    {
        Pool pool(2);
        bool done = false;
        pool.run(
            [](void* context, int thread) {
                if (thread == 1) {
                    workLongerThanSpinning();
                    *static_cast<bool*>(context) = true;
                }
            },
            &done);
        QVERIFY(done);
    }

    void poolsComeAndGo()
    {
        for (int i = 0; i < 200; ++i) {
            Pool pool(1 + i % 4);
            if (i % 3 != 0)
                pool.run([](void*, int) {}, nullptr);
        }
    }

    void everyThreadFlushesDenormals()
    {
        const unsigned before = _mm_getcsr();
        {
            const FlushDenormals flush;
            Pool pool(3);
            double results[3] = {1.0, 1.0, 1.0};
            pool.run(
                [](void* context, int thread) {
                    volatile double small = std::numeric_limits<double>::min();
                    static_cast<double*>(context)[thread] = small / 2.0;
                },
                results);
            for (const double result : results)
                QCOMPARE(result, 0.0);
        }
        QCOMPARE(_mm_getcsr() & ~0x3FU, before & ~0x3FU);
    }

private:
    static void addThreadCounts()
    {
        QTest::addColumn<int>("threads");
        for (const int threads : {1, 2, 3, 4, 7})
            QTest::addRow("%d threads", threads) << threads;
    }
};

RIDGEPOINT_TEST(PoolTest)
#include "pool_test.moc"
