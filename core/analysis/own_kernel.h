// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/calculator.h"
#include "core/analysis/levers.h"
#include "core/model/prediction.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ridgepoint {

/// How the operations and bytes of a kernel of a user's own were got.
enum class WorkOrigin {
    Unknown,  ///< there are times only
    Counted,  ///< hardware counters, or instructions counted by a profiler
    Formula,  ///< from shapes, as 2 m n k for a matrix product
    Declared, ///< the program itself said so
    Typed,    ///< the user typed it, or put it into a table
};

/// What OwnKernel::device is for kernels of a GPU that their file does not name: of no GPU in particular, and never of
/// a processor.
inline constexpr std::string_view unnamedGpu = "GPU";
/// What ranOn() calls the device of kernels whose file names none and is not of a GPU.
inline constexpr std::string_view unnamedProcessor = "processor";

/// How a kernel's time grows at its values with one of the names that its program was run with several values of.
struct KernelSlope {
    std::string name;
    double value = 0.0; ///< of ln T along ln of the name's value
    double halfWidth = 0.0;
    bool fewRuns = false; ///< too few to tell how much the time scatters

    friend bool operator==(const KernelSlope&, const KernelSlope&) = default;
};

/// A kernel of a user's own, by its counts and its measured time; nothing else of it is known.
struct OwnKernel {
    std::string name;
    Flops flops;
    Bytes bytes; ///< between memory and the caches
    double launches = 1.0;
    Seconds time;
    std::array<Bytes, cacheLevels.size()> throughCaches{}; ///< by cacheLevels; 0 where it was not counted
    WorkOrigin work = WorkOrigin::Typed;
    bool profiled = false;                ///< timed under a profiler, which may lock clocks and flush caches
    std::string source;                   ///< name of the file that it was imported from; empty of one that was typed
    std::string device;                   ///< that it ran on, as that file names it; empty where it does not
    std::vector<KernelSlope> slopes = {}; ///< a name each; empty where nothing was varied
    /// Its bytes are known and its FLOP are not: `flops` is 0 then, and says nothing. A copy has 0 that are known.
    bool flopsUnknown = false;

    friend bool operator==(const OwnKernel&, const OwnKernel&) = default;
};

/// The device that its file names, or unnamedProcessor for an imported kernel whose file names none; empty of one that
/// was typed without a device, which ran on whatever device it is shown with.
[[nodiscard]] std::string_view ranOn(const OwnKernel& kernel);

/// What was counted of its traffic, nearest level first; memory's is that of DRAM.
[[nodiscard]] std::vector<LevelTraffic> trafficOf(const OwnKernel& kernel);

/// Whether an imported kernel has FLOP and nothing tells its bytes. Where they were typed, no bytes are none.
[[nodiscard]] bool lacksBytes(const OwnKernel& kernel);

/// Its slope along that name; null where that was not varied.
[[nodiscard]] const KernelSlope* slopeAlong(const OwnKernel& kernel, std::string_view name);
/// The regime by its slopes along operations and size (varied_times.h); nothing without both of enough runs, or where
/// they allow another one, too.
[[nodiscard]] std::optional<Regime> regimeBySlopes(const OwnKernel& kernel);

/// One level of memory as a limit.
struct LevelTerm {
    LevelTraffic traffic;
    BytesPerSecond bandwidth;
    [[nodiscard]] Seconds time() const { return traffic.bytes / bandwidth; }
};

/// What a device's roofs say of such a kernel.
struct OwnKernelVerdict {
    FlopsPerByte intensity; ///< infinite for a kernel that moves nothing
    FlopsPerSecond rate;
    BytesPerSecond bandwidth;
    Seconds compute;               ///< F / P; 0 where F is not known
    Seconds memory;                ///< B / W, of the level that takes longest
    std::vector<LevelTerm> levels; ///< those with traffic of it whose bandwidth is known, the longest time first
    Seconds overhead;              ///< launches x t, and what they cost once
    Seconds predicted;             ///< max(compute, memory) + overhead
    Regime limit = Regime::Memory; ///< the largest term
    /// Predicted over measured time: the share of what the roofs allow. Above 1 other traffic than that of the roofs
    /// may be faster.
    double shareOfRoof = 0.0;
    double shareOfHighest = 0.0; ///< the same by the highest figures known of memory; above 1 alone a count is wrong
    /// Predicted speed-ups over the measured time, best first: one launch instead of many, a device of better roofs,
    /// and nothing but what these roofs allow. All but the last leave the time that no roof accounts for as it is. Of a
    /// kernel whose FLOP or bytes are not known, launches alone.
    std::vector<Lever> levers;
    bool flopsUnknown = false; ///< nothing says whether computing limits it
    bool bytesUnknown = false; ///< nor of one without bytes whether memory does (lacksBytes)

    [[nodiscard]] bool isOfAllCounts() const { return !flopsUnknown && !bytesUnknown; }
};

/// The device as a kernel meets it: without the cost of launches for one that was imported, because the times in
/// profiles are those of the work on the device and hold no launch.
[[nodiscard]] EnvelopeDevice deviceFor(const OwnKernel& kernel, EnvelopeDevice device);

/// Judges a kernel by the numbers of a device (deviceFor). InvalidInput names what is missing: a kernel needs a time,
/// and FLOP or bytes or launches (bytes, where its FLOP are not known); bytes through caches alone need a device that
/// has the bandwidth of one of them.
[[nodiscard]] Result<OwnKernelVerdict> judge(const OwnKernel& kernel, const EnvelopeDevice& device);

} // namespace ridgepoint
