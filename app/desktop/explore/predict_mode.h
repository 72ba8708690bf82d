// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/draw/chart_marks.h"
#include "app/charts/style/format.h"

#include <QObject>

#include <map>
#include <string>
#include <vector>

class QKeyEvent;
class QMouseEvent;

namespace ridgepoint {

class ChartArea;
class ChartWidget;
class Cursor;

/// Predict first: results are hidden until a place is clicked or a curve is drawn; then guess and measurement are
/// shown together, with a sentence on how far off the guess was. By keys: arrows move the guess, Enter reveals.
class PredictMode : public QObject {
    Q_OBJECT

public:
    enum class State { Off, Guessing, Revealed };

    PredictMode(ChartArea& charts, Cursor& cursor, QObject* parent);

    [[nodiscard]] State state() const { return m_state; }
    /// What to do, or how far off the guess was.
    [[nodiscard]] const QString& sentence() const { return m_sentence; }
    /// Hides the results and asks for a guess.
    void begin();
    /// Shows the results without a guess.
    void leave();
    /// Hides the results while another part of the window asks for a guess; the charts take none. Until
    /// answerQuestion(), or until the user leaves it.
    void hideForQuestion(const QString& sentence);
    void answerQuestion();

signals:
    void changed();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void go(State state, const QString& sentence);
    bool onMouse(ChartWidget& chart, const QMouseEvent& event);
    bool onKey(ChartWidget& chart, const QKeyEvent& event);
    [[nodiscard]] PlotPlace firstPlace(const ChartWidget& chart) const;
    void moveHand(ChartWidget& chart, int key);
    void moveSketch(int key);
    void addToSketch(const PlotPlace& place);
    void drawSketch();
    void showPlace(ChartWidget& chart, const PlotPlace& place);
    void reveal(ChartWidget& chart);
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
    std::optional<PlotPlace> m_place;
    std::map<double, double> m_sketch; ///< value of its plot over x
    int m_sketchPlot = 0;
    std::optional<PlotPlace> m_lastDrawn;
    bool m_isAskedElsewhere = false;
    std::size_t m_hand = 0; ///< where the keyboard draws, as an index into sketchPlaces()
};

} // namespace ridgepoint
