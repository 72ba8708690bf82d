// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/device.h"
#include "core/model/flags.h"
#include "core/model/result.h"
#include "core/model/units.h"
#include "core/model/workload.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ridgepoint {

/// Byte/s, operations per second, seconds a launch, seconds an operation or a load that waits for the one before.
enum class RoofKind { Bandwidth, Compute, Launch, Latency };
/// Whether a roof of that kind is a time, of which less is better.
[[nodiscard]] constexpr bool isDuration(RoofKind kind) { return kind == RoofKind::Launch || kind == RoofKind::Latency; }
/// Where a number comes from; charts draw each unlike, and only a measurement is called measured.
enum class Provenance { Measured, Published, Datasheet, Predicted };

/// One limit of a device. `value` is in B/s (bandwidth), FLOP/s or op/s (compute), seconds a launch (launch) or seconds
/// an application, or a load, of a dependent chain (latency). A device that is shared has states, between which a roof
/// may double: `value` is that of its reference state, and `low` to `high` the range of all that was seen
/// (RoofHistory).
struct Roof {
    std::string id; ///< "bandwidth.dram", "compute.fp32.fma", "launch.wait_each", as the contract lists them
    RoofKind kind = RoofKind::Bandwidth;
    double value = 0.0;
    double low = 0.0; ///< of the rounds of every measurement, but for those that were disturbed (RoofMeter)
    double high = 0.0;
    Provenance provenance = Provenance::Measured;
    std::string method; ///< how it was measured, in words
    /// Why the value may be wrong: machine-busy, preempted or throttled in too many rounds, interval-not-reached where
    /// the rounds differ widely, few-readings under six rounds.
    FlagSet flags{};
    /// What it came to when it was last measured, in its own unit; nothing where that is `value`.
    std::optional<double> latest{};
    int measurements = 1; ///< that value and range are of: within the last day
    Hertz clock{};        ///< of the device while `value` was measured; 0 where it does not tell
    double watts = 0.0;   ///< what it drew meanwhile; 0 likewise
};

/// Whether its flags say that it is of a disturbed moment (machine-busy, preempted) or of too few rounds
/// (few-readings), as roofs are beside load. It tells less of the machine than one that is not, whichever is better.
[[nodiscard]] inline bool wasDisturbed(const Roof& roof)
{
    return roof.flags.has(Flag::MachineBusy) || roof.flags.has(Flag::Preempted) || roof.flags.has(Flag::FewReadings);
}
/// Whether the value is the better one of the roof's kind: a shorter time or a higher rate.
[[nodiscard]] constexpr bool isBetter(RoofKind kind, double value, double than)
{
    return isDuration(kind) ? value < than : value > than;
}

/// A roof that the device should have but that could not be measured.
struct UnavailableRoof {
    std::string id;
    Error reason;
};

/// A level of the memory hierarchy as seen in the bandwidth curve, nearest first; the last ("dram") has no knee.
struct MemoryLevel {
    std::string name;       ///< "l1", "l2", "l3", "dram"
    Bytes capacity;         ///< the knee: largest footprint that this level serves; infinity for dram
    bool perThread = false; ///< the knee counts each thread's own part of the tensor (private caches)
    Bytes claimed{}; ///< what the system says that it holds, counted likewise; 0 unknown; of dram: an unseen cache's
    Bytes kept{};    ///< of a tensor that is larger, what this level still serves in every pass; 0 where it is all lost
    Bytes gone{}; ///< footprint from which it serves nothing more; 0: servedByMemoryAlone times `kept`, as processors'
                  ///< caches
};

/// How two levels serve a tensor between them, pass after pass: a share of its bytes from a cache, the rest from
/// memory.
struct SharedService {
    std::string cacheRoof;  ///< id of the cache's bandwidth roof
    std::string memoryRoof; ///< and of that of the memory behind it
    double fromCache = 0.0; ///< share of the bytes, above 0 and below 1
};

/// Every roof of one device at one thread count.
struct RoofSet {
    std::string device;
    int threads = 0;
    std::vector<Roof> roofs;
    std::vector<UnavailableRoof> unavailable;
    std::vector<MemoryLevel> levels;
    /// Share of the whole processor that other programs used while these were measured, 0 to 1; nothing where unknown.
    std::optional<double> otherLoad{};

    /// The roof of that id, or null.
    [[nodiscard]] const Roof* find(std::string_view id) const;
    /// Puts the roof in the place of one of the same id, or at the end.
    void put(Roof roof);
    /// The level that serves a tensor of this footprint; null when no levels are known.
    [[nodiscard]] const MemoryLevel* levelFor(Bytes footprint) const;
    /// What the last cache and memory serve together of a tensor of this footprint, where the cache keeps part of a
    /// tensor that it cannot hold; nothing where one level serves all of it.
    [[nodiscard]] std::optional<SharedService> sharedServiceOf(Bytes footprint) const;
};

/// A tensor so many times as large as what a processor's cache keeps is served by memory alone. Measured, the share
/// falls faster than kept / footprint: where some 22 MiB were kept, two fifths of 48 MiB, an eighth of 96 and nothing
/// of 136 came from the cache.
inline constexpr double servedByMemoryAlone = 6.0;

/// Within this factor two values of a roof are of one state: a control reading is no roof, which is the best of many.
inline constexpr double sameState = 1.08;

/// Whether a roof is of the memory behind the caches: "bandwidth.dram", "bandwidth.dram.copy", "latency.dram".
[[nodiscard]] bool isOfMemory(std::string_view id, const RoofSet& roofs);

/// The state of the device by control readings taken beside a workload, against the roofs as they are known. Where no
/// control was read, by what the roof came to when it was last measured; of arithmetic by `clock`, which the device ran
/// at beside the workload (0:
/// not told), against that of the roof: a GPU lowers its clock where it would draw too much power.
[[nodiscard]] DeviceState stateOf(const ControlReadings& controls, const Workload& workload, const RoofSet& roofs,
                                  Hertz clock = {});

/// What a roof of this set comes to in a state of the device, in its own unit: memory (its bandwidth by any traffic and
/// its latency) has a state of its own, caches, arithmetic and waiting for them follow the clock.
[[nodiscard]] double valueIn(const DeviceState& state, const Roof& roof, const RoofSet& roofs);

/// The roofs as they were when they were last measured, for what is predicted of the moment rather than of the
/// reference state.
[[nodiscard]] RoofSet asLastMeasured(RoofSet roofs);

/// The footprint from which results of operators are written past the caches: more than the largest cache claims (or
/// serves, where no claim is known), of all threads together, and at least 64 MiB. Kernels and predictions share it, so
/// that what is written past the caches is predicted from memory.
[[nodiscard]] Bytes pastCachesFrom(std::span<const MemoryLevel> levels, int threads);

/// "bandwidth.l2" for the level "l2".
[[nodiscard]] std::string bandwidthRoofId(std::string_view level);
/// "compute.fp32.cos".
[[nodiscard]] std::string computeRoofId(Operation operation, Precision precision);
/// "latency.fp32.fma".
[[nodiscard]] std::string latencyRoofId(Operation operation, Precision precision);
/// "launch.wait_each".
[[nodiscard]] std::string launchRoofId(LaunchMode mode);
inline constexpr std::string_view launchFixedRoofId = "launch.fixed";
/// Seconds a GPU needs between two kernels that are both in its queue, whatever the host takes to put them there.
inline constexpr std::string_view deviceGapRoofId = "launch.queued.device";

/// The kind that an id names by its first part, or an error for an id that the contract does not know.
[[nodiscard]] Result<RoofKind> kindOfRoof(std::string_view id);
/// Whether it follows the contract's list of ids, so that a device may have such a roof: "bandwidth.l2.read" does,
/// "bandwidth.l2.raed" does not.
[[nodiscard]] bool isRoofId(std::string_view id);
/// "B/s", "FLOP/s" (fma, mul, add, matrix), "op/s" (relu, gelu, exp, cos, and whatever computes with whole numbers),
/// "s".
[[nodiscard]] std::string_view unitOfRoof(std::string_view id);
/// What a person calls it: "DRAM", "L2", "fp32 fma", "bf16 matrix", "wait-each launch"; an id without a dot as it is.
[[nodiscard]] std::string nameOfRoof(std::string_view id);
[[nodiscard]] std::string_view nameOf(RoofKind kind);
[[nodiscard]] std::string_view nameOf(Provenance provenance);
[[nodiscard]] std::optional<RoofKind> roofKindNamed(std::string_view name);
[[nodiscard]] std::optional<Provenance> provenanceNamed(std::string_view name);

/// Puts what a run of roofs has measured, whole or so far, into what is known of the same device and thread count: a
/// roof of one id takes the other's place. The levels do where none were known, or where the run has the bandwidth of
/// more than one of them and none is without any. What is unavailable stays so until it is measured. The load of other
/// programs is the run's, where it knows it.
void mergeRoofs(RoofSet& known, RoofSet run);

/// A thin line beside the measured roofs: what theory or a datasheet promises. It never takes a roof's place.
struct ReferenceLine {
    std::string roof;   ///< id of the roof that it is to be compared with, such as "compute.fp32.fma"
    double value = 0.0; ///< in the unit of that roof
    Provenance provenance = Provenance::Predicted; ///< Predicted for theory, Datasheet or Published for a source
    std::string label;                             ///< a few words for the line itself: "theory", "datasheet, dense"
    std::string source;                            ///< the formula with its numbers, or title and address
};

} // namespace ridgepoint
