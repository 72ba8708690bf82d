// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/data/kernel_choice.h"

#include "app/charts/data/own_kernels.h"
#include "app/charts/style/texts.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace ridgepoint {
namespace {

/// Kernels that are shown as one, by their place in the list, and the time of them all.
struct KernelGroup {
    std::vector<std::size_t> members;
    Seconds time;
};

/// Of which two kernels are added up if it is the same for both.
std::string groupKey(const OwnKernel& kernel)
{
    const std::string separator(1, '\0');
    return kernel.name + separator + (kernel.source.empty() ? "typed" : "read") + separator + kernel.device + separator
         + (kernel.work == WorkOrigin::Unknown ? "times" : "work");
}

bool passes(const OwnKernel& kernel, std::size_t index, const QString& filter)
{
    return filter.isEmpty() || ownName(kernel, index).contains(filter, Qt::CaseInsensitive);
}

/// Of the kernels at these places, in the list's order of their first members.
std::vector<KernelGroup> groupsOf(const std::vector<OwnKernel>& kernels, const std::vector<std::size_t>& places,
                                  const KernelChoice& choice)
{
    std::vector<KernelGroup> groups;
    std::unordered_map<std::string, std::size_t> byKey;
    for (const std::size_t place : places) {
        const OwnKernel& kernel = kernels[place];
        if (!passes(kernel, place, choice.filter))
            continue;
        std::size_t group = groups.size();
        if (choice.grouped && !kernel.name.empty())
            group = byKey.try_emplace(groupKey(kernel), group).first->second;
        if (group == groups.size())
            groups.emplace_back();
        groups[group].members.push_back(place);
        groups[group].time += countedTime(kernel);
    }
    return groups;
}

std::vector<std::size_t> allPlaces(const std::vector<OwnKernel>& kernels)
{
    std::vector<std::size_t> places(kernels.size());
    std::iota(places.begin(), places.end(), std::size_t{0});
    return places;
}

Seconds timeOf(const std::vector<OwnKernel>& kernels, const std::vector<std::size_t>& places)
{
    return std::accumulate(places.begin(), places.end(), Seconds(),
                           [&](Seconds sum, std::size_t place) { return sum + countedTime(kernels[place]); });
}

/// How far a count can be trusted, the least first.
int trustOf(WorkOrigin work)
{
    switch (work) {
    case WorkOrigin::Unknown: return 0;
    case WorkOrigin::Typed: return 1;
    case WorkOrigin::Declared: return 2;
    case WorkOrigin::Formula: return 3;
    case WorkOrigin::Counted: return 4;
    }
    return 0;
}

/// "a.csv", "a.csv and 2 more" of kernels of several files.
std::string sourceOfSum(const std::vector<OwnKernel>& kernels, const std::vector<std::size_t>& members)
{
    std::set<std::string_view> files;
    for (const std::size_t member : members)
        files.insert(kernels[member].source);
    const std::string& first = kernels[members.front()].source;
    return files.size() == 1
             ? first
             : tr("%1 and %2 more").arg(QString::fromStdString(first), QString::number(files.size() - 1)).toStdString();
}

OwnKernel sumOf(const std::vector<OwnKernel>& kernels, const std::vector<std::size_t>& members)
{
    OwnKernel sum = kernels[members.front()];
    for (auto member = std::next(members.begin()); member != members.end(); ++member) {
        const OwnKernel& kernel = kernels[*member];
        sum.flops += kernel.flops;
        sum.bytes += kernel.bytes;
        sum.launches += kernel.launches;
        sum.time = countedTime(sum) + countedTime(kernel);
        for (std::size_t level = 0; level < sum.throughCaches.size(); ++level)
            sum.throughCaches[level] += kernel.throughCaches[level];
        if (trustOf(kernel.work) < trustOf(sum.work))
            sum.work = kernel.work;
        sum.flopsUnknown = sum.flopsUnknown || kernel.flopsUnknown;
        sum.profiled = sum.profiled || kernel.profiled;
        sum.slopes.clear(); // each has its own
    }
    sum.source = sourceOfSum(kernels, members);
    if (sum.flopsUnknown)
        sum.flops = Flops(); // a part of them tells nothing
    if (std::ranges::any_of(members, [&](std::size_t member) { return lacksBytes(kernels[member]); })) {
        sum.bytes = Bytes();
        sum.throughCaches = {};
    }
    return sum;
}

bool hasPlace(const std::vector<OwnKernel>& kernels, const KernelGroup& group)
{
    return group.members.size() == 1 ? hasPlaceOnRoofline(kernels[group.members.front()])
                                     : hasPlaceOnRoofline(sumOf(kernels, group.members));
}

/// The same for kernels that are drawn as one list.
std::string listKey(const OwnKernel& kernel) { return (kernel.source.empty() ? "typed " : "read ") + kernel.device; }

/// The time of all kernels that ran on a device, by ranOn().
using DeviceTimes = std::unordered_map<std::string, Seconds>;

DeviceTimes timesByDevice(const std::vector<OwnKernel>& kernels)
{
    DeviceTimes times;
    for (const OwnKernel& kernel : kernels)
        times[std::string(ranOn(kernel))] += countedTime(kernel);
    return times;
}

/// The longest of the groups, at most so many (0: all), with their shares of these times.
std::vector<ShownKernel> longestOf(const std::vector<OwnKernel>& kernels, std::vector<KernelGroup> groups,
                                   std::size_t most, const DeviceTimes& times)
{
    const std::size_t count = most == 0 ? groups.size() : std::min(most, groups.size());
    std::partial_sort(groups.begin(), std::next(groups.begin(), static_cast<std::ptrdiff_t>(count)), groups.end(),
                      [](const KernelGroup& a, const KernelGroup& b) {
                          return a.time != b.time ? a.time > b.time : a.members.front() < b.members.front();
                      });
    std::vector<ShownKernel> shown;
    shown.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
        OwnKernel sum = sumOf(kernels, groups[i].members);
        const Seconds whole = times.at(std::string(ranOn(sum)));
        shown.push_back(
            {std::move(sum), std::move(groups[i].members), whole > Seconds() ? groups[i].time / whole : 0.0});
    }
    return shown;
}

DeviceKernels kernelsOfDevice(const std::vector<OwnKernel>& kernels, const std::vector<std::size_t>& places,
                              const KernelChoice& choice, const DeviceTimes& times)
{
    const OwnKernel& first = kernels[places.front()];
    DeviceKernels device{.device = first.device, .imported = !first.source.empty(), .shown = {}};
    std::vector<KernelGroup> groups = groupsOf(kernels, places, choice);
    device.placeless = groups.size();
    std::erase_if(groups, [&](const KernelGroup& group) { return !hasPlace(kernels, group); });
    device.matching = groups.size();
    device.placeless -= device.matching;
    device.time = timeOf(kernels, places);
    device.shown = longestOf(kernels, std::move(groups), mostDrawnOf(choice), times);
    return device;
}

} // namespace

Seconds countedTime(const OwnKernel& kernel)
{
    return kernel.time > Seconds() && std::isfinite(kernel.time.value()) ? kernel.time : Seconds();
}

std::size_t mostDrawnOf(const KernelChoice& choice)
{
    return choice.top == 0 ? mostDrawnKernels : std::min(choice.top, mostDrawnKernels);
}

std::vector<ShownKernel> shownKernels(const std::vector<OwnKernel>& kernels, const KernelChoice& choice)
{
    return longestOf(kernels, groupsOf(kernels, allPlaces(kernels), choice), choice.top, timesByDevice(kernels));
}

std::size_t matchingKernels(const std::vector<OwnKernel>& kernels, const KernelChoice& choice)
{
    return groupsOf(kernels, allPlaces(kernels), choice).size();
}

KernelsPointer kernelList(std::vector<OwnKernel> kernels, const KernelChoice& choice)
{
    KernelList list;
    list.names = std::make_shared<const KernelNames>(kernels);
    list.all = std::make_shared<const std::vector<OwnKernel>>(std::move(kernels));
    return chosenAnew(list, choice);
}

KernelsPointer chosenAnew(const KernelList& list, const KernelChoice& choice)
{
    const std::vector<OwnKernel>& kernels = *list.all;
    std::vector<std::vector<std::size_t>> devices;
    std::unordered_map<std::string, std::size_t> byDevice;
    for (std::size_t i = 0; i < kernels.size(); ++i) {
        const std::size_t device = byDevice.try_emplace(listKey(kernels[i]), devices.size()).first->second;
        if (device == devices.size())
            devices.emplace_back();
        devices[device].push_back(i);
    }
    auto chosen = std::make_shared<KernelList>();
    chosen->all = list.all;
    chosen->names = list.names;
    chosen->choice = choice;
    const DeviceTimes times = timesByDevice(kernels);
    for (const std::vector<std::size_t>& places : devices)
        chosen->devices.push_back(kernelsOfDevice(kernels, places, choice, times));
    return chosen;
}

} // namespace ridgepoint
