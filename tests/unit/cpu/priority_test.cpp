// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cpu/machine.h"
#include "core/cpu/pool.h"
#include "tests/support/test_main.h"

#include <sys/resource.h>
#include <thread>

using namespace ridgepoint;

namespace {

/// What came of asking in a thread of its own, which the others of this program know nothing of.
struct Asked {
    explicit Asked(int startedAt = 0)
    {
        std::thread([&] {
            if (setpriority(PRIO_PROCESS, 0, startedAt) != 0)
                return;
            before = getpriority(PRIO_PROCESS, 0);
            granted = raisePriority();
            words = priorityWords();
            Pool pool(2);
            pool.run([](void* opaque,
                        int thread) { static_cast<Asked*>(opaque)->threads[thread] = getpriority(PRIO_PROCESS, 0); },
                     this);
        }).join();
    }
    int before = 0;
    int granted = 0;
    std::string words;
    int threads[2]{};
};

} // namespace

class PriorityTest : public test::Case {
    Q_OBJECT
private slots:
    void whatIsGrantedGoesForThreadsThatAreStartedAfter()
    {
        if (getpriority(PRIO_PROCESS, 0) != 0)
            QSKIP("the tests were started with another priority");
        const Asked asked;
        QVERIFY(asked.granted >= 0 && asked.granted <= 5);
        for (const int nice : asked.threads)
            QCOMPARE(nice, -asked.granted);
        QCOMPARE(asked.words,
                 asked.granted > 0 ? "raised (nice -" + std::to_string(asked.granted) + ")" : std::string("usual"));
        QCOMPARE(getpriority(PRIO_PROCESS, 0), 0); // of other threads nothing changes
    }

    void whoWasStartedWithLessKeepsIt()
    {
        const Asked asked(15);
        QCOMPARE(asked.before, 15);
        QCOMPARE(asked.granted, 0);
        for (const int nice : asked.threads)
            QCOMPARE(nice, 15);
        QCOMPARE(asked.words, std::string("lowered (nice 15)"));
    }
};

RIDGEPOINT_TEST(PriorityTest)
#include "priority_test.moc"
