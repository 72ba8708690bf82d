// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/draw/chart_marks.h"
#include "core/analysis/guess.h"

#include <cstddef>
#include <limits>
#include <map>
#include <optional>
#include <vector>

namespace ridgepoint {

/// A curve that somebody draws into a plot with logarithmic axes, with the mouse or by keys, and what was drawn so far
/// can be taken back step by step.
class CurveSketch {
public:
    CurveSketch() = default;
    /// One that begins at a place that is given, left of which nothing is drawn, and ends at `end` at the latest.
    explicit CurveSketch(const CurvePlace& start, double end = std::numeric_limits<double>::infinity())
        : m_start(start), m_end(end)
    {}

    /// Forgets what was drawn, which then cannot be taken back either.
    void clear();
    /// What is drawn from now on is one step.
    void beginStroke();
    /// The mouse is here. It may go back and forth: what it passes over is drawn anew.
    void draw(CurvePlace place);
    /// An arrow key, or 0 for none of them: left and right go to another of the places, which ascend; up and down move
    /// the curve from there on to the right, so that a bend is quickly made. By keys a curve begins flat, at `value`.
    /// `within`: what no key moves it out of.
    void move(int key, const std::vector<double>& places, double value, const std::optional<Interval>& within = {});
    /// Takes the last step back; false where there is none.
    bool undo();

    /// Whether nothing is drawn.
    [[nodiscard]] bool empty() const { return m_drawn.empty(); }
    [[nodiscard]] bool canUndo() const { return !m_steps.empty(); }
    /// In ascending order, from the start on where one is given.
    [[nodiscard]] std::vector<CurvePlace> curve() const;
    /// Where the keys draw, or where the mouse drew last; nothing before.
    [[nodiscard]] std::optional<CurvePlace> hand() const;
    /// As a chart draws it, with a cross where the keys draw, or where it is no more than one place.
    [[nodiscard]] GuessMarks marks(int plot) const;

private:
    void keepStep(std::map<double, double> before);
    [[nodiscard]] CurvePlace on(double x) const;

    std::optional<CurvePlace> m_start;
    double m_end = std::numeric_limits<double>::infinity();
    std::map<double, double> m_drawn;
    std::vector<std::map<double, double>> m_steps; ///< what was drawn before each step
    bool m_isStrokeNew = true;                     ///< nothing of the mouse's stroke is drawn yet
    std::optional<CurvePlace> m_last;              ///< of that stroke
    std::optional<double> m_hand;                  ///< where the keys draw
};

} // namespace ridgepoint
