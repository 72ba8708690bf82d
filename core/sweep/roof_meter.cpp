// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/sweep/roof_meter.h"

#include "core/model/device.h"
#include "core/stats/readings.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <iterator>
#include <utility>

namespace ridgepoint {
namespace {

/// Launches are timed in short batches, many to a round, so that a 25th percentile means something.
constexpr Seconds launchBatch{50e-6};
constexpr int launchBatches = 32;
/// Rates: long enough to reach a steady clock frequency, short enough to interleave two dozen roofs.
constexpr Seconds rateBatch{1.5e-3};
constexpr Seconds rateRound{6e-3};
/// A GPU's clock answers to power within milliseconds, and nothing else of the system interrupts it. Batches aim higher
/// than what they must last, so that few are taken again.
constexpr Seconds shortestBatchOnGpu{10e-3};
constexpr Seconds rateBatchOnGpu{12.5e-3};
constexpr Seconds rateRoundOnGpu{20e-3};
/// A round whose batches were all disturbed goes on for so many times as long.
constexpr double longerForOneQuiet = 4.0;
constexpr int mostCalibrations = 40;
constexpr double largestGrowth = 16.0;
constexpr std::int64_t mostRepetitions = std::int64_t{1} << 40;

/// What a device remarks on a batch that a roof passes on when too many rounds bear it.
constexpr std::array disturbances{Flag::Throttled, Flag::Preempted, Flag::MachineBusy};
/// A best round can be believed when a quarter of the rounds are undisturbed, a median when it is that of three.
constexpr std::size_t roundsPerQuietOne = 4;
constexpr std::size_t quietRoundsForMedian = 3;
/// Every batch of many milliseconds is interrupted now and then. It matters where it costs: half of the rounds are
/// slower than the best by this much.
constexpr double costlyPreemption = 1.1;
/// Fewer rounds claim no range (as for samples).
constexpr std::size_t enoughRounds = 6;
/// Rounds that differ by more than this have not found the roof: half of them slower than the best by 25 %; for
/// launches, whose rounds scatter by nature, the upper quartile over the lower by 60 %. A difference scatters as much
/// as the times do that it is made of: it may by 25 % of the larger one, too.
constexpr double widestRate = 1.25;
constexpr double widestLaunch = 1.6;
/// Of the larger time: a difference of no more is noise. At the least a device tells a hundredth of the time of one
/// pass.
constexpr double leastDifference = 0.01;
/// Rounds that part by more than this are of different states of the machine. Where a hypervisor lays two processors of
/// a virtual machine on one core, on one cache or on two, a pass handed over was seen to cost 33, 110 and 500 ns, each
/// for seconds to a minute, with readings as even as on a quiet machine and nothing that tells the guest.
constexpr double otherState = 2.0;
/// So many rounds tell whether one that was faster than all others is worth anything.
constexpr std::size_t roundsForOne = 16;

/// Collects the flags of a round's batches.
class FlagCount {
public:
    void add(const BatchTiming& timing)
    {
        ++m_batches;
        m_asked += timing.isSlowdownKnown ? 1 : 0;
        for (std::size_t i = 0; i < disturbances.size(); ++i)
            m_counts[i] += timing.flags.has(disturbances[i]) ? 1 : 0;
    }
    /// Those that at least half of the batches bear; Throttled of the batches for which the device was asked.
    [[nodiscard]] FlagSet ofHalf() const
    {
        FlagSet flags;
        for (std::size_t i = 0; i < disturbances.size(); ++i)
            if (m_counts[i] > 0 && 2 * m_counts[i] >= (disturbances[i] == Flag::Throttled ? m_asked : m_batches))
                flags |= disturbances[i];
        return flags;
    }

    [[nodiscard]] bool isSlowdownKnown() const { return m_asked > 0; }

private:
    int m_batches = 0;
    int m_asked = 0;
    std::array<int, disturbances.size()> m_counts{};
};

/// Collects the clocks of a round's batches.
class MeanClock {
public:
    void add(Hertz clock)
    {
        if (clock <= Hertz(0.0))
            return;
        m_sum += clock;
        ++m_count;
    }
    [[nodiscard]] Hertz mean() const { return m_count > 0 ? m_sum / m_count : Hertz(0.0); }

private:
    Hertz m_sum;
    int m_count = 0;
};

/// ", at 1755 MHz, 698 W, 61 °C, clocks held back by power cap"; nothing where nothing is known.
std::string deviceWords(Hertz clock, double watts, std::optional<double> celsius, const std::string& heldBackBy)
{
    const std::string words = wordsFor(
        GpuMoment{.clock = clock, .watts = watts, .celsius = celsius, .clockEvents = heldBackBy});
    return words.empty() ? words : ", at " + words;
}

} // namespace

RoofMeter::RoofMeter(std::string id, RoofWork work, DeviceKind kind)
    : m_id(std::move(id)),
      m_work(std::move(work)),
      m_batch(isDuration(m_work.kind)    ? launchBatch
              : kind == DeviceKind::Cuda ? rateBatchOnGpu
                                         : rateBatch),
      m_shortest(!isDuration(m_work.kind) && kind == DeviceKind::Cuda ? shortestBatchOnGpu : Seconds(0.0)),
      m_round(kind == DeviceKind::Cuda ? rateRoundOnGpu : rateRound)
{}

Result<BatchTiming> RoofMeter::batch()
{
    Result<BatchTiming> timing = m_work.work->run(m_repetitions);
    if (!timing)
        return timing.error();
    if (const double seconds = timing->given().value(); std::isfinite(seconds) && seconds > 0.0)
        return timing;
    return Error{ErrorKind::DeviceFailure,
                 "roof.no-time",
                 "The roof %1 could not be measured: the device reported no time for it; measure the roofs again.",
                 {m_id}};
}

void RoofMeter::lengthen(Seconds given)
{
    const double growth = std::clamp(m_batch / given, 1.5, largestGrowth);
    m_repetitions = static_cast<std::int64_t>(std::ceil(static_cast<double>(m_repetitions) * growth));
}

Result<void> RoofMeter::calibrate()
{
    const Seconds enough = std::max(m_shortest, m_batch * 0.7);
    m_repetitions = 1;
    for (int attempt = 0; attempt < mostCalibrations; ++attempt) {
        const Result<BatchTiming> timing = batch();
        if (!timing) {
            m_repetitions = 0;
            return timing.error();
        }
        if (timing->given() >= enough || m_repetitions >= mostRepetitions)
            break;
        lengthen(timing->given());
    }
    return {};
}

Result<void> RoofMeter::measureRound()
{
    if (m_repetitions == 0)
        if (const Result<void> ready = calibrate(); !ready)
            return ready;
    std::vector<double> readings;
    std::vector<double> lossy; // of batches whose threads were without a processor for long
    std::vector<double> differenceOf;
    FlagCount flags;
    FlagCount lossyFlags;
    MeanClock clock;
    double watts = 0.0;
    std::optional<double> celsius;
    std::string heldBackBy;
    const bool launches = isDuration(m_work.kind);
    const auto wantsMore = [&](Seconds spent) {
        if (readings.empty() && lossy.empty())
            return true;
        if (launches)
            return static_cast<int>(readings.size() + lossy.size()) < launchBatches;
        return spent < m_round || (readings.empty() && spent < m_round * longerForOneQuiet);
    };
    for (Seconds spent; wantsMore(spent);) {
        const Result<BatchTiming> timing = batch();
        if (!timing)
            return timing.error();
        spent += timing->time;
        if (timing->given() < m_shortest && m_repetitions < mostRepetitions) {
            lengthen(timing->given()); // calibrated in a slow moment
            continue;
        }
        // Taking a long loss off is no way to a roof: who works alone has all of the memory.
        const bool isLossy = timing->lost > timing->time * costlyLoss;
        (isLossy ? lossy : readings).push_back(timing->given().value() / static_cast<double>(m_repetitions));
        (isLossy ? lossyFlags : flags).add(*timing);
        differenceOf.push_back(timing->differenceOf.value() / static_cast<double>(m_repetitions));
        clock.add(timing->clock);
        watts = timing->watts;
        celsius = timing->celsius;
        if (!timing->heldBackBy.empty())
            heldBackBy = timing->heldBackBy;
        if (timing->otherLoad) {
            m_observed += timing->time;
            m_usedByOthers += timing->time * *timing->otherLoad;
        }
        // A batch that was cut short by a disturbance elsewhere, or calibrated cold, must not hold a round up.
        if (launches && spent > m_round * 4.0)
            break;
    }
    const bool isLossy = readings.empty();
    if (isLossy) {
        readings = std::move(lossy);
        flags = lossyFlags;
    }
    m_rounds.push_back({percentile(std::move(readings), isDifference() ? 0.5 : 0.25), flags.ofHalf(), isLossy,
                        clock.mean(), watts, celsius, std::move(heldBackBy), flags.isSlowdownKnown(),
                        percentile(std::move(differenceOf), 0.5)});
    return {};
}

FlagSet RoofMeter::disturbedBy() const
{
    FlagSet flags;
    const bool launches = m_work.kind == RoofKind::Launch;
    for (const Flag flag : disturbances) {
        const auto isTold = [&](const Round& round) { return flag != Flag::Throttled || round.isSlowdownKnown; };
        const auto rounds = static_cast<std::size_t>(std::count_if(m_rounds.begin(), m_rounds.end(), isTold));
        if (rounds == 0)
            continue;
        const std::size_t enough = launches ? std::min(quietRoundsForMedian, rounds) : rounds / roundsPerQuietOne + 1;
        const auto quiet = std::count_if(m_rounds.begin(), m_rounds.end(),
                                         [&](const Round& round) { return isTold(round) && !round.flags.has(flag); });
        if (static_cast<std::size_t>(quiet) < enough)
            flags |= flag;
    }
    return flags;
}

RoofMeter::LaunchRounds RoofMeter::launchRounds() const
{
    std::vector<double> all;
    std::vector<double> differenceOf;
    LaunchRounds rounds;
    for (const Round& round : m_rounds) {
        all.push_back(round.seconds);
        differenceOf.push_back(round.differenceOf);
        if (round.flags.empty())
            rounds.used.push_back(round.seconds);
    }
    if (rounds.used.size() < quietRoundsForMedian)
        rounds.used = all;
    std::sort(all.begin(), all.end());
    const double second = all[std::min<std::size_t>(1, all.size() - 1)]; // one alone is perhaps an accident
    const double upper = percentile(rounds.used, 0.75);
    const double lower = percentile(rounds.used, 0.25);
    const double larger = percentile(std::move(differenceOf), 0.5); // 0 where it is no difference
    const double scatter = std::max((widestLaunch - 1.0) * lower, (widestRate - 1.0) * larger);
    rounds.agree = upper <= lower + scatter && lower > leastDifference * larger;
    if (isDifference())
        return rounds;
    rounds.isOneFaster = upper > otherState * all.front();
    rounds.agree = rounds.agree && upper <= otherState * second;
    if (rounds.agree)
        return rounds;
    std::vector<double> quick;
    std::copy_if(rounds.used.begin(), rounds.used.end(), std::back_inserter(quick),
                 [&](double seconds) { return seconds <= otherState * second; });
    if (quick.size() >= std::max(quietRoundsForMedian, rounds.used.size() / roundsPerQuietOne))
        rounds.used = std::move(quick);
    return rounds;
}

bool RoofMeter::isUnsettled() const
{
    if (m_work.kind != RoofKind::Launch || isDifference() || m_rounds.empty())
        return false;
    const LaunchRounds rounds = launchRounds();
    const FlagSet flags = disturbedBy();
    return !rounds.agree || (rounds.isOneFaster && m_rounds.size() < roundsForOne) || flags.has(Flag::MachineBusy)
        || flags.has(Flag::Preempted);
}

std::pair<double, double> RoofMeter::range(double value) const
{
    std::vector<double> all;
    std::vector<double> quiet;
    for (const Round& round : m_rounds) {
        all.push_back(round.seconds);
        if (!round.isLossy && !round.flags.has(Flag::MachineBusy) && !round.flags.has(Flag::Preempted))
            quiet.push_back(round.seconds);
    }
    if (quiet.size() >= std::min(quietRoundsForMedian, all.size())) {
        const auto [low, high] = std::minmax_element(quiet.begin(), quiet.end());
        return {std::min(*low, value), std::max(*high, value)};
    }
    return {std::min(percentile(all, 0.25), value), std::max(percentile(all, 0.75), value)};
}

Roof RoofMeter::roof() const
{
    assert(!m_rounds.empty());
    std::vector<double> all;
    for (const Round& round : m_rounds)
        all.push_back(round.seconds);
    const auto fastest = std::min_element(all.begin(), all.end());
    Roof roof{.id = m_id, .kind = m_work.kind, .method = m_work.method, .flags = disturbedBy()};
    if (m_rounds.size() < enoughRounds)
        roof.flags |= Flag::FewReadings;
    if (m_work.kind == RoofKind::Launch) {
        LaunchRounds rounds = launchRounds();
        const double seconds = percentile(std::move(rounds.used), 0.5);
        const auto [low, high] = range(seconds);
        roof.value = seconds / m_work.amount;
        roof.low = low / m_work.amount;
        roof.high = high / m_work.amount;
        if (!rounds.agree)
            roof.flags |= Flag::IntervalNotReached;
    } else if (m_work.kind == RoofKind::Latency) {
        roof.value = roof.low = *fastest / m_work.amount;
        roof.high = range(*fastest).second / m_work.amount;
    } else {
        roof.value = m_work.amount / *fastest;
        const Round& best = m_rounds[static_cast<std::size_t>(fastest - all.begin())];
        // Without the clock of that very round nobody can tell a slow kernel from a slow device.
        if (m_work.kind == RoofKind::Compute || m_id.ends_with(".sustained"))
            roof.method += deviceWords(best.clock, best.watts, best.celsius, best.heldBackBy);
        roof.low = m_work.amount / range(*fastest).second;
        roof.high = roof.value;
        roof.clock = best.clock;
        roof.watts = best.watts;
        const double usual = percentile(all, 0.5);
        if (usual > widestRate * *fastest)
            roof.flags |= Flag::IntervalNotReached;
        if (usual < costlyPreemption * *fastest)
            roof.flags.remove(Flag::Preempted);
    }
    return roof;
}

} // namespace ridgepoint
