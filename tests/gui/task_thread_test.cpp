// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/base/task_thread.h"
#include "tests/support/test_main.h"

#include <memory>
#include <vector>

using namespace ridgepoint;

class TaskThreadTest : public test::Case {
    Q_OBJECT
private slots:
    void runsInItsOwnThreadAndReportsInTheAskersInOrder()
    {
        TaskThread thread;
        // Plain numbers on purpose: the thread's own ordering alone must make them safe, which a sanitizer checks.
        std::vector<int> worked;
        std::vector<int> reported;
        QThread* const mine = QThread::currentThread();
        bool wasElsewhere = true;
        bool cameBack = true;
        for (int i = 0; i < 100; ++i)
            thread.run(
                [&worked, &wasElsewhere, mine, i] {
                    worked.push_back(i);
                    wasElsewhere = wasElsewhere && QThread::currentThread() != mine;
                },
                [&reported, &cameBack, mine, i] {
                    reported.push_back(i);
                    cameBack = cameBack && QThread::currentThread() == mine;
                });
        QTRY_COMPARE(reported.size(), std::size_t{100});
        QVERIFY(wasElsewhere && cameBack);
        for (int i = 0; i < 100; ++i)
            QVERIFY(worked[static_cast<std::size_t>(i)] == i && reported[static_cast<std::size_t>(i)] == i);
    }
    void whatIsToldMeanwhileComesInOrderBeforeTheReport()
    {
        TaskThread thread;
        std::vector<int> told;
        QThread* const mine = QThread::currentThread();
        bool cameBack = true;
        thread.run(
            [&] {
                for (int i = 0; i < 100; ++i)
                    thread.report([&told, &cameBack, mine, i] {
                        told.push_back(i);
                        cameBack = cameBack && QThread::currentThread() == mine;
                    });
            },
            [&told] { told.push_back(100); });
        QTRY_COMPARE(told.size(), std::size_t{101});
        QVERIFY(cameBack);
        for (int i = 0; i <= 100; ++i)
            QCOMPARE(told[static_cast<std::size_t>(i)], i);
    }
    void finishingWaitsForTheWorkAndNotForTheReports()
    {
        TaskThread thread;
        int worked = 0;
        int reported = 0;
        for (int i = 0; i < 10; ++i)
            thread.run([&worked] { ++worked; }, [&reported] { ++reported; });
        thread.finish();
        QCOMPARE(worked, 10);
        QCOMPARE(reported, 0);
        QTRY_COMPARE(reported, 10);
    }
    void goingAwayRunsWhatWaitsAndReportsNothing()
    {
        int worked = 0;
        int reported = 0;
        {
            TaskThread thread;
            for (int i = 0; i < 10; ++i)
                thread.run([&worked] { ++worked; }, [&reported] { ++reported; });
        }
        QCOMPARE(worked, 10);
        QCoreApplication::processEvents();
        QCOMPARE(reported, 0);
    }
    void aReportMayAskForMore()
    {
        TaskThread thread;
        int rounds = 0;
        std::function<void()> again = [&] {
            if (++rounds < 5)
                thread.run([] {}, again);
        };
        thread.run([] {}, again);
        QTRY_COMPARE(rounds, 5);
    }
    void aThreadThatWasGivenNothingEnds() { const TaskThread thread; }
    void whatATaskHoldsIsFreedAfterItsReport()
    {
        TaskThread thread;
        const auto held = std::make_shared<int>(1);
        bool reported = false;
        thread.run([held] { ++*held; }, [held, &reported] { reported = true; });
        QTRY_VERIFY(reported);
        QCOMPARE(*held, 2);
        QTRY_COMPARE(held.use_count(), 1L);
    }
};

RIDGEPOINT_TEST(TaskThreadTest)
#include "task_thread_test.moc"
