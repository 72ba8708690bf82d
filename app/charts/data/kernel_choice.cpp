// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/data/kernel_choice.h"

#include "app/charts/data/own_kernels.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string>
#include <unordered_map>

namespace ridgepoint {
namespace {

/// Kernels that are shown as one, by their place in the list, and the time of them all.
struct KernelGroup {
    std::vector<std::size_t> members;
    Seconds time;
};

/// A time that can be added up and compared; a file may say anything.
Seconds countedTime(const OwnKernel& kernel)
{
    return kernel.time > Seconds() && std::isfinite(kernel.time.value()) ? kernel.time : Seconds();
}

/// Of which two kernels are added up if it is the same for both.
std::string groupKey(const OwnKernel& kernel)
{
    const std::string separator(1, '\0');
    return kernel.name + separator + kernel.source + separator + kernel.device + separator
         + (kernel.work == WorkOrigin::Unknown ? "times" : "work");
}

bool passes(const OwnKernel& kernel, std::size_t index, const QString& filter)
{
    return filter.isEmpty() || ownName(kernel, index).contains(filter, Qt::CaseInsensitive);
}

/// In the list's order of their first members.
std::vector<KernelGroup> groupsOf(const std::vector<OwnKernel>& kernels, const KernelChoice& choice)
{
    std::vector<KernelGroup> groups;
    std::unordered_map<std::string, std::size_t> byKey;
    for (std::size_t i = 0; i < kernels.size(); ++i) {
        const OwnKernel& kernel = kernels[i];
        if (!passes(kernel, i, choice.filter))
            continue;
        std::size_t group = groups.size();
        if (choice.grouped && !kernel.name.empty())
            group = byKey.try_emplace(groupKey(kernel), group).first->second;
        if (group == groups.size())
            groups.emplace_back();
        groups[group].members.push_back(i);
        groups[group].time += countedTime(kernel);
    }
    return groups;
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
        sum.profiled = sum.profiled || kernel.profiled;
    }
    return sum;
}

} // namespace

std::vector<ShownKernel> shownKernels(const std::vector<OwnKernel>& kernels, const KernelChoice& choice)
{
    std::vector<KernelGroup> groups = groupsOf(kernels, choice);
    const std::size_t count = choice.top == 0 ? groups.size() : std::min(choice.top, groups.size());
    std::partial_sort(groups.begin(), std::next(groups.begin(), static_cast<std::ptrdiff_t>(count)), groups.end(),
                      [](const KernelGroup& a, const KernelGroup& b) {
                          return a.time != b.time ? a.time > b.time : a.members.front() < b.members.front();
                      });
    Seconds all;
    for (const OwnKernel& kernel : kernels)
        all += countedTime(kernel);
    std::vector<ShownKernel> shown;
    shown.reserve(count);
    for (std::size_t i = 0; i < count; ++i)
        shown.push_back({sumOf(kernels, groups[i].members), std::move(groups[i].members),
                         all > Seconds() ? groups[i].time / all : 0.0});
    return shown;
}

std::size_t matchingKernels(const std::vector<OwnKernel>& kernels, const KernelChoice& choice)
{
    return groupsOf(kernels, choice).size();
}

} // namespace ridgepoint
