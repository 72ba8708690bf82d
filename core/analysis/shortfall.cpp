// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/shortfall.h"

#include "core/model/cost.h"
#include "core/stats/sample_claims.h"

namespace ridgepoint {
namespace {

bool isFarBelow(const Sample& sample, const Prediction& prediction)
{
    return sample.provenance == Provenance::Measured && sample.low > Seconds()
        && prediction.time / sample.low < leastShareLimited;
}

} // namespace

bool isUnexplained(const PointAnalysis& analysis)
{
    return analysis.basis == Basis::Roofs && analysis.shares
        && analysis.shares->unexplained >= analysis.shares->of(analysis.shares->largest());
}

std::optional<Seconds> costlierLaunch(const Sample& sample, const Prediction& prediction, const PointAnalysis* analysis)
{
    const bool isByRoofs = prediction.limit == Regime::Overhead && prediction.overhead >= prediction.fixed * 2.0;
    const bool isByVerdict = analysis != nullptr && analysis->regime == Regime::Overhead && !analysis->runnerUp;
    if (wasDisturbed(sample) || !isByRoofs || !isByVerdict || !isFarBelow(sample, prediction))
        return std::nullopt;
    return (sample.time - prediction.work() - prediction.fixed) / static_cast<double>(costOf(sample.workload).launches);
}

std::optional<double> shareFarBelow(const Sample& sample, const Prediction& prediction, const PointAnalysis* analysis)
{
    const bool isSlow = isFarBelow(sample, prediction) && !costlierLaunch(sample, prediction, analysis);
    return isSlow ? std::optional(prediction.time / sample.time) : std::nullopt;
}

} // namespace ridgepoint
