// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/draw/chart_marks.h"
#include "app/charts/draw/range_controller.h"

#include <QObject>
#include <QPointer>

class QCPAxis;
class QUndoStack;

namespace ridgepoint {

class ChartArea;
class ChartWidget;
class Cursor;
class SampleTable;

/// Lets the charts and the table follow each other: what is hovered, brushed or zoomed in one.
class LinkedViews : public QObject {
    Q_OBJECT

public:
    LinkedViews(ChartArea& charts, SampleTable& table, Cursor& cursor, QUndoStack& undo, QObject* parent);

    /// Marks these workloads everywhere; none takes the brush away.
    void brush(const std::vector<Workload>& workloads);
    [[nodiscard]] const Brush& brushed() const { return m_brushed; }
    /// The chart that was used last.
    [[nodiscard]] ChartWidget& currentChart() const;
    /// Lets the ranges of a chart's axes be typed; `axis` has the focus where it is given.
    void askForRanges(ChartWidget& chart, const QCPAxis* axis = nullptr);

signals:
    /// Another chart is in use, or its lock has changed.
    void currentChanged();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    /// Steps to undo that belong together: none are, none came yet, or some did.
    enum class Group { None, Empty, Begun };
    void connectChart(ChartWidget* chart);
    void use(ChartWidget& chart);

    ChartArea& m_charts;
    SampleTable& m_table;
    Cursor& m_cursor;
    QUndoStack& m_undo;
    Brush m_brushed = std::make_shared<const std::vector<Workload>>();
    QPointer<ChartWidget> m_current;
    Group m_group = Group::None;
};

} // namespace ridgepoint
