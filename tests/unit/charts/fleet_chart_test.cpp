// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/charts/draw/fleet_chart.h"

#include "core/fleet/fleet_words.h"
#include "tests/support/synthetic_fleet.h"
#include "tests/support/test_main.h"

#include <QApplication>
#include <QFile>
#include <QImage>
#include <QMouseEvent>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>

using namespace ridgepoint;
using namespace ridgepoint::test;

namespace {

constexpr std::size_t slowNode = 2;

/// Nodes that are alike, but for one whose arithmetic takes twice as long.
std::shared_ptr<const FleetSummary> fleetWithOneSlow(std::size_t nodes)
{
    std::vector<FleetNode> fleet = syntheticFleet(nodes, 1, {}, {.betweenNodes = 0.0, .ofRounds = 0.0});
    if (nodes > slowNode)
        for (Roof& roof : fleet[slowNode].roofs.front().roofs)
            if (roof.kind == RoofKind::Compute)
                roof.value = roof.low = roof.high = roof.value / 2.0;
    return std::make_shared<const FleetSummary>(summariseFleet(fleet));
}

std::vector<std::size_t> rowsOf(const FleetSummary& fleet, FleetRows rows = FleetRows::All)
{
    return fleet.roofs.empty() ? std::vector<std::size_t>()
                               : fleetRows(fleet, fleet.roofs.front().device, fleet.roofs.front().deviceName, rows);
}

void showFleet(FleetChart& chart, const std::shared_ptr<const FleetSummary>& fleet)
{
    chart.setAttribute(Qt::WA_DontShowOnScreen);
    chart.resize(900, 540);
    chart.show();
    chart.setFleet(fleet, rowsOf(*fleet));
    chart.flush();
}

std::size_t rowOfRoof(const FleetChart& chart, const std::string& roof)
{
    std::size_t row = 0;
    while (row < chart.rows().size() && chart.fleet().roofs[chart.rows()[row]].roof != roof)
        ++row;
    return row;
}

void mouseOn(FleetChart& chart, QEvent::Type type, QPointF place)
{
    const bool isMove = type == QEvent::MouseMove;
    const bool isDown = type == QEvent::MouseButtonPress || type == QEvent::MouseButtonDblClick;
    QMouseEvent event(type, place, chart.mapToGlobal(place), isMove ? Qt::NoButton : Qt::LeftButton,
                      isDown ? Qt::LeftButton : Qt::NoButton, Qt::NoModifier);
    QApplication::sendEvent(&chart, &event);
}

} // namespace

class FleetChartTest : public Case {
    Q_OBJECT
private slots:
    void everyNodeIsADotInEachRowByItsDistanceFromTheMedian()
    {
        FleetChart chart;
        showFleet(chart, fleetWithOneSlow(8));
        const std::size_t fma = rowOfRoof(chart, "compute.fp32.fma");
        const std::size_t memory = rowOfRoof(chart, "bandwidth.dram");
        QVERIFY(fma < chart.rows().size() && memory < chart.rows().size());
        const QCPAxis& x = *chart.axisRect()->axis(QCPAxis::atBottom);
        for (std::size_t row = 0; row < chart.rows().size(); ++row)
            for (std::size_t node = 0; node < 8; ++node) {
                const auto dot = chart.dotOf(node, row);
                QVERIFY(dot);
                const bool isSlow = node == slowNode
                                 && chart.fleet().roofs[chart.rows()[row]].kind == RoofKind::Compute;
                QVERIFY(std::abs(dot->x() - x.coordToPixel(isSlow ? std::log(0.5) : 0.0)) < 0.5);
            }
        QVERIFY(chart.dotOf(0, fma)->y() != chart.dotOf(1, fma)->y()); // of one value, and both seen
        QVERIFY(chart.dotOf(0, memory)->y() != chart.dotOf(0, fma)->y());
        QVERIFY(!chart.dotOf(8, fma)); // no such node
    }

    void aDotSaysNodeAndFigure()
    {
        FleetChart chart;
        showFleet(chart, fleetWithOneSlow(8));
        const std::size_t fma = rowOfRoof(chart, "compute.fp32.fma");
        mouseOn(chart, QEvent::MouseMove, *chart.dotOf(slowNode, fma));
        QCOMPARE(chart.readoutLines(), chart.wordsOf(slowNode, fma));
        const QString words = chart.readoutLines().join('|').replace(QChar(0x00A0), ' ');
        QVERIFY2(words.startsWith("node002|fp32 fma: ") && words.contains("|50 % under the median, ")
                     && words.contains("FLOP/s: slower|outside: more than 7.4 % under the median"),
                 qPrintable(words));
        const QStringList usual = chart.wordsOf(0, fma);
        QVERIFY2(usual.size() == 3 && usual.last().startsWith("the median, "), qPrintable(usual.join('|')));
    }

    void aLongerTimeIsSlower()
    {
        std::vector<FleetNode> nodes = syntheticFleet(8, 1, {}, {.betweenNodes = 0.0});
        for (Roof& roof : nodes[slowNode].roofs.front().roofs)
            if (isDuration(roof.kind))
                roof.value *= 3.0;
        FleetChart chart;
        showFleet(chart, std::make_shared<const FleetSummary>(summariseFleet(nodes)));
        const auto durations = rowsOf(chart.fleet(), FleetRows::Durations);
        QVERIFY(!durations.empty());
        const auto row = static_cast<std::size_t>(std::ranges::find(chart.rows(), durations.front())
                                                  - chart.rows().begin());
        const QString words = chart.wordsOf(slowNode, row)[2];
        QVERIFY2(words.contains(" over the median") && words.endsWith("slower"), qPrintable(words));
    }

    void thoseOutsideHaveTheirNamesAndAColourOfTheirOwn()
    {
        for (const bool isDark : {false, true}) {
            FleetChart chart;
            chart.setTheme(isDark ? Theme::darkTheme() : Theme::light());
            showFleet(chart, fleetWithOneSlow(8));
            const QTemporaryDir folder;
            const QString path = folder.filePath("fleet.svg");
            QVERIFY(chart.exportTo(path, {}).ok());
            QFile file(path);
            QVERIFY(file.open(QIODevice::ReadOnly));
            const QByteArray svg = file.readAll();
            QVERIFY(svg.contains(">node002<") && !svg.contains(">node003<") && svg.contains(">fp32 fma<"));
            const QImage picture = chart.grab().toImage();
            const std::size_t fma = rowOfRoof(chart, "compute.fp32.fma");
            const auto colorAt = [&](std::size_t node) {
                return picture.pixelColor((*chart.dotOf(node, fma) * picture.devicePixelRatio()).toPoint());
            };
            QCOMPARE(colorAt(slowNode), chart.theme().overheadText);
            QVERIFY(colorAt(0) != colorAt(slowNode));
        }
    }

    void everyRowHasItsNameInALowPicture()
    {
        FleetChart chart;
        showFleet(chart, fleetWithOneSlow(8));
        const QTemporaryDir folder;
        const QString path = folder.filePath("fleet.svg");
        ExportOptions options;
        options.size.setHeight(300.0); // in the usual type every second one has room
        options.title = QStringLiteral("A fleet");
        QVERIFY(chart.exportTo(path, options).ok());
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray svg = file.readAll();
        for (const std::size_t row : chart.rows()) {
            const QByteArray name = '>' + QByteArray::fromStdString(nameOfRoof(chart.fleet().roofs[row].roof)) + '<';
            QVERIFY2(svg.contains(name), name.constData());
        }
    }

    void rowsAreOfOneDeviceAndOfOneKind()
    {
        std::vector<FleetNode> nodes = syntheticFleet(4, 1, {}, {});
        const std::vector<FleetNode> gpus = syntheticFleet(4, 2, {}, {.isOfGpus = true});
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            nodes[i].devices.push_back(gpus[i].devices.front());
            nodes[i].roofs.push_back(gpus[i].roofs.front());
        }
        const FleetSummary fleet = summariseFleet(nodes);
        const std::size_t all = rowsOf(fleet).size();
        QCOMPARE(2 * all, fleet.roofs.size());
        QCOMPARE(rowsOf(fleet, FleetRows::Bandwidth).size() + rowsOf(fleet, FleetRows::Compute).size()
                     + rowsOf(fleet, FleetRows::Durations).size(),
                 all);
        QVERIFY(rowsOf(fleet, FleetRows::Outside).empty());
        for (const std::size_t row : fleetRows(fleet, "cuda:0", gpus.front().devices.front().name, FleetRows::Compute))
            QVERIFY(fleet.roofs[row].device == "cuda:0" && fleet.roofs[row].kind == RoofKind::Compute);
    }

    void aClickAndEnterAskForTheNode()
    {
        FleetChart chart;
        showFleet(chart, fleetWithOneSlow(8));
        const QSignalSpy wanted(&chart, &FleetChart::nodeWanted);
        const QSignalSpy chosen(&chart, &FleetChart::nodeChosen);
        const QPointF dot = *chart.dotOf(slowNode, rowOfRoof(chart, "compute.fp32.fma"));
        for (const QEvent::Type type : {QEvent::MouseButtonPress, QEvent::MouseButtonRelease})
            mouseOn(chart, type, dot);
        QCOMPARE(chart.chosen(), std::optional<std::size_t>(slowNode));
        QCOMPARE(wanted.size(), 1);
        for (const QEvent::Type type : {QEvent::MouseButtonDblClick, QEvent::MouseButtonRelease})
            mouseOn(chart, type, dot); // which resets the axes
        QCOMPARE(wanted.size(), 1);
        QTest::keyClick(&chart, Qt::Key_Right);
        QCOMPARE(chart.chosenPlace(), static_cast<int>(slowNode) + 2);
        QCOMPARE(wanted.size(), 1); // chosen, and not opened
        QTest::keyClick(&chart, Qt::Key_Return);
        QCOMPARE(wanted.size(), 2);
        QCOMPARE(wanted.last().front().value<std::size_t>(), slowNode + 1);
        QVERIFY(chosen.size() >= 2);
        QTest::keyClick(&chart, Qt::Key_Escape);
        QVERIFY(!chart.chosen());
        QTest::keyClick(&chart, Qt::Key_Left);
        QCOMPARE(chart.chosenPlace(), chart.placesToChoose());
    }

    void whatIsSaidOfTheChosenNodeIsSpoken()
    {
        FleetChart chart;
        showFleet(chart, fleetWithOneSlow(8));
        chart.choose(slowNode);
        QVERIFY2(chart.chosenWords().startsWith("node002: ") && chart.chosenWords().contains(" 50 % under the median")
                     && !chart.chosenWords().contains("compute."),
                 qPrintable(chart.chosenWords()));
        chart.choose(3);
        QCOMPARE(chart.chosenWords(), QStringLiteral("node003: not outside"));
        const QString spoken = chart.accessibility().spokenWords();
        QVERIFY2(spoken.contains("8 of 8 nodes measured, 1 falls outside. "), qPrintable(spoken));
    }

    void aFleetOfOneOrNoneIsDrawnToo()
    {
        FleetChart chart;
        showFleet(chart, fleetWithOneSlow(1));
        QVERIFY(chart.dotOf(0, 0) && chart.missingWords().isEmpty());
        showFleet(chart, std::make_shared<const FleetSummary>());
        QVERIFY(!chart.missingWords().isEmpty());
        QTest::keyClick(&chart, Qt::Key_Right);
        QVERIFY(!chart.chosen());
    }

    void anotherChoiceOfRowsKeepsTheNodeAndShowsAll()
    {
        FleetChart chart;
        const auto fleet = fleetWithOneSlow(256);
        showFleet(chart, fleet);
        chart.choose(slowNode);
        chart.axisRanges().zoom(chart.axisRect()->center(), 0.5);
        QVERIFY(chart.axisRanges().isZoomed());
        chart.setFleet(fleet, rowsOf(*fleet, FleetRows::Outside));
        chart.flush();
        QVERIFY(!chart.axisRanges().isZoomed());
        QCOMPARE(chart.chosen(), std::optional<std::size_t>(slowNode));
        for (std::size_t row = 0; row < chart.rows().size(); ++row)
            QVERIFY(chart.dotOf(slowNode, row) && chart.dotOf(255, row));
        showFleet(chart, fleetWithOneSlow(8));
        QVERIFY(!chart.chosen()); // the same number is another node
    }
};

RIDGEPOINT_GUI_TEST(FleetChartTest)
#include "fleet_chart_test.moc"
