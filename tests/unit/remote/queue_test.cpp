// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/remote/queue.h"
#include "tests/support/test_main.h"

#include <QTest>

using namespace ridgepoint;
using namespace ridgepoint::remote;

class QueueTest : public test::Case {
    Q_OBJECT
private slots:
    void srunSaysWhichJobWaits()
    {
        QVERIFY(jobFromSrun("srun: job 4711 queued and waiting for resources\n") == "4711");
        QVERIFY(!jobFromSrun("srun: job 4711 has been allocated resources\n"));
        QVERIFY(!jobFromSrun("srun: job 47"));
        QVERIFY(!jobFromSrun("srun: job  queued"));
    }
    void theQueueIsReadByPartition()
    {
        const std::string_view list = "90|cpu|Resources|2026-11-26T20:00:00\n"
                                      "77|gpu|Resources|N/A\n"
                                      "78_[1-9]|gpu|Priority|N/A\n"
                                      "4711|gpu|Priority|2026-11-27T08:30:00\n";
        const auto state = queueStateFrom(list, "4711");
        QVERIFY(state);
        QCOMPARE(state->reason, std::string("Priority"));
        QCOMPARE(state->position, 3);
        QCOMPARE(state->start, std::string("2026-11-27T08:30:00"));
        QVERIFY(queueStateFrom(list, "77")->start.empty());
        QVERIFY(!queueStateFrom(list, "471"));
        QVERIFY(!queueStateFrom("", "4711"));
        const auto odd = queueStateFrom("4711", "4711");
        QVERIFY(odd && odd->reason.empty() && odd->position == 1);
        QVERIFY(queueStateFrom("1|p|None|N/A\n", "1")->reason.empty());
    }
    void someReasonsDoNotEnd()
    {
        QVERIFY(neverStarts("PartitionTimeLimit") && neverStarts("JobHeldAdmin"));
        for (const char* reason : {"", "Priority", "Resources", "QOSMaxJobsPerUserLimit"})
            QVERIFY2(!neverStarts(reason), reason);
    }
};

RIDGEPOINT_TEST(QueueTest)
#include "queue_test.moc"
