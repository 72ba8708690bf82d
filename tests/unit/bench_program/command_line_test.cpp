// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/bench/command_line.h"
#include "app/bench/option_values.h"
#include "core/model/nearest_word.h"
#include "tests/support/test_main.h"
#include "tests/unit/bench_program/bench_rig.h"

#include <QRegularExpression>

#include <algorithm>
#include <set>

using namespace ridgepoint;
using test::BenchRig;
using test::Ran;

namespace {

/// What the options of the command `measure` were given.
struct Given {
    std::string word;
    std::string device;
    std::string output;
    std::string size;
    std::vector<std::string> parameters;
    bool full = false;
};

std::vector<Command> commandsFor(Given& given)
{
    const auto add = [&given](const std::string& text) {
        given.parameters.push_back(text);
        return text == "bad"
                 ? Result<void>(Error{.id = "test.bad", .text = "\"%1\" is bad; write good", .arguments = {text}})
                 : Result<void>();
    };
    return {
        {.name = "measure",
         .summary = "measures",
         .options = {{.names = "--device",
                      .value = "ID",
                      .help = "which, such as cpu",
                      .take = into(given.device),
                      .required = true},
                     {"--full", "", "all of it, also what takes long and what is hardly ever of use to anybody",
                      set(given.full)},
                     {"--size", "N", "elements", into(given.size)},
                     {"-o,--output", "FILE", "where", into(given.output)},
                     {.names = "--param", .value = "NAME=VALUE", .help = "several", .take = add, .repeats = true},
                     {"ID", "", "the thing", into(given.word)}},
         .notes = {"A note."},
         .examples = {"test-bench measure --full"},
         .run = {}},
        {.name = "list", .summary = "lists", .options = {}, .notes = {}, .examples = {"test-bench list"}, .run = {}}};
}

Result<ParsedLine> parsed(const QStringList& words, Given& given, const std::vector<Command>& commands)
{
    std::vector<std::string> texts;
    for (const QString& word : words)
        texts.push_back(word.toStdString());
    const Command program{.name = "test-bench",
                          .summary = "tests",
                          .options = {},
                          .notes = {},
                          .examples = {"test-bench list"},
                          .run = {}};
    given = {};
    return parseCommandLine(program, commands, texts);
}

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
    {"roofs --device cpu", "--output", "x.txt", "must end in .ridge (a session), .csv (a table) or .json"},
    {"roofs --device cpu", "--output", "x.html", "ridgepoint render FILE.ridge --chart roofline -o x.html"},
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

class CommandLineTest : public test::Case {
    Q_OBJECT
private slots:
    void readsValuesFlagsShortNamesAndEqualsSigns()
    {
        Given given;
        const std::vector<Command> commands = commandsFor(given);
        const auto first = parsed({"measure", "--device", "cpu", "--full", "-o", "a.ridge", "thing"}, given, commands);
        QVERIFY2(first.ok(), first.ok() ? "" : first.error().message().c_str());
        QVERIFY(first->command == &commands[0] && first->text.empty());
        QCOMPARE(given.device, std::string("cpu"));
        QCOMPARE(given.output, std::string("a.ridge"));
        QCOMPARE(given.word, std::string("thing"));
        QVERIFY(given.full);
        const auto second = parsed({"measure", "--device=cuda:0", "--param", "a=1", "--param=b=2", "--output=-x"},
                                   given, commands);
        QVERIFY2(second.ok(), second.ok() ? "" : second.error().message().c_str());
        QCOMPARE(given.device, std::string("cuda:0"));
        QCOMPARE(given.output, std::string("-x"));
        QCOMPARE(given.parameters, (std::vector<std::string>{"a=1", "b=2"}));
        QVERIFY(!given.full);
        const auto other = parsed({"list"}, given, commands);
        QVERIFY(other.ok() && other->command == &commands[1]);
    }
    void valuesMayBeNegativeRangesListsAndBrackets_data()
    {
        QTest::addColumn<QString>("value");
        for (const char* value :
             {"-3", "-1s", "1..1024:33", "1,8,64", "[1,2]", "{}", "a b", "%1", "true", "measure", "list", "ID"})
            QTest::newRow(value) << value;
    }
    void valuesMayBeNegativeRangesListsAndBrackets()
    {
        QFETCH(QString, value);
        Given given;
        const std::vector<Command> commands = commandsFor(given);
        QVERIFY(parsed({"measure", "--device", "cpu", "--size", value}, given, commands).ok());
        QCOMPARE(given.size, value.toStdString());
        QVERIFY(parsed({"measure", "--device", "cpu", "--size=" + value}, given, commands).ok());
        QCOMPARE(given.size, value.toStdString());
    }
    void refusesWithWhatWhichAndWhatToTry_data()
    {
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<QString>("id");
        QTest::addColumn<QString>("says");
        const QString lacksDevice = "--device: value missing; write --device ID: which, such as cpu";
        const auto row = [](const char* name, const QStringList& words, const char* id, const QString& says) {
            QTest::newRow(name) << QStringList("measure") + words << "arguments." + QString(id) << says;
        };
        row("an unknown option", {"--colour"}, "unknown-option",
            "--colour: unknown option; try test-bench measure --help");
        row("one with a value", {"--colour=red"}, "unknown-option",
            "--colour: unknown option; try test-bench measure --help");
        row("a typing error", {"--devise", "cpu"}, "unknown-option",
            "--devise: unknown option; did you mean --device?");
        row("a part of a name", {"--dev", "cpu"}, "unknown-option",
            "--dev: unknown option; try test-bench measure --help");
        row("no value at the end", {"--device"}, "missing-value", lacksDevice);
        row("no value before an option", {"--device", "--full"}, "missing-value", lacksDevice);
        row("no value before an unknown option", {"--device", "--colour"}, "missing-value", lacksDevice);
        row("no value before an option with one", {"--device", "--size", "3", "thing"}, "missing-value", lacksDevice);
        row("no value before a short option", {"--device", "-o", "x"}, "missing-value", lacksDevice);
        row("an empty value", {"--device="}, "missing-value",
            "--device: no value after \"=\"; write a value, or leave \"=\" out");
        row("an empty value before a word", {"--device=", "cpu"}, "missing-value",
            "--device: no value after \"=\"; write a value, or leave \"=\" out");
        row("an empty word as a value", {"--device", ""}, "missing-value", lacksDevice);
        row("an equals sign after a short name", {"--device", "cpu", "-o=x"}, "missing-value",
            "--output: value missing; write --output FILE: where");
        row("a flag with a value", {"--full=yes"}, "unwanted-value", "--full: takes no value; write it without \"=\"");
        row("a flag that is true", {"--full=true"}, "unwanted-value", "--full: takes no value; write it without \"=\"");
        row("a flag with an empty value", {"--full="}, "missing-value",
            "--full: no value after \"=\"; write a value, or leave \"=\" out");
        row("an option twice", {"--device", "cpu", "--device", "cpu"}, "given-twice",
            "--device: given twice; give it once");
        row("its short and its long name", {"--device", "cpu", "-o", "a", "--output", "b"}, "given-twice",
            "--output: given twice; give it once");
        row("a flag twice", {"--full", "--full"}, "given-twice", "--full: given twice; give it once");
        row("a word too many", {"--device", "cpu", "one", "two"}, "unknown-word",
            "\"two\": unknown word; try test-bench measure --help");
        row("a second subcommand", {"--device", "cpu", "one", "list"}, "unknown-word",
            "\"list\": unknown word; try test-bench measure --help");
        row("no device", {"--full"}, "missing-option", "--device: missing; write --device ID: which, such as cpu");
        QTest::newRow("an option refuses")
            << QStringList{"measure", "--device", "cpu", "--param", "good", "--param", "bad"} << "test.bad"
            << "--param: \"bad\" is bad; write good";
        QTest::newRow("nothing") << QStringList{} << "arguments.not-understood"
                                 << "A subcommand is required; try test-bench --help";
        QTest::newRow("an unknown subcommand") << QStringList{"weigh"} << "arguments.unknown-subcommand"
                                               << "\"weigh\": unknown subcommand; try test-bench --help";
        QTest::newRow("a mistyped subcommand") << QStringList{"mesure"} << "arguments.unknown-subcommand"
                                               << "\"mesure\": unknown subcommand; did you mean measure?";
        QTest::newRow("a part of a subcommand") << QStringList{"meas"} << "arguments.unknown-subcommand"
                                                << "\"meas\": unknown subcommand; try test-bench --help";
        QTest::newRow("an option too early")
            << QStringList{"--device", "cpu", "measure"} << "arguments.unknown-option"
            << "--device: unknown option of test-bench itself; write it after the subcommand";
        QTest::newRow("a word for none") << QStringList{"list", "cpu"} << "arguments.unknown-word"
                                         << "\"cpu\": unknown word; try test-bench list --help";
        QTest::newRow("a negative number for none") << QStringList{"list", "-3"} << "arguments.unknown-option"
                                                    << "-3: unknown option; try test-bench list --help";
        QTest::newRow("an empty word") << QStringList{"list", ""} << "arguments.unknown-word"
                                       << "\"\": unknown word; try test-bench list --help";
        QTest::newRow("a lone dash") << QStringList{"list", "-"} << "arguments.unknown-option"
                                     << "-: unknown option; try test-bench list --help";
    }
    void refusesWithWhatWhichAndWhatToTry()
    {
        QFETCH(QStringList, words);
        Given given;
        const auto line = parsed(words, given, commandsFor(given));
        QVERIFY(!line.ok());
        QCOMPARE(line.error().kind, ErrorKind::InvalidInput);
        QTEST(QString::fromStdString(line.error().id), "id");
        QTEST(QString::fromStdString(line.error().message()), "says");
    }
    void helpShowsUsageOptionsNotesAndExampleIn80Columns()
    {
        Given given;
        const std::vector<Command> commands = commandsFor(given);
        const auto line = parsed({"measure", "--size", "3", "--help"}, given, commands);
        QVERIFY(line.ok() && line->command == nullptr);
        const QString help = QString::fromStdString(line->text);
        for (const char* part :
             {"measures\n\nUsage: test-bench measure [options] [ID]\n",
              "\n  --device ID (required)    which, such as cpu\n", "\n  -o,--output FILE          where\n",
              "\n  -h,--help                 show this text\n",
              "\n  --full                    all of it, also what takes long and what is hardly\n"
              "                            ever of use to anybody\n",
              "\n  ID                        the thing\n", "\nA note.\n\nExample:\n  test-bench measure --full\n"})
            QVERIFY2(help.contains(part), qPrintable(part + ("\nis not in\n" + help)));
        for (const QString& row : help.split('\n'))
            QVERIFY2(row.size() <= 80, qPrintable(row));
        const auto overview = parsed({"-h"}, given, commands);
        QVERIFY(overview.ok()
                && overview->text.find("Subcommands:\n  measure                   measures\n") != std::string::npos);
        const auto version = parsed({"--version"}, given, commands);
        QVERIFY(version.ok() && version->text.starts_with("test-bench ") && version->text.ends_with("\n"));
    }
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
        const QString text = QString::fromUtf8(test::contentOf(QStringLiteral(BENCH_MANUAL_PAGE))).replace("\\-", "-");
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

RIDGEPOINT_TEST(CommandLineTest)
#include "command_line_test.moc"
