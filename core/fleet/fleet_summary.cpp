// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/fleet/fleet_summary.h"

#include "core/fleet/fleet_facts.h"
#include "core/session/session.h"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

namespace ridgepoint {
namespace {

/// The members whose devices have one id and one name.
struct FleetGroup {
    std::string device;
    std::string deviceName;
    std::vector<FleetMember> members;
};

/// Of a device's sets that with the most threads, the first of several; null where it has none with a roof.
const RoofSet* comparedRoofs(const FleetNode& node, const std::string& device)
{
    const RoofSet* best = nullptr;
    for (const RoofSet& set : node.roofs)
        if (set.device == device && !set.roofs.empty() && (best == nullptr || set.threads > best->threads))
            best = &set;
    return best;
}

/// Those with more members first, so that a device's usual name comes before others.
std::vector<FleetGroup> groupsOf(std::span<const FleetNode> nodes)
{
    std::vector<FleetGroup> groups;
    for (std::size_t i = 0; i < nodes.size(); ++i)
        for (const DeviceInfo& device : nodes[i].devices) {
            const RoofSet* roofs = comparedRoofs(nodes[i], device.id);
            if (roofs == nullptr)
                continue;
            const auto found = std::ranges::find_if(groups, [&device](const FleetGroup& group) {
                return group.device == device.id && group.deviceName == device.name;
            });
            FleetGroup& group = found != groups.end() ? *found
                                                      : groups.emplace_back(FleetGroup{device.id, device.name, {}});
            group.members.push_back({.node = i, .of = &nodes[i], .device = &device, .roofs = roofs});
        }
    std::ranges::stable_sort(groups, [](const FleetGroup& a, const FleetGroup& b) {
        return std::make_tuple(a.device, b.members.size()) < std::make_tuple(b.device, a.members.size());
    });
    return groups;
}

/// Ids in the order in which the sessions have them.
std::vector<std::string> roofIdsOf(const FleetGroup& group)
{
    std::vector<std::string> ids;
    for (const FleetMember& member : group.members)
        for (const Roof& roof : member.roofs->roofs)
            if (std::ranges::find(ids, roof.id) == ids.end())
                ids.push_back(roof.id);
    return ids;
}

FleetRoof roofOver(const FleetGroup& group, const std::string& id)
{
    FleetRoof over{.device = group.device, .deviceName = group.deviceName, .roof = id, .points = {}, .spread = {}};
    std::vector<NodeValue> values;
    for (const FleetMember& member : group.members)
        if (const Roof* roof = member.roofs->find(id);
            roof != nullptr && roof->value > 0.0 && std::isfinite(roof->value)) {
            over.kind = roof->kind;
            values.push_back({.value = roof->value, .low = roof->low, .high = roof->high});
            over.points.push_back({.node = member.node, .value = values.back()});
        }
    over.spread = spreadOf(values);
    return over;
}

/// Finds the limits of a group's roofs and what lies outside of them.
void judge(std::span<FleetRoof> roofs)
{
    for (FleetRoof& over : roofs) {
        std::vector<double> deviations;
        for (const FleetRoof& other : roofs)
            if (other.kind == over.kind)
                deviations.push_back(other.spread.deviation);
        over.limit = outlierLimit(over.spread, medianOf(deviations), over.points.size());
        for (FleetPoint& point : over.points)
            point.isOutside = ridgepoint::isOutside(point.value, over.spread, over.limit);
    }
}

/// By which factor memory is slower here than on the median node, where several roofs of it say so alike, it was
/// measured undisturbed, and arithmetic and caches are as elsewhere; 1 where that is not so.
double memorySlowdown(const FleetMember& member, std::span<const FleetRoof> roofs)
{
    constexpr double quiet = 0.05; ///< share of the processor
    if (member.device->kind != DeviceKind::Cpu || member.roofs->otherLoad.value_or(0.0) > quiet)
        return 1.0;
    double slowdown = 1.0;
    bool isElsewhereFine = false;
    for (const FleetRoof& over : roofs) {
        const auto point = std::ranges::find(over.points, member.node, &FleetPoint::node);
        if (point == over.points.end())
            continue;
        const Roof* roof = member.roofs->find(over.roof);
        if (over.kind == RoofKind::Bandwidth && isOfMemory(over.roof, *member.roofs)) {
            if (wasDisturbed(*roof))
                return 1.0;
            if (point->isOutside)
                slowdown = std::max(slowdown, over.spread.median / point->value.value);
        } else if (over.kind == RoofKind::Bandwidth || over.kind == RoofKind::Compute) {
            if (point->isOutside)
                return 1.0;
            isElsewhereFine = true;
        }
    }
    return isElsewhereFine ? slowdown : 1.0;
}

std::vector<FleetOutlier> outliersOf(const FleetGroup& group, std::span<const FleetRoof> roofs, std::size_t firstRoof)
{
    std::vector<FleetOutlier> outliers;
    for (const FleetMember& member : group.members) {
        FleetOutlier outlier{.node = member.node, .device = group.device, .roofs = {}, .facts = {}};
        for (std::size_t i = 0; i < roofs.size(); ++i)
            for (const FleetPoint& point : roofs[i].points)
                if (point.node == member.node && point.isOutside)
                    outlier.roofs.push_back(
                        {.roof = firstRoof + i, .share = point.value.value / roofs[i].spread.median - 1.0});
        if (outlier.roofs.empty())
            continue;
        const auto distance = [](const FleetDeviation& one) { return std::abs(std::log1p(one.share)); };
        std::ranges::stable_sort(outlier.roofs, std::ranges::greater(), distance);
        outlier.facts = factsThatDiffer(member, group.members, roofs[outlier.roofs.front().roof - firstRoof].roof);
        constexpr double leastOfHalf = 1.6;
        constexpr double mostOfHalf = 2.5;
        const double slowdown = memorySlowdown(member, roofs);
        outlier.isHalfTheMemory = slowdown >= leastOfHalf && slowdown <= mostOfHalf;
        outliers.push_back(std::move(outlier));
    }
    return outliers;
}

/// A node whose device has another name than most, with too few of its kind to compare it with.
void addOtherDevices(const FleetGroup& group, const FleetGroup& usual, std::vector<FleetOutlier>& outliers)
{
    if (group.members.size() >= fewestNodesToName || usual.members.size() < fewestNodesToName)
        return;
    for (const FleetMember& member : group.members)
        outliers.push_back(
            {.node = member.node,
             .device = group.device,
             .roofs = {},
             .facts = {{.name = "device", .here = group.deviceName, .others = usual.deviceName, .isOfAll = false}}});
}

/// What most members have and one has not.
void addGaps(const FleetGroup& group, std::span<const FleetRoof> roofs, std::vector<FleetGap>& gaps)
{
    for (const FleetRoof& over : roofs) {
        if (2 * over.points.size() <= group.members.size())
            continue;
        for (const FleetMember& member : group.members) {
            if (std::ranges::find(over.points, member.node, &FleetPoint::node) != over.points.end())
                continue;
            const auto& unavailable = member.roofs->unavailable;
            const auto told = std::ranges::find(unavailable, over.roof, &UnavailableRoof::id);
            gaps.push_back({.node = member.node,
                            .roof = over.roof,
                            .reason = told != unavailable.end() ? told->reason
                                                                : Error{.kind = ErrorKind::Unavailable,
                                                                        .id = "fleet.no-roof",
                                                                        .text = "its session does not have it"}});
        }
    }
}

} // namespace

FleetNode fleetNodeOf(std::string name, const Session& session)
{
    return {.name = std::move(name),
            .devices = session.devices,
            .roofs = session.roofs,
            .environment = session.environment};
}

FleetSummary summariseFleet(std::span<const FleetNode> nodes)
{
    FleetSummary summary;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        summary.nodes.push_back(nodes[i].name);
        const bool hasRoofs = std::ranges::any_of(nodes[i].roofs,
                                                  [](const RoofSet& set) { return !set.roofs.empty(); });
        summary.measured += hasRoofs ? 1 : 0;
        if (nodes[i].failure)
            summary.gaps.push_back({.node = i, .roof = {}, .reason = *nodes[i].failure});
        else if (!hasRoofs)
            summary.gaps.push_back({.node = i,
                                    .roof = {},
                                    .reason = {.kind = ErrorKind::Unavailable,
                                               .id = "fleet.no-roofs",
                                               .text = "its session has no roofs"}});
    }
    const std::vector<FleetGroup> groups = groupsOf(nodes);
    for (const FleetGroup& group : groups) {
        const std::size_t first = summary.roofs.size();
        for (const std::string& id : roofIdsOf(group))
            if (FleetRoof over = roofOver(group, id); !over.points.empty())
                summary.roofs.push_back(std::move(over));
        const std::span<FleetRoof> roofs = std::span(summary.roofs).subspan(first);
        judge(roofs);
        for (FleetOutlier& outlier : outliersOf(group, roofs, first))
            summary.outliers.push_back(std::move(outlier));
        const auto usual = std::ranges::find(groups, group.device, &FleetGroup::device);
        if (&*usual != &group)
            addOtherDevices(group, *usual, summary.outliers);
        addGaps(group, roofs, summary.gaps);
    }
    std::ranges::stable_sort(summary.outliers, std::ranges::greater(), [](const FleetOutlier& outlier) {
        return outlier.roofs.empty() ? 0.0 : std::abs(std::log1p(outlier.roofs.front().share));
    });
    std::ranges::stable_sort(summary.gaps, {}, &FleetGap::node);
    return summary;
}

} // namespace ridgepoint
