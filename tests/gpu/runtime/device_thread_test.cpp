// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/runtime/device_thread.h"
#include "tests/support/test_main.h"

#include <QTest>

#include <atomic>
#include <future>
#include <limits>
#include <thread>

using namespace ridgepoint;

namespace {

const DeviceThread::Patience plenty{.deadline = Seconds(60.0), .mention = {}, .remark = {}};

} // namespace

class DeviceThreadTest : public ridgepoint::test::Case {
    Q_OBJECT
private slots:
    void callsRunInOneThreadOfTheirOwnInOrder()
    {
        DeviceThread thread;
        std::vector<int> order;
        const auto first = thread.call<std::thread::id>(plenty, [&] {
            order.push_back(1);
            return std::this_thread::get_id();
        });
        thread.post([&] { order.push_back(2); });
        const auto second = thread.call<std::thread::id>(plenty, [&] {
            order.push_back(3);
            return std::this_thread::get_id();
        });
        QVERIFY(first && second && *first == *second && *first != std::this_thread::get_id());
        QVERIFY((order == std::vector<int>{1, 2, 3}));
        QVERIFY(!thread.stuck());
    }
    void whatACallOwnsEndsInTheThreadBeforeItsResultIsSeen()
    {
        DeviceThread thread;
        std::thread::id endedIn;
        std::thread::id ranIn;
        {
            std::shared_ptr<int> owned(new int(5), [&](int* value) {
                endedIn = std::this_thread::get_id();
                delete value;
            });
            QCOMPARE(thread.call<int>(plenty,
                                      [&ranIn, held = std::move(owned)] {
                                          ranIn = std::this_thread::get_id();
                                          return *held;
                                      }),
                     std::optional(5));
        }
        QVERIFY(endedIn == ranIn && endedIn != std::thread::id());
    }
    void aResultThatCannotBeCopiedComesBack()
    {
        DeviceThread thread;
        const auto result = thread.call<std::unique_ptr<int>>(plenty, [] { return std::make_unique<int>(3); });
        QVERIFY(result && **result == 3);
    }
    void aCallThatDoesNotComeBackIsLeftBehind()
    {
        auto release = std::make_shared<std::promise<void>>();
        auto after = std::make_shared<std::atomic<bool>>(false);
        {
            DeviceThread thread;
            const auto waited = thread.call<int>({.deadline = Seconds(0.01), .mention = {}, .remark = {}}, [release] {
                release->get_future().wait();
                return 1;
            });
            QVERIFY(!waited && thread.stuck() && DeviceThread::anyStuck());
            thread.post([after] { *after = true; });
            QVERIFY(!thread.call<int>(plenty, [] { return 2; }));
        } // does not wait
        release->set_value();
        QVERIFY(!*after);
    }
    void lettingGoThatDoesNotComeBackIsLeftBehindToo()
    {
        auto release = std::make_shared<std::promise<void>>();
        auto after = std::make_shared<std::atomic<bool>>(false);
        {
            DeviceThread thread(Seconds(0.01));
            thread.post([release] { release->get_future().wait(); });
            thread.post([after] { *after = true; });
        } // waits for a hundredth of a second and no longer
        QVERIFY(DeviceThread::anyStuck());
        release->set_value();
        QVERIFY(!*after);
    }
    void aDeadlineBeyondWhatTheClockCanHoldIsADeadlineAllTheSame()
    {
        DeviceThread thread;
        for (const double seconds : {1e12, 1e300, std::numeric_limits<double>::infinity()})
            QVERIFY(thread.call<int>({.deadline = Seconds(seconds), .mention = {}, .remark = {}}, [] { return 1; }));
    }
    void aRemarkIsMadeOnceWhileACallTakesLong()
    {
        DeviceThread thread;
        std::promise<void> release;
        int remarks = 0;
        const auto result = thread.call<int>({.deadline = Seconds(60.0),
                                              .mention = Seconds(0.005),
                                              .remark =
                                                  [&] {
                                                      ++remarks;
                                                      release.set_value();
                                                  }},
                                             [&] {
                                                 release.get_future().wait();
                                                 return 4;
                                             });
        QCOMPARE(result, std::optional(4));
        QCOMPARE(remarks, 1);
    }
    void aQuickCallIsNotRemarkedOn()
    {
        DeviceThread thread;
        int remarks = 0;
        QVERIFY(thread.call<int>({.deadline = Seconds(60.0), .mention = Seconds(30.0), .remark = [&] { ++remarks; }},
                                 [] { return 1; }));
        QCOMPARE(remarks, 0);
    }
    void whatWaitsIsDoneBeforeTheThreadEnds()
    {
        int done = 0;
        {
            DeviceThread thread;
            for (int i = 0; i < 100; ++i)
                thread.post([&] { ++done; });
        }
        QCOMPARE(done, 100);
    }
};

RIDGEPOINT_TEST(DeviceThreadTest)
#include "device_thread_test.moc"
