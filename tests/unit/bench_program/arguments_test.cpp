// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/bench/arguments.h"
#include "tests/support/test_main.h"

#include <QTest>

using namespace ridgepoint;

namespace {

CommandSpec sample()
{
    return {.name = "measure",
            .summary = "measures",
            .options = {{"--device", "ID", "which"}, {"--full", "", "all"}, {"--output", "FILE", "where", "-o"}},
            .notes = {"A note."},
            .examples = {"ridgepoint-bench measure --full"}};
}

std::vector<std::string> wordsOf(const QStringList& list)
{
    std::vector<std::string> words;
    for (const QString& word : list)
        words.push_back(word.toStdString());
    return words;
}

} // namespace

class ArgumentsTest : public QObject {
    Q_OBJECT
private slots:
    void init() { test::failOnQtWarnings(); }
    void readsValuesFlagsShortNamesAndEqualsSigns()
    {
        const auto parsed = parseArguments(sample(), wordsOf({"--device", "cpu", "--full", "-o", "a.ridge"}));
        QVERIFY(parsed.ok());
        QCOMPARE(parsed->value("--device"), std::optional<std::string>("cpu"));
        QVERIFY(parsed->has("--full"));
        QCOMPARE(parsed->value("--output"), std::optional<std::string>("a.ridge"));
        const auto joined = parseArguments(sample(), wordsOf({"--device=cuda:0"}));
        QVERIFY(joined.ok());
        QCOMPARE(joined->value("--device"), std::optional<std::string>("cuda:0"));
        QVERIFY(!joined->has("--full"));
    }
    void refusesWithWhatWhichAndWhatToTry_data()
    {
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<QString>("id");
        QTest::addColumn<QString>("says");
        QTest::newRow("an unknown option") << QStringList{"--colour"} << "arguments.unknown-option" << "--colour";
        QTest::newRow("a typing error names the option that was meant") << QStringList{"--devise", "cpu"} << "arguments.unknown-option" << "did you mean --device?";
        QTest::newRow("a value missing at the end") << QStringList{"--device"} << "arguments.missing-value" << "--device ID";
        QTest::newRow("a value missing before an option") << QStringList{"--device", "--full"} << "arguments.missing-value" << "--device";
        QTest::newRow("a value missing before a short option") << QStringList{"--device", "-o", "x"} << "arguments.missing-value" << "--device";
        QTest::newRow("an empty value") << QStringList{"--device="} << "arguments.missing-value" << "--device";
        QTest::newRow("a flag with a value") << QStringList{"--full=yes"} << "arguments.unwanted-value" << "--full";
        QTest::newRow("an option given twice") << QStringList{"--device", "cpu", "--device", "cpu"} << "arguments.given-twice" << "--device";
        QTest::newRow("the short and the long name of one option") << QStringList{"-o", "a", "--output", "b"} << "arguments.given-twice" << "--output";
        QTest::newRow("a stray word") << QStringList{"cpu"} << "arguments.unexpected-word" << "'cpu'";
        QTest::newRow("an empty word") << QStringList{""} << "arguments.unexpected-word" << "--help";
        QTest::newRow("a lone dash") << QStringList{"-"} << "arguments.unknown-option" << "--help";
    }
    void refusesWithWhatWhichAndWhatToTry()
    {
        QFETCH(QStringList, words);
        QFETCH(QString, says);
        const auto parsed = parseArguments(sample(), wordsOf(words));
        QVERIFY(!parsed.ok());
        QCOMPARE(parsed.error().kind, ErrorKind::InvalidInput);
        QTEST(QString::fromStdString(parsed.error().id), "id");
        const QString message = QString::fromStdString(parsed.error().message());
        QVERIFY2(message.contains(says), qPrintable(message));
        QVERIFY(!message.contains('\n'));
    }
    void helpShowsUsageOptionsNotesAndExample()
    {
        const QString help = QString::fromStdString(helpText(sample()));
        for (const char* part : {"Usage: ridgepoint-bench measure [options]", "--device ID", "-o, --output FILE", "-h, --help", "A note.",
                                 "Example:\n  ridgepoint-bench measure --full"})
            QVERIFY2(help.contains(part), part);
    }
    void readsTimes_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<double>("seconds"); // negative: refused
        QTest::newRow("seconds") << "6s" << 6.0;
        QTest::newRow("a bare number") << "1.5" << 1.5;
        QTest::newRow("milliseconds") << "500ms" << 0.5;
        QTest::newRow("minutes") << "2min" << 120.0;
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
        const auto parsed = parseSeconds(text.toStdString());
        QCOMPARE(parsed.ok(), seconds > 0.0);
        if (parsed.ok())
            QCOMPARE(*parsed, seconds);
        else
            QCOMPARE(parsed.error().id, std::string("arguments.bad-time"));
    }
    void wholeNumbersStayInTheirBounds()
    {
        QCOMPARE(parseWhole("--threads", "4", 1, 4).value(), 4);
        for (const char* bad : {"0", "5", "-1", "2.5", "four", "", "99999999999999999999", "4x"})
            QVERIFY2(!parseWhole("--threads", bad, 1, 4).ok(), bad);
    }
    void listsDropEmptyParts()
    {
        QCOMPARE(splitList("a,b,,c,"), (std::vector<std::string>{"a", "b", "c"}));
        QVERIFY(splitList(",").empty());
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

QTEST_GUILESS_MAIN(ArgumentsTest)
#include "arguments_test.moc"
