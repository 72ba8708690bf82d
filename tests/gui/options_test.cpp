// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/base/options.h"
#include "app/desktop/measure/bench_command.h"
#include "tests/gui/gui_support.h"

#include <QFile>

using namespace ridgepoint;

class OptionsTest : public test::Case {
    Q_OBJECT

private slots:
    void readsEveryOption()
    {
        const auto options = parseOptions(
            {"--bench", "ssh host ridgepoint-bench", "--theme=dark", "--session", "a.ridge", "--target", "me@gpu01"});
        QVERIFY(options.ok());
        QCOMPARE(options->bench, QStringLiteral("ssh host ridgepoint-bench"));
        QVERIFY(options->theme == ThemeChoice::Dark);
        QCOMPARE(options->session, QStringLiteral("a.ridge"));
        QCOMPARE(options->target, QStringLiteral("me@gpu01"));
    }

    void takesAPlainWordAsTheSession()
    {
        const auto options = parseOptions({"a.ridge"});
        QVERIFY(options.ok());
        QCOMPARE(options->session, QStringLiteral("a.ridge"));
    }

    void rejectsBadUsageWithTheWordInTheMessage_data()
    {
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<QString>("id");
        QTest::newRow("unknown option") << QStringList{"--frobnicate"} << "options.unknown";
        QTest::newRow("value missing") << QStringList{"--bench"} << "options.value-missing";
        QTest::newRow("unknown theme") << QStringList{"--theme", "pink"} << "options.theme";
        QTest::newRow("a machine that ssh would take for an option")
            << QStringList{"--target", "-oProxyCommand=x"} << "machine.option";
        QTest::newRow("a machine that a shell would read") << QStringList{"--target", "a;b"} << "machine.letters";
        QTest::newRow("two sessions") << QStringList{"a.ridge", "b.ridge"} << "options.second-session";
    }
    void rejectsBadUsageWithTheWordInTheMessage()
    {
        QFETCH(QStringList, words);
        QFETCH(QString, id);
        const auto options = parseOptions(words);
        QVERIFY(!options.ok());
        QCOMPARE(QString::fromStdString(options.error().id), id);
        QVERIFY(QString::fromStdString(options.error().message()).contains(words.last()));
        QVERIFY(!QString::fromStdString(options.error().message()).contains('\n'));
    }

    void findsABenchByPathWithSpacesBeforeReadingItAsACommandLine()
    {
        QTemporaryDir folder;
        const QString path = folder.filePath("my bench");
        QVERIFY(QFile::copy(RIDGEPOINT_FAKE_BENCH, path));
        const auto command = findBench(path, "/nowhere");
        QVERIFY(command.ok());
        QCOMPARE(command->program, path);
        QVERIFY(command->arguments.isEmpty());
    }

    void splitsACommandLine()
    {
        const auto command = findBench(test::fakeBenchLine("--rate 5"), "/nowhere");
        QVERIFY(command.ok());
        QCOMPARE(command->arguments, (QStringList{"--rate", "5"}));
    }

    void saysWhereItLookedWhenThereIsNoBench()
    {
        const auto requested = findBench("/no/such/bench", "/nowhere");
        QVERIFY(!requested.ok());
        QVERIFY(QString::fromStdString(requested.error().message()).contains("/no/such/bench"));
        const QByteArray path = qgetenv("PATH");
        qputenv("PATH", "/nowhere");
        const auto usual = findBench({}, "/nowhere/bin");
        qputenv("PATH", path);
        QVERIFY(!usual.ok());
        QVERIFY(QString::fromStdString(usual.error().message()).contains("/nowhere/bin"));
    }
};

RIDGEPOINT_GUI_TEST(OptionsTest)
#include "options_test.moc"
