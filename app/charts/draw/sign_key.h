// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/data/curves_data.h"
#include "app/charts/data/roofline_data.h"
#include "app/charts/draw/chart_part.h"

#include <qcustomplot.h>

#include <vector>

namespace ridgepoint {

/// What the signs in a roofline or in the curves stand for, in rows below the axis. A roofline has it in a file and in
/// a hall alone: there no mouse asks a point, and in the window its lines are named where they run.
class SignKey : public ChartPart {
public:
    enum class Sign {
        Compute,
        Memory,
        Overhead,
        Unknown,
        Hollow,
        Interval,
        Predicted,
        Model,
        Border,
        OtherRoof,
        Pin,
        Yours
    };

    /// `data` and the chart's rectangle; `hasPins`: letters of pins stand in it.
    SignKey(const RooflineData& data, bool hasPins, const QRectF& chart, const ChartStyle& style);
    /// `hasCurve`: somebody drew one, which is not to be taken for what the roofs predict.
    SignKey(const CurvesData& data, bool hasCurve, const QRectF& chart, const ChartStyle& style);

    /// Those that a chart of this data has.
    [[nodiscard]] static std::vector<Sign> signsOf(const RooflineData& data);
    [[nodiscard]] static std::vector<Sign> signsOf(const CurvesData& data);
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
    [[nodiscard]] QString wordsOf(Sign sign) const;
    [[nodiscard]] double widthOf(Sign sign) const;
    [[nodiscard]] std::vector<Placed> placed() const;
    void drawSign(QCPPainter* painter, Sign sign, QPointF center) const;

    QRectF m_chart;
    std::vector<Sign> m_signs;
};

/// Of the curves: what the model predicts, and the dashes where its regime changes.
[[nodiscard]] QPen modelPen(const Theme& theme);
[[nodiscard]] QPen modelBorderPen(const Theme& theme);

} // namespace ridgepoint
