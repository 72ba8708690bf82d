// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/experiment_csv.h"

#include "core/session/csv_writer.h"

namespace ridgepoint {

std::string toCsv(const ExperimentResult& result, const ExperimentInfo& info)
{
    CsvWriter csv(
        "experiment,device,plot,series,label,x,x_unit,y,low,high,y_unit,flags,provenance,source,note,x_moved");
    for (const ExperimentPoint& point : result.points) {
        const auto index = static_cast<std::size_t>(point.plot);
        const ExperimentPlot plot = index < info.plots.size() ? info.plots[index] : ExperimentPlot{};
        csv.add(result.id).add(result.device).add(point.plot).add(point.series.words()).add(point.label.words());
        if (isOverX(kindOf(info, plot)))
            csv.add(point.x).add(plot.x.unit);
        else
            csv.addEmpty().addEmpty();
        csv.add(point.y)
            .add(point.low)
            .add(point.high)
            .add(plot.y.unit)
            .add(toString(point.flags))
            .add(nameOf(point.provenance));
        csv.add(point.source).add(point.note);
        point.movedX ? csv.add(*point.movedX) : csv.addEmpty();
        csv.endLine();
    }
    return csv.text();
}

} // namespace ridgepoint
