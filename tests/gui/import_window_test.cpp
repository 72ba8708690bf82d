// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/data/kernels_on_roofs.h"
#include "app/charts/data/reference_device.h"
#include "app/desktop/base/message_strip.h"
#include "app/desktop/base/window_actions.h"
#include "app/desktop/calculator/calculator_commands.h"
#include "app/desktop/calculator/own_kernel_form.h"
#include "app/desktop/compare/compare_commands.h"
#include "app/desktop/importing/import_commands.h"
#include "app/desktop/importing/import_dialog.h"
#include "app/desktop/importing/import_preview.h"
#include "core/session/session.h"
#include "tests/gui/measured_window.h"

#include <QAction>
#include <QComboBox>
#include <QDropEvent>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QPushButton>
#include <QTimer>
#include <QToolButton>
#include <QUndoStack>

#include <algorithm>
#include <functional>

using namespace ridgepoint;
using namespace ridgepoint::test;

/// Files of other programs come in by the menu or by a drop, and are looked at before anything is taken.
class ImportWindowTest : public MeasuredWindow {
    Q_OBJECT

    [[nodiscard]] ImportCommands& commands() const { return *window().findChild<ImportCommands*>(); }
    [[nodiscard]] ImportDialog& dialog() const { return *commands().dialog(); }
    [[nodiscard]] LiveSession& session() const { return window().engine().session; }
    [[nodiscard]] QString notes() const { return dialog().notes().join(QLatin1Char('\n')); }
    static QString sample(const QString& name)
    {
        return QStringLiteral(RIDGEPOINT_SOURCE_DIR "/tests/samples/import/") + name;
    }
    void waitUntilRead() const
    {
        QVERIFY(commands().dialog() != nullptr);
        QTRY_VERIFY_WITH_TIMEOUT(!dialog().isReading(), patienceMs);
    }
    /// Chooses this file in the menu's dialog.
    void chooseInTheMenu(const QString& path) const
    {
        chooseFrom(path, [this] { window().actions_().importKernels->trigger(); });
    }
    /// Chooses this file in the dialog that `open` opens.
    static void chooseFrom(const QString& path, const std::function<void()>& open)
    {
        QTimer driver;
        connect(&driver, &QTimer::timeout, &driver, [&] {
            auto* ask = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
            if (ask == nullptr)
                return;
            ask->findChild<QLineEdit*>(QStringLiteral("fileNameEdit"))->setText(path);
            QMetaObject::invokeMethod(ask, "accept", Qt::QueuedConnection);
        });
        driver.start(10);
        open();
    }
    static OwnKernel kernelOn(const char* device)
    {
        return {.name = "gemm",
                .flops = Flops(8e12),
                .bytes = Bytes(2e10),
                .time = Seconds(0.1),
                .work = WorkOrigin::Counted,
                .source = "profile.csv",
                .device = device};
    }
    /// A session of nothing else, as ridgepoint-bench import writes it.
    [[nodiscard]] QString sessionOf(const std::vector<OwnKernel>& kernels) const
    {
        Session file;
        file.created = "2026-01-01T00:00:00Z";
        file.ownKernels = kernels;
        const QString path = folder().filePath("imported.ridge");
        return writeSession(file, path.toStdString()).ok() ? path : QString();
    }
    void openSessionOf(const std::vector<OwnKernel>& kernels) const
    {
        const QString path = sessionOf(kernels);
        QVERIFY(!path.isEmpty());
        QSignalSpy opened(&window().engine().store, &SessionStore::opened);
        window().engine().store.open(path);
        QVERIFY(opened.wait(patienceMs));
    }

private slots:
    void kernelsOfAFileComeIntoTheSessionAndCanBeTakenBack()
    {
        session().setOwnKernels({{"mine", Flops(2e9), Bytes(8e8), 1.0, Seconds(0.025)}});
        const std::vector<OwnKernel> before = session().frame().ownKernels;
        const auto expected = importKernels(sample("google_benchmark.json").toStdString());
        QVERIFY(expected.ok() && expected->kernels.size() > 1);
        chooseInTheMenu(sample("google_benchmark.json"));
        waitUntilRead();
        QVERIFY2(notes().contains("google_benchmark.json · Google Benchmark · "), qPrintable(notes()));
        QCOMPARE(session().frame().ownKernels, before); // nothing is taken unasked
        QVERIFY(dialog().importButton()->isEnabled());
        QVERIFY2(dialog().importButton()->text().contains(QString::number(expected->kernels.size())),
                 qPrintable(dialog().importButton()->text()));
        QVERIFY(dialog().focusWidget() == dialog().preview()->rows()->filter());
        QTest::keyClick(dialog().preview()->rows()->filter(), Qt::Key_Return);
        std::vector<OwnKernel> all = before;
        all.insert(all.end(), expected->kernels.begin(), expected->kernels.end());
        QCOMPARE(session().frame().ownKernels, all);
        QVERIFY2(window().strip().text().contains(
                     QStringLiteral("%1 kernels from google_benchmark.json were added").arg(expected->kernels.size())),
                 qPrintable(window().strip().text()));
        window().strip().actionButton()->click();
        QVERIFY(window().calculator().list() != nullptr && window().calculator().list()->isVisible());
        window().actions_().undo->undo();
        QCOMPARE(session().frame().ownKernels, before);
        window().actions_().undo->redo();
        QCOMPARE(session().frame().ownKernels, all);
    }

    void theListOfOwnKernelsImportsToo()
    {
        window().calculator().openOwnKernels();
        const auto buttons = window().calculator().list()->findChildren<QPushButton*>();
        const auto files = std::ranges::find(buttons, QStringLiteral("&Import…"), &QPushButton::text);
        QVERIFY(files != buttons.end() && (*files)->isVisible());
        chooseFrom(sample("google_benchmark.json"), [&] { (*files)->click(); });
        waitUntilRead();
        QVERIFY2(notes().contains("google_benchmark.json · Google Benchmark · "), qPrintable(notes()));
        dialog().reject();
    }

    void aTableOfOwnKernelsOpensAsInTheList()
    {
        commands().importFiles(
            {fileWith(QStringLiteral("mine.csv"), "name,flops,bytes,time_s\ncopy,0,8e8,0.025\ngemm,2e9,8e8,0.025\n")});
        QVERIFY(commands().dialog() == nullptr); // its format is known
        OwnKernelsDialog* list = window().calculator().list();
        QVERIFY(list != nullptr && list->isVisible() && list->form()->isVisible());
        QCOMPARE(list->form()->words()->text(), QStringLiteral("2 kernels added."));
        QCOMPARE(session().frame().ownKernels.size(), std::size_t{2});
        // What is wrong in one is told where it is opened.
        commands().importFiles({fileWith(QStringLiteral("wrong.csv"), "name,flops,bytes,time_s\ncopy,0,8e8,soon\n")});
        QVERIFY2(list->form()->words()->text().contains("line 2: time_s"), qPrintable(list->form()->words()->text()));
        QCOMPARE(session().frame().ownKernels.size(), std::size_t{2});
        list->form()->reject();
        window().actions_().undo->undo();
        QVERIFY(session().frame().ownKernels.empty());
    }

    /// Mutations: only the last table's words stay; a table that fails is not told beside one that is fine.
    void ofSeveralTablesWhatCameOfEachIsSaid()
    {
        const QByteArray columns("name,flops,bytes,time_s\n");
        const QString good = fileWith(QStringLiteral("good.csv"), columns + "copy,0,8e8,0.025\ngemm,2e9,8e8,0.025\n");
        const QString bad = fileWith(QStringLiteral("bad.csv"), columns + "copy,0,8e8,soon\n");
        for (const QStringList& paths : {QStringList{bad, good}, QStringList{good, bad}}) {
            commands().importFiles(paths);
            const QLabel* said = window().calculator().list()->form()->words();
            QVERIFY2(said->text().contains("bad.csv: Nothing was added: line 2: time_s"), qPrintable(said->text()));
            QVERIFY2(said->text().contains("good.csv: 2 kernels added."), qPrintable(said->text()));
            QCOMPARE(said->property("role").toString(), QStringLiteral("warning"));
        }
        QCOMPARE(session().frame().ownKernels.size(), std::size_t{4});
    }

    void undoingLeavesWhatCameOrWasRemovedMeanwhile()
    {
        commands().importFiles({sample("google_benchmark.json")});
        waitUntilRead();
        dialog().importButton()->click();
        std::vector<OwnKernel> changed = session().frame().ownKernels;
        changed.erase(changed.begin() + 1);
        const OwnKernel own{"mine", Flops(2e9), Bytes(8e8), 1.0, Seconds(0.025)};
        changed.push_back(own);
        session().setOwnKernels(changed);
        window().actions_().undo->undo();
        QCOMPARE(session().frame().ownKernels, std::vector<OwnKernel>{own});
    }

    void redoingPutsBackWhatUndoingTook()
    {
        commands().importFiles({sample("google_benchmark.json")});
        waitUntilRead();
        dialog().importButton()->click();
        std::vector<OwnKernel> changed = session().frame().ownKernels;
        QVERIFY(changed.size() > 1);
        changed[0].name = "renamed"; // it is no longer known, and stays
        changed[1].flops = Flops(5e9);
        changed[1].work = WorkOrigin::Typed;
        session().setOwnKernels(changed);
        for (int i = 0; i < 2; ++i) {
            window().actions_().undo->undo();
            QCOMPARE(session().frame().ownKernels, std::vector<OwnKernel>{changed[0]});
            window().actions_().undo->redo();
            QCOMPARE(session().frame().ownKernels, changed);
        }
    }

    void aFileThatIsReadTwiceComesOnce()
    {
        const QString path = folder().filePath("twice.json");
        QVERIFY(QFile::copy(sample("google_benchmark.json"), path));
        commands().importFiles({path, path});
        waitUntilRead();
        const std::size_t count = dialog().preview()->chosenCount();
        QVERIFY(count > 1);
        QCOMPARE(dialog().notes().filter("twice.json").size(), 1);
        // It is read anew nevertheless: its program may have run again.
        QVERIFY(QFile::remove(path) && QFile::copy(sample("hyperfine.json"), path));
        commands().importFiles({path});
        waitUntilRead();
        QVERIFY2(notes().contains("twice.json · hyperfine · 2 kernels"), qPrintable(notes()));
        QCOMPARE(dialog().preview()->chosenCount(), std::size_t{2});
        dialog().reject();
    }

    void aClosedDialogTakesNothing()
    {
        const int steps = window().actions_().undo->count();
        commands().importFiles({sample("google_benchmark.json")});
        waitUntilRead();
        QTest::keyClick(&dialog(), Qt::Key_Escape);
        QTRY_VERIFY_WITH_TIMEOUT(commands().dialog() == nullptr, patienceMs);
        QVERIFY(session().frame().ownKernels.empty());
        QCOMPARE(window().actions_().undo->count(), steps);
        QVERIFY(!window().strip().text().contains("added"));
    }

    void aFileThatCannotBeReadSaysSoAndTheOthersAreTaken()
    {
        const QString bad = fileWith(QStringLiteral("notes.txt"), "hello\n");
        commands().importFiles({bad, sample("hyperfine.json"), folder().filePath("missing.json")});
        waitUntilRead();
        QVERIFY2(notes().contains("notes.txt is not in a format Ridgepoint can import."), qPrintable(notes()));
        QVERIFY2(notes().contains("missing.json could not be opened"), qPrintable(notes()));
        QVERIFY2(notes().contains("hyperfine.json · hyperfine · 2 kernels"), qPrintable(notes()));
        dialog().importButton()->click();
        QCOMPARE(session().frame().ownKernels.size(), std::size_t{2});
        // These have times alone.
        QVERIFY2(window().strip().text().contains("2 kernels from hyperfine.json were added. Without FLOP and bytes"),
                 qPrintable(window().strip().text()));
        // A bad file alone leaves nothing to import, and the session as it is.
        QTRY_VERIFY_WITH_TIMEOUT(commands().dialog() == nullptr, patienceMs);
        commands().importFiles({bad});
        waitUntilRead();
        QVERIFY(!dialog().importButton()->isEnabled() && dialog().preview()->isHidden());
        dialog().reject();
        QCOMPARE(session().frame().ownKernels.size(), std::size_t{2});
    }

    /// Mutation: the button stays when there is something to import.
    void aBadFileLeadsOnToAnother()
    {
        commands().importFiles({fileWith(QStringLiteral("notes.txt"), "hello\n")});
        waitUntilRead();
        QPushButton* another = dialog().otherFileButton();
        QVERIFY(another->isVisible() && !dialog().importButton()->isVisible());
        chooseFrom(sample("hyperfine.json"), [&] { another->click(); });
        waitUntilRead();
        QVERIFY2(notes().contains("hyperfine.json · hyperfine · 2 kernels"), qPrintable(notes()));
        QVERIFY(!another->isVisible() && dialog().importButton()->isVisible() && dialog().importButton()->isEnabled());
        dialog().reject();
    }

    void theDecimalMarkIsAskedWhereNothingTellsIt()
    {
        const QString path = fileWith(QStringLiteral("profile.csv"),
                                      "\"ID\",\"Kernel Name\",\"Metric Name\",\"Metric Unit\",\"Metric Value\"\n"
                                      "\"0\",\"k\",\"gpu__time_duration.sum\",\"nsecond\",\"117.344\"\n");
        commands().importFiles({sample("hyperfine.json")});
        waitUntilRead();
        QVERIFY(!dialog().decimalMark()->isVisible()); // it is told there
        commands().importFiles({path});
        waitUntilRead();
        QVERIFY(dialog().decimalMark()->isVisible());
        QVERIFY2(notes().contains("choose the decimal mark"), qPrintable(notes()));
        const auto timeBy = [this](const char* mark) {
            dialog().decimalMark()->setCurrentIndex(dialog().decimalMark()->findData(QLatin1String(mark)));
            dialog().readAgainButton()->click();
            waitUntilRead();
            return dialog().preview()->rows()->model()->kernels().back().time.value();
        };
        QCOMPARE(timeBy(","), 117344e-9);
        QVERIFY2(!notes().contains("choose the decimal mark"), qPrintable(notes()));
        QCOMPARE(timeBy("."), 117.344e-9);
        QCOMPARE(dialog().preview()->rows()->model()->kernels().size(), std::size_t{3});
    }

    void droppedFilesAreImportedAndADroppedSessionIsOpened()
    {
        dropOn(window(), {sample("google_benchmark.json"), sample("hyperfine.json")});
        waitUntilRead();
        QVERIFY2(notes().contains("google_benchmark.json") && notes().contains("hyperfine.json"), qPrintable(notes()));
        dialog().importButton()->click();
        QVERIFY2(window().strip().text().contains("kernels from 2 files were added"),
                 qPrintable(window().strip().text()));
        QTRY_VERIFY_WITH_TIMEOUT(commands().dialog() == nullptr, patienceMs);
        const QString path = folder().filePath("other.ridge");
        Session other;
        other.created = "2026-01-01T00:00:00Z";
        other.ownKernels = {{"other", Flops(2e9), Bytes(8e8), 1.0, Seconds(0.025)}};
        QVERIFY(writeSession(other, path.toStdString()).ok());
        QSignalSpy opened(&window().engine().store, &SessionStore::opened);
        dropOn(window(), {path});
        QVERIFY(opened.wait(patienceMs));
        QCOMPARE(session().frame().ownKernels, other.ownKernels);
        QVERIFY(commands().dialog() == nullptr);
        // Chosen in the menu a session gives its kernels, and stays closed.
        chooseInTheMenu(path);
        waitUntilRead();
        QVERIFY2(notes().contains("other.ridge · Ridgepoint session · 1 kernel"), qPrintable(notes()));
    }

    void whatIsDraggedWithoutAFileIsNotTaken()
    {
        QMimeData data;
        data.setText(QStringLiteral("hello"));
        QDragEnterEvent enter(QPoint(400, 300), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        enter.ignore();
        QApplication::sendEvent(&window(), &enter);
        QVERIFY(!enter.isAccepted());
    }

    void theStripNamesTheDeviceOnWhichTheyRan()
    {
        const QString path = sample("nsight-compute-raw.csv"); // of "Some GPU"
        commands().importFiles({path});
        waitUntilRead();
        dialog().importButton()->click();
        QVERIFY2(window().strip().text().contains("They ran on Some GPU, whose roofs are not shown; compare with a "
                                                  "session of it to see them."),
                 qPrintable(window().strip().text()));
        // With that device's roofs in the session they have a place.
        DeviceInfo gpu;
        gpu.id = "cuda:0";
        gpu.kind = DeviceKind::Cuda;
        gpu.name = "Some GPU";
        std::vector<DeviceInfo> devices = session().devices();
        devices.push_back(gpu);
        session().setDevices(devices);
        session().putRoofs({.device = "cuda:0"});
        QVERIFY2(window().strip().text().endsWith("were added. They stand under the roofs of Some GPU."),
                 qPrintable(window().strip().text())); // without being told again
        QTRY_VERIFY_WITH_TIMEOUT(commands().dialog() == nullptr, patienceMs);
        commands().importFiles({path});
        waitUntilRead();
        dialog().importButton()->click();
        QVERIFY2(window().strip().text().contains("They stand under the roofs of Some GPU."),
                 qPrintable(window().strip().text()));
    }

    void theStripCountsThoseWithAPlace()
    {
        const OwnKernel counted{"counted", Flops(2e9), Bytes(8e8), 1.0, Seconds(0.025)};
        OwnKernel timed{"timed", {}, {}, 1.0, Seconds(0.025)};
        timed.work = WorkOrigin::Unknown;
        const auto wordsOf = [&](const std::vector<OwnKernel>& kernels) {
            Session file;
            file.created = "2026-01-01T00:00:00Z";
            file.ownKernels = kernels;
            const QString path = folder().filePath("some.ridge");
            if (!writeSession(file, path.toStdString()).ok())
                return QString();
            commands().importFiles({path});
            waitUntilRead();
            dialog().importButton()->click();
            return window().strip().text();
        };
        const QString one = wordsOf({counted, timed});
        QVERIFY2(one.contains("1 of them stands on the roofline; the others lack FLOP or bytes."), qPrintable(one));
        QTRY_VERIFY_WITH_TIMEOUT(commands().dialog() == nullptr, patienceMs);
        const QString two = wordsOf({counted, counted, timed});
        QVERIFY2(two.contains("2 of them stand on the roofline; the others lack FLOP or bytes."), qPrintable(two));
    }

    /// Mutation: every kernel that has a place is said to be on the roofline, drawn or not.
    void theStripCountsThoseThatComparingShows()
    {
        OwnKernel timed = kernelOn("NVIDIA A100-SXM4-80GB");
        timed.flops = Flops();
        commands().importFiles(
            {sessionOf({kernelOn("NVIDIA A100-SXM4-80GB"), kernelOn("NVIDIA A100-SXM4-80GB"), timed})});
        waitUntilRead();
        dialog().importButton()->click();
        QVERIFY2(window().strip().text().endsWith("were added. They ran on NVIDIA A100-SXM4-80GB, whose roofs are not "
                                                  "shown; compare with it to see 2 of them."),
                 qPrintable(window().strip().text()));
    }

    /// Mutation: only what is said of a session follows.
    void theStripGoesWithTheKernelsThatWereAdded()
    {
        const QString path = sessionOf({kernelOn("NVIDIA A100-SXM4-80GB")});
        const auto import = [&] {
            commands().importFiles({path});
            waitUntilRead();
            dialog().importButton()->click();
            QTRY_VERIFY_WITH_TIMEOUT(commands().dialog() == nullptr, patienceMs);
        };
        import();
        QVERIFY2(window().strip().text().contains("was added"), qPrintable(window().strip().text()));
        window().actions_().undo->undo();
        QVERIFY2(!window().strip().text().contains("was added"), qPrintable(window().strip().text()));
        // The same file twice: those of the first time are no reason to speak of the second.
        import();
        import();
        QVERIFY2(window().strip().text().contains("was added"), qPrintable(window().strip().text()));
        window().actions_().undo->undo();
        QCOMPARE(session().frame().ownKernels.size(), std::size_t{1});
        QVERIFY2(!window().strip().text().contains("was added"), qPrintable(window().strip().text()));
    }

    /// Only times have nothing to show there.
    void kernelsWithAPlaceBringTheRoofline()
    {
        window().charts().showPage(ChartArea::Page::Table);
        commands().importFiles({sample("hyperfine.json")});
        waitUntilRead();
        dialog().importButton()->click();
        QCOMPARE(window().charts().page(), ChartArea::Page::Table);
        QTRY_VERIFY_WITH_TIMEOUT(commands().dialog() == nullptr, patienceMs);
        commands().importFiles({sample("nsight-compute-raw.csv")});
        waitUntilRead();
        dialog().importButton()->click();
        QCOMPARE(window().charts().page(), ChartArea::Page::Charts);
    }

    /// Mutation: only the window's device is offered to be measured.
    void kernelsOfThisMachineOfferToMeasureItWhileAnotherDeviceIsShown()
    {
        openSessionOf({kernelOn("Nobody's GX 1")});
        const DeviceInfo here = session().devices().front();
        QVERIFY(here.available && session().frame().roofs.empty());
        DeviceInfo gpu;
        gpu.id = "cuda:0";
        gpu.kind = DeviceKind::Cuda;
        gpu.name = "Some GPU";
        gpu.available = true;
        session().setDevices({here, gpu});
        window().engine().cursor.setDevice(gpu.id);
        QCOMPARE(window().engine().cursor.device(), gpu.id);
        commands().importFiles({sessionOf({kernelOn(here.name.c_str())})});
        waitUntilRead();
        dialog().importButton()->click();
        QVERIFY2(window().strip().text().endsWith("whose roofs are not shown; measure this machine to see its place."),
                 qPrintable(window().strip().text()));
        QCOMPARE(window().strip().otherButton()->text(), QStringLiteral("Measure this machine"));
        window().strip().otherButton()->click();
        QCOMPARE(window().engine().cursor.device(), here.id);
        QTRY_VERIFY_WITH_TIMEOUT(!session().frame().roofs.empty(), patienceMs);
        QCOMPARE(session().frame().roofs.front().device, here.id);
    }

    void aSessionWithoutRoofsOffersTheDatasheetOfItsDevice()
    {
        window().charts().showPage(ChartArea::Page::Table);
        openSessionOf({kernelOn("NVIDIA A100-SXM4-80GB"), kernelOn("NVIDIA A100-SXM4-80GB")});
        QCOMPARE(window().charts().page(), ChartArea::Page::Charts);
        const QString words = window().strip().text();
        QVERIFY2(words.contains("This session has 2 kernels of your own. They ran on NVIDIA A100-SXM4-80GB, whose "
                                "roofs are not shown; show its roofs to see them."),
                 qPrintable(words));
        QVERIFY2(window().strip().actionButton()->text().startsWith("Show them under NVIDIA A100"),
                 qPrintable(window().strip().actionButton()->text()));
        window().strip().actionButton()->click();
        QTRY_COMPARE_WITH_TIMEOUT(window().charts().roofline()->data().kernels.drawn.size(), std::size_t{2},
                                  patienceMs);
        QVERIFY(window().charts().roofline()->data().kernels.absent.empty());
        QVERIFY(!window().charts().roofline()->data().bandwidths.empty());
        QVERIFY(!window().strip().holds(words));
    }

    void aSessionWithoutRoofsOffersToMeasureThisMachine()
    {
        openSessionOf({{"mine", Flops(2e9), Bytes(8e8), 1.0, Seconds(0.025)}});
        QVERIFY2(window().strip().text().startsWith("This session has 1 kernel of your own. The roofs of Host CPU")
                     && window().strip().text().endsWith("are not measured yet."),
                 qPrintable(window().strip().text()));
        QCOMPARE(window().strip().actionButton()->text(), QStringLiteral("Measure this machine"));
        window().strip().actionButton()->click();
        QTRY_VERIFY_WITH_TIMEOUT(!session().frame().roofs.empty(), patienceMs);
    }

    void aSessionOfTimesAloneLeadsToTheList()
    {
        OwnKernel timed = kernelOn("NVIDIA A100-SXM4-80GB");
        timed.flops = Flops();
        openSessionOf({timed});
        QVERIFY2(window().strip().text().contains("Without FLOP and bytes it has no place"),
                 qPrintable(window().strip().text()));
        QCOMPARE(window().strip().actionButton()->text(), QStringLiteral("Show the list"));
        window().strip().actionButton()->click();
        QVERIFY(window().calculator().list() != nullptr && window().calculator().list()->isVisible());
    }

    void ofManyDevicesThreeAreNamed()
    {
        openSessionOf(
            {kernelOn("Card 1"), kernelOn("Card 2"), kernelOn("Card 3"), kernelOn("Card 4"), kernelOn("Card 5")});
        QVERIFY2(window().strip().text().contains(
                     "They ran on Card 1, Card 2, Card 3 and 2 more, whose roofs are not shown."),
                 qPrintable(window().strip().text()));
    }

    /// Mutation: the words stay until they are closed.
    void theWordsOnASessionGoWithWhatTheySay()
    {
        openSessionOf({kernelOn("Nobody's GX 1"), kernelOn("NVIDIA A100-SXM4-80GB")});
        const QString words = window().strip().text();
        QVERIFY2(words.contains("They ran on NVIDIA A100-SXM4-80GB, Nobody's GX 1, whose roofs are not shown."),
                 qPrintable(words));
        session().setOwnKernels({kernelOn("Nobody's GX 1")});
        QVERIFY2(window().strip().text().contains(
                     "1 kernel of your own. It ran on Nobody's GX 1, whose roofs are not shown"),
                 qPrintable(window().strip().text()));
        QCOMPARE(window().strip().actionButton()->text(), QStringLiteral("Compare with a session…"));
        session().setOwnKernels({kernelOn("NVIDIA A100-SXM4-80GB")});
        QVERIFY(!window().strip().text().isEmpty());
        window().compare().comparison().addReference(referenceCalled("NVIDIA A100-SXM4-80GB")->device.id);
        QTRY_VERIFY_WITH_TIMEOUT(!window().strip().text().contains("of your own"), patienceMs);
    }

    void whatTheUserClosedStaysClosed()
    {
        openSessionOf({kernelOn("Nobody's GX 1")});
        QVERIFY(window().strip().text().contains("of your own"));
        window().strip().closeButton()->click();
        session().setOwnKernels({kernelOn("NVIDIA A100-SXM4-80GB")});
        QVERIFY(!window().strip().text().contains("of your own"));
    }

    /// Mutation: the session's own roofs alone.
    void theStripCountsTheRoofsOfComparedDevices()
    {
        const QString path = sessionOf({kernelOn("NVIDIA A100-SXM4-80GB")});
        commands().importFiles({path});
        waitUntilRead();
        dialog().importButton()->click();
        QVERIFY2(window().strip().text().endsWith("whose roofs are not shown; compare with it to see its place."),
                 qPrintable(window().strip().text()));
        QCOMPARE(window().strip().otherButton()->text(), QStringLiteral("Compare with its datasheet"));
        window().strip().otherButton()->click();
        QTRY_VERIFY_WITH_TIMEOUT(!window().charts().roofline()->input().overlays.empty(), patienceMs);
        QTRY_VERIFY_WITH_TIMEOUT(commands().dialog() == nullptr, patienceMs);
        commands().importFiles({path});
        waitUntilRead();
        dialog().importButton()->click();
        QVERIFY2(window().strip().text().contains("It stands under the roofs of NVIDIA A100-SXM4-80GB."),
                 qPrintable(window().strip().text()));
        QVERIFY(!window().strip().otherButton()->isVisible());
    }

    /// As the list and the Compare button do. Mutation: what is said of an import stays until it is closed.
    void theStripFollowsWhatIsComparedElsewhere()
    {
        commands().importFiles({sessionOf({kernelOn("NVIDIA A100-SXM4-80GB")})});
        waitUntilRead();
        dialog().importButton()->click();
        QVERIFY(window().strip().otherButton()->isVisible());
        window().compare().comparison().addReference(referenceCalled("NVIDIA A100-SXM4-80GB")->device.id);
        QTRY_VERIFY_WITH_TIMEOUT(
            window().strip().text().endsWith("It stands under the roofs of NVIDIA A100-SXM4-80GB."), patienceMs);
        QCOMPARE(window().strip().actionButton()->text(), QStringLiteral("Show them"));
        QVERIFY(!window().strip().otherButton()->isVisible());
    }

    void theDialogFitsASmallScreen()
    {
        commands().importFiles({sample("nsight-compute-raw.csv"), sample("google_benchmark.json")});
        waitUntilRead();
        const QSize least = dialog().minimumSizeHint();
        QVERIFY2(least.width() <= 900 && least.height() <= 600,
                 qPrintable(QStringLiteral("%1 x %2").arg(least.width()).arg(least.height())));
    }
};

RIDGEPOINT_GUI_TEST(ImportWindowTest)
#include "import_window_test.moc"
