// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/base/enter_key.h"

#include <QKeyEvent>
#include <QPushButton>
#include <QToolButton>

namespace ridgepoint {
namespace {

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
        if (!isEnter
            || (qobject_cast<QPushButton*>(button) == nullptr && qobject_cast<QToolButton*>(button) == nullptr))
            return QObject::eventFilter(watched, event);
        if (!key.isAutoRepeat()) // a key held down would press what comes of it, too
            button->click();
        return true;
    }

private:
    QWidget& m_window;
};

} // namespace

void letEnterPressButtons(QWidget& window) { new EnterPresses(window); }

} // namespace ridgepoint
