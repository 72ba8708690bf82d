// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/draw/experiment_panel.h"

#include <optional>
#include <vector>

namespace ridgepoint {

/// Horizontal labelled bars, with what theory says of them as dashed lines over them.
class ExperimentBars : public ExperimentPanel {
public:
    explicit ExperimentBars(const ExperimentPanel& panel) : ExperimentPanel(panel) {}

    void draw(QCPPainter* painter) const;
    void drawLabels(QCPPainter* painter) const;
    /// So much room right of the plot lets every value stand behind its bar, where the plot's left edge is so far from
    /// the left; in pixels.
    [[nodiscard]] double valueMargin(double left) const;

private:
    void drawBar(QCPPainter* painter, const ExperimentPoint& point) const;
    void drawValue(QCPPainter* painter, const ExperimentPoint& point) const;
    [[nodiscard]] QString valueWords(const ExperimentPoint& point) const;
    [[nodiscard]] QFont valueFont() const { return theme().font(1.0, QFont::DemiBold); }
    /// The interval of a bar as far as the plot shows it.
    [[nodiscard]] std::optional<QLineF> whiskerOf(const ExperimentPoint& point) const;
    /// The marks of predictions in the row of one bar, from the lowest value.
    [[nodiscard]] std::vector<double> marksOf(const ExperimentPoint& bar) const;
};

} // namespace ridgepoint
