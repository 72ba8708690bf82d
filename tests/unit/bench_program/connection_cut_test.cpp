// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/session.h"
#include "tests/support/synthetic_device.h"
#include "tests/support/test_main.h"
#include "tests/unit/bench_program/elsewhere_rig.h"

#include <QDirIterator>

#include <algorithm>
#include <csignal>
#include <filesystem>

#include <sys/types.h>

using namespace ridgepoint;
using namespace ridgepoint::protocol;
using test::BenchProcess;
using test::isRunning;

namespace {

/// Runs commands here, as another machine would, and hands on so many lines of all that they write as FAKE/left says;
/// then the connection is cut, as seen from both sides.
constexpr const char* cuttingSsh = R"sh(#!/bin/sh
while [ "$1" != -- ]; do shift; done
echo $$ > "$FAKE/ssh"
HOME=$FAKE/home; TMPDIR=$FAKE/tmp; PATH=$FAKE/there:$PATH; export HOME TMPDIR PATH
left=$(cat "$FAKE/left")
mkfifo "$FAKE/up" "$FAKE/down"
exec 3<&0
cat <&3 >"$FAKE/up" 3<&- &
hand=$!
sh -c "$3" <"$FAKE/up" >"$FAKE/down" 3<&- &
far=$!
echo $far >> "$FAKE/far"
while [ "$left" -gt 0 ] && IFS= read -r line; do
    printf '%s\n' "$line"
    left=$((left - 1))
done <"$FAKE/down"
rm "$FAKE/up" "$FAKE/down"
echo "$left" > "$FAKE/left"
if [ "$left" -gt 0 ]; then
    wait "$far"
    status=$?
    kill "$hand" 2>/dev/null
    exit "$status"
fi
kill "$hand" 2>/dev/null
echo 'client_loop: send disconnect: Broken pipe' >&2
exit 255
)sh";

/// The measuring program there: `serve` answers the requests with what lies ready; all else has measured two files.
constexpr const char* farProgram = R"sh(#!/bin/sh
if [ "$1" = --version ]; then cat "$FAKE/version"; exit; fi
nonce=$2
printf '\036%s words\n' "$nonce" >&2
printf '\036%s ready %%\n' "$nonce"
case "$*" in
*serve*)
    number=0
    while read -r line; do
        [ -n "$line" ] || continue # a sign that somebody is there
        number=$((number + 1))
        cat "$FAKE/answer$number"
    done;;
*)
    echo measured
    for name in map.ridge map.csv; do
        [ -e "$FAKE/so-far-$name" ] || continue
        printf '\036%s sofar %s %s\n' "$nonce" "$name" "$(wc -c < "$FAKE/so-far-$name")"
        cat "$FAKE/so-far-$name"
    done
    for name in map.ridge map.csv; do
        printf '\036%s file %s %s\n' "$nonce" "$name" "$(wc -c < "$FAKE/far-$name")"
        cat "$FAKE/far-$name"
    done;;
esac
printf '\036%s end 0\n' "$nonce"
)sh";

constexpr int linesOnTheWay = 6; ///< of looking (2), of copying (3) and the frame that says that it runs
constexpr int plenty = 1000000;
constexpr int linesOfTable = 3; ///< so far, with the frame before them

class CutWorld : public test::Elsewhere {
public:
    explicit CutWorld(int lines) : Elsewhere(cuttingSsh) { program(QStringLiteral("left"), QByteArray::number(lines)); }
    /// Puts the made-up program in the place of the real one's other machine; the path of the real one.
    [[nodiscard]] QString withFarProgram(const QByteArray& version) const
    {
        QDir(path({})).mkdir(QStringLiteral("here"));
        const QString here = path(QStringLiteral("here/ridgepoint-bench"));
        std::error_code otherDisk;
        std::filesystem::create_hard_link(RIDGEPOINT_BENCH_PROGRAM, here.toStdString(), otherDisk);
        if (otherDisk)
            QFile::copy(QStringLiteral(RIDGEPOINT_BENCH_PROGRAM), here);
        program(QStringLiteral("here/ridgepoint-bench-x86_64"), farProgram);
        program(QStringLiteral("there/uname"), "#!/bin/sh\n[ $1 = -m ] && echo x86_64 || echo Linux\n");
        program(QStringLiteral("version"), version);
        return here;
    }
    /// Nothing is left of what ran as another machine, but the program where that was copied whole.
    void isLeftClean() const
    {
        for (const QByteArray& pid : content(QStringLiteral("far")).split('\n'))
            QTRY_VERIFY_WITH_TIMEOUT(!isRunning(pid), 20000);
        QTRY_VERIFY_WITH_TIMEOUT(QDir(path(QStringLiteral("tmp"))).isEmpty(), 20000);
        QDirIterator files(path(QStringLiteral("home/.cache/ridgepoint")), QDir::Files | QDir::Hidden,
                           QDirIterator::Subdirectories);
        while (files.hasNext()) {
            const QString file = files.next();
            QVERIFY2(file.endsWith("/ridgepoint-bench"), qPrintable(file));
        }
    }
};

QByteArray asLine(const std::string& message) { return QByteArray::fromStdString(message) + '\n'; }

} // namespace

/// A connection that ends after every line of a short session, and in the middle of a long one.
class ConnectionCutTest : public test::Case {
    Q_OBJECT

    QByteArray m_version;

private slots:
    void initTestCase()
    {
        BenchProcess bench;
        QCOMPARE(bench.run({"--version", "--json"}), 0);
        m_version = bench.out;
    }
    void aWindowHasAllThatCameAndOneSentence()
    {
        const RoofSet roofs = test::syntheticRoofs(test::syntheticThreads);
        QVERIFY(roofs.roofs.size() > 3);
        QByteArray answer;
        for (std::size_t i = 0; i < 3; ++i)
            answer += asLine(encodeNotification(RoofMeasured{
                .device = roofs.device, .threads = roofs.threads, .roof = roofs.roofs[i], .levels = roofs.levels}));
        answer += asLine(encodeResponse(2, RoofsResult{roofs}));
        constexpr int linesOfResults = 5;
        for (int lines = 0; lines <= linesOnTheWay + linesOfResults + 1; ++lines) {
            const bool isCut = lines <= linesOnTheWay + linesOfResults;
            const CutWorld world(isCut ? lines : plenty);
            BenchProcess bench(world.withFarProgram(m_version));
            world.lendTo(bench);
            const InitializeResult greeting{.program = "far", .devices = {test::syntheticDevice()}};
            world.program("answer1", asLine(encodeResponse(1, greeting)));
            world.program("answer2", answer);
            bench.start({"serve", "--target", "box"});
            bench.send(Initialize{.client = "test"});
            if (bench.waitForAnswer<InitializeResult>() && bench.process.state() == QProcess::Running) {
                bench.send(MeasureRoofs{.device = "cpu"});
                if (bench.waitForAnswer<RoofsResult>() && !isCut)
                    bench.process.closeWriteChannel();
            }
            QVERIFY(!bench.waitFor([](const Incoming&) { return false; })); // to the end
            QCOMPARE(bench.exitStatus(), isCut ? 3 : 0);
            QCOMPARE(bench.nonsense, 0);
            int results = 0;
            for (const Incoming& message : bench.messages) {
                const auto* notification = std::get_if<Notification>(&message);
                if (notification == nullptr || std::holds_alternative<RoofMeasured>(*notification))
                    ++results;
            }
            QCOMPARE(results, std::clamp(lines - linesOnTheWay, 0, linesOfResults));
            if (isCut) {
                const auto* last = std::get_if<Notification>(&bench.messages.back()); // the first that comes is ours
                const auto* failed = last != nullptr ? std::get_if<TargetFailed>(last) : nullptr;
                QVERIFY2(failed != nullptr, qPrintable(QString::number(lines)));
                QVERIFY2(failed->text.find("box") != std::string::npos && failed->text.ends_with('.')
                             && failed->remedy.ends_with('.'),
                         (failed->text + failed->remedy).c_str());
                QCOMPARE(failed->text.find("is kept") != std::string::npos, lines >= linesOnTheWay);
            }
            world.isLeftClean();
        }
    }
    void aCommandHasTheFilesThatCameWholeAndSaysSo()
    {
        const QByteArray map = "first\nsecond\n";
        const QByteArray csv = "a,b\n1,2\n";
        constexpr int linesToMap = linesOnTheWay + 1 + 1 + 2; // what it prints, the file's frame, the file
        constexpr int linesToCsv = linesToMap + 1 + 2;
        int lines = 0;
        for (bool isCut = true; isCut; ++lines) {
            const CutWorld world(lines);
            BenchProcess bench(world.withFarProgram(m_version));
            world.lendTo(bench);
            world.program("far-map.ridge", map);
            world.program("far-map.csv", csv);
            const int status = bench.run(
                {"sweep", "--device", "cpu", "-o", "map.ridge", "--csv", "map.csv", "--target", "box"});
            isCut = status != 0;
            QCOMPARE(bench.out, lines > linesOnTheWay ? QByteArray("measured\n") : QByteArray());
            QCOMPARE(QFile::exists(world.path("map.ridge")), lines >= linesToMap);
            QCOMPARE(world.content("map.ridge"), lines >= linesToMap ? map : QByteArray());
            QCOMPARE(QFile::exists(world.path("map.csv")), lines >= linesToCsv);
            QCOMPARE(world.content("map.csv"), lines >= linesToCsv ? csv : QByteArray());
            if (isCut) {
                QCOMPARE(bench.process.exitCode(), 3);
                const QByteArray told = bench.err.mid(bench.err.indexOf("ridgepoint-bench: ")); // behind ssh's words
                QVERIFY2(told.contains("box") && told.endsWith(".\n") && told.count('\n') == 1, bench.err.constData());
                QCOMPARE(told.contains("is lost. Start again."), lines >= linesOnTheWay);
                QCOMPARE(told.contains("Saved before that: map.ridge"), lines >= linesToMap);
                QCOMPARE(told.contains("map.ridge, map.csv."), lines >= linesToCsv);
            } else {
                QVERIFY2(!bench.err.contains("ridgepoint-bench: "), bench.err.constData());
            }
            world.isLeftClean();
        }
        QCOMPARE(lines - 1, linesToCsv + 1);
    }

    void whatWasMeasuredUntilThenIsKept_data()
    {
        QTest::addColumn<int>("missing");    // lines of what was measured so far
        QTest::addColumn<bool>("isSession"); // that came whole
        QTest::addColumn<bool>("isTable");
        QTest::addColumn<bool>("isEarlier"); // there is a file of before
        QTest::newRow("both came whole") << 0 << true << true << false;
        QTest::newRow("the table did not") << 1 << true << false << false;
        QTest::newRow("nor did the session") << linesOfTable + 1 << false << false << false;
        QTest::newRow("and so did the files themselves") << -plenty << false << false << false;
        QTest::newRow("beside earlier files") << 0 << true << true << true;
    }
    void whatWasMeasuredUntilThenIsKept()
    {
        QFETCH(int, missing);
        QFETCH(bool, isSession);
        QFETCH(bool, isTable);
        QFETCH(bool, isEarlier);
        Session session;
        session.devices = {test::syntheticDevice()};
        session.environment = {{"incomplete", "the sweep had not ended"}};
        session.samples.resize(2);
        session.samples.back().workload.elements = 2;
        for (Sample& sample : session.samples)
            sample.time = sample.median = sample.low = sample.high = Seconds(1e-3);
        const QByteArray soFar = QByteArray::fromStdString(toJson(session)) + '\n';
        const QByteArray table = "a\n1\n";
        const QByteArray map = "first\nsecond\n";
        const QByteArray whole = "a\n1\n2\n";
        const CutWorld world(linesOnTheWay + 1 + 1 + static_cast<int>(soFar.count('\n')) + linesOfTable - missing);
        BenchProcess bench(world.withFarProgram(m_version));
        world.lendTo(bench);
        world.program("so-far-map.ridge", soFar);
        world.program("so-far-map.csv", table);
        world.program("far-map.ridge", map);
        world.program("far-map.csv", whole);
        const QByteArray earlier = isEarlier ? "earlier\n" : "";
        for (const char* name : {"map.ridge", "map.csv"})
            if (isEarlier)
                world.program(name, earlier);
        const int status = bench.run(
            {"sweep", "--device", "cpu", "-o", "map.ridge", "--csv", "map.csv", "--target", "box"});
        QCOMPARE(status, missing < 0 ? 0 : 3);
        const QString stem = isEarlier ? QStringLiteral("map-incomplete") : QStringLiteral("map");
        if (missing < 0 || isEarlier) {
            QCOMPARE(world.content("map.ridge"), isEarlier ? earlier : map);
            QCOMPARE(world.content("map.csv"), isEarlier ? earlier : whole);
        }
        if (missing >= 0) {
            QCOMPARE(world.content(stem + ".ridge"), isSession ? soFar : QByteArray());
            QCOMPARE(world.content(stem + ".csv"), isTable ? table : QByteArray());
        }
        QStringList names;
        if (isTable)
            names << stem + ".csv (incomplete)";
        if (isSession)
            names << stem + ".ridge with 2 samples (marked as incomplete)";
        const QByteArray kept = "The connection to box was lost. Saved what had arrived: "
                              + names.join(QStringLiteral(", ")).toUtf8()
                              + ". What it had not sent yet is lost. Start again.\n";
        QCOMPARE(bench.err.contains("Saved what"), !names.isEmpty());
        QVERIFY2(names.isEmpty() || bench.err.contains(kept), bench.err.constData());
        world.isLeftClean();
    }

    void nothingIsLeftThereOfALongSweep_data()
    {
        QTest::addColumn<QString>("killed");
        QTest::newRow("the connection") << QStringLiteral("ssh");
        QTest::newRow("the program there") << QStringLiteral("far");
        QTest::newRow("this program") << QString();
    }
    void nothingIsLeftThereOfALongSweep()
    {
        QFETCH(QString, killed);
        const CutWorld world(plenty);
        BenchProcess bench;
        world.lendTo(bench);
        bench.start({"sweep", "--device", "cpu", "--threads", "1", "--ops", "1..1024:64", "--size", "1Ki..1Mi:64",
                     "--full", "--budget", "1h", "--no-roofs", "-o", "map.ridge", "--progress", "json", "--target",
                     "box"});
        bench.process.setReadChannel(QProcess::StandardError);
        QByteArray progress; // until there is something to save
        while (!progress.contains("\"done\":1") && bench.process.waitForReadyRead(test::processDeadlineMilliseconds))
            progress += bench.process.readAllStandardError();
        QVERIFY2(progress.contains("\"done\":1"), progress.constData());
        QVERIFY(!QDir(world.path("tmp")).isEmpty());
        const QByteArray pid = killed.isEmpty() ? QByteArray::number(bench.process.processId())
                                                : world.content(killed).trimmed().split('\n').last();
        QCOMPARE(kill(static_cast<pid_t>(pid.toLongLong()), SIGKILL), 0);
        const int status = bench.exitStatus();
        world.isLeftClean();
        if (killed.isEmpty()) {
            QVERIFY(!QFile::exists(world.path("map.ridge")));
            return;
        }
        QCOMPARE(status, 3);
        QCOMPARE(bench.err.contains("Saved what had arrived: map.ridge"), QFile::exists(world.path("map.ridge")));
        QVERIFY2(bench.err.contains("had not sent yet is lost. Start again"), bench.err.constData());
    }
};

RIDGEPOINT_TEST(ConnectionCutTest)
#include "connection_cut_test.moc"
