// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/draw/chart_accessibility.h"
#include "app/charts/draw/chart_widget.h"
#include "core/fleet/fleet_summary.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ridgepoint {

/// The nodes of a fleet as dots, a row for each roof, by how far each lies from the fleet's median; those outside have
/// their names. It draws no samples of the cube, so its ChartPlaces are empty.
class FleetChart : public ChartWidget, public ChartSpeech {
    Q_OBJECT
public:
    explicit FleetChart(QWidget* parent = nullptr);

    /// `rows`: places among the summary's roofs, from the top down. The chosen node stays so in the same fleet.
    void setFleet(std::shared_ptr<const FleetSummary> fleet, std::vector<std::size_t> rows);
    [[nodiscard]] const FleetSummary& fleet() const { return *m_fleet; }
    [[nodiscard]] const std::vector<std::size_t>& rows() const { return m_rows; }
    /// Rings this node's dots in all rows and joins them; none takes that away.
    void choose(std::optional<std::size_t> node);
    [[nodiscard]] std::optional<std::size_t> chosen() const { return m_chosen; }
    /// Where a node's dot is in a row, in the widget's pixels; nothing where it has none or it lies beyond the axes.
    [[nodiscard]] std::optional<QPointF> dotOf(std::size_t node, std::size_t row) const;
    /// What is said of that dot: the node, its value, and how far from the median that is. It must be there.
    [[nodiscard]] QStringList wordsOf(std::size_t node, std::size_t row) const;
    /// From which on the name of every row has room.
    [[nodiscard]] int heightForNames() const;
    [[nodiscard]] bool fits(QSizeF size, const Theme& theme) const override;

    [[nodiscard]] std::string dataCsv() const override;
    [[nodiscard]] std::unique_ptr<ChartWidget> duplicate() const override;
    [[nodiscard]] QString chosenWords() const override;
    [[nodiscard]] int chosenPlace() const override { return m_chosen ? static_cast<int>(*m_chosen) + 1 : 0; }
    [[nodiscard]] int placesToChoose() const override { return static_cast<int>(m_fleet->nodes.size()); }
    [[nodiscard]] QString countWords() const override;
    [[nodiscard]] QString guideWords() const override;

signals:
    /// By the mouse or the keyboard.
    void nodeChosen(std::optional<std::size_t> node);
    /// Its dot was clicked, or Enter pressed on it.
    void nodeWanted(std::size_t node);

protected:
    Change rebuild() override { return Change::Layout; }
    void fitRanges() override;
    void layoutPlot() override;
    [[nodiscard]] std::optional<Readout> readoutAt(QPointF mouse) const override;
    [[nodiscard]] bool isEmpty() const override { return m_rows.empty(); }
    [[nodiscard]] bool hasSampleInView(std::size_t plot) const override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    /// Scrolls where the chart is higher than what it stands in; with Ctrl it zooms there, too.
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    /// A dot by the places of its row and of its point in that row.
    struct Dot {
        std::size_t row = 0;
        std::size_t point = 0;
    };
    void paintGround(QCPPainter* painter);
    void paintPoints(QCPPainter* painter);
    void paintHover(QCPPainter* painter);
    void drawNames(QCPPainter* painter, double size) const;
    [[nodiscard]] const FleetRoof& roofOf(std::size_t row) const { return m_fleet->roofs[m_rows[row]]; }
    [[nodiscard]] const FleetPoint* pointOf(std::size_t node, std::size_t row) const;
    /// The logarithm of its ratio to the median, as the axis counts.
    [[nodiscard]] static double place(const FleetRoof& over, const FleetPoint& point);
    [[nodiscard]] QPointF pixelOf(std::size_t row, const FleetPoint& point) const;
    [[nodiscard]] double middleOf(std::size_t row) const;
    [[nodiscard]] double rowHeight() const;
    /// Without a title.
    [[nodiscard]] double roomForNames(const Theme& theme) const;
    [[nodiscard]] std::optional<Dot> dotAt(QPointF pixel) const;
    [[nodiscard]] QRectF area() const { return plotRect(*axisRect()); }
    [[nodiscard]] std::vector<Tick> rowTicks(const QCPRange& range) const;
    void chooseByUser(std::optional<std::size_t> node);

    std::shared_ptr<const FleetSummary> m_fleet;
    std::vector<std::size_t> m_rows;
    std::optional<std::size_t> m_chosen; ///< node
    std::optional<QPointF> m_pressedAt;  ///< of a click that may yet be one
};

/// Places among the summary's roofs of one device, and of these of one kind, in their order.
enum class FleetRows { All, Outside, Bandwidth, Compute, Durations };
[[nodiscard]] std::vector<std::size_t> fleetRows(const FleetSummary& summary, const std::string& device,
                                                 const std::string& deviceName, FleetRows rows);
/// One sentence with a full stop that a paper can print under the chart.
[[nodiscard]] QString captionOf(const FleetSummary& fleet);

} // namespace ridgepoint
