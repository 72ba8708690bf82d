// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/base/axis_dialog.h"
#include "app/desktop/calculator/calculator_commands.h"
#include "app/desktop/calculator/quantity_field.h"
#include "app/desktop/experiments/answer_row.h"
#include "app/desktop/experiments/experiment_commands.h"
#include "app/desktop/experiments/guess_card.h"
#include "app/desktop/experiments/point_card.h"
#include "core/experiment/mistakes/benchmark_mistakes.h"
#include "core/experiment/registry.h"
#include "core/experiment/transfers/transfers.h"
#include "tests/gui/window_support.h"

#include <QCheckBox>
#include <QClipboard>
#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QPushButton>
#include <QSignalSpy>

#include <cmath>

using namespace ridgepoint;
using namespace ridgepoint::test;

/// A number of an experiment is chosen in its chart: what is said of it, and the way to the calculator.
class ExperimentPointTest : public FreshFolder {
    Q_OBJECT

    static ExperimentDialog& opened(MainWindow& window)
    {
        window.experiments().openAt("mistakes");
        window.experiments().dialog()->guess()->skipButton()->click();
        return *window.experiments().dialog();
    }
    static const ExperimentPoint* predictedPoint(const ExperimentDialog& dialog)
    {
        for (const ExperimentPlotData& plot : dialog.chart()->data().plots)
            for (const ExperimentSeries& series : plot.series)
                for (const ExperimentPoint& point : series.points)
                    if (point.provenance == Provenance::Predicted && point.label == mistake::right)
                        return &point;
        return nullptr;
    }

    /// read() of 4 KiB and 1 MiB: 200 ns a call, a cache of 100 GB/s and memory of 10 GB/s; and twice as long as that.
    static ExperimentResult transfersOn(MainWindow& window)
    {
        const auto parameters = readParameters(findExperiment("transfers")->info(), {});
        ExperimentResult result{.id = "transfers",
                                .device = window.engine().cursor.device(),
                                .threads = window.engine().cursor.workload().threads,
                                .parameters = parameters->texts()};
        transfers::HostCosts costs{.call = Seconds(200e-9),
                                   .roofs = {{4096, BytesPerSecond(100e9)}, {1 << 20, BytesPerSecond(10e9)}},
                                   .hasCall = true};
        for (const auto& [size, roof] : costs.roofs) {
            const Seconds time = *transfers::predictedTime(costs, transfers::byRead, size) * 2.0;
            const double rate = static_cast<double>(size) / time.value();
            result.points.push_back({.series = transfers::byRead,
                                     .x = static_cast<double>(size),
                                     .y = rate,
                                     .low = rate,
                                     .high = rate,
                                     .work = transfers::hostWork(costs, transfers::byRead, size, time)});
        }
        return result;
    }

private slots:
    void aClickTellsWhatLimitsANumberAndWhatWouldHelp()
    {
        WindowUnderTest test(m_folder->path());
        test.openAndMeasure();
        ExperimentDialog& dialog = opened(*test.window);
        QTRY_VERIFY_WITH_TIMEOUT(predictedPoint(dialog) != nullptr, patienceMs);
        QVERIFY(dialog.pointCard()->headline()->text().contains("Click a number"));
        QVERIFY(!dialog.pointCard()->calculatorButton()->isVisible());
        dialog.chart()->flush();
        clickAt(dialog.chart(), dialog.chart()->pixelOf(0, *predictedPoint(dialog)).toPoint());
        QVERIFY(dialog.chart()->chosenPoint() != nullptr);
        QVERIFY(dialog.chart()->chosenPoint()->label == mistake::right);
        const QString headline = dialog.pointCard()->headline()->text();
        QVERIFY2(headline.contains("bound") && headline.contains("100"),
                 qPrintable(headline)); // it is what the roofs say
        QVERIFY2(dialog.pointCard()->levers()->text().contains("Twice the bandwidth"),
                 qPrintable(dialog.pointCard()->levers()->text()));
        // Beside every number: none is chosen.
        clickAt(dialog.chart(), QPoint(3, 3));
        QVERIFY(dialog.chart()->chosenPoint() == nullptr);
        QVERIFY(!dialog.pointCard()->calculatorButton()->isVisible());
    }
    void theCalculatorIsFilledWithItsWork()
    {
        WindowUnderTest test(m_folder->path());
        test.openAndMeasure();
        MainWindow& window = *test.window;
        ExperimentDialog& dialog = opened(window);
        QTRY_VERIFY_WITH_TIMEOUT(predictedPoint(dialog) != nullptr, patienceMs);
        dialog.chart()->choosePoint(*predictedPoint(dialog));
        const PointWork work = *dialog.chart()->chosenPoint()->work;
        QVERIFY(dialog.pointCard()->calculatorButton()->isVisible());
        clickAt(dialog.pointCard()->calculatorButton(), dialog.pointCard()->calculatorButton()->rect().center());
        CalculatorDialog* calculator = window.calculator().dialog();
        QVERIFY(calculator != nullptr && calculator->isVisible());
        const auto filled = calculator->workForm()->work();
        QVERIFY(filled.has_value());
        QCOMPARE(filled->elements, work.work.elements);
        QCOMPARE(filled->accessesPerElement, work.work.accessesPerElement);
        QCOMPARE(filled->operationsPerElement, work.work.operationsPerElement);
        // The present device with the roof that rules it.
        const auto device = calculator->deviceCard()->device();
        QVERIFY(device.has_value());
        const RoofSet* roofs = window.engine().cursor.roofs();
        QVERIFY(roofs != nullptr && roofs->find(work.bandwidthRoof) != nullptr);
        QVERIFY(std::abs(device->bandwidth.value() / roofs->find(work.bandwidthRoof)->value - 1.0) < 0.01);
    }
    void aTransferIsJudgedByWhatItsExperimentMeasured()
    {
        WindowUnderTest test(m_folder->path());
        test.openAndMeasure();
        MainWindow& window = *test.window;
        const ExperimentResult result = transfersOn(window);
        window.engine().session.putExperiment(result);
        window.experiments().openAt("transfers");
        ExperimentDialog& dialog = *window.experiments().dialog();
        PointCard& card = *dialog.pointCard();
        dialog.chart()->flush();
        dialog.chart()->choosePoint(result.points[0]);
        QVERIFY(dialog.chart()->chosenPoint() != nullptr);
        QVERIFY2(card.headline()->text().contains("Overhead-bound: 50"), qPrintable(card.headline()->text()));
        QVERIFY2(card.levers()->text().contains("Half the launch cost 1.2"), qPrintable(card.levers()->text()));
        dialog.chart()->choosePoint(result.points[1]);
        QVERIFY2(card.headline()->text().contains("Memory-bandwidth-bound: 50"), qPrintable(card.headline()->text()));
        clickAt(card.calculatorButton(), card.calculatorButton()->rect().center());
        CalculatorDialog* calculator = window.calculator().dialog();
        QVERIFY(calculator != nullptr && calculator->isVisible());
        const auto device = calculator->deviceCard()->device();
        QVERIFY(device.has_value());
        QVERIFY(std::abs(device->bandwidth.value() / 10e9 - 1.0) < 0.01);
        QVERIFY(std::abs(device->launch.value() / 200e-9 - 1.0) < 0.01);
        QVERIFY2(calculator->deviceCard()->words().contains("entered"), qPrintable(calculator->deviceCard()->words()));
    }
    void theArrowKeysGoOverTheNumbers()
    {
        WindowUnderTest test(m_folder->path());
        test.openAndMeasure();
        ExperimentDialog& dialog = opened(*test.window);
        QTRY_VERIFY_WITH_TIMEOUT(predictedPoint(dialog) != nullptr, patienceMs);
        ExperimentChart& chart = *dialog.chart();
        const QSignalSpy chosen(&chart, &ExperimentChart::pointChosen);
        QTest::keyClick(&chart, Qt::Key_Right);
        const ExperimentPoint* first = chart.chosenPoint();
        QVERIFY(first != nullptr);
        QTest::keyClick(&chart, Qt::Key_Right);
        QVERIFY(chart.chosenPoint() != first);
        QTest::keyClick(&chart, Qt::Key_Left);
        QCOMPARE(chart.chosenPoint(), first);
        QTest::keyClick(&chart, Qt::Key_Left); // there is none before
        QCOMPARE(chart.chosenPoint(), first);
        QVERIFY(chosen.count() >= 3);
        QTest::keyClick(&chart, Qt::Key_Escape);
        QVERIFY(chart.chosenPoint() == nullptr);
        QVERIFY(dialog.isVisible());
    }
    void theChartIsCopiedAsPictureAndNumbers()
    {
        WindowUnderTest test(m_folder->path());
        test.openAndMeasure();
        ExperimentDialog& dialog = opened(*test.window);
        QTRY_VERIFY_WITH_TIMEOUT(predictedPoint(dialog) != nullptr, patienceMs);
        QGuiApplication::clipboard()->clear();
        dialog.chart()->setFocus();
        QTest::keyClick(dialog.chart(), Qt::Key_C, Qt::ControlModifier);
        const QMimeData* copied = QGuiApplication::clipboard()->mimeData();
        QVERIFY(copied != nullptr && copied->hasImage());
        QVERIFY(qvariant_cast<QImage>(copied->imageData()).width() >= dialog.chart()->width());
        QVERIFY(copied->text().contains(QLatin1String(mistake::right.words.data())));
        QVERIFY2(dialog.answer()->words().contains("is copied"), qPrintable(dialog.answer()->words()));
        // What is said of running goes its own way.
        const QString why = QStringLiteral("No program measures.");
        dialog.tell(why, ExperimentDialog::Runnable::NotNow);
        QVERIFY2(dialog.answer()->words().contains("is copied"), qPrintable(dialog.answer()->words()));
        QTest::keyClick(dialog.chart(), Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(dialog.message()->text(), why);
        QVERIFY(!dialog.runButton()->isEnabled());
        dialog.choose(*dialog.chosen(), {});
        QVERIFY2(dialog.answer()->words().isEmpty(), qPrintable(dialog.answer()->words()));
    }
    void nothingIsCopiedBeforeTheGuess()
    {
        WindowUnderTest test(m_folder->path());
        test.openAndMeasure();
        test.window->experiments().openAt("mistakes");
        ExperimentDialog& dialog = *test.window->experiments().dialog();
        QVERIFY(dialog.guess()->isAsking());
        QGuiApplication::clipboard()->setText(QStringLiteral("as before"));
        dialog.chart()->setFocus();
        QTRY_VERIFY_WITH_TIMEOUT(dialog.chart()->hasFocus(), patienceMs);
        QTest::keyClick(dialog.chart(), Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("as before"));
        QVERIFY2(dialog.answer()->words().startsWith("Nothing was copied"), qPrintable(dialog.answer()->words()));
    }
    void theRangeOfAnAxisIsTyped()
    {
        WindowUnderTest test(m_folder->path());
        test.openAndMeasure();
        ExperimentDialog& dialog = opened(*test.window);
        QTRY_VERIFY_WITH_TIMEOUT(predictedPoint(dialog) != nullptr, patienceMs);
        ExperimentChart& chart = *dialog.chart();
        chart.flush();
        const QRect plot = chart.axisRects().constFirst()->rect();
        const auto asked = [&] { return dialog.findChild<AxisDialog*>(); };
        // Rows of names have no range: below the plot is its one axis.
        QTest::mouseDClick(&chart, Qt::LeftButton, {}, QPoint(plot.center().x(), plot.bottom() + 10));
        QVERIFY(asked() != nullptr);
        QCOMPARE(asked()->rowCount(), std::size_t{1});
        QCOMPARE(chart.axisRanges().typedAxes().size(), std::size_t{1});
        const ChartAxis& axis = *chart.axisRanges().typedAxes().front();
        asked()->to(0)->setText("9 T");
        asked()->lock()->setChecked(true);
        asked()->accept();
        QCOMPARE(axis.range().upper, axis.meaning().coordinateOf(9e12));
        QVERIFY(chart.axisRanges().isLocked());
        QTRY_VERIFY(asked() == nullptr);
        AxisDialog::ask(chart);
        clickAt(asked()->buttons()->button(QDialogButtonBox::Reset), QPoint(4, 4));
        QVERIFY(!chart.axisRanges().isLocked() && axis.range().upper != axis.meaning().coordinateOf(9e12));
    }
};

RIDGEPOINT_GUI_TEST(ExperimentPointTest)
#include "experiment_point_test.moc"
