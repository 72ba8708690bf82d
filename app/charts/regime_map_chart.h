// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/chart_widget.h"
#include "app/charts/regime_map_data.h"

namespace ridgepoint {

enum class MapView { Regime, Residual, Share, Runtime };

/// "regime", "residual", "share", "runtime".
[[nodiscard]] std::optional<MapView> mapViewNamed(std::string_view name);

/// The measured regimes of a plan's two axes as colours, with the predicted borders over them.
class RegimeMapChart : public ChartWidget {
    Q_OBJECT
public:
    explicit RegimeMapChart(QWidget* parent = nullptr);
    ~RegimeMapChart() override;

    void setView(MapView view);
    /// The regime whose share MapView::Share shows.
    void setShareRegime(Regime regime);
    [[nodiscard]] MapView view() const;

    [[nodiscard]] std::string dataCsv() const override;
    [[nodiscard]] std::unique_ptr<ChartWidget> duplicate() const override;
    [[nodiscard]] const RegimeMapData& data() const { return m_data; }

protected:
    Change rebuild() override;
    void fitRanges() override;
    void layoutPlot() override;
    void paintMap(QCPPainter* painter) override;
    void paintFrame(QCPPainter* painter) override;
    void paintHover(QCPPainter* painter) override;
    [[nodiscard]] std::optional<Workload> workloadAt(QPointF pixel) const override;
    [[nodiscard]] Workload neighbour(const Workload& from, Qt::Key key) const override;
    [[nodiscard]] QStringList describe(const Workload& workload) const override;
    [[nodiscard]] bool isEmpty() const override;

private:
    RegimeMapData m_data;
};

} // namespace ridgepoint
