// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/draw/chart_marks.h"
#include "app/charts/draw/concealed.h"
#include "app/charts/style/format.h"
#include "app/desktop/base/curve_gesture.h"
#include "app/desktop/base/curve_sketch.h"
#include "core/model/axis_kind.h"
#include "core/model/units.h"
#include "core/model/workload.h"

#include <QObject>

#include <optional>
#include <string>
#include <vector>

class QKeyEvent;
class QMouseEvent;

namespace ridgepoint {

class ChartArea;
class ChartWidget;
class Cursor;

/// Predict first: results are hidden until a place is clicked or a curve is drawn; then guess and measurement are
/// shown together, with a sentence on how far off the guess was. What is asked for is marked on an axis: the workload
/// at the sliders, and of the map its row, or its column where the row has no border. By keys: arrows move the guess,
/// those across move what is asked for, Enter reveals.
class PredictMode : public QObject {
    Q_OBJECT

public:
    enum class State { Off, Guessing, Revealed };
    /// What another part of the window asks for in the curves.
    enum class Asked { Nothing, Place, Curve };

    PredictMode(ChartArea& charts, Cursor& cursor, QObject* parent);

    [[nodiscard]] State state() const { return m_state; }
    /// What to do, or how far off the guess was.
    [[nodiscard]] const QString& sentence() const { return m_sentence; }
    /// What is hidden now.
    [[nodiscard]] Concealed concealed() const;
    /// What is hidden while a guess is asked for, which the settings remember; never Nothing.
    [[nodiscard]] Concealed level() const { return m_level; }
    /// From now on, also of a guess that is being asked for.
    void setLevel(Concealed level);
    /// Whether the charts ask for a guess.
    [[nodiscard]] bool asks() const { return m_state == State::Guessing && !m_isAskedElsewhere; }
    /// Hides the results and asks for a guess: of another point where that of this one was revealed.
    void begin();
    /// Shows the results without a guess.
    void leave();
    /// Hides everything while another part of the window asks for a guess; the charts take none but what is asked for.
    /// Until answerQuestion(), or until the user leaves it.
    void hideForQuestion(const QString& sentence, Asked asked = Asked::Nothing);
    void answerQuestion();
    /// Forgets what was drawn or marked so far, and goes on asking.
    void discardSketch();
    /// Marks a place on the curves' shared axis, in every plot.
    void markPlace(double x);
    /// How long the workload takes by the curve that was drawn; nothing beside it.
    [[nodiscard]] std::optional<Seconds> sketchedTime(const Workload& workload) const;

signals:
    void changed();
    /// What another part of the window asks for: a place was chosen on the shared axis, the curve was drawn anew, Enter
    /// was pressed.
    void placed(double x);
    void sketched();
    void confirmed();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void go(State state, const QString& sentence);
    /// The charts that stand in the window now, none of them under another tab.
    [[nodiscard]] std::vector<ChartWidget*> shownCharts() const;
    /// What to do in these charts.
    [[nodiscard]] QString askingWords() const;
    void conceal();
    /// Of the map: 0 across, 1 upwards.
    [[nodiscard]] std::optional<AxisKind> mapAxis(std::size_t which) const;
    [[nodiscard]] bool hasBorder(bool inRow) const;
    void markAsked();
    void followCursor();
    void followPage();
    bool onMouse(ChartWidget& chart, const QMouseEvent& event);
    void onDrawing(const QMouseEvent& event);
    void undoSketch();
    bool onKey(ChartWidget& chart, const QKeyEvent& event);
    bool onPlaceEvent(const QEvent& event);
    void movePlace(int key);
    [[nodiscard]] PlotPlace firstPlace(const ChartWidget& chart) const;
    [[nodiscard]] PlotPlace onAsked(const ChartWidget& chart, PlotPlace place) const;
    void moveAsked(ChartWidget& chart, int direction);
    void moveHand(ChartWidget& chart, int key);
    void moveSketch(int key);
    void drawSketch();
    void showPlace(ChartWidget& chart, const PlotPlace& place);
    void reveal(ChartWidget& chart);
    void goToAnotherPoint();
    [[nodiscard]] QString revealPoint();
    [[nodiscard]] QString revealBorder();
    [[nodiscard]] QString revealCurve();
    [[nodiscard]] std::vector<double> sketchPlaces() const;

    ChartArea& m_charts;
    Cursor& m_cursor;
    Format m_format;
    State m_state = State::Off;
    QString m_sentence;
    std::string m_device;             ///< that the guess is of
    ChartWidget* m_guessed = nullptr; ///< the chart that the guess is in
    Workload m_guessedOf;             ///< the point at which a guess was revealed
    int m_rounds = 0;                 ///< in which another point was asked for
    std::optional<PlotPlace> m_place;
    CurveSketch m_sketch; ///< in its plot of the curves
    int m_sketchPlot = 0;
    CurveGesture m_gesture;
    Concealed m_level = Concealed::Everything;
    bool m_isAskedElsewhere = false;
    Asked m_asked = Asked::Nothing;
    bool m_isRowAsked = true; ///< of the map; or else its column
};

} // namespace ridgepoint
