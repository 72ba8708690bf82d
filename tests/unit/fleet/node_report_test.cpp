// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/fleet/node_report.h"

#include "tests/support/test_main.h"

#include <QTest>

#include <algorithm>
#include <vector>

using namespace ridgepoint;

namespace {

constexpr const char* nonce = "0123456789abcdef";

NodeReport longReport(const std::string& name)
{
    NodeReport report{.name = name, .status = 0, .message = {}, .session = "{\"name\":\"" + name + "\",\"text\":\""};
    while (report.session.size() < 5000)
        report.session += "a word, \u00b5 and  two spaces ";
    report.session += "\"}";
    return report;
}

std::vector<std::string> linesOf(const NodeReport& report, const std::string& label)
{
    std::vector<std::string> lines;
    const PutLine put = [&](std::string_view line) { lines.push_back(label + ": " + std::string(line)); };
    putBegin(nonce, report.name, put);
    putReport(nonce, report, put);
    return lines;
}

/// The task that is done when all the lines are taken, and its report.
std::optional<NodeReport> reportOf(const std::vector<std::string>& lines, std::size_t task)
{
    NodeReports reports(nonce);
    bool isDone = false;
    for (const std::string& line : lines) {
        std::size_t of = 0;
        isDone = (reports.take(line, of) == NodeReports::Step::Done && of == task) || isDone;
    }
    return isDone ? reports.takeReport(task) : std::nullopt;
}

} // namespace

/// Reports of many nodes in one stream of labelled lines.
class NodeReportTest : public test::Case {
    Q_OBJECT
private slots:
    void everyLineIsShorterThanWhatSlurmCuts()
    {
        NodeReport report = longReport("node1");
        report.message = std::string(5000, 'x');
        for (const std::string& line : linesOf(report, "0"))
            QVERIFY(line.size() < 1000 && line.find('\n') == std::string::npos);
    }
    void reportsComeBackWholeHoweverTheyAreMixed()
    {
        const NodeReport first = longReport("node1");
        NodeReport second = longReport("node2");
        second.status = 3;
        second.message = "no such\ndevice";
        const std::vector<std::string> one = linesOf(first, "  7");
        const std::vector<std::string> other = linesOf(second, "12");
        std::vector<std::string> mixed{"srun: job 5 queued", "Welcome: to node1", "7: tcsh: no job control"};
        for (std::size_t i = 0; i < std::max(one.size(), other.size()); ++i) {
            if (i < one.size())
                mixed.push_back(one[i] + "\r"); // through a pseudo-terminal
            if (i < other.size())
                mixed.push_back(other[i]);
        }
        const auto back = reportOf(mixed, 7);
        QVERIFY(back.has_value());
        QCOMPARE(back->name, first.name);
        QCOMPARE(back->session, first.session);
        const auto backOther = reportOf(mixed, 12);
        QVERIFY(backOther.has_value());
        QCOMPARE(backOther->session, second.session);
        QCOMPARE(backOther->status, 3);
        QCOMPARE(backOther->message, std::string("no such device"));
    }
    // Mutations: no count of pieces; no checksum.
    void whatIsNotWholeIsNoReport_data()
    {
        QTest::addColumn<QString>("change");
        for (const char* change : {"a piece is missing", "two pieces are swapped", "a byte differs", "it never ends"})
            QTest::newRow(change) << change;
    }
    void whatIsNotWholeIsNoReport()
    {
        QFETCH(QString, change);
        std::vector<std::string> lines = linesOf(longReport("node1"), "1");
        QVERIFY(reportOf(lines, 1).has_value());
        if (change == "a piece is missing")
            lines.erase(lines.begin() + 2);
        if (change == "two pieces are swapped")
            std::swap(lines[2], lines[3]);
        if (change == "a byte differs")
            lines[2].back() = '!';
        if (change == "it never ends")
            lines.pop_back();
        QVERIFY(!reportOf(lines, 1).has_value());
    }
    void linesOfAnotherNonceAreLeftOut()
    {
        NodeReports reports("another");
        std::size_t task = 0;
        for (const std::string& line : linesOf(longReport("node1"), "1"))
            QVERIFY(reports.take(line, task) == NodeReports::Step::Nothing);
        QVERIFY(reports.nameOf(1).empty());
    }
    void linesOfATaskThatHasNotBegunAreLeftOut()
    {
        const std::vector<std::string> lines = linesOf(longReport("node1"), "1");
        QVERIFY(!reportOf({lines.begin() + 1, lines.end()}, 1).has_value());
    }
    void theChecksumIsThePublishedOne()
    {
        // Test vectors of FNV-1a, 64 bits.
        QCOMPARE(checksumOf(""), std::uint64_t{0xcbf29ce484222325U});
        QCOMPARE(checksumOf("foobar"), std::uint64_t{0x85944171f73967e8U});
    }
};

RIDGEPOINT_TEST(NodeReportTest)
#include "node_report_test.moc"
