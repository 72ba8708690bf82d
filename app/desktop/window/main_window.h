// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/style/format.h"
#include "app/desktop/base/options.h"
#include "app/desktop/base/repaint_schedule.h"
#include "app/desktop/base/window_look.h"
#include "app/desktop/inspect/lever_trial.h"
#include "app/desktop/measure/bench_process.h"
#include "app/desktop/measure/device_watch.h"
#include "app/desktop/measure/load_notice.h"
#include "app/desktop/measure/measure_controller.h"
#include "app/desktop/measure/place_measurer.h"
#include "app/desktop/measure/probe_controller.h"
#include "app/desktop/session/cursor.h"
#include "app/desktop/session/live_session.h"
#include "app/desktop/session/session_store.h"
#include "app/desktop/session/snapshot_feed.h"

#include <QMainWindow>

class QScrollArea;

namespace ridgepoint {

class BottomBar;
class CalculatorCommands;
class ChartArea;
class CompareCommands;
class DrawingGaps;
class Exploration;
class ExperimentCommands;
class FigureWarnings;
class FileCommands;
class FirstSteps;
class InspectorPanel;
class KeptView;
class MapViews;
class MessageStrip;
class OwnKernelCard;
class ProbeDisplay;
class ReferenceGuide;
class RoofOffers;
class SampleTable;
class SessionGuide;
class SidePanels;
class ToolBar;
class WindowActions;
class WhatIfBar;
class WhatIfWiring;
class WorkloadPanel;

/// What a test gives the window in place of the user's own surroundings.
struct WindowSurroundings {
    QString autosaveFolder; ///< empty for the user's data folder
    BenchDeadlines deadlines;
    int linePauseMs = 700;
};

/// The window: puts the parts together and connects them. Every decision is made in a part.
class MainWindow : public QMainWindow {
    Q_OBJECT

public:
    explicit MainWindow(const Options& options, WindowSurroundings surroundings = {});
    ~MainWindow() override;

    /// Starts the measuring child and opens the session asked for, or the last one, or measures for the first time.
    void begin();
    /// Closes everything without a question, as on a signal: nobody may be there to answer.
    void end();

    [[nodiscard]] LiveSession& session() { return m_session; }
    [[nodiscard]] Cursor& cursor() { return m_cursor; }
    [[nodiscard]] MeasureController& controller() { return m_controller; }
    [[nodiscard]] ProbeController& probe() { return m_probe; }
    [[nodiscard]] ProbeDisplay& probeDisplay() { return *m_probeDisplay; }
    [[nodiscard]] BenchProcess& bench() { return m_bench; }
    [[nodiscard]] SessionStore& store() { return m_store; }
    [[nodiscard]] SnapshotFeed& feed() { return m_feed; }
    [[nodiscard]] RepaintSchedule& schedule() { return m_schedule; }
    [[nodiscard]] WindowActions& actions_() { return *m_actions; }
    [[nodiscard]] MessageStrip& strip() { return *m_strip; }
    [[nodiscard]] ChartArea& charts() { return *m_charts; }
    [[nodiscard]] WorkloadPanel& workloadPanel() { return *m_workload; }
    [[nodiscard]] InspectorPanel& inspector() { return *m_inspector; }
    [[nodiscard]] SampleTable& table() { return *m_table; }
    [[nodiscard]] BottomBar& bottomBar() { return *m_bottom; }
    [[nodiscard]] DrawingGaps& gaps() { return *m_gaps; }
    [[nodiscard]] CalculatorCommands& calculator() { return *m_calculator; }
    [[nodiscard]] OwnKernelCard& ownKernelCard() { return *m_ownKernel; }
    [[nodiscard]] WhatIfBar& whatIfBar() { return *m_whatIfBar; }
    [[nodiscard]] WhatIfWiring& whatIf() { return *m_whatIf; }
    [[nodiscard]] FileCommands& files() { return *m_files; }
    [[nodiscard]] Exploration& exploration() { return *m_exploration; }
    [[nodiscard]] ExperimentCommands& experiments() { return *m_experiments; }
    [[nodiscard]] CompareCommands& compare() { return *m_compare; }
    [[nodiscard]] ToolBar& toolBar() { return *m_tools; }
    [[nodiscard]] MapViews& mapViews() { return *m_mapViews; }
    [[nodiscard]] FirstSteps& firstSteps() { return *m_firstSteps; }

protected:
    void resizeEvent(QResizeEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void compose();
    void connectActions();
    void connectMeasuring();
    void connectProbe();
    void connectStore();
    void connectViews();
    void startBench(bool thenRun);
    void showPoint();
    void showState();
    void showLoad(const QString& words);
    /// What the window measures on while it shows another device: that of the latest samples, else the first.
    [[nodiscard]] const DeviceInfo& measuredDevice() const;
    void tellError(const Error& error);
    /// Asks whether to close though what was measured can be written nowhere.
    [[nodiscard]] bool mayBeLost(const Error& error);
    void tellBenchFailure(const Error& error);
    void restartBench();
    void tellDoubtfulRoofs();
    void tellLostSize();
    void tellExported(const QString& path);
    void arrange();
    void onRunningChanged(bool running);
    void showLock();
    void showPace();
    void refreshRunnable();
    void onFinished();

    Options m_options;
    Format m_format;
    WindowLook m_look;
    LiveSession m_session;
    Cursor m_cursor;
    BenchProcess m_bench;
    MeasureController m_controller;
    PlaceMeasurer m_places;
    ProbeController m_probe;
    SnapshotFeed m_feed;
    LeverTrial m_trial;
    RepaintSchedule m_schedule;
    DeviceWatch m_watch;
    LoadNotice m_load;
    SessionStore m_store;
    WindowActions* m_actions;
    ToolBar* m_tools;
    MessageStrip* m_strip;
    WorkloadPanel* m_workload;
    InspectorPanel* m_inspector;
    OwnKernelCard* m_ownKernel;
    SampleTable* m_table;
    ChartArea* m_charts;
    MapViews* m_mapViews;
    BottomBar* m_bottom;
    WhatIfBar* m_whatIfBar;
    WhatIfWiring* m_whatIf;
    QScrollArea* m_left;
    QScrollArea* m_right;
    SidePanels* m_panels = nullptr;
    FileCommands* m_files;
    CalculatorCommands* m_calculator;
    DrawingGaps* m_gaps;
    Exploration* m_exploration;
    ProbeDisplay* m_probeDisplay;
    QString m_benchFailure; ///< the strip's words on the last child that failed
    ReferenceGuide* m_references;
    SessionGuide* m_sessionGuide;
    CompareCommands* m_compare;
    KeptView* m_keptView;
    FirstSteps* m_firstSteps;
    FigureWarnings* m_warnings;
    RoofOffers* m_roofOffers;
    ExperimentCommands* m_experiments;
    bool m_firstStart = false;
    bool m_asksBeforeLoss = true;
};

} // namespace ridgepoint
