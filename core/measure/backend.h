// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/measure/launch_recording.h"
#include "core/measure/prepared_work.h"
#include "core/measure/work.h"
#include "core/model/device.h"
#include "core/model/result.h"
#include "core/model/roof.h"
#include "core/model/workload.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace ridgepoint {

/// A roof's own measured work. One repetition does `amount` of it: bytes, FLOP (or op) or launches by `kind`.
struct RoofWork {
    RoofKind kind = RoofKind::Bandwidth;
    double amount = 0.0;
    std::string method; ///< how, in words, for people
    std::unique_ptr<PreparedWork> work;
};

/// How a roof is to be measured.
struct RoofRequest {
    std::string id;
    int threads = 0;
    Bytes footprint; ///< bandwidth roofs: of the whole working set; 0 lets the device choose
    /// Bandwidth roofs: about how much of the working set one repetition goes over, from where the last one stopped; 0
    /// for all of it. A device may go over all of it nevertheless: `amount` tells.
    Bytes window{};
};

/// One kernel's verdict against its float64 reference.
struct SelftestLine {
    std::string kernel; ///< "fma fp32 AVX-512"
    bool passed = false;
    double largestError = 0.0; ///< in the unit of the tolerance
    double tolerance = 0.0;
    std::string detail; ///< what differed and where, or the reason that it was skipped
};

/// The one interface a device implements. Nothing of statistics, stopping or regimes is in a backend.
/// Not thread-safe: one caller at a time.
class Backend {
public:
    virtual ~Backend() = default;
    [[nodiscard]] virtual const DeviceInfo& info() const = 0;
    /// Whether a failure has ended this process's way to the device (a GPU's context is gone, or it hangs): only a new
    /// process can measure on.
    [[nodiscard]] virtual bool needsNewProcess() const { return false; }

    /// Makes work ready to be timed (see prepareByKind). Unsupported for a kind, operation, precision, shape or
    /// implementation that the device lacks; Unavailable for a library that is not there or memory that does not
    /// suffice (how much is needed, how much there is); InvalidInput for impossible counts. Works of one device may
    /// share tensors.
    [[nodiscard]] virtual Result<ReadyWork> prepare(const WorkRequest& work) = 0;

    /// Every roof id this device should have, in the order to measure and show them.
    [[nodiscard]] virtual std::vector<std::string> roofIds() const = 0;
    /// Roofs by another kernel than the usual one, to compare the two, and those that take another device as well:
    /// measured only where the user names them.
    [[nodiscard]] virtual std::vector<std::string> variantRoofIds() const { return {}; }
    [[nodiscard]] virtual Result<RoofWork> prepareRoof(const RoofRequest& request) = 0;
    /// Runs one chain of a workload once, warm, and writes down when each of its launches was submitted and carried
    /// out. Fails as prepare() does; Unsupported where the device keeps no such times.
    [[nodiscard]] virtual Result<LaunchRecording> recordLaunches(const Workload& workload);
    /// Batches that are loaded, copied to the device and computed with there. No kind of WorkRequest, because a run has
    /// an order of stages in place of repetitions, and gives spans beside the time. Unsupported where data need no way
    /// to the device or stages do not overlap, Unavailable when memory of host or device does not suffice, InvalidInput
    /// for impossible counts.
    [[nodiscard]] virtual Result<std::unique_ptr<StagedWork>> prepareStaged(const StagedRequest& request);
    /// What the device's driver calls busy: the share (0 to 1) of its last sampling period, 1 s at most, in which it
    /// did anything at all. Unsupported where nobody tells, Unavailable where what would tell is missing.
    [[nodiscard]] virtual Result<double> busyShare();
    /// Names of the cache levels that the device has, nearest first, "dram" last, whether each is private to a
    /// thread, and the capacity that the system claims (knees are found in the curve; this bounds the search).
    [[nodiscard]] virtual std::vector<MemoryLevel> claimedLevels() const = 0;

    /// Runs every kernel against its reference and reports each; false when any differed.
    [[nodiscard]] virtual Result<bool> selftest(const std::function<void(const SelftestLine&)>& report) = 0;
};

inline Result<LaunchRecording> Backend::recordLaunches(const Workload&)
{
    return Error{ErrorKind::Unsupported,
                 "recording.unsupported",
                 "%1 does not tell when each launch begins and ends; choose another device.",
                 {info().id}};
}

inline Result<std::unique_ptr<StagedWork>> Backend::prepareStaged(const StagedRequest&)
{
    return Error{ErrorKind::Unsupported,
                 "staged.unsupported",
                 "%1 does not copy batches to a memory of its own while it computes; choose another device.",
                 {info().id}};
}

inline Result<double> Backend::busyShare()
{
    return Error{ErrorKind::Unsupported, "busy.unsupported", "No driver tells how busy %1 is.", {info().id}};
}

} // namespace ridgepoint
