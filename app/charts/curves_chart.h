// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/chart_widget.h"
#include "app/charts/curves_data.h"
#include "core/sweep/axis.h"

namespace ridgepoint {

/// Runtime, FLOP/s and bandwidth side by side over one axis, through the cursor.
class CurvesChart : public ChartWidget {
    Q_OBJECT
public:
    explicit CurvesChart(QWidget* parent = nullptr);
    ~CurvesChart() override;

    /// The shared x axis; operations by default.
    void setAxis(AxisKind axis);
    [[nodiscard]] AxisKind axis() const;

    [[nodiscard]] std::string dataCsv() const override;
    [[nodiscard]] std::unique_ptr<ChartWidget> duplicate() const override;
    [[nodiscard]] const CurvesData& data() const { return m_data; }

protected:
    Change rebuild() override;
    void fitRanges() override;
    void layoutPlot() override;
    void paintGround(QCPPainter* painter) override;
    void paintPoints(QCPPainter* painter) override;
    void paintFrame(QCPPainter* painter) override;
    void paintHover(QCPPainter* painter) override;
    [[nodiscard]] std::optional<Workload> workloadAt(QPointF pixel) const override;
    [[nodiscard]] Workload neighbour(const Workload& from, Qt::Key key) const override;
    [[nodiscard]] QStringList describe(const Workload& workload) const override;
    [[nodiscard]] bool isEmpty() const override;

private:
    CurvesData m_data;
};

} // namespace ridgepoint
