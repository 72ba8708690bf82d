// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/window/main_window.h"

#include "app/charts/data/reference_device.h"
#include "app/desktop/base/enter_key.h"
#include "app/desktop/base/explore_actions.h"
#include "app/desktop/base/labels.h"
#include "app/desktop/base/message_strip.h"
#include "app/desktop/base/side_panels.h"
#include "app/desktop/base/slider_row.h"
#include "app/desktop/base/window_actions.h"
#include "app/desktop/calculator/calculator_commands.h"
#include "app/desktop/calculator/own_kernel_card.h"
#include "app/desktop/compare/compare_commands.h"
#include "app/desktop/experiments/experiment_commands.h"
#include "app/desktop/explore/exploration.h"
#include "app/desktop/explore/figure_warnings.h"
#include "app/desktop/explore/first_steps.h"
#include "app/desktop/explore/measured_again.h"
#include "app/desktop/explore/predict_mode.h"
#include "app/desktop/explore/presenter_mode.h"
#include "app/desktop/explore/probe_display.h"
#include "app/desktop/explore/reference_guide.h"
#include "app/desktop/explore/roof_offers.h"
#include "app/desktop/explore/session_guide.h"
#include "app/desktop/explore/what_if_wiring.h"
#include "app/desktop/explore/workload_panel.h"
#include "app/desktop/inspect/figures_view.h"
#include "app/desktop/inspect/inspector_panel.h"
#include "app/desktop/inspect/trial_wiring.h"
#include "app/desktop/measure/drawing_gaps.h"
#include "app/desktop/views/chart_area.h"
#include "app/desktop/views/chart_commands.h"
#include "app/desktop/views/file_commands.h"
#include "app/desktop/views/linked_views.h"
#include "app/desktop/views/map_views.h"
#include "app/desktop/views/picture_maker.h"
#include "app/desktop/views/sample_table.h"
#include "app/desktop/window/bottom_bar.h"
#include "app/desktop/window/help_dialogs.h"
#include "app/desktop/window/kept_view.h"
#include "app/desktop/window/tool_bar.h"
#include "app/desktop/window/tour.h"

#include <QAction>
#include <QCloseEvent>
#include <QGuiApplication>
#include <QHBoxLayout>
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
/// Given by hand: the layout's own minimum is that of the roomier arrangement, which would keep the window from
/// ever getting small enough for the next.
constexpr QSize smallestWindow(940, 560);
constexpr QSize usualWindow(1600, 980);
/// What a window manager draws around a window, at most.
constexpr QSize frameAround(16, 48);
/// Widths of the side panels: on a small window the charts need the room more.
constexpr int leftWidth = 256;
constexpr int rightWidth = 288;
constexpr int narrowLeftWidth = 248;
constexpr int narrowRightWidth = 252;
constexpr int leastCentre = 384; ///< one chart of the smallest size in its card
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
    : m_options(options),
      m_look(options.theme),
      m_cursor(m_session),
      m_bench(surroundings.deadlines),
      m_controller(m_bench, m_session, m_cursor),
      m_places(m_cursor, m_session, m_controller),
      m_probe(m_bench, m_session, m_cursor),
      m_feed(m_session, m_cursor),
      m_trial(m_cursor, m_session, m_feed, m_controller),
      m_watch(m_session),
      m_load(m_bench),
      m_store(m_session, surroundings.autosaveFolder)
{
    setWindowTitle(tr("Ridgepoint"));
    m_controller.setPause(surroundings.linePauseMs);
    m_store.setViewProvider([this](const QString& folder) {
        return m_keptView->addTo(m_mapViews->addTo(m_exploration->pins().addTo(m_cursor.toJson())), folder);
    });
    m_session.setReferences(shippedDevices());
    compose();
    connectActions();
    connectMeasuring();
    connectStore();
    connectViews();
    connectProbe();
    connectTour(
        {*m_firstSteps, *m_workload, *m_inspector, *m_right, *m_compare, *m_files, m_cursor, m_feed, m_session});
    m_look.apply();
    setMinimumSize(smallestWindow);
    resize(firstSize());
    restoreGeometry(QSettings().value(geometryKey).toByteArray());
    showState();
}

MainWindow::~MainWindow() { m_bench.shutDown(); }

void MainWindow::compose()
{
    m_actions = new WindowActions(this);
    letEnterPressButtons(*this);
    m_actions->fillMenus(menuBar());
    m_actions->setTheme(m_look.choice());
    auto* centre = new QWidget(this);
    centre->setProperty("surface", QStringLiteral("window"));
    m_tools = new ToolBar(m_cursor, m_session, m_actions->run, m_actions->exportChart, centre);
    m_tools->addButton(m_actions->liveProbe);
    m_strip = new MessageStrip(centre);
    m_workload = new WorkloadPanel(m_cursor, centre);
    m_inspector = new InspectorPanel(centre);
    m_table = new SampleTable(m_session, m_cursor, centre);
    m_charts = new ChartArea(m_cursor, m_table, centre);
    m_mapViews = new MapViews(*m_charts, m_session, this);
    m_mapViews->fillMenu(m_actions->viewMenu(), m_actions->whatIf);
    m_bottom = new BottomBar(centre);
    m_whatIfBar = new WhatIfBar(centre);
    m_whatIf = new WhatIfWiring(*m_actions, *m_charts->roofline(), *m_whatIfBar, m_feed, m_session, this);
    m_tools->addButton(m_actions->whatIf);
    m_left = makeScrolling(m_workload, tr("Workload"), centre);
    m_ownKernel = new OwnKernelCard(*m_charts->roofline(), *m_inspector, m_session, m_cursor, centre);
    m_right = makeScrolling(m_ownKernel->withInspector(), tr("Inspector"), centre);
    m_references = new ReferenceGuide(m_cursor, m_session, *m_strip, this);
    m_sessionGuide = new SessionGuide(m_store, m_cursor, m_session, *m_strip, this);
    auto* between = new QWidget(centre);
    m_panels = new SidePanels({m_left, between, m_right}, m_actions->sidePanels, this);
    m_files = new FileCommands(this, m_store, m_session, *m_charts, [this] { return m_trial.tried(); });
    setCentralWidget(centre);
    m_exploration = new Exploration({*this, m_session, m_cursor, m_feed, m_look, *m_files, *m_charts, *m_table,
                                     *m_workload, *m_inspector, *m_strip, *m_actions->undo},
                                    this);
    m_exploration->setPanels({m_tools, m_strip, m_left, m_right, m_bottom});
    connect(&m_exploration->presenter(), &PresenterMode::activeChanged, m_whatIf, &WhatIfWiring::setPresenting);
    m_calculator = new CalculatorCommands(this, m_session, m_cursor, m_controller);
    m_compare = new CompareCommands(this, m_session, m_cursor, *m_charts, *m_strip);
    m_compare->fillMenu(m_exploration->actions().menu());
    m_tools->addButton(m_compare->compare);
    m_tools->addButton(m_exploration->actions().present);
    m_firstSteps = new FirstSteps(*m_strip, this);
    m_warnings = new FigureWarnings(*m_firstSteps, *m_strip, this);
    new MeasuredAgain(m_controller, m_session, m_feed, *m_actions->undo, *m_strip, this);
    m_roofOffers = new RoofOffers(m_session, m_cursor, m_controller, *m_warnings, this);
    connect(m_roofOffers, &RoofOffers::offered, m_inspector, &InspectorPanel::setOfferedRoof);
    m_keptView = new KeptView(m_session, m_store, *m_charts, *m_compare, *m_whatIf, *m_strip, this);
    connect(m_keptView, &KeptView::restored, &m_exploration->links(),
            &LinkedViews::currentChanged); // an action shows its lock
    connect(&m_exploration->links(), &LinkedViews::currentChanged, m_compare, &CompareCommands::followLocks);
    m_experiments = new ExperimentCommands(
        {this, m_bench, m_session, m_cursor, m_controller, m_probe, m_look, m_store, *m_strip}, this);
    m_experiments->fillMenus(menuBar());
    connect(m_experiments, &ExperimentCommands::calculatorAsked, m_calculator,
            [this](const PointWork& point) { m_calculator->openWithWork(point.work, roofsOf(point)); });

    auto* middle = new QVBoxLayout(between);
    middle->setContentsMargins(0, 0, 0, 0);
    middle->setSpacing(10);
    middle->addWidget(m_strip);
    middle->addWidget(m_exploration->guessStrip());
    middle->addWidget(m_whatIfBar);
    middle->addWidget(m_charts, 1);
    auto* row = new QHBoxLayout;
    row->setSpacing(10);
    row->addWidget(m_left);
    row->addWidget(between, 1);
    row->addWidget(m_right);
    auto* column = new QVBoxLayout(centre);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_tools);
    auto* below = new QVBoxLayout;
    below->setContentsMargins(12, 12, 12, 12);
    below->setSpacing(10);
    below->addLayout(row, 1);
    column->addLayout(below, 1);
    // Over the charts, or over the panels in their place, so that a fault is always told.
    connect(m_panels, &SidePanels::replacedCentre, this, [this, below, middle](bool replaced) {
        (replaced ? middle : below)->removeWidget(m_strip);
        (replaced ? below : middle)->insertWidget(0, m_strip);
    });
    column->addWidget(m_bottom);
    m_workload->slider(AxisKind::Operations)->slider()->setFocus();
}

void MainWindow::connectActions()
{
    const auto on = [this](QAction* action, auto reaction) { connect(action, &QAction::triggered, this, reaction); };
    on(m_actions->newSession, [this] { m_store.startNew(); });
    on(m_actions->open, [this] { m_files->open(); });
    on(m_actions->save, [this] { m_files->save(); });
    on(m_actions->saveAs, [this] { m_files->saveAs(); });
    on(m_actions->exportChart, [this] { m_files->exportSomething(); });
    on(m_actions->report, [this] { m_files->exportReport(); });
    on(m_actions->quit, [this] { close(); });
    on(m_actions->run, [this] {
        if (m_references->active() && !m_controller.running())
            m_references->explainRun();
        else if (m_sessionGuide->isElsewhere() && !m_controller.running())
            m_sessionGuide->explain();
        else
            m_controller.running() ? m_controller.stop() : m_controller.run();
    });
    on(m_actions->measureMapAgain, [this] { m_controller.measureMapAgain(); });
    on(m_actions->measureRoofsAgain, [this] { m_controller.measureRoofsAgain(); });
    on(m_actions->restartBench, [this] { restartBench(); });
    on(m_actions->calculator, [this] { m_calculator->open(); });
    on(m_actions->ownKernels, [this] { m_calculator->openOwnKernels(); });
    connect(m_ownKernel, &OwnKernelCard::listAsked, m_calculator, &CalculatorCommands::openOwnKernels);
    connect(&m_exploration->predict(), &PredictMode::changed, m_calculator,
            [this] { m_calculator->setConcealed(m_exploration->predict().state() == PredictMode::State::Guessing); });
    connect(&m_exploration->predict(), &PredictMode::changed, m_compare,
            [this] { m_compare->setConcealed(m_exploration->predict().state() == PredictMode::State::Guessing); });
    connect(m_inspector, &InspectorPanel::calculationAsked, m_calculator, &CalculatorCommands::openWithPoint);
    on(m_actions->table,
       [this](bool shown) { m_charts->showPage(shown ? ChartArea::Page::Table : ChartArea::Page::Charts); });
    on(m_actions->copyRows, [this] { m_exploration->chartCommands().copy(); });
    on(m_actions->resetViews, [this] { m_charts->resetViews(); });
    on(m_actions->lockPicture, [this](bool locked) { m_feed.setLocked(locked); });
    on(m_actions->largerText, [this] { m_look.stepText(1); });
    on(m_actions->smallerText, [this] { m_look.stepText(-1); });
    on(m_actions->fullScreen, [this](bool full) { setWindowState(windowState().setFlag(Qt::WindowFullScreen, full)); });
    on(m_actions->shortcuts, [this] { showShortcuts(this); });
    on(m_actions->firstSteps, [this] { m_firstSteps->beginAgain(); });
    on(m_actions->about, [this] { showAbout(this); });
    connect(m_actions, &WindowActions::themeChosen, &m_look, &WindowLook::choose);
    connect(m_actions, &WindowActions::recentChosen, &m_store, &SessionStore::open);
    connect(m_charts, &ChartArea::pageChanged, this, [this] {
        const bool table = m_charts->page() == ChartArea::Page::Table;
        m_actions->table->setChecked(table);
    });
}

void MainWindow::connectMeasuring()
{
    connect(&m_controller, &MeasureController::runningChanged, this, &MainWindow::onRunningChanged);
    connect(&m_controller, &MeasureController::progressChanged, this,
            [this] { m_bottom->showProgress(m_controller.progress()); });
    connect(&m_controller, &MeasureController::problem, this, [this](const Error& error) {
        if (m_sessionGuide->isElsewhere())
            m_sessionGuide->explain();
        else
            m_cursor.deviceInfo().available ? tellError(error) : m_references->tellUnusable(error);
    });
    connect(m_references, &ReferenceGuide::userMoved, &m_controller, &MeasureController::attend);
    connect(&m_cursor, &Cursor::mapChanged, this, &MainWindow::refreshRunnable);
    connect(&m_controller, &MeasureController::benchFailed, this, &MainWindow::tellBenchFailure);
    connect(&m_controller, &MeasureController::finished, this, &MainWindow::onFinished);
    connect(&m_bench, &BenchProcess::stateChanged, this, [this] { onRunningChanged(m_controller.running()); });
    connect(&m_session, &LiveSession::devicesChanged, this, [this] { onRunningChanged(m_controller.running()); });
    connect(&m_load, &LoadNotice::changed, this, &MainWindow::showLoad);
    connect(&m_session, &LiveSession::replaced, m_warnings, &FigureWarnings::withdrawAll);
    connect(m_warnings, &FigureWarnings::waitingChanged, this, &MainWindow::showState);
    connect(m_files, &FileCommands::asking, m_warnings, &FigureWarnings::setCovered);
    connect(&m_controller, &MeasureController::roofsMeasured, this, [this] { tellDoubtfulRoofs(), tellLostSize(); });
    connect(m_tools, &ToolBar::userMoved, &m_controller, &MeasureController::attend);
    connect(m_workload, &WorkloadPanel::userMoved, &m_controller, &MeasureController::attend);
    connect(m_charts, &ChartArea::userMoved, &m_controller, &MeasureController::attend);
    connect(m_table, &SampleTable::userMoved, &m_controller, &MeasureController::attend);
    connect(m_charts, &ChartArea::measureWanted, &m_places, &PlaceMeasurer::measure);
    connect(m_charts, &ChartArea::axisChosen, &m_controller, &MeasureController::setLineAxis);
}

void MainWindow::connectProbe()
{
    m_probeDisplay = new ProbeDisplay(m_probe, m_feed, m_schedule, *m_charts, *m_workload);
    connect(m_actions->liveProbe, &QAction::triggered, this, [this](bool on) { m_probe.setOn(on); });
    connect(&m_probe, &ProbeController::problem, this, &MainWindow::tellError);
    m_controller.heed(m_probe, std::bind_front(&LeverTrial::otherEnd, &m_trial));
    connect(&m_probe, &ProbeController::onChanged, this, &MainWindow::showPace);
    connect(&m_probe, &ProbeController::onChanged, this, &MainWindow::showPoint);
    connect(&m_cursor, &Cursor::mapChanged, this, &MainWindow::showPace);
    connect(&m_look, &WindowLook::changed, m_probeDisplay, &ProbeDisplay::setTheme);
}

void MainWindow::connectStore()
{
    connect(&m_store, &SessionStore::failed, this, &MainWindow::tellError);
    connect(&m_store, &SessionStore::stateChanged, this, &MainWindow::showState);
    connect(&m_store, &SessionStore::saved, this,
            [this](const QString& path) { m_strip->answer(tr("Saved to %1.").arg(path)); });
    connect(&m_store, &SessionStore::recentChanged, this, [this] { m_actions->setRecent(m_store.recent()); });
    connect(m_files, &FileCommands::done, this, &MainWindow::tellExported);
    connect(m_files, &FileCommands::failed, this, &MainWindow::tellError);
    m_actions->setRecent(m_store.recent());
}

void MainWindow::connectViews()
{
    m_charts->addTo(m_schedule, [this] { return m_feed.latest(); });
    m_schedule.add([this] {
        showPoint();
        m_table->setSnapshot(m_feed.latest());
        showState();
    });
    m_feed.setFinisher([this](const SnapshotPointer& snapshot) { m_charts->pictures().prepare(snapshot); });
    connect(&m_feed, &SnapshotFeed::changed, &m_schedule, &RepaintSchedule::markAll);
    connect(&m_feed, &SnapshotFeed::lockChanged, this, &MainWindow::showLock);
    m_gaps = new DrawingGaps(m_bench, m_feed, m_schedule, m_cursor,
                             this); // after the line above: it draws what is marked
    connect(&m_cursor, &Cursor::moved, this, &MainWindow::showPoint);
    connect(&m_cursor, &Cursor::mapChanged, this, &MainWindow::showPoint);
    connect(m_whatIf, &WhatIfWiring::changed, this, &MainWindow::showPoint);
    connect(m_whatIf, &WhatIfWiring::changed, m_ownKernel,
            [this] { m_ownKernel->setWhatIf(m_whatIf->control().whatIf()); });
    connectTrial(m_trial, *m_inspector, *m_right);
    connect(&m_look, &WindowLook::changed, this, [this](const Theme& theme) {
        m_charts->setTheme(theme);
        m_compare->setTheme(theme);
        m_table->setTheme(theme);
        m_inspector->setTheme(theme);
        m_actions->setTheme(m_look.choice());
        arrange();
    });
}

void MainWindow::begin()
{
    connect(&m_store, &SessionStore::opened, this, [this] {
        m_firstStart = false; // who opens a session has come further
        if (m_bench.state() == BenchState::NotRunning)
            startBench(false);
    });
    connect(&m_store, &SessionStore::nothingToReopen, this, [this] {
        m_firstStart = true;
        startBench(true);
    });
    // A session that cannot be read is no reason to have no measuring program.
    connect(&m_store, &SessionStore::failed, this, [this] {
        if (m_bench.state() == BenchState::NotRunning)
            startBench(false);
    });
    if (m_options.session.isEmpty())
        m_store.reopenLast();
    else
        m_store.open(m_options.session);
}

void MainWindow::resizeEvent(QResizeEvent* event)
{
    QMainWindow::resizeEvent(event);
    arrange();
}

void MainWindow::arrange()
{
    if (m_exploration->presenter().active())
        return; // one chart has everything
    // Larger text needs what a smaller window needs: fewer things at once.
    const double scale = m_look.textScale();
    const bool compact = width() < smallWindow.width() * scale || height() < smallWindow.height() * scale;
    const bool narrow = width() < narrowWindow * scale;
    m_inspector->setWindowHeight(static_cast<int>(height() / scale));
    m_charts->setRoom(narrow ? ChartArea::Room::Narrow : compact ? ChartArea::Room::Compact : ChartArea::Room::Wide);
    const auto scaled = [scale](int pixels) { return static_cast<int>(pixels * scale); };
    m_panels->arrange(width(), scaled(compact ? narrowLeftWidth : leftWidth),
                      scaled(compact ? narrowRightWidth : rightWidth), scaled(leastCentre));
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    // The next start is neither: both are left, so that the geometry is that of the window.
    if (m_exploration->presenter().active())
        m_exploration->presenter().leave();
    if (isFullScreen())
        setWindowState(windowState().setFlag(Qt::WindowFullScreen, false));
    QSettings().setValue(geometryKey, saveGeometry());
    const auto kept = m_store.flush();
    if (!kept && m_asksBeforeLoss && !mayBeLost(kept.error())) {
        event->ignore();
        return;
    }
    if (!kept)
        std::fprintf(stderr, "ridgepoint: %s\n", kept.error().message().c_str());
    else if (!kept->isEmpty())
        std::fprintf(stderr,
                     "ridgepoint: the folder of autosaves could not be written; the session was saved as %s instead\n",
                     qPrintable(*kept));
    m_bench.shutDown();
    event->accept();
}

} // namespace ridgepoint
