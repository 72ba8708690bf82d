// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/base/window_look.h"
#include "app/desktop/session/pin_board.h"

#include <QObject>
#include <QPointer>

#include <vector>

class QMainWindow;
class QWidget;

namespace ridgepoint {

class ChartArea;
class PresenterBar;

/// One chart at a time fills the screen, in type for the last row, with the presenter's bar below; pins come after the
/// charts, one each. Whoever leaves finds the window as it was.
class PresenterMode : public QObject {
    Q_OBJECT

public:
    PresenterMode(QMainWindow& window, ChartArea& charts, PresenterBar& bar, WindowLook& look, PinBoard& pins,
                  QObject* parent);

    /// What has to be out of sight meanwhile, beside the menu bar.
    void setPanels(std::vector<QWidget*> panels);
    /// Says so in the caption.
    void setLocked(bool isLocked);
    [[nodiscard]] bool active() const { return m_active; }
    void enter();
    void leave();
    /// Goes on by so many slides; the last is followed by the first.
    void step(int by);
    [[nodiscard]] int slide() const { return m_slide; }
    [[nodiscard]] int slideCount() const;
    /// "Roofline · 1 of 4".
    [[nodiscard]] QString caption() const;

signals:
    void activeChanged(bool active);

private:
    struct Hidden {
        QPointer<QWidget> widget;
        bool wasHidden = false;
    };
    void show();
    void fitType();

    QMainWindow& m_window;
    ChartArea& m_charts;
    PresenterBar& m_bar;
    WindowLook& m_look;
    PinBoard& m_pins;
    std::vector<QWidget*> m_panels;
    std::vector<Hidden> m_hidden;
    Qt::WindowStates m_before;
    bool m_active = false;
    bool m_isLocked = false;
    int m_slide = 0;
};

} // namespace ridgepoint
