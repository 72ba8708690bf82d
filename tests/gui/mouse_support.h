// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/gui/explore_support.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAction>
#include <QComboBox>
#include <QContextMenuEvent>
#include <QMenu>
#include <QMenuBar>
#include <QScrollArea>

namespace ridgepoint::test {

/// The submenus that lead to an action, outermost first; empty where no menu has it.
inline QList<QMenu*> wayTo(const QAction* wanted, const QList<QAction*>& actions)
{
    for (QAction* action : actions)
        if (QMenu* menu = action->menu()) {
            if (menu->actions().contains(wanted))
                return {menu};
            if (const QList<QMenu*> deeper = wayTo(wanted, menu->actions()); !deeper.isEmpty())
                return QList<QMenu*>{menu} + deeper;
        }
    return {};
}

/// Opens the menus down to the action by the mouse and clicks it.
inline void chooseInMenu(MainWindow& window, QAction* wanted)
{
    QMenuBar* bar = window.menuBar();
    const QList<QMenu*> way = wayTo(wanted, bar->actions());
    QVERIFY2(!way.isEmpty(), qPrintable(wanted->text()));
    const QSignalSpy triggered(wanted, &QAction::triggered);
    clickAt(bar, bar->actionGeometry(way.front()->menuAction()).center());
    for (qsizetype i = 0; i < way.size(); ++i) {
        QTRY_VERIFY_WITH_TIMEOUT(way[i]->isVisible(), patienceMs);
        QAction* next = i + 1 < way.size() ? way[i + 1]->menuAction() : wanted;
        QVERIFY2(next->isEnabled(), qPrintable(next->text()));
        clickAt(way[i], way[i]->actionGeometry(next).center());
    }
    QTRY_VERIFY_WITH_TIMEOUT(QApplication::activePopupWidget() == nullptr, patienceMs);
    QCOMPARE(triggered.size(), 1);
}

/// The menu that a right click in the middle of a chart opens; null for none.
inline QMenu* openContextMenu(ChartWidget& chart)
{
    const QPoint place = chart.rect().center();
    QContextMenuEvent event(QContextMenuEvent::Mouse, place, chart.mapToGlobal(place));
    QApplication::sendEvent(&chart, &event);
    return qobject_cast<QMenu*>(QApplication::activePopupWidget());
}

inline void clickInMenu(QMenu* menu, QAction* wanted)
{
    QVERIFY(menu != nullptr && menu->actions().contains(wanted));
    clickAt(menu, menu->actionGeometry(wanted).center());
    QTRY_VERIFY_WITH_TIMEOUT(QApplication::activePopupWidget() == nullptr, patienceMs);
}

/// Clicks a button where it can be seen, scrolling to it as somebody would.
inline void press(QAbstractButton* button)
{
    QVERIFY(button != nullptr && button->isVisible() && button->isEnabled());
    for (QWidget* parent = button->parentWidget(); parent != nullptr; parent = parent->parentWidget())
        if (auto* scrolling = qobject_cast<QScrollArea*>(parent))
            scrolling->ensureWidgetVisible(button);
    const QPoint middle(8, button->height() / 2); // of a check box the words take no clicks beyond their end
    QVERIFY(button->visibleRegion().contains(middle));
    clickAt(button, middle);
}

/// Opens the list of a box and clicks one of its rows.
inline void chooseInBox(QComboBox* box, int row)
{
    QVERIFY(box != nullptr && box->isVisible() && box->isEnabled());
    QVERIFY2(row >= 0 && row < box->count(), qPrintable(box->accessibleName()));
    clickAt(box, box->rect().center());
    QAbstractItemView* list = box->view();
    QTRY_VERIFY_WITH_TIMEOUT(list->isVisible(), patienceMs);
    const QModelIndex item = box->model()->index(row, box->modelColumn(), box->rootModelIndex());
    list->scrollTo(item);
    // A list takes no release before the mouse has left the place of the click that opened it.
    hoverAt(list->viewport(), QRectF(list->viewport()->rect()).bottomRight());
    clickAt(list->viewport(), list->visualRect(item).center());
    QTRY_VERIFY_WITH_TIMEOUT(!list->isVisible(), patienceMs);
}

} // namespace ridgepoint::test
