// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/base/options.h"
#include "app/desktop/base/window_look.h"
#include "app/desktop/window/window_engine.h"

#include <QMainWindow>

class QScrollArea;

namespace ridgepoint {

class BenchStart;
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
class LessonPanel;
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

    [[nodiscard]] WindowEngine& engine() { return m_engine; }
    [[nodiscard]] ProbeDisplay& probeDisplay() { return *m_probeDisplay; }
    [[nodiscard]] WindowActions& actions_() { return *m_actions; }
    [[nodiscard]] MessageStrip& strip() { return *m_parts.strip; }
    [[nodiscard]] ChartArea& charts() { return *m_parts.charts; }
    [[nodiscard]] WorkloadPanel& workloadPanel() { return *m_parts.workload; }
    [[nodiscard]] InspectorPanel& inspector() { return *m_parts.inspector; }
    [[nodiscard]] SampleTable& table() { return *m_parts.table; }
    [[nodiscard]] BottomBar& bottomBar() { return *m_parts.bottom; }
    [[nodiscard]] DrawingGaps& gaps() { return *m_gaps; }
    [[nodiscard]] CalculatorCommands& calculator() { return *m_calculator; }
    [[nodiscard]] OwnKernelCard& ownKernelCard() { return *m_parts.ownKernel; }
    [[nodiscard]] WhatIfBar& whatIfBar() { return *m_parts.whatIfBar; }
    [[nodiscard]] WhatIfWiring& whatIf() { return *m_whatIf; }
    [[nodiscard]] FileCommands& files() { return *m_files; }
    [[nodiscard]] Exploration& exploration() { return *m_exploration; }
    [[nodiscard]] ExperimentCommands& experiments() { return *m_experiments; }
    [[nodiscard]] CompareCommands& compare() { return *m_compare; }
    [[nodiscard]] ToolBar& toolBar() { return *m_parts.tools; }
    [[nodiscard]] MapViews& mapViews() { return *m_parts.mapViews; }
    [[nodiscard]] FirstSteps& firstSteps() { return *m_firstSteps; }

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void compose();
    void leadKeyboard();
    void connectActions();
    void connectImport(const QString& bench);
    void connectMachines(const Options& options, const BenchDeadlines& deadlines);
    void connectFleets(const QString& folder);
    void connectMeasuring();
    void connectProbe();
    void connectStore();
    void connectViews();
    /// Measures what is missing, and says where no cell is.
    void run();
    void showPoint();
    /// How the point stands beside the compared devices.
    void showCompared();
    void showState();
    void showLoad(const QString& words);
    /// On the chart that stands alone, of a device of this machine.
    void showBusy();
    /// What the window measures on while it shows another device: that of the latest samples, else the first.
    [[nodiscard]] const DeviceInfo& measuredDevice() const;
    void tellError(const Error& error);
    /// Asks whether to close though what was measured can be written nowhere.
    [[nodiscard]] bool mayBeLost(const Error& error);
    void tellDoubtfulRoofs();
    void tellLostSize();
    void tellSaved(const QString& path);
    void tellExported(const QString& path);
    void arrange();
    void onRunningChanged(bool running);
    void showLock();
    void showPace();
    void refreshRunnable();
    void onFinished();

    /// What is seen, in the order in which it is made.
    struct Parts {
        ToolBar* tools = nullptr;
        MessageStrip* strip = nullptr;
        WorkloadPanel* workload = nullptr;
        InspectorPanel* inspector = nullptr;
        SampleTable* table = nullptr;
        ChartArea* charts = nullptr;
        MapViews* mapViews = nullptr;
        BottomBar* bottom = nullptr;
        WhatIfBar* whatIfBar = nullptr;
        QScrollArea* left = nullptr;
        OwnKernelCard* ownKernel = nullptr;
        LessonPanel* lesson = nullptr;
        QScrollArea* right = nullptr;
        SidePanels* panels = nullptr;
    };

    WindowLook m_look;
    WindowEngine m_engine;
    Parts m_parts;
    BenchStart* m_start;
    WindowActions* m_actions;
    WhatIfWiring* m_whatIf;
    FileCommands* m_files;
    CalculatorCommands* m_calculator;
    DrawingGaps* m_gaps;
    Exploration* m_exploration;
    ProbeDisplay* m_probeDisplay;
    ReferenceGuide* m_references;
    SessionGuide* m_sessionGuide;
    CompareCommands* m_compare;
    KeptView* m_keptView;
    FirstSteps* m_firstSteps;
    FigureWarnings* m_warnings;
    RoofOffers* m_roofOffers;
    ExperimentCommands* m_experiments;
    bool m_asksBeforeLoss = true;
};

} // namespace ridgepoint
