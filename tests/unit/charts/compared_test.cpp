// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/charts/data/compared_here.h"
#include "app/charts/draw/export.h"
#include "app/charts/draw/markers.h"
#include "app/charts/draw/regime_map_chart.h"
#include "tests/support/synthetic_snapshot.h"
#include "tests/support/test_main.h"
#include "tests/unit/charts/compared_plans.h"

#include <QRegularExpression>

#include <algorithm>

using namespace ridgepoint;
using test::device;
using test::elsewhere;
using test::fusionMap;
using test::measured;
using test::slice;

namespace {

struct DifferenceMap : RegimeMapChart {
    DifferenceMap(const SnapshotPointer& own, const SnapshotPointer& other)
    {
        setView(MapView::Difference);
        set(&ChartInput::cursor, own->plan.cell(0));
        set(&ChartInput::snapshot, own);
        set(&ChartInput::overlays, {{other, QStringLiteral("another")}});
        resize(480, 360);
        setAttribute(Qt::WA_DontShowOnScreen);
        show();
        flush();
    }
    [[nodiscard]] QString lastWords(const Workload& workload) const
    {
        const QStringList words = places().describe(workload);
        return words.value(words.size() - 1);
    }
};

} // namespace

/// Another device beside the own: the difference of two maps.
class ComparedTest : public test::Case {
    Q_OBJECT
private slots:
    void mapsWithNothingInCommonSayWhatIsMissingAndWhatToTry_data()
    {
        QTest::addColumn<Plan>("other");
        QTest::addColumn<QStringList>("words");
        Plan plan = slice(16);
        QTest::newRow("the same slice") << plan << QStringList();
        QTest::newRow("another slice") << slice(4) << QStringList{"at fusion depth 16", "Move the slider"};
        plan.base.operation = Operation::Cos;
        QTest::newRow("another operation") << plan << QStringList{"no times for fp32 fma", "Choose another operation"};
        plan = slice(1);
        plan.base.chainLength = 1;
        QTest::newRow("another chain") << plan << QStringList{"chains of 16", "Measure the same cube"};
        plan = slice(16);
        plan.axes[1].values = {1 << 22, 1 << 23};
        QTest::newRow("other sizes") << plan << QStringList{"do not overlap", "Measure the same ranges"};
    }
    void mapsWithNothingInCommonSayWhatIsMissingAndWhatToTry()
    {
        QFETCH(Plan, other);
        QFETCH(QStringList, words);
        DifferenceMap map(measured(slice(16)), measured(other));
        QCOMPARE(map.colourlessWords().isEmpty(), words.isEmpty());
        for (const QString& word : words)
            QVERIFY2(map.colourlessWords().contains(word), qPrintable(map.colourlessWords()));
        const QImage drawn = map.grab().toImage();
        map.setView(MapView::Runtime); // which both have
        map.flush();
        QVERIFY(map.colourlessWords().isEmpty());
        QVERIFY(map.grab().toImage() != drawn);
    }
    void aMapOfDepthsNamesTheOperationsOfItsSlice()
    {
        Plan plan = fusionMap();
        plan.base.operationsPerElement = 64;
        DifferenceMap map(measured(fusionMap()), measured(plan));
        QVERIFY2(map.colourlessWords().contains("at 4 fma per element"), qPrintable(map.colourlessWords()));
    }

    void theTimesOfAPointStandSideBySide()
    {
        const Format format;
        const SnapshotPointer own = measured(slice(1));
        const Sample& here = own->samples[5];
        const auto said = [&](const Snapshot& other, const QString& name) {
            return comparedHere(here, QStringLiteral("Host CPU"), own->plan, other, name, format);
        };
        const SnapshotPointer a100 = elsewhere("published:a100-rrze", slice(1));
        const auto time = timeElsewhere(*a100, here.workload, own->plan);
        QVERIFY(time && time->provenance == Provenance::Predicted);
        auto words = said(*a100, QStringLiteral("A100"));
        QVERIFY(words);
        QCOMPARE(words->line,
                 QStringLiteral("%1 here, %2 on A100 (predicted from published figures; queued instead of wait-each): "
                                "%3")
                     .arg(format.time(here.time), format.time(time->time), format.factor(here.time / time->time)));
        QCOMPARE(
            words->answer,
            QStringLiteral("A100 (predicted from published figures; queued instead of wait-each): %2 at this point. "
                           "Host CPU: %1, %3 as long.")
                .arg(format.time(here.time), format.time(time->time), format.factor(here.time / time->time)));
        words = said(*elsewhere("datasheet:a100-sxm4-40gb", slice(1)), QStringLiteral("A100"));
        QVERIFY(words && words->line.contains(" on A100 (predicted from its datasheet"));

        words = said(*own, QStringLiteral("twin"));
        QVERIFY(words);
        QVERIFY2(words->line.endsWith(" on twin: cannot be told apart"), qPrintable(words->line));
        Snapshot slower = *own;
        for (Sample& sample : slower.samples)
            for (Seconds* each : {&sample.time, &sample.low, &sample.high})
                *each = *each * 4.0;
        words = said(slower, QStringLiteral("slower"));
        QVERIFY(words);
        QVERIFY2(words->line.endsWith(" on slower: " + format.factor(0.25)), qPrintable(words->line));
        slower.samples.clear();
        words = said(slower, QStringLiteral("roofs"));
        QVERIFY(words && words->line.contains(" on roofs (predicted from its roofs"));
        slower.roofs.roofs.clear();
        QVERIFY(!said(slower, QStringLiteral("nothing")));
    }

    void betweenTheOthersCellsThePanelSaysWhatTheMapSays_data()
    {
        QTest::addColumn<Plan>("own");
        QTest::addColumn<Plan>("other");
        QTest::addColumn<int>("cell");
        Plan sizes = slice(1);
        sizes.axes[1].values = {1 << 11, 1 << 15, 1 << 19, 1 << 21};
        QTest::newRow("of operations and sizes") << slice(1) << sizes << 5;
        sizes = fusionMap();
        sizes.axes[1].values = {1 << 11, 1 << 15, 1 << 19, 1 << 21};
        QTest::newRow("of depths and sizes") << fusionMap() << sizes << 6;
    }
    void betweenTheOthersCellsThePanelSaysWhatTheMapSays()
    {
        QFETCH(Plan, own);
        QFETCH(Plan, other);
        QFETCH(int, cell);
        const Format format;
        const SnapshotPointer here = measured(own);
        Snapshot slower = *measured(other);
        for (Sample& sample : slower.samples)
            sample.time = sample.time * 1.7; // which its roofs do not predict
        const Sample& sample = here->samples[static_cast<std::size_t>(cell)];
        RegimeMapData data = regimeMapData(*here, sample.workload);
        compareWith(data, slower);
        const MapCell& onMap = data.cells[data.cellOf(sample.workload).value()];
        QVERIFY(onMap.differenceIsBetween && onMap.differenceProvenance == Provenance::Measured);
        const QString ratio = QStringLiteral("about ") + format.factor(onMap.difference);
        const DifferenceMap map(here, std::make_shared<const Snapshot>(slower));
        QCOMPARE(map.lastWords(sample.workload), ratio + " the measured time of another, between its cells");
        const auto words = comparedHere(sample, QStringLiteral("Host CPU"), own, slower, QStringLiteral("another"),
                                        format);
        QVERIFY(words);
        QVERIFY2(words->line.endsWith(" on another (between its measured cells): " + ratio), qPrintable(words->line));
        QVERIFY2(words->answer.startsWith("another (between its measured cells): ")
                     && words->answer.endsWith(", " + ratio + " as long."),
                 qPrintable(words->answer));
    }

    void theHoverSaysWhereTheOthersTimeComesFrom()
    {
        const SnapshotPointer own = measured(slice(16));
        const Workload at = own->plan.cell(5);
        DifferenceMap sessions(own, measured(slice(16)));
        QVERIFY2(sessions.lastWords(at).endsWith("the measured time of another"), qPrintable(sessions.lastWords(at)));
        DifferenceMap published(own, elsewhere("published:a100-rrze", slice(16)));
        QVERIFY2(published.lastWords(at).endsWith("the predicted time of another"),
                 qPrintable(published.lastWords(at)));
        DifferenceMap sheet(own, elsewhere("datasheet:a100-sxm4-40gb", slice(16)));
        QVERIFY2(sheet.lastWords(at).endsWith("the predicted time of another"), qPrintable(sheet.lastWords(at)));
    }
    void theHoverOfADifferenceIsShort()
    {
        const SnapshotPointer own = measured(slice(16));
        const Workload at = own->plan.cell(5);
        DifferenceMap map(own, measured(slice(16)));
        const QStringList lines = map.places().describe(at);
        QVERIFY2(lines.size() <= 4, qPrintable(lines.join('|'))); // the work, its time, a remark, the ratio
        QVERIFY2(!lines.join('|').contains("FLOP/s") && !lines.join('|').contains("the predicted time"),
                 qPrintable(lines.join('|')));
        map.setView(MapView::Regime);
        map.flush();
        QVERIFY2(map.places().describe(at).join('|').contains("FLOP/s"),
                 qPrintable(map.places().describe(at).join('|')));
    }
    void onlyAPublishedReadingIsCalledPublished()
    {
        const ReferencePointer a100 = device("published:a100-rrze");
        const Workload reading = a100->samples.front().workload;
        Plan plan = slice(1);
        plan.base.chainLength = 1;
        plan.axes[1].values = {1 << 20, reading.elements};
        const SnapshotPointer own = measured(plan);
        plan.base.launchMode = LaunchMode::Queued;
        RegimeMapData data = regimeMapData(*own, own->plan.base);
        compareWith(data, *elsewhere("published:a100-rrze", plan));
        for (std::size_t x = 0; x < data.xs.size(); ++x)
            for (std::size_t y = 0; y < data.ys.size(); ++y) {
                const bool isPublished = std::any_of(a100->samples.begin(), a100->samples.end(),
                                                     [&](const Sample& sample) {
                                                         return sample.workload.elements == data.ys[y]
                                                             && sample.workload.operationsPerElement == data.xs[x];
                                                     });
                QVERIFY(data.cell(x, y).difference > 0.0);
                QCOMPARE(data.cell(x, y).differenceProvenance,
                         isPublished ? Provenance::Published : Provenance::Predicted);
            }
        QCOMPARE(data.cell(0, 1).differenceProvenance, Provenance::Published); // of which the sweep has one
    }
    void theBordersOfTheOtherDeviceLieWhereItsTermsAreEqual()
    {
        const SnapshotPointer own = measured(slice(1));
        Plan elsewhereToo = slice(1);
        elsewhereToo.base.launchMode = LaunchMode::Queued;
        const SnapshotPointer other = elsewhere("published:a100-rrze", elsewhereToo);
        RegimeMapData data = regimeMapData(*own, own->plan.base);
        QVERIFY(data.otherBorders.empty());
        compareWith(data, *other);
        QVERIFY(!data.otherBorders.empty());
        for (const MapBorder& border : data.otherBorders)
            for (const MapPoint& point : border.line) {
                Workload at = data.base;
                at.launchMode = LaunchMode::Queued;
                at.threads = 0;
                at.elements = std::llround(std::exp2(point.y));
                at.operationsPerElement = std::max<std::int64_t>(1, std::llround(std::exp2(point.x)));
                const auto said = predict(at, other->roofs, other->device.kind);
                QVERIFY(said);
                const auto term = [&](Regime regime) {
                    return regime == Regime::Compute ? said->compute
                         : regime == Regime::Memory  ? said->memory
                                                     : said->overhead;
                };
                const double ratio = term(border.first) / term(border.second);
                QVERIFY2(ratio > 0.6 && ratio < 1.7,
                         qPrintable(QString::number(ratio))); // whole operations beside a line between them
            }
    }
    void theOtherDevicesBordersAreDrawnOverRegimesAlone()
    {
        const SnapshotPointer own = measured(slice(1));
        const SnapshotPointer other = elsewhere("published:a100-rrze", slice(1));
        const auto pictureOf = [&](MapView view, const std::vector<Overlay>& overlays) {
            RegimeMapChart chart;
            chart.setView(view);
            chart.set(&ChartInput::cursor, own->plan.cell(0));
            chart.set(&ChartInput::snapshot, own);
            chart.set(&ChartInput::overlays, overlays);
            chart.prepareForFile({480, 420}, 1.0);
            QImage picture(480, 420, QImage::Format_RGB32);
            QCPPainter painter(&picture);
            chart.toPainter(&painter, picture.width(), picture.height());
            return picture;
        };
        const std::vector<Overlay> compared{{other, QStringLiteral("NVIDIA A100"), QStringLiteral("NVIDIA A100")}};
        QVERIFY(pictureOf(MapView::Regime, compared) != pictureOf(MapView::Regime, {}));
        QVERIFY(pictureOf(MapView::Runtime, compared) == pictureOf(MapView::Runtime, {}));
    }
    void theBorderOfTheOtherDeviceHasItsColour()
    {
        const SnapshotPointer own = measured(slice(1));
        const auto dotsOf = [&](std::size_t place, std::size_t counted) {
            RegimeMapChart chart;
            chart.set(&ChartInput::cursor, own->plan.cell(0));
            chart.set(&ChartInput::snapshot, own);
            chart.set(&ChartInput::overlays, {{elsewhere("published:a100-rrze", slice(1)), QStringLiteral("A100"),
                                               QStringLiteral("A100"), place}});
            chart.prepareForFile({480, 420}, 1.0);
            QImage picture(480, 420, QImage::Format_RGB32);
            QCPPainter painter(&picture);
            chart.toPainter(&painter, picture.width(), picture.height());
            painter.end();
            int pixels = 0;
            for (int y = 0; y < picture.height(); ++y)
                for (int x = 0; x < picture.width(); ++x)
                    pixels += picture.pixel(x, y) == seriesColor(chart.theme(), counted).rgb() ? 1 : 0;
            return pixels;
        };
        QVERIFY(dotsOf(0, 0) > 5);
        QVERIFY(dotsOf(2, 2) > 5);
        QCOMPARE(dotsOf(2, 0), 0);
    }
    void aDifferenceSaysThanWhatItIsFasterAndCutsNoNameOfABorder()
    {
        RegimeMapChart chart;
        chart.setView(MapView::Difference);
        chart.set(&ChartInput::cursor, test::syntheticCursor());
        chart.set(&ChartInput::snapshot, test::syntheticSnapshotPointer());
        chart.set(&ChartInput::overlays, {{test::syntheticSnapshotPointer({.slowdown = 1.4}), QStringLiteral("twin")}});
        bool isNamed = false;
        for (const QSizeF size : {QSizeF(760, 480), QSizeF(480, 320), QSizeF(400, 320)}) {
            const auto svg = chartAsSvg(chart, {.size = size});
            QVERIFY(svg.ok());
            QVERIFY(svg->contains("as twin"));
            QVERIFY(!svg->contains(">twin<")); // whose name is that of no border
            QVERIFY(svg->contains("dotted: border on twin"));
            isNamed = isNamed
                   || QString::fromUtf8(*svg).contains(QRegularExpression(QStringLiteral("\\| [^<]+ on twin")));
        }
        QVERIFY(isNamed);
    }
    /// Mutation: the scale is as wide as its ticks, whatever room there is.
    void aFileOfADifferenceNamesBothSessionsAndCutsNoNameWhereThereIsRoom()
    {
        RegimeMapChart chart;
        chart.setView(MapView::Difference);
        chart.set(&ChartInput::cursor, test::syntheticCursor());
        chart.set(&ChartInput::snapshot, test::syntheticSnapshotPointer());
        QCOMPARE(chart.title(), titleOf(chart.choice())); // beside nothing
        chart.set(&ChartInput::sessionName, QStringLiteral("h200 · queued"));
        chart.set(&ChartInput::overlays,
                  {{test::syntheticSnapshotPointer({.slowdown = 1.4}), QStringLiteral("h200-map-wait-each · wait-each"),
                    QStringLiteral("h200-map-wait-each")}});
        QCOMPARE(chart.title(), QStringLiteral("Map of time: h200 · queued / h200-map-wait-each · wait-each"));
        QVERIFY(chartAsSvg(chart, {.size = {760.0, 480.0}})->contains(">as h200-map-wait-each<"));
        const auto narrow = chartAsSvg(chart, {.size = {400.0, 320.0}});
        QVERIFY(narrow->contains(">as h200") && !narrow->contains(">as h200-map-wait-each<"));
        chart.setView(MapView::Regime);
        QCOMPARE(chart.title(), QStringLiteral("Regime map"));
    }
    /// On the pale colours of a scale white ones in a dark casing run into a blot.
    void namesOfBordersAreDarkOnTheColoursOfAScale()
    {
        const auto darkNames = [](MapView view) {
            RegimeMapChart chart;
            chart.setView(view);
            chart.set(&ChartInput::cursor, test::syntheticCursor());
            chart.set(&ChartInput::snapshot, test::syntheticSnapshotPointer());
            const auto svg = chartAsSvg(chart, {.size = {760.0, 480.0}});
            return svg->contains(" | compute") ? svg->count("#141820") : -1;
        };
        QCOMPARE(darkNames(MapView::Regime), 0);
        QVERIFY(darkNames(MapView::Residual) > 0);
    }
    void aDottedBorderHasItsKeyAtEverySize_data()
    {
        QTest::addColumn<QSizeF>("size");
        QTest::newRow("beside the triangle's legend") << QSizeF(760, 480);
        QTest::newRow("under it") << QSizeF(480, 480);
        QTest::newRow("without it") << QSizeF(300, 260);
    }
    void aDottedBorderHasItsKeyAtEverySize()
    {
        QFETCH(QSizeF, size);
        RegimeMapChart chart;
        chart.set(&ChartInput::cursor, test::syntheticCursor());
        chart.set(&ChartInput::snapshot, test::syntheticSnapshotPointer());
        chart.flush();
        QVERIFY(!chartAsSvg(chart, {.size = size})->contains("dotted"));
        auto published = std::make_shared<Snapshot>(*test::syntheticSnapshotPointer({.slowdown = 1.4}));
        published->provenance = Provenance::Published;
        chart.set(&ChartInput::overlays, {{published, QStringLiteral("twin")}});
        chart.flush();
        QVERIFY(chartAsSvg(chart, {.size = size})->contains("dotted: border on twin (published)"));
        // Where its line is too short for all of it, the device and where its roofs come from are read whole.
        const auto narrow = chartAsSvg(chart, {.size = {372.0, 480.0}, .fontPoints = 9.75});
        QVERIFY(narrow->contains("twin, published") && !narrow->contains("dotted"));
    }
    void aFileOfRatiosSaysWhereEitherTimeComesFrom_data()
    {
        QTest::addColumn<SnapshotPointer>("own");
        QTest::addColumn<SnapshotPointer>("other");
        QTest::addColumn<QString>("origins");
        QTest::newRow("two sessions") << measured(slice(16)) << measured(slice(16))
                                      << QStringLiteral("0,measured,measured");
        QTest::newRow("a datasheet") << measured(slice(16)) << elsewhere("datasheet:a100-sxm4-40gb", slice(16))
                                     << QStringLiteral("0,measured,predicted");
        const SnapshotPointer sheet = elsewhere("datasheet:a100-sxm4-40gb", slice(16));
        QTest::newRow("a datasheet of its own")
            << sheet << elsewhere("published:a100-rrze", slice(16)) << QStringLiteral("0,predicted,predicted");
        auto filled = std::make_shared<Snapshot>(*measured(slice(16)));
        for (Sample& sample : filled->samples)
            sample.flags |= Flag::Interpolated;
        QTest::newRow("what the other filled in")
            << measured(slice(16)) << SnapshotPointer(filled) << QStringLiteral("1,measured,interpolated");
    }
    void aFileOfRatiosSaysWhereEitherTimeComesFrom()
    {
        QFETCH(SnapshotPointer, own);
        QFETCH(SnapshotPointer, other);
        QFETCH(QString, origins);
        RegimeMapData data = regimeMapData(*own, own->plan.cell(0));
        const QStringList bare = QString::fromStdString(toCsv(data)).split(QLatin1Char('\n'), Qt::SkipEmptyParts);
        const auto beforeVerdict = [](const QString& row) { return row.section(QLatin1Char(','), 0, -3); };
        QVERIFY2(beforeVerdict(bare.at(1)).endsWith(QStringLiteral(",,,,")), qPrintable(bare.at(1)));
        compareWith(data, *other);
        const QStringList rows = QString::fromStdString(toCsv(data)).split(QLatin1Char('\n'), Qt::SkipEmptyParts);
        QCOMPARE(static_cast<std::size_t>(rows.size()), data.cells.size() + 1);
        for (qsizetype i = 1; i < rows.size(); ++i)
            QVERIFY2(beforeVerdict(rows[i]).endsWith(QLatin1Char(',') + origins), qPrintable(rows[i]));
    }
    void aReadoutThatIsTooLongForItsLineGoesOnBelow()
    {
        const QFont font = Theme::light().font();
        const QString words = QStringLiteral(
            "0.5× the predicted time of NVIDIA A100 SXM4 40 GB (RRZE gpu-benches) · queued");
        const QStringList lines = TextPainter::broken(words, font, 200.0);
        QVERIFY(lines.size() > 1);
        QCOMPARE(lines.join(QString()).remove(QLatin1Char(' ')), QString(words).remove(QLatin1Char(' ')));
        for (const QString& line : lines)
            QVERIFY(TextPainter::sizeOf(line, font).width() <= 201.0);
        QCOMPARE(TextPainter::broken(words, font, 10000.0), QStringList{words});
    }
};

RIDGEPOINT_GUI_TEST(ComparedTest)
#include "compared_test.moc"
