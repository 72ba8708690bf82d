// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/data/regime_map_data.h"
#include "app/charts/draw/chart_widget.h"
#include "app/charts/draw/map_colors.h"
#include "app/charts/draw/plot_frame.h"
#include "app/charts/style/placement.h"

namespace ridgepoint {

/// "regime", "residual", "share", "runtime"; a difference comes from comparing sessions, not by name.
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
    [[nodiscard]] MapView view() const { return m_view; }

    [[nodiscard]] std::string dataCsv() const override;
    [[nodiscard]] std::unique_ptr<ChartWidget> duplicate() const override;
    [[nodiscard]] const RegimeMapData& data() const { return m_data; }
    [[nodiscard]] std::vector<ChartPoint> shownPoints() const override;
    [[nodiscard]] std::vector<QPointF> pixelsOf(const ChartPoint& point) const override;
    [[nodiscard]] double valueOfCoordinate(double coordinate) const override;
    [[nodiscard]] double coordinateOfValue(double value) const override;
    [[nodiscard]] QString nameOfAxis(const QCPAxis& axis) const override;

protected:
    Change rebuild() override;
    [[nodiscard]] Workload slice(const Workload& cursor) const override;
    void fitRanges() override;
    void layoutPlot() override;
    void layoutLabels() override;
    void paintMap(QCPPainter* painter) override;
    void paintPoints(QCPPainter* painter) override;
    void paintFrame(QCPPainter* painter) override;
    void paintProbe(QCPPainter* painter) override;
    void paintHover(QCPPainter* painter) override;
    [[nodiscard]] std::optional<Workload> workloadAt(QPointF pixel) const override;
    [[nodiscard]] std::optional<Workload> freeWorkloadAt(QPointF pixel) const override;
    [[nodiscard]] Workload neighbour(const Workload& from, Qt::Key key) const override;
    [[nodiscard]] QStringList describe(const Workload& workload) const override;
    [[nodiscard]] bool isEmpty() const override;
    [[nodiscard]] QPointF pinKeyCorner() const override;
    [[nodiscard]] QColor watermarkColor() const override { return QColor(255, 255, 255, 105); }

private:
    [[nodiscard]] QRectF plot() const;
    [[nodiscard]] QPointF pixel(MapPoint point) const;
    [[nodiscard]] QRectF cellRect(std::size_t index) const;
    [[nodiscard]] std::optional<std::size_t> shownCell(const Workload& workload) const;
    /// The cells as an image of the plot, hatched where marked; one image pixel a device pixel.
    [[nodiscard]] QImage plotImage(double scale) const;
    [[nodiscard]] bool hasScale() const { return m_view != MapView::Regime; }
    [[nodiscard]] bool hasKey() const;
    [[nodiscard]] bool showsDots() const;
    void drawBorders(QCPPainter* painter) const;
    void drawRegionLabels(QCPPainter* painter) const;
    void drawDots(QCPPainter* painter) const;
    void drawScale(QCPPainter* painter) const;
    void drawKey(QCPPainter* painter) const;
    [[nodiscard]] QString scaleTitle() const;
    [[nodiscard]] QString ratioWords(double ratio) const;
    [[nodiscard]] std::vector<std::pair<double, QString>> scaleTicks() const;

    RegimeMapData m_data;
    PlotFrame m_frame;
    QImage m_cells; ///< one pixel a cell
    MapView m_view = MapView::Regime;
    Regime m_shareRegime = Regime::Memory;
    double m_lowSeconds = 1e-6;
    double m_highSeconds = 1.0;
    double m_limit = divergingLimit;
};

} // namespace ridgepoint
