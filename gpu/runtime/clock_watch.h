// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/measure/backend.h"
#include "core/model/device.h"
#include "core/model/units.h"
#include "gpu/libraries/clock_events.h"
#include "gpu/runtime/cuda_api.h"

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>

namespace ridgepoint {

/// What one multiprocessor's counters read at one moment; nanoseconds 0 where it was not asked.
struct ClockReading {
    std::uint64_t nanoseconds = 0; ///< of the device's global timer
    std::uint64_t cycles = 0;      ///< of the multiprocessor's own counter
};

/// Slots of one look at the clocks, by the number of the multiprocessor; more than any device has.
inline constexpr std::size_t clockSlots = 512;
using ClockLook = std::array<ClockReading, clockSlots>;

/// The median frequency over the multiprocessors that both looks saw; 0 where none did, or where so little time lies
/// between that the global timer's steps (up to a microsecond) would be seen.
[[nodiscard]] Hertz clockBetween(std::span<const ClockReading> before, std::span<const ClockReading> after);

/// Tells a backend what NVIDIA's management library sees; empty where that is not there. A look takes up to a
/// millisecond, so it is taken between samples and not around every one.
struct ManagementView {
    std::function<std::optional<ClockEvents>()>
        clockEvents;                                    ///< whether and why the device slows itself down at this moment
    std::function<GpuMoment()> moment;                  ///< what it draws, and how warm it is
    std::function<std::optional<double>()> busyShare{}; ///< of the driver's last sampling period, in which a kernel ran
};

/// Looks at the multiprocessors' clocks before and after a sample, by a kernel of one thread a multiprocessor that
/// writes to the host's own memory. Looking before also wakes host and device, so that no sample is cold.
class ClockWatch {
public:
    /// `highest` is the highest clock that the device goes to; 0 where unknown.
    ClockWatch(CudaApi& api, StreamHandle stream, int multiprocessors, ManagementView management, Hertz highest = {});
    ~ClockWatch();
    ClockWatch(const ClockWatch&) = delete;
    ClockWatch& operator=(const ClockWatch&) = delete;

    /// Gets memory and kernel ready.
    [[nodiscard]] CudaStatus prepare();
    /// Looks; where the device has been idle for a while, keeps it busy first until its clock stands.
    [[nodiscard]] CudaStatus lookBefore();
    [[nodiscard]] CudaStatus lookAfter() { return look(1); }
    /// Keeps one thread of the device busy for a fiftieth of a second at a time until its clock changes by no more than
    /// a hundredth from one time to the next, ten times at most: an idle device has a low clock.
    [[nodiscard]] CudaStatus settle();
    /// Between the last two looks.
    [[nodiscard]] Hertz clock() const;
    /// Whether and why the device slows itself down at this moment; asked of the management library at most twenty
    /// times a second, and after any sample that took longer than such a pause; where an answer takes over a
    /// millisecond, for at most half a percent of the time. Nothing where it does not tell, or was asked too short a
    /// time ago: an earlier answer is of what ran before.
    [[nodiscard]] std::optional<ClockEvents> events();
    /// Puts into a timing what the last look and the management library tell of the device. The library goes on giving
    /// a reason for some time after what it was of: what ran at the highest clock was not held back.
    void tell(BatchTiming& timing);
    /// What the device draws and how warm it is, by the management library.
    [[nodiscard]] GpuMoment moment() const { return m_management.moment ? m_management.moment() : GpuMoment{}; }

private:
    [[nodiscard]] CudaStatus look(std::size_t which);

    CudaApi& m_api;
    StreamHandle m_stream;
    int m_multiprocessors;
    ManagementView m_management;
    Hertz m_highest;
    ClockLook* m_looks = nullptr; ///< two, in page-locked memory
    std::array<BoundLaunch, 2> m_launches;
    std::uint32_t* m_gate = nullptr; ///< behind the looks; never opened, so that spinning ends by time
    BoundLaunch m_spin;
    Seconds m_lastBusy;
    std::optional<Seconds> m_asked;
    Seconds m_pause; ///< before the next question
};

} // namespace ridgepoint
