// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/charts/data/apply_what_if.h"
#include "app/charts/draw/roofline_chart.h"
#include "tests/support/synthetic_snapshot.h"
#include "tests/support/test_main.h"

#include <QApplication>
#include <QImage>
#include <QMouseEvent>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTemporaryDir>

#include <cmath>
#include <set>

using namespace ridgepoint;

/// Roofs moved in the roofline by mouse and keyboard. The chart only says what is wanted; here the test shows it.
class RoofDragTest : public QObject {
    Q_OBJECT

    std::unique_ptr<RooflineChart> m_chart;
    WhatIf m_whatIf;

    void send(QEvent::Type type, QPointF place, Qt::MouseButtons buttons)
    {
        QMouseEvent event(type, place, m_chart->mapToGlobal(place),
                          type == QEvent::MouseMove ? Qt::NoButton : Qt::LeftButton, buttons, Qt::NoModifier);
        QApplication::sendEvent(m_chart.get(), &event);
    }
    /// A pixel on a roof, away from the samples.
    QPointF on(const Roof& roof, double intensity) const
    {
        const double performance = roof.kind == RoofKind::Bandwidth ? roof.value * intensity : roof.value;
        return {m_chart->xAxis->coordToPixel(intensity), m_chart->yAxis->coordToPixel(performance)};
    }
    const Roof& roof(const char* id) const { return *m_chart->input().snapshot->roofs.find(id); }
    /// At how many of 20 places the highlighted line of a bandwidth is to be seen.
    int placesInView(const char* id) const
    {
        m_chart->flush();
        const QImage image = m_chart->grab().toImage();
        const QColor held = m_chart->theme().accent;
        const double low = m_chart->data().lowIntensity * 1.1;
        const double ridge = roof("compute.fp32.fma").value / roof(id).value;
        int seen = 0;
        for (int i = 0; i < 20; ++i) {
            const QPointF at = on(roof(id), low * std::pow(0.95 * ridge / low, i / 19.0));
            const QColor there = image.pixelColor(at.toPoint());
            seen += std::abs(there.red() - held.red()) + std::abs(there.green() - held.green())
                      + std::abs(there.blue() - held.blue())
                  < 90;
        }
        return seen;
    }

private slots:
    void init()
    {
        test::failOnQtWarnings();
        m_chart = std::make_unique<RooflineChart>();
        m_whatIf = WhatIf();
        m_chart->set(&ChartInput::snapshot, test::syntheticSnapshotPointer());
        m_chart->set(&ChartInput::cursor, test::syntheticCursor());
        m_chart->resize(700, 520);
        m_chart->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_chart.get()));
        m_chart->flush();
        connect(m_chart.get(), &RooflineChart::roofMoved, m_chart.get(), [this](const QString& key, double factor) {
            m_whatIf.set(key.toStdString(), factor);
            m_chart->set(&ChartInput::snapshot, withWhatIf(*m_chart->input().snapshot, m_whatIf));
            m_chart->flush();
        });
    }

    void theRoofFollowsTheMouseAndTheAxesStandStill()
    {
        QSignalSpy released(m_chart.get(), &RooflineChart::roofReleased);
        QSignalSpy selected(m_chart.get(), &ChartWidget::selected);
        const QCPRange range = m_chart->yAxis->range();
        const double own = roof("bandwidth.dram").value;
        const QPointF from = on(roof("bandwidth.dram"), 0.5);
        QCOMPARE(m_chart->roofAt(from).value_or(""), std::string("bandwidth.dram"));
        const QPointF to(from.x(), m_chart->yAxis->coordToPixel(m_chart->yAxis->pixelToCoord(from.y()) * 3.0));
        send(QEvent::MouseButtonPress, from, Qt::LeftButton);
        for (const double part : {0.3, 0.6, 1.0})
            send(QEvent::MouseMove, from + (to - from) * part, Qt::LeftButton);
        QVERIFY(std::abs(roof("bandwidth.dram").value / own - 3.0) < 0.02);
        QCOMPARE(m_chart->yAxis->range(), range);
        QCOMPARE(released.size(), 0);
        send(QEvent::MouseButtonRelease, to, Qt::NoButton);
        QCOMPARE(released.size(), 1);
        QCOMPARE(selected.size(), 0);
        QCOMPARE(m_chart->data().originals.front().roof.value, own);
    }

    void theAxisAcrossStandsStillWhenTheRoofIsReleased()
    {
        const QCPRange before = m_chart->xAxis->range();
        const QPointF from = on(roof("compute.fp32.fma"), 200.0);
        const QPointF to(from.x(), m_chart->yAxis->coordToPixel(m_chart->yAxis->pixelToCoord(from.y()) * 2.0));
        send(QEvent::MouseButtonPress, from, Qt::LeftButton);
        send(QEvent::MouseMove, to, Qt::LeftButton);
        send(QEvent::MouseButtonRelease, to, Qt::NoButton);
        m_chart->flush();
        QCOMPARE(m_whatIf.factor("compute.fp32.fma"), 2.0);
        QCOMPARE(m_chart->xAxis->range(), before);
    }

    void aPressSomePixelsBesideTheRoofTakesItAsWasShown()
    {
        const double intensity = m_chart->data().lowIntensity * 1.5; // left of every sample
        const QPointF beside = on(roof("bandwidth.dram"), intensity) + QPointF(5.0, 6.0);
        send(QEvent::MouseMove, beside, Qt::NoButton);
        QCOMPARE(m_chart->cursor().shape(), Qt::SizeVerCursor);
        QVERIFY(placesInView("bandwidth.dram") >= 19);
        const ChartRanges before = m_chart->axisRanges().current();
        send(QEvent::MouseButtonPress, beside, Qt::LeftButton);
        send(QEvent::MouseMove, beside - QPointF(0.0, 40.0), Qt::LeftButton);
        QVERIFY(m_whatIf.factor("bandwidth.dram") > 1.0);
        QVERIFY(m_chart->axisRanges().current() == before);
        send(QEvent::MouseButtonRelease, beside - QPointF(0.0, 40.0), Qt::NoButton);
    }

    void aFingerReachesFurtherThanTheMouse()
    {
        const QPointF beside = on(roof("compute.fp32.fma"), 300.0) - QPointF(0.0, 15.0);
        QVERIFY(!m_chart->roofAt(beside));
        for (const Qt::MouseEventSource source : {Qt::MouseEventNotSynthesized, Qt::MouseEventSynthesizedByQt}) {
            m_whatIf = WhatIf();
            const auto touch = [&](QEvent::Type type, QPointF place, Qt::MouseButtons buttons) {
                QMouseEvent event(type, place, place, m_chart->mapToGlobal(place),
                                  type == QEvent::MouseMove ? Qt::NoButton : Qt::LeftButton, buttons, Qt::NoModifier,
                                  source);
                QApplication::sendEvent(m_chart.get(), &event);
            };
            touch(QEvent::MouseButtonPress, beside, Qt::LeftButton);
            touch(QEvent::MouseMove, beside - QPointF(0.0, 40.0), Qt::LeftButton);
            touch(QEvent::MouseButtonRelease, beside - QPointF(0.0, 40.0), Qt::NoButton);
            m_chart->flush();
            QCOMPARE(m_whatIf.empty(), source == Qt::MouseEventNotSynthesized);
            m_chart->axisRanges().reset();
        }
    }

    void beyondThePlotNoRoofIsTaken()
    {
        const QRectF plot = m_chart->axisRect()->rect();
        const double y = on(roof("compute.fp32.fma"), 300.0).y();
        QCOMPARE(m_chart->roofAt({plot.right() - 4.0, y}).value_or(""), std::string("compute.fp32.fma"));
        QVERIFY(!m_chart->roofAt({plot.right() + 4.0, y}));
    }

    void aRoofNearTwiceIsTwiceAndADoubleClickRestoresIt()
    {
        const QPointF from = on(roof("compute.fp32.fma"), 200.0);
        const QPointF to(from.x(), m_chart->yAxis->coordToPixel(m_chart->yAxis->pixelToCoord(from.y()) * 1.97));
        send(QEvent::MouseButtonPress, from, Qt::LeftButton);
        send(QEvent::MouseMove, to, Qt::LeftButton);
        send(QEvent::MouseButtonRelease, to, Qt::NoButton);
        QCOMPARE(m_whatIf.factor("compute.fp32.fma"), 2.0);
        m_chart->flush();
        QTest::mouseDClick(m_chart.get(), Qt::LeftButton, {}, on(roof("compute.fp32.fma"), 300.0).toPoint());
        QVERIFY(m_whatIf.empty());
        QVERIFY(m_chart->data().originals.empty());
    }

    void aDraggedRoofHasTheFactorThatIsShown()
    {
        const Format format{QLocale::c()};
        const double own = roof("compute.fp32.fma").value;
        for (const auto& [dragged, kept] : {std::pair{1.57, 1.6}, std::pair{1.33, 1.3}, std::pair{0.613, 0.61}}) {
            const QPointF from = on(roof("compute.fp32.fma"), 200.0);
            const QPointF to(from.x(), m_chart->yAxis->coordToPixel(m_chart->yAxis->pixelToCoord(from.y()) * dragged));
            send(QEvent::MouseButtonPress, from, Qt::LeftButton);
            send(QEvent::MouseMove, to, Qt::LeftButton);
            send(QEvent::MouseButtonRelease, to, Qt::NoButton);
            QCOMPARE(m_whatIf.factor("compute.fp32.fma"), kept);
            QVERIFY(std::abs(roof("compute.fp32.fma").value / (own * kept) - 1.0) < 1e-9);
            QCOMPARE(format.factor(kept).chopped(1).toDouble(), kept);
            emit m_chart->roofMoved(QStringLiteral("compute.fp32.fma"), 1.0);
            m_chart->flush();
        }
    }

    void draggingTheOverheadRoofUpMakesLaunchesCheaper()
    {
        QVERIFY(m_chart->data().overhead);
        const double intensity = m_chart->data().lowIntensity * 4.0;
        const QPointF from(m_chart->xAxis->coordToPixel(intensity),
                           m_chart->yAxis->coordToPixel(m_chart->data().overhead->at(FlopsPerByte(intensity)).value()));
        QCOMPARE(m_chart->roofAt(from).value_or(""), std::string(WhatIf::allLaunches));
        const QPointF to(from.x(), m_chart->yAxis->coordToPixel(m_chart->yAxis->pixelToCoord(from.y()) * 2.0));
        send(QEvent::MouseButtonPress, from, Qt::LeftButton);
        send(QEvent::MouseMove, to, Qt::LeftButton);
        send(QEvent::MouseButtonRelease, to, Qt::NoButton);
        QCOMPARE(m_whatIf.factor(WhatIf::allLaunches), 0.5);
    }

    void noPointsCardStaysOverAMovedRoof()
    {
        QVERIFY(!m_chart->places().shownPoints().empty());
        const ChartPoint point = m_chart->places().shownPoints().back();
        QSignalSpy hovered(m_chart.get(), &ChartWidget::hovered);
        send(QEvent::MouseMove, m_chart->places().pixelsOf(point).at(0), Qt::NoButton);
        QVERIFY(hovered.size() == 1 && hovered.at(0).at(0).value<std::optional<Workload>>());
        const QPointF from = on(roof("compute.fp32.fma"), 300.0); // where no point lies, without a move before it
        send(QEvent::MouseButtonPress, from, Qt::LeftButton);
        send(QEvent::MouseMove, from - QPointF(0.0, 40.0), Qt::LeftButton);
        QVERIFY(hovered.size() == 2 && !hovered.at(1).at(0).value<std::optional<Workload>>());
        send(QEvent::MouseButtonRelease, from - QPointF(0.0, 40.0), Qt::NoButton);
    }
    void aRoofTellsOfItselfUntilItIsMoved()
    {
        const double intensity = m_chart->data().lowIntensity * 1.5; // left of every sample
        const QPointF from = on(roof("bandwidth.dram"), intensity);
        send(QEvent::MouseMove, from, Qt::NoButton);
        const QString told = m_chart->readoutLines().join('|');
        QVERIFY2(told.contains("DRAM roof") && told.contains("ridge point"), qPrintable(told));
        const QPointF to(from.x(), m_chart->yAxis->coordToPixel(m_chart->yAxis->pixelToCoord(from.y()) * 2.0));
        send(QEvent::MouseButtonPress, from, Qt::LeftButton);
        send(QEvent::MouseMove, to, Qt::LeftButton);
        QVERIFY(m_chart->readoutLines().isEmpty());
        send(QEvent::MouseButtonRelease, to, Qt::NoButton);
        m_chart->flush();
        send(QEvent::MouseMove, on(roof("bandwidth.dram"), intensity), Qt::NoButton);
        QVERIFY2(m_chart->readoutLines().join('|').contains("what if: 2.0"),
                 qPrintable(m_chart->readoutLines().join('|')));
        emit m_chart->roofMoved(QStringLiteral("bandwidth.dram"), 1.0); // by the bar, under a resting mouse
        QVERIFY(m_chart->readoutLines().isEmpty());
    }

    void aRoofIsHighlightedAfterAnotherPlanOfTheSameCube()
    {
        WhatIf twice;
        twice.set("compute.fp32.fma", 2.0);
        Snapshot first = *withWhatIf(*m_chart->input().snapshot, twice);
        first.content = 7;
        m_chart->set(&ChartInput::snapshot, std::make_shared<const Snapshot>(first));
        m_chart->flush();
        Snapshot second = first;
        second.plan.base.elements /= 2;
        m_chart->set(&ChartInput::snapshot, std::make_shared<const Snapshot>(second)); // nothing else is to be drawn
        const QImage before = m_chart->grab().toImage();
        send(QEvent::MouseMove, on(roof("bandwidth.dram"), m_chart->data().lowIntensity * 1.5), Qt::NoButton);
        QVERIFY(m_chart->grab().toImage() != before);
    }

    void aClickOnARoofMovesNothing()
    {
        QSignalSpy moved(m_chart.get(), &RooflineChart::roofMoved);
        QTest::mouseClick(m_chart.get(), Qt::LeftButton, {}, on(roof("bandwidth.dram"), 0.5).toPoint());
        QCOMPARE(moved.size(), 0);
    }

    void keysChooseMoveAndRestoreARoof()
    {
        QSignalSpy released(m_chart.get(), &RooflineChart::roofReleased);
        QTest::keyClick(m_chart.get(), Qt::Key_W);
        QCOMPARE(m_chart->chosenRoof().value_or(""), std::string("bandwidth.dram"));
        for (int i = 0; i < 3; ++i)
            QTest::keyClick(m_chart.get(), Qt::Key_Up);
        QCOMPARE(m_whatIf.factor("bandwidth.dram"), 2.0);
        QCOMPARE(released.size(), 3);
        QTest::keyClick(m_chart.get(), Qt::Key_Down, Qt::ShiftModifier);
        QVERIFY(m_whatIf.factor("bandwidth.dram") > 1.8 && m_whatIf.factor("bandwidth.dram") < 2.0);
        m_chart->set(&ChartInput::selected, test::syntheticCursor());
        QTRY_VERIFY(m_chart->accessibleDescription().contains(QStringLiteral("DRAM")));
        QTest::keyClick(m_chart.get(), Qt::Key_Delete);
        QVERIFY(m_whatIf.empty());
        QTest::keyClick(m_chart.get(), Qt::Key_W);
        QTest::keyClick(m_chart.get(), Qt::Key_W);
        QCOMPARE(m_chart->chosenRoof().value_or(""), std::string(WhatIf::allLaunches));
        QTest::keyClick(m_chart.get(), Qt::Key_Up); // up: the roof rises, the cost falls
        QVERIFY(m_whatIf.factor(WhatIf::allLaunches) < 1.0);
        QTest::keyClick(m_chart.get(), Qt::Key_Escape);
        QVERIFY(!m_chart->chosenRoof());
        QSignalSpy selected(m_chart.get(), &ChartWidget::selected);
        QTest::keyClick(m_chart.get(), Qt::Key_Up);
        QCOMPARE(selected.size(), 1); // the arrow keys are the points' again
    }

    void theCardOfAHeldRoofLeavesItInView()
    {
        QTest::keyClick(m_chart.get(), Qt::Key_W);
        QCOMPARE(m_chart->chosenRoof().value_or(""), std::string("bandwidth.dram"));
        const int seen = placesInView("bandwidth.dram");
        QVERIFY2(seen >= 19, qPrintable(QString::number(seen)));
    }

    void theCardOfARoofUnderTheMouseLeavesItInView()
    {
        send(QEvent::MouseMove, on(roof("bandwidth.dram"), m_chart->data().lowIntensity * 1.5), Qt::NoButton);
        QVERIFY(!m_chart->readoutLines().isEmpty());
        const int seen = placesInView("bandwidth.dram");
        QVERIFY2(seen >= 19, qPrintable(QString::number(seen)));
    }

    void goesThroughAllRoofsAndEndsWithNone()
    {
        const std::size_t roofs = m_chart->movableRoofs().size();
        QVERIFY(roofs >= 6);
        std::set<std::string> seen;
        for (std::size_t i = 0; i < roofs; ++i) {
            QTest::keyClick(m_chart.get(), Qt::Key_W);
            seen.insert(*m_chart->chosenRoof());
        }
        QCOMPARE(seen.size(), roofs);
        QTest::keyClick(m_chart.get(), Qt::Key_W);
        QVERIFY(!m_chart->chosenRoof());
    }

    void aMovedRoofHasOneFormOfLabelWhateverItsRoom()
    {
        WhatIf more;
        more.set("bandwidth.dram", 2.5);
        m_chart->set(&ChartInput::snapshot, withWhatIf(*m_chart->input().snapshot, more));
        m_chart->flush();
        QTemporaryDir folder;
        const QString path = folder.filePath("roofline.svg");
        int marked = 0;
        for (int width = 260; width <= 760; width += 20) {
            ExportOptions options;
            options.withTitle = false;
            options.size = {static_cast<double>(width), width * 0.7};
            QVERIFY(m_chart->exportTo(path, options));
            const QString svg = QString::fromUtf8(test::contentOf(path));
            marked += static_cast<int>(svg.count(QRegularExpression(QStringLiteral(">DRAM [^<]*\\(what if\\)<"))));
            QVERIFY2(!svg.contains(QRegularExpression(QStringLiteral(">DRAM [^<]*2\\.5×"))),
                     qPrintable(QString::number(width)));
        }
        QVERIFY2(marked > 3, qPrintable(QString::number(marked))); // where there is room for it
    }
    void filesBearTheWordsToo()
    {
        WhatIf twice;
        twice.set("bandwidth.dram", 2.0);
        m_chart->set(&ChartInput::snapshot, withWhatIf(*m_chart->input().snapshot, twice));
        m_chart->flush();
        QTemporaryDir folder;
        ExportOptions options;
        options.withTitle = false;
        const QString path = folder.filePath("roofline.svg");
        QVERIFY(m_chart->exportTo(path, options));
        QVERIFY(QString::fromUtf8(test::contentOf(path)).contains(QStringLiteral("What if: DRAM 2.0×")));
    }
};

RIDGEPOINT_GUI_TEST(RoofDragTest)
#include "roof_drag_test.moc"
