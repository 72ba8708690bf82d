// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/style/format.h"
#include "app/desktop/base/curve_gesture.h"
#include "app/desktop/base/curve_sketch.h"
#include "core/experiment/frame/experiment_info.h"

#include <QWidget>

#include <string>
#include <vector>

class QKeyEvent;
class QLabel;
class QMouseEvent;
class QPushButton;

namespace ridgepoint {

class ChartWidget;

/// A curve that is drawn into a chart's first plot as long as this lives: how to, where the curve is now, and a button
/// that takes a step back. The curve is of multiples of its first place's value, which is given.
class CurveInput : public QWidget {
    Q_OBJECT

public:
    /// `unit`: of the multiples.
    CurveInput(std::string unit, const GuessStretch& stretch, ChartWidget& chart, QWidget* parent);

    [[nodiscard]] const CurveSketch& sketch() const { return m_sketch; }
    [[nodiscard]] const QLabel* place() const { return m_place; }
    [[nodiscard]] QPushButton* undoButton() const { return m_undo; }

signals:
    void edited();
    /// Enter was pressed in the chart with a curve drawn.
    void entered();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    bool onMouse(const QMouseEvent& event);
    bool onKey(const QKeyEvent& event);
    void undo();
    void refresh();

    std::string m_unit;
    Format m_format;
    ChartWidget& m_chart;
    CurveSketch m_sketch;
    std::vector<double> m_places; ///< where the arrow keys draw: behind the first one, an octave apart
    CurveGesture m_gesture;
    QLabel* m_place;
    QPushButton* m_undo;
};

} // namespace ridgepoint
