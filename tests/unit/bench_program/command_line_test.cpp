// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/bench/command_line.h"
#include "app/bench/option_values.h"
#include "tests/support/test_main.h"

#include <QTest>

using namespace ridgepoint;

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
};

RIDGEPOINT_TEST(CommandLineTest)
#include "command_line_test.moc"
