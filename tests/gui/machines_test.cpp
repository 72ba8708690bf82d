// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/data/reference_device.h"
#include "app/desktop/base/machine_list.h"
#include "app/desktop/machines/machine_words.h"
#include "app/desktop/session/device_list.h"
#include "tests/gui/gui_support.h"
#include "tests/support/synthetic_device.h"

#include <QComboBox>
#include <QStandardItemModel>

using namespace ridgepoint;
using namespace ridgepoint::test;

/// Machines elsewhere: their names, what is remembered of them, and what is said on the way.
class MachinesTest : public FreshFolder {
    Q_OBJECT

    static Machine throughSlurm()
    {
        return {.host = "login1",
                .slurm = SlurmOptions{
                    .partition = "gpu", .gpus = 2, .time = "1:00:00", .extra = "--account=physics -w \"node 7\""}};
    }
    static int rowOf(const QComboBox& box, const QString& name)
    {
        for (int row = 0; row < box.count(); ++row)
            if (const auto machine = machineOfRow(box, row);
                machine && machine->name == name && machine->what == MachineRow::What::Other)
                return row;
        return -1;
    }

private slots:
    void aHostIsNothingThatSshOrAShellWouldReadOtherwise_data()
    {
        QTest::addColumn<QString>("host");
        QTest::addColumn<QString>("id");
        for (const char* good : {"gpu01", "me@gpu01.example.org", "me@[fe80::1]", "login-2", "a_b", "10.0.0.1"})
            QTest::newRow(good) << good << QString();
        QTest::newRow("nothing") << ""
                                 << "machine.no-host";
        QTest::newRow("an option") << "-oProxyCommand=x"
                                   << "machine.option";
        QTest::newRow("an option behind a user") << "me@-oProxyCommand"
                                                 << "machine.option";
        QTest::newRow("two words") << "a b"
                                   << "machine.letters";
        QTest::newRow("a command") << "a;reboot"
                                   << "machine.letters";
        QTest::newRow("a substitution") << "$(reboot)"
                                        << "machine.letters";
        QTest::newRow("a line break") << "a\nb"
                                      << "machine.letters";
        QTest::newRow("a line break at the end") << "a\n"
                                                 << "machine.letters";
        QTest::newRow("a letter of another script") << "gр"
                                                    << "machine.letters";
        QTest::newRow("a user of none") << "@gpu01"
                                        << "machine.letters";
        QTest::newRow("no machine behind a user") << "me@"
                                                  << "machine.letters";
        QTest::newRow("longer than any") << QString(256, QLatin1Char('a')) << "machine.letters";
    }
    void aHostIsNothingThatSshOrAShellWouldReadOtherwise()
    {
        QFETCH(QString, host);
        QFETCH(QString, id);
        const auto checked = checkHost(host);
        QCOMPARE(checked.ok() ? QString() : QString::fromStdString(checked.error().id), id);
    }

    void whatSlurmWouldNotTakeIsSaidBefore()
    {
        Machine machine = throughSlurm();
        QVERIFY(checkMachine(machine).ok());
        machine.slurm->time = "1-12";
        QVERIFY(checkMachine(machine).ok());
        machine.slurm->time = "an hour";
        QCOMPARE(checkMachine(machine).error().id, std::string("machine.time"));
        machine.slurm->time.clear();
        machine.slurm->partition = "--uid=0";
        QCOMPARE(checkMachine(machine).error().id, std::string("machine.partition"));
        machine.slurm->partition.clear();
        machine.host.clear(); // Slurm of this machine
        QVERIFY(checkMachine(machine).ok());
        machine.slurm.reset();
        QVERIFY(!checkMachine(machine).ok());
    }

    void namesAndArgumentsSayWhereItIs()
    {
        QCOMPARE(Machine{.host = "gpu01"}.name(), QStringLiteral("gpu01"));
        QCOMPARE(Machine{.host = "gpu01"}.arguments(), (QStringList{"--target", "gpu01"}));
        QCOMPARE(Machine{.host = "me@gpu01"}.name(), QStringLiteral("me@gpu01"));
        QCOMPARE(Machine{.host = "me@gpu01"}.place(), QStringLiteral("gpu01")); // a session names no user
        QCOMPARE(throughSlurm().name(), QStringLiteral("login1 (Slurm gpu)"));
        QCOMPARE(throughSlurm().place(), throughSlurm().name());
        QCOMPARE(throughSlurm().arguments(),
                 (QStringList{"--target", "login1", "--slurm", "--partition", "gpu", "--gpus", "2", "--time", "1:00:00",
                              "--slurm-extra=--account=physics", "--slurm-extra=-w", "--slurm-extra=node 7"}));
        const Machine here{.slurm = SlurmOptions{.gpus = 0}};
        QCOMPARE(here.name(), QStringLiteral("Slurm"));
        QCOMPARE(here.arguments(), QStringList{"--slurm"});
    }

    void hostsOfAConfigurationAreItsNamesWithoutPatterns()
    {
        QCOMPARE(hostsOfSshConfig("# Host no\n"
                                  "Host gpu01 gpu02 *.example.org !gpu03\r\n"
                                  "  HostName 10.0.0.1\n"
                                  "\thost=login1\n"
                                  "HOST = login2 # and more\n"
                                  "Host gpu01 \"two words\" -oProxyCommand=x node?\n"
                                  "Match host other\n"),
                 (QStringList{"gpu01", "gpu02", "login1", "login2"}));
        QCOMPARE(hostsOfSshConfig({}), QStringList());
    }

    void theListIsRememberedWithNothingButHostAndSlurm()
    {
        {
            MachineList list;
            list.put({.host = "gpu01"});
            list.put(throughSlurm());
            list.put({.host = "gpu02"});
            list.remove("gpu01");
            list.setAway("gpu02", "switched off");
        }
        const MachineList later;
        QCOMPARE(later.entries().size(), std::size_t{2});
        QVERIFY(later.entries()[0].machine == throughSlurm());
        QCOMPARE(later.entries()[1].machine.host, QStringLiteral("gpu02"));
        QVERIFY2(later.entries()[1].away.isEmpty(), "what was yesterday");
        const QStringList known{"host", "slurm", "partition", "gpus", "time", "extra", "size"};
        for (const QString& key : QSettings().allKeys())
            QVERIFY2(known.contains(key.section(QLatin1Char('/'), -1)), qPrintable(key));
    }
    void whatSomebodyWroteIntoTheSettingsIsCheckedToo()
    {
        QSettings settings;
        settings.beginWriteArray("machines", 1);
        settings.setArrayIndex(0);
        settings.setValue("host", "-oProxyCommand=x");
        settings.endArray();
        QVERIFY(MachineList().entries().empty());
    }
    void aMachineOfOneNameIsThereOnce()
    {
        MachineList list;
        list.put(throughSlurm());
        Machine longer = throughSlurm();
        longer.slurm->time = "8:00:00";
        list.put(longer);
        QCOMPARE(list.entries().size(), std::size_t{1});
        QCOMPARE(list.entries()[0].machine.slurm->time, QStringLiteral("8:00:00"));
    }

    void namesOfOneMachineAreKeptApartAndFoundByIt()
    {
        MachineList list;
        list.put({.host = "me@gpu01"});
        list.put({.host = "you@gpu01"});
        list.put(throughSlurm());
        QCOMPARE(list.entries().size(), std::size_t{3});
        QVERIFY(list.findPlace("gpu01") == list.find("me@gpu01"));
        list.remove("me@gpu01");
        QVERIFY(list.findPlace("gpu01") == list.find("you@gpu01"));
        QVERIFY(list.findPlace(throughSlurm().name()) != nullptr && list.findPlace("login1") == nullptr);
    }

    void aMachineThatIsAwayIsGreyedWithTheReasonAndCanBeChosen()
    {
        LiveSession session;
        session.setDevices({syntheticDevice()});
        session.setReferences(shippedDevices());
        MachineList list;
        list.put({.host = "gpu01"});
        list.put({.host = "gpu02"});
        list.setAway("gpu02", "Nothing answers <b>there</b>.");
        QComboBox box;
        fillDeviceList(box, session, &list, "cpu");
        const auto* model = qobject_cast<const QStandardItemModel*>(box.model());
        const int known = rowOf(box, "gpu01");
        const int away = rowOf(box, "gpu02");
        QVERIFY(known > 0 && away > known);
        QCOMPARE(box.itemText(known), QStringLiteral("gpu01 · not connected"));
        QVERIFY(box.itemData(known, Qt::ForegroundRole).isValid());
        QCOMPARE(box.itemText(away), QStringLiteral("gpu02 · away"));
        QVERIFY(box.itemData(away, Qt::ForegroundRole).isValid());
        QVERIFY2(model->item(away)->isEnabled(), "it offers to try again");
        QVERIFY(box.itemText(away + 1).contains("Nothing answers <b>there</b>."));
        QVERIFY(!model->item(away + 1)->isEnabled());
        QVERIFY2(!box.itemData(away, Qt::ToolTipRole).toString().contains("<b>"), "the other machine words it");
        QVERIFY(machineOfRow(box, box.findText("Add a machine…"))->what == MachineRow::What::Add);
        QCOMPARE(box.findText("Add a machine…"), box.count() - 1); // it opens a window at once
        QVERIFY2(box.findText("Datasheets") > away, "behind the machines");
        QVERIFY2(box.findText("This machine") < 0, "it is measured");
        QVERIFY(!machineOfRow(box, box.findData("cpu")));
        list.setConnected("gpu01");
        fillDeviceList(box, session, &list, "cpu");
        QVERIFY2(rowOf(box, "gpu01") < 0, "its devices are the list's");
        QVERIFY(machineOfRow(box, box.findText("This machine"))->what == MachineRow::What::Here);
        list.setAway("gpu01", "The connection ended.");
        fillDeviceList(box, session, &list, "cpu");
        QVERIFY(rowOf(box, "gpu01") > 0);
    }

    void aSessionOfOneMachineIsNotContinuedOnAnother_data()
    {
        QTest::addColumn<QString>("there");
        QTest::addColumn<QString>("here");
        QTest::newRow("of a machine elsewhere, here") << "gpu01"
                                                      << "";
        QTest::newRow("of this machine, elsewhere") << ""
                                                    << "gpu01";
        QTest::newRow("of one elsewhere, on another") << "gpu01"
                                                      << "gpu02";
    }
    void aSessionOfOneMachineIsNotContinuedOnAnother()
    {
        QFETCH(QString, there);
        QFETCH(QString, here);
        DeviceInfo first = syntheticDevice();
        first.machine = there.toStdString();
        DeviceInfo unused = first; // nothing was measured on it
        unused.id = "cuda:0";
        LiveSession session;
        session.setDevices({first, unused});
        QCOMPARE(session.frame().environment.contains("measured_on"), !there.isEmpty());
        QCOMPARE(session.frame().environment.contains("kernel"), there.isEmpty());
        session.putSample(syntheticSample(Workload{.elements = 4096, .threads = 4}, 0));
        DeviceInfo second = syntheticDevice(); // alike in everything else
        second.machine = here.toStdString();
        session.setDevices({second});
        QCOMPARE(session.devices().size(), std::size_t{1});
        const DeviceInfo& shown = *session.device("cpu");
        QVERIFY(!shown.available && shown.reason);
        QCOMPARE(shown.reason->id, std::string("device.elsewhere"));
        QVERIFY(shown.reason->message().find(there.isEmpty() ? here.toStdString() : there.toStdString())
                != std::string::npos);
        QCOMPARE(session.frame().environment.contains("kernel"), there.isEmpty()); // of where it was measured
        session.setDevices({first});
        QVERIFY2(session.device("cpu")->available, "back on its own machine it goes on");
    }

    void aSessionThatTheMeasuringProgramMadeElsewhereIsOfThere()
    {
        Session made;
        made.devices = {syntheticDevice()};
        made.environment["measured_on"] = "gpu01";
        made.samples = {syntheticSample(Workload{.elements = 4096, .threads = 4}, 0)};
        LiveSession session;
        session.setDevices({syntheticDevice()});
        session.replace(made);
        QVERIFY(!session.device("cpu")->available);
        DeviceInfo there = syntheticDevice();
        there.machine = "gpu01";
        session.setDevices({there});
        QVERIFY(session.device("cpu")->available);
    }

    void theWayIsSaidInPlainWords_data()
    {
        using State = protocol::TargetState;
        QTest::addColumn<int>("state");
        QTest::addColumn<QString>("words");
        QTest::newRow("connecting") << static_cast<int>(State::Connecting) << "gpu01: connecting";
        QTest::newRow("checking") << static_cast<int>(State::Checking) << "gpu01: checking what is there";
        QTest::newRow("copying") << static_cast<int>(State::Copying) << "gpu01: copying the measuring program, 40";
        QTest::newRow("starting") << static_cast<int>(State::Starting) << "gpu01: starting the measuring program";
        QTest::newRow("ready") << static_cast<int>(State::Ready) << "gpu01: measuring";
        QTest::newRow("queued") << static_cast<int>(
            State::Queued) << "gpu01: waiting in the queue, job 123, position 3, reason Priority, expected to start ";
    }
    void theWayIsSaidInPlainWords()
    {
        QFETCH(int, state);
        QFETCH(QString, words);
        const protocol::TargetProgress progress{.state = static_cast<protocol::TargetState>(state),
                                                .text = "",
                                                .fraction = 0.4,
                                                .job = "123",
                                                .reason = "Priority",
                                                .position = 3,
                                                .start = "2026-11-26T14:05:00"};
        const QString said = progressWords(progress, "gpu01");
        QVERIFY2(said.startsWith(words), qPrintable(said));
    }
    void aQueueThatSaysLittleIsSaidShortly()
    {
        protocol::TargetProgress progress{.state = protocol::TargetState::Queued};
        QCOMPARE(progressWords(progress, "login1"), QStringLiteral("login1: waiting in the queue"));
        progress.start = "tomorrow";
        QCOMPARE(progressWords(progress, "login1"),
                 QStringLiteral("login1: waiting in the queue, expected to start tomorrow"));
    }
};

RIDGEPOINT_GUI_TEST(MachinesTest)
#include "machines_test.moc"
