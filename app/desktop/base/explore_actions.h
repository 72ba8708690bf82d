// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/data/pin.h"
#include "app/charts/style/format.h"
#include "app/desktop/base/window_actions.h"

#include <QList>
#include <QObject>

class QAction;
class QMenu;
class QMenuBar;

namespace ridgepoint {

/// The actions of the Explore menu with their names, shortcuts and tool tips. What they do is connected by Exploration.
class ExploreActions : public QObject {
    Q_OBJECT

public:
    explicit ExploreActions(QObject* parent);

    /// Adds the menu in front of the last one, which is Help.
    void fillMenus(QMenuBar* bar);
    /// The menu, once filled, for what other parts add to it.
    [[nodiscard]] QMenu* menu() const { return m_menu; }
    /// Those of the presenter, for other windows that take its keys.
    [[nodiscard]] QList<QAction*> presenterActions() const { return {present, nextSlide, previousSlide}; }
    /// Lists the pins to remove, and enables what can be done.
    void setPins(const std::vector<Pin>& pins, bool full);

    QAction* pin;
    QAction* removeLastPin;
    QAction* removeAllPins;
    QAction* predict;
    QAction* copyNumbers;
    QAction* copyCaption;
    QAction* axisRanges;
    QAction* lockAxes;
    QAction* present;
    QAction* nextSlide; ///< enabled while presenting, as is the one before
    QAction* previousSlide;

signals:
    void removePin(const std::string& name);

private:
    QAction* make(const QString& text, const QString& keys, const QString& tip)
    {
        return makeAction(this, text, keys, tip);
    }

    Format m_format;
    QMenu* m_menu = nullptr;
    QMenu* m_pins = nullptr;
};

} // namespace ridgepoint
