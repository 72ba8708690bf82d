// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/charts/data/pin.h"
#include "app/charts/draw/curves_chart.h"
#include "app/charts/draw/pin_layout.h"
#include "app/charts/draw/regime_map_chart.h"
#include "app/charts/draw/roofline_chart.h"
#include "tests/support/synthetic_snapshot.h"
#include "tests/support/test_main.h"

#include <QApplication>
#include <QMouseEvent>

#include <algorithm>

using namespace ridgepoint;

/// Where the letters and words of pins stand in a chart.
class PinLayoutTest : public test::Case {
    Q_OBJECT
private slots:
    void initTestCase() { m_snapshot = std::make_shared<const Snapshot>(test::syntheticSnapshot()); }
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
            const std::vector<Pin> pins{pinAt("A", line[first].workload, 2.0),
                                        pinAt("B", line[first + 1].workload, 3.0)};
            for (const bool curves : {false, true}) {
                std::unique_ptr<ChartWidget> chart;
                if (curves)
                    chart = std::make_unique<CurvesChart>();
                else
                    chart = std::make_unique<RooflineChart>();
                chart->setTheme(hall > 0 ? Theme::light().forHall(hall) : Theme::light());
                chart->set(&ChartInput::snapshot, m_snapshot);
                chart->set(&ChartInput::cursor, line[first].workload);
                chart->set(&ChartInput::pins, std::make_shared<const std::vector<Pin>>(pins));
                if (compared)
                    chart->set(&ChartInput::overlays, {{m_snapshot, QStringLiteral("The other machine")}});
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
    void onePinAndItsComparisonTakeTwoLinesOffTheNamesOfRoofs_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<int>("hall");
        QTest::newRow("a card at 1366x768") << QSize(780, 530) << 0;
        QTest::newRow("presented at 1366x768") << QSize(1310, 690) << 23;
        QTest::newRow("presented at 1920x1080") << QSize(1860, 990) << 27;
    }
    void onePinAndItsComparisonTakeTwoLinesOffTheNamesOfRoofs()
    {
        QFETCH(QSize, size);
        QFETCH(int, hall);
        const std::vector<ChartPoint> line = pointsAlong(*m_snapshot, test::syntheticCursor(), AxisKind::Operations);
        for (const double slower : {1.0, 2.0}) // not told apart, and of other work
            for (const bool curves : {false, true}) {
                CurvesChart three;
                RooflineChart one;
                const auto check = [&](auto& chart) {
                    chart.setTheme(hall > 0 ? Theme::darkTheme().forHall(hall) : Theme::darkTheme());
                    chart.set(&ChartInput::snapshot, m_snapshot);
                    chart.set(&ChartInput::cursor, line[line.size() / 2].workload);
                    chart.set(&ChartInput::pins, std::make_shared<const std::vector<Pin>>(std::vector{
                                                     pinAt("A", line[line.size() / 2 - 1].workload, slower)}));
                    draw(chart, size);
                    const auto words = chart.pinLayout().words;
                    QVERIFY(words);
                    QVERIFY2(words->lines.size() <= 2 && words->lines.size() > words->caption,
                             qPrintable(words->lines.join(QLatin1Char('\n'))));
                    for (const OrientedBox& other : chart.places().obstacles().boxes)
                        QVERIFY(!overlap(OrientedBox{words->box.center(), words->box.width(), words->box.height(), 0.0},
                                         other));
                };
                curves ? check(three) : check(one);
            }
    }
    void onePinIsToldInFewerWordsWhereItIsNarrow()
    {
        const std::vector<ChartPoint> line = pointsAlong(*m_snapshot, test::syntheticCursor(), AxisKind::Operations);
        const Sample present = *pinAt("B", line[6].workload, 1.0).sample;
        const PinKey key = pinKey({pinAt("A", line[4].workload, 1.0)}, &present, Format());
        QCOMPARE(key.shorter.size(), std::size_t{1}); // the size and the launch mode are the present sample's
        QVERIFY2(!key.shorter[0].join(QLatin1Char(' ')).contains("wait-each")
                     && key.shorter[0][0].split(QStringLiteral(" · ")).size() == 2,
                 qPrintable(key.shorter[0][0]));
        const Theme theme = Theme::light();
        const auto placed = [&](double width) {
            const QRectF plot(0, 0, width, 300);
            return placeWords({{plot, plot.bottomRight(), LabelPlacer(plot)}},
                              {"A: 8 fma · 32 Mi floats · wait-each · 4.30 ms"}, "A and B: no clear difference in time",
                              theme, {{"A: 8 fma · 4.30 ms"}}, "A and B: no clear difference")
                ->lines;
        };
        QCOMPARE(placed(400), (QStringList{"A: 8 fma · 32 Mi floats · wait-each · 4.30 ms",
                                           "A and B: no clear difference in time"}));
        QCOMPARE(placed(180), (QStringList{"A: 8 fma · 4.30 ms", "A and B: no clear difference"}));
        QCOMPARE(placed(100).join(QLatin1Char(' ')), QStringLiteral("A and B: no clear difference"));
    }
    void lettersAndWordsLeaveTheNamesOfRoofsAndSessionsTheirPlace()
    {
        const std::vector<ChartPoint> line = pointsAlong(*m_snapshot, test::syntheticCursor(), AxisKind::Operations);
        for (std::size_t i = 0; i + 1 < line.size(); i += 4) {
            RooflineChart roofline;
            CurvesChart curves;
            const auto check = [&](auto& chart) {
                chart.setTheme(Theme::darkTheme().forHall(23));
                chart.set(&ChartInput::snapshot, m_snapshot);
                chart.set(&ChartInput::overlays, {{m_snapshot, QStringLiteral("The other machine")}});
                chart.set(&ChartInput::cursor, line[i].workload);
                chart.set(&ChartInput::pins,
                          std::make_shared<const std::vector<Pin>>(
                              std::vector{pinAt("A", line[i].workload, 0.6), pinAt("B", line[i + 1].workload, 2.0)}));
                draw(chart, QSize(1310, 690));
                const PinLayout layout = chart.pinLayout();
                const std::vector<OrientedBox> taken = chart.places().obstacles().boxes;
                QVERIFY(taken.size() >= 2 && layout.letters.size() >= 3); // a roof's name, those of the sessions
                for (const OrientedBox& other : taken) {
                    for (const PinLetter& letter : layout.letters)
                        QVERIFY2(
                            !overlap(OrientedBox{letter.at, layout.radius * 1.98, layout.radius * 1.98, 0.0}, other),
                            qPrintable(letter.name));
                    QVERIFY(!layout.words
                            || !overlap(OrientedBox{layout.words->box.center(), layout.words->box.width(),
                                                    layout.words->box.height(), 0.0},
                                        other));
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
        QVERIFY(QLineF(edge.at, edge.point).length() > radius); // its own point stays seen
        QVERIFY(
            plot.contains(QRectF(edge.at - QPointF(radius, radius), QSizeF(2 * radius, 2 * radius)))); // never outside
    }
    void onAMapEveryPinHasAMarkInItsCellAndALineToIt()
    {
        const QSize size(700, 460);
        RegimeMapChart map;
        const Theme theme = map.theme();
        map.set(&ChartInput::snapshot, m_snapshot);
        map.set(&ChartInput::cursor, test::syntheticCursor());
        draw(map, size);
        const QRectF plot(map.axisRect()->rect());
        const std::vector<ChartPoint> points = map.places().shownPoints();
        const auto chosen = std::find_if(points.begin(), points.end(), [](const ChartPoint& point) {
            return point.workload == test::syntheticCursor();
        });
        QVERIFY(chosen != points.end());
        const QPointF ring = map.places().pixelsOf(*chosen).front();
        std::size_t marked = 0;
        for (const ChartPoint& point : points) { // the top row and the corners among them
            const QPointF place = map.places().pixelsOf(point).front();
            const bool isUnderRing = QLineF(place, ring).length()
                                   < theme.markerSize * 2.5; // the chosen point's lies over its neighbours
            if (point.interpolated() || isUnderRing || !plot.contains(place))
                continue;
            map.set(&ChartInput::pins,
                    std::make_shared<const std::vector<Pin>>(std::vector{pinAt("A", point.workload, 2.0)}));
            const std::vector<PinLetter> letters = map.pinLayout().letters;
            const auto letter = std::find_if(letters.begin(), letters.end(),
                                             [](const PinLetter& each) { return each.name == "A"; });
            QVERIFY(letter != letters.end());
            const QLineF line(letter->point, letter->at);
            QVERIFY(letter->isLed || line.length() <= 2.0 * map.pinLayout().radius);
            QVERIFY(line.length() <= 4.0 * map.pinLayout().radius);
            if (marked++ % 5 != 0) // a picture takes far longer than its layout
                continue;
            const QImage picture = draw(map, size);
            for (const double turn : {0.0, 90.0, 180.0, 270.0})
                QVERIFY(
                    isNear(picture, letter->point + QLineF::fromPolar(theme.markerSize * 0.5, turn).p2(), theme.text));
            QVERIFY(isNear(picture, line.pointAt(theme.markerSize * 0.8 / line.length()), theme.text));
        }
        QVERIFY(marked > 50); // more than ten pictures
    }
    void aReadoutCoversTheLettersOfPins()
    {
        const QSize size(700, 460);
        const std::vector<ChartPoint> line = pointsAlong(*m_snapshot, test::syntheticCursor(), AxisKind::Operations);
        RegimeMapChart with;
        RegimeMapChart without;
        with.set(&ChartInput::pins,
                 std::make_shared<const std::vector<Pin>>(std::vector{
                     pinAt("A", line.front().workload, 2.0), pinAt("B", line[line.size() / 2].workload, 2.0)}));
        for (RegimeMapChart* map : {&with, &without}) {
            map->set(&ChartInput::snapshot, m_snapshot);
            map->set(&ChartInput::cursor, test::syntheticCursor());
            draw(*map, size);
        }
        const QImage unread = draw(without, size);
        const PinLayout pins = with.pinLayout();
        int covered = 0;
        const std::vector<ChartPoint> points = without.places().shownPoints();
        for (std::size_t i = 0; i < points.size(); i += 5) { // a card is far wider than a cell
            const QPointF mouse = without.places().pixelsOf(points[i]).front();
            for (RegimeMapChart* map : {&with, &without}) {
                QMouseEvent move(QEvent::MouseMove, mouse, map->mapToGlobal(mouse), Qt::NoButton, Qt::NoButton,
                                 Qt::NoModifier);
                QApplication::sendEvent(map, &move);
            }
            const QImage read = draw(without, size);
            const QImage both = draw(with, size);
            for (const PinLetter& letter : pins.letters) {
                const QRect disc = QRectF(letter.at - QPointF(pins.radius, pins.radius),
                                          QSizeF(2.0 * pins.radius, 2.0 * pins.radius))
                                       .toAlignedRect()
                                       .adjusted(-2, -2, 2, 2);
                if (!isCard(read, unread, disc))
                    continue;
                QVERIFY(both.copy(disc) == read.copy(disc));
                ++covered;
            }
        }
        QVERIFY(covered > 0);
    }
    void aLetterAndItsLineAreNotMistakenForAnothers()
    {
        const Theme theme = Theme::light();
        const QRectF plot(0, 0, 400, 300);
        const double radius = pinRadius(theme);
        LabelPlacer placer(plot);
        placer.block(QRectF(170, 120, 60, 60)); // as neighbours are, around points that lie together
        std::vector<PinLetter> letters;
        for (const QPointF point : {QPointF(198, 150), QPointF(200, 148), QPointF(202, 150), QPointF(200, 152)}) {
            PinLetter letter{.name = QString::number(letters.size()), .point = point};
            placeLetter(letter, placer, plot, theme, letters);
            QVERIFY(letter.isLed);
            for (const PinLetter& other : letters) {
                QVERIFY(!overlap(OrientedBox{other.at, 2 * radius, 2 * radius, 0}, QLineF(letter.point, letter.at)));
                QVERIFY(!overlap(OrientedBox{letter.at, 2 * radius, 2 * radius, 0}, QLineF(other.point, other.at)));
                QVERIFY(QLineF(letter.point, letter.at).intersects(QLineF(other.point, other.at), nullptr)
                        != QLineF::BoundedIntersection);
            }
            letters.push_back(letter);
        }
    }
    void sixPinsAreAllToldOnTheRoofline_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<int>("hall");
        QTest::newRow("a small card") << QSize(420, 300) << 0;
        QTest::newRow("a card") << QSize(640, 420) << 0;
        QTest::newRow("presented at 1366x768") << QSize(1310, 690) << 23;
    }
    void sixPinsAreAllToldOnTheRoofline()
    {
        QFETCH(QSize, size);
        QFETCH(int, hall);
        const std::vector<ChartPoint> line = pointsAlong(*m_snapshot, test::syntheticCursor(), AxisKind::Operations);
        std::vector<Pin> pins;
        for (std::size_t i = 0; i < 6; ++i)
            pins.push_back(pinAt(std::string(1, static_cast<char>('A' + i)), line[line.size() / 6 * i].workload,
                                 1.5 + 0.3 * static_cast<double>(i)));
        RooflineChart chart;
        chart.setTheme(hall > 0 ? Theme::light().forHall(hall) : Theme::light());
        chart.set(&ChartInput::snapshot, m_snapshot);
        chart.set(&ChartInput::cursor, test::syntheticCursor());
        chart.set(&ChartInput::pins, std::make_shared<const std::vector<Pin>>(pins));
        draw(chart, size);
        const PinLayout layout = chart.pinLayout();
        for (const PinLetter& letter : layout.letters) // else a letter beside a roof seems the roof's
            QVERIFY(letter.isLed || QLineF(letter.point, letter.at).length() <= 2.0 * layout.radius);
        QVERIFY(layout.words);
        const QString said = layout.words->lines.mid(0, layout.words->caption).join(QLatin1Char(' '));
        const bool isWhere = said.startsWith(QStringLiteral("A to F: "));
        for (const Pin& pin : pins) {
            const QString name = QString::fromStdString(pin.name);
            QVERIFY2(isWhere || said.contains(name + QStringLiteral(": ")) || said.contains(name + QLatin1Char(' ')),
                     qPrintable(said));
        }
        QVERIFY2(!isWhere || size.width() < 500, qPrintable(said)); // with room they stand there themselves
    }
    void severalPinsSayOnceWhatTheyHaveInCommon()
    {
        const std::vector<ChartPoint> line = pointsAlong(*m_snapshot, test::syntheticCursor(), AxisKind::Operations);
        const PinKey one = pinKey({pinAt("A", line[0].workload, 2.0)}, nullptr, Format());
        QVERIFY(one.shorter.empty());
        const PinKey key = pinKey({pinAt("A", line[0].workload, 2.0), pinAt("B", line[4].workload, 3.0)}, nullptr,
                                  Format());
        QCOMPARE(key.shorter.size(), std::size_t{3});
        QCOMPARE(key.shorter[0].size(), 3);
        QVERIFY(key.shorter[0][0].startsWith("all: ") && key.shorter[0][0].contains("wait-each")
                && !key.shorter[0][1].contains("wait-each"));
        QVERIFY(key.shorter[1][1].startsWith("A ") && key.shorter[1][1].contains(QStringLiteral(" · B ")));
        QCOMPARE(key.shorter[2], QStringList{QStringLiteral("A to B: see Explore › Remove a pin")});
    }
    void wordsWithoutRoomForThePinsAreTheComparisonAlone()
    {
        const Theme theme = Theme::light();
        const QStringList pins{"A: 8 fma · 32 Mi floats · wait-each · 4.30 ms",
                               "B: 16 fma · 32 Mi floats · wait-each · 4.40 ms"};
        const QString caption = "C is 3.8× as fast as B";
        const auto placed = [&](const QRectF& plot, const QRectF& taken) {
            std::vector<PinRoom> rooms{{plot, plot.bottomRight(), LabelPlacer(plot)}};
            rooms.front().placer.block(taken);
            return placeWords(rooms, pins, caption, theme);
        };
        const auto all = placed(QRectF(0, 0, 500, 300), {});
        QVERIFY(all && all->lines.size() == 3 && all->caption == 2 && QRectF(0, 0, 500, 300).contains(all->box));
        const auto narrow = placed(QRectF(0, 0, 220, 300), {});
        QVERIFY(narrow && narrow->lines.size() > 3
                && narrow->lines.join(' ').contains("wait-each")); // whole words, in more lines
        const auto low = placed(QRectF(0, 0, 500, 300), QRectF(0, 30, 500, 270));
        QVERIFY(low && low->caption == 0 && low->lines.join(' ') == caption && low->box.bottom() <= 30.0);
        QVERIFY(!placed(QRectF(0, 0, 500, 300), QRectF(0, 0, 500, 300)));
    }

private:
    /// A pin of the sample there, so many times as slow as it is now.
    Pin pinAt(const std::string& name, const Workload& workload, double slower) const
    {
        Pin pin = makePin(name, *m_snapshot, workload, nullptr);
        for (const Sample& sample : m_snapshot->samples)
            if (sample.workload == workload) {
                pin.sample = sample;
                for (Seconds Sample::*time : {&Sample::time, &Sample::low, &Sample::high})
                    *pin.sample.*time = Seconds((*pin.sample.*time).value() * slower);
            }
        return pin;
    }
    static QImage draw(ChartWidget& chart, QSize size)
    {
        chart.prepareForFile(size, 1.0);
        QImage image(size, QImage::Format_RGB32);
        image.fill(Qt::white);
        QCPPainter painter(&image);
        chart.toPainter(&painter, size.width(), size.height());
        painter.end();
        return image;
    }
    /// Whether a pixel around the place is nearly of a colour: strokes have soft edges.
    static bool isNear(const QImage& image, QPointF at, const QColor& color)
    {
        int least = 255;
        for (int x = -1; x <= 1; ++x)
            for (int y = -1; y <= 1; ++y) {
                const QColor is(image.pixel(at.toPoint() + QPoint(x, y)));
                least = std::min(least,
                                 std::max({std::abs(is.red() - color.red()), std::abs(is.green() - color.green()),
                                           std::abs(is.blue() - color.blue())}));
            }
        return least < 90;
    }
    /// Whether the card of a read-out has come over a whole part of a picture, whose every pixel it changes.
    static bool isCard(const QImage& read, const QImage& unread, const QRect& part)
    {
        for (int x = part.left(); x <= part.right(); ++x)
            for (int y = part.top(); y <= part.bottom(); ++y)
                if (read.pixel(x, y) == unread.pixel(x, y))
                    return false;
        return true;
    }
    static bool isInsideAPlot(const ChartWidget& chart, const QRectF& box)
    {
        const auto rects = chart.axisRects();
        return std::any_of(rects.begin(), rects.end(), [&](const QCPAxisRect* rect) {
            return QRectF(rect->rect()).adjusted(-0.01, -0.01, 0.01, 0.01).contains(box);
        });
    }
    static void checkPlaces(const ChartWidget& chart)
    {
        const PinLayout layout = chart.pinLayout();
        std::vector<QRectF> boxes;
        for (const PinLetter& letter : layout.letters)
            boxes.emplace_back(letter.at - QPointF(layout.radius, layout.radius),
                               QSizeF(2.0 * layout.radius, 2.0 * layout.radius));
        QVERIFY(boxes.size() >= 3); // A, B and C
        if (layout.words)
            boxes.push_back(layout.words->box);
        for (std::size_t i = 0; i < boxes.size(); ++i) {
            QVERIFY(isInsideAPlot(chart, boxes[i]));
            for (std::size_t other = 0; other < i; ++other)
                QVERIFY2(!boxes[i].adjusted(0.01, 0.01, -0.01, -0.01).intersects(boxes[other]),
                         qPrintable(QString::number(i)));
            for (const ChartPoint& point : chart.places().shownPoints())
                for (const QPointF& pixel : chart.places().pixelsOf(point))
                    QVERIFY(!boxes[i].contains(pixel));
        }
    }

    SnapshotPointer m_snapshot;
};

RIDGEPOINT_GUI_TEST(PinLayoutTest)
#include "pin_layout_test.moc"
