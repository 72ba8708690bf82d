// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/window/main_window.h"

#include "app/charts/draw/roofline_chart.h"
#include "app/charts/data/reference_device.h"
#include "app/desktop/base/button_keys.h"
#include "app/desktop/base/explore_actions.h"
#include "app/desktop/base/labels.h"
#include "app/desktop/base/message_strip.h"
#include "app/desktop/base/part_focus.h"
#include "app/desktop/base/side_panels.h"
#include "app/desktop/base/slider_row.h"
#include "app/desktop/base/window_actions.h"
#include "app/desktop/calculator/calculator_commands.h"
#include "app/desktop/calculator/own_kernel_card.h"
#include "app/desktop/compare/compare_commands.h"
#include "app/desktop/compare/fleet_commands.h"
#include "app/desktop/experiments/experiment_commands.h"
#include "app/desktop/explore/exploration.h"
#include "app/desktop/explore/figure_warnings.h"
#include "app/desktop/explore/first_steps.h"
#include "app/desktop/explore/measured_again.h"
#include "app/desktop/explore/predict_mode.h"
#include "app/desktop/explore/presenter_bar.h"
#include "app/desktop/explore/presenter_mode.h"
#include "app/desktop/explore/probe_display.h"
#include "app/desktop/explore/roof_offers.h"
#include "app/desktop/explore/session_guide.h"
#include "app/desktop/explore/what_if_wiring.h"
#include "app/desktop/explore/workload_panel.h"
#include "app/desktop/explore/workload_undo.h"
#include "app/desktop/importing/import_commands.h"
#include "app/desktop/importing/kernel_guide.h"
#include "app/desktop/inspect/figures_view.h"
#include "app/desktop/inspect/inspector_panel.h"
#include "app/desktop/lecture/lecture_commands.h"
#include "app/desktop/lessons/lesson_commands.h"
#include "app/desktop/lessons/lesson_panel.h"
#include "app/desktop/machines/machine_commands.h"
#include "app/desktop/measure/drawing_gaps.h"
#include "app/desktop/views/chart_area.h"
#include "app/desktop/views/chart_commands.h"
#include "app/desktop/views/file_commands.h"
#include "app/desktop/views/linked_views.h"
#include "app/desktop/views/map_views.h"
#include "app/desktop/views/picture_maker.h"
#include "app/desktop/views/sample_table.h"
#include "app/desktop/window/bench_start.h"
#include "app/desktop/window/bottom_bar.h"
#include "app/desktop/window/guide_dialog.h"
#include "app/desktop/window/glossary_dialog.h"
#include "app/desktop/window/help_dialogs.h"
#include "app/desktop/window/kept_view.h"
#include "app/desktop/window/tool_bar.h"
#include "app/desktop/window/tour.h"

#include <QAction>
#include <QCloseEvent>
#include <QComboBox>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QMenu>
#include <QMenuBar>
#include <QScreen>
#include <QScrollArea>
#include <QSettings>
#include <QVBoxLayout>

#include <cstdio>

namespace ridgepoint {
namespace {

/// What the calculator takes of a number's work beside its counts.
ChosenRoofs roofsOf(const PointWork& point)
{
    return {point.bandwidthRoof,     point.computeRoof,   point.launchRoof.empty() ? "none" : point.launchRoof, true,
            point.bandwidth.value(), point.launch.value()};
}

constexpr QSize smallWindow(1500, 900);
constexpr int narrowWindow = 1330; ///< two charts of the smallest size and both panels need more
constexpr int smallWidth = 940;    ///< one chart and both panels need more
/// Given by hand: the layout's own minimum is that of the roomier arrangement, which would keep the window from
/// ever getting small enough for the next.
constexpr QSize smallestWindow(880, 540);
constexpr QSize usualWindow(1600, 980);
/// What a window manager draws around a window, at most.
constexpr QSize frameAround(16, 48);
/// Widths of the side panels: on a small window the charts need the room more.
constexpr int leftWidth = 256;
constexpr int rightWidth = 288;
constexpr int narrowLeftWidth = 248;
constexpr int narrowRightWidth = 252;
constexpr int smallLeftWidth = 236; ///< of a window of 900 pixels
constexpr int smallRightWidth = 236;
constexpr int leastCentre = 352; ///< one chart of the smallest size in its card
const QString geometryKey = QStringLiteral("window/geometry");

/// The usual size, or what the screen has room for with the frame around it.
QSize firstSize()
{
    const QScreen* screen = QGuiApplication::primaryScreen();
    const QSize room = screen == nullptr ? usualWindow : screen->availableGeometry().size() - frameAround;
    return usualWindow.boundedTo(room).expandedTo(smallestWindow);
}

} // namespace

MainWindow::MainWindow(const Options& options, WindowSurroundings surroundings)
    : m_look(options.theme), m_engine(surroundings)
{
    setWindowTitle(tr("Ridgepoint"));
    m_engine.store.setViewProvider([this](const QString& folder) {
        return m_keptView->addTo(m_parts.mapViews->addTo(m_exploration->pins().addTo(m_engine.cursor.toJson())),
                                 folder);
    });
    m_engine.session.setReferences(shippedDevices());
    compose();
    m_start = new BenchStart(options, m_engine, *m_parts.strip, *m_parts.bottom, this);
    connect(m_start, &BenchStart::firstStartBegun, this,
            [this] { tellFirstStart(*m_parts.strip, *m_parts.charts, m_engine.session, m_engine.controller); });
    connectActions();
    connectImport(options.bench);
    connectMachines(options, surroundings.deadlines);
    connectFleets(options.fleet);
    connectMeasuring();
    connectStore();
    connectViews();
    connectProbe();
    connectTour({*m_firstSteps, *m_parts.workload, *m_parts.inspector, *m_parts.charts, *m_parts.right, *m_compare,
                 *m_files, m_engine.cursor, m_engine.feed, m_engine.session});
    m_look.apply();
    setMinimumSize(smallestWindow);
    resize(firstSize());
    restoreGeometry(QSettings().value(geometryKey).toByteArray());
    showState();
}

MainWindow::~MainWindow() { m_engine.bench.shutDown(); }

void MainWindow::compose()
{
    m_actions = new WindowActions(this);
    letKeysPressButtons(*this);
    letMenusTakeKeys(*this);
    m_actions->fillMenus(menuBar());
    m_actions->setTheme(m_look.choice());
    auto* centre = new QWidget(this);
    centre->setProperty("surface", QStringLiteral("window"));
    m_parts.tools = new ToolBar(m_engine.cursor, m_engine.session, m_actions->run, m_actions->exportChart, centre);
    m_parts.tools->addButton(m_actions->liveProbe);
    m_parts.strip = new MessageStrip(centre);
    m_parts.workload = new WorkloadPanel(m_engine.cursor, centre);
    m_parts.inspector = new InspectorPanel(centre);
    m_parts.table = new SampleTable(m_engine.session, m_engine.cursor, centre);
    m_parts.charts = new ChartArea(m_engine.cursor, m_parts.table, centre);
    m_parts.mapViews = new MapViews(*m_parts.charts, m_engine.session, this);
    m_parts.mapViews->fillMenu(m_actions->viewMenu(), m_actions->whatIf);
    m_parts.bottom = new BottomBar(centre);
    m_parts.whatIfBar = new WhatIfBar(centre);
    m_whatIf = new WhatIfWiring(*m_actions, *m_parts.charts, *m_parts.whatIfBar, m_engine.feed, m_engine.session, this);
    m_parts.tools->addButton(m_actions->whatIf);
    m_parts.left = makeScrolling(m_parts.workload, tr("Workload"), centre);
    m_parts.ownKernel = new OwnKernelCard(*m_parts.charts->roofline(), *m_parts.inspector, m_engine.session,
                                          m_engine.cursor, centre);
    m_parts.lesson = new LessonPanel(m_parts.ownKernel->withInspector(), centre);
    m_parts.right = makeScrolling(m_parts.lesson->withInspector(), tr("Inspector"), centre);
    m_references = new ReferenceGuide(m_engine.cursor, m_engine.session, *m_parts.strip, this);
    m_sessionGuide = new SessionGuide(m_engine.store, m_engine.cursor, m_engine.session, m_engine.machines,
                                      *m_parts.strip, this);
    auto* between = new QWidget(centre);
    m_parts.panels = new SidePanels({m_parts.left, between, m_parts.right}, m_actions->sidePanels, this);
    m_files = new FileCommands(this, m_engine.store, m_engine.session, m_engine.feed, *m_parts.charts,
                               [this] { return m_engine.trial.tried(); });
    setCentralWidget(centre);
    m_exploration = new Exploration({*this, m_engine.session, m_engine.cursor, m_engine.feed, m_look, *m_files,
                                     *m_parts.charts, *m_parts.table, *m_parts.workload, *m_parts.inspector,
                                     *m_parts.strip, *m_actions->undo},
                                    this);
    m_exploration->setPanels({m_parts.tools, m_parts.strip, m_parts.bottom}, *m_parts.panels);
    connect(&m_exploration->presenter(), &PresenterMode::activeChanged, m_whatIf, &WhatIfWiring::setPresenting);
    m_calculator = new CalculatorCommands(this, m_engine.session, m_engine.cursor, m_engine.controller,
                                          *m_actions->undo);
    m_calculator->link(m_engine.feed, *m_parts.charts->roofline());
    m_compare = new CompareCommands(this, m_engine.session, m_engine.cursor, *m_parts.charts, *m_parts.strip);
    m_compare->fillMenu(m_exploration->actions().menu());
    connect(m_calculator, &CalculatorCommands::compareAsked, &m_compare->comparison(), &Comparison::addReference);
    connect(&m_compare->comparison(), &Comparison::changed, m_calculator, &CalculatorCommands::refreshDevices);
    connect(&m_compare->comparison(), &Comparison::changed, this, &MainWindow::showCompared);
    connect(m_calculator, &CalculatorCommands::measureAsked, this, [this] {
        if (!m_engine.controller.running()) // Run would stop it
            m_actions->run->trigger();
    });
    m_parts.tools->addButton(m_compare->compare);
    m_parts.tools->addButton(m_exploration->actions().present);
    m_firstSteps = new FirstSteps(*m_parts.strip, this);
    m_warnings = new FigureWarnings(*m_firstSteps, *m_parts.strip, this);
    new WorkloadUndo(*m_actions->undo, m_engine.cursor, *m_parts.workload, m_engine.trial, this);
    new MeasuredAgain(m_engine.controller, m_engine.session, m_engine.feed, *m_actions->undo, *m_parts.strip, this);
    m_roofOffers = new RoofOffers(m_engine.session, m_engine.cursor, m_engine.controller, *m_warnings, this);
    connect(m_roofOffers, &RoofOffers::offered, m_parts.inspector, &InspectorPanel::setOfferedRoof);
    m_keptView = new KeptView(m_engine.session, m_engine.store, *m_parts.charts, *m_compare, *m_whatIf, *m_parts.strip,
                              this);
    connect(m_keptView, &KeptView::restored, &m_exploration->links(),
            &LinkedViews::currentChanged); // an action shows its lock
    connect(&m_exploration->links(), &LinkedViews::currentChanged, m_compare, &CompareCommands::followLocks);
    m_experiments = new ExperimentCommands({this, m_engine.bench, m_engine.session, m_engine.cursor,
                                            m_engine.controller, m_engine.probe, m_look, m_engine.store, *m_parts.strip,
                                            m_exploration->actions().presenterActions()},
                                           this);
    m_experiments->fillMenus(menuBar());
    m_files->setGuesses([this](const ExperimentResult& result) { return m_experiments->guessFor(result); });
    auto* lessons = new LessonCommands({this, m_engine.session, m_engine.cursor, m_engine.controller,
                                        m_experiments->controller(), m_exploration->predict(),
                                        m_exploration->presenter(), *m_parts.charts, *m_parts.strip, *m_parts.lesson,
                                        m_look, m_parts.right},
                                       this);
    auto* lectures = new LectureCommands({this, m_engine.session, m_engine.cursor, *m_parts.charts,
                                          m_exploration->presenter(), *lessons, *m_experiments, *m_parts.strip,
                                          *m_parts.lesson, m_exploration->actions().presenterActions()},
                                         this);
    lectures->fillMenu(lessons->fillMenus(menuBar()), m_actions->openLesson);
    connect(m_actions->openLesson, &QAction::triggered, lessons, [lessons] { lessons->openFile(); });
    connect(lessons, &LessonCommands::experimentAsked, m_experiments, &ExperimentCommands::measure);
    connect(lessons, &LessonCommands::asksAbout, m_experiments, &ExperimentCommands::setAskedElsewhere);
    connect(lessons, &LessonCommands::chartAsked, m_experiments, &ExperimentCommands::openAt);
    PresenterMode& presenter = m_exploration->presenter();
    presenter.add(*lectures);
    presenter.add(*m_experiments);
    presenter.add(*lessons);
    connect(m_experiments, &ExperimentCommands::openChanged, &presenter, &PresenterMode::refresh);
    connect(lessons, &LessonCommands::activeChanged, &presenter, &PresenterMode::refresh);
    connect(lessons, &LessonCommands::chartChanged, &presenter, &PresenterMode::refresh);
    connect(lessons, &LessonCommands::activeChanged, m_parts.panels, &SidePanels::setRightKept);
    // Its question quotes the numbers of one device.
    connect(lessons, &LessonCommands::activeChanged, m_parts.tools->devices(), &QWidget::setDisabled);
    connect(lessons, &LessonCommands::activeChanged, m_compare, &CompareCommands::setHidden);
    connect(lessons, &LessonCommands::activeChanged, this, &MainWindow::showCompared);
    connect(lessons, &LessonCommands::activeChanged, m_calculator, &CalculatorCommands::refreshDevices);
    connect(lectures, &LectureCommands::changed, &presenter, &PresenterMode::refresh);
    connect(lessons, &LessonCommands::axisAsked, m_exploration->presenterBar(), &PresenterBar::chooseAxis);
    connect(lectures, &LectureCommands::axisAsked, m_exploration->presenterBar(), &PresenterBar::chooseAxis);
    connect(lectures, &LectureCommands::userMoved, &m_engine.controller, &MeasureController::onFocusChanged);
    connect(lessons, &LessonCommands::userMoved, &m_engine.controller, &MeasureController::onFocusChanged);
    connect(m_experiments, &ExperimentCommands::calculatorAsked, m_calculator,
            [this](const PointWork& point) { m_calculator->openWithWork(point.work, roofsOf(point)); });

    auto* middle = new QVBoxLayout(between);
    middle->setContentsMargins(0, 0, 0, 0);
    middle->setSpacing(10);
    middle->addWidget(m_parts.strip);
    middle->addWidget(m_exploration->guessStrip());
    middle->addWidget(m_parts.whatIfBar);
    middle->addWidget(m_parts.charts, 1);
    middle->addWidget(m_exploration->presenterBar());
    auto* row = new QHBoxLayout;
    row->setSpacing(10);
    row->addWidget(m_parts.left);
    row->addWidget(between, 1);
    row->addWidget(m_parts.right);
    auto* column = new QVBoxLayout(centre);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_parts.tools);
    auto* below = new QVBoxLayout;
    below->setContentsMargins(12, 12, 12, 12);
    below->setSpacing(10);
    below->addLayout(row, 1);
    column->addLayout(below, 4); // LectureNotes::showBelow adds a strip with 1
    // Over the charts, or over the panels in their place, so that a fault is always told.
    connect(m_parts.panels, &SidePanels::replacedCentre, this, [this, below, middle](bool replaced) {
        (replaced ? middle : below)->removeWidget(m_parts.strip);
        (replaced ? below : middle)->insertWidget(0, m_parts.strip);
    });
    column->addWidget(m_parts.bottom);
    leadKeyboard();
    m_parts.workload->slider(AxisKind::Operations)->slider()->setFocus();
}

void MainWindow::leadKeyboard()
{
    const std::vector<QWidget*> parts{m_parts.tools,
                                      m_parts.left,
                                      m_parts.strip,
                                      m_exploration->guessStrip(),
                                      m_parts.whatIfBar,
                                      m_parts.charts,
                                      m_exploration->presenterBar(),
                                      m_parts.right};
    chainFocus(parts);
    auto* focus = new PartFocus(parts, this);
    connect(m_actions->nextPart, &QAction::triggered, focus, [focus] { focus->step(1); });
    connect(m_actions->previousPart, &QAction::triggered, focus, [focus] { focus->step(-1); });
}

void MainWindow::connectActions()
{
    const auto on = [this](QAction* action, auto reaction) { connect(action, &QAction::triggered, this, reaction); };
    on(m_actions->newSession, [this] { m_engine.store.startNew(); });
    on(m_actions->open, [this] { m_files->open(); });
    on(m_actions->save, [this] { m_files->save(); });
    on(m_actions->saveAs, [this] { m_files->saveAs(); });
    on(m_actions->exportChart, [this] { m_exploration->chartCommands().exportShown(); });
    on(m_actions->report, [this] { m_files->exportReport(); });
    on(m_actions->quit, [this] { close(); });
    on(m_actions->run, [this] {
        if (m_references->active() && !m_engine.controller.running())
            m_references->explainRun();
        else if (m_sessionGuide->isElsewhere() && !m_engine.controller.running())
            m_sessionGuide->explain();
        else
            m_engine.controller.running() ? m_engine.controller.stop() : run();
    });
    on(m_actions->measureMapAgain, [this] { m_engine.controller.measureMapAgain(); });
    on(m_actions->measureRoofsAgain, [this] { m_engine.controller.measureRoofsAgain(); });
    on(m_actions->restartBench, [this] { m_start->restart(); });
    on(m_actions->calculator, [this] { m_calculator->open(); });
    on(m_actions->ownKernels, [this] { m_calculator->openOwnKernels(); });
    connect(m_parts.ownKernel, &OwnKernelCard::listAsked, m_calculator, &CalculatorCommands::openOwnKernels);
    connect(&m_exploration->predict(), &PredictMode::changed, this, [this] {
        m_calculator->setConcealed(m_exploration->predict().concealed());
        m_compare->setConcealed(m_exploration->predict().concealed());
        showCompared();
    });
    connect(m_parts.inspector, &InspectorPanel::calculationAsked, m_calculator, &CalculatorCommands::openWithPoint);
    on(m_actions->table,
       [this](bool shown) { m_parts.charts->showPage(shown ? ChartArea::Page::Table : ChartArea::Page::Charts); });
    on(m_actions->copyRows, [this] { m_exploration->chartCommands().copy(); });
    on(m_actions->resetViews, [this] { m_parts.charts->resetViews(); });
    on(m_actions->lockPicture, [this](bool locked) { m_engine.feed.setLocked(locked); });
    on(m_actions->detail, [this](bool detailed) { m_look.setDetailed(detailed); });
    on(m_actions->largerText, [this] { m_look.stepText(1); });
    on(m_actions->smallerText, [this] { m_look.stepText(-1); });
    on(m_actions->fullScreen, [this](bool full) { setWindowState(windowState().setFlag(Qt::WindowFullScreen, full)); });
    const QList<QAction*> help{m_actions->guide, m_actions->glossary, m_actions->shortcuts}; // from one to the next
    on(m_actions->guide, [this, help] { GuideDialog::open(this, m_look)->addActions(help); });
    on(m_actions->glossary, [this, help] { GlossaryDialog::open(this)->addActions(help); });
    on(m_actions->shortcuts, [this] { showShortcuts(this); });
    // What they tell of the runtime may be what is to be guessed, and of a small window two strips would take a
    // quarter. A lesson has steps of its own.
    auto* lessons = findChild<LessonCommands*>();
    auto* lectures = findChild<LectureCommands*>();
    const auto wait = [this, lessons, lectures] {
        if (m_exploration->presenter().active()) // which hides the strip
            return;
        const PredictMode::State guess = m_exploration->predict().state();
        const bool isSmall = m_parts.charts->room() != ChartArea::Room::Wide;
        m_firstSteps->setWaiting(lessons->isActive() || lectures->isOpen() || guess == PredictMode::State::Guessing
                                 || (guess == PredictMode::State::Revealed && isSmall));
    };
    connect(lessons, &LessonCommands::activeChanged, m_firstSteps, wait);
    connect(lectures, &LectureCommands::changed, m_firstSteps, wait);
    connect(&m_exploration->predict(), &PredictMode::changed, m_firstSteps, wait);
    connect(m_parts.charts, &ChartArea::arranged, m_firstSteps, wait);
    connect(&m_exploration->presenter(), &PresenterMode::activeChanged, m_firstSteps, wait);
    on(m_actions->firstSteps, [this] { m_firstSteps->resume(); });
    connect(m_actions, &WindowActions::tourStepChosen, m_firstSteps,
            [this](int step) { m_firstSteps->beginAt(static_cast<FirstSteps::Step>(step)); });
    on(m_actions->about, [this] { showAbout(this); });
    connect(m_actions, &WindowActions::themeChosen, &m_look, &WindowLook::choose);
    connect(m_actions, &WindowActions::recentChosen, &m_engine.store, &SessionStore::open);
    connect(m_parts.charts, &ChartArea::pageChanged, this, [this] {
        const bool table = m_parts.charts->page() == ChartArea::Page::Table;
        m_actions->table->setChecked(table);
    });
}

void MainWindow::connectImport(const QString& bench)
{
    auto* importing = new ImportCommands({this, m_engine.session, m_engine.cursor, m_engine.store, m_engine.controller,
                                          m_engine.probe, *m_parts.charts->roofline(), *m_parts.strip,
                                          *m_actions->undo},
                                         bench, this);
    connect(m_actions->importKernels, &QAction::triggered, importing, &ImportCommands::open);
    connect(m_calculator, &CalculatorCommands::importAsked, importing, &ImportCommands::open);
    connect(m_actions->runProgram, &QAction::triggered, importing, &ImportCommands::runProgram);
    connect(importing, &ImportCommands::tablesCame, m_calculator, &CalculatorCommands::openTables);
    connect(importing, &ImportCommands::programStarting, m_experiments, &ExperimentCommands::stop);
    KernelGuide& guide = importing->guide();
    connect(&guide, &KernelGuide::rooflineAsked, m_parts.charts,
            [this] { m_parts.charts->showPage(ChartArea::Page::Charts); });
    connect(&guide, &KernelGuide::listAsked, m_calculator, &CalculatorCommands::openOwnKernels);
    connect(&guide, &KernelGuide::measureAsked, m_calculator, &CalculatorCommands::measureAsked);
    connect(&guide, &KernelGuide::compareAsked, &m_compare->comparison(), &Comparison::addReference);
    connect(&guide, &KernelGuide::sessionsAsked, m_compare, &CompareCommands::show);
    connect(&guide, &KernelGuide::userMoved, &m_engine.controller, &MeasureController::onFocusChanged);
    connect(&m_compare->comparison(), &Comparison::changed, &guide, &KernelGuide::refresh);
}

void MainWindow::connectMachines(const Options& options, const BenchDeadlines& deadlines)
{
    auto* machines = new MachineCommands({this, m_engine.machines, m_engine.session, m_engine.cursor, m_engine.store,
                                          m_engine.bench, m_engine.controller, *m_parts.strip},
                                         options.bench, deadlines, this);
    machines->fillMenu(m_actions->measureMenu());
    m_parts.tools->setMachines(m_engine.machines);
    connect(m_parts.tools, &ToolBar::machineChosen, machines, &MachineCommands::offer);
    connect(m_parts.tools, &ToolBar::userMoved, machines, &MachineCommands::withdraw);
    connect(machines, &MachineCommands::withdrawn, m_parts.tools, &ToolBar::showDevice);
    connect(m_sessionGuide, &SessionGuide::connectAsked, machines, [machines](const QString& name) {
        machines->choose({MachineRow::What::Other, name});
    });
    connect(machines, &MachineCommands::told, m_parts.bottom, &BottomBar::showMachine);
    connect(machines, &MachineCommands::arrived, m_start, &BenchStart::forgetFailure);
    connect(machines, &MachineCommands::hereAsked, m_start, &BenchStart::startHere);
    connect(m_start, &BenchStart::reconnectAsked, machines, &MachineCommands::reconnect);
    connect(
        m_start, &BenchStart::begun, machines,
        [machines, target = options.target] {
            if (target)
                machines->connectTo(*target);
        },
        Qt::SingleShotConnection);
    connect(&m_engine.session, &LiveSession::devicesChanged, this, &MainWindow::showState);
    // A lesson's question quotes the numbers of one device, as the list of devices knows.
    connect(findChild<LessonCommands*>(), &LessonCommands::activeChanged, machines->menu()->menuAction(),
            &QAction::setDisabled);
}

void MainWindow::connectFleets(const QString& folder)
{
    auto* fleets = new FleetCommands({this, m_engine.store, m_compare->comparison(), *m_parts.strip, m_look}, this);
    const auto showFolder = [fleets](const QString& path) { fleets->open(path); };
    connect(m_actions->openFleet, &QAction::triggered, fleets, qOverload<>(&FleetCommands::open));
    connect(findChild<ImportCommands*>(), &ImportCommands::folderDropped, fleets, showFolder);
    if (!folder.isEmpty())
        connect(
            m_start, &BenchStart::begun, fleets, [showFolder, folder] { showFolder(folder); },
            Qt::SingleShotConnection);
}

void MainWindow::connectMeasuring()
{
    connect(&m_engine.controller, &MeasureController::runningChanged, this, &MainWindow::onRunningChanged);
    connect(&m_engine.controller, &MeasureController::progressChanged, this,
            [this] { m_parts.bottom->showProgress(m_engine.controller.progress()); });
    connect(&m_engine.controller, &MeasureController::problem, this, [this](const Error& error) {
        if (m_sessionGuide->isElsewhere())
            m_sessionGuide->explain();
        else
            m_engine.cursor.deviceInfo().available ? tellError(error) : m_references->tellUnusable(error);
    });
    connect(m_references, &ReferenceGuide::userMoved, &m_engine.controller, &MeasureController::onFocusChanged);
    connect(&m_engine.cursor, &Cursor::mapChanged, this, &MainWindow::refreshRunnable);
    connect(m_start, &BenchStart::failed, this, [this] { onRunningChanged(false); });
    connect(&m_engine.controller, &MeasureController::finished, this, &MainWindow::onFinished);
    connect(&m_engine.bench, &BenchProcess::stateChanged, this,
            [this] { onRunningChanged(m_engine.controller.running()); });
    connect(&m_engine.session, &LiveSession::devicesChanged, this,
            [this] { onRunningChanged(m_engine.controller.running()); });
    connect(&m_engine.load, &LoadNotice::changed, this, &MainWindow::showLoad);
    connect(&m_engine.cursor, &Cursor::mapChanged, this, &MainWindow::showBusy);
    connect(&m_engine.session, &LiveSession::devicesChanged, this, &MainWindow::showBusy);
    connect(&m_engine.session, &LiveSession::replaced, m_warnings, &FigureWarnings::withdrawAll);
    connect(m_warnings, &FigureWarnings::waitingChanged, this, &MainWindow::showState);
    connect(m_files, &FileCommands::asking, m_warnings, &FigureWarnings::setCovered);
    connect(&m_exploration->presenter(), &PresenterMode::activeChanged, m_warnings, &FigureWarnings::setPresented);
    connect(&m_engine.controller, &MeasureController::roofsMeasured, this,
            [this] { tellDoubtfulRoofs(), tellLostSize(); });
    connect(m_parts.tools, &ToolBar::userMoved, &m_engine.controller, &MeasureController::onFocusChanged);
    connect(m_parts.workload, &WorkloadPanel::userMoved, &m_engine.controller, &MeasureController::onFocusChanged);
    connect(m_parts.charts, &ChartArea::userMoved, &m_engine.controller, &MeasureController::onFocusChanged);
    connect(m_exploration->presenterBar(), &PresenterBar::userMoved, &m_engine.controller,
            &MeasureController::onFocusChanged);
    connect(m_parts.table, &SampleTable::userMoved, &m_engine.controller, &MeasureController::onFocusChanged);
    connect(m_parts.charts, &ChartArea::measureWanted, &m_engine.places, &PlaceMeasurer::measure);
    connect(m_parts.charts, &ChartArea::axisChosen, &m_engine.controller, &MeasureController::setLineAxis);
}

void MainWindow::connectProbe()
{
    m_probeDisplay = new ProbeDisplay(m_engine.probe, m_engine.feed, m_engine.schedule, *m_parts.charts,
                                      *m_parts.workload);
    connect(m_probeDisplay, &ProbeDisplay::figuresShown, m_exploration->presenterBar(), &PresenterBar::showFigures);
    connect(m_actions->liveProbe, &QAction::triggered, this, [this](bool on) { m_engine.probe.setOn(on); });
    connect(&m_engine.probe, &ProbeController::problem, this, &MainWindow::tellError);
    m_engine.controller.heed(m_engine.probe, std::bind_front(&LeverTrial::otherEnd, &m_engine.trial));
    connect(&m_engine.probe, &ProbeController::onChanged, this, &MainWindow::showPace);
    connect(&m_engine.probe, &ProbeController::onChanged, this, &MainWindow::showPoint);
    connect(&m_engine.cursor, &Cursor::mapChanged, this, &MainWindow::showPace);
    connect(&m_look, &WindowLook::changed, m_probeDisplay, &ProbeDisplay::setTheme);
}

void MainWindow::connectStore()
{
    connect(&m_engine.store, &SessionStore::failed, this, &MainWindow::tellError);
    connect(&m_engine.store, &SessionStore::stateChanged, this, &MainWindow::showState);
    connect(&m_engine.store, &SessionStore::saved, this, &MainWindow::tellSaved);
    connect(&m_engine.store, &SessionStore::recentChanged, this,
            [this] { m_actions->setRecent(m_engine.store.recent()); });
    connect(m_files, &FileCommands::done, this, &MainWindow::tellExported);
    connect(m_files, &FileCommands::failed, this, &MainWindow::tellError);
    connect(m_files, &FileCommands::told, this, [this](const QString& words) {
        if (!m_exploration->presenter().active())
            m_parts.strip->answerBriefly(words);
    });
    m_actions->setRecent(m_engine.store.recent());
}

void MainWindow::connectViews()
{
    m_parts.charts->addTo(m_engine.schedule, [this] { return m_engine.feed.latest(); });
    m_engine.schedule.add([this] {
        showPoint();
        m_parts.table->setSnapshot(m_engine.feed.latest());
        showState();
    });
    m_engine.feed.setFinisher(
        [this](const SnapshotPointer& snapshot) { m_parts.charts->pictures().prepare(snapshot); });
    connect(&m_engine.feed, &SnapshotFeed::changed, &m_engine.schedule, &RepaintSchedule::markAll);
    connect(&m_engine.feed, &SnapshotFeed::lockChanged, this, &MainWindow::showLock);
    m_gaps = new DrawingGaps(m_engine.bench, m_engine.feed, m_engine.schedule, m_engine.cursor,
                             this); // after the line above: it draws what is marked
    connect(&m_engine.cursor, &Cursor::moved, this, &MainWindow::showPoint);
    connect(&m_engine.cursor, &Cursor::mapChanged, this, &MainWindow::showPoint);
    connect(m_whatIf, &WhatIfWiring::changed, this, &MainWindow::showPoint);
    connect(m_whatIf, &WhatIfWiring::changed, m_parts.ownKernel,
            [this] { m_parts.ownKernel->setWhatIf(m_whatIf->control().whatIf()); });
    connectTrial(m_engine.trial, *m_parts.inspector, *m_parts.right);
    const auto showDetail = [this] {
        m_actions->detail->setChecked(m_look.detailed());
        m_parts.charts->roofline()->set(&ChartInput::detailed, m_look.detailed());
    };
    connect(&m_look, &WindowLook::detailedChanged, this, showDetail);
    showDetail();
    connect(&m_look, &WindowLook::changed, this, [this](const Theme& theme) {
        m_parts.charts->setTheme(theme);
        m_compare->setTheme(theme);
        m_parts.table->setTheme(theme);
        m_parts.inspector->setTheme(theme);
        m_actions->setTheme(m_look.choice());
        arrange();
    });
}

void MainWindow::begin()
{
    const auto takeUp = [this] {
        if (!m_references->active() && !m_sessionGuide->isElsewhere()) // of which nothing can be tried
            m_firstSteps->takeUp();
    };
    connect(&m_engine.store, &SessionStore::opened, this, takeUp, Qt::SingleShotConnection);
    m_start->begin();
}

void MainWindow::resizeEvent(QResizeEvent* event)
{
    QMainWindow::resizeEvent(event);
    arrange();
}

void MainWindow::changeEvent(QEvent* event)
{
    QMainWindow::changeEvent(event);
    // A window that left the full screen has its size before it says so, and type follows the height.
    if (event->type() == QEvent::WindowStateChange && m_exploration != nullptr)
        arrange();
}

void MainWindow::arrange()
{
    if (m_exploration->presenter().active())
        return m_exploration->presenter().arrange(); // one chart has everything
    // Larger text needs what a smaller window needs: fewer things at once.
    const double scale = m_look.textScale();
    const bool compact = width() < smallWindow.width() * scale || height() < smallWindow.height() * scale;
    const bool narrow = width() < narrowWindow * scale;
    m_parts.inspector->setWindowHeight(static_cast<int>(height() / scale));
    m_parts.workload->setWindowHeight(static_cast<int>(height() / scale));
    m_parts.charts->setRoom(narrow    ? ChartArea::Room::Narrow
                            : compact ? ChartArea::Room::Compact
                                      : ChartArea::Room::Wide);
    const auto scaled = [scale](int pixels) { return static_cast<int>(pixels * scale); };
    const bool small = width() < smallWidth * scale;
    m_parts.panels->arrange(width(),
                            scaled(small     ? smallLeftWidth
                                   : compact ? narrowLeftWidth
                                             : leftWidth),
                            scaled(small     ? smallRightWidth
                                   : compact ? narrowRightWidth
                                             : rightWidth),
                            scaled(leastCentre));
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    if (m_exploration->presenter().active())
        m_exploration->presenter().leave(); // what is asked now is not for a class
    const bool isKeptOpen = m_asksBeforeLoss && !findChild<LessonCommands*>()->mayClose();
    if (isKeptOpen && m_asksBeforeLoss) { // a signal may have come meanwhile, and takes no answer
        event->ignore();
        return;
    }
    if (isFullScreen()) // so that the geometry is that of the window, which the next start is
        setWindowState(windowState().setFlag(Qt::WindowFullScreen, false));
    QSettings().setValue(geometryKey, saveGeometry());
    const auto kept = m_engine.store.flush();
    if (!kept && m_asksBeforeLoss && !mayBeLost(kept.error())) {
        event->ignore();
        return;
    }
    if (!kept)
        std::fprintf(stderr, "ridgepoint: %s\n", kept.error().message().c_str());
    else if (!kept->isEmpty())
        std::fprintf(stderr, "ridgepoint: the autosave folder is not writable; the session was saved as %s instead\n",
                     qPrintable(*kept));
    m_engine.bench.shutDown();
    event->accept();
}

} // namespace ridgepoint
