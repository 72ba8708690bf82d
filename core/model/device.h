// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/result.h"
#include "core/model/units.h"

#include <cstdint>
#include <optional>
#include <string>

namespace ridgepoint {

enum class DeviceKind { Cpu, Cuda }; ///< which backend measures it

/// State of a GPU when it was queried; what it does not report is empty. It changes from one second to the next.
struct GpuMoment {
    Hertz clock; ///< of the multiprocessors
    Hertz memoryClock;
    double watts = 0.0;
    std::optional<double> celsius;
    std::string clockEvents; ///< why its clocks are below their highest: "idle", "power cap, heat (driver)"

    friend bool operator==(const GpuMoment&, const GpuMoment&) = default;
};

/// "1755 MHz, 692 W, 61 °C, clocks held back by power cap"; only what is told.
[[nodiscard]] std::string wordsFor(const GpuMoment& moment);

/// What only a usable GPU tells about itself.
struct GpuFacts {
    std::string uuid;
    std::string pci;
    std::string computeCapability;
    int multiprocessors = 0;
    Bytes l2;
    std::string driver;
    bool ecc = false;
    bool mig = false;
    std::string computeMode;
    double powerLimitWatts = 0.0; ///< 0 where unknown
    Hertz clock;                  ///< highest of the multiprocessors; 0 where unknown, as are the next two
    Hertz memoryClock;
    int memoryBusBits = 0;
    std::optional<GpuMoment> now{}; ///< when it was listed; nothing where the driver's management library is missing

    friend bool operator==(const GpuFacts&, const GpuFacts&) = default;
};

/// A device as `devices` lists it; an unusable one carries the reason.
struct DeviceInfo {
    std::string id; ///< "cpu", "cuda:0"
    DeviceKind kind = DeviceKind::Cpu;
    std::string name;
    bool available = false;
    std::optional<Error> reason; ///< set exactly when not available
    int threads = 0;             ///< host threads offered; 0 on a GPU
    std::string isa;             ///< widest instruction set used, such as "AVX-512"; empty on a GPU
    Bytes memory;
    std::optional<GpuFacts> gpu;
    std::string machine{}; ///< by what name it was reached from elsewhere, "gpu01"; empty on the machine itself
};

/// What short control pieces of work reached beside a measurement, each as its roof is measured; 0 where none was
/// taken.
struct ControlReadings {
    double bandwidth = 0.0; ///< B/s beyond the caches
    double rate = 0.0;      ///< of the operation at hand, in registers: FLOP/s or op/s
    double launch = 0.0;    ///< seconds a launch

    friend bool operator==(const ControlReadings&, const ControlReadings&) = default;
};

/// By how much a device is slower at a moment than when its roofs were measured: 1 is the same, 2 twice as slow.
struct DeviceState {
    double memory = 1.0;  ///< traffic beyond the caches
    double compute = 1.0; ///< arithmetic and caches, which follow the clock
    double launch = 1.0;  ///< handing a pass over

    friend bool operator==(const DeviceState&, const DeviceState&) = default;
};

/// What others take of a machine's processors, in processors.
struct OtherLoad {
    double processors = 0.0; ///< other programs and the hypervisor together; 0 where nothing is taken
    double stolen = 0.0;     ///< of these, withheld by the hypervisor
    int of = 0;              ///< processors that the machine has
    std::string
        program{}; ///< that uses most, all processes of that name together; empty where the system does not tell
    double ofProgram = 0.0; ///< what it uses

    friend bool operator==(const OtherLoad&, const OtherLoad&) = default;
};

} // namespace ridgepoint
