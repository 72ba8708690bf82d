// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/bench/option_values.h"
#include "tests/support/test_main.h"
#include "tests/unit/bench_program/bench_rig.h"

#include <QFile>
#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <set>

using namespace ridgepoint;
using test::BenchRig;
using test::Ran;

namespace {

const std::vector<std::string> subcommands{"devices", "roofs", "sweep",    "experiment", "lesson", "fleet",
                                           "import",  "run",   "selftest", "timing",     "serve"};

/// The long names of the options that a subcommand's --help lists, and of those the ones with a value.
struct Listed {
    std::set<QString> all;
    std::set<QString> withValue;
};

Listed listedBy(const std::string& subcommand)
{
    BenchRig rig;
    const QString help = rig.run({subcommand, "--help"}).out;
    Listed listed;
    const QRegularExpression option(QStringLiteral("^  (?:-.,)?(--[a-z-]+)( [^ (]+)?"),
                                    QRegularExpression::MultilineOption);
    for (auto found = option.globalMatch(help); found.hasNext();) {
        const QRegularExpressionMatch match = found.next();
        listed.all.insert(match.captured(1));
        if (!match.captured(2).isEmpty())
            listed.withValue.insert(match.captured(1));
    }
    return listed;
}

/// A value that is refused, with what stands before its option and what is said to write instead.
struct Refused {
    const char* before;
    const char* option;
    const char* value;
    const char* says;
};

const std::vector<Refused> ownRefusedValues{
    {"roofs", "--device", "tpu", "this machine has: cpu"},
    {"roofs --device cpu", "--threads", "0", "write a whole number from 1 to 4"},
    {"roofs --device cpu", "--threads", "-2", "write a whole number from 1 to 4"},
    {"roofs --device cpu", "--threads", "5", "write a whole number from 1 to 4"},
    {"roofs --device cpu", "--threads", "two", "write a whole number from 1 to 4"},
    {"roofs --device cpu", "--only", ",", "write ids such as bandwidth.dram"},
    {"roofs --device cpu", "--only", "speed.light", "such as bandwidth.dram"},
    {"roofs --device cpu", "--only", "bandwidth.nowhere", "it has bandwidth."},
    {"roofs", "--from", "/no/such/a.ridge", "could not be opened"},
    {"roofs --device cpu", "--output", "x.pdf", "must end in .ridge (a session), .csv (a table) or .json"},
    {"roofs --device cpu", "--progress", "xml", "write json, bar or none"},
    {"sweep --ops 1,2", "--device", "tpu", "this machine has: cpu"},
    {"sweep --device cpu", "--size", "0", "give a whole number from 1, such as 4096, 4Ki, 16Mi or 1Gi"},
    {"sweep --device cpu", "--size", "-3", "give a whole number from 1"},
    {"sweep --device cpu", "--size", "big", "give a whole number from 1"},
    {"sweep --device cpu", "--size", "1..8", "write lo..hi:count (such as 1..1024:33)"},
    {"sweep --device cpu", "--ops", "8..1:3", "give the smaller value first"},
    {"sweep --device cpu", "--ops", "1..2Mi:3", "the largest value is"},
    {"sweep --device cpu --chain 12", "--depth", "5", "choose from 1, 2, 3, 4, 6, 12"},
    {"sweep --device cpu --ops 1,2", "--op", "sin", "choose one of: fma, mul, add"},
    {"sweep --device cpu --ops 1,2", "--op", "fmaa", "did you mean fma?"},
    {"sweep --device cpu --ops 1,2", "--precision", "int8", "choose one of: fp32, fp64"},
    {"sweep --device cpu --ops 1,2", "--launch", "later", "choose one of: wait-each, queued, graph"},
    {"sweep --device cpu --ops 1,2", "--chain", "0", "write a whole number from 1 to 4096"},
    {"sweep --device cpu --ops 1,2", "--budget", "0s", "write it like 6s, 500ms or 2min"},
    {"sweep --device cpu --ops 1,2", "--budget", "soon", "write it like 6s, 500ms or 2min"},
    {"sweep --device cpu --ops 1,2", "--threads", "0", "write a whole number from 1 to 4"},
    {"sweep --device cpu --ops 1,2", "--progress", "xml", "write json, bar or none"},
    {"sweep --device cpu --ops 1,2", "--output", "/tmp", "give a file in it"},
    {"sweep --device cpu --ops 1,2", "--output", "/no/such/a.ridge", "create it first"},
    {"sweep --device cpu --ops 1,2", "--csv", "-", "give a file"},
    {"sweep --device cpu --ops 1,2", "--csv", "/dev/null", "give another"},
    {"experiment mistakes", "--device", "tpu", "this machine has: cpu"},
    {"experiment mistakes", "--budget", "25h", "write it like 6s, 500ms or 2min"},
    {"experiment mistakes", "--threads", "9", "write a whole number from 1 to 4"},
    {"experiment mistakes", "--param", "size", "write NAME=VALUE, such as size=16Mi"},
    {"experiment mistakes", "--output", "x.pdf", "must end in .ridge or .csv"},
    {"experiment mistakes", "--progress", "xml", "write json, bar or none"},
    {"experiment launch-modes", "--trace", "/no/such/x.json", "create it first"},
    {"lesson one-or-2048", "--device", "tpu", "this machine has: cpu"},
    {"lesson one-or-2048", "--answers", "/no/such/a.json", "check that the file exists"},
    {"lesson", "--gather", "/no/such", "choose one with files of answers"},
    {"lesson one-or-2048", "--threads", "9", "write a whole number from 1 to 4"},
    {"lesson one-or-2048", "--output", "/no/such/a.json", "create it first"},
    {"lesson one-or-2048", "--progress", "xml", "write json, bar or none"},
    {"fleet roofs", "--hosts", "a;b", "write names such as node1,node2,me@node3"},
    {"fleet roofs", "--nodes", "0", "write a whole number from 1 to 100000"},
    {"fleet roofs", "--partition", "a;b", "sinfo lists them"},
    {"fleet roofs", "--gpus", "0", "write a whole number from 1 to 64"},
    {"fleet roofs", "--time", "soon", "write minutes (30) or hours:minutes:seconds"},
    {"fleet roofs", "--slurm-extra", "exclusive", "such as --account=NAME"},
    {"fleet roofs", "--limit", "soon", "write it like 6s, 500ms or 2min"},
    {"fleet roofs", "--output", "/no/such/folder", "create it first"},
    {"fleet roofs", "--node", "x", "only `fleet --slurm` gives this option"},
    {"fleet roofs", "--progress", "xml", "write json, bar or none"},
    {"import x.json", "--format", "excel", "choose one of: "},
    {"import x.json", "--decimal", "point", "write . for 1.5 or , for 1,5"},
    {"import x.json", "--output", "/no/such/a.ridge", "create it first"},
    {"run true", "--repeat", "0", "write a whole number from 1 to 1000"},
    {"run true", "--vary", "size", "write NAME=FROM..TO:COUNT, such as size=1Mi..1Gi:9"},
    {"run true", "--output", "/no/such/a.ridge", "create it first"},
    {"selftest", "--device", "tpu", "this machine has: cpu"},
    {"timing", "--device", "tpu", "this machine has: cpu"},
    {"timing --device cpu", "--size", "0", "give a whole number from 1, such as 4096, 4Ki, 16Mi or 1Gi"},
};

/// With those of the options that every subcommand has which measures.
std::vector<Refused> allRefusedValues()
{
    std::vector<Refused> rows = ownRefusedValues;
    for (const char* subcommand :
         {"devices", "roofs", "sweep", "experiment", "lesson", "selftest", "timing", "serve"}) {
        rows.push_back({subcommand, "--target", "a/b", "write it as for ssh: a host, user@host"});
        for (const char* option : {"--partition", "--gpus", "--time"})
            rows.push_back({subcommand, option, "a/b", "write letters, digits"});
        rows.push_back({subcommand, "--slurm-extra", "exclusive", "such as --account=NAME"});
    }
    return rows;
}

const std::vector<Refused> refusedValues = allRefusedValues();

} // namespace

class OptionValuesTest : public test::Case {
    Q_OBJECT
private slots:
    void everyRefusedValueNamesItsOptionAndSaysWhatToWrite_data()
    {
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<QString>("option");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("says");
        for (const Refused& row : refusedValues) {
            const QString name = QStringLiteral("%1 %2 %3").arg(row.before, row.option, row.value);
            QTest::newRow(qPrintable(name)) << name.split(' ') << row.option << row.value << row.says;
        }
    }
    void everyRefusedValueNamesItsOptionAndSaysWhatToWrite()
    {
        QFETCH(QStringList, words);
        QFETCH(QString, option);
        QFETCH(QString, value);
        QFETCH(QString, says);
        std::vector<std::string> texts;
        for (const QString& word : words)
            texts.push_back(word.toStdString());
        BenchRig rig;
        int batches = 0;
        rig.devices.onBatch = [&](int count) { batches = count; };
        const Ran ran = rig.run(texts);
        QCOMPARE(ran.code, 2);
        QVERIFY2(ran.err.startsWith("ridgepoint-bench: " + option + ": "), qPrintable(ran.err));
        QVERIFY2(ran.err.contains('"' + value + '"') || (option == "--depth" && ran.err.contains("depth of " + value)),
                 qPrintable(ran.err));
        QVERIFY2(ran.err.contains(says), qPrintable(ran.err));
        QVERIFY(ran.out.isEmpty() && ran.err.count('\n') == 1 && batches == 0);
    }
    void noOptionWithAValueIsMissingInThatTable()
    {
        for (const std::string& subcommand : subcommands)
            for (const QString& option : listedBy(subcommand).withValue) {
                const auto isItsRow = [&](const Refused& row) {
                    return option == row.option && QString(row.before).split(' ').front().toStdString() == subcommand;
                };
                QVERIFY2(std::any_of(refusedValues.begin(), refusedValues.end(), isItsRow),
                         qPrintable(QString::fromStdString(subcommand) + ' ' + option));
            }
    }
    void theManualPageHasEveryOption()
    {
        QFile page(QStringLiteral(BENCH_MANUAL_PAGE));
        QVERIFY(page.open(QIODevice::ReadOnly));
        const QString text = QString::fromUtf8(page.readAll()).replace("\\-", "-");
        for (const std::string& subcommand : subcommands) {
            const Listed listed = listedBy(subcommand);
            QVERIFY(listed.all.contains("--help"));
            for (const QString& option : listed.all)
                QVERIFY2(text.contains(QRegularExpression(option + QStringLiteral("(?![a-z-])"))), qPrintable(option));
        }
    }
    void readsTimes_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<double>("seconds"); // negative: refused
        QTest::newRow("seconds") << "6s" << 6.0;
        QTest::newRow("a bare number") << "1.5" << 1.5;
        QTest::newRow("milliseconds") << "500ms" << 0.5;
        QTest::newRow("minutes") << "2min" << 120.0;
        QTest::newRow("a day") << "24h" << 86400.0;
        QTest::newRow("zero") << "0s" << -1.0;
        QTest::newRow("negative") << "-3s" << -1.0;
        QTest::newRow("more than a day") << "25h" << -1.0;
        QTest::newRow("an unknown unit") << "6 parsec" << -1.0;
        QTest::newRow("not a number") << "soon" << -1.0;
        QTest::newRow("infinity") << "inf" << -1.0;
        QTest::newRow("nan") << "nan" << -1.0;
        QTest::newRow("nothing") << "" << -1.0;
    }
    void readsTimes()
    {
        QFETCH(QString, text);
        QFETCH(double, seconds);
        const auto parsed = parseTime(text.toStdString());
        QCOMPARE(parsed.ok(), seconds > 0.0);
        if (parsed.ok())
            QCOMPARE(parsed->value(), seconds);
        else
            QCOMPARE(parsed.error().id, std::string("arguments.bad-time"));
    }
    void wholeNumbersStayInTheirBounds()
    {
        QCOMPARE(parseWhole("4", 1, 4).value(), 4);
        for (const char* bad : {"0", "5", "-1", "2.5", "four", "", "99999999999999999999", "4x"})
            QVERIFY2(!parseWhole(bad, 1, 4).ok(), bad);
    }
    void onlyNearWordsAreSuggested()
    {
        const std::vector<std::string> known{"devices", "roofs", "sweep"};
        QCOMPARE(nearestWord("sweeep", known), std::optional<std::string>("sweep"));
        QCOMPARE(nearestWord("device", known), std::optional<std::string>("devices"));
        QVERIFY(!nearestWord("banana", known));
        QVERIFY(!nearestWord(std::string(100000, 'x'), known));
    }
};

RIDGEPOINT_TEST(OptionValuesTest)
#include "option_values_test.moc"
