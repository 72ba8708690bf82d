// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/explore/presenter_mode.h"

#include "app/charts/data/pin.h"
#include "app/charts/draw/curves_chart.h"
#include "app/charts/draw/regime_map_chart.h"
#include "app/charts/draw/roofline_chart.h"
#include "app/desktop/base/presented_part.h"
#include "app/desktop/base/side_panels.h"
#include "app/desktop/base/window_actions.h"
#include "app/desktop/explore/presenter_bar.h"
#include "app/desktop/views/chart_area.h"

#include <QAction>
#include <QApplication>
#include <QKeyEvent>
#include <QMainWindow>
#include <QMenuBar>
#include <QPushButton>
#include <QScreen>
#include <QScrollArea>
#include <QScrollBar>
#include <QSlider>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace ridgepoint {
namespace {

constexpr int chartCount = 3;
/// On a screen of 1080 lines; chosen so that the smallest words of a chart, 0.88 of it, keep 20 pixels.
constexpr int usualPixels = 23;
constexpr int usualHeight = 1080;
/// A low screen is near, and a chart needs its room: so much on one of 600 lines.
constexpr int leastPixels = 15;
constexpr int leastHeight = 600;
/// Beyond the usual height type grows with the screen: so many of its lines fit below each other.
constexpr int linesOnScreen = 40;
/// Of the panel beside a chart, in heights of the type: enough to read in, and the chart keeps most of the screen.
constexpr int sideInHeights = 21;
constexpr int mostSidePercent = 60; ///< of the window, where words in large type need more

/// Whether it does nothing by itself with the keys Left and Right.
bool sparesArrows(const QWidget& widget)
{
    return qobject_cast<const QPushButton*>(&widget) != nullptr || qobject_cast<const QToolButton*>(&widget) != nullptr
        || widget.focusPolicy() == Qt::NoFocus;
}

} // namespace

PresenterMode::PresenterMode(QMainWindow& window, ChartArea& charts, PresenterBar& bar, WindowLook& look,
                             PinBoard& pins, QObject* parent)
    : QObject(parent), m_window(window), m_charts(charts), m_bar(bar), m_look(look), m_pins(pins)
{
    m_bar.hide();
}

void PresenterMode::setPanels(std::vector<QWidget*> panels, SidePanels& sides)
{
    m_panels = std::move(panels);
    m_panels.push_back(m_window.menuBar());
    m_sides = &sides;
}

void PresenterMode::add(PresentedPart& part) { m_parts.push_back(&part); }

PresentedPart* PresenterMode::openPart() const
{
    const auto part = std::find_if(m_parts.begin(), m_parts.end(),
                                   [](const PresentedPart* each) { return each->isOpen(); });
    return part == m_parts.end() ? nullptr : *part;
}

QScrollArea* PresenterMode::side() const
{
    const PresentedPart* part = m_active ? openPart() : nullptr;
    return part != nullptr ? part->side() : nullptr;
}

int PresenterMode::slideCount() const { return chartCount + static_cast<int>(m_pins.pins()->size()); }

QString PresenterMode::caption() const
{
    const PresentedPart* part = openPart();
    QString words = part != nullptr ? part->caption() : tr("%1 of %2").arg(m_slide + 1).arg(slideCount());
    if (part == nullptr && m_slide >= chartCount) // the card says which chart it is, and nothing else which pin
        words = tr("Pin %1 · %2")
                    .arg(QString::fromStdString((*m_pins.pins())[static_cast<std::size_t>(m_slide - chartCount)].name),
                         words);
    return !m_isLocked ? words : words.isEmpty() ? tr("picture locked") : tr("%1 · picture locked").arg(words);
}

int PresenterMode::slideOf(const ChartWidget& chart) const
{
    const auto charts = m_charts.charts();
    return static_cast<int>(std::find(charts.begin(), charts.end(), &chart) - charts.begin());
}

int PresenterMode::typePixels(int height)
{
    const int held = std::clamp(height, leastHeight, usualHeight);
    const int low = leastPixels + (usualPixels - leastPixels) * (held - leastHeight) / (usualHeight - leastHeight);
    return std::max(low, height / linesOnScreen);
}

int PresenterMode::pixels() const
{
    // A window that has just become a full screen has not its height yet.
    const bool isFull = m_window.isFullScreen() && m_window.screen() != nullptr;
    return typePixels(isFull ? m_window.screen()->size().height() : m_window.height());
}

void PresenterMode::setLocked(bool isLocked)
{
    if (std::exchange(m_isLocked, isLocked) != isLocked && m_active)
        show();
}

void PresenterMode::enter(const ChartWidget* first)
{
    if (m_active)
        return;
    m_active = true;
    m_slide = first != nullptr ? slideOf(*first) : 0;
    m_before = m_window.windowState();
    m_focusBefore = m_window.focusWidget(); // before it is hidden, by which it loses the keyboard
    for (QWidget* panel : m_panels)
        panel->hide();
    m_sides->setPresented(true, side());
    m_window.addActions(actionsIn(m_window.menuBar()->actions())); // a hidden menu bar takes its shortcuts along
    m_window.setWindowState(m_before | Qt::WindowFullScreen);
    m_look.setPresenting(pixels());
    m_bar.show();
    show();
    for (PresentedPart* each : m_parts)
        each->setPresented(true);
    qApp->installEventFilter(this);
    emit activeChanged(true);
}

void PresenterMode::leave()
{
    if (!m_active)
        return;
    const QPointer<QWidget> held = m_window.focusWidget();
    const bool staysThere = held && side() != nullptr && side()->isAncestorOf(held); // in a lesson that is under way
    m_active = false;
    qApp->removeEventFilter(this);
    for (PresentedPart* each : m_parts)
        each->setPresented(false);
    m_charts.curves()->setPlotAlone(std::nullopt);
    m_charts.showAlone(nullptr, {}); // from then on others may choose what the curves show
    m_bar.hide();
    for (ChartWidget* chart : m_charts.charts())
        chart->set(&ChartInput::pinAlone, std::nullopt);
    for (QWidget* panel : m_panels)
        panel->show(); // the strip only where it has a message
    m_sides->setPresented(false);
    m_window.setWindowState(m_before);
    m_look.setPresenting(0);
    // What is hidden hands the keyboard on to whatever comes next, such as the cross of a message.
    if (QWidget* taker = staysThere ? held : m_focusBefore; taker != nullptr && taker->isVisibleTo(&m_window))
        taker->setFocus(Qt::OtherFocusReason);
    emit activeChanged(false);
}

void PresenterMode::step(int by)
{
    if (side() != nullptr && scrolledOn(*side(), by))
        return;
    if (PresentedPart* part = openPart()) {
        if (part->step(by) && side() != nullptr)
            side()->verticalScrollBar()->setValue(0);
    } else {
        const int count = slideCount();
        m_slide = ((m_slide + by) % count + count) % count;
    }
    show();
}

void PresenterMode::refresh()
{
    if (m_active)
        show();
}

void PresenterMode::arrange()
{
    if (!m_active)
        return;
    m_look.setPresenting(pixels());
    QScrollArea* panel = side();
    if (panel == nullptr)
        return;
    const int needed = panel->widget()->minimumSizeHint().width() + panel->verticalScrollBar()->sizeHint().width();
    panel->setFixedWidth(
        std::min(std::max(needed, sideInHeights * pixels()), m_window.width() * mostSidePercent / 100));
}

void PresenterMode::show()
{
    const PresentedPart* part = openPart();
    arrange();
    m_sides->setPresented(true, side());
    m_slide = std::min(m_slide, slideCount() - 1); // a pin may be gone
    ChartWidget* chart = part != nullptr ? part->chart() : nullptr;
    const bool isPartsOwn = chart != nullptr && slideOf(*chart) == chartCount;
    if (chart != nullptr && !isPartsOwn)
        m_slide = slideOf(*chart);
    m_charts.curves()->setPlotAlone(part != nullptr ? part->plot() : std::nullopt);
    isPartsOwn ? m_charts.showAlone(chart, caption()) : showSlide();
    m_bar.setVisible(!isPartsOwn); // which tells of the sliders' work
    // Hiding the panel with the focus has moved it on as Tab would, which draws a frame around a chart.
    m_charts.alone()->clearFocus();
    QScrollArea* panel = side();
    if (panel == nullptr || !panel->isAncestorOf(m_window.focusWidget()))
        (isPartsOwn && panel != nullptr ? static_cast<QWidget*>(panel) : m_bar.slider())
            ->setFocus(Qt::OtherFocusReason);
}

bool PresenterMode::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::KeyPress || watched != m_window.focusWidget())
        return false;
    const auto& pressed = static_cast<const QKeyEvent&>(*event);
    const bool isArrow = (pressed.key() == Qt::Key_Left || pressed.key() == Qt::Key_Right)
                      && (pressed.modifiers() & ~Qt::KeypadModifier) == 0;
    const QScrollArea* panel = side();
    const auto* widget = static_cast<const QWidget*>(watched);
    if (!isArrow || panel == nullptr || m_bar.isHidden() || !panel->isAncestorOf(widget) || !sparesArrows(*widget))
        return false;
    QCoreApplication::sendEvent(m_bar.slider(), event);
    return true;
}

void PresenterMode::showSlide()
{
    const auto charts = m_charts.charts();
    if (m_slide < chartCount) {
        for (ChartWidget* chart : charts)
            chart->set(&ChartInput::pinAlone, std::nullopt);
        m_charts.showAlone(charts[static_cast<std::size_t>(m_slide)], caption());
    } else {
        // A pin alone, with what is measured now, over the runtime where both can be compared best.
        m_charts.curves()->set(&ChartInput::pinAlone, static_cast<std::size_t>(m_slide - chartCount));
        m_charts.showAlone(m_charts.curves(), caption());
    }
}

} // namespace ridgepoint
