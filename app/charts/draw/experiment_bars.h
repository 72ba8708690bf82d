// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/draw/experiment_panel.h"

#include <optional>
#include <utility>
#include <vector>

namespace ridgepoint {

/// Horizontal labelled bars, or dots where their axis is logarithmic, with what theory says of them as dashed lines
/// over them; or stacks of parts, what is said above what was measured.
class ExperimentBars : public ExperimentPanel {
public:
    explicit ExperimentBars(const ExperimentPanel& panel) : ExperimentPanel(panel) {}

    void draw(QCPPainter* painter) const;
    void drawLabels(QCPPainter* painter) const;
    /// So much room right of the plot lets every value stand behind its bar, where the plot's left edge is so far from
    /// the left; in pixels.
    [[nodiscard]] double valueMargin(double left) const;

private:
    void drawMarks(QCPPainter* painter) const;
    void drawBar(QCPPainter* painter, const ExperimentPoint& point) const;
    void drawDot(QCPPainter* painter, const ExperimentPoint& point) const;
    void drawPart(QCPPainter* painter, const ExperimentPoint& point) const;
    void drawWhisker(QCPPainter* painter, const ExperimentPoint& point) const;
    /// What is written of a stack's parts behind it, where a part is too short for its value.
    struct Beside {
        QString words;
        QColor color;
    };
    [[nodiscard]] std::vector<Beside> besideStack(const LabelName& label, Provenance provenance, double perUnit) const;
    [[nodiscard]] double widthOf(const std::vector<Beside>& all) const;
    void drawBesideStacks(QCPPainter* painter) const;
    [[nodiscard]] bool hasRoomInside(const ExperimentPoint& part, double perUnit) const;
    [[nodiscard]] double marginOfStacks(double left) const;
    void drawValue(QCPPainter* painter, const ExperimentPoint& point) const;
    /// From the least of a row to the most of the same origin, with how many times the least that is: on a logarithmic
    /// axis equal ratios are equally long.
    void drawSpans(QCPPainter* painter) const;
    /// The two ends of each such span.
    [[nodiscard]] std::vector<std::pair<const ExperimentPoint*, const ExperimentPoint*>> spans() const;
    void drawValueAbove(QCPPainter* painter, const ExperimentPoint& point, Qt::Alignment side) const;
    [[nodiscard]] QString valueWords(const ExperimentPoint& point) const;
    /// From the line of a row by series to its words, which is what marks on it take.
    [[nodiscard]] double besideLine() const { return theme().fontPixels * 0.8; }
    [[nodiscard]] QFont valueFont() const { return theme().font(1.0, QFont::DemiBold); }
    /// The interval of a bar as far as the plot shows it.
    [[nodiscard]] std::optional<QLineF> whiskerOf(const ExperimentPoint& point) const;
    /// The marks of predictions in the row of one bar, from the lowest value.
    [[nodiscard]] std::vector<double> marksOf(const ExperimentPoint& bar) const;
};

} // namespace ridgepoint
