// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/transfers.h"

#include <algorithm>
#include <iterator>
#include <numbers>

namespace ridgepoint::transfers {
namespace {

/// The measured points of a series by size.
std::vector<ExperimentPoint> curveOf(const ExperimentResult& result, const std::string& series)
{
    std::vector<ExperimentPoint> points;
    std::copy_if(result.points.begin(), result.points.end(), std::back_inserter(points),
                 [&](const ExperimentPoint& point) {
                     return point.plot == bandwidthPlot && point.provenance == Provenance::Measured
                         && point.series == series && point.x > 0.0 && point.y > 0.0;
                 });
    std::sort(points.begin(), points.end(),
              [](const ExperimentPoint& a, const ExperimentPoint& b) { return a.x < b.x; });
    return points;
}

const ExperimentPoint* barOf(const ExperimentResult& result, const char* label, Provenance provenance)
{
    const auto found = std::find_if(result.points.begin(), result.points.end(), [&](const ExperimentPoint& point) {
        return point.plot == totalPlot && point.provenance == provenance && point.label == label && point.y > 0.0;
    });
    return found == result.points.end() ? nullptr : &*found;
}

void addCurve(const ExperimentResult& result, const std::string& series, std::vector<Finding>& all)
{
    const std::vector<ExperimentPoint> curve = curveOf(result, series);
    if (curve.size() < 2)
        return;
    const auto fastest = std::max_element(curve.begin(), curve.end(),
                                          [](const ExperimentPoint& a, const ExperimentPoint& b) { return a.y < b.y; });
    const auto half = std::find_if(curve.begin(), curve.end(),
                                   [&](const ExperimentPoint& point) { return point.y >= 0.5 * fastest->y; });
    all.push_back({"%1: %2 takes %3, %4 what it would at the highest rate, %5; half of that is reached from %6 on.",
                   {series,
                    {curve.front().x, "B"},
                    {curve.front().x / curve.front().y, "s"},
                    {fastest->y / curve.front().y, "x"},
                    {fastest->y, "B/s"},
                    {half->x, "B"}}});
    if (const ExperimentPoint& largest = curve.back(); largest.y < 0.8 * fastest->y)
        all.push_back({"%1 is fastest at %2 and falls to %3 at %4: where what it moves no longer fits the caches.",
                       {series, {fastest->x, "B"}, {largest.y, "B/s"}, {largest.x, "B"}}});
}

const ExperimentPoint* predictionOf(const ExperimentResult& result, const ExperimentPoint& measured)
{
    const auto found = std::find_if(result.points.begin(), result.points.end(), [&](const ExperimentPoint& point) {
        return point.plot == bandwidthPlot && point.provenance == Provenance::Predicted
            && point.series == measured.series && point.x == measured.x && point.y > 0.0;
    });
    return found == result.points.end() ? nullptr : &*found;
}

/// How near a curve comes to what was predicted for it, and where it stays farthest below or above.
void addShares(const ExperimentResult& result, const std::string& series, std::vector<Finding>& all)
{
    struct Share {
        double size = 0.0;
        double share = 0.0;
    };
    std::vector<Share> shares;
    for (const ExperimentPoint& point : curveOf(result, series))
        if (const ExperimentPoint* theory = predictionOf(result, point))
            shares.push_back({point.x, point.y / theory->y});
    if (shares.size() < 2)
        return;
    const auto [least, most] = std::minmax_element(shares.begin(), shares.end(),
                                                   [](const Share& a, const Share& b) { return a.share < b.share; });
    all.push_back({"%1 runs at %2 of the predicted rate at %3 and at %4 of it at %5; the other sizes lie between.",
                   {series, {least->share, "%"}, {least->size, "B"}, {most->share, "%"}, {most->size, "B"}}});
}

/// What lies between read() and a copy in memory at the largest size: the call's cost is named only where the
/// intervals, each a square root of two wider for a comparison, leave one.
void addCall(const ExperimentResult& result, std::vector<Finding>& all)
{
    const std::vector<ExperimentPoint> reads = curveOf(result, byRead);
    const std::vector<ExperimentPoint> copies = curveOf(result, inMemory);
    if (reads.empty() || copies.empty() || reads.back().x != copies.back().x)
        return;
    const ExperimentPoint& read = reads.back();
    const ExperimentPoint& copy = copies.back();
    const auto isFaster = [](const ExperimentPoint& fast, const ExperimentPoint& slow) {
        return fast.y - std::numbers::sqrt2 * (fast.y - fast.low) > slow.y + std::numbers::sqrt2 * (slow.high - slow.y);
    };
    const char* const why = isFaster(copy, read) ? "At %1 a copy in memory runs at %2 the rate of read(): the file "
                                                   "lies in memory too, and the rest is what the system call costs."
                          : isFaster(read, copy)
                              ? "At %1 a copy in memory runs at %2 the rate of read(), which is faster: the file lies "
                                "in memory too, and the system copies it in a way of its own."
                              : "At %1 a copy in memory runs at %2 the rate of read(): the file lies in memory too, "
                                "and what the system call costs cannot be told from the intervals.";
    all.push_back({why, {{read.x, "B"}, {copy.y / read.y, "x"}}});
}

/// How many times as fast the second series moves as the first at the largest size of both.
void addPair(const ExperimentResult& result, const char* slow, const char* fast, const char* sentence,
             std::vector<Finding>& all)
{
    const std::vector<ExperimentPoint> a = curveOf(result, slow);
    const std::vector<ExperimentPoint> b = curveOf(result, fast);
    if (!a.empty() && !b.empty() && a.back().x == b.back().x)
        all.push_back({sentence, {{a.back().x, "B"}, {b.back().y / a.back().y, "x"}}});
}

void addOverlap(const ExperimentResult& result, std::vector<Finding>& all)
{
    const ExperimentPoint* inTurn = barOf(result, loading::inTurn, Provenance::Measured);
    const ExperimentPoint* overlapped = barOf(result, loading::overlapped, Provenance::Measured);
    if (inTurn == nullptr || overlapped == nullptr)
        return;
    all.push_back({"One after the other load, copy and compute take %1, overlapped %2: %3 as fast.",
                   {{inTurn->y, "s"}, {overlapped->y, "s"}, {inTurn->y / overlapped->y, "x"}}});
    const double waitsInTurn = idleShare(result.lanes, loading::inTurn);
    const double waitsOverlapped = idleShare(result.lanes, loading::overlapped);
    if (waitsInTurn >= 0.0 && waitsOverlapped >= 0.0)
        all.push_back({"In the recorded runs whoever computes waits %1 of the time one after the other, %2 overlapped.",
                       {{waitsInTurn, "%"}, {waitsOverlapped, "%"}}});
    const ExperimentPoint* theory = barOf(result, loading::overlapped, Provenance::Predicted);
    const ExperimentPoint* sum = barOf(result, loading::inTurn, Provenance::Predicted);
    if (theory == nullptr || sum == nullptr)
        return;
    const bool isGpu = result.device.starts_with("cuda"); // where each stage has what it needs for itself
    all.push_back({isGpu ? "The stages by themselves predicted %1 one after the other and %2 overlapped; measured are "
                           "%3 and %4 that."
                         : "The stages by themselves predicted %1 one after the other and, on the processors that "
                           "there are, %2 overlapped; measured are %3 and %4 that.",
                   {{sum->y, "s"}, {theory->y, "s"}, {inTurn->y / sum->y, "x"}, {overlapped->y / theory->y, "x"}}});
    const ExperimentPoint* memory = barOf(result, moved, Provenance::Predicted);
    if (memory == nullptr)
        return;
    const bool isLimit = memory->y >= theory->y;
    all.push_back({isLimit ? "What the stages need from memory takes %1, and that is what limits: %2."
                           : "What the stages need from memory would take %1 (%2): that is not what limits here.",
                   {{memory->y, "s"}, memory->note}});
}

} // namespace

std::vector<Finding> findings(const ExperimentResult& result)
{
    std::vector<Finding> all;
    for (const char* series : {byRead, byMap, inMemory})
        addCurve(result, series, all);
    for (const char* series : {byRead, byMap, inMemory})
        addShares(result, series, all);
    for (const DeviceCopy& copy : deviceCopies)
        addCurve(result, copy.series, all);
    addCall(result, all);
    addPair(result, deviceCopies[0].series, deviceCopies[1].series,
            "At %1 pinned memory goes to the device at %2 the rate of pageable memory.", all);
    addPair(result, deviceCopies[2].series, deviceCopies[3].series,
            "At %1 pinned memory comes from the device at %2 the rate of pageable memory.", all);
    addOverlap(result, all);
    return all;
}

} // namespace ridgepoint::transfers
