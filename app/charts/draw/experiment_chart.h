// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/draw/chart_accessibility.h"
#include "app/charts/draw/chart_widget.h"
#include "app/charts/draw/experiment_key.h"

#include <memory>

namespace ridgepoint {

/// What is asked for in a plot of which nothing is known.
struct AskedInPlot {
    GuessStretch across;
    /// Of a curve: multiples of its first place. The axis has as many octaves as the one across, and one more below and
    /// above, whatever the answer is.
    std::optional<ExperimentAxis> multiples{};
};

/// The one chart of every experiment: lines, horizontal labelled bars, dots on a roofline, a timeline or a flame bar,
/// by what the experiment's ExperimentInfo says. It draws no samples of the cube, so its ChartPlaces are empty.
class ExperimentChart : public ChartWidget, public ChartSpeech {
    Q_OBJECT
public:
    explicit ExperimentChart(QWidget* parent = nullptr);
    ~ExperimentChart() override;

    /// Draws another result, or the same with more points; `info` must outlive the chart. Null clears it.
    void setExperiment(const ExperimentInfo* info, std::shared_ptr<const ExperimentResult> result);
    [[nodiscard]] const ExperimentChartData& data() const { return m_data; }
    /// Where a point is drawn; the widget's own pixels.
    [[nodiscard]] QPointF pixelOf(std::size_t plot, const ExperimentPoint& point) const
    {
        return panel(plot).pixelOf(point);
    }
    /// The part of a plot that its key takes; empty where that stands above it.
    [[nodiscard]] QRectF keyInside(std::size_t plot) const { return m_keys.at(plot).inside(); }
    /// Where a stretch of a timeline is drawn; the lane by its place in the plot's data.
    [[nodiscard]] QRectF pixelsOfSpan(std::size_t plot, std::size_t lane, const TimelineSpan& span) const
    {
        return panel(plot).barOf(lane, span);
    }

    /// Where a span of a flame bar is drawn; nowhere for one that is not.
    [[nodiscard]] QRectF boxOf(std::size_t plot, const ExperimentPoint& span) const { return panel(plot).boxOf(span); }
    /// What is said beside a number: its name, its value, of a span its share of the whole, and where it comes from.
    [[nodiscard]] QStringList wordsOf(const ExperimentPoint& point) const;

    /// Shows what is asked for in the first plot although nothing is known, for a place on its axis across to be
    /// clicked or a curve to be drawn; none to ask for none.
    void ask(std::optional<AskedInPlot> asked);

    /// The number that somebody chose, as it is now; null for none.
    [[nodiscard]] const ExperimentPoint* chosenPoint() const;
    void choosePoint(std::optional<ExperimentPoint> point);

    [[nodiscard]] std::string dataCsv() const override;
    [[nodiscard]] std::unique_ptr<ChartWidget> duplicate() const override;
    [[nodiscard]] QString chosenWords() const override;
    [[nodiscard]] int chosenPlace() const override;
    [[nodiscard]] int placesToChoose() const override;
    [[nodiscard]] QString countWords() const override;
    [[nodiscard]] QString guideWords() const override;

signals:
    /// Somebody chose another number, or none; or the chosen one is no longer there or has another value.
    void pointChosen();
    /// The place that is asked for was clicked.
    void placeChosen(double x);

protected:
    Change rebuild() override;
    void fitRanges() override;
    void layoutPlot() override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    [[nodiscard]] std::optional<Readout> readoutAt(QPointF mouse) const override;
    [[nodiscard]] bool isEmpty() const override { return m_data.empty(); }
    /// Above the plots, which say what they will show.
    [[nodiscard]] QRectF placeOfMissingWords() const override;
    [[nodiscard]] double heightOfMissingWords() const;
    [[nodiscard]] bool hasSampleInView(std::size_t plot) const override;

private:
    void paintGround(QCPPainter* painter);
    void paintModel(QCPPainter* painter);
    void paintFrame(QCPPainter* painter);
    void paintPoints(QCPPainter* painter);
    void paintHover(QCPPainter* painter);
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
    void setPanels(std::size_t count);
    void arrangePanels();
    /// Plots side by side with the same rows of bars name them once, and share what that leaves.
    void placeRowNames();
    /// Whether this plot's bars have the rows of those in the plot left of it.
    [[nodiscard]] bool hasRowsOfPlotBefore(std::size_t plot) const;
    /// The lines of a plot's key between title and plot; of plots with the same rows the most that one of them needs,
    /// so that a row is as high in all of them.
    [[nodiscard]] double keyHeight(std::size_t plot) const;
    /// One of the plots; one without anything where there is none.
    [[nodiscard]] ExperimentPanel panel(std::size_t plot) const;
    [[nodiscard]] bool isBelow(std::size_t plot) const;
    /// What a plot's axis is of; null where it is of nothing, as of rows of names.
    [[nodiscard]] const ExperimentAxis* describedAxis(std::size_t plot, const QCPAxis& axis) const;
    [[nodiscard]] QString nameOfAxis(std::size_t plot, const QCPAxis& axis) const;
    /// The first plot over time that shows something.
    [[nodiscard]] std::optional<std::size_t> shownTimeline() const;
    void moveTimeline(std::size_t plot, double share);
    [[nodiscard]] bool hasNothing(std::size_t plot) const
    {
        return plot >= m_data.plots.size() || m_data.plots[plot].hasNothing();
    }
    /// Whether something is asked for in it.
    [[nodiscard]] bool isAsked(std::size_t plot) const { return m_asked && plot == 0 && hasNothing(plot); }
    /// Gives the plot the axes of what is asked for.
    void showAsked(ExperimentPlotData& data) const;
    [[nodiscard]] bool isCurveAsked(std::size_t plot) const { return isAsked(plot) && m_asked->multiples; }
    [[nodiscard]] bool hasTicks(std::size_t plot, bool isAcross) const
    {
        return !hasNothing(plot) || (isAcross ? isAsked(plot) : isCurveAsked(plot));
    }
    /// What will be drawn in a plot of an experiment of which nothing is known yet.
    [[nodiscard]] QString plannedWords(std::size_t plot) const;
    /// Names and lines of the axes alone, but for those that something is asked for on: ticks would be numbers of
    /// nothing.
    void paintPlanned(QCPPainter* painter, std::size_t plot) const;
    /// A plot of which nothing is known while others have something: it has no axes, but the reason.
    [[nodiscard]] bool isBlank(std::size_t plot) const;
    /// Why something could not be measured that no plot shows.
    [[nodiscard]] QString blankWords() const;
    /// Room under the plots for the drawing that the experiment has, 0 for none.
    [[nodiscard]] int drawingHeight() const;
    void paintDrawing(QCPPainter* painter) const;

    const ExperimentInfo* m_info = nullptr;
    std::shared_ptr<const ExperimentResult> m_result;
    ExperimentChartData m_data;
    std::optional<AskedInPlot> m_asked;
    std::vector<QCPAxisRect*> m_panels;
    std::vector<ExperimentKey::Placed> m_keys; ///< by plot; empty where rows have names instead
    std::optional<ExperimentPoint> m_chosen;
    QPointF m_pressedAt;
    struct Arranged {
        ExperimentChartKind kind = ExperimentChartKind::Lines;
        bool isBelow = false;
        friend bool operator==(const Arranged&, const Arranged&) = default;
    };
    std::vector<Arranged> m_arranged; ///< each panel as it stands
    struct Column {
        double width = 0.0; ///< in pixels
        RowNames names = RowNames::Beside;
    };
    std::vector<Column> m_columns; ///< by panel, as last laid out
};

} // namespace ridgepoint
