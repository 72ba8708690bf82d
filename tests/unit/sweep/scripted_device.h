// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/measure/backend.h"

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace ridgepoint::test {

/// A device that tells what a test makes up for every run, and turns no clock by it.
class ScriptedDevice final : public Backend {
public:
    /// What a run of so many repetitions is told to take; `run` counts from 0, for each roof (or all workloads
    /// together) apart.
    using Script = std::function<BatchTiming(int run, std::int64_t repetitions)>;
    /// One repetition of a roof's work does so much of it.
    static constexpr double amount = 1000.0;

    ScriptedDevice() { m_info.id = "cpu"; }

    std::map<std::string, Script> roofs; ///< by id; others cannot be prepared
    Script work;                         ///< of every workload
    std::map<std::string, int> runs;     ///< by id of the roof; of workloads under ""
    std::vector<RoofRequest> requests;

    void setKind(DeviceKind kind) { m_info.kind = kind; }
    [[nodiscard]] const DeviceInfo& info() const override { return m_info; }
    [[nodiscard]] Result<ReadyWork> prepare(const WorkRequest&) override
    {
        return ReadyWork{.work = std::make_unique<Work>(*this, std::string())};
    }
    [[nodiscard]] std::vector<std::string> roofIds() const override { return {}; }
    [[nodiscard]] Result<RoofWork> prepareRoof(const RoofRequest& request) override
    {
        requests.push_back(request);
        if (!roofs.contains(request.id))
            return Error{
                ErrorKind::Unavailable, "scripted.roof", "The device has no roof %1; leave it out.", {request.id}};
        return RoofWork{.kind = *kindOfRoof(request.id),
                        .amount = amount,
                        .method = "made up",
                        .work = std::make_unique<Work>(*this, request.id)};
    }
    [[nodiscard]] std::vector<MemoryLevel> claimedLevels() const override { return {}; }
    [[nodiscard]] Result<bool> selftest(const std::function<void(const SelftestLine&)>&) override { return true; }

private:
    class Work final : public PreparedWork {
    public:
        Work(ScriptedDevice& device, std::string id) : m_device(device), m_id(std::move(id)) {}
        [[nodiscard]] Result<BatchTiming> run(std::int64_t repetitions) override
        {
            return (m_id.empty() ? m_device.work : m_device.roofs.at(m_id))(m_device.runs[m_id]++, repetitions);
        }

    private:
        ScriptedDevice& m_device;
        std::string m_id;
    };

    DeviceInfo m_info;
};

} // namespace ridgepoint::test
