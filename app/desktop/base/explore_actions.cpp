// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/base/explore_actions.h"

#include "app/charts/data/pin.h"

#include <QAction>
#include <QMenu>
#include <QMenuBar>

namespace ridgepoint {

ExploreActions::ExploreActions(QObject* parent) : QObject(parent)
{
    pin = make(tr("&Pin what is shown"), QStringLiteral("Ctrl+P"),
               tr("Keep the current point, curves and readings in grey for comparison"));
    removeLastPin = make(tr("Remove the &last pin"), QStringLiteral("Ctrl+Shift+P"), tr("Remove the latest pin"));
    removeAllPins = make(tr("Remove &all pins"), QStringLiteral("Ctrl+Alt+P"), tr("Remove every pin"));
    predict = make(tr("Predict &first"), QStringLiteral("Ctrl+G"),
                   tr("Hide the results until you have guessed them in a chart, with the mouse or keyboard"));
    predict->setCheckable(true);
    copyNumbers = make(tr("Copy the chart's &numbers"), QStringLiteral("Ctrl+Shift+C"),
                       tr("Copy the numbers of the chart used last to the clipboard as CSV"));
    copyCaption = make(tr("Copy the chart's capt&ion"), QStringLiteral("Ctrl+Alt+C"),
                       tr("Copy a sentence for a paper to the clipboard: what the chart shows, device, date, program, "
                          "and what its intervals mean"));
    axisRanges = make(tr("A&xis ranges…"), QStringLiteral("Ctrl+Shift+A"),
                      tr("Set the axis ranges of the chart used last"));
    lockAxes = make(tr("Lock t&his chart's axes"), QStringLiteral("Ctrl+Alt+L"),
                    tr("Keep the axes of the chart used last as they are"));
    lockAxes->setCheckable(true);
    present = make(
        tr("Pre&senter"), QStringLiteral("F11"),
        tr("Show one chart at a time on the full screen in large type, or the open lesson or experiment; Page Up and "
           "Page Down go on"));
    present->setCheckable(true);
    present->setIconText(tr("Presenter"));
    nextSlide = make(
        tr("Presenter: g&o on"), QStringLiteral("PgDown"),
        tr("While presenting: the next chart or pin, or the next step of a lesson, experiment or lecture"));
    previousSlide = make(tr("Presenter: go &back"), QStringLiteral("PgUp"),
                         tr("While presenting: the chart or pin before, or the step before"));
    for (QAction* each : {nextSlide, previousSlide})
        each->setEnabled(false); // these keys belong to lists and tables else
    setPins({}, false);
}

void ExploreActions::fillMenus(QMenuBar* bar)
{
    auto* menu = new QMenu(tr("E&xplore"), bar);
    m_menu = menu;
    menu->addAction(pin);
    m_pins = menu->addMenu(tr("&Remove a pin"));
    menu->addActions({removeLastPin, removeAllPins});
    menu->addSeparator();
    menu->addAction(predict);
    menu->addSeparator();
    QMenu* chart = menu->addMenu(tr("C&hart used last")); // one level down, so that the menu fits a small screen
    chart->addActions({copyNumbers, copyCaption, axisRanges, lockAxes});
    menu->addSeparator();
    menu->addActions({present, nextSlide, previousSlide});
    for (QMenu* each : {menu, m_pins, chart})
        each->setToolTipsVisible(true);
    m_pins->setEnabled(false);
    if (bar->actions().isEmpty())
        bar->addMenu(menu);
    else
        bar->insertMenu(bar->actions().constLast(), menu);
}

void ExploreActions::setPins(const std::vector<Pin>& pins, bool full)
{
    pin->setEnabled(!full);
    removeLastPin->setEnabled(!pins.empty());
    removeAllPins->setEnabled(!pins.empty());
    if (m_pins == nullptr)
        return;
    qDeleteAll(m_pins->actions());
    m_pins->setEnabled(!pins.empty());
    for (const Pin& each : pins) {
        const QString name = QString::fromStdString(each.name);
        auto* action = new QAction(QStringLiteral("&%1  %2").arg(name, pinWords(each, m_format)), m_pins);
        action->setToolTip(tr("Remove pin %1").arg(name));
        m_pins->addAction(action);
        // Queued: the action must outlive its own signal, and the list is made anew by it.
        connect(
            action, &QAction::triggered, this, [this, chosen = each.name] { emit removePin(chosen); },
            Qt::QueuedConnection);
    }
}

} // namespace ridgepoint
