// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/data/reference_device.h"
#include "app/desktop/base/fold_section.h"
#include "app/desktop/base/window_actions.h"
#include "app/desktop/calculator/calculator_commands.h"
#include "app/desktop/calculator/calculator_words.h"
#include "app/desktop/calculator/own_kernel_details.h"
#include "app/desktop/calculator/own_kernel_form.h"
#include "app/desktop/calculator/quantity_field.h"
#include "app/desktop/explore/exploration.h"
#include "app/desktop/explore/predict_mode.h"
#include "app/desktop/inspect/inspector_panel.h"
#include "core/analysis/entry.h"
#include "tests/gui/gui_support.h"
#include "tests/gui/window_support.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QClipboard>
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTableView>

#include <array>
#include <cmath>

using namespace ridgepoint;
using namespace ridgepoint::test;

/// The calculator and the user's own kernels, by mouse and by keyboard.
class CalculatorTest : public FreshFolder {
    Q_OBJECT

    static void press(QPushButton* button) { clickAt(button, button->rect().center()); }
    /// Types in place of what stands in the field.
    static void typeInto(QuantityField* field, const QString& text)
    {
        field->edit()->setFocus();
        field->edit()->selectAll();
        QTest::keyClicks(field->edit(), text);
    }
    static CalculatorDialog& opened(MainWindow& window)
    {
        window.actions_().calculator->trigger();
        return *window.calculator().dialog();
    }
    /// The list of own kernels, with the form open in which one is typed.
    static OwnKernelForm& openedForm(MainWindow& window)
    {
        window.actions_().ownKernels->trigger();
        press(window.calculator().list()->addButton());
        return *window.calculator().list()->form();
    }
    static OwnKernel kernel(const char* name, double flops, double bytes, double time)
    {
        return {.name = name, .flops = Flops(flops), .bytes = Bytes(bytes), .launches = 1.0, .time = Seconds(time)};
    }

private slots:
    void theArticlesExampleComesOutAsPublishedWithItsSource()
    {
        WindowUnderTest test(m_folder->path());
        test.open();
        CalculatorDialog& dialog = opened(*test.window);
        QVERIFY(dialog.isVisible() && !dialog.isModal());
        press(dialog.articleButton());
        const QString steps = dialog.estimateView()->steps()->text();
        QVERIFY2(steps.contains("375 billion floats per second, about 380 billion"), qPrintable(steps));
        QVERIFY2(steps.contains("19.5 trillion operations per second, about 20 trillion"), qPrintable(steps));
        QVERIFY2(steps.contains("104 operations per element, about 100"), qPrintable(steps));
        QVERIFY(dialog.estimateView()->headline()->text().startsWith("Memory-bandwidth-bound"));
        QVERIFY(dialog.estimateView()->source()->text().contains("horace.io/brrr_intro.html"));
        QVERIFY(dialog.estimateView()->source()->text().contains("published"));
    }
    void whatIsSaidOfTheRidgeAgreesWithTheHeadline()
    {
        WindowUnderTest test(m_folder->path());
        test.open();
        CalculatorDialog& dialog = opened(*test.window);
        press(dialog.articleButton());
        typeInto(dialog.deviceCard()->bandwidth(), "1.4 TB/s"); // a ridge of 111 operations
        typeInto(dialog.workForm()->field(WorkForm::Operations), "105");
        QVERIFY(dialog.estimateView()->headline()->text().startsWith("Memory-bandwidth-bound"));
        QVERIFY2(dialog.estimateView()->plainText().contains("about 110 operations"),
                 qPrintable(dialog.estimateView()->plainText()));
    }
    void aRidgeIsToldToTwoDigitsAtLeast()
    {
        WindowUnderTest test(m_folder->path());
        test.open();
        CalculatorDialog& dialog = opened(*test.window);
        press(dialog.articleButton());
        typeInto(dialog.deviceCard()->bandwidth(), "647.3 GB/s"); // a ridge of 241 operations
        const QString said = dialog.estimateView()->plainText();
        QVERIFY2(said.contains("Up to about 240 operations per element"), qPrintable(said));
        QVERIFY2(said.contains("241 operations per element, about 240"), qPrintable(said));
    }
    void aLaunchThatCostsNothingStaysSoWhileTheRoofsAreFilledAnew()
    {
        WindowUnderTest test(m_folder->path());
        test.openAndMeasure();
        CalculatorDialog& dialog = opened(*test.window);
        DeviceCard& card = *dialog.deviceCard();
        card.choose("cpu");
        QVERIFY(card.device().has_value() && card.device()->launch > Seconds(0.0));
        card.roofs(2)->setCurrentIndex(card.roofs(2)->findText("costs nothing"));
        QCOMPARE(card.device()->launch, Seconds(0.0));
        Workload other = test.window->engine().cursor.workload();
        other.elements /= 2;
        test.window->engine().cursor.setWorkload(other);
        test.window->engine().cursor.setMapKind(MapKind::DepthSize);
        QCOMPARE(card.device()->launch, Seconds(0.0));
    }
    void aHundredAndMoreOperationsAreBoundByComputing()
    {
        WindowUnderTest test(m_folder->path());
        test.open();
        CalculatorDialog& dialog = opened(*test.window);
        press(dialog.articleButton());
        typeInto(dialog.workForm()->field(WorkForm::Elements), "400e9");
        typeInto(dialog.workForm()->field(WorkForm::Operations), "100");
        QVERIFY(dialog.estimateView()->headline()->text().startsWith("Memory-bandwidth-bound"));
        typeInto(dialog.workForm()->field(WorkForm::Operations), "105");
        QVERIFY(dialog.estimateView()->headline()->text().startsWith("Compute-bound"));
    }
    void workThatMovesNothingIsEstimatedWithoutARidge()
    {
        WindowUnderTest test(m_folder->path());
        test.open();
        CalculatorDialog& dialog = opened(*test.window);
        press(dialog.articleButton());
        typeInto(dialog.workForm()->field(WorkForm::Accesses), "0");
        QVERIFY(dialog.workForm()->field(WorkForm::Accesses)->complaint().isEmpty());
        QVERIFY(dialog.estimateView()->headline()->text().startsWith("Compute-bound"));
        const QString said = dialog.estimateView()->plainText();
        QVERIFY2(said.contains(
                     "the arithmetic intensity is infinite, so memory cannot limit this work. It is compute-bound."),
                 qPrintable(said));
        QVERIFY2(!said.contains("Ridge:") && !QString(said).remove("infinite").contains("inf") && !said.contains("nan"),
                 qPrintable(said));
        typeInto(dialog.workForm()->field(WorkForm::Operations), "0");
        QVERIFY2(dialog.estimateView()->plainText().contains("only launch overhead is left"),
                 qPrintable(dialog.estimateView()->plainText()));
    }
    void theKeyboardAloneTypesACalculation()
    {
        WindowUnderTest test(m_folder->path());
        test.openAndMeasure();
        QTest::keyClick(test.window.get(), Qt::Key_K, Qt::ControlModifier);
        CalculatorDialog& dialog = *test.window->calculator().dialog();
        QVERIFY(QTest::qWaitForWindowActive(&dialog));
        dialog.articleButton()->setFocus(Qt::TabFocusReason);
        QTest::keyClick(dialog.articleButton(), Qt::Key_Space);
        QCOMPARE(dialog.deviceCard()->chosen(), std::string(articleId));
        typeInto(dialog.deviceCard()->bandwidth(), "3 TB/s");
        QCOMPARE(dialog.deviceCard()->device()->bandwidth, BytesPerSecond(3e12));
        QVERIFY(dialog.deviceCard()->chosen().empty());
        QVERIFY(dialog.estimateView()->source()->text().contains("entered"));
        QVERIFY(dialog.estimateView()->steps()->text().contains("750 billion floats"));
        dialog.pointButton()->setFocus(Qt::TabFocusReason);
        QTest::keyClick(dialog.pointButton(), Qt::Key_Space);
        QVERIFY(!dialog.deviceCard()->chosen().empty());
        QTest::keyClick(dialog.deviceCard()->bandwidth()->edit(), Qt::Key_Escape);
        QVERIFY(!dialog.isVisible());
    }
    void whatCannotBeReadIsSaidInWordsBesideTheField()
    {
        WindowUnderTest test(m_folder->path());
        test.open();
        CalculatorDialog& dialog = opened(*test.window);
        press(dialog.articleButton());
        QuantityField* field = dialog.deviceCard()->compute();
        typeInto(field, "fast");
        QVERIFY2(field->complaint().contains("does not start with a number"), qPrintable(field->complaint()));
        QVERIFY(dialog.estimateView()->plainText().isEmpty());
        QVERIFY(!dialog.estimateView()->copyButton()->isEnabled());
        typeInto(field, "19.5 TFLOP/s");
        QVERIFY(field->complaint().isEmpty());
        QVERIFY(!dialog.estimateView()->plainText().isEmpty());
        typeInto(dialog.workForm()->field(WorkForm::Elements), "0");
        QVERIFY(dialog.estimateView()->plainText().isEmpty()); // no tensor has no elements
    }
    void theSelectedPointStandsBesideItsMeasurement()
    {
        WindowUnderTest test(m_folder->path());
        test.openAndMeasure();
        MainWindow& window = *test.window;
        const SamplePointer sample = window.engine().session.find("cpu", window.engine().cursor.point());
        QVERIFY(sample != nullptr);
        QPushButton* link = window.inspector().calculateLink();
        link->setFocus();
        QTest::keyClick(link, Qt::Key_Space);
        CalculatorDialog& dialog = *window.calculator().dialog();
        QCOMPARE(dialog.workForm()->work()->elements, static_cast<double>(window.engine().cursor.point().elements));
        const QString words = dialog.estimateView()->measured()->text();
        QVERIFY2(words.contains(Format().time(sample->time)), qPrintable(words));
        QVERIFY2(words.contains("The estimate "), qPrintable(words));
        QVERIFY(dialog.estimateView()->measureButton()->isHidden());
        // The same work on the article's device: another time, and the same measurement to compare with.
        dialog.deviceCard()->choose(articleId);
        QVERIFY2(dialog.estimateView()->measured()->text().contains("the other device takes"),
                 qPrintable(dialog.estimateView()->measured()->text()));
    }
    void saysNothingOfWhatWasMeasuredWhileItIsToBeGuessed()
    {
        WindowUnderTest test(m_folder->path());
        test.openAndMeasure();
        CalculatorDialog& dialog = opened(*test.window);
        dialog.usePoint();
        QVERIFY(dialog.estimateView()->plainText().contains("Measured on"));
        test.window->exploration().predict().begin();
        QVERIFY(!dialog.estimateView()->plainText().contains("Measured on"));
        test.window->exploration().predict().leave();
        QVERIFY(dialog.estimateView()->plainText().contains("Measured on"));
    }
    void measuresWhatWasOnlyEstimated()
    {
        WindowUnderTest test(m_folder->path());
        test.openAndMeasure();
        MainWindow& window = *test.window;
        CalculatorDialog& dialog = opened(window);
        dialog.usePoint();
        typeInto(dialog.workForm()->field(WorkForm::Elements), "12345");
        QPushButton* button = dialog.estimateView()->measureButton();
        QVERIFY(button->isVisible());
        press(button);
        QTRY_VERIFY_WITH_TIMEOUT(dialog.estimateView()->measured()->text().startsWith("Measured on"), patienceMs);
        QVERIFY(button->isHidden());
    }
    void copiesTheNumbersAndTheSteps()
    {
        WindowUnderTest test(m_folder->path());
        test.open();
        CalculatorDialog& dialog = opened(*test.window);
        press(dialog.articleButton());
        press(dialog.estimateView()->copyButton());
        QCOMPARE(dialog.estimateView()->copyButton()->text(), QStringLiteral("Copied"));
        const QString text = QGuiApplication::clipboard()->text();
        QVERIFY2(text.contains("about 380 billion") && text.contains("horace.io"), qPrintable(text));
    }
    void choosingARoofTakesItsNumberAndTypingLetsItGo()
    {
        WindowUnderTest test(m_folder->path());
        test.openAndMeasure();
        CalculatorDialog& dialog = opened(*test.window);
        QComboBox* roofs = dialog.deviceCard()->roofs(0);
        QVERIFY(roofs->count() >= 3);
        for (int row = 0; row < roofs->count(); ++row) {
            roofs->setCurrentIndex(row);
            const Roof* roof = test.window->engine().cursor.roofs()->find(
                roofs->currentData().toString().toStdString());
            QCOMPARE(dialog.deviceCard()->bandwidth()->value(),
                     std::optional(roof->value)); // exactly, whatever is shown
        }
        typeInto(dialog.deviceCard()->bandwidth(), "1 GB/s");
        QCOMPARE(roofs->currentIndex(), -1);
    }

    void aTypedKernelStandsOnTheRooflineAndInTheList()
    {
        WindowUnderTest test(m_folder->path());
        test.openAndMeasure();
        MainWindow& window = *test.window;
        QTest::keyClick(&window, Qt::Key_K, Qt::ControlModifier | Qt::ShiftModifier);
        OwnKernelsDialog& list = *window.calculator().list();
        QVERIFY(list.isVisible() && !list.isModal() && window.calculator().dialog() == nullptr);
        OwnKernelForm& form = openedForm(window);
        QTest::keyClicks(form.name(), "mine");
        typeInto(form.flops(), "2 GFLOP");
        typeInto(form.bytes(), "800 MB");
        typeInto(form.time(), "25 ms"); // near enough to its roof for a higher one to help
        press(form.addButton());
        QCOMPARE(window.engine().session.frame().ownKernels.size(), std::size_t{1});
        QVERIFY(window.engine().session.frame().ownKernels.front() == kernel("mine", 2e9, 8e8, 0.025));
        QTRY_VERIFY_WITH_TIMEOUT(window.charts().roofline()->data().kernels.drawn.size() == 1, patienceMs);
        QVERIFY2(list.details()->headline()->text().startsWith("mine"), qPrintable(list.details()->headline()->text()));
        QVERIFY(list.details()->levers()->text().contains("Twice the bandwidth"));
        QVERIFY(window.charts().roofline()->dataCsv().find("yours") != std::string::npos);
    }
    void enterAddsAndDeleteRemoves()
    {
        WindowUnderTest test(m_folder->path());
        test.open();
        MainWindow& window = *test.window;
        OwnKernelForm& form = openedForm(window);
        OwnKernelsDialog& list = *window.calculator().list();
        for (const char* name : {"first", "second"}) {
            form.name()->setText(QLatin1String(name));
            typeInto(form.flops(), "1e9");
            typeInto(form.bytes(), "1e8");
            typeInto(form.time(), "1 ms");
            QTest::keyClick(form.time()->edit(), Qt::Key_Return);
        }
        QCOMPARE(window.engine().session.frame().ownKernels.size(), std::size_t{2});
        form.reject();
        QTableView* table = list.table();
        table->selectRow(0);
        QTest::keyClick(table, Qt::Key_Delete);
        QCOMPARE(window.engine().session.frame().ownKernels.size(), std::size_t{1});
        QCOMPARE(window.engine().session.frame().ownKernels.front().name, std::string("second"));
        table->selectRow(0);
        press(list.removeButton());
        QVERIFY(window.engine().session.frame().ownKernels.empty());
    }
    void saysWhatATypedKernelLacks()
    {
        WindowUnderTest test(m_folder->path());
        test.open();
        OwnKernelForm& form = openedForm(*test.window);
        press(form.addButton());
        QVERIFY(form.flops()->complaint().contains("FLOP or bytes"));
        typeInto(form.flops(), "1 GFLOP");
        press(form.addButton());
        QVERIFY(form.time()->complaint().contains("how long it took"));
        typeInto(form.time(), "soon");
        press(form.addButton());
        QVERIFY(form.time()->complaint().contains("does not start with a number"));
        QVERIFY(test.window->engine().session.frame().ownKernels.empty());
    }
    /// Mutations: a fold that Enter presses; a form that stays as high as it was.
    void whatIsWrongNeitherSqueezesAFieldNorOpensTheFold()
    {
        WindowUnderTest test(m_folder->path());
        test.open();
        OwnKernelForm& form = openedForm(*test.window);
        QVERIFY(QTest::qWaitForWindowExposed(&form));
        const std::array fields{form.flops(), form.bytes(), form.launches(), form.time()};
        const int usual = form.flops()->edit()->height();
        for (QuantityField* field : fields)
            typeInto(field, "as much as all the others take together");
        QTest::keyClick(form.time()->edit(), Qt::Key_Return);
        QVERIFY(form.levels()->folded());
        for (const QuantityField* field : fields) {
            const QLabel* problem = field->findChild<QLabel*>();
            QVERIFY(problem->isVisible() && !problem->text().isEmpty());
            QTRY_VERIFY_WITH_TIMEOUT(isWhole(*problem, form), patienceMs);
            QCOMPARE(field->edit()->height(), usual);
        }
    }
    void pastesATableAndNamesALineThatIsWrong()
    {
        WindowUnderTest test(m_folder->path());
        test.open();
        OwnKernelForm& form = openedForm(*test.window);
        QGuiApplication::clipboard()->setText("name,flops,bytes,time_s\na,1e9,1e8,1e-3\nb,fast,1e8,1e-3\n");
        press(form.pasteButton());
        QVERIFY2(form.words()->text().contains("line 3: flops"), qPrintable(form.words()->text()));
        QVERIFY(test.window->engine().session.frame().ownKernels.empty());
        QGuiApplication::clipboard()->setText("name\tflops\tbytes\ttime_s\na\t1e9\t1e8\t1e-3\nb\t2e9\t1e8\t1e-3\n");
        press(form.pasteButton());
        QCOMPARE(test.window->engine().session.frame().ownKernels.size(), std::size_t{2});
        // What is copied can be pasted again.
        press(test.window->calculator().list()->copyButton());
        press(form.pasteButton());
        QCOMPARE(test.window->engine().session.frame().ownKernels.size(), std::size_t{4});
        QVERIFY(test.window->engine().session.frame().ownKernels[0]
                == test.window->engine().session.frame().ownKernels[2]);
    }
    void opensAFileAndSaysWhereItIsNone()
    {
        WindowUnderTest test(m_folder->path());
        test.open();
        OwnKernelForm& form = openedForm(*test.window);
        form.addFile(m_folder->filePath("none.csv"));
        QVERIFY(form.words()->text().contains("could not be opened"));
        QFile file(m_folder->filePath("some.csv"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("flops,time_s\n1e9,0.5\n");
        file.close();
        form.addFile(file.fileName());
        QCOMPARE(test.window->engine().session.frame().ownKernels.size(), std::size_t{1});
    }
    void theSessionKeepsThem()
    {
        const QString path = m_folder->filePath("kept.ridge");
        {
            WindowUnderTest test(m_folder->path());
            test.openAndMeasure();
            OwnKernel varied = kernel("mine", 2e9, 8e8, 0.05);
            varied.slopes = {{"size", 1.0, 0.02, true}};
            test.window->engine().session.setOwnKernels({varied});
            QVERIFY(!test.window->engine().store.autosaved());
            QSignalSpy saved(&test.window->engine().store, &SessionStore::saved);
            test.window->engine().store.saveAs(path);
            QTRY_COMPARE_WITH_TIMEOUT(saved.size(), 1, patienceMs);
        }
        WindowUnderTest again(m_folder->path());
        again.options.session = path;
        again.open();
        QTRY_COMPARE_WITH_TIMEOUT(again.window->engine().session.frame().ownKernels.size(), std::size_t{1}, patienceMs);
        QTRY_VERIFY_WITH_TIMEOUT(again.window->charts().roofline()->data().kernels.drawn.size() == 1, patienceMs);
        again.window->calculator().openOwnKernels();
        OwnKernelsDialog& list = *again.window->calculator().list();
        QCOMPARE(list.model()->rowCount(), 1);
        list.select(0);
        QVERIFY2(list.details()->slopes()->isVisible()
                     && list.details()->slopes()->text().startsWith("Its time follows size"),
                 qPrintable(list.details()->slopes()->text()));
    }

    void theListsButtonsAreInSightInALowWindow()
    {
        WindowUnderTest test(m_folder->path());
        test.openAndMeasure();
        test.window->engine().session.setOwnKernels({kernel("mine", 2e9, 8e8, 0.025)});
        test.window->calculator().openOwnKernels();
        OwnKernelsDialog& list = *test.window->calculator().list();
        list.resize(876, 540); // what a screen of 900 x 600 leaves
        QTRY_COMPARE_WITH_TIMEOUT(list.model()->rowCount(), 1, patienceMs);
        list.table()->selectRow(0);
        QVERIFY(list.details()->headline()->isVisible());
        const QHeaderView* heads = list.table()->horizontalHeader();
        // What is known of a kernel, then what the roofs say of it.
        for (int place = 0; const auto column : {OwnKernelModel::Name, OwnKernelModel::Time, OwnKernelModel::TimeShare,
                                                 OwnKernelModel::Launches, OwnKernelModel::Limit, OwnKernelModel::Share,
                                                 OwnKernelModel::Best})
            QCOMPARE(heads->visualIndex(column), place++);
        const auto endOfBest = [&] {
            return heads->sectionViewportPosition(OwnKernelModel::Best) + heads->sectionSize(OwnKernelModel::Best);
        };
        QTRY_VERIFY_WITH_TIMEOUT(endOfBest() <= list.table()->viewport()->width(), patienceMs);
        QCOMPARE(list.size(), QSize(876, 540)); // nothing in it needs more
        QTRY_VERIFY_WITH_TIMEOUT(list.table()->viewport()->height() >= 3 * list.table()->rowHeight(0), patienceMs);
        for (const QPushButton* button : {list.addButton(), list.editButton(), list.removeButton(), list.copyButton()})
            QTRY_COMPARE_WITH_TIMEOUT(button->visibleRegion().boundingRect(), button->rect(), patienceMs);
    }

    void aKernelIsEditedAndKeepsWhereItIsFrom()
    {
        WindowUnderTest test(m_folder->path());
        test.open();
        MainWindow& window = *test.window;
        OwnKernel imported = kernel("gemm", 1e9, 1e8, 1e-3);
        imported.work = WorkOrigin::Counted;
        imported.source = "run.csv";
        imported.device = "NVIDIA H200";
        window.engine().session.setOwnKernels({kernel("mine", 2e9, 8e8, 0.025), imported});
        window.calculator().openOwnKernels();
        OwnKernelsDialog& list = *window.calculator().list();
        QVERIFY(!list.editButton()->isEnabled()); // which one?
        list.select(1);
        press(list.editButton());
        OwnKernelForm& form = *list.form();
        QVERIFY(form.isVisible() && !form.pasteButton()->isVisible());
        QCOMPARE(form.name()->text(), QStringLiteral("gemm"));
        QCOMPARE(form.flops()->value(), std::optional(1e9));
        form.name()->setText("gemm, first layer");
        QTest::keyClick(form.name(), Qt::Key_Return);
        QVERIFY(!form.isVisible());
        imported.name = "gemm, first layer";
        QVERIFY(window.engine().session.frame().ownKernels[1] == imported); // its counts are the profiler's still
        const QString headline = list.details()->headline()->text().remove(QChar(0x200B)); // where a name may break
        QVERIFY2(headline.startsWith("gemm, first layer"), qPrintable(headline));          // it stays selected
        press(list.editButton());
        typeInto(form.flops(), "fast");
        press(form.addButton());
        QVERIFY(form.isVisible() && window.engine().session.frame().ownKernels[1] == imported);
        typeInto(form.flops(), "3 GFLOP");
        press(form.addButton());
        imported.flops = Flops(3e9);
        imported.work = WorkOrigin::Typed;
        QVERIFY(window.engine().session.frame().ownKernels[1] == imported);
        QVERIFY(window.engine().session.frame().ownKernels[0] == kernel("mine", 2e9, 8e8, 0.025));
        // What is typed next is a kernel more.
        press(list.addButton());
        QVERIFY(form.name()->text().isEmpty() && form.pasteButton()->isVisible());
    }

    void theListKeepsToTheRulesOfModels()
    {
        OwnKernelModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setKernels({kernel("a", 1e9, 1e8, 1e-3), kernel("", 0.0, 1e8, 1e-3)});
        QCOMPARE(model.index(1, OwnKernelModel::Name).data().toString(), QString("kernel 2"));
        QVERIFY(!model.verdict(0));
        QVERIFY(model.setDevice({.figures = articleDevice()}));
        QVERIFY(!model.setDevice({.figures = articleDevice()})); // nothing is judged anew
        QVERIFY(model.verdict(0)->limit == Regime::Memory);
        QCOMPARE(model.index(0, OwnKernelModel::Limit).data().toString(),
                 QString("none of these roofs"));                                       // far below all of them
        model.setKernels({kernel("fast", 1e9, 1e9, 1e-6), kernel("", 0.0, 1e8, 1e-3)}); // 1000 TB/s of 1.5
        // The one that takes longest comes first.
        QCOMPARE(model.index(1, OwnKernelModel::Limit).data().toString(),
                 QString("Impossible: check counts, time and device"));
        OwnKernel imported = kernel("fast", 1e9, 1e9, 1e-6); // of bytes that nobody counted
        imported.work = WorkOrigin::Formula;
        imported.source = "trace.json";
        OwnKernelModel fromFile;
        fromFile.setKernels({imported});
        fromFile.setDevice({.figures = articleDevice()});
        QCOMPARE(fromFile.index(0, OwnKernelModel::Limit).data().toString(), QString("above the roof: a cache helped"));
        QVERIFY(kernelHeadline(imported, *fromFile.verdict(0), Format()).contains("a cache delivered part of them"));
        QCOMPARE(model.index(0, OwnKernelModel::Name).data().toString(), QString("kernel 2"));
        QVERIFY(model.index(0, OwnKernelModel::Name).data(Qt::ToolTipRole).toString().contains("both FLOP and bytes"));
        model.setKernels({});
        QCOMPARE(model.rowCount(), 0);
    }

private:
    /// Numbers and their units do not part at the end of a line.
    static QString plain(QString words)
    {
        return words.replace(QChar(0x00A0), QLatin1Char(' ')).replace(QChar(0x202F), QLatin1Char(' '));
    }

private slots:
    void whatADoubledRoofDoesNotHelpIsSaidWithTheReason_data()
    {
        QTest::addColumn<double>("flops");
        QTest::addColumn<double>("bytes");
        QTest::addColumn<double>("launches");
        QTest::addColumn<QString>("words");
        QTest::newRow("memory") << 1e10 << 1e10 << 1.0
                                << "Doubling the FLOP/s would not help: its bytes take longer than its operations.";
        QTest::newRow("compute") << 1e11 << 1e9 << 1.0
                                 << "Doubling the bandwidth would not help: its operations take longer than its "
                                    "bytes.";
        QTest::newRow("alike") << 1e11 << 0.98e10 << 1.0
                               << "Doubling the bandwidth or the FLOP/s would not help: its bytes and its operations "
                                  "take about as long, so that both would have to be faster.";
        QTest::newRow("launches") << 1e6 << 1e6 << 1000.0
                                  << "Doubling the bandwidth or the FLOP/s would not help: launching takes longer than "
                                     "its work.";
    }
    void whatADoubledRoofDoesNotHelpIsSaidWithTheReason()
    {
        QFETCH(double, flops);
        QFETCH(double, bytes);
        QFETCH(double, launches);
        QFETCH(QString, words);
        const EnvelopeDevice device{
            .bandwidth = BytesPerSecond(1e12), .compute = FlopsPerSecond(1e13), .launch = Seconds(1e-5), .fixed = {}};
        const auto verdict = judge(
            {.flops = Flops(flops), .bytes = Bytes(bytes), .launches = launches, .time = Seconds(10.01e-3)}, device);
        QVERIFY(verdict);
        QCOMPARE(vainDoublingWords(*verdict), words);
    }
    void theStepsFollowTheEquationOfTheLaunches()
    {
        const Format format;
        const auto linesOf = [&](double fixed, double launches) {
            const EnvelopeDevice device{.bandwidth = BytesPerSecond(1e12),
                                        .compute = FlopsPerSecond(1e13),
                                        .launch = Seconds(5e-6),
                                        .fixed = Seconds(fixed)};
            const EnvelopeWork work{.elements = 1e6, .launches = launches};
            return plain(asPlainText(wordsOf(device, work, *estimate(device, work), format).steps));
        };
        const QString added = linesOf(0.0, 2.0);
        QVERIFY2(added.contains("Launching, L·t: 2 × 5.00 µs = 10.0 µs")
                     && added.contains("max(100 ns, 8.00 µs) + 10.0 µs = 18.0 µs"),
                 qPrintable(added));
        const QString once = linesOf(3e-6, 2.0);
        QVERIFY2(once.contains("L·t + t_fixed: 2 × 5.00 µs + 3.00 µs = 13.0 µs")
                     && once.contains("max(100 ns, 8.00 µs) + 10.0 µs + 3.00 µs = 21.0 µs"),
                 qPrintable(once));
        const QString none = linesOf(3e-6, 0.0); // no launch, and no chain that would cost something
        QVERIFY2(!none.contains("t_fixed") && none.contains("max(100 ns, 8.00 µs) + 0 s = 8.00 µs"), qPrintable(none));
    }

    void theExampleOfTheArticleAndItsCurveAreToldApart()
    {
        const ReferencePointer published = referenceOf("published:a100-first-principles", shippedDevices());
        QVERIFY(published != nullptr);
        const QString curve = QString::fromStdString(published->device.name);
        const QString example = articleFigures().name;
        for (const QString& name : {curve, example})
            QVERIFY2(name.startsWith("NVIDIA A100 (He's Brrrr article, "), qPrintable(name));
        QVERIFY(curve.endsWith("curve)") && example.endsWith("example)"));
    }

    void aKernelFarBelowItsRoofsIsNotCalledLimitedByThem()
    {
        const Format format;
        const EnvelopeDevice device{
            .bandwidth = BytesPerSecond(1e12), .compute = FlopsPerSecond(1e13), .launch = Seconds(0.0)};
        const auto headline = [&](double seconds) {
            return plain(verdictHeadline(
                *judge(OwnKernel{"mine", Flops(1e9), Bytes(1e10), 1.0, Seconds(seconds)}, device), format));
        };
        QVERIFY2(headline(0.0125).startsWith("Memory-bandwidth-bound: 80 %"), qPrintable(headline(0.0125)));
        QCOMPARE(headline(0.08),
                 QStringLiteral("It takes 8.0× the time its roofs allow: something else limits it. If that went away, "
                                "memory would limit it"));
        QVERIFY2(headline(0.001).contains("faster than these roofs allow"), qPrintable(headline(0.001)));
        QVERIFY2(headline(0.001).endsWith("a count, the time or the device is wrong"), qPrintable(headline(0.001)));
        // What cannot be right is not told to the last digit, and the roofs' levers mean nothing there.
        QVERIFY2(headline(1e-9).contains("> 1000 %"), qPrintable(headline(1e-9)));
        QVERIFY2(headline(1e4).contains(QStringLiteral("more than 1,000×")), qPrintable(headline(1e4)));
        const auto levers = [&](double seconds) {
            const OwnKernel kernel{"mine", Flops(1e9), Bytes(1e10), 1.0, Seconds(seconds)};
            return leverListWords(kernel, *judge(kernel, device), format);
        };
        QVERIFY2(!levers(0.0125).contains(QStringLiteral("1.0×")), qPrintable(levers(0.0125))); // what helps alone
        QVERIFY(levers(0.0125).contains("Twice the bandwidth") && levers(1e4).contains("does not help")
                && levers(1e-9).contains("Correct the count, the time or the device"));
    }

    void fasterThanTheRoofOfInPlaceUpdatesIsNoErrorBelowTheHighestFigure()
    {
        const Format format;
        EnvelopeDevice device{.bandwidth = BytesPerSecond(4e12), .compute = FlopsPerSecond(6e13)};
        device.highest = BytesPerSecond(4.8e12);
        const OwnKernel add{"add", Flops(1e8), Bytes(8e8), 1.0, Seconds(185e-6)}; // 4.32 TB/s
        const auto verdict = judge(add, device);
        QVERIFY(verdict.ok() && isAboveMeasured(*verdict));
        QCOMPARE(plain(verdictHeadline(*verdict, format)),
                 QStringLiteral("Memory-bandwidth-bound: above the measured roof of in-place updates (108 %)"));
        QVERIFY2(leverListWords(add, *verdict, format).contains("Twice the bandwidth"),
                 qPrintable(leverListWords(add, *verdict, format)));
        OwnKernelModel model;
        model.setKernels({add});
        model.setDevice({.figures = device});
        const QModelIndex limit = model.index(0, OwnKernelModel::Limit);
        QCOMPARE(limit.data().toString(), QString("memory: above the measured roof"));
        device.highest = BytesPerSecond(4.1e12);
        model.setDevice({.figures = device});
        QCOMPARE(limit.data().toString(), QString("Impossible: check counts, time and device"));
    }

    void saysWhichLevelLimitsAKernel()
    {
        const Format format{QLocale::c()};
        EnvelopeDevice device{
            .bandwidth = BytesPerSecond(1e12), .compute = FlopsPerSecond(1e13), .launch = Seconds(0.0)};
        device.caches[1] = BytesPerSecond(4e12);
        OwnKernel kernel{.name = "mine",
                         .flops = Flops(1e9),
                         .bytes = Bytes(4e9),
                         .launches = 1.0,
                         .time = Seconds(12.5e-3),
                         .throughCaches = {Bytes(9e9), Bytes(4.8e10), Bytes()}};
        const auto said = [&] { return plain(levelLimitWords(kernel, *judge(kernel, device), format)); };
        QCOMPARE(said(), QStringLiteral("Limited by L2: 96 % of the L2 roof, 32 % of the DRAM roof."));
        const QString steps = plain(asPlainText(verdictSteps(kernel, device, *judge(kernel, device), format)));
        QVERIFY2(steps.contains("Moving data through L2, B/W: 48.0 GB / 4.00 TB/s = 12.0 ms")
                     && steps.contains("Moving data through DRAM, B/W: 4.00 GB / 1.00 TB/s = 4.00 ms"),
                 qPrintable(steps));
        QVERIFY2(!steps.contains("L1"), qPrintable(steps)); // the device has no roof of it
        const auto rest = [&] { return plain(roofDistanceWords(kernel, *judge(kernel, device), {}, format)); };
        QVERIFY2(rest().startsWith("It reaches ") && !rest().contains("L2") && !rest().contains("DRAM"),
                 qPrintable(rest()));
        device.caches[0] = BytesPerSecond(9e12);
        QCOMPARE(said(), QStringLiteral("Limited by L2: 96 % of the L2 roof, 32 % of the DRAM roof."));
        QVERIFY2(rest().startsWith("It reaches 8 % of the L1 roof, ") && !rest().contains("L2")
                     && !rest().contains("DRAM"),
                 qPrintable(rest()));
        kernel.throughCaches = {};
        QCOMPARE(said(), QString()); // one level is no choice
        kernel.throughCaches[1] = Bytes(1e9);
        kernel.flops = Flops(1e11);
        QCOMPARE(said(), QString()); // computing limits
    }

    void aWorkIsAWorkloadOnlyWhereItsCountsAreThoseOfOne()
    {
        Workload like;
        like.elements = 4096;
        like.operationsPerElement = 8;
        like.chainLength = 16;
        like.fusionDepth = 4;
        QVERIFY(workloadOf(envelopeWork(like), like) == like);
        EnvelopeWork work = envelopeWork(like);
        work.accessesPerElement = 3.0;
        QVERIFY(!workloadOf(work, like));
        work = envelopeWork(like);
        work.elements = 0.5;
        QVERIFY(!workloadOf(work, like));
        work.elements = 1e30;
        QVERIFY(!workloadOf(work, like));
        work = envelopeWork(like);
        work.flopsPerOperation = 3.0;
        QVERIFY(!workloadOf(work, like));
        work.flopsPerOperation = 1.0; // like is of multiply-adds, the article's operation is none
        QVERIFY(workloadOf(work, like)->operation == Operation::Mul);
        like.operation = Operation::Add;
        QVERIFY(workloadOf(work, like)->operation == Operation::Add);
        like.operation = Operation::Fma;
        work = envelopeWork(like);
        work.operationsPerElement = 7.0; // no multiple of the depth
        QCOMPARE(envelopeWork(*workloadOf(work, like)).operationsPerElement, 7.0);
    }

    void numbersReadAsOneSaysThem()
    {
        const Format format(QLocale::c());
        QCOMPARE(spoken(375e9, format), QString("375 billion"));
        QCOMPARE(spoken(19.5e12, format), QString("19.5 trillion"));
        QCOMPARE(spoken(104.0, format), QString("104"));
        QCOMPARE(countWords(16777216.0, format), QString("16\u00a0Mi"));
        QCOMPARE(countWords(400e9, format), QString("400 billion"));
        QCOMPARE(countWords(12345.0, format), QString("12345"));
        for (const double value : {1.0, 0.5, 16777216.0, 400e9, 12345.0, 1e6, 3e15, 7.0 * 1024.0})
            QCOMPARE(*parseEntry(countWords(value, format).toStdString(), EntryKind::Count), value);
    }
};

RIDGEPOINT_GUI_TEST(CalculatorTest)
#include "calculator_window_test.moc"
