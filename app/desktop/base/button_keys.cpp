// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/base/button_keys.h"

#include "app/desktop/base/window_actions.h"

#include <QAction>
#include <QApplication>
#include <QKeyEvent>
#include <QMainWindow>
#include <QMenuBar>
#include <QPointer>
#include <QPushButton>
#include <QToolButton>

namespace ridgepoint {
namespace {

constexpr const char* keepsArrows = "arrowsStayOnButtons"; ///< of a window: whether ArrowKeys looks after it

bool isPressed(const QObject* widget) // and not chosen, as one of several
{
    return qobject_cast<const QPushButton*>(widget) != nullptr || qobject_cast<const QToolButton*>(widget) != nullptr;
}

/// What Tab, or Shift and Tab, reaches from here; null for nothing else.
QWidget* neighbour(QWidget& from, bool isNext)
{
    const auto after = [isNext](QWidget* each) {
        return isNext ? each->nextInFocusChain() : each->previousInFocusChain();
    };
    for (QWidget* each = after(&from); each != &from; each = after(each))
        if (each->isVisible() && each->isEnabled() && (each->focusPolicy() & Qt::TabFocus) != 0
            && each->focusProxy() == nullptr)
            return each;
    return nullptr;
}

/// Of an arrow key Qt's buttons make a Tab, which may end at a slider or a list; the next press changes that. Here it
/// leads to another button at most, and else scrolls what the button stands in.
class ArrowKeys : public QObject {
public:
    using QObject::QObject;

    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (event->type() != QEvent::KeyPress || !isPressed(watched))
            return false;
        auto& button = static_cast<QWidget&>(*watched);
        const int key = static_cast<const QKeyEvent*>(event)->key();
        const bool isNext = key == Qt::Key_Down || key == Qt::Key_Right;
        const bool isArrow = isNext || key == Qt::Key_Up || key == Qt::Key_Left;
        if (!isArrow || !button.window()->property(keepsArrows).toBool() || isPressed(neighbour(button, isNext)))
            return false;
        event->ignore(); // goes on to what the button stands in
        return true;
    }
};

/// Sees the keys that the widgets of its window left alone.
class EnterPresses : public QObject {
public:
    explicit EnterPresses(QWidget& window) : QObject(&window), m_window(window) { window.installEventFilter(this); }

    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (event->type() != QEvent::KeyPress)
            return QObject::eventFilter(watched, event);
        const auto& key = static_cast<const QKeyEvent&>(*event);
        const bool isEnter = (key.key() == Qt::Key_Return || key.key() == Qt::Key_Enter)
                          && (key.modifiers() & ~Qt::KeypadModifier) == 0;
        auto* button = qobject_cast<QAbstractButton*>(m_window.focusWidget());
        if (!isEnter || !isPressed(button))
            return QObject::eventFilter(watched, event);
        if (!key.isAutoRepeat()) // a key held down would press what comes of it, too
            button->click();
        return true;
    }

private:
    QWidget& m_window;
};

/// Keeps the widgets of its window from claiming the keys of the menus.
class MenuKeys : public QObject {
public:
    explicit MenuKeys(QMainWindow& window) : QObject(&window), m_window(window) { qApp->installEventFilter(this); }

    bool eventFilter(QObject* watched, QEvent* event) override
    {
        const auto* widget = event->type() == QEvent::ShortcutOverride ? qobject_cast<QWidget*>(watched) : nullptr;
        if (widget == nullptr || widget->window() != &m_window)
            return false;
        const auto& key = static_cast<const QKeyEvent&>(*event);
        for (const auto edits : {QKeySequence::Copy, QKeySequence::Undo, QKeySequence::Redo})
            if (key.matches(edits))
                return false;
        const QKeySequence pressed(key.keyCombination());
        for (const QAction* action : actionsIn(m_window.menuBar()->actions()))
            if (action->isEnabled() && action->shortcut() == pressed) {
                event->ignore(); // so that it goes on as a shortcut
                return true;
            }
        return false;
    }

private:
    QMainWindow& m_window;
};

} // namespace

void letMenusTakeKeys(QMainWindow& window) { new MenuKeys(window); }

void letKeysPressButtons(QWidget& window)
{
    static QPointer<ArrowKeys> arrows; // one sees all windows, for as long as the application lives
    if (!arrows) {
        arrows = new ArrowKeys(QCoreApplication::instance());
        QCoreApplication::instance()->installEventFilter(arrows);
    }
    window.setProperty(keepsArrows, true);
    new EnterPresses(window);
}

} // namespace ridgepoint
