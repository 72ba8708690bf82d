// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/data/compared_here.h"

#include "app/charts/data/describe.h"
#include "app/charts/data/regime_map_data.h"
#include "app/charts/data/series_data.h"
#include "app/charts/style/texts.h"
#include "core/analysis/compare.h"
#include "core/model/prediction.h"

#include <algorithm>

namespace ridgepoint {
namespace {

/// Where the other's time comes from; empty where it was measured, as the own one.
QString sourceWords(const Sample& time, Provenance roofs)
{
    if (time.flags.has(Flag::Interpolated))
        return tr("between its %1 cells").arg(text(nameOf(time.provenance)));
    if (time.provenance != Provenance::Predicted)
        return time.provenance == Provenance::Measured ? QString() : text(nameOf(time.provenance));
    switch (roofs) {
    case Provenance::Published: return tr("predicted from published figures");
    case Provenance::Datasheet: return tr("predicted from its datasheet");
    default: return tr("predicted from its roofs");
    }
}

} // namespace

std::optional<Sample> timeElsewhere(const Snapshot& other, const Workload& here, const Plan& plan)
{
    const Workload at = comparable(other, here);
    const auto known = std::find_if(other.samples.begin(), other.samples.end(), [&](const Sample& sample) {
        return sample.workload == at && !sample.flags.has(Flag::Interpolated)
            && sample.provenance != Provenance::Predicted;
    });
    if (known != other.samples.end())
        return *known;
    Sample told;
    told.workload = at;
    told.device = other.plan.device;
    const auto put = [&told](Seconds time, Provenance provenance) {
        told.time = told.median = told.low = told.high = time;
        told.provenance = provenance;
        return told;
    };
    if (const auto time = partnerTime(other, at, plan); time && time->provenance != Provenance::Predicted) {
        told.flags |= Flag::Interpolated;
        return put(time->seconds, time->provenance);
    }
    const auto prediction = predict(at, other.roofs, other.device.kind);
    return prediction ? std::optional(put(prediction->time, Provenance::Predicted)) : std::nullopt;
}

std::optional<ComparedHere> comparedHere(const Sample& own, const QString& ownName, const Plan& plan,
                                         const Snapshot& other, const QString& otherName, const Format& format)
{
    const auto time = timeElsewhere(other, own.workload, plan);
    const auto comparison = time ? compareTimes(own, *time) : std::nullopt;
    if (!comparison)
        return std::nullopt;
    const bool isBetween = time->flags.has(Flag::Interpolated);
    // Neither a prediction nor what lies between cells claims an interval.
    const bool isJudged = time->provenance != Provenance::Predicted && !isBetween;
    const bool isAlike = isJudged && !comparison->differs;
    QStringList about = insteadWords(time->workload, own.workload, AxisKind::Operations, format);
    if (const QString source = sourceWords(*time, other.provenance); !source.isEmpty())
        about.prepend(source);
    const QString aboutWords = about.join(QStringLiteral("; "));
    const QString beside = aboutWords.isEmpty() ? otherName : tr("%1 (%2)").arg(otherName, aboutWords);
    const QString ownTime = format.time(own.time);
    const QString otherTime = format.time(time->time);
    const QString factor = format.factor(comparison->speedup);
    const QString ratio = isBetween ? tr("about %1").arg(factor) : factor;
    if (isAlike)
        return ComparedHere{
            tr("%1 here, %2 on %3: cannot be told apart").arg(ownTime, otherTime, beside),
            tr("%1: %2 at this point. %3: %4, which cannot be told apart.").arg(beside, otherTime, ownName, ownTime)};
    return ComparedHere{
        tr("%1 here, %2 on %3: %4").arg(ownTime, otherTime, beside, ratio),
        tr("%1: %2 at this point. %3: %4, %5 as long.").arg(beside, otherTime, ownName, ownTime, ratio)};
}

} // namespace ridgepoint
