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
        QVERIFY(options->target == Machine{.host = "me@gpu01"});
        QVERIFY(!parseOptions({}).value().target);
    }
    void slurmIsAskedAsTheMeasuringProgramIs()
    {
        const auto options = parseOptions({"--target=login1", "--slurm", "--partition", "gpu", "--gpus", "2", "--time",
                                           "1:00:00", "--slurm-extra=--account=physics", "--slurm-extra",
                                           "--comment=a \"b\" c"});
        QVERIFY2(options.ok(), options.ok() ? "" : options.error().message().c_str());
        QCOMPARE(options->target->name(), QStringLiteral("login1 (Slurm gpu)"));
        QCOMPARE(options->target->arguments(),
                 (QStringList{"--target", "login1", "--slurm", "--partition", "gpu", "--gpus", "2", "--time", "1:00:00",
                              "--slurm-extra=--account=physics", "--slurm-extra=--comment=a \"b\" c"}));
        const auto typed = parseOptions({"--slurm", "--gpus=a100:2"});
        QVERIFY(typed.ok());
        QCOMPARE(typed->target->arguments(), (QStringList{"--slurm", "--slurm-extra=--gpus=a100:2"}));
        const auto plain = parseOptions({"--slurm"}); // what it leaves out is the site's choice
        QVERIFY(plain.ok());
        QCOMPARE(plain->target->arguments(), QStringList{"--slurm"});
    }

    void takesAPlainWordAsTheSession()
    {
        const auto options = parseOptions({"a.ridge"});
        QVERIFY(options.ok());
        QCOMPARE(options->session, QStringLiteral("a.ridge"));
    }

    void aFolderIsAFleet_data()
    {
        QTest::addColumn<bool>("named");
        QTest::newRow("a plain word") << false;
        QTest::newRow("as the session") << true;
    }
    void aFolderIsAFleet()
    {
        QFETCH(bool, named);
        const QTemporaryDir folder;
        const auto options = parseOptions(named ? QStringList{"--session", folder.path()} : QStringList{folder.path()});
        QVERIFY(options.ok());
        QCOMPARE(options->fleet, folder.path());
        QVERIFY(options->session.isEmpty());
        QVERIFY(parseOptions({folder.filePath("none")})->fleet.isEmpty());
    }

    void rejectsBadUsageWithTheWordInTheMessage_data()
    {
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<QString>("id");
        QTest::newRow("unknown option") << QStringList{"--frobnicate"} << "options.unknown";
        QTest::newRow("value missing") << QStringList{"--bench"} << "options.value-missing";
        QTest::newRow("unknown theme") << QStringList{"--theme", "pink"} << "options.theme";
        QTest::newRow("a machine that ssh would take for an option")
            << QStringList{"--target", "-oProxyCommand=x"} << "target.bad-name";
        QTest::newRow("a machine that a shell would read") << QStringList{"--target", "a;b"} << "target.bad-name";
        QTest::newRow("a partition that srun would take for an option")
            << QStringList{"--slurm", "--partition", "--uid=0"} << "target.bad-slurm-value";
        QTest::newRow("a time that is none") << QStringList{"--slurm", "--time", "soon"} << "machine.time";
        QTest::newRow("no option of srun")
            << QStringList{"--slurm", "--slurm-extra", "bash"} << "target.bad-slurm-argument";
        QTest::newRow("a flag with a value") << QStringList{"--slurm=yes"} << "options.value-unwanted";
        QTest::newRow("for Slurm, without it") << QStringList{"--partition", "Slurm"} << "arguments.without-slurm";
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
