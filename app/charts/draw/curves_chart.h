// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/data/curves_data.h"
#include "app/charts/draw/chart_widget.h"
#include "app/charts/draw/sign_key.h"
#include "app/charts/style/ticks.h"
#include "core/model/axis_kind.h"

#include <array>
#include <cstddef>
#include <optional>

namespace ridgepoint {

/// Runtime, FLOP/s and bandwidth over one axis, through the cursor: side by side, or one above the other where there is
/// no width for three, or one of them alone.
class CurvesChart : public ChartWidget {
    Q_OBJECT

public:
    static constexpr std::size_t panelCount = 3;
    /// One of the three plots.
    enum Quantity : std::size_t { Runtime, Performance, Bandwidth };
    explicit CurvesChart(QWidget* parent = nullptr);
    ~CurvesChart() override;

    /// The shared x axis; operations by default.
    void setSharedAxis(AxisKind axis);
    [[nodiscard]] AxisKind sharedAxis() const { return m_axis; }
    /// Gives this plot all the room, as in a hall and on a small window; nothing brings all three back. Files have all
    /// three.
    void setPlotAlone(std::optional<std::size_t> plot);
    [[nodiscard]] std::optional<std::size_t> plotAlone() const { return m_alone; }

    [[nodiscard]] std::string dataCsv() const override;
    [[nodiscard]] std::unique_ptr<ChartWidget> duplicate() const override;
    /// Those of a slice of which nothing is measured, also where another device's curves are drawn.
    [[nodiscard]] QString missingWords() const override;
    [[nodiscard]] const CurvesData& data() const { return m_data; }
    [[nodiscard]] bool fits(QSizeF size, const Theme& theme) const override;
    /// Whether the plots stand one above the other.
    [[nodiscard]] bool isStacked() const { return m_stacked; }
    /// A drawn session's name in the key, with its place among the series and in the chart.
    struct KeyRow {
        QString name;
        std::size_t series = 0;
        QPointF sign = {};
        QRectF box = {}; ///< of sign and name
    };
    /// The sessions of which something is drawn, above the plots, of which not every one shows all; empty for one
    /// session.
    [[nodiscard]] const std::vector<KeyRow>& seriesKey() const { return m_key; }
    /// What the signs are, under the plots; nothing while results are hidden, and where the plots need the room.
    [[nodiscard]] std::optional<SignKey> signKey() const;
    /// The height that goes with the file's width and type: low for three plots in a row, high for three in a column.
    [[nodiscard]] static double heightFor(const ExportOptions& file);

protected:
    Change rebuild() override;
    void fitRanges() override;
    void layoutPlot() override;
    [[nodiscard]] std::optional<Readout> readoutAt(QPointF pixel) const override;
    [[nodiscard]] bool isEmpty() const override;
    [[nodiscard]] QRectF placeOfMissingWords() const override;

private:
    friend class CurvesPlaces;

    void paintGround(QCPPainter* painter);
    void paintModel(QCPPainter* painter);
    void paintFrame(QCPPainter* painter);
    void paintPoints(QCPPainter* painter);
    void paintProbe(QCPPainter* painter);
    void paintHover(QCPPainter* painter);
    [[nodiscard]] QRectF plot(std::size_t panel) const { return plotRect(*m_panels[panel]); }
    [[nodiscard]] bool shows(std::size_t panel) const { return !m_alone || *m_alone == panel; }
    /// In whose lower right corner words find room: performance rises to the right.
    [[nodiscard]] QRectF roomiestPlot() const { return plot(m_alone.value_or(Performance)); }
    [[nodiscard]] AxisScale scaleOf(std::size_t panel) const;
    [[nodiscard]] static double valueOf(const ChartPoint& point, std::size_t quantity);
    [[nodiscard]] static double valueOf(const PredictedPoint& point, std::size_t quantity);
    [[nodiscard]] double xOf(const ChartPoint& point) const;
    [[nodiscard]] QPointF pixel(std::size_t panel, double x, double value) const;
    [[nodiscard]] const std::optional<RoofLine>& roofOf(std::size_t panel) const;
    [[nodiscard]] QCPRange valueRange(std::size_t panel) const;
    [[nodiscard]] QString panelTitle(std::size_t panel) const;
    [[nodiscard]] QString unitOf(std::size_t panel) const;
    [[nodiscard]] QPolygonF pixelsOf(std::size_t panel, const std::vector<PredictedPoint>& line) const;
    void predictOthers(CurvesData& data) const;
    void drawModel(QCPPainter* painter, std::size_t panel) const;
    /// Whether a plot shows a series: runtimes of another tensor's size are left out.
    [[nodiscard]] bool draws(const ChartPoint& point, std::size_t panel) const
    {
        return panel != Runtime || comparesTimes(m_data, point.workload);
    }
    void drawSeries(QCPPainter* painter, std::size_t panel) const;
    [[nodiscard]] QPointF pixelOf(std::size_t panel, const ChartPoint& point) const
    {
        return pixel(panel, xOf(point), valueOf(point, panel));
    }
    /// The point of a compared session under the mouse, with its session's name; null for none.
    [[nodiscard]] std::pair<const ChartPoint*, std::size_t> otherPointAt(QPointF mouse, std::size_t panel) const;
    /// Of any session, or of a pin.
    [[nodiscard]] bool touchesSample(std::size_t panel, const QRectF& box) const;
    /// The roof's name beside its line, where there is room.
    struct RoofLabel {
        QString words;
        QRectF box;
    };
    [[nodiscard]] std::optional<RoofLabel> roofLabel(std::size_t panel) const;
    void drawRoofLabel(QCPPainter* painter, std::size_t panel) const;
    [[nodiscard]] std::vector<KeyRow> keyFrom(double left) const;
    [[nodiscard]] double keyHeight() const;
    void drawSeriesKey(QCPPainter* painter) const;
    void arrangePanels();
    [[nodiscard]] bool labelsX(std::size_t panel) const { return !m_stacked || panel + 1 == m_panels.size(); }

    AxisKind m_axis = AxisKind::Operations;
    std::optional<std::size_t> m_alone; ///< the only plot that is shown
    bool m_stacked = false;
    std::array<QCPAxisRect*, panelCount> m_panels{};
    CurvesData m_data;
    std::vector<KeyRow> m_key;
};

} // namespace ridgepoint
