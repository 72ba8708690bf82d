// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/base/window_look.h"
#include "app/desktop/session/pin_board.h"

#include <QObject>
#include <QPointer>
#include <QWidget>

#include <vector>

class QMainWindow;
class QScrollArea;

namespace ridgepoint {

class ChartArea;
class ChartWidget;
class PresentedPart;
class PresenterBar;
class SidePanels;

/// One chart at a time fills the screen, in type for the last row, with the presenter's bar below; pins come after the
/// charts, one each. While a part is open, such as a lesson, it is shown and walked in their place. Whoever leaves
/// finds the window with what is open and chosen by then: nothing of it is remembered but who had the keyboard. Left
/// and Right move the bar's slider, also where a button beside the chart has the keyboard.
class PresenterMode : public QObject {
    Q_OBJECT

public:
    PresenterMode(QMainWindow& window, ChartArea& charts, PresenterBar& bar, WindowLook& look, PinBoard& pins,
                  QObject* parent);

    /// The size of type in a window of this height: its smallest words, 0.87 of it, have 20 pixels at 1080 lines and 13
    /// at 600.
    [[nodiscard]] static int typePixels(int height);
    /// What has to be out of sight meanwhile, beside the menu bar, and who shows the panels at the sides.
    void setPanels(std::vector<QWidget*> panels, SidePanels& sides);
    /// Shows it while it is open; of several that are, the one that was added first. It has to outlive the presenter.
    void add(PresentedPart& part);
    /// A part was opened, closed or walked, or a slide is gone.
    void refresh();
    /// The window has another size.
    void arrange();
    /// Says so in the caption.
    void setLocked(bool isLocked);
    [[nodiscard]] bool active() const { return m_active; }
    /// Begins with this chart, which the user looks at; null for the first of all.
    void enter(const ChartWidget* first = nullptr);
    void leave();
    /// Goes on (1) or back (-1) in the open part, else by a slide, of which the last is followed by the first.
    void step(int by);
    [[nodiscard]] int slide() const { return m_slide; }
    [[nodiscard]] int slideCount() const;
    /// "1 of 4", "Pin A · 4 of 4", or that of the open part.
    [[nodiscard]] QString caption() const;

signals:
    void activeChanged(bool active);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    [[nodiscard]] PresentedPart* openPart() const;
    /// The open part's panel beside the chart; null for none, and while this is off.
    [[nodiscard]] QScrollArea* side() const;
    [[nodiscard]] int slideOf(const ChartWidget& chart) const;
    void show();
    void showSlide();
    /// The size of type in the window as it is or becomes.
    [[nodiscard]] int pixels() const;

    QMainWindow& m_window;
    ChartArea& m_charts;
    PresenterBar& m_bar;
    WindowLook& m_look;
    PinBoard& m_pins;
    std::vector<QWidget*> m_panels;
    SidePanels* m_sides = nullptr;
    std::vector<PresentedPart*> m_parts;
    Qt::WindowStates m_before;
    QPointer<QWidget> m_focusBefore;
    bool m_active = false;
    bool m_isLocked = false;
    int m_slide = 0;
};

} // namespace ridgepoint
