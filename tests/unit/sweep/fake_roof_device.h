// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/measure/backend.h"
#include "core/sweep/clock.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <map>
#include <random>
#include <set>

namespace ridgepoint::test {

inline constexpr double KiB = 1024.0;
inline constexpr double MiB = 1024.0 * KiB;
inline constexpr double endless = std::numeric_limits<double>::infinity();

class FakeClock final : public Clock {
public:
    [[nodiscard]] Seconds now() const override { return time; }
    Seconds time{1000.0};
};

/// The device's truth, and the faults to show.
struct FakeTruth {
    std::map<std::string, double> values; ///< of compute and launch roofs, by id
    double noise = 0.0;                   ///< every reading is this much slower at random
    std::set<std::string> refused;        ///< ids that cannot be prepared
    std::string failing;                  ///< the id whose work fails …
    int failsAfter = 0;                   ///< … after so many runs
    ErrorKind failure = ErrorKind::DeviceFailure;
    Bytes memoryLimit{endless}; ///< larger footprints are refused
    double slowdown = 1.0;
    /// How much of its bandwidth the device gives to a request, where that is not all.
    std::function<double(const RoofRequest&)> part{};
    std::map<std::string, Seconds> preparing{}; ///< what preparing a roof takes, by id
    /// What the device remarks on the batch of that number, and how much slower that one is.
    std::function<FlagSet(const std::string& id, int batch)> flags{};
    double flaggedSlowdown = 1.0;
    double differenceOf = 0.0; ///< of "launch.fixed": how many times as long the larger of its two times is
    /// By how much work takes longer at that moment, with nothing that tells.
    std::function<double(const std::string& id, Seconds now)> slower{};
    std::optional<double> otherLoad{};
    Hertz clock{}; ///< told with every batch
    double watts = 0.0;
    std::optional<double> celsius{};
    std::string heldBackBy{};
};

inline double bandwidthAt(double footprint)
{
    return footprint <= 96 * KiB ? 800e9 : footprint <= 4 * MiB ? 200e9 : footprint <= 128 * MiB ? 110e9 : 60e9;
}

class FakeWork final : public PreparedWork {
public:
    FakeWork(std::string id, double seconds, FakeTruth& truth, FakeClock& clock)
        : m_id(std::move(id)), m_seconds(seconds), m_truth(truth), m_clock(clock)
    {}
    Result<BatchTiming> run(std::int64_t repetitions) override
    {
        if (m_id == m_truth.failing && m_runs++ >= m_truth.failsAfter)
            return Error{m_truth.failure, "fake.failed", "The device failed in %1; start again.", {m_id}};
        const double slower = 1.0 + m_truth.noise * std::uniform_real_distribution<double>(0.0, 1.0)(m_generator);
        const double state = m_truth.slower ? m_truth.slower(m_id, m_clock.time) : 1.0;
        const FlagSet flags = m_truth.flags ? m_truth.flags(m_id, m_batches++) : FlagSet{};
        const Seconds time(m_seconds * static_cast<double>(repetitions) * slower * state
                           * (flags.empty() ? 1.0 : m_truth.flaggedSlowdown));
        m_clock.time += time * m_truth.slowdown;
        return BatchTiming{.time = time,
                           .flags = flags,
                           .clock = m_truth.clock,
                           .otherLoad = m_truth.otherLoad,
                           .watts = m_truth.watts,
                           .celsius = m_truth.celsius,
                           .heldBackBy = m_truth.heldBackBy,
                           .differenceOf = Seconds(m_id == "launch.fixed" ? m_seconds * static_cast<double>(repetitions)
                                                                                * m_truth.differenceOf
                                                                          : 0.0)};
    }

private:
    std::string m_id;
    double m_seconds;
    FakeTruth& m_truth;
    FakeClock& m_clock;
    std::mt19937 m_generator{7};
    int m_runs = 0;
    int m_batches = 0;
};

class FakeBackend final : public Backend {
public:
    FakeBackend(FakeTruth& truth, FakeClock& clock) : m_truth(truth), m_clock(clock)
    {
        m_info.id = "fake";
        m_info.threads = 2;
        m_info.memory = Bytes(16384 * MiB);
    }
    [[nodiscard]] const DeviceInfo& info() const override { return m_info; }
    Result<ReadyWork> prepare(const WorkRequest& work) override { return prepareByKind(work, m_info); }
    [[nodiscard]] std::vector<std::string> roofIds() const override
    {
        std::vector<std::string> ids{"compute.fp64.fma", "bandwidth.l1", "bandwidth.l2", "bandwidth.l3",
                                     "bandwidth.dram"};
        for (const auto& [id, value] : m_truth.values)
            if (id != "compute.fp64.fma")
                ids.push_back(id);
        return ids;
    }
    [[nodiscard]] std::vector<std::string> variantRoofIds() const override { return {"bandwidth.dram.kn"}; }
    Result<RoofWork> prepareRoof(const RoofRequest& request) override
    {
        requests.push_back(request);
        if (m_truth.refused.contains(request.id))
            return Error{ErrorKind::Unavailable, "fake.refused", "%1 is not to be had; leave it out.", {request.id}};
        if (const auto time = m_truth.preparing.find(request.id); time != m_truth.preparing.end())
            m_clock.time += time->second;
        const RoofKind kind = *kindOfRoof(request.id);
        double amount = 1000.0;
        double seconds = 0.0;
        if (kind == RoofKind::Bandwidth) {
            if (request.footprint > m_truth.memoryLimit)
                return Error{ErrorKind::Unavailable, "fake.memory", "No memory for %1.", {request.id}};
            // As a processor does: the windows of memory's roofs, a piece at a time.
            amount = 2.0
                   * (request.window >= Bytes(64 * MiB) ? std::min(request.footprint, request.window)
                                                        : request.footprint)
                         .value();
            seconds = amount / (bandwidthAt(request.footprint.value()) * (m_truth.part ? m_truth.part(request) : 1.0));
        } else {
            const double value = m_truth.values.at(request.id);
            seconds = isDuration(kind) ? amount * value : amount / value;
        }
        return RoofWork{.kind = kind,
                        .amount = amount,
                        .method = "made up",
                        .work = std::make_unique<FakeWork>(request.id, seconds, m_truth, m_clock)};
    }
    [[nodiscard]] std::vector<MemoryLevel> claimedLevels() const override
    {
        return {{"l1", Bytes(48 * KiB), true},
                {"l2", Bytes(2 * MiB), true},
                {"l3", Bytes(480 * MiB), false},
                {"dram", Bytes(endless), false}};
    }
    Result<bool> selftest(const std::function<void(const SelftestLine&)>&) override { return true; }

    void setKind(DeviceKind kind) { m_info.kind = kind; }

    std::vector<RoofRequest> requests;

private:
    FakeTruth& m_truth;
    FakeClock& m_clock;
    DeviceInfo m_info;
};

} // namespace ridgepoint::test
