// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/data/roofline_data.h"
#include "app/charts/draw/chart_widget.h"
#include "app/charts/draw/roofline_labels.h"
#include "app/charts/draw/roofline_series_key.h"
#include "app/charts/draw/sign_key.h"
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
    using KeyRow = RooflineSeriesKey::Row;
    /// The sessions of which something is drawn, where the key was drawn last; empty for one session.
    [[nodiscard]] const std::vector<KeyRow>& seriesKey() const { return m_key; }
    /// Whether the key says what pale points are.
    [[nodiscard]] bool hasPaleKey() const { return m_labels.hasPaleKey(); }
    /// Whether it says what diamonds are.
    [[nodiscard]] bool hasUnknownKey() const { return m_labels.hasUnknownKey(); }
    /// What the signs are, under the chart of a file or a hall that is high enough for it.
    [[nodiscard]] std::optional<SignKey> signKey() const;
    /// Keys (WhatIf::keyOf) of the roofs that are drawn, in the order in which W goes through them: what rules the
    /// cursor's point first.
    [[nodiscard]] std::vector<std::string> movableRoofs() const { return ridgepoint::movableRoofs(m_data); }
    /// The one that W has chosen, which up and down move.
    [[nodiscard]] const std::optional<std::string>& chosenRoof() const { return m_chosenRoof; }
    /// The key of the roof under a pixel, when near enough to be meant.
    [[nodiscard]] std::optional<std::string> roofAt(QPointF pixel) const { return lines().roofAt(pixel); }
    /// The kernel of the user's own that a click, K or another list has chosen: its place in the snapshot's list, of a
    /// sum that of its first.
    [[nodiscard]] std::optional<std::size_t> chosenKernel() const { return m_chosenKernel; }
    /// Chooses one that is drawn, even where the axes leave it out, by its place in the snapshot's list, or none.
    void chooseKernel(std::optional<std::size_t> index);
    /// The chosen one as it is drawn: a sum where kernels are grouped; null for none.
    [[nodiscard]] const DrawnKernel* chosenKernelDrawn() const;
    /// Where such a kernel is drawn; nullopt where it has no place inside the plot.
    [[nodiscard]] std::optional<QPointF> pixelOfKernel(std::size_t index) const;

    /// "this point: 2.24 GFLOP/s, below": of a selected point that the axes leave out, on the screen; else empty.
    [[nodiscard]] QString outsideWords() const;

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
    void fitRanges() override;
    void layoutPlot() override;
    [[nodiscard]] std::optional<Readout> readoutAt(QPointF pixel) const override;
    [[nodiscard]] bool isEmpty() const override;
    [[nodiscard]] QRectF placeOfMissingWords() const override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void keyReleaseEvent(QKeyEvent* event) override;

private:
    friend class RooflinePlaces;

    /// A roof that the mouse holds.
    struct Grip {
        std::string key;
        double factor = 1.0; ///< when it was taken
        QPointF from;
        bool moved = false;
    };

    void paintGround(QCPPainter* painter);
    void paintModel(QCPPainter* painter);
    void paintFrame(QCPPainter* painter);
    void paintPoints(QCPPainter* painter);
    void paintProbe(QCPPainter* painter);
    void paintHover(QCPPainter* painter);
    [[nodiscard]] QRectF plot() const { return plotRect(*axisRect()); }
    [[nodiscard]] RoofLines lines() const { return {m_data, *axisRect(), style()}; }
    [[nodiscard]] QPointF pixelOf(const ChartPoint& point) const { return lines().pixelOf(point); }
    /// The selected one of the own samples; null for none.
    [[nodiscard]] const ChartPoint* selectedPoint() const;
    /// Where the selected point is drawn, with its ring; nowhere outside of the axes.
    [[nodiscard]] std::optional<QPointF> selectedPixel() const;
    void drawSeries(QCPPainter* painter, std::size_t index, bool withIntervals) const;
    [[nodiscard]] RooflineSeriesKey keyOfSeries() const;
    /// Whether the sessions' names have no free place in the plot; where they stand above it, they stay there until
    /// other ones are to be drawn or the room is another.
    [[nodiscard]] bool belongsKeyAbove();
    /// The points that lie under the key as it is drawn.
    [[nodiscard]] std::ptrdiff_t pointsUnderKey() const;
    [[nodiscard]] std::vector<KeyRow> placedKey() const;
    [[nodiscard]] RooflineLabels placedLabels(const QRectF& under) const;
    /// Room for the rows about the user's own kernels above the rows of signs, which are this high: null where these
    /// cover nothing in the plot. Once taken, it stays until other kernels are drawn or the chart's size is another.
    [[nodiscard]] QRectF roomUnderAxis(double signs);
    [[nodiscard]] bool hasSignKey() const { return isForFile() || theme().isForHall(); }
    void predictAbsent(RooflineData& data) const;
    [[nodiscard]] const ChartPoint* otherPointAt(QPointF mouse, std::size_t series) const;
    /// The levels of the samples that are selected, under the mouse or pinned.
    void drawLevelsOfSamples(QCPPainter* painter) const;
    [[nodiscard]] QStringList levelsOf(const ChartPoint& point) const
    {
        return levelLines(m_data.levels, point.flops, point.workload.operation, format());
    }
    [[nodiscard]] std::optional<std::size_t> kernelAt(QPointF mouse) const;
    void takeKernels(const KernelsOnRoofs& fresh);
    void setHoveredKernel(std::optional<std::size_t> index);
    /// Rings about the kernels of the user's own that are chosen and under the mouse, with their levels.
    void drawChosenKernels(QCPPainter* painter) const;
    /// What the marks and labels leave free.
    [[nodiscard]] LabelPlacer freeRoom() const;
    [[nodiscard]] QString kernelWords() const;
    void chooseNextKernel();
    void drawHeldRoof(QCPPainter* painter) const;
    [[nodiscard]] double factorOf(const std::string& key) const;
    [[nodiscard]] double draggedFactor(QPointF to) const;
    [[nodiscard]] QString chosenWords() const;
    void chooseNextRoof();
    void setHoveredRoof(std::optional<std::string> key);
    void restoreRoof(const std::string& key);

    RooflineData m_data;
    RooflineLabels m_labels;
    AxisScale m_scale;
    std::optional<Grip> m_grip;
    std::optional<std::string> m_hoveredRoof;
    std::optional<std::string> m_chosenRoof;
    std::optional<std::size_t> m_chosenKernel;
    std::optional<std::size_t> m_hoveredKernel;
    QPointF m_pressedAt;
    bool m_keyMoves = false; ///< a key that moves the roof is down
    /// What decides, beside the points, whether the names of sessions stand above the plot.
    struct KeyRoom {
        QStringList names;
        Concealed concealed = Concealed::Nothing;
        QSize chart;
        int fontPixels = 0;
        friend bool operator==(const KeyRoom&, const KeyRoom&) = default;
    };
    KeyRoom m_keyRoom; ///< when it was decided
    /// What decides, beside the points, whether the rows about kernels stand under the axis.
    struct KernelRoom {
        KernelsPointer kernels;
        QSize chart;
        int fontPixels = 0;
        friend bool operator==(const KernelRoom&, const KernelRoom&) = default;
    };
    KernelRoom m_kernelRoom;          ///< when it was decided
    bool m_isKernelKeyUnder = false;  ///< what was decided, also while results are hidden
    QRectF m_underAxis;               ///< where they stand there; null for rows in the plot
    bool m_isKeyAbove = false;        ///< the names of sessions stand above the plot
    std::vector<KeyRow> m_key;        ///< as it is drawn
    std::ptrdiff_t m_pointsUnder = 0; ///< the key when it was placed
};

} // namespace ridgepoint
