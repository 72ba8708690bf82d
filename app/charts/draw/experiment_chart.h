// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/data/experiment_data.h"
#include "app/charts/draw/chart_voice.h"
#include "app/charts/draw/chart_widget.h"
#include "app/charts/style/ticks.h"

#include <memory>

namespace ridgepoint {

/// One line of a plot's key: a name, what its numbers are, and their colour.
struct ExperimentKeyRow {
    QString words;
    Provenance provenance = Provenance::Measured;
    QColor color;
};

/// The one chart of every experiment: lines, horizontal labelled bars, dots on a roofline, a timeline or a flame bar,
/// by what the experiment's ExperimentInfo says. It draws no samples of the cube, so what ChartWidget does with
/// workloads does nothing here.
class ExperimentChart : public ChartWidget, public ChartSpeech {
    Q_OBJECT
public:
    explicit ExperimentChart(QWidget* parent = nullptr);
    ~ExperimentChart() override;

    /// Draws another result, or the same with more points; `info` must outlive the chart. Null clears it.
    void setExperiment(const ExperimentInfo* info, std::shared_ptr<const ExperimentResult> result);
    [[nodiscard]] const ExperimentChartData& data() const { return m_data; }
    /// Where a point is drawn; the widget's own pixels.
    [[nodiscard]] QPointF pixelOf(std::size_t plot, const ExperimentPoint& point) const;
    /// Where a stretch of a timeline is drawn; the lane by its place in the plot's data.
    [[nodiscard]] QRectF pixelsOfSpan(std::size_t plot, std::size_t lane, const TimelineSpan& span) const
    {
        return barOf(plot, lane, span);
    }

    /// Where a span of a flame bar is drawn; nowhere for one that is not.
    [[nodiscard]] QRectF boxOf(std::size_t plot, const ExperimentPoint& span) const;
    /// What is said beside a number: its name, its value, of a span its share of the whole, and where it comes from.
    [[nodiscard]] QStringList wordsOf(const ExperimentPoint& point) const;

    /// The number that somebody chose, as it is now; null for none.
    [[nodiscard]] const ExperimentPoint* chosenPoint() const;
    void choosePoint(std::optional<ExperimentPoint> point);

    [[nodiscard]] std::string dataCsv() const override;
    [[nodiscard]] std::unique_ptr<ChartWidget> duplicate() const override;
    [[nodiscard]] std::vector<ChartPoint> shownPoints() const override { return {}; }
    [[nodiscard]] std::vector<QPointF> pixelsOf(const ChartPoint&) const override { return {}; }
    [[nodiscard]] QString nameOfAxis(const QCPAxis& axis) const override;
    /// Of each plot its own: rows of names have none.
    [[nodiscard]] std::vector<const QCPAxis*> typedAxes() const override;
    [[nodiscard]] bool sharesRange(const QCPAxis& axis, const QCPAxis& typed) const override { return &axis == &typed; }
    [[nodiscard]] double valueOfCoordinate(const QCPAxis& axis, double coordinate) const override
    {
        return coordinate * shownFactor(axis);
    }
    [[nodiscard]] double coordinateOfValue(const QCPAxis& axis, double value) const override
    {
        return value / shownFactor(axis);
    }
    [[nodiscard]] QString chosenWords() const override;
    [[nodiscard]] int chosenPlace() const override;
    [[nodiscard]] int placesToChoose() const override;
    [[nodiscard]] QString countWords() const override;
    [[nodiscard]] QString guideWords() const override;

signals:
    /// Somebody chose another number, or none; or the chosen one is no longer there or has another value.
    void pointChosen();

protected:
    Change rebuild() override;
    [[nodiscard]] Workload slice(const Workload& cursor) const override { return cursor; }
    void fitRanges() override;
    void layoutPlot() override;
    void layoutLabels() override;
    void paintGround(QCPPainter* painter) override;
    void paintModel(QCPPainter* painter) override;
    void paintPoints(QCPPainter* painter) override;
    void paintFrame(QCPPainter* painter) override;
    void paintHover(QCPPainter* painter) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    [[nodiscard]] std::optional<Readout> readoutAt(QPointF mouse) const override;
    [[nodiscard]] std::optional<Workload> workloadAt(QPointF) const override { return std::nullopt; }
    [[nodiscard]] Workload neighbour(const Workload& from, Qt::Key) const override { return from; }
    [[nodiscard]] QStringList describe(const Workload&) const override { return {}; }
    [[nodiscard]] bool isEmpty() const override { return m_data.empty(); }
    [[nodiscard]] bool hasSampleInView(std::size_t plot) const override;
    [[nodiscard]] QPointF pinKeyCorner() const override { return {}; }
    [[nodiscard]] double whatIfHeight() const override { return 0.0; }
    [[nodiscard]] QPointF placeOfKeys() const override;

private:
    /// A number near a pixel: where it is drawn, and which.
    struct Near {
        QPointF place;
        std::size_t plot = 0;
        const ExperimentPoint* point = nullptr;
    };
    [[nodiscard]] std::optional<Near> nearestAt(QPointF pixel) const;
    /// Every number in the order in which the arrow keys go over them.
    [[nodiscard]] std::vector<const ExperimentPoint*> pointsInOrder() const;
    void stepChoice(int by);
    [[nodiscard]] bool isBar(std::size_t plot, const ExperimentPoint& point) const;
    void setPanels(std::size_t count);
    void arrangePanels();
    /// The first plot over time that shows something.
    [[nodiscard]] std::optional<std::size_t> shownTimeline() const;
    void moveTimeline(std::size_t plot, double share);
    [[nodiscard]] ExperimentChartKind kindOfPlot(std::size_t plot) const
    {
        return plot < m_data.plots.size() ? m_data.plots[plot].kind : ExperimentChartKind::Lines;
    }
    [[nodiscard]] bool hasBars(std::size_t plot) const { return kindOfPlot(plot) == ExperimentChartKind::Bars; }
    /// Rows of names, or rows alone, in place of an axis at the left.
    [[nodiscard]] bool hasRows(std::size_t plot) const { return hasBars(plot) || hasTime(plot); }
    [[nodiscard]] bool isTimeline(std::size_t plot) const { return kindOfPlot(plot) == ExperimentChartKind::Timeline; }
    [[nodiscard]] bool isFlame(std::size_t plot) const { return kindOfPlot(plot) == ExperimentChartKind::Flame; }
    /// Stretches of time in rows: below the others over the whole width, and only the time is zoomed.
    [[nodiscard]] bool hasTime(std::size_t plot) const { return isTimeline(plot) || isFlame(plot); }
    [[nodiscard]] bool isBelow(std::size_t plot) const
    {
        return hasTime(plot) || (plot < m_data.plots.size() && m_data.plots[plot].plot.isBelow);
    }
    [[nodiscard]] QRectF area(std::size_t plot) const { return plotRect(*m_panels[plot]); }
    [[nodiscard]] QCPAxis& valueAxis(std::size_t plot) const;
    /// What an axis of some plot stands for, and which plot; null for one of rows, or of none.
    struct Described {
        const ExperimentPlot* plot = nullptr;
        const ExperimentAxis* axis = nullptr;
    };
    [[nodiscard]] Described describedBy(const QCPAxis& axis) const;
    /// Shares from 0 to 1 are read as 0 to 100 %.
    [[nodiscard]] double shownFactor(const QCPAxis& axis) const;
    [[nodiscard]] double labelWidth(std::size_t plot) const;
    /// Of the whole picture's width, what a plot takes with its labels; known before the plots are laid out.
    [[nodiscard]] double plotWidth(std::size_t plot) const;
    [[nodiscard]] QPointF at(std::size_t plot, double x, double y) const;
    [[nodiscard]] QRectF rowOf(std::size_t plot, const ExperimentPoint& point) const;
    /// The unit's prefix that an axis' numbers share.
    [[nodiscard]] AxisScale scaleOf(std::size_t plot, const QCPAxis& axis) const;
    [[nodiscard]] std::vector<Tick> ticksOf(std::size_t plot, const QCPAxis& axis, int most) const;
    [[nodiscard]] QString titleOf(std::size_t plot, const QCPAxis& axis) const;
    [[nodiscard]] QColor colorOf(std::size_t plot, const SeriesName& series) const;
    [[nodiscard]] QColor colorOf(SpanKind kind) const;
    [[nodiscard]] static double rowTop(const std::vector<TimelineLane>& lanes, std::size_t lane);
    [[nodiscard]] static double rowCount(const std::vector<TimelineLane>& lanes);
    [[nodiscard]] QRectF laneRow(std::size_t plot, std::size_t lane) const;
    [[nodiscard]] QRectF barOf(std::size_t plot, std::size_t lane, const TimelineSpan& span) const;
    [[nodiscard]] std::optional<Readout> spanAt(std::size_t plot, QPointF mouse) const;
    [[nodiscard]] double groupWidth(std::size_t plot) const;
    void drawRoofs(QCPPainter* painter, std::size_t plot) const;
    void drawLines(QCPPainter* painter, std::size_t plot) const;
    void drawNames(QCPPainter* painter, std::size_t plot) const;
    void drawBars(QCPPainter* painter, std::size_t plot) const;
    void drawBar(QCPPainter* painter, std::size_t plot, const ExperimentPoint& point) const;
    /// Where the marks of predictions stand in the row of one bar, in pixels.
    [[nodiscard]] std::vector<double> marksOf(std::size_t plot, const ExperimentPoint& bar) const;
    [[nodiscard]] double whiskerLeft(std::size_t plot, const ExperimentPoint& point) const;
    void drawDots(QCPPainter* painter, std::size_t plot) const;
    /// The second dot of an operator, at the bytes that its kernel moves, and the line to the one at the least bytes.
    void drawMoved(QCPPainter* painter, std::size_t plot, const ExperimentPoint& point, const QColor& color) const;
    /// Names of the dots, then of the roofs: a roof's name can slide along its line, a dot's can't.
    void drawRooflineNames(QCPPainter* painter, std::size_t plot) const;
    /// The piece of a roof that is inside the plot.
    [[nodiscard]] std::optional<QLineF> roofLine(std::size_t plot, const Roof& roof) const;
    void drawLabels(QCPPainter* painter, std::size_t plot) const;
    void drawKey(QCPPainter* painter, std::size_t plot) const;
    /// Where the key is drawn: in the title's line, or in one or two columns inside the plot; empty without rows.
    struct KeyPlace {
        QRectF rect;
        std::size_t columns = 0;
        bool inTitle = false;
    };
    struct Key {
        std::vector<ExperimentKeyRow> rows;
        KeyPlace place;
    };
    /// Lays the keys out, which what is drawn under them and they themselves then follow.
    void layoutKeys();
    [[nodiscard]] std::vector<ExperimentKeyRow> keyRows(std::size_t plot) const;
    [[nodiscard]] KeyPlace keyPlace(std::size_t plot, const std::vector<ExperimentKeyRow>& rows) const;
    /// The key of bars, from left to right: what each colour is, and the dashed line of predictions, which has none.
    struct BarKeyEntry {
        QString words;
        QColor color;            ///< invalid: the dashed line
        bool isOutlined = false; ///< as bars are that were not measured
    };
    [[nodiscard]] std::vector<BarKeyEntry> barKey(std::size_t plot) const;
    /// The lines that a key has to itself between title and plot, 0 where it fits beside the title, or is too long.
    [[nodiscard]] double keyHeight(std::size_t plot) const;
    void drawBarKey(QCPPainter* painter, std::size_t plot) const;
    /// A plot of which nothing is known while others have something: it has no axes, but the reason.
    [[nodiscard]] bool isBlank(std::size_t plot) const;
    /// Why something could not be measured that no plot shows.
    [[nodiscard]] QString blankWords() const;
    /// Room under the plots for the drawing that the experiment has, 0 for none.
    [[nodiscard]] int drawingHeight() const;
    void paintDrawing(QCPPainter* painter) const;
    void drawTimeline(QCPPainter* painter, std::size_t plot) const;
    void drawLanes(QCPPainter* painter, std::size_t plot) const;
    void drawSpanKey(QCPPainter* painter, std::size_t plot) const;
    [[nodiscard]] double distanceToBox(std::size_t plot, const ExperimentPoint& span, QPointF pixel) const;
    void drawFlameBar(QCPPainter* painter, std::size_t plot) const;
    void drawFlameKey(QCPPainter* painter, std::size_t plot) const;

    const ExperimentInfo* m_info = nullptr;
    std::shared_ptr<const ExperimentResult> m_result;
    ExperimentChartData m_data;
    std::vector<QCPAxisRect*> m_panels;
    std::vector<Key> m_keys; ///< by plot; empty where rows have names instead
    std::optional<ExperimentPoint> m_chosen;
    QPointF m_pressedAt;
    struct Arranged {
        ExperimentChartKind kind = ExperimentChartKind::Lines;
        bool isBelow = false;
        friend bool operator==(const Arranged&, const Arranged&) = default;
    };
    std::vector<Arranged> m_arranged; ///< each panel as it stands
};

} // namespace ridgepoint
