// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/base/window_actions.h"

#include <QAction>
#include <QActionGroup>
#include <QFileInfo>
#include <QKeySequence>
#include <QMenu>
#include <QMenuBar>
#include <QUndoStack>

namespace ridgepoint {

QList<QAction*> actionsIn(const QList<QAction*>& menus)
{
    QList<QAction*> all;
    for (const QAction* each : menus)
        if (const QMenu* menu = each->menu())
            for (QAction* action : menu->actions())
                all << (action->menu() != nullptr ? actionsIn({action}) : QList<QAction*>{action});
    return all;
}

QAction* makeAction(QObject* parent, const QString& text, const QString& keys, const QString& tip)
{
    auto* action = new QAction(text, parent);
    action->setShortcut(QKeySequence(keys, QKeySequence::PortableText));
    action->setToolTip(QStringLiteral("%1 (%2)").arg(tip, action->shortcut().toString(QKeySequence::NativeText)));
    action->setStatusTip(tip);
    return action;
}

WindowActions::WindowActions(QObject* parent)
    : QObject(parent), undo(new QUndoStack(this)), m_themes(new QActionGroup(this))
{
    newSession = make(tr("&New session"), QStringLiteral("Ctrl+N"),
                      tr("Start an empty session; the current one stays autosaved"));
    open = make(tr("&Open…"), QStringLiteral("Ctrl+O"), tr("Open a session file"));
    openFleet = make(
        tr("Open a &fleet…"), QStringLiteral("Ctrl+Alt+F"),
        tr("Show the nodes of a cluster side by side, from a folder of their sessions; a folder can also be "
           "dropped on the window"));
    openLesson = make(tr("Open &lesson…"), QStringLiteral("Ctrl+Alt+O"), tr("Begin a lesson from a page of your own"));
    save = make(tr("&Save"), QStringLiteral("Ctrl+S"), tr("Save the session to its file"));
    saveAs = make(tr("Save &as…"), QStringLiteral("Ctrl+Shift+S"), tr("Save the session to another file"));
    importKernels = make(tr("&Import kernels…"), QStringLiteral("Ctrl+M"),
                         tr("Place kernels on the roofline out of files of profilers and benchmarks; files can also be "
                            "dropped on the window"));
    runProgram = make(tr("Run a &program…"), QStringLiteral("Ctrl+R"),
                      tr("Run a program of your own and place the regions that it tells of on the roofline"));
    exportChart = make(tr("&Export…"), QStringLiteral("Ctrl+E"),
                       tr("Write a chart or a lab report (PDF, SVG, PNG, HTML), or the data as CSV"));
    exportChart->setIconText(tr("Export"));
    report = make(tr("Lab repor&t…"), QStringLiteral("Ctrl+Shift+E"),
                  tr("Write charts, roofs, tables and the measuring method into one PDF or HTML file"));
    quit = make(tr("&Quit"), QStringLiteral("Ctrl+Q"), tr("Close the window; the session is autosaved"));
    run = make(tr("&Run"), QStringLiteral("F5"), tr("Measure the missing cells of this map"));
    measureMapAgain = make(tr("Measure this &map again"), QStringLiteral("Shift+F5"),
                           tr("Measure every needed cell of this map again; the better measurement of each cell is "
                              "kept"));
    measureRoofsAgain = make(tr("Measure the r&oofs again"), QStringLiteral("Ctrl+F5"),
                             tr("Measure bandwidths, compute roofs and launch costs again"));
    liveProbe = make(tr("Live &probe"), QStringLiteral("Ctrl+L"), tr("Measure the selected workload continuously"));
    liveProbe->setIconText(tr("◉ Live probe"));
    liveProbe->setCheckable(true);
    liveProbe->setEnabled(false);
    restartBench = make(tr("Restart the measurin&g program"), QStringLiteral("Ctrl+Shift+F5"),
                        tr("Start the measuring program again; measurements are kept"));
    calculator = make(tr("&Calculator…"), QStringLiteral("Ctrl+K"),
                      tr("Estimate step by step how long work takes on a device"));
    ownKernels = make(tr("Your own &kernels…"), QStringLiteral("Ctrl+Shift+K"),
                      tr("List the kernels that you counted, timed or imported, and place them on the roofline"));
    whatIf = make(tr("&What if"), QStringLiteral("Ctrl+I"),
                  tr("Scale roofs hypothetically and see the predictions change; measured points stay"));
    whatIf->setIconText(tr("What if"));
    whatIf->setCheckable(true);
    resetWhatIf = make(tr("Reset w&hat-if"), QStringLiteral("Ctrl+Shift+I"),
                       tr("Return all roofs to their measured "
                          "values"));
    resetWhatIf->setEnabled(false);
    table = make(tr("&Data table"), QStringLiteral("Ctrl+T"), tr("Show or hide the samples as a table"));
    table->setCheckable(true);
    copyRows = make(tr("&Copy"), QStringLiteral("Ctrl+C"),
                    tr("Copy the focused chart as picture and numbers, or the selected rows of the data table"));
    resetViews = make(tr("&Reset zoom"), QStringLiteral("Ctrl+0"),
                      tr("Undo zoom and pan in all charts whose axes are not locked"));
    lockPicture = make(tr("Loc&k the picture"), QStringLiteral("F8"),
                       tr("Freeze axes, roofs and maps while measuring goes on; unlocking shows the new measurements"));
    lockPicture->setCheckable(true);
    detail = make(tr("Roofline: e&xtra detail"), QStringLiteral("Ctrl+D"),
                  tr("Show the roofs of other precisions, and how well each roof is known"));
    detail->setCheckable(true);
    sidePanels = make(
        tr("&Side panels"), QStringLiteral("F9"),
        tr("Show or hide the panels on both sides; in a narrow window they take the place of the charts"));
    sidePanels->setCheckable(true);
    sidePanels->setChecked(true);
    nextPart = make(tr("&Go to the next part"), QStringLiteral("F4"),
                    tr("Lead the keyboard to the next part of the window: tool bar, workload, message, charts, what "
                       "limits the point"));
    previousPart = make(tr("Go &back to the part before"), QStringLiteral("Shift+F4"),
                        tr("Lead the keyboard to the part of the window before this one"));
    largerText = make(tr("&Larger text"), QStringLiteral("Ctrl++"),
                      tr("Enlarge the text of window and charts, for example for a lecture hall"));
    smallerText = make(tr("S&maller text"), QStringLiteral("Ctrl+-"), tr("Make the text of window and charts smaller"));
    fullScreen = make(tr("&Full screen"), QStringLiteral("Shift+F11"), tr("Enter or leave full screen"));
    fullScreen->setCheckable(true);
    firstSteps = make(tr("&First steps"), QStringLiteral("Ctrl+F1"),
                      tr("A short tour: cross the ridge, try a lever, compare with an A100, write a report; it shows "
                         "the curves first, and goes on where it was closed"));
    guide = make(tr("&Guide"), QStringLiteral("F3"),
                 tr("How to read the charts, when not to believe them, and how to measure your own kernels"));
    glossary = make(tr("Gl&ossary"), QStringLiteral("F2"),
                    tr("Look up a word of this field: roofline, ridge point, confidence interval and others"));
    shortcuts = make(tr("&Keyboard shortcuts"), QStringLiteral("F1"), tr("List every shortcut"));
    about = make(tr("&About Ridgepoint"), QStringLiteral("Shift+F1"), tr("Version and licences"));
    makeUndo();
    makeThemes();
    setRunning(false, false);
}

void WindowActions::makeUndo()
{
    undoStep = make(
        tr("&Undo"), QStringLiteral("Ctrl+Z"),
        tr("Undo the last change of workload, view, what-if or own kernels, the last import, or the last repeated "
           "measurement"));
    redoStep = make(tr("&Redo"), QStringLiteral("Ctrl+Shift+Z"), tr("Redo the change that was undone"));
    const auto follow = [this] {
        undoStep->setText(undo->canUndo() ? tr("&Undo %1").arg(undo->undoText()) : tr("&Undo"));
        redoStep->setText(undo->canRedo() ? tr("&Redo %1").arg(undo->redoText()) : tr("&Redo"));
        undoStep->setEnabled(undo->canUndo());
        redoStep->setEnabled(undo->canRedo());
    };
    connect(undo, &QUndoStack::indexChanged, this, follow);
    connect(undo, &QUndoStack::canUndoChanged, this, follow);
    connect(undo, &QUndoStack::canRedoChanged, this, follow);
    connect(undoStep, &QAction::triggered, undo, &QUndoStack::undo);
    connect(redoStep, &QAction::triggered, undo, &QUndoStack::redo);
    follow();
}

void WindowActions::makeThemes()
{
    themeSystem = make(tr("Theme of the s&ystem"), QStringLiteral("Ctrl+Alt+1"),
                       tr("Follow the desktop's light or dark theme"));
    themeLight = make(tr("Ligh&t theme"), QStringLiteral("Ctrl+Alt+2"), tr("Dark text on a light background"));
    themeDark = make(tr("D&ark theme"), QStringLiteral("Ctrl+Alt+3"), tr("Light text on a dark background"));
    const std::pair<QAction*, ThemeChoice> themes[] = {
        {themeSystem, ThemeChoice::System}, {themeLight, ThemeChoice::Light}, {themeDark, ThemeChoice::Dark}};
    for (const auto& [action, choice] : themes) {
        action->setCheckable(true);
        m_themes->addAction(action);
        connect(action, &QAction::triggered, this, [this, chosen = choice] { emit themeChosen(chosen); });
    }
}

void WindowActions::fillMenus(QMenuBar* bar)
{
    QMenu* file = bar->addMenu(tr("&File"));
    file->addActions({newSession, open, openFleet});
    m_recent = file->addMenu(tr("Open &recent"));
    file->addActions({save, saveAs});
    file->addSeparator();
    file->addActions({importKernels, runProgram});
    file->addSeparator();
    file->addActions({exportChart, report});
    file->addSeparator();
    file->addAction(quit);
    QMenu* edit = bar->addMenu(tr("&Edit"));
    edit->addActions({undoStep, redoStep});
    edit->addSeparator();
    edit->addAction(copyRows);
    edit->addSeparator();
    edit->addActions({nextPart, previousPart});
    QMenu* measure = bar->addMenu(tr("&Measure"));
    m_measure = measure;
    measure->addActions({run, measureMapAgain, measureRoofsAgain});
    measure->addSeparator();
    measure->addAction(liveProbe);
    measure->addActions({calculator, ownKernels});
    measure->addSeparator();
    measure->addAction(restartBench);
    QMenu* view = bar->addMenu(tr("&View"));
    m_view = view;
    view->addAction(table);
    view->addSeparator();
    view->addActions({whatIf, resetWhatIf});
    view->addSeparator();
    view->addAction(detail);
    view->addActions({resetViews, lockPicture, sidePanels, largerText, smallerText, fullScreen});
    view->addSeparator();
    view->addActions(m_themes->actions());
    QMenu* help = bar->addMenu(tr("&Help"));
    help->addAction(firstSteps);
    QMenu* steps = help->addMenu(tr("First steps: go &to"));
    const QString names[] = {tr("&1 Cross the ridge point"), tr("&2 Try what would help"),
                             tr("&3 Compare with an A100"), tr("&4 Write a report")};
    for (int step = 1; const QString& name : names)
        connect(steps->addAction(name), &QAction::triggered, this,
                [this, chosen = step++] { emit tourStepChosen(chosen); });
    help->addActions({guide, glossary, shortcuts, about});
    for (QMenu* menu : {file, edit, measure, view, help, m_recent})
        menu->setToolTipsVisible(true);
}

void WindowActions::setRunning(bool running, bool canRun)
{
    run->setText(running ? tr("&Stop") : tr("&Run"));
    run->setIconText(running ? tr("■ Stop") : tr("▶ Run"));
    run->setEnabled(running || canRun);
    // Also while something runs: sharpening goes on for minutes on a busy machine, and gives way to both.
    measureMapAgain->setEnabled(canRun);
    measureRoofsAgain->setEnabled(canRun);
}

void WindowActions::setProbing(bool on, bool possible)
{
    liveProbe->setChecked(on);
    liveProbe->setEnabled(on || possible);
}

void WindowActions::setTheme(ThemeChoice choice)
{
    (choice == ThemeChoice::Light  ? themeLight
     : choice == ThemeChoice::Dark ? themeDark
                                   : themeSystem)
        ->setChecked(true);
}

void WindowActions::setRecent(const QStringList& paths)
{
    if (m_recent == nullptr)
        return;
    qDeleteAll(m_recent->actions());
    int number = 0;
    for (const QString& path : paths) {
        QAction* action = make(QFileInfo(path).fileName(), QStringLiteral("Alt+%1").arg(++number), path);
        m_recent->addAction(action);
        connect(action, &QAction::triggered, this, [this, path] { emit recentChosen(path); });
    }
    m_recent->setEnabled(!paths.isEmpty());
}

} // namespace ridgepoint
