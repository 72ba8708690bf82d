// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/chart_widget.h"
#include "app/charts/roofline_data.h"

namespace ridgepoint {

/// Roofs, ridge points and the samples along operations per element at the cursor's size, depth and launch mode.
class RooflineChart : public ChartWidget {
    Q_OBJECT
public:
    explicit RooflineChart(QWidget* parent = nullptr);
    ~RooflineChart() override;

    [[nodiscard]] std::string dataCsv() const override;
    [[nodiscard]] std::unique_ptr<ChartWidget> duplicate() const override;
    [[nodiscard]] const RooflineData& data() const { return m_data; }

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
    RooflineData m_data;
};

} // namespace ridgepoint
