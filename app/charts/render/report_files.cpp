// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/render/report_files.h"

#include "app/charts/data/experiment_data.h"
#include "app/charts/draw/curves_chart.h"
#include "app/charts/draw/experiment_chart.h"
#include "app/charts/draw/regime_map_chart.h"
#include "app/charts/render/report_page.h"
#include "core/session/text_file.h"

#include <QFileInfo>

#include <algorithm>
#include <cmath>

namespace ridgepoint {

QSizeF reportChartSize(const ChartWidget& chart)
{
    constexpr double map = 0.66;
    constexpr double roofline = 0.58;
    if (qobject_cast<const CurvesChart*>(&chart) != nullptr) {
        ExportOptions options;
        options.size = QSizeF(ReportPage::textWidth, ReportPage::textWidth);
        options.withTitle = false;
        return {ReportPage::textWidth, std::round(CurvesChart::heightFor(options))};
    }
    const double shape = qobject_cast<const RegimeMapChart*>(&chart) != nullptr ? map : roofline;
    return {ReportPage::textWidth, std::round(ReportPage::textWidth * shape)};
}

std::unique_ptr<ChartWidget> chartOf(const ReportExperiment& experiment)
{
    auto chart = std::make_unique<ExperimentChart>();
    chart->setExperiment(experiment.info, experiment.result);
    chart->flush();
    return chart;
}

QSizeF reportChartSize(const ReportExperiment& experiment)
{
    constexpr double lines = 0.52; // of the width
    constexpr double below = 0.34; // a timeline or flame bar under the others
    constexpr double bars = 0.14;  // without any: title, axis and room
    constexpr double aBar = 0.034;
    constexpr double least = 0.34;
    const ExperimentChartData data = experimentChartData(*experiment.info, *experiment.result);
    if (data.empty())
        return {};
    double shape = 0.0;
    double under = 0.0;
    for (const ExperimentPlotData& plot : data.plots) {
        if (plot.kind == ExperimentChartKind::Timeline || plot.kind == ExperimentChartKind::Flame)
            under += below;
        else
            shape = std::max(shape, plot.kind == ExperimentChartKind::Bars
                                        ? bars + aBar * static_cast<double>(plot.labels.size() * plot.mostBars)
                                        : lines);
    }
    return {ReportPage::textWidth, std::round(ReportPage::textWidth * std::clamp(shape + under, least, 1.1))};
}

Result<void> exportReport(const LabReport& report, const std::vector<ReportChart>& charts, const QString& path,
                          ThemeName theme)
{
    const QString ending = QFileInfo(path).suffix().toLower();
    if (ending == QLatin1String("pdf"))
        return writeTextFile(reportPdf(report, charts, theme).toStdString(), path.toStdString());
    if (ending != QLatin1String("html") && ending != QLatin1String("htm"))
        return Error{ErrorKind::InvalidInput,
                     "report.format",
                     "%1 ends in neither .pdf nor .html; the ending chooses the format.",
                     {path.toStdString()}};
    const auto html = reportHtml(report, charts, theme);
    return html ? writeTextFile(html->toStdString(), path.toStdString()) : Result<void>(html.error());
}

} // namespace ridgepoint
