// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cpu/load_watch.h"
#include "tests/support/test_main.h"

#include <QTemporaryDir>

#include <fstream>
#include <unistd.h>

using namespace ridgepoint;

namespace {

constexpr long ours = 100;
constexpr long window = 101;

/// A folder like /proc, in which time passes as a test says.
class Machine {
public:
    Machine() { run(0.0); }

    /// So many processors of each program, of the processes in `programs`, for that long.
    void run(double seconds)
    {
        m_now += seconds;
        double busy = 0.0;
        for (auto& [id, program] : programs) {
            program.used += program.processors * seconds;
            busy += program.processors * seconds;
            std::filesystem::create_directories(path() / std::to_string(id));
            std::ofstream(path() / std::to_string(id) / "cmdline") << program.commandLine;
            std::ofstream(path() / std::to_string(id) / "stat")
                << id << " (" << program.name << ") R 1 1 1 0 -1 0 0 0 0 0 " << ticks(program.used)
                << " 0 0 0 20 0 1 0 5 0 0\n";
        }
        m_busy += busy;
        m_stolen += stolen * seconds;
        std::ofstream(path() / "stat") << "cpu  " << ticks(m_busy) << " 0 0 1000 0 0 0 " << ticks(m_stolen)
                                       << " 0 0\ncpu0 1 2 3\n";
    }
    std::optional<OtherLoad> lookAfter(double seconds)
    {
        run(seconds);
        return watch.look(Seconds(m_now));
    }
    [[nodiscard]] std::filesystem::path path() const { return m_folder.path().toStdString(); }

    struct Program {
        std::string name;
        double processors = 0.0;
        double used = 0.0;
        std::string commandLine{};
    };

private:
    QTemporaryDir m_folder;
    double m_now = 1000.0;
    double m_busy = 500.0;
    double m_stolen = 0.0;
    static long ticks(double seconds) { return std::lround(seconds * static_cast<double>(sysconf(_SC_CLK_TCK))); }

public:
    std::map<long, Program> programs{
        {ours, {"ridgepoint-benc", 2.0}}, {window, {"ridgepoint", 0.5}}, {1, {"init", 0.0}}};
    double stolen = 0.0;
    LoadWatch watch{path(), {ours, window}};
};

bool isAbout(double value, double expected) { return std::abs(value - expected) < 0.05; }

} // namespace

class LoadWatchTest : public test::Case {
    Q_OBJECT
private slots:
    void whatMeasuresIsNoDisturbance()
    {
        Machine machine;
        for (int look = 0; look < 5; ++look)
            QVERIFY(!machine.lookAfter(0.5));
        machine.programs[7] = {"daemon", 0.2};
        for (int look = 0; look < 5; ++look)
            QVERIFY(!machine.lookAfter(0.5));
    }
    void aDisturbanceIsToldAtOnceAndNamedAtTheNextLook()
    {
        Machine machine;
        QVERIFY(!machine.lookAfter(0.5));
        machine.programs[7] = {"chromium", 0.4};
        machine.programs[8] = {"chromium", 0.25};
        machine.programs[9] = {"cc1plus", 0.3};
        const auto first = machine.lookAfter(0.5);
        QVERIFY(first && first->program.empty());
        QVERIFY(isAbout(first->processors, 0.95));
        QCOMPARE(first->of, static_cast<int>(sysconf(_SC_NPROCESSORS_ONLN)));
        const auto second = machine.lookAfter(0.5);
        QVERIFY(second.has_value());
        QCOMPARE(second->program, std::string("chromium"));
        QVERIFY(isAbout(second->ofProgram, 0.65));
        QVERIFY(isAbout(second->processors, 0.95) && isAbout(second->stolen, 0.0));
    }
    void itIsOverAfterTwoQuietLooks()
    {
        Machine machine;
        QVERIFY(!machine.lookAfter(0.5));
        machine.programs[7] = {"stress", 1.0};
        QVERIFY(machine.lookAfter(0.5));
        machine.programs[7].processors = 0.2; // less than begins one, too much for an end
        QVERIFY(isAbout(machine.lookAfter(0.5).value_or(OtherLoad{}).processors, 0.2));
        machine.programs[7].processors = 0.0;
        QVERIFY(!machine.lookAfter(0.5));
        machine.programs[7].processors = 1.0;
        QVERIFY(isAbout(machine.lookAfter(0.5).value_or(OtherLoad{}).processors, 1.0));
        machine.programs[7].processors = 0.0;
        QVERIFY(!machine.lookAfter(0.5));
        QVERIFY2(machine.lookAfter(0.5) == OtherLoad{}, "it is told that nothing is taken any more");
        QVERIFY(!machine.lookAfter(0.5));
    }
    void shortLivedProcessesCountWithTheirName()
    {
        Machine machine;
        machine.programs[7] = {"make", 0.3};
        QVERIFY(!machine.lookAfter(0.5));
        QVERIFY(machine.lookAfter(0.5));
        for (long id = 20; id < 23; ++id) {
            machine.programs[id] = {"cc1plus", 0.4};
            const auto load = machine.lookAfter(0.5);
            QVERIFY(load.has_value());
            QCOMPARE(load->program, std::string("cc1plus"));
            std::filesystem::remove_all(machine.path() / std::to_string(id));
            machine.programs.erase(id);
        }
    }
    void whatAHypervisorWithholdsIsToldWithoutAProgram()
    {
        Machine machine;
        QVERIFY(!machine.lookAfter(0.5));
        machine.stolen = 0.8;
        for (int look = 0; look < 2; ++look) {
            const auto load = machine.lookAfter(0.5);
            QVERIFY(load && isAbout(load->stolen, 0.8) && isAbout(load->processors, 0.8));
            QVERIFY(load->program.empty());
        }
    }
    void aWindowThatEndsIsNoDisturbance()
    {
        Machine machine;
        QVERIFY(!machine.lookAfter(0.5));
        std::filesystem::remove_all(machine.path() / std::to_string(window));
        machine.programs.erase(window);
        QVERIFY(!machine.lookAfter(0.5));
    }
    void tooSoonIsNoLook()
    {
        Machine machine;
        QVERIFY(!machine.lookAfter(0.5));
        machine.programs[7] = {"stress", 1.0};
        QVERIFY(!machine.lookAfter(0.2));
        QVERIFY(isAbout(machine.lookAfter(0.3).value_or(OtherLoad{}).processors, 1.0));
    }
    void hostileNamesStayPlainText()
    {
        Machine machine;
        QVERIFY(!machine.lookAfter(0.5));
        machine.programs[7] = {"a) R (\x01\xff", 1.0};
        QVERIFY(machine.lookAfter(0.5));
        QCOMPARE(machine.lookAfter(0.5).value_or(OtherLoad{}).program, std::string("a) R (??"));
    }
    void aNameThatTheSystemCutsIsToldWhole_data()
    {
        using namespace std::string_literals;
        QTest::addColumn<std::string>("name");
        QTest::addColumn<std::string>("commandLine");
        QTest::addColumn<std::string>("told");
        const auto row = [](const char* of, const char* name, const std::string& line, const std::string& told) {
            QTest::newRow(of) << std::string(name) << line << told;
        };
        row("a program", "ridgepoint-benc", "/opt/bin/ridgepoint-bench\0serve\0"s, "ridgepoint-bench");
        row("a script", "unattended-upgr", "/usr/bin/python3\0/usr/bin/unattended-upgrade\0"s, "unattended-upgrade");
        row("of fifteen letters", "gnome-terminal-", "gnome-terminal-\0"s, "gnome-terminal-");
        row("without a command line", "ridgepoint-benc", {}, "ridgepoint-benc");
        row("that names itself otherwise", "pool-of-workers", "/usr/bin/editor\0"s, "pool-of-workers");
        row("not cut", "make", "/usr/bin/make-everything\0"s, "make");
        row("hostile", "ridgepoint-benc", "ridgepoint-bench\x01\n\0"s, "ridgepoint-bench??");
    }
    void aNameThatTheSystemCutsIsToldWhole()
    {
        QFETCH(std::string, name);
        QFETCH(std::string, commandLine);
        QFETCH(std::string, told);
        Machine machine;
        QVERIFY(!machine.lookAfter(0.5));
        machine.programs[7] = {name, 1.0, 0.0, commandLine};
        QVERIFY(machine.lookAfter(0.5));
        QCOMPARE(machine.lookAfter(0.5).value_or(OtherLoad{}).program, told);
    }
    /// Two programs whose names are the same in the letters that the system keeps.
    void ofNamesThatAreCutAlikeThatOfTheBusyOneIsTold()
    {
        using namespace std::string_literals;
        Machine machine;
        QVERIFY(!machine.lookAfter(0.5));
        machine.programs[7] = {"gnome-terminal-", 0.0, 0.0, "gnome-terminal-idle\0"s};
        machine.programs[8] = {"gnome-terminal-", 1.0, 0.0, "gnome-terminal-server\0"s};
        machine.programs[9] = {"gnome-terminal-", 0.0, 0.0, "gnome-terminal-idle\0"s};
        QVERIFY(machine.lookAfter(0.5));
        QCOMPARE(machine.lookAfter(0.5).value_or(OtherLoad{}).program, std::string("gnome-terminal-server"));
    }
    void withoutASystemThatTellsNothingIsTold()
    {
        LoadWatch watch("/nowhere", {1});
        QVERIFY(!watch.look(Seconds(1.0)));
        QVERIFY(!watch.look(Seconds(2.0)));
    }
};

RIDGEPOINT_TEST(LoadWatchTest)
#include "load_watch_test.moc"
