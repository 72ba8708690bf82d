// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/bench/kernel_session.h"
#include "app/bench/environment.h"
#include "app/bench/option_values.h"
#include "app/bench/save_session.h"
#include "app/bench/text_format.h"
#include "core/session/device_identity.h"
#include "core/session/own_kernels_csv.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace ridgepoint {
namespace {

Error changedMeanwhile(const KernelTarget& target, const char* how)
{
    return {.id = "import.changed-meanwhile",
            .text = std::string("\"%1\" was ") + how + " by another program meanwhile.",
            .arguments = {target.session->string()}};
}

/// Adds devices and roofs that the session lacks; false where it has another device by one of their names.
bool addLackingRoofs(Session& session, const Session& from)
{
    for (const DeviceInfo& device : from.devices) {
        const auto there = std::ranges::find(session.devices, device.id, &DeviceInfo::id);
        if (there == session.devices.end())
            session.devices.push_back(device);
        else if (!isSameDevice(*there, device))
            return false;
    }
    std::vector<RoofSet> lacking;
    for (const RoofSet& roofs : from.roofs)
        if (std::ranges::find(session.roofs, roofs.device, &RoofSet::device) == session.roofs.end())
            lacking.push_back(roofs);
    session.roofs.insert(session.roofs.end(), lacking.begin(), lacking.end());
    if (session.environment.empty())
        session.environment = from.environment;
    return true;
}

std::string countOf(double value)
{
    return value < 1e6 && value == static_cast<double>(static_cast<std::int64_t>(value))
             ? std::to_string(static_cast<std::int64_t>(value))
             : withPrefix(value, "");
}

/// A level of memory is called as its roof is: "DRAM", "L2".
std::string headOf(std::string_view column)
{
    std::string head(column);
    if (column == "dram" || std::ranges::find(cacheLevels, column) != cacheLevels.end())
        for (char& letter : head)
            letter = static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
    return head;
}

} // namespace

Result<void> check(const KernelTarget& target)
{
    if (target.append && !target.session)
        return Error{.id = "import.append-where", .text = "--append: needs a session; give it with -o FILE.ridge"};
    if (target.session && target.session->extension() != ".ridge")
        return Error{.id = "import.not-a-session",
                     .text = "--output: \"%1\" must end in .ridge",
                     .arguments = {target.session->string()}};
    std::error_code unknown;
    if (target.session && !target.append && std::filesystem::exists(*target.session, unknown))
        return Error{
            .id = "import.session-exists",
            .text = "--output: \"%1\" exists already; add to it with --append, or remove it first to replace it",
            .arguments = {target.session->string()}};
    return {};
}

Result<Session> sessionFor(const KernelTarget& target)
{
    std::error_code unknown;
    if (target.append && std::filesystem::exists(*target.session, unknown)) {
        auto session = readSession(*target.session);
        return session ? std::move(session) : about("--append", inFile(*target.session, session.error()));
    }
    Session session;
    session.created = timeStamp();
    return session;
}

std::size_t SessionToSave::room() const
{
    return maximumOwnKernels - std::min(session.ownKernels.size(), maximumOwnKernels);
}

SessionToSave sessionToSave(Session before, const KernelTarget& target)
{
    std::error_code unknown;
    if (!std::filesystem::exists(*target.session, unknown))
        return {std::move(before), {}};
    if (!target.append)
        return {std::move(before), changedMeanwhile(target, "written")};
    auto now = readSession(*target.session);
    if (!now || !addLackingRoofs(*now, before))
        return {std::move(before), changedMeanwhile(target, "changed")};
    SessionToSave result{std::move(*now), {}};
    if (result.room() == 0)
        return {std::move(before), changedMeanwhile(target, "filled")};
    return result;
}

Result<void> saveKernels(const SessionToSave& session, const KernelTarget& target)
{
    if (session.whyElsewhere)
        return savedElsewhere(session.session, *target.session, *session.whyElsewhere);
    return saveKernels(session.session, target);
}

std::size_t keepLongest(std::vector<OwnKernel>& kernels, std::size_t most)
{
    if (kernels.size() <= most)
        return 0;
    std::vector<std::size_t> places(kernels.size());
    for (std::size_t i = 0; i < places.size(); ++i)
        places[i] = i;
    std::ranges::stable_sort(places, std::ranges::greater(), [&](std::size_t i) { return kernels[i].time; });
    const std::size_t leftOut = kernels.size() - most;
    places.resize(most);
    std::ranges::sort(places);
    std::vector<OwnKernel> kept;
    kept.reserve(most);
    for (const std::size_t i : places)
        kept.push_back(std::move(kernels[i]));
    kernels = std::move(kept);
    return leftOut;
}

Result<void> saveKernels(const Session& session, const KernelTarget& target)
{
    if (session.ownKernels.size() > maximumOwnKernels)
        return Error{.id = "import.too-many",
                     .text = "these are %1 kernels, but a session holds at most %2; write fewer into one",
                     .arguments = {std::to_string(session.ownKernels.size()), std::to_string(maximumOwnKernels)}};
    return saveSession(session, *target.session);
}

std::string kernelTable(const ImportedFile& file)
{
    constexpr std::size_t shownRows = 40;
    constexpr std::size_t namePlaces = 44;
    constexpr std::size_t figureWidth = 12;
    std::vector<const OwnKernel*> kernels;
    for (const OwnKernel& kernel : file.kernels)
        kernels.push_back(&kernel);
    std::ranges::stable_sort(kernels, [](const OwnKernel* a, const OwnKernel* b) { return a->time > b->time; });
    if (kernels.empty())
        return {}; // not a head alone
    std::array<bool, cacheLevels.size()> hasLevel{};
    for (std::size_t i = 0; i < cacheLevels.size(); ++i)
        hasLevel[i] = std::ranges::any_of(kernels,
                                          [&](const OwnKernel* kernel) { return kernel->throughCaches[i] > Bytes(); });

    const auto row = [&](const std::string& name, const auto& figure) {
        std::string line = "  " + padded(name, namePlaces + 2);
        for (const char* column : {"launches", "time", "FLOP", "dram"})
            line += padded(figure(column), figureWidth);
        for (std::size_t i = 0; i < cacheLevels.size(); ++i)
            if (hasLevel[i])
                line += padded(figure(cacheLevels[i]), figureWidth);
        return line + figure("work") + '\n';
    };
    std::string text = row("kernel", [](std::string_view column) { return headOf(column); });
    for (const OwnKernel* kernel : std::span(kernels).first(std::min(kernels.size(), shownRows)))
        text += row(shortened(printable(kernel->name), namePlaces), [&](std::string_view column) -> std::string {
            const auto amount = [](double value, const char* unit) {
                return value > 0.0 ? withPrefix(value, unit) : std::string("-");
            };
            if (column == "launches")
                return countOf(kernel->launches);
            if (column == "time")
                return withPrefix(kernel->time.value(), "s");
            if (column == "FLOP")
                return amount(kernel->flops.value(), "FLOP");
            if (column == "dram")
                return amount(kernel->bytes.value(), "B");
            if (column == "work")
                return std::string(nameOf(kernel->work)) + (kernel->profiled ? ", profiled" : "");
            const auto level = static_cast<std::size_t>(std::ranges::find(cacheLevels, column) - cacheLevels.begin());
            return amount(kernel->throughCaches[level].value(), "B");
        });
    if (kernels.size() > shownRows)
        text += "  and " + std::to_string(kernels.size() - shownRows)
              + (kernels.size() == shownRows + 1 ? " shorter one\n" : " shorter ones\n");
    return text;
}

std::string kernelsText(const ImportedFile& file)
{
    std::string text = kernelTable(file);
    for (const std::string& remark : file.remarks)
        text += "  " + printable(remark) + '\n';
    return text;
}

} // namespace ridgepoint
