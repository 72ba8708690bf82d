// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/explore/predict_mode.h"

#include "app/charts/draw/curves_chart.h"
#include "app/charts/draw/regime_map_chart.h"
#include "app/charts/draw/roofline_chart.h"
#include "app/desktop/session/cursor.h"
#include "app/desktop/views/chart_area.h"

#include <QKeyEvent>
#include <QMouseEvent>

#include <algorithm>
#include <cmath>
#include <utility>

namespace ridgepoint {
namespace {

/// An arrow key moves a guess so far along an axis of which the map counts cells and the others a factor.
constexpr double keyStep = 1.12;

bool isArrow(int key)
{
    return key == Qt::Key_Left || key == Qt::Key_Right || key == Qt::Key_Up || key == Qt::Key_Down;
}

} // namespace

PredictMode::PredictMode(ChartArea& charts, Cursor& cursor, QObject* parent)
    : QObject(parent), m_charts(charts), m_cursor(cursor)
{
    for (ChartWidget* chart : charts.charts())
        chart->installEventFilter(this);
    connect(&cursor, &Cursor::mapChanged, this, [this] {
        if (m_state == State::Revealed && m_cursor.device() != m_device)
            leave(); // how far off it was is not said of another device
    });
}

void PredictMode::go(State state, const QString& sentence)
{
    m_state = state;
    m_sentence = sentence;
    m_device = m_cursor.device();
    for (ChartWidget* chart : m_charts.charts()) {
        chart->set(&ChartInput::concealed, state == State::Guessing);
        if (state != State::Revealed)
            chart->set(&ChartInput::guess, {});
    }
    emit changed();
}

void PredictMode::hideForQuestion(const QString& sentence)
{
    m_isAskedElsewhere = true;
    go(State::Guessing, sentence);
}

void PredictMode::answerQuestion()
{
    if (std::exchange(m_isAskedElsewhere, false) && m_state == State::Guessing)
        leave();
}

void PredictMode::begin()
{
    m_isAskedElsewhere = false;
    m_guessed = nullptr;
    m_place.reset();
    m_sketch.clear();
    m_lastDrawn.reset();
    go(State::Guessing, tr("What do you expect? Click the expected performance in the roofline or the border between "
                           "two regimes in the map, or draw a sweep curve. Keyboard: arrow keys, then Enter. Esc "
                           "ends this."));
    const auto charts = m_charts.charts();
    const bool chosen = std::any_of(charts.begin(), charts.end(),
                                    [](const ChartWidget* chart) { return chart->hasFocus(); });
    for (ChartWidget* chart : charts)
        if (!chosen && chart->isVisible()) {
            chart->setFocus(Qt::OtherFocusReason);
            break;
        }
}

void PredictMode::leave() { go(State::Off, {}); }

bool PredictMode::eventFilter(QObject* watched, QEvent* event)
{
    auto* chart = qobject_cast<ChartWidget*>(watched);
    if (m_state != State::Guessing || m_isAskedElsewhere || chart == nullptr)
        return false;
    switch (event->type()) {
    case QEvent::MouseButtonPress:
    case QEvent::MouseMove:
    case QEvent::MouseButtonRelease:
    case QEvent::MouseButtonDblClick: return onMouse(*chart, static_cast<const QMouseEvent&>(*event));
    case QEvent::KeyPress: return onKey(*chart, static_cast<const QKeyEvent&>(*event));
    default: return false;
    }
}

bool PredictMode::onMouse(ChartWidget& chart, const QMouseEvent& event)
{
    const bool left = event.button() == Qt::LeftButton;
    const auto place = chart.placeAt(event.position());
    if (&chart == m_charts.curves()) {
        if (event.type() == QEvent::MouseButtonPress && left) {
            chart.setFocus(Qt::MouseFocusReason);
            m_sketch.clear();
            m_guessed = place ? &chart : nullptr;
            m_sketchPlot = place ? place->plot : 0;
            m_lastDrawn.reset();
        }
        if (m_guessed == &chart && place && place->plot == m_sketchPlot
            && (left || event.buttons().testFlag(Qt::LeftButton)))
            addToSketch(*place);
        if (event.type() == QEvent::MouseButtonRelease && left && m_guessed == &chart)
            reveal(chart);
        return left || event.type() == QEvent::MouseMove;
    }
    if (event.type() == QEvent::MouseButtonPress && left) {
        chart.setFocus(Qt::MouseFocusReason);
        if (place)
            showPlace(chart, *place);
    }
    if (event.type() == QEvent::MouseButtonRelease && left && place) {
        showPlace(chart, *place);
        reveal(chart);
    }
    return left || event.type() == QEvent::MouseMove;
}

bool PredictMode::onKey(ChartWidget& chart, const QKeyEvent& event)
{
    if (event.key() == Qt::Key_Return || event.key() == Qt::Key_Enter) {
        if (m_guessed != &chart)
            moveHand(chart, 0);
        reveal(chart);
        return true;
    }
    if (!isArrow(event.key()))
        return false;
    moveHand(chart, event.key());
    return true;
}

PlotPlace PredictMode::firstPlace(const ChartWidget& chart) const
{
    const auto middle = [](const QCPAxis& axis) {
        const QCPRange range = axis.range();
        return axis.scaleType() == QCPAxis::stLogarithmic ? std::sqrt(range.lower * range.upper) : range.center();
    };
    PlotPlace place{0, middle(*chart.xAxis), middle(*chart.yAxis)};
    if (&chart == m_charts.roofline()) {
        const Cost cost = costOf(m_cursor.workload());
        place.x = (cost.flops / cost.bytes).value();
    }
    return place;
}

void PredictMode::moveHand(ChartWidget& chart, int key)
{
    if (&chart == m_charts.curves()) {
        moveSketch(key);
        return;
    }
    PlotPlace place = m_guessed == &chart && m_place ? *m_place : firstPlace(chart);
    // The map's axes are base-2 logarithms: a key moves by an octave's half.
    const bool map = &chart == m_charts.map();
    const auto step = [&](double& value, int direction, double factor) {
        value = map ? value + 0.5 * direction : value * std::pow(factor, direction);
    };
    if (key == Qt::Key_Left || key == Qt::Key_Right)
        step(place.x, key == Qt::Key_Right ? 1 : -1, std::sqrt(2.0));
    if (key == Qt::Key_Up || key == Qt::Key_Down)
        step(place.y, key == Qt::Key_Up ? 1 : -1, keyStep);
    place.x = std::clamp(place.x, chart.xAxis->range().lower, chart.xAxis->range().upper);
    place.y = std::clamp(place.y, chart.yAxis->range().lower, chart.yAxis->range().upper);
    showPlace(chart, place);
}

void PredictMode::showPlace(ChartWidget& chart, const PlotPlace& place)
{
    if (m_guessed != nullptr && m_guessed != &chart)
        m_guessed->set(&ChartInput::guess, {});
    m_guessed = &chart;
    m_place = place;
    chart.set(&ChartInput::guess, {.lines = {}, .place = place});
}

std::vector<double> PredictMode::sketchPlaces() const
{
    const CurvesChart& curves = *m_charts.curves();
    std::vector<double> places;
    for (const ChartPoint& point : curves.places().shownPoints())
        places.push_back(static_cast<double>(coordinate(point.workload, curves.sharedAxis())));
    if (places.size() < 2) {
        places.clear();
        for (double x = curves.data().low; x <= curves.data().high * 1.001; x *= 2.0)
            places.push_back(x);
    }
    std::sort(places.begin(), places.end());
    places.erase(std::unique(places.begin(), places.end()), places.end());
    return places;
}

/// By keys a curve begins flat; up and down lift it from the hand on to the right, so that a bend is quickly made.
void PredictMode::moveSketch(int key)
{
    CurvesChart& curves = *m_charts.curves();
    const std::vector<double> places = sketchPlaces();
    if (places.empty())
        return;
    if (m_guessed != &curves || m_sketch.empty()) {
        if (m_guessed != nullptr)
            m_guessed->set(&ChartInput::guess, {});
        m_guessed = &curves;
        m_sketchPlot = 0;
        m_sketch.clear();
        for (const double x : places)
            m_sketch[x] = firstPlace(curves).y;
        m_hand = 0;
    }
    m_hand = std::min(m_hand, places.size() - 1);
    if (key == Qt::Key_Right && m_hand + 1 < places.size())
        ++m_hand;
    if (key == Qt::Key_Left && m_hand > 0)
        --m_hand;
    if (key == Qt::Key_Up || key == Qt::Key_Down)
        for (auto& [x, value] : m_sketch)
            if (x >= places[m_hand])
                value *= key == Qt::Key_Up ? keyStep : 1.0 / keyStep;
    const auto at = m_sketch.lower_bound(places[m_hand]);
    m_place = PlotPlace{m_sketchPlot, places[m_hand], at == m_sketch.end() ? m_sketch.rbegin()->second : at->second};
    drawSketch();
}

/// The mouse may go back and forth: what it passes over is drawn anew.
void PredictMode::addToSketch(const PlotPlace& place)
{
    if (m_lastDrawn) {
        const double low = std::min(m_lastDrawn->x, place.x);
        const double high = std::max(m_lastDrawn->x, place.x);
        if (low < high) // else upper_bound lies behind lower_bound
            m_sketch.erase(m_sketch.upper_bound(low), m_sketch.lower_bound(high));
    }
    m_sketch[place.x] = place.y;
    m_lastDrawn = place;
    m_place.reset();
    drawSketch();
}

void PredictMode::drawSketch()
{
    std::vector<PlotPlace> line;
    for (const auto& [x, y] : m_sketch)
        line.push_back({m_sketchPlot, x, y});
    m_charts.curves()->set(&ChartInput::guess, {.lines = {line}, .place = m_place});
}

void PredictMode::reveal(ChartWidget& chart)
{
    if (&chart == m_charts.curves()
        && (m_sketch.size() < 2 || m_sketch.rbegin()->first < 2.0 * m_sketch.begin()->first)) {
        go(State::Guessing, tr("Draw a longer curve from left to right: press, drag and release. Keyboard: arrow "
                               "keys, then Enter. Esc ends this."));
        return;
    }
    const QString sentence = &chart == m_charts.roofline() ? revealPoint()
                           : &chart == m_charts.map()      ? revealBorder()
                                                           : revealCurve();
    go(State::Revealed, tr("%1 Ctrl+G asks again, Esc ends this.").arg(sentence));
}

} // namespace ridgepoint
