// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/draw/experiment_panel.h"

#include <vector>

namespace ridgepoint {

/// What each colour and each sign of a plot is: beside its title, above it, or in the corner that covers least.
class ExperimentKey : public ExperimentPanel {
public:
    explicit ExperimentKey(const ExperimentPanel& panel) : ExperimentPanel(panel) {}

    /// One line of the key: a name, what its numbers are, and their colour.
    struct Row {
        QString words;
        Provenance provenance = Provenance::Measured;
        QColor color;
        bool isCut = false;   ///< of the mark where an interval goes on beyond the plot
        bool isMoved = false; ///< of the small circle of a dot at the bytes that were moved
    };
    /// Where the key is drawn: in the title's line or in lines under it, or in one or two columns inside the plot;
    /// empty without rows.
    struct Placed {
        std::vector<Row> rows;
        QRectF rect;
        std::size_t columns = 0;
        bool inTitle = false;
        double mostWords = 0.0;               ///< the width at which words are cut
        std::vector<std::size_t> starts = {}; ///< above the plot, the rows that begin a line

        /// The part of the plot that it takes; empty for none.
        [[nodiscard]] QRectF inside() const { return inTitle ? QRectF() : rect; }
    };
    /// Lays out the key of lines or dots.
    [[nodiscard]] Placed placed() const;
    void draw(QCPPainter* painter, const Placed& key) const;
    /// That of bars, from left to right: what each colour is, and the dashed line of predictions, which has none.
    void drawOfBars(QCPPainter* painter) const;
    /// The lines that a key has to itself between title and plot, 0 where it fits beside the title, or is too long.
    [[nodiscard]] double height() const;

private:
    struct BarEntry {
        QString words;
        QColor color;            ///< invalid: the dashed line
        bool isOutlined = false; ///< as bars are that were not measured
        bool isCut = false;      ///< of the mark where an interval goes on beyond the plot
    };
    [[nodiscard]] std::vector<Row> rows() const;
    [[nodiscard]] double mostWordsAbove() const;
    /// The rows that begin a line, of those above a plot.
    [[nodiscard]] std::vector<std::size_t> startsAbove(const std::vector<Row>& rows) const;
    [[nodiscard]] std::vector<BarEntry> barEntries() const;
    [[nodiscard]] std::vector<BarEntry> entriesOfStacks() const;
    void drawMovedSign(QCPPainter* painter, QPointF place, const QColor& color) const;
    void drawBarSign(QCPPainter* painter, const BarEntry& entry, QPointF sign) const;
    /// The key of bars in lines no wider than the panel; what is too much for two stays in the second.
    [[nodiscard]] std::vector<std::vector<BarEntry>> barLines() const;
};

} // namespace ridgepoint
