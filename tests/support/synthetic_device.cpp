// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/synthetic_device.h"

#include "core/model/cost.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace ridgepoint::test {

namespace {

constexpr double kibi = 1024.0;

double fmaRate(Operation operation)
{
    switch (operation) {
    case Operation::Fma: return 100e9;
    case Operation::Mul:
    case Operation::Add: return 50e9;
    case Operation::Relu: return 40e9;
    case Operation::Gelu: return 4e9;
    case Operation::Exp: return 8e9;
    case Operation::Cos: return 6e9;
    }
    return 0.0;
}

bool hasPrecision(Precision precision) { return precision == Precision::Fp32 || precision == Precision::Fp64; }

/// 0 to 1, the same for the same inputs (splitmix64).
double uniformHash(std::uint64_t seed)
{
    seed += 0x9e3779b97f4a7c15U;
    seed = (seed ^ (seed >> 30U)) * 0xbf58476d1ce4e5b9U;
    seed = (seed ^ (seed >> 27U)) * 0x94d049bb133111ebU;
    return static_cast<double>((seed ^ (seed >> 31U)) >> 11U) * 0x1p-53;
}

std::uint64_t seedOf(const Workload& workload, int round)
{
    const auto mix = [](std::uint64_t seed, std::int64_t value) {
        return std::rotl(seed, 13) * 0x9e3779b97f4a7c15U + static_cast<std::uint64_t>(value);
    };
    std::uint64_t seed = mix(17, workload.elements);
    seed = mix(seed, workload.operationsPerElement);
    seed = mix(seed, workload.chainLength * 4096 + workload.fusionDepth);
    return mix(seed, round);
}

void put(RoofSet& roofs, std::string id, double value)
{
    const RoofKind kind = kindOfRoof(id).value();
    roofs.put({.id = std::move(id),
               .kind = kind,
               .value = value,
               .low = value * 0.98,
               .high = value * 1.01,
               .method = "made up"});
}

class SyntheticWork final : public PreparedWork {
public:
    SyntheticWork(const SyntheticBackend& backend, Seconds once, std::uint64_t seed)
        : m_backend(backend), m_once(once), m_seed(seed)
    {}
    Result<BatchTiming> run(std::int64_t repetitions) override
    {
        if (m_backend.failure)
            return *m_backend.failure;
        const double noise = 1.0 + 0.01 * uniformHash(m_seed + ++m_runs);
        const Seconds time = m_once * (static_cast<double>(repetitions) * noise);
        if (m_backend.onBatch)
            m_backend.onBatch(time);
        return BatchTiming{.time = time, .flags = m_backend.flags, .clock = {}, .otherLoad = m_backend.otherLoad};
    }

private:
    const SyntheticBackend& m_backend;
    Seconds m_once;
    std::uint64_t m_seed;
    std::uint64_t m_runs = 0;
};

} // namespace

DeviceInfo syntheticDevice()
{
    DeviceInfo device;
    device.id = "cpu";
    device.name = "Synthetic processor (made-up numbers)";
    device.available = true;
    device.threads = syntheticThreads;
    device.isa = "none";
    device.memory = Bytes(16.0 * kibi * kibi * kibi);
    return device;
}

RoofSet syntheticRoofs(int threads)
{
    const int workers = threads > 0 ? threads : syntheticThreads;
    RoofSet roofs;
    roofs.device = "cpu";
    roofs.threads = workers;
    roofs.levels = {{"l1", Bytes(32 * kibi), true},
                    {"l2", Bytes(1024 * kibi), true},
                    {"l3", Bytes(32 * kibi * kibi), false},
                    {"dram", Bytes(HUGE_VAL), false}};
    put(roofs, "bandwidth.l1", 400e9 * workers);
    put(roofs, "bandwidth.l2", 150e9 * workers);
    put(roofs, "bandwidth.l3", 50e9 * workers);
    put(roofs, "bandwidth.dram", 20e9 * std::min(workers, 2));
    for (const Precision precision : {Precision::Fp32, Precision::Fp64})
        for (const Operation operation : allOperations) {
            const bool listed = precision == Precision::Fp32 || flopsPerApplication(operation) == 2
                             || operation == Operation::Mul || operation == Operation::Add;
            if (listed)
                put(roofs, computeRoofId(operation, precision),
                    fmaRate(operation) * workers * (precision == Precision::Fp64 ? 0.5 : 1.0));
        }
    put(roofs, launchRoofId(LaunchMode::WaitEach), 1e-6);
    put(roofs, launchRoofId(LaunchMode::Queued), 0.6e-6);
    put(roofs, launchRoofId(LaunchMode::Graph), 0.4e-6);
    put(roofs, std::string(launchFixedRoofId), 0.2e-6);
    return roofs;
}

Seconds syntheticTime(const Workload& workload)
{
    const RoofSet roofs = syntheticRoofs(workload.threads);
    const Cost cost = costOf(workload);
    const double peak = fmaRate(workload.operation) * roofs.threads
                      * (workload.precision == Precision::Fp64 ? 0.5 : 1.0);
    const MemoryLevel* level = roofs.levelFor(footprintOf(workload));
    const Roof* bandwidth = roofs.find(bandwidthRoofId(level->name));
    const double compute = cost.flops.value() / peak;
    const double memory = cost.bytes.value() / bandwidth->value;
    const double launch = roofs.find(launchRoofId(workload.launchMode))->value;
    // As in the model, the part fixed per chain is paid only where the passes are not waited for one by one.
    const double fixed = workload.launchMode == LaunchMode::WaitEach ? 0.0 : roofs.find(launchFixedRoofId)->value;
    const double larger = std::max(compute, memory);
    const double ratio = std::min(compute, memory) / larger;
    return Seconds(larger * std::pow(1.0 + ratio * ratio * ratio * ratio, 0.25)
                   + static_cast<double>(cost.launches) * launch + fixed);
}

Sample syntheticSample(const Workload& workload, int round)
{
    const Seconds truth = syntheticTime(workload);
    Sample sample;
    sample.workload = workload;
    sample.device = "cpu";
    sample.time = truth * (1.0 + 0.01 * (uniformHash(seedOf(workload, round)) - 0.5));
    sample.median = sample.time * 1.01;
    sample.low = sample.time * 0.99;
    sample.high = sample.time * 1.015;
    sample.rounds = 6;
    sample.readings = 18;
    for (int i = 0; i < 6; ++i)
        sample.keptReadings.push_back(static_cast<float>(sample.time.value() * (0.99 + 0.005 * i)));
    return sample;
}

SyntheticBackend::SyntheticBackend() : m_info(syntheticDevice()) {}

Result<ReadyWork> SyntheticBackend::prepare(const WorkRequest& work)
{
    return prepareByKind(work, m_info, [this](const Workload& workload) { return prepareChain(workload); });
}

Result<ReadyWork> SyntheticBackend::prepareChain(const Workload& workload)
{
    if (const auto valid = validate(workload); !valid)
        return valid.error();
    if (!hasPrecision(workload.precision))
        return Error{.kind = ErrorKind::Unsupported,
                     .id = "synthetic.precision",
                     .text = "%1 is not supported by the synthetic processor; try fp32",
                     .arguments = {std::string(nameOf(workload.precision))}};
    return ReadyWork{
        .work = std::make_unique<SyntheticWork>(*this, syntheticTime(workload), seedOf(workload, m_prepared++))};
}

std::vector<std::string> SyntheticBackend::roofIds() const
{
    std::vector<std::string> ids;
    for (const auto& roofs : {syntheticRoofs(0).roofs, besides})
        for (const Roof& roof : roofs)
            ids.push_back(roof.id);
    return ids;
}

Result<RoofWork> SyntheticBackend::prepareRoof(const RoofRequest& request)
{
    if (onRoof)
        onRoof(request.id);
    RoofSet roofs = syntheticRoofs(request.threads);
    roofs.roofs.insert(roofs.roofs.end(), besides.begin(), besides.end());
    const Roof* roof = roofs.find(request.id);
    if (!roof)
        return Error{.kind = ErrorKind::Unsupported,
                     .id = "synthetic.roof",
                     .text = "there is no roof %1",
                     .arguments = {request.id}};
    RoofWork work{.kind = roof->kind, .amount = 1.0, .method = roof->method};
    double value = roof->value;
    if (roof->kind == RoofKind::Bandwidth) {
        work.amount = request.footprint.value() > 0.0 ? request.footprint.value() : 1e6;
        // The curve over footprints is one: whichever level was asked for, the footprint decides.
        if (request.footprint.value() > 0.0)
            value = roofs.find(bandwidthRoofId(roofs.levelFor(request.footprint)->name))->value;
    } else if (roof->kind == RoofKind::Compute) {
        work.amount = 1e6;
    }
    const double once = roof->kind == RoofKind::Launch ? value : work.amount / value;
    work.work = std::make_unique<SyntheticWork>(*this, Seconds(once * roofSlowdown), 99);
    return work;
}

std::vector<MemoryLevel> SyntheticBackend::claimedLevels() const { return syntheticRoofs(0).levels; }

Result<bool> SyntheticBackend::selftest(const std::function<void(const SelftestLine&)>& report)
{
    report({.kernel = "fma fp32 none", .passed = true, .largestError = 1.0, .tolerance = 4.0});
    report({.kernel = "cos fp32 none",
            .passed = selftestPasses,
            .largestError = selftestPasses ? 1.5 : 9.0,
            .tolerance = 4.0,
            .detail = selftestPasses ? "" : "element 7 differs"});
    return selftestPasses;
}

} // namespace ridgepoint::test
