// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/calculator.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>

namespace ridgepoint {
namespace {

/// Beyond these, products and ratios of a few such numbers could leave a double's range.
constexpr double largest = 1e60;
constexpr double smallest = 1e-60;

struct Entry {
    double value;
    const char* name;
    bool mayBeZero;
};

Result<void> check(const EnvelopeDevice& device, const EnvelopeWork& work)
{
    const std::array entries{
        Entry{device.bandwidth.value(), "bandwidth", false},
        Entry{device.compute.value(), "compute rate", false},
        Entry{device.launch.value(), "launch cost", true},
        Entry{device.fixed.value(), "fixed cost of a chain of launches", true},
        Entry{work.elements, "number of elements", false},
        Entry{work.bytesPerElement, "size of an element", false},
        Entry{work.accessesPerElement, "number of accesses", true},
        Entry{work.operationsPerElement, "number of operations", true},
        Entry{work.flopsPerOperation, "FLOP of an operation", false},
        Entry{work.passes, "number of passes", false},
        Entry{work.launches, "number of launches", true},
    };
    for (const Entry& entry : entries) {
        if (entry.value > largest)
            return Error{ErrorKind::InvalidInput, "calculator.too-large", "The %1 is too large.", {entry.name}};
        if (!(entry.value >= 0.0) || (entry.value == 0.0 && !entry.mayBeZero)) // also what is no number
            return Error{ErrorKind::InvalidInput,
                         "calculator.number",
                         "The %1 must be %2.",
                         {entry.name, entry.mayBeZero ? "zero or more" : "more than zero"}};
        if (entry.value > 0.0 && entry.value < smallest)
            return Error{ErrorKind::InvalidInput, "calculator.too-small", "The %1 is too small.", {entry.name}};
    }
    return {};
}

Error missing(const std::string& id, const std::string& device)
{
    return {ErrorKind::Unavailable,
            "calculator.roof-missing",
            "%1 has no roof %2; measure it or enter the number.",
            {device, id}};
}

} // namespace

Result<Envelope> estimate(const EnvelopeDevice& device, const EnvelopeWork& work)
{
    if (const auto valid = check(device, work); !valid)
        return valid.error();
    const double bytesOfElement = work.accessesPerElement * work.bytesPerElement;
    const Flops flops(work.elements * work.operationsPerElement * work.flopsPerOperation * work.passes);
    const Bytes bytes(work.elements * bytesOfElement * work.passes);
    Envelope envelope;
    envelope.elementsLoadedPerSecond = device.bandwidth.value() / work.bytesPerElement;
    envelope.operationsPerSecond = device.compute.value() / work.flopsPerOperation;
    envelope.operationsAtRidge = envelope.operationsPerSecond * bytesOfElement / device.bandwidth.value();
    constexpr double unbounded = std::numeric_limits<double>::infinity();
    envelope.intensity = bytes > Bytes() ? flops / bytes : FlopsPerByte(flops > Flops() ? unbounded : 0.0);
    envelope.ridge = device.compute / device.bandwidth;
    envelope.compute = flops / device.compute;
    envelope.memory = bytes / device.bandwidth;
    envelope.overhead = work.launches * device.launch + (work.launches > 0.0 ? device.fixed : Seconds());
    const Seconds working = std::max(envelope.compute, envelope.memory);
    const Seconds hidden = work.launches * (device.launch - device.onTop());
    const Seconds onTop = envelope.overhead - hidden;
    envelope.time = std::max(working + onTop, envelope.overhead);
    envelope.limit = envelope.compute >= envelope.memory ? Regime::Compute : Regime::Memory;
    if (std::max(onTop, hidden) >= working) // as Prediction::hiddenWork
        envelope.limit = Regime::Overhead;
    return envelope;
}

EnvelopeDevice articleDevice()
{
    return {.bandwidth = BytesPerSecond(1.5e12), .compute = FlopsPerSecond(19.5e12), .launch = Seconds(0.0)};
}

EnvelopeWork articleWork()
{
    return {.elements = 16777216.0, .bytesPerElement = 4.0, .accessesPerElement = 2.0, .operationsPerElement = 1.0};
}

Result<EnvelopeDevice> envelopeDevice(const RoofSet& roofs, Operation operation, Precision precision, LaunchMode mode,
                                      DeviceKind kind)
{
    const std::string compute = computeRoofId(operation, precision);
    const std::string bandwidth = bandwidthRoofId("dram");
    for (const std::string& id : {bandwidth, compute})
        if (const Roof* roof = roofs.find(id); roof == nullptr || !(roof->value > 0.0))
            return missing(id, roofs.device);
    const EnvelopeDevice device{.bandwidth = BytesPerSecond(roofs.find(bandwidth)->value),
                                .compute = FlopsPerSecond(roofs.find(compute)->value)};
    return withLaunches(withCaches(device, roofs), roofs, mode, kind);
}

EnvelopeDevice withCaches(EnvelopeDevice device, const RoofSet& roofs)
{
    for (std::size_t i = 0; i < cacheLevels.size(); ++i)
        if (const Roof* roof = roofs.find(bandwidthRoofId(cacheLevels[i])))
            device.caches[i] = BytesPerSecond(roof->value);
    return device;
}

EnvelopeDevice withHighest(EnvelopeDevice device, const RoofSet& roofs, std::span<const ReferenceLine> lines)
{
    const auto highestOf = [&](std::string_view level) {
        const std::string id = bandwidthRoofId(level);
        const Roof* measured = roofs.find(id);
        if (measured == nullptr || measured->provenance != Provenance::Measured)
            return BytesPerSecond();
        double highest = measured->value;
        for (const Roof& roof : roofs.roofs)
            if (roof.kind == RoofKind::Bandwidth && roof.id.starts_with(id + '.'))
                highest = std::max(highest, roof.value);
        for (const ReferenceLine& line : lines)
            if (line.roof == id)
                highest = std::max(highest, line.value);
        return BytesPerSecond(highest);
    };
    device.highest = highestOf("dram");
    for (std::size_t i = 0; i < cacheLevels.size(); ++i)
        device.highestOfCaches[i] = highestOf(cacheLevels[i]);
    return device;
}

EnvelopeDevice withLaunches(EnvelopeDevice device, const RoofSet& roofs, LaunchMode mode, DeviceKind kind)
{
    const auto cost = [&](std::string_view id) {
        const Roof* roof = roofs.find(id);
        return Seconds(roof != nullptr ? roof->value : 0.0);
    };
    device.launch = cost(launchRoofId(mode));
    device.fixed = costsOnceAChain(mode, kind) ? cost(launchFixedRoofId) : Seconds();
    device.gap.reset();
    if (mode == LaunchMode::Queued && roofs.find(deviceGapRoofId) != nullptr)
        device.gap = cost(deviceGapRoofId);
    return device;
}

EnvelopeWork envelopeWork(const Workload& workload)
{
    const Cost cost = costOf(workload);
    return {.elements = static_cast<double>(workload.elements),
            .bytesPerElement = static_cast<double>(bytesPerElement(workload.precision)),
            .accessesPerElement = 2.0,
            .operationsPerElement = static_cast<double>(workload.operationsPerElement) * workload.fusionDepth,
            .flopsPerOperation = static_cast<double>(flopsPerApplication(workload.operation)),
            .passes = static_cast<double>(workload.passes()),
            .launches = static_cast<double>(cost.launches)};
}

double roundedTo(double value, int digits)
{
    if (value == 0.0 || !std::isfinite(value))
        return value;
    const double step = std::pow(10.0, std::floor(std::log10(std::abs(value))) + 1.0 - std::max(digits, 1));
    return std::round(value / step) * step;
}

} // namespace ridgepoint
