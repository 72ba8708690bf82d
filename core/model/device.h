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

} // namespace ridgepoint
