// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/charts/data/brush.h"
#include "app/charts/data/pin.h"
#include "app/charts/data/pin_words.h"
#include "app/charts/draw/curves_chart.h"
#include "app/charts/draw/pin_layout.h"
#include "app/charts/draw/regime_map_chart.h"
#include "app/charts/draw/roofline_chart.h"
#include "tests/support/synthetic_snapshot.h"
#include "tests/support/test_main.h"

#include <QApplication>
#include <QTest>

#include <algorithm>

using namespace ridgepoint;

namespace {

Sample timed(double seconds, double halfWidth)
{
    Sample sample;
    sample.workload = test::syntheticCursor();
    sample.time = Seconds(seconds);
    sample.low = Seconds(seconds * (1.0 - halfWidth));
    sample.high = Seconds(seconds * (1.0 + halfWidth));
    sample.readings = 60;
    sample.rounds = 8;
    return sample;
}

Workload at(std::int64_t operations, std::int64_t elements)
{
    Workload workload = test::syntheticCursor();
    workload.operationsPerElement = operations;
    workload.elements = elements;
    return workload;
}

/// A chart that tells where its own words stand.
template <class Chart>
class OpenChart : public Chart {
public:
    using Chart::takenRoom;
};

} // namespace

class PinsTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { m_snapshot = std::make_shared<const Snapshot>(test::syntheticSnapshot()); }
    void init() { test::failOnQtWarnings(); }

    void namesGoOnAfterTheLastAndSkipThoseInUse()
    {
        std::vector<Pin> pins;
        QCOMPARE(nextPinName(pins), std::string("A"));
        pins.push_back({.name = "A", .point = {}, .sample = {}, .lines = {}});
        pins.push_back({.name = "C", .point = {}, .sample = {}, .lines = {}});
        QCOMPARE(nextPinName(pins), std::string("D"));
        pins.push_back({.name = "Z", .point = {}, .sample = {}, .lines = {}});
        QCOMPARE(nextPinName(pins), std::string("B"));
    }
    void aPinKeepsTheLinesThroughItsPoint()
    {
        const Workload point = test::syntheticCursor();
        const Pin pin = makePin("A", *m_snapshot, point, nullptr);
        QCOMPARE(pin.line(AxisKind::Operations).size(), pointsAlong(*m_snapshot, point, AxisKind::Operations).size());
        QCOMPARE(pin.line(AxisKind::Size).size(), pointsAlong(*m_snapshot, point, AxisKind::Size).size());
        QVERIFY(pin.line(AxisKind::Operations).size() > 3);
        for (const ChartPoint& kept : pin.line(AxisKind::Operations))
            QVERIFY(kept.workload.elements == point.elements && kept.flops == costOf(kept.workload).flops && kept.time.value() > 0.0);
        QVERIFY(!pin.sample);
    }
    void saysHowManyTimesAsFastWithTheRange()
    {
        const QString words = comparisonWords("A", timed(4e-3, 0.01), "B", timed(1e-3, 0.01), Format(QLocale::c()));
        QVERIFY2(words.startsWith("B is 4.0× as fast as A (3.9 to 4.1×)"), qPrintable(words));
        const QString slower = comparisonWords("A", timed(1e-3, 0.01), "B", timed(4e-3, 0.01), Format(QLocale::c()));
        QVERIFY2(slower.startsWith("A is 4.0× as fast as B"), qPrintable(slower));
    }
    void claimsNoDifferenceWhereTheIntervalsOverlap()
    {
        const QString words = comparisonWords("A", timed(1.0e-3, 0.03), "B", timed(1.02e-3, 0.03), Format(QLocale::c()));
        QCOMPARE(words, QStringLiteral("A and B: no difference that can be told"));
    }
    void comparesTheTimeAndTheWorkWhereTheWorkDiffers()
    {
        Sample more = timed(8e-3, 0.01);
        more.workload.operationsPerElement *= 4;
        const QString words = comparisonWords("A", timed(1e-3, 0.01), "B", more, Format(QLocale::c()));
        QVERIFY2(words.contains("B takes 8.0× the time of A") && words.contains("for 4.0× the work"), qPrintable(words));
    }
    void aPinnedSampleIsNotComparedWithItself()
    {
        Pin pin{.name = "A", .point = test::syntheticCursor(), .sample = timed(1e-3, 0.01), .lines = {}};
        const Sample same = *pin.sample;
        QVERIFY(pinKey({pin}, &same, Format()).caption.isEmpty());
        const Sample later = timed(2e-3, 0.01);
        QVERIFY(pinKey({pin}, &later, Format()).caption.contains("B"));
        QVERIFY(pinKey({pin}, nullptr, Format()).caption.isEmpty());
        QCOMPARE(pinKey({pin}, &same, Format()).pins.size(), 1);
    }
    void aPinAloneKeepsItsLetterAndIsWhatIsCompared()
    {
        Pin first{.name = "A", .point = test::syntheticCursor(), .sample = timed(1e-3, 0.01), .lines = {}};
        Pin second{.name = "B", .point = test::syntheticCursor(), .sample = timed(3e-3, 0.01), .lines = {}};
        const Sample later = timed(2e-3, 0.01);
        const PinKey one = pinKey({first, second}, &later, Format(QLocale::c()), 0);
        QCOMPARE(one.pins.size(), 1);
        QVERIFY2(one.pins[0].startsWith("A  "), qPrintable(one.pins[0]));
        QVERIFY2(one.caption.startsWith("A is 2.0× as fast as C"), qPrintable(one.caption)); // B is another pin
        const PinKey other = pinKey({first, second}, &later, Format(QLocale::c()), 1);
        QVERIFY(other.pins.size() == 1 && other.pins[0].startsWith("B  "));
        QVERIFY2(other.caption.startsWith("C is 1.5× as fast as B"), qPrintable(other.caption));
        const PinKey both = pinKey({first, second}, &later, Format(QLocale::c()));
        QVERIFY(both.pins.size() == 2 && both.caption == other.caption);
    }
    void aPinnedSampleGoesByItsPinsLetter()
    {
        const Pin first{.name = "A", .point = test::syntheticCursor(), .sample = timed(1e-3, 0.01), .lines = {}};
        const Pin second{.name = "B", .point = test::syntheticCursor(), .sample = timed(3e-3, 0.01), .lines = {}};
        QCOMPARE(presentName({first, second}, *first.sample), std::string("A"));
        QCOMPARE(presentName({first, second}, timed(2e-3, 0.01)), std::string("C"));
        QVERIFY(pinKey({first, second}, &*first.sample, Format(QLocale::c())).caption.startsWith("A is 3.0× as fast as B"));
    }
    void pinsHoldTheSameOnlyOfOneMeasurement()
    {
        Pin pin{.name = "A", .point = test::syntheticCursor(), .sample = timed(1e-3, 0.01), .lines = {}};
        pin.sample->keptReadings = {1e-3F, 1.1e-3F};
        Pin other = pin;
        other.name = "B";
        QVERIFY(holdTheSame(pin, other));
        other.sample->keptReadings.back() = 1.2e-3F; // measured again, by chance with the same time
        QVERIFY(!holdTheSame(pin, other));
        other = pin;
        other.sample->high = Seconds(2e-3);
        QVERIFY(!holdTheSame(pin, other));
        other = pin;
        other.point.launchMode = pin.point.launchMode == LaunchMode::Queued ? LaunchMode::WaitEach : LaunchMode::Queued;
        QVERIFY(!holdTheSame(pin, other));
        Pin line = makePin("A", *m_snapshot, test::syntheticCursor(), nullptr); // not measured: what counts are the lines
        Pin later = line;
        QVERIFY(holdTheSame(line, later));
        later.lines[0].pop_back();
        QVERIFY(!holdTheSame(line, later));
    }
    void theAxesShowPinsThatLieBeyondTheSamples()
    {
        for (const bool curves : {false, true}) {
            std::unique_ptr<ChartWidget> chart;
            if (curves)
                chart = std::make_unique<CurvesChart>();
            else
                chart = std::make_unique<RooflineChart>();
            chart->resize(760, 480);
            chart->setSnapshot(m_snapshot);
            chart->setCursor(test::syntheticCursor());
            Pin pin = makePin("A", *m_snapshot, test::syntheticCursor(), nullptr);
            for (ChartPoint& point : pin.lines[0])
                point = pinnedPoint(point.workload, Seconds(point.time.value() * 50.0), point.low, point.high, {}, point.provenance);
            chart->prepareForFile({760, 480}, 1.0);
            const double before = chart->yAxis->range().lower;
            const double above = chart->yAxis->range().upper;
            chart->setPins(std::make_shared<const std::vector<Pin>>(std::vector{pin}));
            chart->prepareForFile({760, 480}, 1.0);
            QVERIFY(chart->yAxis->range().lower < before || chart->yAxis->range().upper > above);
            QVERIFY(QString::fromStdString(chart->dataCsv()).contains("point,A,"));
            QVERIFY(chart->duplicate()->marks().pins->size() == 1);
        }
    }
    void lettersAndWordsStandInsideThePlotsAndOffThePoints_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<int>("hall"); // pixels of its type; 0: at a desk
        QTest::addColumn<bool>("compared");
        QTest::newRow("a small card") << QSize(380, 300) << 0 << false;
        QTest::newRow("a wide card") << QSize(1200, 330) << 0 << false;
        QTest::newRow("presented at 1366x768") << QSize(1310, 690) << 23 << false;
        QTest::newRow("presented at 1920x1080") << QSize(1860, 990) << 27 << false;
        QTest::newRow("presented with another session") << QSize(1310, 690) << 23 << true;
    }
    void lettersAndWordsStandInsideThePlotsAndOffThePoints()
    {
        QFETCH(QSize, size);
        QFETCH(int, hall);
        QFETCH(bool, compared);
        const std::vector<ChartPoint> line = pointsAlong(*m_snapshot, test::syntheticCursor(), AxisKind::Operations);
        // Both ends, where a letter beside the point would leave the plot, and neighbours, which would hide each other.
        for (const std::size_t first : {std::size_t{0}, line.size() / 2, line.size() - 2}) {
            const std::vector<Pin> pins{pinAt("A", line[first].workload, 2.0), pinAt("B", line[first + 1].workload, 3.0)};
            for (const bool curves : {false, true}) {
                std::unique_ptr<ChartWidget> chart;
                if (curves)
                    chart = std::make_unique<CurvesChart>();
                else
                    chart = std::make_unique<RooflineChart>();
                chart->setTheme(hall > 0 ? Theme::light().forHall(hall) : Theme::light());
                chart->setSnapshot(m_snapshot);
                chart->setCursor(line[first].workload);
                chart->setPins(std::make_shared<const std::vector<Pin>>(pins));
                if (compared)
                    chart->setOverlays({{m_snapshot, QStringLiteral("The other machine")}});
                draw(*chart, size);
                checkPlaces(*chart);
                const auto words = chart->pinLayout().words;
                if (curves && size.width() < 400)
                    continue; // three plots of 100 pixels are full
                QVERIFY2(words, curves ? "curves" : "roofline");
                QVERIFY(words->lines.size() > words->caption); // B and C are compared
            }
        }
    }
    void lettersAndWordsLeaveTheNamesOfRoofsAndSessionsTheirPlace()
    {
        const std::vector<ChartPoint> line = pointsAlong(*m_snapshot, test::syntheticCursor(), AxisKind::Operations);
        for (std::size_t i = 0; i + 1 < line.size(); i += 4) {
            OpenChart<RooflineChart> roofline;
            OpenChart<CurvesChart> curves;
            const auto check = [&](auto& chart) {
                chart.setTheme(Theme::darkTheme().forHall(23));
                chart.setSnapshot(m_snapshot);
                chart.setOverlays({{m_snapshot, QStringLiteral("The other machine")}});
                chart.setCursor(line[i].workload);
                chart.setPins(std::make_shared<const std::vector<Pin>>(std::vector{pinAt("A", line[i].workload, 0.6), pinAt("B", line[i + 1].workload, 2.0)}));
                draw(chart, QSize(1310, 690));
                const PinLayout layout = chart.pinLayout();
                const std::vector<OrientedBox> taken = chart.takenRoom();
                QVERIFY(taken.size() >= 2 && layout.letters.size() >= 3); // a roof's name, those of the sessions
                for (const OrientedBox& other : taken) {
                    for (const PinLetter& letter : layout.letters)
                        QVERIFY2(!overlap(OrientedBox{letter.at, layout.radius * 1.98, layout.radius * 1.98, 0.0}, other), qPrintable(letter.name));
                    QVERIFY(!layout.words || !overlap(OrientedBox{layout.words->box.center(), layout.words->box.width(), layout.words->box.height(), 0.0}, other));
                }
            };
            check(roofline);
            check(curves);
        }
    }
    void aLetterFarFromItsPointIsLedToIt()
    {
        const Theme theme = Theme::light();
        const QRectF plot(0, 0, 400, 300);
        LabelPlacer free(plot);
        PinLetter letter{.name = "A", .point = {200, 150}};
        placeLetter(letter, free, plot, theme);
        QVERIFY(!letter.isLed && letter.at.y() > letter.point.y() && letter.at.x() == letter.point.x());
        LabelPlacer crowded(plot);
        crowded.block(QRectF(150, 100, 100, 100));
        PinLetter away{.name = "B", .point = {200, 150}};
        placeLetter(away, crowded, plot, theme);
        QVERIFY(away.isLed && plot.contains(away.at) && !QRectF(150, 100, 100, 100).contains(away.at));
        LabelPlacer full(plot);
        full.block(plot);
        PinLetter edge{.name = "C", .point = {399, 299}};
        placeLetter(edge, full, plot, theme);
        const double radius = pinRadius(theme);
        QVERIFY(plot.contains(QRectF(edge.at - QPointF(radius, radius), QSizeF(2 * radius, 2 * radius)))); // never outside
    }
    void wordsWithoutRoomForThePinsAreTheComparisonAlone()
    {
        const Theme theme = Theme::light();
        const QStringList pins{"A  8 fma · 32 Mi floats · wait-each · 4.30 ms", "B  16 fma · 32 Mi floats · wait-each · 4.40 ms"};
        const QString caption = "C is 3.8× as fast as B";
        const auto placed = [&](const QRectF& plot, const QRectF& taken) {
            std::vector<PinRoom> rooms{{plot, plot.bottomRight(), LabelPlacer(plot)}};
            rooms.front().placer.block(taken);
            return placeWords(rooms, pins, caption, theme);
        };
        const auto all = placed(QRectF(0, 0, 500, 300), {});
        QVERIFY(all && all->lines.size() == 3 && all->caption == 2 && QRectF(0, 0, 500, 300).contains(all->box));
        const auto narrow = placed(QRectF(0, 0, 220, 300), {});
        QVERIFY(narrow && narrow->lines.size() > 3 && narrow->lines.join(' ').contains("wait-each")); // whole words, in more lines
        const auto low = placed(QRectF(0, 0, 500, 300), QRectF(0, 30, 500, 270));
        QVERIFY(low && low->caption == 0 && low->lines.join(' ') == caption && low->box.bottom() <= 30.0);
        QVERIFY(!placed(QRectF(0, 0, 500, 300), QRectF(0, 0, 500, 300)));
    }
    void aConcealedChartShowsNeitherSamplesNorRoofsNorMap()
    {
        const auto picture = [&](ChartWidget& chart, const Theme& theme) {
            chart.setTheme(theme);
            chart.prepareForFile({500, 360}, 1.0);
            QImage image(500, 360, QImage::Format_RGB32);
            image.fill(Qt::white);
            QCPPainter painter(&image);
            chart.toPainter(&painter, 500, 360);
            painter.end();
            return image;
        };
        for (const bool map : {false, true}) {
            std::unique_ptr<ChartWidget> chart;
            if (map)
                chart = std::make_unique<RegimeMapChart>();
            else
                chart = std::make_unique<RooflineChart>();
            chart->setSnapshot(m_snapshot);
            chart->setCursor(test::syntheticCursor());
            Theme loud = Theme::light();
            const QImage shown = picture(*chart, loud);
            chart->setConcealed(true);
            const QImage hidden = picture(*chart, loud);
            int colourful = 0;
            int left = 0;
            for (int y = 0; y < 360; ++y)
                for (int x = 0; x < 500; ++x) {
                    colourful += QColor(shown.pixel(x, y)).hslSaturation() > 120 && QColor(shown.pixel(x, y)).lightness() < 220;
                    left += QColor(hidden.pixel(x, y)).hslSaturation() > 120 && QColor(hidden.pixel(x, y)).lightness() < 220;
                }
            QVERIFY(colourful > 300);
            QVERIFY(left < colourful / 20);
        }
    }
    void aBandTakesWhatItHoldsFromAnyCornerAndEachOnce()
    {
        const std::vector<DrawnWorkload> drawn{{at(1, 16), {{10, 10}, {200, 10}}}, {at(2, 16), {{20, 20}}}, {at(4, 16), {{90, 90}}}, {at(1, 16), {{11, 11}}}};
        const auto chosen = insideBand(drawn, QRectF(QPointF(30, 30), QPointF(5, 5)));
        QCOMPARE(chosen.size(), std::size_t{2});
        QVERIFY(chosen[0] == at(1, 16) && chosen[1] == at(2, 16));
        QCOMPARE(insideBand(drawn, QRectF(QPointF(20, 0), QPointF(20, 95))).size(), std::size_t{1});
        QVERIFY(insideBand(drawn, QRectF(QPointF(40, 40), QPointF(60, 60))).empty());
    }
    void theNearestIsCountedInOctavesAndOfTheSameKind()
    {
        Workload other = at(8, 1024);
        other.operation = Operation::Cos;
        const std::vector<Workload> candidates{at(1, 1024), at(64, 1024), at(8, 4096), other};
        QVERIFY(*nearestWorkload(candidates, at(8, 1024)) == at(8, 4096));
        QVERIFY(*nearestWorkload(candidates, at(50, 1024)) == at(64, 1024));
        other.operationsPerElement = 1;
        QVERIFY(*nearestWorkload(candidates, other) == candidates[3]);
        QVERIFY(!nearestWorkload({}, other));
    }

private:
    /// A pin of the sample there, so many times as slow as it is now.
    Pin pinAt(const std::string& name, const Workload& workload, double slower) const
    {
        Pin pin = makePin(name, *m_snapshot, workload, nullptr);
        for (const Sample& sample : m_snapshot->samples)
            if (sample.workload == workload) {
                pin.sample = sample;
                for (Seconds Sample::* time : {&Sample::time, &Sample::low, &Sample::high})
                    *pin.sample.*time = Seconds((*pin.sample.*time).value() * slower);
            }
        return pin;
    }
    static void draw(ChartWidget& chart, QSize size)
    {
        chart.prepareForFile(size, 1.0);
        QImage image(size, QImage::Format_RGB32);
        image.fill(Qt::white);
        QCPPainter painter(&image);
        chart.toPainter(&painter, size.width(), size.height());
    }
    static bool isInsideAPlot(const ChartWidget& chart, const QRectF& box)
    {
        const auto rects = chart.axisRects();
        return std::any_of(rects.begin(), rects.end(), [&](const QCPAxisRect* rect) { return QRectF(rect->rect()).adjusted(-0.01, -0.01, 0.01, 0.01).contains(box); });
    }
    static void checkPlaces(const ChartWidget& chart)
    {
        const PinLayout layout = chart.pinLayout();
        std::vector<QRectF> boxes;
        for (const PinLetter& letter : layout.letters)
            boxes.emplace_back(letter.at - QPointF(layout.radius, layout.radius), QSizeF(2.0 * layout.radius, 2.0 * layout.radius));
        QVERIFY(boxes.size() >= 3); // A, B and C
        if (layout.words)
            boxes.push_back(layout.words->box);
        for (std::size_t i = 0; i < boxes.size(); ++i) {
            QVERIFY(isInsideAPlot(chart, boxes[i]));
            for (std::size_t other = 0; other < i; ++other)
                QVERIFY2(!boxes[i].adjusted(0.01, 0.01, -0.01, -0.01).intersects(boxes[other]), qPrintable(QString::number(i)));
            for (const ChartPoint& point : chart.shownPoints())
                for (const QPointF& pixel : chart.pixelsOf(point))
                    QVERIFY(!boxes[i].contains(pixel));
        }
    }

    SnapshotPointer m_snapshot;
};

QTEST_MAIN(PinsTest)
#include "pins_test.moc"
