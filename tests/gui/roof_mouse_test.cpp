// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/data/apply_what_if.h"
#include "app/desktop/explore/what_if_wiring.h"
#include "tests/gui/explore_support.h"
#include "tests/gui/measured_window.h"

#include <QLabel>

#include <optional>

using namespace ridgepoint;
using namespace ridgepoint::test;

/// Every roof of the window's roofline taken by the mouse, not only the two that rule the point: dragged for a what-if,
/// and restored by a double click.
class RoofMouseTest : public MeasuredWindow {
    Q_OBJECT

    [[nodiscard]] RooflineChart& roofline() const { return *window().charts().roofline(); }
    [[nodiscard]] double factor(const std::string& key) const
    {
        return window().whatIf().control().whatIf().factor(key);
    }
    [[nodiscard]] double measured(const std::string& id) const
    {
        return realRoof(*window().engine().feed.latest(), id)->value;
    }
    [[nodiscard]] double shown(const std::string& id) const
    {
        return window().engine().feed.latest()->roofs.find(id)->value;
    }

    /// Where the mouse would take the roof and no other, with room over it to so many times its value.
    [[nodiscard]] std::optional<QPointF> placeOn(const std::string& id, double room = 1.0) const
    {
        const RooflineChart& chart = roofline();
        const QRect plot = chart.axisRect()->rect();
        const Roof* roof = window().engine().feed.latest()->roofs.find(id);
        for (int x = plot.left() + 12; roof != nullptr && x < plot.right() - 12; x += 5) {
            const double intensity = chart.xAxis->pixelToCoord(x);
            const double performance = roof->kind == RoofKind::Bandwidth ? roof->value * intensity : roof->value;
            const QPointF place(x, chart.yAxis->coordToPixel(performance));
            if (plot.contains(place.toPoint()) && plot.contains(above(place, room).toPoint())
                && chart.roofAt(place) == id)
                return place;
        }
        return std::nullopt;
    }
    [[nodiscard]] QPointF above(QPointF place, double times) const
    {
        return {place.x(), roofline().yAxis->coordToPixel(roofline().yAxis->pixelToCoord(place.y()) * times)};
    }
    void settle() const
    {
        QTRY_VERIFY_WITH_TIMEOUT(underTest().chartsShowTheLatest(), patienceMs);
        roofline().flush();
    }

private slots:
    void init()
    {
        openMeasured();
        window().engine().probe.setOn(false);
        // The made-up processor has no matrix unit; a few times as fast as the others it is drawn among them.
        const Workload& point = window().engine().cursor.workload();
        RoofSet roofs = *window().engine().cursor.roofs();
        Roof matrix = *roofs.find("compute.fp32.fma");
        for (double* value : {&matrix.value, &matrix.low, &matrix.high})
            *value *= 3.0;
        matrix.id = "compute.fp32.matrix";
        window().engine().session.putRoof("cpu", point.threads, matrix, roofs.levels);
        QTRY_VERIFY_WITH_TIMEOUT(window().engine().feed.latest()->roofs.find("compute.fp32.matrix") != nullptr,
                                 patienceMs);
        settle();
    }

    void isDraggedForAWhatIfAndRestoredByADoubleClick_data()
    {
        QTest::addColumn<QString>("roof");
        for (const char* roof : {"bandwidth.l1", "bandwidth.l2", "bandwidth.l3", "bandwidth.dram", "compute.fp32.fma",
                                 "compute.fp32.matrix"})
            QTest::newRow(roof) << QString::fromLatin1(roof);
    }
    void isDraggedForAWhatIfAndRestoredByADoubleClick()
    {
        QFETCH(QString, roof);
        const std::string id = roof.toStdString();
        const double own = measured(id);
        const auto from = placeOn(id, 2.0);
        QVERIFY2(from.has_value(), qPrintable(roof));
        const QPointF to = above(*from, 2.0);
        dragThrough(&roofline(), {*from, *from + (to - *from) * 0.4, *from + (to - *from) * 0.8, to});
        QCOMPARE(factor(id), 2.0);
        QCOMPARE(window().whatIf().control().whatIf().factors().size(), std::size_t{1}); // this one alone
        settle();
        QCOMPARE(shown(id), 2.0 * own);
        QCOMPARE(measured(id), own);
        QCOMPARE(window().engine().cursor.roofs()->find(id)->value, own);
        const auto place = placeOn(id); // the axes may have followed
        QVERIFY2(place.has_value(), qPrintable(roof));
        for (const QEvent::Type type : {QEvent::MouseButtonPress, QEvent::MouseButtonRelease,
                                        QEvent::MouseButtonDblClick, QEvent::MouseButtonRelease})
            sendMouse(&roofline(), type, *place);
        QVERIFY2(window().whatIf().control().whatIf().empty(), qPrintable(roof));
        settle();
        QCOMPARE(shown(id), own);
        QVERIFY(!hasWhatIf(*window().engine().feed.latest()));
    }
};

RIDGEPOINT_GUI_TEST(RoofMouseTest)
#include "roof_mouse_test.moc"
