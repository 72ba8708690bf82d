// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/explore/presenter_mode.h"

#include "app/charts/data/pin.h"
#include "app/charts/draw/curves_chart.h"
#include "app/charts/draw/regime_map_chart.h"
#include "app/charts/draw/roofline_chart.h"
#include "app/desktop/explore/presenter_bar.h"
#include "app/desktop/views/chart_area.h"

#include <QAction>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>
#include <QScreen>
#include <QSlider>

#include <algorithm>
#include <utility>

namespace ridgepoint {
namespace {

constexpr int chartCount = 3;
/// Chosen so that the smallest words of a chart, 0.88 of it, keep 20 pixels.
constexpr int leastPixels = 23;
/// Type grows with the screen: so many of its lines fit below each other.
constexpr int linesOnScreen = 40;

} // namespace

PresenterMode::PresenterMode(QMainWindow& window, ChartArea& charts, PresenterBar& bar, WindowLook& look,
                             PinBoard& pins, QObject* parent)
    : QObject(parent), m_window(window), m_charts(charts), m_bar(bar), m_look(look), m_pins(pins)
{
    m_bar.hide();
}

void PresenterMode::setPanels(std::vector<QWidget*> panels) { m_panels = std::move(panels); }

int PresenterMode::slideCount() const { return chartCount + static_cast<int>(m_pins.pins()->size()); }

QString PresenterMode::caption() const
{
    const QString names[] = {tr("Roofline"), tr("Regime map"), tr("Sweep curves")};
    const auto pin = static_cast<std::size_t>(std::max(0, m_slide - chartCount));
    const QString name = m_slide < chartCount ? names[m_slide]
                                              : tr("Pin %1").arg(QString::fromStdString((*m_pins.pins())[pin].name));
    const QString words = tr("%1 · %2 of %3").arg(name).arg(m_slide + 1).arg(slideCount());
    return m_isLocked ? tr("%1 · picture locked").arg(words) : words;
}

void PresenterMode::fitType()
{
    const int height = m_window.screen() == nullptr ? m_window.height() : m_window.screen()->size().height();
    m_look.setPresenting(std::max(leastPixels, height / linesOnScreen));
}

void PresenterMode::setLocked(bool isLocked)
{
    if (std::exchange(m_isLocked, isLocked) != isLocked && m_active)
        show();
}

void PresenterMode::enter()
{
    if (m_active)
        return;
    m_active = true;
    m_slide = 0;
    m_before = m_window.windowState();
    m_hidden.clear();
    std::vector<QWidget*> all = m_panels;
    all.push_back(m_window.menuBar());
    for (QWidget* widget : all) {
        m_hidden.push_back({widget, widget->isHidden()});
        widget->hide();
    }
    // A hidden menu bar takes its shortcuts along, so the window has them too.
    for (const QAction* menu : m_window.menuBar()->actions())
        if (menu->menu() != nullptr)
            m_window.addActions(menu->menu()->actions());
    m_window.setWindowState(m_before | Qt::WindowFullScreen);
    fitType();
    m_bar.show();
    show();
    emit activeChanged(true);
}

void PresenterMode::leave()
{
    if (!m_active)
        return;
    m_active = false;
    m_charts.showAlone(nullptr, {});
    m_bar.hide();
    for (ChartWidget* chart : m_charts.charts())
        chart->set(&ChartInput::pinAlone, std::nullopt);
    for (const Hidden& each : m_hidden)
        if (each.widget && !each.wasHidden)
            each.widget->show();
    m_hidden.clear();
    m_window.setWindowState(m_before);
    m_look.setPresenting(0);
    emit activeChanged(false);
}

void PresenterMode::step(int by)
{
    const int count = slideCount();
    m_slide = ((m_slide + by) % count + count) % count;
    show();
}

void PresenterMode::show()
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
    // Hiding the panel with the focus has moved it on as Tab would, which draws a frame around a chart.
    m_charts.alone()->clearFocus();
    m_bar.slider()->setFocus(Qt::OtherFocusReason);
}

} // namespace ridgepoint
