// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/data/roofline_data.h"
#include "app/charts/draw/chart_part.h"

#include <qcustomplot.h>

#include <vector>

namespace ridgepoint {

/// What the signs in a roofline stand for, in rows below its axis. In a file alone: there no mouse asks a point.
class RooflineKey : public ChartPart {
public:
    enum class Sign { Compute, Memory, Overhead, Unknown, Hollow, Interval, Predicted, OtherRoof, Pin };

    /// `data` and the chart's rectangle; `hasPins`: letters of pins stand in it.
    RooflineKey(const RooflineData& data, bool hasPins, const QRectF& chart, const ChartStyle& style);

    /// The signs that the chart has, in their order.
    [[nodiscard]] const std::vector<Sign>& signs() const { return m_signs; }
    /// The room that the rows take.
    [[nodiscard]] double height() const;
    void draw(QCPPainter* painter) const;
    /// The same for all signs as words, for a chart that has no rows.
    [[nodiscard]] static QString allWords();

private:
    struct Placed {
        Sign sign;
        QPointF at; ///< the left end, from the rows' upper left corner
    };
    [[nodiscard]] double widthOf(Sign sign) const;
    [[nodiscard]] std::vector<Placed> placed() const;
    void drawSign(QCPPainter* painter, Sign sign, QPointF center) const;

    QRectF m_chart;
    std::vector<Sign> m_signs;
};

} // namespace ridgepoint
