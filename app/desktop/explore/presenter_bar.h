// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/style/format.h"
#include "app/desktop/inspect/point_words.h"
#include "app/desktop/session/cursor.h"

#include <QFrame>

#include <array>

class QBoxLayout;
class QLabel;
class QSlider;

namespace ridgepoint {

class SliderRow;

/// Below the chart that is presented: what limits the workload and how long it takes in one line, and one slider. Left
/// and Right move it, Up and Down choose which of the sliders it is.
class PresenterBar : public QFrame {
    Q_OBJECT

public:
    explicit PresenterBar(Cursor& cursor, QWidget* parent = nullptr);

    /// What limits the point.
    void showVerdict(const PointFacts& facts);
    /// What was measured there: of the live probe while it is on.
    void showFigures(const PointFigures& figures);
    void chooseAxis(AxisKind axis);
    [[nodiscard]] AxisKind axis() const { return m_axis; }
    [[nodiscard]] QSlider* slider() const;
    /// The verdict and the figures, which a guess must not see.
    [[nodiscard]] QWidget* results() const { return m_results; }
    [[nodiscard]] const QLabel* verdict() const { return m_verdict; }
    [[nodiscard]] const QLabel* workload() const { return m_workload; }
    [[nodiscard]] const QLabel* time() const { return m_time; }

signals:
    /// The user moved the slider.
    void userMoved();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    [[nodiscard]] SliderRow* row(AxisKind axis) const { return m_rows[static_cast<std::size_t>(axis)]; }
    void refresh();
    void arrange();

    Cursor& m_cursor;
    Format m_format;
    QWidget* m_results;
    QBoxLayout* m_line;    ///< the words and, beside or under them, the figures
    QBoxLayout* m_figures; ///< the time and, under or beside it, the rates
    QLabel* m_verdict;
    QLabel* m_workload;
    QLabel* m_time;
    QLabel* m_rates;
    std::array<SliderRow*, allAxisKinds.size()> m_rows{};
    AxisKind m_axis = AxisKind::Operations;
};

} // namespace ridgepoint
