// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/agenda/agenda.h"
#include "core/stats/sample.h"

#include <map>
#include <string>
#include <utility>

namespace ridgepoint::test {

/// What an agenda may look at: two devices and a datasheet, maps of nine cells, and what was measured of them.
class SmallWindow final : public agenda::View {
public:
    SmallWindow()
    {
        for (const char* id : {"cpu", "cuda:0", "datasheet"})
            m_devices[id] = {.id = id, .available = id != std::string("datasheet"), .threads = 2};
        place.operationsPerElement = 2;
        place.elements = 2048;
        place.chainLength = 4;
        place.threads = 2;
        turnTo("cpu", place);
    }

    void turnTo(const std::string& device, const Workload& workload)
    {
        m_device = device;
        place = workload;
        m_map = {.device = device,
                 .base = moved(moved(workload, AxisKind::Operations, 1), AxisKind::Size, 1024),
                 .axes = {{AxisKind::Operations, {1, 2, 4}}, {AxisKind::Size, {1024, 2048, 4096}}}};
    }
    /// Another session, of which nothing was measured.
    void clear() { samples.clear(), roofSets.clear(), measuredPlans.clear(); }

    [[nodiscard]] bool canMeasure() const override { return isReady && device().available; }
    [[nodiscard]] const std::string& deviceId() const override { return m_device; }
    [[nodiscard]] const DeviceInfo& device() const override { return m_devices.at(m_device); }
    [[nodiscard]] bool isReference() const override { return m_device == "datasheet"; }
    [[nodiscard]] const Workload& workload() const override { return place; }
    [[nodiscard]] const Plan& map() const override { return m_map; }
    [[nodiscard]] Plan line() const override
    {
        const Axis axis = lineAxis == AxisKind::Depth ? Axis{AxisKind::Depth, {1, 2, 4}} : m_map.axes.front();
        return {.device = m_device, .base = moved(place, lineAxis, 1), .axes = {axis}};
    }
    [[nodiscard]] Plan planOf(const Workload& point) const override
    {
        return {.device = m_device, .base = point, .axes = {{AxisKind::Size, {point.elements}}}};
    }
    [[nodiscard]] std::shared_ptr<const Sample> sample(const std::string& device,
                                                       const Workload& workload) const override
    {
        const auto found = samples.find({device, workload});
        return found != samples.end() ? found->second : nullptr;
    }
    [[nodiscard]] const RoofSet* roofs(const std::string& device, int threads) const override
    {
        const auto found = roofSets.find({device, threads});
        return found != roofSets.end() ? &found->second : nullptr;
    }
    [[nodiscard]] const std::vector<Plan>& plans() const override { return measuredPlans; }

    void put(const std::shared_ptr<const Sample>& sample) { samples[{sample->device, sample->workload}] = sample; }
    void put(const RoofSet& roofs) { roofSets[{roofs.device, roofs.threads}] = roofs; }

    bool isReady = false; ///< the child
    Workload place;
    AxisKind lineAxis = AxisKind::Operations;
    std::map<std::pair<std::string, Workload>, std::shared_ptr<const Sample>> samples;
    std::map<std::pair<std::string, int>, RoofSet> roofSets;
    std::vector<Plan> measuredPlans;

private:
    std::string m_device;
    std::map<std::string, DeviceInfo> m_devices;
    Plan m_map;
};

/// The roofs of a measurement: those that predict an operation, at whatever level.
[[nodiscard]] inline RoofSet roofsOf(const std::string& device, int threads, Operation operation)
{
    RoofSet set{.device = device, .threads = threads};
    for (const std::string& id :
         {computeRoofId(operation, Precision::Fp32), std::string("bandwidth.dram"), std::string("launch.wait_each")})
        set.put({.id = id, .kind = *kindOfRoof(id), .value = 1.0});
    return set;
}

[[nodiscard]] inline std::shared_ptr<const Sample> sampleOf(const std::string& device, const Workload& workload,
                                                            FlagSet flags = {}, int rounds = 12)
{
    return std::make_shared<const Sample>(
        Sample{.workload = workload, .device = device, .time = Seconds(1e-3), .rounds = rounds, .flags = flags});
}

/// What the child has been asked for and has not ended.
struct SmallChild {
    enum class Stage { Rest, Requested, Running, Roofs };
    Stage stage = Stage::Rest;
    bool isCancelled = false;
    protocol::StartSweep sweep;
    protocol::MeasureRoofs roofs;
};

} // namespace ridgepoint::test
