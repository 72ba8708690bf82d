// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <cstddef>
#include <optional>

class QScrollArea;

namespace ridgepoint {

class ChartWidget;

/// What the presenter shows and walks in place of the window's charts while it is open: a lesson, an experiment, a
/// lecture.
class PresentedPart {
public:
    virtual ~PresentedPart() = default;
    PresentedPart() = default;
    PresentedPart(const PresentedPart&) = delete;
    PresentedPart& operator=(const PresentedPart&) = delete;

    [[nodiscard]] virtual bool isOpen() const = 0;
    /// One step on (1) or back (-1); false where it has none there.
    virtual bool step(int by) = 0;
    /// Takes its form for a hall, or its usual one again; only a window of its own has one.
    virtual void setPresented(bool /*isPresented*/) {}
    /// The panel beside the chart; null for none.
    [[nodiscard]] virtual QScrollArea* side() const { return nullptr; }
    /// The chart that it is about; null for the one that is on show.
    [[nodiscard]] virtual ChartWidget* chart() const { return nullptr; }
    /// The plot of the curves that it is about, as they count them; nothing for all of them.
    [[nodiscard]] virtual std::optional<std::size_t> plot() const { return std::nullopt; }
    /// At the right of the chart's head; empty for nothing.
    [[nodiscard]] virtual QString caption() const { return {}; }
};

/// Scrolls by most of what is seen; false where the end is reached, but for less than a line, or all of it is seen.
bool scrolledOn(QScrollArea& area, int by);

} // namespace ridgepoint
