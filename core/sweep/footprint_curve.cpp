// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/sweep/footprint_curve.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace ridgepoint {
namespace {

constexpr int rounds = 3;
/// Long enough against the cost of starting the threads, short enough for 35 footprints in half a second.
constexpr Seconds reading{1e-3};
/// A pass that takes longer is timed in pieces: another program seldom leaves us the processor for many milliseconds,
/// but often for one.
constexpr Bytes window{32.0 * 1024 * 1024};
constexpr double stepBetween = 1.4142135623730951; ///< two points an octave
constexpr Bytes smallestTop{256.0 * 1024 * 1024};
constexpr Bytes largestTop{4.0 * 1024 * 1024 * 1024};
constexpr Bytes usualNearest{32.0 * 1024};
constexpr double memoryShare = 0.25; ///< of the device's memory, for the largest footprint

/// From an eighth of the nearest cache to twice the farthest one, within bounds and a quarter of the memory.
std::vector<Bytes> footprintsFor(const std::vector<MemoryLevel>& claimed, int threads, Bytes memory)
{
    Bytes nearest = usualNearest * threads;
    Bytes farthest;
    bool first = true;
    for (const MemoryLevel& level : claimed) {
        const Bytes total = level.capacity * (level.perThread ? threads : 1);
        if (!std::isfinite(total.value()) || total <= Bytes(0.0) || level.name == "dram")
            continue;
        if (std::exchange(first, false))
            nearest = total;
        farthest = std::max(farthest, total);
    }
    Bytes top = std::clamp(farthest * 2.0, smallestTop, largestTop);
    if (memory > Bytes(0.0))
        top = std::min(top, memory * memoryShare);
    std::vector<Bytes> footprints;
    for (Bytes at = nearest / 8.0; at <= top * 1.001; at = at * stepBetween)
        footprints.push_back(at);
    return footprints;
}

/// The bandwidth roof whose kernel suits a footprint, going by what the system claims.
std::string roofIdFor(Bytes footprint, const std::vector<MemoryLevel>& claimed, int threads)
{
    for (const MemoryLevel& level : claimed)
        if (footprint <= level.capacity * (level.perThread ? threads : 1))
            return bandwidthRoofId(level.name);
    return bandwidthRoofId("dram");
}

} // namespace

FootprintCurve::FootprintCurve(Backend& backend, int threads)
    : m_backend(backend),
      m_threads(threads),
      m_claimed(backend.claimedLevels()),
      m_footprints(footprintsFor(m_claimed, std::max(threads, 1), backend.info().memory))
{}

Result<bool> FootprintCurve::step()
{
    if (m_prepared < m_footprints.size()) {
        if (const Result<void> ready = prepare(m_footprints[m_prepared]); !ready) {
            if (ready.error().kind == ErrorKind::DeviceFailure || ready.error().kind == ErrorKind::Timeout)
                return ready.error();
            m_footprints.resize(m_prepared); // larger ones need more still
        } else {
            ++m_prepared;
        }
        return true;
    }
    if (m_round >= rounds || m_places.empty())
        return false;
    if (!std::exchange(m_isWarm, true)) {
        const Result<BatchTiming> warmed = current().work.work->run(current().windows);
        return warmed ? Result<bool>(true) : Result<bool>(warmed.error());
    }
    m_isWarm = false;
    if (const Result<void> measured = measure(current()); !measured)
        return measured.error();
    if (++m_next == m_places.size()) {
        m_next = 0;
        ++m_round;
    }
    return m_round < rounds;
}

double FootprintCurve::fraction() const
{
    constexpr double preparing = 0.3; // of the whole, as it was timed
    if (m_prepared < m_footprints.size())
        return preparing * static_cast<double>(m_prepared) / static_cast<double>(m_footprints.size());
    const std::size_t readings = static_cast<std::size_t>(rounds) * m_places.size();
    const std::size_t taken = static_cast<std::size_t>(m_round) * m_places.size() + m_next;
    return readings == 0 ? 1.0
                         : preparing + (1.0 - preparing) * static_cast<double>(taken) / static_cast<double>(readings);
}

Result<void> FootprintCurve::prepare(Bytes footprint)
{
    Result<RoofWork> work = m_backend.prepareRoof({.id = roofIdFor(footprint, m_claimed, std::max(m_threads, 1)),
                                                   .threads = m_threads,
                                                   .footprint = footprint,
                                                   .window = window});
    if (!work)
        return work.error();
    const double passes = 2.0 * footprint.value() / work->amount; // an update reads and writes the working set
    m_places.push_back({.footprint = footprint, .work = std::move(*work)});
    m_places.back().windows = static_cast<int>(std::clamp(std::round(passes), 1.0, 1000.0));
    return {};
}

Result<void> FootprintCurve::measure(Place& place)
{
    if (place.windows > 1)
        return measureWindows(place);
    // The first reading of a place also tells how many passes to make.
    const bool first = place.best == 0.0;
    for (int attempt = 0; attempt < (first ? 4 : 1); ++attempt) {
        const Result<BatchTiming> timing = place.work.work->run(place.repetitions);
        if (!timing)
            return timing.error();
        const double seconds = timing->time.value();
        if (!std::isfinite(seconds) || seconds <= 0.0)
            return {}; // a place without a value is left out of the curve
        const double rate = place.work.amount * static_cast<double>(place.repetitions) / seconds;
        place.best = std::max(place.best, rate);
        if (timing->time >= reading * 0.7)
            return {};
        const double growth = std::clamp(reading / timing->time, 1.0, 64.0);
        place.repetitions = static_cast<std::int64_t>(std::ceil(static_cast<double>(place.repetitions) * growth));
    }
    return {};
}

Result<void> FootprintCurve::measureWindows(Place& place)
{
    // Each repetition goes over the next piece, so that the same ones come round in every pass. What interrupts one
    // spares it in another round; and a cache that keeps part of a tensor serves some pieces and not the others, so
    // that only their sum tells of the whole.
    double pass = 0.0;
    place.pieces.resize(static_cast<std::size_t>(place.windows), std::numeric_limits<double>::infinity());
    for (double& piece : place.pieces) {
        const Result<BatchTiming> timing = place.work.work->run(1);
        if (!timing)
            return timing.error();
        if (const double seconds = timing->time.value(); std::isfinite(seconds) && seconds > 0.0)
            piece = std::min(piece, seconds);
        pass += piece;
    }
    if (std::isfinite(pass))
        place.best = place.work.amount * static_cast<double>(place.windows) / pass;
    return {};
}

std::vector<CurvePoint> FootprintCurve::points() const
{
    std::vector<CurvePoint> points;
    for (const Place& place : m_places)
        if (place.best > 0.0)
            points.push_back({place.footprint, BytesPerSecond(place.best)});
    return points;
}

} // namespace ridgepoint
