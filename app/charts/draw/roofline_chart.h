// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/data/roofline_data.h"
#include "app/charts/draw/chart_widget.h"
#include "app/charts/style/label_placement.h"
#include "app/charts/style/ticks.h"

namespace ridgepoint {

/// Roofs, ridge points and the samples along operations per element at the cursor's size, depth and launch mode.
class RooflineChart : public ChartWidget {
    Q_OBJECT
public:
    explicit RooflineChart(QWidget* parent = nullptr);
    ~RooflineChart() override;

    [[nodiscard]] std::string dataCsv() const override;
    [[nodiscard]] std::unique_ptr<ChartWidget> duplicate() const override;
    /// Those of a slice of which nothing is measured, also where another device's curves are drawn.
    [[nodiscard]] QString missingWords() const override;
    [[nodiscard]] const RooflineData& data() const { return m_data; }
    /// A session's name beside its sign, low on the right.
    struct KeyRow {
        QString name;
        QPointF sign;
        QRectF box;
        std::size_t series = 0; ///< its place among the series
        bool hasSign = true;    ///< else it goes on with the row above
    };
    /// The sessions of which something is drawn; empty for one session.
    [[nodiscard]] std::vector<KeyRow> seriesKey() const;
    /// Whether the key says what pale points are.
    [[nodiscard]] bool hasPaleKey() const { return m_paleKey.has_value(); }
    [[nodiscard]] std::vector<ChartPoint> shownPoints() const override;
    [[nodiscard]] std::vector<QPointF> pixelsOf(const ChartPoint& point) const override;
    [[nodiscard]] QString nameOfAxis(const QCPAxis& axis) const override;
    /// Keys (WhatIf::keyOf) of the roofs that are drawn, in the order in which W goes through them: what rules the
    /// cursor's point first.
    [[nodiscard]] std::vector<std::string> movableRoofs() const;
    /// The one that W has chosen, which up and down move.
    [[nodiscard]] const std::optional<std::string>& chosenRoof() const { return m_chosenRoof; }
    /// The key of the roof under a pixel, when near enough to be meant.
    [[nodiscard]] std::optional<std::string> roofAt(QPointF pixel) const;
    /// The kernel of the user's own that a click or K has chosen: its place in the snapshot's list.
    [[nodiscard]] std::optional<std::size_t> chosenKernel() const { return m_chosenKernel; }
    /// Chooses one that has a place in the plot, or none.
    void chooseKernel(std::optional<std::size_t> index);
    /// Where such a kernel is drawn; nullopt where it has no place inside the plot.
    [[nodiscard]] std::optional<QPointF> pixelOfKernel(std::size_t index) const;

signals:
    /// Another kernel of the user's own is chosen, or none any more.
    void kernelChosen();
    /// The user moves a roof, by mouse or keys: what it is multiplied by now, against the device's own. The chart
    /// shows it with the next snapshot.
    void roofMoved(const QString& key, double factor);
    /// The movement has ended.
    void roofReleased();

protected:
    Change rebuild() override;
    [[nodiscard]] Workload slice(const Workload& cursor) const override;
    void fitRanges() override;
    void layoutPlot() override;
    void layoutLabels() override;
    void paintGround(QCPPainter* painter) override;
    void paintModel(QCPPainter* painter) override;
    void paintPoints(QCPPainter* painter) override;
    void paintFrame(QCPPainter* painter) override;
    void paintProbe(QCPPainter* painter) override;
    void paintHover(QCPPainter* painter) override;
    [[nodiscard]] std::optional<Readout> readoutAt(QPointF pixel) const override;
    [[nodiscard]] std::optional<Workload> workloadAt(QPointF pixel) const override;
    [[nodiscard]] Workload neighbour(const Workload& from, Qt::Key key) const override;
    [[nodiscard]] QStringList describe(const Workload& workload) const override;
    [[nodiscard]] bool isEmpty() const override;
    [[nodiscard]] std::optional<AxisKind> lineAxis() const override { return AxisKind::Operations; }
    [[nodiscard]] QPointF pinKeyCorner() const override;
    [[nodiscard]] std::vector<OrientedBox> takenRoom() const override;
    [[nodiscard]] std::vector<QLineF> modelLines() const override;
    [[nodiscard]] double whatIfHeight() const override
    {
        return 0.0;
    } ///< its words stand in the plot, which then keeps its place
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void keyReleaseEvent(QKeyEvent* event) override;

private:
    /// A roof that the mouse holds.
    struct Grip {
        std::string key;
        double factor = 1.0; ///< when it was taken
        QPointF from;
        bool moved = false;
    };
    /// A direct label that has found its place.
    struct Label {
        QString text;
        QPointF at;
        TextStyle style;
    };

    /// Where a dot of a level is drawn, and the level's name.
    struct LevelPlace {
        QPointF at;
        QString name;
        bool hasMarker = false; ///< the work's own marker stands there
    };

    [[nodiscard]] QRectF plot() const;
    [[nodiscard]] QPointF pixel(FlopsPerByte intensity, FlopsPerSecond performance) const;
    /// The drawn part of a bandwidth roof: up to its ridge with the active compute roof.
    [[nodiscard]] std::optional<QLineF> bandwidthLine(const RoofLine& line) const;
    [[nodiscard]] std::optional<QLineF> computeLine(const RoofLine& line) const;
    [[nodiscard]] std::vector<QPolygonF> overheadLine() const;
    [[nodiscard]] const ChartPoint* pointOf(const Workload& workload) const;
    /// Without interval and provenance, but with what a what-if multiplies it by.
    [[nodiscard]] QString shortRoofLabel(const RoofLine& line) const;
    [[nodiscard]] QString roofLabel(const RoofLine& line) const;
    [[nodiscard]] LabelPlacer placerWithObstacles() const;
    void placeRidgeLabel(LabelPlacer& placer);
    void placeComputeLabels(LabelPlacer& placer);
    void placeBandwidthLabels(LabelPlacer& placer);
    void placeOverheadLabel(LabelPlacer& placer);
    void placeHiddenRoofs(LabelPlacer& placer);
    void drawAreas(QCPPainter* painter) const;
    void drawRoofs(QCPPainter* painter) const;
    void drawIntervals(QCPPainter* painter) const;
    void drawOverheadInterval(QCPPainter* painter) const;
    [[nodiscard]] std::optional<QLineF> extensionLine() const;
    void drawSeries(QCPPainter* painter, std::size_t index, bool withIntervals) const;
    /// The words of a series in the key: one line, or two where it has not the room for what is predicted of it.
    [[nodiscard]] QStringList keyLines(std::size_t series, const QFont& font) const;
    /// Where the names of sessions end, so that their block covers no point of the own session where there is room.
    [[nodiscard]] double keyBottom(QSizeF key) const;
    void drawSeriesKey(QCPPainter* painter) const;
    /// What a pale point is, where any is drawn.
    void placePaleKey(LabelPlacer& placer);
    void drawPaleKey(QCPPainter* painter) const;
    void predictAbsent(RooflineData& data) const;
    [[nodiscard]] QPointF pixelOf(const ChartPoint& point) const
    {
        return pixel(point.intensity(), point.performance());
    }
    [[nodiscard]] const ChartPoint* otherPointAt(QPointF mouse, std::size_t series) const;
    [[nodiscard]] std::optional<QLineF> referenceLine(const ReferenceLine& line) const;
    [[nodiscard]] QString referenceLabel(const ReferenceLine& line) const;
    void drawReferenceLines(QCPPainter* painter) const;
    void placeReferenceLabels(LabelPlacer& placer);
    /// The roofs of another device as one thin line, as drawn; none without both of them.
    [[nodiscard]] std::vector<QPolygonF> otherRoof(const RooflineSeries& series) const;
    /// Each compared session's roofs as one thin line.
    void drawOtherRoofs(QCPPainter* painter) const;
    /// Where a kernel of the user's own is drawn; nullopt where it has no place inside the plot.
    [[nodiscard]] std::optional<QPointF> placeOf(const OwnKernel& kernel) const;
    /// The dots of work that took this time, in their order; also those outside the plot. None where there is one dot
    /// or none.
    [[nodiscard]] std::vector<LevelPlace> placesOfLevels(const std::vector<LevelDot>& dots, Flops flops,
                                                         Seconds time) const;
    [[nodiscard]] std::vector<LevelPlace> placesOfLevels(const OwnKernel& kernel) const;
    [[nodiscard]] std::vector<LevelPlace> placesOfLevels(const ChartPoint& point) const;
    void blockLevels(LabelPlacer& placer, const std::vector<LevelPlace>& places) const;
    [[nodiscard]] std::vector<Label> levelLabels(LabelPlacer& placer, const std::vector<LevelPlace>& places) const;
    /// The dots and a line through them, without the dot under the work's own marker.
    void drawLevels(QCPPainter* painter, const std::vector<LevelPlace>& places, const QColor& color) const;
    /// The same of the samples that are selected, under the mouse or pinned, with the levels' names.
    void drawLevelsOfSamples(QCPPainter* painter) const;
    [[nodiscard]] QStringList levelsOf(const ChartPoint& point) const
    {
        return levelLines(m_data.levels, point.flops, point.workload.operation, format());
    }
    void blockOwnKernels(LabelPlacer& placer) const;
    void placeOwnLabels(LabelPlacer& placer);
    void drawOwnKernels(QCPPainter* painter) const;
    void drawOwnKey(QCPPainter* painter) const;
    [[nodiscard]] std::optional<std::size_t> kernelAt(QPointF mouse) const;
    [[nodiscard]] std::optional<Readout> ownReadoutAt(QPointF mouse) const;
    [[nodiscard]] std::optional<Readout> roofReadoutAt(QPointF mouse) const;
    void drawChosenKernel(QCPPainter* painter) const;
    [[nodiscard]] QString kernelWords() const;
    void chooseNextKernel();
    /// The roofs that a what-if multiplies, as the device has them: thin and grey.
    void drawOriginals(QCPPainter* painter) const;
    void drawHeldRoof(QCPPainter* painter) const;
    [[nodiscard]] std::vector<QPolygonF> overheadLine(const OverheadRoof& roof) const;
    [[nodiscard]] QPolygonF wholeOverheadLine(const OverheadRoof& roof) const; ///< also beyond the plot
    [[nodiscard]] std::vector<QPolygonF> linesOf(const std::string& key) const;
    [[nodiscard]] double factorOf(const std::string& key) const;
    [[nodiscard]] double draggedFactor(QPointF to) const;
    [[nodiscard]] QString chosenWords() const;
    void chooseNextRoof();
    void setHoveredRoof(std::optional<std::string> key);
    void restoreRoof(const std::string& key);

    RooflineData m_data;
    std::vector<Label> m_labels;
    AxisScale m_scale;
    std::optional<QPointF> m_ownKey;  ///< where the key's star stands
    std::optional<QPointF> m_paleKey; ///< where the key's sure point stands, left of the pale one
    std::optional<Grip> m_grip;
    std::optional<std::string> m_hoveredRoof;
    std::optional<std::string> m_chosenRoof;
    std::optional<std::size_t> m_chosenKernel;
    QPointF m_pressedAt;
    bool m_keyMoves = false; ///< a key that moves the roof is down
};

} // namespace ridgepoint
