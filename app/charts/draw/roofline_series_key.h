// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/draw/roof_lines.h"

#include <QPointF>
#include <QRectF>
#include <QString>

#include <cstddef>
#include <utility>
#include <vector>

namespace ridgepoint {

/// The names of compared sessions beside their signs: under the roofs on the right, or where else in the plot they
/// cover nothing, or in lines above it.
class RooflineSeriesKey : public ChartPart {
public:
    /// What of a session is drawn, and where the sliders stand, whose point has rings and the live probe.
    struct Scene {
        bool hasResults = true;
        Workload cursor = {};
    };
    RooflineSeriesKey(const RoofLines& lines, const ChartStyle& style, Scene scene)
        : ChartPart(style), m_lines(lines), m_data(lines.data()), m_scene(std::move(scene))
    {}

    /// A session's name, or a part of it, with its sign.
    struct Row {
        QString name;
        QPointF sign;
        QRectF box;
        std::size_t series = 0;   ///< its place among the series
        bool hasSign = true;      ///< else it goes on with the row before
        bool isBeforeSign = true; ///< the name stands left of the sign
    };
    /// Of the sessions of which something is drawn; empty for one session. In the plot low on the right where that is
    /// free, else where the least is covered.
    [[nodiscard]] std::vector<Row> inPlot() const;
    /// The same in lines from this corner on, no longer than the plot is wide.
    [[nodiscard]] std::vector<Row> above(QPointF corner) const;
    /// Whether every place in the plot covers points, roofs or the names over these, and no more than this height is
    /// needed above it.
    [[nodiscard]] bool belongsAbove(double mostHeight) const;
    [[nodiscard]] double heightAbove() const;
    void draw(QCPPainter* painter, const std::vector<Row>& rows) const;

private:
    [[nodiscard]] QRectF plot() const { return m_lines.plot(); }
    [[nodiscard]] QFont font() const { return theme().font(0.95); }
    [[nodiscard]] double lineHeight() const { return theme().fontPixels * 1.5; }
    [[nodiscard]] std::vector<Row> names(double width) const;
    [[nodiscard]] QStringList linesOf(std::size_t series, double width) const;
    [[nodiscard]] QString predictedOf(std::size_t series) const;
    /// Whether all points of another session lie under those of the own one.
    [[nodiscard]] bool isHidden(std::size_t series) const;
    /// A place for a key of this size: where it ends, and how much it covers.
    struct Place {
        double bottom = 0.0;
        std::ptrdiff_t covered = 0;
    };
    [[nodiscard]] Place placeFor(QSizeF key) const;
    [[nodiscard]] QSizeF sizeInPlot(const std::vector<Row>& rows) const;

    RoofLines m_lines;
    const RooflineData& m_data;
    Scene m_scene;
};

} // namespace ridgepoint
