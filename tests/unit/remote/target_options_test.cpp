// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/remote/target_options.h"
#include "tests/support/test_main.h"

#include <QTest>

using namespace ridgepoint;
using namespace ridgepoint::remote;

class TargetOptionsTest : public test::Case {
    Q_OBJECT
private slots:
    void eachOptionIsTaken()
    {
        TargetOptions options;
        QVERIFY(!options.isElsewhere() && check(options).ok());
        QVERIFY(targetOption("--target")->take(options, "ada@login").ok());
        QVERIFY(options.isElsewhere() && check(options).ok());
        QVERIFY(targetOption("--slurm")->take(options, {}).ok());
        QVERIFY(targetOption("--partition")->take(options, "gpu").ok());
        QVERIFY(targetOption("--gpus")->take(options, "a100:2").ok());
        QVERIFY(targetOption("--time")->take(options, "1:00:00").ok());
        for (const char* extra : {"--account=physics", "-w"})
            QVERIFY(targetOption("--slurm-extra")->take(options, extra).ok());
        QCOMPARE(options.target, std::string("ada@login"));
        QVERIFY(options.slurm && check(options).ok());
        QCOMPARE(options.request.partition, std::string("gpu"));
        QCOMPARE(options.request.gpus, std::string("a100:2"));
        QCOMPARE(options.request.time, std::string("1:00:00"));
        QVERIFY((options.request.extra == std::vector<std::string>{"--account=physics", "-w"}));
        QVERIFY(targetOption("--device") == nullptr);
    }
    void whatSshOrSrunWouldTakeOtherwiseIsRefused()
    {
        TargetOptions options;
        QCOMPARE(targetOption("--target")->take(options, "-oProxyCommand=x").error().id,
                 std::string("target.bad-name"));
        for (const char* name : {"--partition", "--gpus", "--time"})
            QCOMPARE(targetOption(name)->take(options, "--uid=0").error().id, std::string("target.bad-slurm-value"));
        QCOMPARE(targetOption("--slurm-extra")->take(options, "bash").error().id,
                 std::string("target.bad-slurm-argument"));
        QVERIFY(options.target.empty() && options.request.extra.empty());
    }
    void whatIsForSlurmWantsSlurm()
    {
        for (const TargetOption& option : targetOptions()) {
            if (option.name == "--target" || option.name == "--slurm")
                continue;
            TargetOptions options;
            QVERIFY(option.take(options, option.repeats ? "--exclusive" : "1").ok());
            const auto checked = check(options);
            QVERIFY2(!checked && checked.error().message().starts_with(option.name + ": "), option.name.c_str());
            options.slurm = true;
            QVERIFY(check(options).ok());
        }
    }
};

RIDGEPOINT_TEST(TargetOptionsTest)
#include "target_options_test.moc"
