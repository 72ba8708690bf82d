// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/utilisation.h"

#include "core/model/cost.h"
#include "core/model/prediction.h"
#include "core/stats/readings.h"
#include "core/stats/summary.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>
#include <limits>
#include <optional>
#include <utility>

namespace ridgepoint {
namespace {

constexpr const char* busySeries = "CPU-% of the system";
constexpr const char* usedSeries = "share of the compute roof";
constexpr const char* spinning = "One thread that spins";
constexpr const char* passing = "A pass over memory";
constexpr const char* computing = "Work in registers";
constexpr double roundSeconds = 0.06;
constexpr int rounds = 8;
/// Figures nearer than this are called the same.
constexpr double sameFigure = 0.1;

std::string peakRoof() { return computeRoofId(Operation::Fma, Precision::Fp32); }

/// What this process has used of all processors, as the operating system counts it for `top`.
double processorSeconds()
{
    timespec used{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    return static_cast<double>(used.tv_sec) + 1e-9 * static_cast<double>(used.tv_nsec);
}

double secondsNow() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

/// One number by rounds: the middle one, from the least to the most.
struct Values {
    std::vector<double> all;
    [[nodiscard]] ExperimentPoint point(const char* series, const char* label) const
    {
        std::vector<double> sorted = all;
        std::sort(sorted.begin(), sorted.end());
        return {.series = series, .label = label, .y = sorted[sorted.size() / 2], .low = sorted.front(), .high = sorted.back()};
    }
};

/// Shares of one way to be busy.
struct Shares {
    Values busy;
    Values used;
    Readings readings; ///< of which only the flags are told
    void add(double busyShare, double usedShare, Seconds time, FlagSet flags = {})
    {
        busy.all.push_back(busyShare);
        used.all.push_back(usedShare);
        readings.beginRound();
        readings.add(time, flags);
    }
    std::optional<PointWork> work; ///< of what was computed
    void putInto(const MeasuringContext& context, const char* label) const
    {
        for (ExperimentPoint point : {busy.point(busySeries, label), used.point(usedSeries, label)}) {
            point.flags = readings.flags();
            if (busy.all.size() < static_cast<std::size_t>(minimumRounds))
                point.flags |= Flag::FewReadings;
            point.work = work;
            context.put(std::move(point));
        }
    }
};

ExperimentStep spinStep()
{
    auto shares = std::make_shared<Shares>();
    return {spinning, rounds, [shares](MeasuringContext& context) -> Result<StepState> {
                const double wall = secondsNow();
                const double used = processorSeconds();
                while (secondsNow() - wall < roundSeconds) {
                }
                // Asking the clock is no floating-point operation.
                const double passed = secondsNow() - wall;
                shares->add((processorSeconds() - used) / passed, 0.0, Seconds(passed));
                shares->putInto(context, spinning);
                return StepState::Round;
            }};
}

ExperimentStep workStep(const char* label, const Workload& workload, const char* level)
{
    auto shares = std::make_shared<Shares>();
    return {label, rounds, [=](MeasuringContext& context) -> Result<StepState> {
                const Roof* peak = context.roofs.find(peakRoof());
                if (peak == nullptr)
                    return Error{ErrorKind::Unavailable, "utilisation.no-roof", "The compute roof %1 is not known, so there is nothing to take a share of; measure the roofs.", {peakRoof()}};
                auto work = context.backend.prepare(workload);
                if (!work)
                    return work.error();
                const auto first = (*work)->run(1);
                if (!first)
                    return first.error();
                const auto repetitions = static_cast<std::int64_t>(std::clamp(roundSeconds / std::max(first->time.value(), 1e-9), 1.0, 1e8));
                const double wall = secondsNow();
                const double used = processorSeconds();
                const auto timing = (*work)->run(repetitions);
                if (!timing)
                    return timing.error();
                const double passed = secondsNow() - wall;
                const double rate = costOf(workload).flops.value() * static_cast<double>(repetitions) / timing->time.value();
                shares->add((processorSeconds() - used) / passed / std::max(1, workload.threads), rate / peak->value, timing->time, timing->flags);
                shares->work = pointWork(workload, timing->time / static_cast<double>(repetitions), bandwidthRoofId(level));
                shares->putInto(context, label);
                return StepState::Round;
            }};
}

/// A pass of one fma per element over memory, and a thousand of them in registers over a small tensor.
Workload passOf(std::int64_t elements, int threads) { return {.elements = elements, .threads = threads}; }
Workload registersOf(int threads) { return {.elements = std::int64_t{1} << 16, .operationsPerElement = 1024, .threads = threads}; }

class Utilisation final : public ExperimentDefinition {
public:
    [[nodiscard]] const ExperimentInfo& info() const override
    {
        static const ExperimentInfo info{
            .id = "utilisation",
            .title = "Utilisation is not performance",
            .summary = "what the operating system calls 100 % busy, beside the share of the peak that is used",
            .parameters = {{.name = "size", .words = "Tensor size (floats)", .kind = ParameterKind::Size, .defaultValue = automaticSize, .lowest = 1 << 16, .highest = 1 << 30}},
            .chart = ExperimentChartKind::Bars,
            .plots = {{.title = "How busy it looks, and what it does", .x = {}, .y = {"Share", "%", AxisScaleKind::Linear}}}};
        return info;
    }
    [[nodiscard]] Result<void> availability(const DeviceInfo& device) const override
    {
        if (device.kind == DeviceKind::Cpu)
            return ExperimentDefinition::availability(device);
        return Error{ErrorKind::Unsupported, "utilisation.device", "This experiment reads the operating system's CPU-%, so it runs on a processor; choose the host CPU.", {}};
    }
    [[nodiscard]] std::vector<std::string> roofs(const ExperimentParameters&, const DeviceInfo&) const override
    {
        return {peakRoof(), bandwidthRoofId("dram"), bandwidthRoofId("l2"), bandwidthRoofId("l3"), launchRoofId(LaunchMode::WaitEach)};
    }
    [[nodiscard]] std::vector<ExperimentPoint> predict(const ExperimentParameters& parameters, const RoofSet& known, const DeviceInfo& device) const override
    {
        const auto said = [](const char* label, double share) {
            return ExperimentPoint{.series = usedSeries, .label = label, .y = share, .low = share, .high = share, .provenance = Provenance::Predicted};
        };
        std::vector<ExperimentPoint> points{said(spinning, 0.0)};
        const Roof* peak = known.find(peakRoof());
        for (const auto& [label, workload] : {std::pair{passing, passOf(parameters.number("size"), known.threads)}, std::pair{computing, registersOf(known.threads)}})
            if (const auto prediction = ridgepoint::predict(workload, known, device.kind); prediction && peak != nullptr)
                points.push_back(said(label, (costOf(workload).flops / prediction->time).value() / peak->value));
        return points;
    }
    [[nodiscard]] Result<std::vector<ExperimentStep>> steps(const ExperimentParameters& parameters, MeasuringContext& context) const override
    {
        return std::vector<ExperimentStep>{spinStep(), workStep(passing, passOf(parameters.number("size"), context.threads), "dram"), workStep(computing, registersOf(context.threads), "l2")};
    }
    [[nodiscard]] std::vector<Finding> analyse(const ExperimentResult& result) const override
    {
        std::vector<Finding> findings;
        double least = std::numeric_limits<double>::infinity();
        double most = 0.0;
        for (const char* label : {spinning, passing, computing}) {
            const auto find = [&](const char* series) -> const ExperimentPoint* {
                const auto found = std::find_if(result.points.begin(), result.points.end(), [&](const ExperimentPoint& point) {
                    return point.label == label && point.series == series && point.provenance == Provenance::Measured;
                });
                return found == result.points.end() ? nullptr : &*found;
            };
            if (const ExperimentPoint *busy = find(busySeries), *used = find(usedSeries); busy != nullptr && used != nullptr) {
                findings.push_back({"%1: the system says %2 of the processors in use are busy, and %3 of the compute roof is used.", {label, {busy->y, "%"}, {used->y, "%"}}});
                least = std::min(least, busy->y);
                most = std::max(most, busy->y);
            }
        }
        if (findings.size() == 3 && most - least < sameFigure)
            findings.push_back({"The same figure for a spinning thread, a wait for memory and full work: it counts time in which something runs, not what is done.", {}});
        else if (findings.size() == 3)
            findings.push_back({"The figures differ (%1 to %2) because others used the processors too: it counts the time that we got, not what is done in it.", {{least, "%"}, {most, "%"}}});
        return findings;
    }
};

} // namespace

std::unique_ptr<const ExperimentDefinition> makeUtilisation() { return std::make_unique<Utilisation>(); }

} // namespace ridgepoint
