// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/data/report.h"
#include "app/charts/style/theme.h"
#include "core/model/result.h"

#include <QByteArray>
#include <QImage>

#include <memory>
#include <vector>

namespace ridgepoint {

class ChartWidget;
struct ExportOptions;

/// A chart of a report, as it is shown: its zoom, pins and what is compared in it.
struct ReportChart {
    const ChartWidget* chart = nullptr;
    QString title;
    QString note;
    QString caption = {}; ///< a sentence under it; may be empty
};

/// Writes a report by the path's ending: .pdf (A4, vector charts, page numbers) or .html (one file, charts inside as
/// SVG). The file is written beside its place and renamed. InvalidInput for another ending.
[[nodiscard]] Result<void> exportReport(const LabReport& report, const std::vector<ReportChart>& charts,
                                        const QString& path, ThemeName theme = ThemeName::Print);

[[nodiscard]] QByteArray reportPdf(const LabReport& report, const std::vector<ReportChart>& charts,
                                   ThemeName theme); ///< exportReport's .pdf
[[nodiscard]] Result<QByteArray> reportHtml(const LabReport& report, const std::vector<ReportChart>& charts,
                                            ThemeName theme); ///< its .html
/// A page of one chart and what the report says beside it, light or dark as the reader's system is, which needs no
/// other file and runs nothing.
[[nodiscard]] Result<QByteArray> chartPageHtml(const LabReport& report, const ReportChart& chart,
                                               const ExportOptions& options);
/// How many pages of A4 the .pdf has.
[[nodiscard]] int reportPages(const LabReport& report, const std::vector<ReportChart>& charts, ThemeName theme);
/// The first page, to fit into a room of pixels of this density.
[[nodiscard]] QImage reportPicture(const LabReport& report, const std::vector<ReportChart>& charts, ThemeName theme,
                                   QSize room, double density);
/// The chart of a result, drawn as the window and `render` draw it.
[[nodiscard]] std::unique_ptr<ChartWidget> chartOf(const ReportExperiment& experiment);
/// Its size in a report: higher where plots stand below each other or many bars do; empty where there is nothing to
/// draw.
[[nodiscard]] QSizeF reportChartSize(const ReportExperiment& experiment);
/// The size of a chart in a report, in pixels (1/96 inch): the width of the page's text.
[[nodiscard]] QSizeF reportChartSize(const ChartWidget& chart);

} // namespace ridgepoint
