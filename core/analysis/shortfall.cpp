// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/shortfall.h"

#include "core/analysis/compare.h"
#include "core/model/cost.h"
#include "core/stats/sample.h"

#include <utility>

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
    const bool isByHost = prediction.overhead > prediction.gap
                       && prediction.overhead >= prediction.work() + prediction.gap;
    const Seconds hidden = isByHost ? Seconds() : prediction.work();
    return (sample.time - hidden - prediction.fixed) / static_cast<double>(costOf(sample.workload).launches);
}

std::optional<double> shareFarBelow(const Sample& sample, const Prediction& prediction, const PointAnalysis* analysis)
{
    const bool isSlow = isFarBelow(sample, prediction) && !costlierLaunch(sample, prediction, analysis);
    return isSlow ? std::optional(prediction.time / sample.time) : std::nullopt;
}

std::vector<CauseTest> causeTests(const Workload& workload, std::int64_t largest)
{
    std::vector<CauseTest> tests;
    if (workload.threads >= 2) {
        tests.push_back({Cause::Threads, workload});
        tests.back().other.threads /= 2;
    }
    if (workload.elements <= largest / 4) {
        tests.push_back({Cause::Latency, workload});
        tests.back().other.elements *= 4;
    }
    return tests;
}

std::optional<CauseFinding> judgeCause(Cause cause, const Sample& sample, const Sample& other)
{
    const auto times = compareTimes(other, sample); // the speed-up from the other to the sample is their ratio
    if (!times)
        return std::nullopt;
    // Of what takes twice the time where the cause is absent, and of what takes four times. Between them it is a part.
    const auto [least, most] = cause == Cause::Threads ? std::pair(1.3, 1.6) : std::pair(2.0, 3.0);
    CauseFinding finding{times->speedup, times->range, CauseVerdict::Open};
    if (times->claimsCoverage && times->range.high <= least)
        finding.verdict = CauseVerdict::Likely;
    else if (times->claimsCoverage && times->range.low >= most)
        finding.verdict = CauseVerdict::Unlikely;
    return finding;
}

} // namespace ridgepoint
