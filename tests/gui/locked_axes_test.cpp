// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/draw/chart_accessibility.h"
#include "tests/gui/measured_window.h"
#include "tests/gui/mouse_support.h"

#include <QAction>
#include <QImage>
#include <QMenu>

#include <algorithm>

using namespace ridgepoint;
using namespace ridgepoint::test;

/// Axes that are locked where no sample lies: every chart says so and how to get back.
class LockedAxesTest : public MeasuredWindow {
    Q_OBJECT

    [[nodiscard]] ChartWidget& chart(int which) const
    {
        return *window().charts().charts()[static_cast<std::size_t>(which)];
    }

    static void chartsAsRows()
    {
        QTest::addColumn<int>("which");
        QTest::newRow("roofline") << 0;
        QTest::newRow("map") << 1;
        QTest::newRow("curves") << 2;
    }
    /// Brings the page of the chart to the front, as a click on its tab does.
    void bringUp(int which) const
    {
        for (const ChartArea::Page page : {ChartArea::Page::Map, ChartArea::Page::Curves})
            if (!chart(which).isVisible())
                window().charts().showPage(page);
        QVERIFY(chart(which).isVisible());
        chart(which).flush();
    }
    /// The place of an axis among the ranges.
    static std::size_t placeOf(const ChartWidget& chart, const QCPAxis* axis)
    {
        const std::vector<QCPAxis*> axes = chart.axisRanges().axes();
        return static_cast<std::size_t>(std::find(axes.begin(), axes.end(), axis) - axes.begin());
    }
    static QCPRange beyond(const QCPAxis& axis)
    {
        const double end = axis.range().upper;
        return axis.scaleType() == QCPAxis::stLogarithmic ? QCPRange(end * 1e3, end * 1e4)
                                                          : QCPRange(end + 20.0, end + 22.0);
    }
    /// Looks far beyond everything, in every direction.
    static void lookAway(ChartWidget& chart)
    {
        ChartRanges away = chart.axisRanges().current();
        const std::vector<QCPAxis*> axes = chart.axisRanges().axes();
        for (std::size_t i = 0; i < axes.size(); ++i)
            away.ranges[i] = beyond(*axes[i]);
        away.zoomed = true;
        chart.axisRanges().change(away);
        chart.flush();
    }
    static QAction* inMenu(const QMenu* menu, const QString& name)
    {
        for (QAction* action : menu->actions())
            if (action->text().remove(QLatin1Char('&')) == name)
                return action;
        return nullptr;
    }
    void choose(int which, const QString& name) const
    {
        QMenu* menu = openContextMenu(chart(which));
        QVERIFY(menu != nullptr);
        clickInMenu(menu, inMenu(menu, name));
        chart(which).flush();
    }
    [[nodiscard]] static QImage picture(ChartWidget& chart)
    {
        chart.replot(QCustomPlot::rpImmediateRefresh);
        return chart.toPixmap().toImage();
    }

private slots:
    void init() { openAtRest(); }

    void aLockedChartWithoutASampleInViewSaysSoAndItsMenuLeadsBack_data() { chartsAsRows(); }
    void aLockedChartWithoutASampleInViewSaysSoAndItsMenuLeadsBack()
    {
        QFETCH(int, which);
        bringUp(which);
        ChartWidget& looked = chart(which);
        choose(which, QStringLiteral("Lock axes"));
        QVERIFY(looked.axisRanges().isLocked());
        QCOMPARE(looked.outOfViewWords(0), QString()); // everything is in view
        QVERIFY(!looked.accessibility().spokenWords().contains("are outside"));
        choose(which, QStringLiteral("Lock axes"));
        lookAway(looked);
        QCOMPARE(looked.outOfViewWords(0), QString()); // who zooms sees what the wheel does
        const QImage without = picture(looked);
        choose(which, QStringLiteral("Lock axes"));
        for (std::size_t plot = 0; plot < static_cast<std::size_t>(looked.axisRects().size()); ++plot)
            QVERIFY2(
                looked.outOfViewWords(plot).startsWith("All samples are outside the locked axes. Choose “Reset axes”"),
                qPrintable(looked.outOfViewWords(plot)));
        QVERIFY2(looked.accessibility().spokenWords().contains("All samples are outside the locked axes"),
                 qPrintable(looked.accessibility().spokenWords()));
        QVERIFY(picture(looked) != without); // it stands in the plot
        choose(which, QStringLiteral("Reset axes"));
        QCOMPARE(looked.outOfViewWords(0), QString());
        QVERIFY(!looked.axisRanges().isLocked() && !looked.axisRanges().current().zoomed);
    }

    void aPlotOfSeveralSaysItAlone()
    {
        bringUp(2);
        ChartWidget& curves = chart(2);
        ChartRanges away = curves.axisRanges().current();
        const ChartAxis* last = curves.axisRanges().typedAxes().back();
        away.ranges[placeOf(curves, last)] = beyond(*last);
        away.zoomed = away.locked = true;
        curves.axisRanges().change(away);
        const auto plots = static_cast<std::size_t>(curves.axisRects().size());
        QCOMPARE(curves.outOfViewWords(0), QString());
        QVERIFY(!curves.outOfViewWords(plots - 1).isEmpty());
        QVERIFY2(curves.accessibility().spokenWords().contains(last->meaning().name()
                                                               + QStringLiteral(": All samples are outside")),
                 qPrintable(curves.accessibility().spokenWords()));
    }

    void aPartOfOneCellOfTheMapIsInView()
    {
        bringUp(1);
        ChartWidget& map = chart(1);
        const QCPRange whole = map.xAxis->range();
        ChartRanges within = map.axisRanges().current();
        within.ranges[placeOf(map, map.xAxis)] = QCPRange(
            whole.lower, whole.lower + whole.size() * 1e-4); // the edge of the first column
        within.zoomed = within.locked = true;
        map.axisRanges().change(within);
        map.flush();
        QCOMPARE(map.outOfViewWords(0), QString());
    }

    /// A picture for a document names no menu of a program that its reader does not have.
    void aFileSaysItWithoutTheMenu()
    {
        ChartWidget& roofline = chart(0);
        lookAway(roofline);
        roofline.axisRanges().setLocked(true);
        const QString path = folder().filePath(QStringLiteral("away.svg"));
        QVERIFY(roofline.exportTo(path, {}));
        const QString svg = QString::fromUtf8(test::contentOf(path));
        QVERIFY(svg.contains("All samples are outside"));
        QVERIFY(!svg.contains("Reset axes") && !svg.contains("menu"));
    }
};

RIDGEPOINT_GUI_TEST(LockedAxesTest)
#include "locked_axes_test.moc"
