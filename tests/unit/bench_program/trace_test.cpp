// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
// `experiment ID --trace FILE`.
#include "tests/support/test_main.h"
#include "tests/unit/bench_program/bench_rig.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <map>
#include <set>
#include <utility>

using namespace ridgepoint;
using test::BenchRig;
using test::Ran;

namespace {

const QStringList smallTransfers{"transfers",  "--param", "largest=1Mi", "--param",
                                 "batch=64Ki", "--param", "batches=4"};

} // namespace

class TraceTest : public test::Case {
    Q_OBJECT
private slots:
    void aTraceIsNotWrittenOverTheSession()
    {
        BenchRig rig;
        const QString session = rig.path("one.ridge");
        const Ran ran = rig.experiment(smallTransfers + QStringList{"--trace", rig.path("./one.ridge"), "-o", session});
        QCOMPARE(ran.code, 2);
        QVERIFY2(ran.err.contains("--trace: \"") && ran.err.contains("is the file of -o too")
                     && ran.err.contains("a file of its own"),
                 qPrintable(ran.err));
        QVERIFY(!QFile::exists(session) || QFile(session).size() == 0);
    }
    void whereNothingWasRecordedTheTraceIsMissedAndTheSessionKept()
    {
        BenchRig rig;
        const QString session = rig.path("stages.ridge");
        const QString trace = rig.path("stages.json");
        const QByteArray folder = qgetenv("TMPDIR");
        const bool wasSet = qEnvironmentVariableIsSet("TMPDIR");
        qputenv("TMPDIR", "/no/such/folder"); // so that there is no file to load from
        const Ran ran = rig.experiment(smallTransfers + QStringList{"--trace", trace, "-o", session});
        wasSet ? qputenv("TMPDIR", folder) : qunsetenv("TMPDIR");
        QVERIFY(ran.code != 0);
        QVERIFY2(ran.err.contains("recorded no timeline"), qPrintable(ran.err));
        QVERIFY(QFile::exists(session) && !QFile::exists(trace));
    }
    void aTraceOfADeviceThatRecordsNothingIsRefusedBeforeAnythingIsMeasured()
    {
        BenchRig rig; // whose device keeps no times of its launches
        int measured = 0;
        rig.devices.onBatch = [&](int) { ++measured; };
        const QString session = rig.path("launches.ridge");
        const Ran ran = rig.experiment(
            {"launch-modes", "--param", "largest=8Ki", "--trace", rig.path("launches.json"), "-o", session});
        QVERIFY(ran.code != 0);
        QVERIFY2(ran.err.contains("--trace: launch-modes records no timeline on cpu; leave it out")
                     && ran.err.contains("does not tell when each launch begins"),
                 qPrintable(ran.err));
        QCOMPARE(ran.err.trimmed().count(QLatin1Char('\n')), 0);
        QCOMPARE(measured, 0);
        QVERIFY(!QFile::exists(session));
    }
    void aTraceHasWhatPerfettoNeeds()
    {
        BenchRig rig;
        const QString path = rig.path("stages.json");
        const Ran ran = rig.experiment(smallTransfers + QStringList{"--trace", path});
        QVERIFY2(ran.code == 0, qPrintable(ran.err));
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QJsonArray events = QJsonDocument::fromJson(file.readAll()).object().value("traceEvents").toArray();
        std::set<std::pair<int, int>> named;
        std::map<std::pair<int, int>, double> ends; // of what each thread did last
        int stretches = 0;
        for (const auto& one : events) {
            const QJsonObject event = one.toObject();
            const std::pair place(event.value("pid").toInt(-1), event.value("tid").toInt(-1));
            QVERIFY(place.first > 0 && place.second >= 0);
            if (event.value("name").toString() == "thread_name")
                named.insert(place);
            if (event.value("ph").toString() != "X") {
                QCOMPARE(event.value("ph").toString(), QStringLiteral("M"));
                continue;
            }
            ++stretches;
            const double begin = event.value("ts").toDouble(-1.0);
            const double duration = event.value("dur").toDouble(-1.0);
            QVERIFY(named.contains(place) && begin >= 0.0 && duration >= 0.0);
            // A thread's stretches follow each other, but for rounding: Perfetto drops those that cross.
            QVERIFY(!ends.contains(place) || begin > ends[place] - 1e-6);
            ends[place] = begin + duration;
        }
        QCOMPARE(stretches, 2 * 3 * 4); // in turn and overlapped, three stages, four batches
        QCOMPARE(named.size(), std::size_t{6});
    }
};

RIDGEPOINT_TEST(TraceTest)
#include "trace_test.moc"
