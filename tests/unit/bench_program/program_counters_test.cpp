// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/bench/program_counters.h"
#include "tests/support/test_main.h"

#include <QTest>

#include <array>
#include <cerrno>

#include <fcntl.h>
#include <unistd.h>

using namespace ridgepoint;

namespace {

/// A descriptor that reads as a counter does: its count and, in ns, how long it was enabled and ran.
int countingDescriptor(std::array<std::uint64_t, 3> values)
{
    int ends[2] = {-1, -1};
    if (pipe2(ends, O_CLOEXEC) != 0)
        return -errno;
    const bool isWritten = write(ends[1], values.data(), sizeof values) == ssize_t{sizeof values};
    close(ends[1]);
    return isWritten ? ends[0] : -EIO;
}

} // namespace

class ProgramCountersTest : public test::Case {
    Q_OBJECT
private slots:
    void countsLanes()
    {
        const std::vector<FlopEvent> events{{0x3c7, 1.0}, {0x18c7, 4.0}};
        ProgramCounters counters(events, [](const FlopEvent& event) {
            return countingDescriptor({event.flops > 1.0 ? std::uint64_t{10} : std::uint64_t{3}, 100, 100});
        });
        const auto flops = counters.flops();
        QVERIFY(flops);
        QCOMPARE(flops->value(), 43.0);
        QVERIFY(!counters.isScaled() && counters.whyNot().empty());
    }
    void countersThatTookTurnsAreScaled()
    {
        const std::vector<FlopEvent> events{{0x3c7, 1.0}};
        ProgramCounters half(events, [](const FlopEvent&) { return countingDescriptor({10, 100, 50}); });
        QCOMPARE(half.flops()->value(), 20.0);
        QVERIFY(half.isScaled());
        ProgramCounters never(events, [](const FlopEvent&) { return countingDescriptor({0, 100, 0}); });
        QVERIFY(!never.flops());
        QVERIFY(never.whyNot().find("in use by another program") != std::string::npos);
    }
    // Mutation: the counters that opened stay.
    void aPartOfTheCountersCountsNothing()
    {
        const std::vector<FlopEvent> events{{1, 1.0}, {2, 1.0}};
        ProgramCounters counters(events, [](const FlopEvent& event) {
            return event.config == 1 ? countingDescriptor({1, 1, 1}) : -ENOENT;
        });
        QVERIFY(!counters.flops());
        QVERIFY(counters.whyNot().find("virtual machines") != std::string::npos);
        ProgramCounters none(std::vector<FlopEvent>{});
        QVERIFY(!none.flops() && none.whyNot().find("this processor") != std::string::npos);
    }
    void saysWhyTheKernelDoesNotCount_data()
    {
        QTest::addColumn<int>("error");
        QTest::addColumn<int>("paranoid"); // below -1: not known
        QTest::addColumn<QString>("says");
        QTest::newRow("no such counter") << ENOENT << 2 << "no counter of operations here, as in most virtual machines";
        QTest::newRow("not supported") << EOPNOTSUPP << 2 << "as in most virtual machines";
        QTest::newRow("no rights") << EACCES << 4 << "(perf_event_paranoid is 4); to try: sudo sysctl";
        QTest::newRow("not permitted") << EPERM << 3 << "(perf_event_paranoid is 3)";
        QTest::newRow("level unknown") << EPERM << -9 << "count operations; to try: sudo sysctl";
        QTest::newRow("a container") << EPERM << 2 << "--cap-add PERFMON";
        QTest::newRow("no call") << ENOSYS << 2 << "a filter (seccomp) hides it";
        QTest::newRow("another") << EMFILE << 2 << "Operations could not be counted: ";
    }
    void saysWhyTheKernelDoesNotCount()
    {
        QFETCH(int, error);
        QFETCH(int, paranoid);
        QFETCH(QString, says);
        const QString text = QString::fromStdString(
            whyNotCounted(error, paranoid < -1 ? std::nullopt : std::optional(paranoid)));
        QVERIFY2(text.contains(says), qPrintable(text));
        QVERIFY2(text.contains("; to try: ") && text.contains("ridgepoint.h") && text.endsWith('.')
                     && !text.contains('\n'),
                 qPrintable(text));
    }
    void knowsTheCountersOfAProcessor()
    {
        const auto eventsOf = [](const char* vendor, int family, int model, bool adx = true, bool hybrid = false) {
            return flopEventsOf({vendor, family, model, adx, hybrid});
        };
        QCOMPARE(eventsOf("GenuineIntel", 6, 0x8f).size(), std::size_t{5});
        QVERIFY(eventsOf("GenuineIntel", 6, 0x3f, false).empty());      // Haswell has none
        QVERIFY(eventsOf("GenuineIntel", 6, 0x97, true, true).empty()); // two kinds of cores
        QVERIFY(eventsOf("GenuineIntel", 6, 0xaf).empty());             // small cores only
        QVERIFY(eventsOf("AuthenticAMD", 0x17, 0x31) == (std::vector<FlopEvent>{{0xff03, 1.0}}));
        QVERIFY(eventsOf("AuthenticAMD", 0x19, 0x01) == (std::vector<FlopEvent>{{0x0f03, 1.0}}));
        QVERIFY(eventsOf("AuthenticAMD", 0x19, 0x61) == (std::vector<FlopEvent>{{0x1f03, 1.0}}));
        QVERIFY(eventsOf("AuthenticAMD", 0x15, 0x01).empty());
        QVERIFY(eventsOf("", 0, 0).empty());
    }
    void readsTheProcessorOfItsText()
    {
        const ProcessorModel processor = processorIn("processor\t: 0\nvendor_id\t: AuthenticAMD\ncpu family\t: 25\n"
                                                     "model\t\t: 17\nmodel name\t: X 9\nflags\t\t: fpu adx\n\n"
                                                     "processor\t: 1\nmodel\t\t: 18\n");
        QCOMPARE(processor.vendor, std::string("AuthenticAMD"));
        QCOMPARE(processor.family, 25);
        QCOMPARE(processor.model, 17);
        QVERIFY(processor.hasAdx);
        QVERIFY(processorIn("").vendor.empty() && !processorIn("flags : adxx").hasAdx);
    }
};

RIDGEPOINT_TEST(ProgramCountersTest)
#include "program_counters_test.moc"
