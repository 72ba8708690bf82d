// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cpu/line_cycle.h"

#include "core/cpu/buffer.h"
#include "tests/support/test_main.h"

#include <set>
#include <vector>

using namespace ridgepoint;

class LineCycleTest : public test::Case {
    Q_OBJECT
private slots:
    void goesThroughOneLineOfEveryPartAndBack_data()
    {
        QTest::addColumn<int>("lines");
        QTest::addColumn<int>("count");
        QTest::newRow("two lines") << 2 << 2;
        QTest::newRow("every line") << 1000 << 1000;
        QTest::newRow("one of seven") << 7000 << 1000;
        QTest::newRow("parts that leave a rest") << 1003 << 250;
    }
    void goesThroughOneLineOfEveryPartAndBack()
    {
        QFETCH(int, lines);
        QFETCH(int, count);
        const auto buffer = Buffer::allocate(static_cast<std::size_t>(lines) * lineBytes);
        QVERIFY(buffer.ok());
        const std::vector<std::uint32_t> order = linkLines(buffer->data(), static_cast<std::size_t>(lines),
                                                           static_cast<std::size_t>(count));
        QCOMPARE(order.size(), static_cast<std::size_t>(count));
        const auto lineAt = [&](const void* place) {
            return (static_cast<const std::byte*>(place) - buffer->data()) / static_cast<std::ptrdiff_t>(lineBytes);
        };
        std::set<std::ptrdiff_t> parts;
        const void* place = buffer->data() + order.front() * lineBytes;
        for (const std::uint32_t line : order) {
            QCOMPARE(lineAt(place), static_cast<std::ptrdiff_t>(line));
            parts.insert(lineAt(place) / (lines / count));
            place = followLines(place, 1);
        }
        QCOMPARE(static_cast<int>(parts.size()), count);
        QCOMPARE(lineAt(place), static_cast<std::ptrdiff_t>(order.front()));
    }
    void followsAsManyLinksAsAsked()
    {
        const auto buffer = Buffer::allocate(512 * lineBytes);
        QVERIFY(buffer.ok());
        const std::vector<std::uint32_t> order = linkLines(buffer->data(), 512, 512);
        for (const int loads : {0, 1, 7, 8, 9, 100, 511, 512, 1000})
            QCOMPARE(
                followLines(buffer->data() + order[0] * lineBytes, loads),
                static_cast<const void*>(buffer->data() + order[static_cast<std::size_t>(loads % 512)] * lineBytes));
    }
    void neighboursAreNoStepApart()
    {
        // A prefetcher guesses the next line or a constant step: few of the links may have either.
        const auto buffer = Buffer::allocate(4096 * lineBytes);
        QVERIFY(buffer.ok());
        const std::vector<std::uint32_t> order = linkLines(buffer->data(), 4096, 4096);
        int near = 0;
        int repeated = 0;
        for (std::size_t i = 2; i < order.size(); ++i) {
            const auto step = [&](std::size_t at) {
                return static_cast<std::int64_t>(order[at]) - static_cast<std::int64_t>(order[at - 1]);
            };
            near += std::abs(step(i)) <= 2 ? 1 : 0;
            repeated += step(i) == step(i - 1) ? 1 : 0;
        }
        QVERIFY2(near < 40, std::to_string(near).c_str());
        QVERIFY2(repeated < 40, std::to_string(repeated).c_str());
    }
};

RIDGEPOINT_TEST(LineCycleTest)
#include "line_cycle_test.moc"
