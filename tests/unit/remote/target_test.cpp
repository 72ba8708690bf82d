// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/remote/target.h"
#include "tests/support/test_main.h"

#include <QTest>

#include <algorithm>

using namespace ridgepoint;
using namespace ridgepoint::remote;

class TargetTest : public test::Case {
    Q_OBJECT
private slots:
    void namesOfMachinesAreTaken_data()
    {
        QTest::addColumn<QString>("machine");
        QTest::newRow("gpu-box") << "gpu-box";
        QTest::newRow("ada@login1.example.org") << "login1.example.org";
        QTest::newRow("ada@[fe80::1]") << "[fe80::1]";
        QTest::newRow("node_7") << "node_7";
    }
    void namesOfMachinesAreTaken()
    {
        QFETCH(QString, machine);
        const auto target = parseTarget(QTest::currentDataTag());
        QVERIFY(target.ok());
        QCOMPARE(QString::fromStdString(machineOf(*target)), machine);
    }
    void whatAShellOrSshCouldTakeOtherwiseIsRefused_data()
    {
        QTest::addColumn<QString>("name");
        for (const char* name :
             {"", "-oProxyCommand=touch x", "-box", "ada@-box", "@box", "ada@", "a b", "box;ls", "$(ls)", "`ls`",
              "box\n", "box'", "box\"", "a/b", "a|b", "%h", "~box", "b\xc3\xb6x", "a=b"})
            QTest::newRow(name) << QString::fromUtf8(name);
        QTest::newRow("a name without end") << QString(300, QLatin1Char('a'));
    }
    void whatAShellOrSshCouldTakeOtherwiseIsRefused()
    {
        QFETCH(QString, name);
        const auto target = parseTarget(name.toStdString());
        QVERIFY(!target.ok());
        QCOMPARE(QString::fromStdString(target.error().id), QStringLiteral("target.bad-name"));
    }
    void sshGetsTheNameAsNoOptionAndAsksOnlyWhereItMay()
    {
        const auto words = sshCommand({.target = "box", .controlPath = "/run/user/1/ridgepoint-%C"}, "echo");
        QCOMPARE(words.front(), std::string("ssh"));
        QCOMPARE(words[words.size() - 3], std::string("--"));
        QCOMPARE(words[words.size() - 2], std::string("box"));
        QCOMPARE(words.back(), std::string("exec sh -c 'echo'"));
        const auto has = [](const std::vector<std::string>& list, const std::string& word) {
            return std::find(list.begin(), list.end(), word) != list.end();
        };
        QVERIFY(has(words, "BatchMode=yes") && has(words, "ControlPath=/run/user/1/ridgepoint-%C"));
        for (const char* off : {"ForwardAgent=no", "ForwardX11=no", "ClearAllForwardings=yes", "PermitLocalCommand=no"})
            QVERIFY2(has(words, off), off);
        const auto asking = sshCommand({.target = "box", .controlPath = {}, .mayAsk = true}, "echo");
        QVERIFY(has(asking, "BatchMode=no") && has(asking, "ControlPath=none") && !has(asking, "ControlMaster=auto"));
    }
    void theSharedConnectionsNameFitsASocket()
    {
        QCOMPARE(controlPathIn("/run/user/1000"), std::string("/run/user/1000/ridgepoint-%C"));
        QVERIFY(controlPathIn({}).empty());
        // 12 letters of its own, 40 of the hash and 17 that ssh appends leave 38 of 107 for the folder.
        QVERIFY(!controlPathIn(std::string(38, 'a')).empty());
        QVERIFY(controlPathIn(std::string(39, 'a')).empty());
    }
    void srunGetsWhatWasAskedForBeforeTheProgram()
    {
        const std::vector<std::string> plain{"srun", "--unbuffered", "--ntasks=1", "--job-name=ridgepoint", "p", "q"};
        QVERIFY(srunCommand({}, {"p", "q"}) == plain);
        const std::vector<std::string> all{
            "srun",      "--unbuffered", "--ntasks=1", "--job-name=ridgepoint", "--partition=a", "--gpus=2",
            "--time=10", "--exclusive",  "p"};
        QVERIFY(srunCommand({.partition = "a", .gpus = "2", .time = "10", .extra = {"--exclusive"}}, {"p"}) == all);
    }
    void valuesForSlurmAreOfPlainLetters()
    {
        for (const char* value : {"gpu", "1", "a100:2", "1-00:10:00", "a,b"})
            QVERIFY2(parseSlurmValue(value).ok(), value);
        for (const char* value : {"", "-p", "a b", "a;b", "$x"})
            QVERIFY2(!parseSlurmValue(value).ok(), value);
    }
};

RIDGEPOINT_TEST(TargetTest)
#include "target_test.moc"
