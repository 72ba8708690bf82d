// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/charts/data/point_sentences.h"
#include "app/charts/data/report.h"
#include "app/charts/data/reference_device.h"
#include "app/charts/draw/curves_chart.h"
#include "app/charts/draw/regime_map_chart.h"
#include "app/charts/draw/roofline_chart.h"
#include "app/charts/render/report_files.h"
#include "app/charts/render/report_page.h"
#include "app/charts/style/texts.h"
#include "tests/support/synthetic_snapshot.h"
#include "tests/support/test_main.h"
#include "tests/unit/charts/noon_report.h"

#include <QFile>
#include <QFontMetricsF>
#include <QImage>
#include <QRegularExpression>
#include <QSet>
#include <QTemporaryDir>
#include <QXmlStreamReader>

#include <algorithm>

using namespace ridgepoint;

namespace {

ReportSubject subject(const SnapshotPointer& snapshot = test::syntheticSnapshotPointer({.columns = 11, .rows = 12}))
{
    ReportSubject subject;
    subject.snapshot = snapshot;
    subject.cursor = subject.point = test::syntheticCursor({.columns = 11, .rows = 12});
    subject.environment = {{"system", "Debian <12> & co"}};
    subject.parts = everyPart;
    subject.session = QStringLiteral("run");
    subject.created = QStringLiteral("2026-01-01T08:30:00Z");
    return subject;
}

const ReportTable* tableNamed(const LabReport& report, const char* title)
{
    const auto found = std::find_if(report.tables.begin(), report.tables.end(),
                                    [&](const ReportTable& table) { return table.title == QLatin1String(title); });
    return found == report.tables.end() ? nullptr : &*found;
}

/// Charts as a report gets them.
struct Charts {
    RooflineChart roofline;
    CurvesChart curves;
    RegimeMapChart map;
    std::vector<ReportChart> pages;
    explicit Charts(const ReportSubject& subject)
    {
        for (ChartWidget* chart : std::initializer_list<ChartWidget*>{&roofline, &curves, &map}) {
            chart->set(&ChartInput::cursor, subject.cursor);
            chart->set(&ChartInput::snapshot, subject.snapshot);
            chart->flush();
            pages.push_back({chart, QStringLiteral("Chart"), QStringLiteral("a note")});
        }
    }
};

} // namespace

/// The lab report: what it says, and that its pages are whole.
class ReportTest : public test::Case {
    Q_OBJECT
private slots:
    void saysWhatLimitsThePointAndWhereItsTimeComesFrom()
    {
        const LabReport report = test::reportOf(subject());
        QCOMPARE(report.headline, QStringLiteral("Memory-bandwidth-bound"));
        QVERIFY(report.findings.first().contains(QStringLiteral("measured"))
                && report.findings.first().contains(QStringLiteral("GB/s")));
        QVERIFY(report.findings.join(QLatin1Char(' ')).contains(QStringLiteral("measured over predicted")));
        QVERIFY(report.subtitle.contains(QStringLiteral("2026-01-01 08:30 UTC"))
                && report.subtitle.contains(QStringLiteral("2026-01-02 12:00 UTC")));
        QVERIFY(report.warning.isEmpty());
        QVERIFY(report.method.size() >= 5);
    }
    void whatTakesTheTimeComesFirstAndWhatDisturbedItLast()
    {
        const ReportSubject plain = subject();
        Snapshot busy = *plain.snapshot;
        for (Sample& sample : busy.samples)
            sample.flags |= Flag::MachineBusy | Flag::Preempted | Flag::FewReadings;
        for (std::size_t i = 0; i < busy.points.size(); ++i) {
            busy.points[i].state.memory = 2.0;
            busy.points[i].referenceTime = busy.samples[i].time * 0.5;
        }
        for (Roof& roof : busy.roofs.roofs)
            roof.flags |= Flag::IntervalNotReached;
        const QStringList findings =
            test::reportOf(subject(std::make_shared<const Snapshot>(std::move(busy)))).findings;
        const auto place = [&](const char* beginning) {
            return std::ranges::find_if(findings, [=](const QString& each) { return each.startsWith(beginning); })
                 - findings.begin();
        };
        QVERIFY(findings.first().contains(QStringLiteral("GB/s")));
        QCOMPARE(place("Where its time goes"), qsizetype(1));
        QCOMPARE(place("While this was measured"), qsizetype(2));
        const qsizetype few = findings.indexOf(exceptionsOf(Flag::FewReadings).front());
        QVERIFY2(few > place("The roofs predict"), qPrintable(findings.join(QLatin1Char('|'))));
        QCOMPARE(place("Other programs were running."), few + 1);
        QCOMPARE(place("The system interrupted a reading"), few + 2);
        QVERIFY2(findings.value(few + 3).contains(QStringLiteral("vary widely")),
                 qPrintable(findings.join(QLatin1Char('|'))));
    }
    void saysOfThePointWhatTheInspectorSays()
    {
        const Format format{QLocale::c()};
        const ReportSubject plain = subject();
        Snapshot doubtful = *plain.snapshot;
        const auto found = std::find_if(doubtful.samples.begin(), doubtful.samples.end(),
                                        [&](const Sample& sample) { return sample.workload == plain.point; });
        QVERIFY(found != doubtful.samples.end());
        PointAnalysis& point = doubtful.points[static_cast<std::size_t>(found - doubtful.samples.begin())];
        QVERIFY(point.shares);
        point.shares = Shares{.compute = 0.18, .memory = 0.82};
        point.intervals[0] = {0.06, 0.30};
        point.intervals[1] = {0.70, 0.94};
        point.intervals[2] = {0.0, 0.01};
        point.flags |= Flag::CacheTransition;
        point.flags |= Flag::Ambiguous;
        const PointAnalysis told = point;
        const QStringList findings =
            test::reportOf(subject(std::make_shared<const Snapshot>(std::move(doubtful)))).findings;
        const QString shares = QString(findings.value(1)).replace(QChar(0x00A0), QLatin1Char(' '));
        QVERIFY2(shares.contains(QStringLiteral("memory 82 ± 12 % · compute 18 ± 12 % · overhead 0 ± 1 %")),
                 qPrintable(shares));
        QVERIFY(findings.value(1).contains(sharesLine(told, format)));
        QVERIFY2(findings.contains(exceptionsOf(Flag::CacheTransition).front()),
                 qPrintable(findings.join(QLatin1Char('|'))));
        QVERIFY2(exceptionsOf(Flag::Ambiguous).front().contains("F5") && !findings.join(' ').contains("F5"),
                 "paper has no keys");
    }
    void isNoSurerOfThePointThanItsShares()
    {
        const ReportSubject plain = subject();
        const auto found = std::find_if(plain.snapshot->samples.begin(), plain.snapshot->samples.end(),
                                        [&](const Sample& sample) { return sample.workload == plain.point; });
        const auto index = static_cast<std::size_t>(found - plain.snapshot->samples.begin());
        const auto told = [&](const Shares& shares, double slowdown, std::optional<Regime> runnerUp = std::nullopt) {
            Snapshot changed = *plain.snapshot;
            changed.points[index].shares = shares;
            changed.points[index].runnerUp = runnerUp;
            if (slowdown == 1.0)
                changed.points[index].flags |= Flag::Ambiguous;
            Sample& sample = changed.samples[index];
            for (Seconds* time : {&sample.time, &sample.median, &sample.low, &sample.high})
                *time = *time * slowdown;
            return test::reportOf(subject(std::make_shared<const Snapshot>(std::move(changed))));
        };
        QCOMPARE(told({.compute = 0.44, .memory = 0.56}, 1.0, Regime::Compute).headline,
                 QStringLiteral("Memory-bandwidth-bound or compute-bound"));
        QCOMPARE(told({.compute = 0.12, .memory = 0.88}, 1.0).headline,
                 QStringLiteral("Probably memory-bandwidth-bound"));
        const LabReport slow = told(*plain.snapshot->points[index].shares, 9.0);
        QVERIFY2(slow.headline.endsWith(QStringLiteral("far from its roof")), qPrintable(slow.headline));
        QVERIFY2(slow.findings.join(' ').contains(QStringLiteral("the time that the roofs allow")),
                 qPrintable(slow.findings.join(' ')));
        // By the roofs that the report shows, also where the device was half as fast.
        const auto sentence = [](const LabReport& report) {
            return report.findings.filter(QStringLiteral("the time that the roofs allow")).join(QLatin1Char('|'));
        };
        Snapshot slower = *plain.snapshot;
        slower.points[index].state = {.memory = 2.0, .compute = 2.0, .launch = 2.0};
        Sample& sample = slower.samples[index];
        for (Seconds* time : {&sample.time, &sample.median, &sample.low, &sample.high})
            *time = *time * 9.0;
        QCOMPARE(sentence(test::reportOf(subject(std::make_shared<const Snapshot>(std::move(slower))))),
                 sentence(slow));
    }
    void everyNumberOfATableSaysItsProvenance()
    {
        const LabReport report = test::reportOf(subject());
        for (const char* title : {"Roofs", "Points of the curves", "Measured points of this operation"}) {
            const ReportTable* table = tableNamed(report, title);
            QVERIFY2(table != nullptr && !table->rows.empty(), title);
            QCOMPARE(static_cast<qsizetype>(table->numbers.size()), table->heads.size());
            for (const QStringList& row : table->rows) {
                QCOMPARE(row.size(), table->heads.size());
                QVERIFY2(row.join(QLatin1Char(' ')).contains(QStringLiteral("measured")),
                         qPrintable(row.join(QLatin1Char(' '))));
            }
        }
        QCOMPARE(tableNamed(report, "Points of the curves")->rows.size(), std::size_t{11});
        QVERIFY(tableNamed(report, "Ridge points") != nullptr);
        QVERIFY(tableNamed(report, "Pinned") == nullptr);
    }
    void filledCellsAreNotListedAsMeasured()
    {
        const auto snapshot = test::syntheticSnapshotPointer({.columns = 11, .rows = 12, .measuredFraction = 0.4});
        const LabReport report = test::reportOf(subject(snapshot));
        const ReportTable* measured = tableNamed(report, "Measured points of this operation");
        QVERIFY(measured != nullptr);
        const auto filled = std::count_if(snapshot->samples.begin(), snapshot->samples.end(),
                                          [](const Sample& sample) { return sample.flags.has(Flag::Interpolated); });
        QVERIFY(filled > 0);
        QCOMPARE(measured->rows.size() + static_cast<std::size_t>(filled), snapshot->samples.size());
        bool anyFilled = false;
        for (const QStringList& row : tableNamed(report, "Points of the curves")->rows)
            anyFilled = anyFilled || row.contains(QStringLiteral("interpolated"));
        QVERIFY(anyFilled);
    }
    void pointsAreListedAllOrNone()
    {
        ReportSubject about = subject(test::syntheticSnapshotPointer());
        QCOMPARE(tableNamed(test::reportOf(about), "Measured points of this operation")->rows.size(),
                 about.snapshot->samples.size());
        about.parts.everySample = false;
        const LabReport brief = test::reportOf(about);
        QVERIFY(tableNamed(brief, "Measured points of this operation") == nullptr);
        QVERIFY(tableNamed(brief, "Points of the curves") == nullptr);
    }
    void aDatasheetIsNeverCalledMeasured()
    {
        const ReferencePointer device = referenceOf(offeredDevice, shippedDevices());
        const Plan plan = referencePlan(*device, Workload{});
        ReportSubject sheet;
        sheet.snapshot = std::make_shared<const Snapshot>(referenceSnapshot(*device, plan, device->roofs));
        sheet.cursor = sheet.point = plan.cell(plan.cellCount() / 2);
        sheet.origin = QString::fromStdString(device->source);
        const LabReport report = test::reportOf(sheet);
        QVERIFY(report.warning.contains(QStringLiteral("Nothing in this report was measured")));
        QVERIFY(report.headline.startsWith(QStringLiteral("Predicted")));
        for (const ReportTable& table : report.tables)
            for (const QStringList& row : table.rows)
                QVERIFY2(!row.contains(QStringLiteral("measured")), qPrintable(row.join(QLatin1Char(' '))));
        QVERIFY(report.facts.front().facts.back().second.contains(QStringLiteral("http")));
    }
    void devicesStandSideBySideWithTheirSources()
    {
        ReportSubject compared = subject();
        const ReferencePointer device = referenceOf(offeredDevice, shippedDevices());
        const ReferenceViews views = referenceViews(*device, compared.snapshot->plan);
        compared.compared.push_back(
            {QStringLiteral("H100 (datasheet)"), views.lines, QString::fromStdString(device->source)});
        const LabReport report = test::reportOf(compared);
        const ReportTable* beside = tableNamed(report, "Side by side");
        QVERIFY(beside != nullptr);
        QCOMPARE(beside->heads.size(), 3);
        bool marked = false;
        for (const QStringList& row : beside->rows)
            marked = marked || row.last().contains(QStringLiteral("(datasheet)"));
        QVERIFY(marked);
        const QString source = tableNamed(report, "Sources of the compared devices")->rows.front().last();
        QVERIFY(source.contains(QStringLiteral("http")));
        QVERIFY2(source.contains(QStringLiteral("; launch costs borrowed from NVIDIA H200 (RRZE gpu-benches), ")),
                 qPrintable(source)); // no datasheet states one
        const auto floor = std::find_if(beside->rows.begin(), beside->rows.end(), [](const QStringList& row) {
            return row.front() == QStringLiteral("queued launch");
        });
        QVERIFY(floor != beside->rows.end());
        QVERIFY2(floor->last().endsWith(QStringLiteral(" (borrowed from RRZE gpu-benches)")),
                 qPrintable(floor->last()));
    }
    void namesWhoseLaunchCostsADeviceBorrows()
    {
        for (const char* id : {"published:a100-first-principles", "published:a100-rrze"}) {
            const ReferencePointer device = referenceOf(id, shippedDevices());
            QVERIFY(device);
            const ReportSubject plain = subject();
            const LabReport report = test::reportOf(subject(std::make_shared<const Snapshot>(
                referenceSnapshot(*device, referencePlan(*device, plain.cursor), device->roofs))));
            const auto& facts = report.facts.front().facts;
            const auto found = std::find_if(facts.begin(), facts.end(), [](const auto& fact) {
                return fact.first == QStringLiteral("Launch costs borrowed from");
            });
            QCOMPARE(found != facts.end(), !device->launchSource.empty());
            QVERIFY(found == facts.end()
                    || found->second == QStringLiteral("NVIDIA A100 SXM4 40 GB (RRZE gpu-benches)"));
        }
    }
    void manyDevicesStandInSeveralTablesOfAPagesWidth()
    {
        ReportSubject compared = subject();
        const ReferencePointer device = referenceOf(offeredDevice, shippedDevices());
        const ReferenceViews views = referenceViews(*device, compared.snapshot->plan);
        for (std::size_t i = 0; i < 2 * mostDevicesBeside + 1; ++i)
            compared.compared.push_back({QStringLiteral("device %1").arg(i), views.lines, {}});
        const LabReport report = test::reportOf(compared);
        QStringList devices;
        int tables = 0;
        for (const ReportTable& table : report.tables)
            if (table.title.startsWith(QStringLiteral("Side by side"))) {
                ++tables;
                QVERIFY(table.heads.size() <= static_cast<qsizetype>(mostDevicesBeside) + 2);
                QCOMPARE(table.heads[1], QString::fromStdString(compared.snapshot->device.name));
                devices << table.heads.mid(2);
                for (const QStringList& row : table.rows)
                    QCOMPARE(row.size(), table.heads.size());
            }
        QCOMPARE(tables, 3);
        QCOMPARE(devices.size(), static_cast<qsizetype>(compared.compared.size()));
        QCOMPARE(QSet<QString>(devices.begin(), devices.end()).size(), devices.size());
    }
    void manyKernelsOfOnesOwnAreListedInPartAndSaidToBe()
    {
        ReportSubject about = subject();
        Snapshot snapshot = *about.snapshot;
        std::vector<OwnKernel> kernels(
            10'000,
            OwnKernel{.name = "mine", .flops = Flops(1e9), .bytes = Bytes(1e9), .launches = 1.0, .time = Seconds(0.1)});
        kernels.back().name = "long";
        kernels.back().time = Seconds(1.0);
        snapshot.kernels = kernelList(std::move(kernels));
        about.snapshot = std::make_shared<const Snapshot>(std::move(snapshot));
        about.parts.everySample = false;
        const LabReport brief = test::reportOf(about);
        const ReportTable* own = tableNamed(brief, "Your own kernels");
        QVERIFY(own != nullptr);
        QCOMPARE(own->rows.size(), mostListedKernels);
        QCOMPARE(own->rows.front().front(), QString("long"));
        QVERIFY(own->note.contains(Format(QLocale::c()).whole(10'000)));
        QVERIFY2(own->note.contains(Format(QLocale::c()).whole(9'980) + " are left out"), qPrintable(own->note));
        about.parts.everySample = true;
        const LabReport whole = test::reportOf(about);
        QCOMPARE(tableNamed(whole, "Your own kernels")->rows.size(), std::size_t{10'000});
    }
    // Mutation: names of compilers as they are.
    void longNamesOfOwnKernelsAreShortAndKept()
    {
        ReportSubject about = subject();
        Snapshot snapshot = *about.snapshot;
        const std::string name = "void at::native::softmax_warp_forward<float, float, float, 11, false, false>(float*, "
                                 "const float*, int, int, int)";
        snapshot.kernels = kernelList(
            {{name, Flops(1e9), Bytes(1e9), 1.0, Seconds(2.0)}, {"plain", Flops(1e9), Bytes(1e9), 1.0, Seconds(1.0)}});
        about.snapshot = std::make_shared<const Snapshot>(std::move(snapshot));
        const LabReport report = test::reportOf(about);
        const ReportTable* own = tableNamed(report, "Your own kernels");
        QVERIFY(own != nullptr);
        QCOMPARE(own->rows[0].front(), QStringLiteral("softmax_warp_forward"));
        QCOMPARE(own->rows[1].front(), QStringLiteral("plain"));
        QCOMPARE(own->wholeNames, (QStringList{QString::fromStdString(name), QString()}));
        const auto html = reportHtml(report, {}, ThemeName::Print);
        QVERIFY(html.ok());
        const QByteArray whole = QString::fromStdString(name).toHtmlEscaped().toUtf8();
        QVERIFY(html->contains("<td title=\"" + whole + "\">softmax_warp_forward</td>"));
        QVERIFY(html->contains("<td>plain</td>"));
    }
    void ownKernelsWithoutCountsHaveNoFiguresAndSayHowTheirWorkWasGot()
    {
        ReportSubject about = subject();
        Snapshot snapshot = *about.snapshot;
        const OwnKernel counted{.name = "counted",
                                .flops = Flops(1e9),
                                .bytes = Bytes(1e9),
                                .launches = 4.5, // a mean of several runs
                                .time = Seconds(0.1),
                                .work = WorkOrigin::Counted,
                                .profiled = true};
        const OwnKernel timeAlone{
            .name = "time alone", .launches = 40.0, .time = Seconds(1.0), .work = WorkOrigin::Unknown};
        snapshot.kernels = kernelList({timeAlone, counted});
        about.snapshot = std::make_shared<const Snapshot>(std::move(snapshot));
        const LabReport report = test::reportOf(about);
        const ReportTable* own = tableNamed(report, "Your own kernels");
        QVERIFY(own != nullptr);
        QCOMPARE(own->heads.last(), QStringLiteral("Work"));
        QCOMPARE(static_cast<qsizetype>(own->numbers.size()), own->heads.size());
        QCOMPARE(own->rows[0].mid(3), (QStringList{"–", "–", "–", "40", "–", "–", "–", "unknown"}));
        QCOMPARE(own->rows[1][6], QStringLiteral("4.5"));
        QVERIFY(!own->rows[1].contains(QStringLiteral("–")));
        QCOMPARE(own->rows[1].last(), QStringLiteral("counted, profiled"));
    }
    /// Mutation: shares by the names that files give the device; roofs of another one.
    void ownKernelsAreJudgedAndHaveSharesOfOneDevicesTime()
    {
        ReportSubject about = subject();
        const Roof& memory = *about.snapshot->roofs.find(bandwidthRoofId("dram"));
        const OwnKernel typed{.name = "typed",
                              .flops = Flops(1e9),
                              .bytes = Bytes(memory.value * 3.0 * 0.8),
                              .launches = 1.0,
                              .time = Seconds(3.0)};
        OwnKernel imported = typed; // its file names no device, so that it ran on a processor
        imported.name = "imported";
        imported.bytes = Bytes(memory.value * 0.25);
        imported.time = Seconds(1.0);
        imported.source = "run.csv";
        OwnKernel elsewhere = imported;
        elsewhere.name = "elsewhere";
        elsewhere.time = Seconds(0.5);
        elsewhere.device = "Nobody's GX 1";
        Snapshot snapshot = *about.snapshot;
        snapshot.kernels = kernelList({typed, imported, elsewhere});
        about.snapshot = std::make_shared<const Snapshot>(std::move(snapshot));
        const LabReport report = test::reportOf(about);
        const ReportTable* own = tableNamed(report, "Your own kernels");
        QVERIFY(own != nullptr);
        const Format format(QLocale::c());
        QCOMPARE(own->heads.mid(2, 4), (QStringList{"Share", "Limited by", "Of roof", "Best lever"}));
        QCOMPARE(own->rows[0].mid(2, 3),
                 (QStringList{format.percent(0.75), regimeLabel(Regime::Memory), format.percent(0.8)}));
        QVERIFY2(own->rows[0][5].startsWith(QStringLiteral("2× bandwidth: ")), qPrintable(own->rows[0][5]));
        QCOMPARE(own->rows[1].mid(2, 3),
                 (QStringList{format.percent(0.25), QStringLiteral("none of these roofs"), format.percent(0.25)}));
        QVERIFY2(own->rows[1][5].startsWith(QStringLiteral("not a roof: up to ")), qPrintable(own->rows[1][5]));
        QCOMPARE(own->rows[2].mid(2, 4), (QStringList{format.percent(1.0), "–", "–", "–"}));
        const QString judge = QStringLiteral("Judged by: %1, launched %2, measured.")
                                  .arg(text(about.snapshot->device.name), text(nameOf(about.cursor.launchMode)));
        QVERIFY2(own->note.contains(judge), qPrintable(own->note));
        // A device of the session that is not the report's judges what ran there.
        RoofSet roofs = about.snapshot->roofs;
        roofs.device = "cuda:0";
        about.measured = {{{.id = "cuda:0", .kind = DeviceKind::Cuda, .name = elsewhere.device}, roofs}};
        const LabReport both = test::reportOf(about);
        QCOMPARE(tableNamed(both, "Your own kernels")->rows[2][4], format.percent(0.5));
        // So does that of a session which is compared.
        Snapshot lines = *about.snapshot;
        lines.device.name = elsewhere.device;
        about.measured.clear();
        about.compared = {{QStringLiteral("other"), std::make_shared<const Snapshot>(std::move(lines)), {}}};
        const LabReport comparing = test::reportOf(about);
        QCOMPARE(tableNamed(comparing, "Your own kernels")->rows[2][4], format.percent(0.5));
    }
    /// As in the window's list: launches whose cost is not known would cost nothing.
    void ownKernelsAreJudgedByLaunchesWhoseCostIsKnown()
    {
        ReportSubject about = subject();
        about.cursor.launchMode = LaunchMode::Graph;
        Snapshot snapshot = *about.snapshot;
        std::erase_if(snapshot.roofs.roofs,
                      [](const Roof& roof) { return roof.id == launchRoofId(LaunchMode::Graph); });
        const Roof* launch = snapshot.roofs.find(launchRoofId(LaunchMode::WaitEach));
        QVERIFY(launch != nullptr);
        snapshot.kernels = kernelList({{.name = "launched",
                                        .flops = Flops(1e3),
                                        .bytes = Bytes(1e3),
                                        .launches = 1000.0,
                                        .time = Seconds(launch->value * 1000.0 / 0.8)}});
        about.snapshot = std::make_shared<const Snapshot>(std::move(snapshot));
        const LabReport report = test::reportOf(about);
        const ReportTable* own = tableNamed(report, "Your own kernels");
        QVERIFY(own != nullptr);
        QCOMPARE(own->rows[0].mid(3, 2),
                 (QStringList{regimeLabel(Regime::Overhead), Format(QLocale::c()).percent(0.8)}));
        QVERIFY2(own->note.contains(QStringLiteral("launched wait-each, measured")), qPrintable(own->note));
    }
    void ownKernelsAreListedUnlessTheyAreLeftOut()
    {
        ReportSubject about = subject();
        const auto listsThem = [&about] {
            const LabReport report = test::reportOf(about);
            return tableNamed(report, "Your own kernels") != nullptr;
        };
        about.parts = {};
        QVERIFY(!listsThem()); // there are none
        Snapshot snapshot = *about.snapshot;
        snapshot.kernels = kernelList({{"mine", Flops(1e9), Bytes(1e9), 1.0, Seconds(1.0)}});
        about.snapshot = std::make_shared<const Snapshot>(std::move(snapshot));
        QVERIFY(listsThem());
        about.parts = everyPart;
        about.parts.ownKernels = false;
        QVERIFY(!listsThem());
    }
    void aPublishedPointIsStatedAndNotItsPredictedTwin()
    {
        ReportSubject about = subject();
        Snapshot snapshot = *about.snapshot;
        snapshot.provenance = Provenance::Published;
        for (Sample& sample : snapshot.samples)
            sample.provenance = Provenance::Published;
        const auto found = std::find_if(snapshot.samples.begin(), snapshot.samples.end(),
                                        [&](const Sample& sample) { return sample.workload == about.point; });
        QVERIFY(found != snapshot.samples.end());
        about.snapshot = std::make_shared<const Snapshot>(snapshot);
        const LabReport alone = test::reportOf(about);
        QVERIFY2(alone.headline.startsWith(QStringLiteral("Published: ")), qPrintable(alone.headline));
        QVERIFY(alone.findings.front().contains(QStringLiteral("(published)")));

        // A report of a session that compares with this one says the same of it.
        ReportSubject comparing = subject();
        comparing.compared.push_back({QStringLiteral("other"), about.snapshot, {}});
        comparing.compared.push_back({QStringLiteral("mine"), comparing.snapshot, {}});
        const LabReport report = test::reportOf(comparing);
        const ReportTable* sources = tableNamed(report, "Sources of the compared devices");
        QVERIFY(sources != nullptr);
        QCOMPARE(sources->rows[0].last(), QStringLiteral("published, from a session file without a source"));
        QCOMPARE(sources->rows[1].last(), QStringLiteral("measured by Ridgepoint, another session"));
    }
    void thePredictedTwinOfAPointIsNotStated()
    {
        ReportSubject about = subject();
        const LabReport before = test::reportOf(about);
        Snapshot snapshot = *about.snapshot;
        const auto found = std::find_if(snapshot.samples.begin(), snapshot.samples.end(),
                                        [&](const Sample& sample) { return sample.workload == about.point; });
        QVERIFY(found != snapshot.samples.end());
        const auto at = static_cast<std::size_t>(found - snapshot.samples.begin());
        Sample twin = *found;
        twin.provenance = Provenance::Predicted;
        twin.time = twin.time * 7.0;
        std::swap(snapshot.samples[0], snapshot.samples[at]);
        std::swap(snapshot.points[0], snapshot.points[at]);
        snapshot.samples.insert(snapshot.samples.begin(), twin);
        snapshot.points.insert(snapshot.points.begin(), snapshot.points.front());
        about.snapshot = std::make_shared<const Snapshot>(std::move(snapshot));
        const LabReport after = test::reportOf(about);
        QCOMPARE(after.headline, before.headline);
        QCOMPARE(after.findings, before.findings);
    }
    void notesWithoutEndAreCutAndSaySo()
    {
        ReportSubject about = subject();
        about.notes = QString(200000, QLatin1Char('x'));
        const LabReport report = test::reportOf(about);
        const auto& facts = report.facts[1].facts;
        const auto notes = std::find_if(facts.begin(), facts.end(),
                                        [](const auto& fact) { return fact.first == QStringLiteral("Notes"); });
        QVERIFY(notes != facts.end());
        QVERIFY(notes->second.size() < 20000);
        QVERIFY(notes->second.endsWith(QStringLiteral("the full text is in the session)")));
    }
    void wordsAreWrappedAndNoneIsLost()
    {
        const QFont font = Theme::print().font();
        const QString words = QStringLiteral(
            "one two three https://example.org/a-very-long-address-without-any-blank/that-does-not-fit four");
        const QStringList lines = wrapped(words, font, 80.0);
        QVERIFY(lines.size() > 3);
        for (const QString& line : lines)
            QVERIFY(QFontMetricsF(font).horizontalAdvance(line) <= 80.0);
        QString joined = lines.join(QString());
        QCOMPARE(joined.remove(QLatin1Char(' ')), QString(words).remove(QLatin1Char(' ')));
    }
    void pagesAreNumberedAndRowsKeptWhole()
    {
        ReportTable table{.title = QStringLiteral("Long"),
                          .note = {},
                          .heads = {QStringLiteral("a"), QStringLiteral("b")},
                          .numbers = {true, false},
                          .rows = {}};
        for (int i = 0; i < 200; ++i)
            table.rows.push_back({QString::number(i), QStringLiteral("word ").repeated(i % 40)});
        ReportPage counting(nullptr, {}, QStringLiteral("footer"), 0);
        counting.table(table);
        QVERIFY(counting.pages() > 3);
        ReportPage more(nullptr, {}, QStringLiteral("footer"), 0);
        table.rows.resize(400, table.rows.front());
        more.table(table);
        QVERIFY(more.pages() > counting.pages());
    }
    void aPdfHasVectorChartsAndNothingCut()
    {
        const ReportSubject about = subject();
        const Charts charts(about);
        const QByteArray pdf = reportPdf(test::reportOf(about), charts.pages, ThemeName::Print);
        QVERIFY(pdf.startsWith("%PDF"));
        // The map is the one picture; roofline and curves are lines and letters.
        QVERIFY(pdf.count("/Subtype /Image") <= 3);
        QVERIFY2(pdf.count("/Type /Page\n") >= 3, QByteArray::number(pdf.count("/Type /Page\n")).constData());
        const QImage first = reportPicture(test::reportOf(about), charts.pages, ThemeName::Print, {400, 600}, 1.0);
        QVERIFY(!first.isNull() && first.width() <= 400 && first.height() <= 600 && first.height() > 500);
    }
    void htmlIsOneWellFormedFileWithTheChartsInside()
    {
        const ReportSubject about = subject();
        const Charts charts(about);
        const auto html = reportHtml(test::reportOf(about), charts.pages, ThemeName::Print);
        QVERIFY(html.ok());
        QCOMPARE(html->count("<svg "), 3);
        QVERIFY(html->contains("Debian &lt;12&gt; &amp; co"));
        QVERIFY(!html->contains("src=\"http") && !html->contains("<script") && !html->contains("<?xml"));
        QVERIFY(html->contains("scope=\"col\"") && html->contains("lang=\"")
                && html->contains("aria-label=\"Chart, a note\""));
        // Names inside the pictures are each picture's own.
        QSet<QString> names;
        const QRegularExpression name(QStringLiteral(" id=\"([^\"]+)\""));
        for (auto it = name.globalMatch(QString::fromUtf8(*html)); it.hasNext();) {
            const QString id = it.next().captured(1);
            QVERIFY2(!names.contains(id), qPrintable(id));
            names.insert(id);
        }
        // Each picture by itself is well-formed.
        const QByteArray picture = html->mid(html->indexOf("<svg "),
                                             html->indexOf("</svg>") + 6 - html->indexOf("<svg "));
        QXmlStreamReader reader(picture);
        while (!reader.atEnd())
            reader.readNext();
        QVERIFY2(!reader.hasError(), qPrintable(reader.errorString()));
    }
    void anotherEndingIsRefused()
    {
        const QTemporaryDir folder;
        const ReportSubject about = subject();
        const Charts charts(about);
        const auto written = exportReport(test::reportOf(about), charts.pages,
                                          folder.filePath(QStringLiteral("report.docx")));
        QVERIFY(!written.ok());
        QVERIFY(written.error().message().find(".pdf") != std::string::npos);
        QVERIFY(exportReport(test::reportOf(about), charts.pages, folder.filePath(QStringLiteral("report.html"))).ok());
        QVERIFY(QFile(folder.filePath(QStringLiteral("report.html"))).size() > 20000);
    }
};

RIDGEPOINT_GUI_TEST(ReportTest)
#include "report_test.moc"
