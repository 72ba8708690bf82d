// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/charts/draw/curves_chart.h"
#include "app/charts/draw/regime_map_chart.h"
#include "app/charts/draw/roofline_chart.h"
#include "tests/support/test_main.h"

#include <QTemporaryDir>

#include <memory>

namespace ridgepoint::test {

enum ChartKind { RooflineKind, MapKind, CurvesKind };

/// An empty chart of the kind.
inline std::unique_ptr<ChartWidget> makeChart(int kind)
{
    if (kind == RooflineKind)
        return std::make_unique<RooflineChart>();
    if (kind == MapKind)
        return std::make_unique<RegimeMapChart>();
    return std::make_unique<CurvesChart>();
}

/// A chart as a file whose words are text.
inline QString svgOf(const ChartWidget& chart, QSizeF size = ExportOptions().size)
{
    QTemporaryDir folder;
    ExportOptions options;
    options.size = size;
    options.svgText = SvgText::Text;
    const QString path = folder.filePath(QStringLiteral("chart.svg"));
    return chart.exportTo(path, options).ok() ? QString::fromUtf8(contentOf(path)) : QString();
}

} // namespace ridgepoint::test
