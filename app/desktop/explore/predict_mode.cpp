// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/explore/predict_mode.h"

#include "app/charts/data/describe.h"
#include "app/charts/draw/curves_chart.h"
#include "app/charts/draw/regime_map_chart.h"
#include "app/charts/draw/roofline_chart.h"
#include "app/desktop/session/cursor.h"
#include "app/desktop/views/chart_area.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QSettings>

#include <algorithm>
#include <cmath>
#include <utility>

namespace ridgepoint {
namespace {

/// An arrow key moves a guess so far along an axis of which the map counts cells and the others a factor.
constexpr double keyStep = 1.12;

const QString levelKey = QStringLiteral("predict/hidden");

QString nameOf(Concealed level)
{
    return level == Concealed::Results          ? QStringLiteral("results")
         : level == Concealed::ResultsAndBorder ? QStringLiteral("results and border")
                                                : QStringLiteral("everything");
}

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
    for (const Concealed level : {Concealed::Results, Concealed::ResultsAndBorder})
        if (QSettings().value(levelKey).toString() == nameOf(level))
            m_level = level;
    connect(&cursor, &Cursor::moved, this, &PredictMode::followCursor);
    connect(&cursor, &Cursor::mapChanged, this, [this] {
        if (m_state == State::Revealed && m_cursor.device() != m_device)
            leave(); // how far off it was is not said of another device
        followCursor();
    });
    connect(&charts, &ChartArea::axisChosen, this, &PredictMode::markAsked);
    connect(&charts, &ChartArea::arranged, this, &PredictMode::followPage);
}

void PredictMode::go(State state, const QString& sentence)
{
    m_state = state;
    m_sentence = sentence;
    m_device = m_cursor.device();
    if (state != State::Revealed)
        for (ChartWidget* chart : m_charts.charts())
            chart->set(&ChartInput::guess, {});
    conceal();
    markAsked();
    emit changed();
}

void PredictMode::conceal()
{
    for (ChartWidget* chart : m_charts.charts())
        chart->set(&ChartInput::concealed, concealed());
}

Concealed PredictMode::concealed() const
{
    return m_state != State::Guessing ? Concealed::Nothing : m_isAskedElsewhere ? Concealed::Everything : m_level;
}

void PredictMode::setLevel(Concealed level)
{
    if (level == m_level || showsResults(level))
        return;
    m_level = level;
    QSettings().setValue(levelKey, nameOf(level));
    conceal();
    emit changed();
}

std::optional<AxisKind> PredictMode::mapAxis(std::size_t which) const
{
    const std::vector<Axis>& axes = m_cursor.plan().axes;
    if (axes.size() > 2) // of a cube the map shows these
        return which == 0 ? AxisKind::Operations : AxisKind::Size;
    return which < axes.size() ? std::optional(axes[which].kind) : std::nullopt;
}

/// What is asked for, marked in each chart while its charts ask.
void PredictMode::markAsked()
{
    const Workload& workload = m_cursor.workload();
    const auto mark = [this](ChartWidget* chart, Qt::Orientation axis, double coordinate, const QString& words) {
        chart->set(&ChartInput::asked,
                   asks() ? std::optional(AskedPlace{axis, coordinate, tr("asked: %1").arg(words)}) : std::nullopt);
    };
    const FlopsPerByte intensity = costOf(workload).arithmeticIntensity();
    mark(m_charts.roofline(), Qt::Horizontal, intensity.value(), m_format.intensity(intensity, workload.operation));
    const AxisKind shared = m_charts.curves()->sharedAxis();
    mark(m_charts.curves(), Qt::Horizontal, static_cast<double>(coordinate(workload, shared)),
         coordinateWords(workload, shared, m_format));
    if (const auto axis = mapAxis(m_isRowAsked ? 1 : 0))
        mark(m_charts.map(), m_isRowAsked ? Qt::Vertical : Qt::Horizontal,
             std::log2(static_cast<double>(coordinate(workload, *axis))), coordinateWords(workload, *axis, m_format));
    else
        m_charts.map()->set(&ChartInput::asked, std::nullopt);
}

void PredictMode::followCursor()
{
    if (m_state == State::Revealed && m_guessed == m_charts.roofline() && m_cursor.workload() != m_guessedOf)
        leave(); // nor of another point
    if (!asks())
        return;
    markAsked();
    if (m_guessed != nullptr && m_guessed != m_charts.curves() && m_place)
        showPlace(*m_guessed, *m_place);
}

void PredictMode::hideForQuestion(const QString& sentence, Asked asked)
{
    m_isAskedElsewhere = true;
    m_asked = asked;
    discardSketch();
    go(State::Guessing, sentence);
}

void PredictMode::discardSketch()
{
    m_guessed = nullptr;
    m_place.reset();
    m_sketch.clear();
    m_charts.curves()->set(&ChartInput::guess, {});
}

void PredictMode::answerQuestion()
{
    if (std::exchange(m_isAskedElsewhere, false) && m_state == State::Guessing)
        leave();
}

void PredictMode::begin()
{
    m_guessed = nullptr; // first: the cursor that goes to another point does not end the guessing
    if (m_state == State::Revealed && m_cursor.workload() == m_guessedOf)
        goToAnotherPoint();
    m_isAskedElsewhere = false;
    m_place.reset();
    m_sketch.clear();
    m_isRowAsked = hasBorder(true) || !hasBorder(false);
    if (shownCharts().empty()) // the table alone
        m_charts.showPage(ChartArea::Page::Charts);
    go(State::Guessing, askingWords());
    const std::vector<ChartWidget*> charts = shownCharts();
    if (!charts.empty()
        && std::none_of(charts.begin(), charts.end(), [](const ChartWidget* chart) { return chart->hasFocus(); }))
        charts.front()->setFocus(Qt::ShortcutFocusReason); // whose keys guess: its frame shows
}

std::vector<ChartWidget*> PredictMode::shownCharts() const
{
    std::vector<ChartWidget*> shown;
    for (ChartWidget* chart : m_charts.charts())
        if (chart->isVisibleTo(&m_charts))
            shown.push_back(chart);
    return shown;
}

QString PredictMode::askingWords() const
{
    const std::vector<ChartWidget*> shown = shownCharts();
    const auto isShown = [&](const ChartWidget* chart) {
        return std::find(shown.begin(), shown.end(), chart) != shown.end();
    };
    QString words;
    if (shown.size() != 1)
        words = isShown(m_charts.curves())
                  ? m_isRowAsked ? tr("What do you expect? Click the performance at the mark in the roofline, or where "
                                      "the regime changes in the marked row of the map, or draw a sweep curve.")
                                 : tr("What do you expect? Click the performance at the mark in the roofline, or where "
                                      "the regime changes in the marked column of the map, or draw a sweep curve.")
              : m_isRowAsked ? tr("What do you expect? Click the performance at the mark in the roofline, or where "
                                  "the regime changes in the marked row of the map.")
                             : tr("What do you expect? Click the performance at the mark in the roofline, or where "
                                  "the regime changes in the marked column of the map.");
    else if (isShown(m_charts.roofline()))
        words = tr("Click the performance that you expect at the mark.");
    else if (isShown(m_charts.curves()))
        words = tr("Draw the curve that you expect, from left to right.");
    else
        words = m_isRowAsked ? tr("Click where you expect the regime to change in the marked row.")
                             : tr("Click where you expect the regime to change in the marked column.");
    return tr("%1 Keys: arrows, then Enter; Esc ends.").arg(words);
}

void PredictMode::followPage()
{
    if (!asks())
        return;
    m_sentence = askingWords();
    emit changed();
}

void PredictMode::leave() { go(State::Off, {}); }

bool PredictMode::eventFilter(QObject* watched, QEvent* event)
{
    auto* chart = qobject_cast<ChartWidget*>(watched);
    if (m_state != State::Guessing || chart == nullptr)
        return false;
    if (m_isAskedElsewhere && (m_asked == Asked::Nothing || chart != m_charts.curves()))
        return false;
    if (m_isAskedElsewhere && m_asked == Asked::Place)
        return onPlaceEvent(*event);
    if (event->type() == QEvent::ShortcutOverride && chart == m_charts.curves() && m_sketch.canUndo()
        && static_cast<const QKeyEvent&>(*event).matches(QKeySequence::Undo)) {
        event->accept(); // the key is the curve's, and not the window's
        return true;
    }
    // A mouse that only moves is left to the chart, which tells what its axes have there.
    switch (event->type()) {
    case QEvent::MouseButtonPress:
    case QEvent::MouseMove:
    case QEvent::MouseButtonRelease:
    case QEvent::MouseButtonDblClick: return onMouse(*chart, static_cast<const QMouseEvent&>(*event));
    case QEvent::KeyPress: return onKey(*chart, static_cast<const QKeyEvent&>(*event));
    default: return false;
    }
}

/// By half an octave, and by one where that would be less: it is a count.
void PredictMode::movePlace(int key)
{
    const CurvesChart& curves = *m_charts.curves();
    const double from = m_place ? m_place->x : firstPlace(curves).x;
    const double to = key == Qt::Key_Right ? std::max(from * std::sqrt(2.0), from + 1.0) : from / std::sqrt(2.0);
    emit placed(std::clamp(to, curves.xAxis->range().lower, curves.xAxis->range().upper));
}

/// Of the place that is asked for: a click or drag puts it, the arrows move it by half an octave.
bool PredictMode::onPlaceEvent(const QEvent& event)
{
    CurvesChart& curves = *m_charts.curves();
    if (event.type() == QEvent::KeyPress) {
        const int key = static_cast<const QKeyEvent&>(event).key();
        if (key == Qt::Key_Return || key == Qt::Key_Enter)
            emit confirmed();
        else if (key == Qt::Key_Left || key == Qt::Key_Right)
            movePlace(key);
        else
            return false;
        return true;
    }
    if (event.type() != QEvent::MouseButtonPress && event.type() != QEvent::MouseMove
        && event.type() != QEvent::MouseButtonRelease && event.type() != QEvent::MouseButtonDblClick)
        return false;
    const auto& mouse = static_cast<const QMouseEvent&>(event);
    const bool left = mouse.button() == Qt::LeftButton || mouse.buttons().testFlag(Qt::LeftButton);
    if (event.type() == QEvent::MouseButtonPress && left)
        curves.setFocus(Qt::MouseFocusReason);
    if (const auto place = curves.placeAt(mouse.position()); place && left)
        emit placed(place->x);
    return left;
}

bool PredictMode::onMouse(ChartWidget& chart, const QMouseEvent& event)
{
    const bool left = event.button() == Qt::LeftButton;
    const auto place = chart.placeAt(event.position());
    if (&chart == m_charts.curves()) {
        onDrawing(event);
        return left || event.buttons().testFlag(Qt::LeftButton); // a drag is a guess, and moves no axis
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
    return left || event.buttons().testFlag(Qt::LeftButton);
}

/// A lesson's curve grows until it is gone on with, in the plot in which it was begun. Of a guess in the window, which
/// the release reveals, each press begins another.
void PredictMode::onDrawing(const QMouseEvent& event)
{
    CurvesChart& curves = *m_charts.curves();
    const bool isAnew = !m_isAskedElsewhere && event.type() == QEvent::MouseButtonPress
                     && event.button() == Qt::LeftButton;
    CurveSketch anew;
    const auto only = isAnew || m_sketch.empty() ? std::nullopt : std::optional(m_sketchPlot);
    const CurveGesture::Part part = m_gesture.heed(event, curves, isAnew ? anew : m_sketch, only);
    if (part == CurveGesture::Part::Drawn) {
        if (isAnew)
            m_sketch = std::move(anew);
        m_guessed = &curves;
        m_sketchPlot = m_gesture.plot();
        drawSketch();
    } else if (part == CurveGesture::Part::Ended) {
        if (m_isAskedElsewhere)
            emit sketched();
        else
            reveal(curves);
    }
}

void PredictMode::undoSketch()
{
    if (!m_sketch.undo())
        return;
    if (m_sketch.empty())
        m_guessed = nullptr;
    drawSketch();
    if (m_isAskedElsewhere)
        emit sketched();
}

bool PredictMode::onKey(ChartWidget& chart, const QKeyEvent& event)
{
    if (&chart == m_charts.curves() && (event.key() == Qt::Key_Backspace || event.matches(QKeySequence::Undo))) {
        undoSketch();
        return true;
    }
    if (event.key() == Qt::Key_Return || event.key() == Qt::Key_Enter) {
        const bool isFirst = m_guessed != &chart;
        if (isFirst)
            moveHand(chart, 0);
        if (!m_isAskedElsewhere)
            reveal(chart);
        else if (isFirst)
            emit sketched(); // it has just appeared, and is to be seen before it stands
        else
            emit confirmed();
        return true;
    }
    if (!isArrow(event.key()))
        return false;
    moveHand(chart, event.key());
    if (m_isAskedElsewhere)
        emit sketched();
    return true;
}

PlotPlace PredictMode::firstPlace(const ChartWidget& chart) const
{
    const auto middle = [](const QCPAxis& axis) {
        const QCPRange range = axis.range();
        return axis.scaleType() == QCPAxis::stLogarithmic ? std::sqrt(range.lower * range.upper) : range.center();
    };
    return {0, middle(*chart.xAxis), middle(*chart.yAxis)};
}

/// A guess is of what is asked for, however far beside the mark somebody clicks.
PlotPlace PredictMode::onAsked(const ChartWidget& chart, PlotPlace place) const
{
    const auto& asked = chart.input().asked;
    if (asked && &chart != m_charts.curves())
        (asked->axis == Qt::Horizontal ? place.x : place.y) = asked->coordinate;
    return place;
}

/// The workload at the sliders, which the mark follows; as the arrow keys of a chart move it.
void PredictMode::moveAsked(ChartWidget& chart, int direction)
{
    const auto axis = &chart == m_charts.roofline() ? std::optional(AxisKind::Operations)
                                                    : mapAxis(m_isRowAsked ? 1 : 0);
    if (axis && chart.input().snapshot)
        emit chart.selected(stepped(*chart.input().snapshot, m_cursor.workload(), *axis, direction));
}

void PredictMode::moveHand(ChartWidget& chart, int key)
{
    if (&chart == m_charts.curves()) {
        moveSketch(key);
        return;
    }
    const bool isAcross = key == Qt::Key_Left || key == Qt::Key_Right;
    const auto& asked = chart.input().asked;
    if (key != 0 && asked && isAcross == (asked->axis == Qt::Horizontal)) {
        moveAsked(chart, key == Qt::Key_Right || key == Qt::Key_Up ? 1 : -1);
        return;
    }
    PlotPlace place = m_guessed == &chart && m_place ? *m_place : firstPlace(chart);
    // The map's axes are base-2 logarithms: a key moves by an octave's half.
    const bool map = &chart == m_charts.map();
    const auto step = [&](double& value, int direction, double factor) {
        value = map ? value + 0.5 * direction : value * std::pow(factor, direction);
    };
    if (isAcross)
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
    m_place = onAsked(chart, place);
    chart.set(&ChartInput::guess, {.lines = {}, .place = m_place});
}

void PredictMode::markPlace(double x)
{
    CurvesChart& curves = *m_charts.curves();
    m_place = PlotPlace{0, x, firstPlace(curves).y};
    curves.set(&ChartInput::guess, placeMarks({0, 1, 2}, x));
}

std::optional<Seconds> PredictMode::sketchedTime(const Workload& workload) const
{
    const CurvesChart& curves = *m_charts.curves();
    const auto value = valueAt(m_sketch.curve(), static_cast<double>(coordinate(workload, curves.sharedAxis())));
    const Cost cost = costOf(workload);
    return !value            ? std::nullopt
         : m_sketchPlot == 0 ? std::optional(Seconds(*value))
         : m_sketchPlot == 1 ? std::optional(Seconds(cost.flops.value() / *value))
                             : std::optional(Seconds(cost.bytes.value() / *value));
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
    }
    m_sketch.move(key, places, firstPlace(curves).y);
    drawSketch();
}

void PredictMode::drawSketch() { m_charts.curves()->set(&ChartInput::guess, m_sketch.marks(m_sketchPlot)); }

void PredictMode::reveal(ChartWidget& chart)
{
    const std::vector<CurvePlace> drawn = m_sketch.curve();
    if (&chart == m_charts.curves() && (drawn.size() < 2 || drawn.back().x < 2.0 * drawn.front().x)) {
        go(State::Guessing, tr("Draw a longer curve from left to right: press, drag and release. Keys: arrows, then "
                               "Enter; Esc ends."));
        return;
    }
    const QString sentence = &chart == m_charts.roofline() ? revealPoint()
                           : &chart == m_charts.map()      ? revealBorder()
                                                           : revealCurve();
    m_guessedOf = m_cursor.workload();
    go(State::Revealed, tr("%1 Ctrl+G: another point. Esc: end.").arg(sentence));
}

} // namespace ridgepoint
