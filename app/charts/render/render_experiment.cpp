// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/render/render_experiment.h"

#include "app/charts/draw/experiment_chart.h"
#include "core/experiment/registry.h"
#include "core/session/session.h"
#include "core/session/text_file.h"

#include <QFileInfo>

#include <algorithm>

namespace ridgepoint {
namespace {

QString captionOf(const ExperimentDefinition& experiment, const ExperimentResult& result)
{
    const Format format;
    QString caption = ChartWidget::tr("%1, on %2, measured %3.")
                          .arg(catalogueWords(experiment.info().title), QString::fromStdString(result.deviceName),
                               result.created.empty() ? ChartWidget::tr("at an unknown date")
                                                      : QString::fromStdString(result.created));
    for (const Finding& finding : experiment.analyse(result))
        caption += QLatin1Char(' ') + findingWords(finding, format);
    return caption + ChartWidget::tr(" Drawn by Ridgepoint.\n");
}

} // namespace

QString besideFile(const QString& output, const char* ending)
{
    const QFileInfo info(output);
    return info.path() + QLatin1Char('/') + info.completeBaseName() + QLatin1String(ending);
}

Result<void> renderExperiment(const RenderOptions& options)
{
    const ExperimentDefinition& experiment = *findExperiment(options.experiment);
    auto session = readSession(options.sessions.front().toStdString());
    if (!session)
        return inFile(options.sessions.front().toStdString(), session.error());
    const auto found = std::find_if(session->experiments.rbegin(), session->experiments.rend(),
                                    [&](const ExperimentResult& one) { return one.id == options.experiment; });
    if (found == session->experiments.rend())
        return Error{
            ErrorKind::Unavailable,
            "render.no-such-experiment",
            "The session %1 holds no result of the experiment %2; make one with ridgepoint-bench experiment %2.",
            {options.sessions.front().toStdString(), options.experiment}};
    const auto result = std::make_shared<const ExperimentResult>(std::move(*found));
    ExperimentChart chart;
    chart.setExperiment(&experiment.info(), result);
    chart.setTitle(catalogueWords(experiment.info().title), QString::fromStdString(result->deviceName));
    chart.flush();
    if (auto written = chart.exportTo(options.output, options.file); !written)
        return written;
    if (options.writeData)
        if (auto written = writeTextFile(chart.dataCsv(), besideFile(options.output, ".csv").toStdString()); !written)
            return written;
    if (options.writeCaption)
        return writeTextFile(captionOf(experiment, *result).toStdString(),
                             besideFile(options.output, ".txt").toStdString());
    return {};
}

} // namespace ridgepoint
