// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/draw/chart_part.h"
#include "app/charts/style/label_placement.h"

#include <qcustomplot.h>

#include <QColor>
#include <QPointF>
#include <QRectF>
#include <QStringList>

#include <cstddef>
#include <span>
#include <vector>

namespace ridgepoint {

/// A dot that wants its name beside it.
struct NamedDot {
    QPointF place;
    QString words;
    std::size_t series = 0; ///< dots of one series may share a name
    QColor color;
};

/// The name of one dot, or of several that are too near to each other for names of their own.
struct DotName {
    std::vector<QPointF> dots; ///< at least one
    QStringList words;         ///< from the highest dot down, each once
    std::size_t series = 0;
    QColor color; ///< invalid where the dots are of several series

    [[nodiscard]] QRectF around() const; ///< the dots' centres; without a width where there is one
};

/// Gathers the dots of one series that lie within `near` of each other under one name, and what is called alike in
/// several series at nearly one place. Pixels; pure.
[[nodiscard]] std::vector<DotName> sharedNames(std::span<const NamedDot> dots, double near);

/// Draws names beside their dots where there is room, in one line or several: further away where dots crowd, and then a
/// line leads to them.
class DotNames : public ChartPart {
public:
    explicit DotNames(const ChartStyle& style) : ChartPart(style) {}

    /// `reach`: the dots' radius in pixels. The placer knows what names may not hide; theirs are added.
    void draw(QCPPainter* painter, LabelPlacer& placer, std::span<const NamedDot> dots, double reach) const;

private:
    void drawOne(QCPPainter* painter, LabelPlacer& placer, const DotName& name, double reach) const;
};

} // namespace ridgepoint
