// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/data/kernels_on_roofs.h"

#include "app/charts/data/reference_device.h"
#include "app/charts/style/texts.h"
#include "core/session/device_identity.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <map>
#include <optional>

namespace ridgepoint {
namespace {

const Datasheet* sheetWithId(std::string_view deviceId)
{
    constexpr std::string_view prefix = "datasheet:";
    if (!deviceId.starts_with(prefix))
        return nullptr;
    const auto& sheets = shippedDatasheets();
    const auto found = std::ranges::find(sheets, deviceId.substr(prefix.size()), &Datasheet::id);
    return found == sheets.end() ? nullptr : &*found;
}

/// Whose roofs these kernels stand under, by place; nothing where none of them is theirs.
std::optional<std::size_t> seriesOf(const DeviceKernels& kernels, std::span<const ChartedDevice> charted)
{
    if (charted.empty())
        return std::nullopt;
    if (kernels.device.empty()) {
        const bool isHere = !kernels.imported
                         || (charted.front().device.kind == DeviceKind::Cpu
                             && charted.front().provenance == Provenance::Measured);
        return isHere ? std::optional(std::size_t{0}) : std::nullopt;
    }
    return placeCharted(kernels.device, charted);
}

void addAbsent(std::vector<AbsentKernels>& absent, const DeviceKernels& kernels)
{
    if (kernels.matching == 0)
        return;
    const auto known = std::ranges::find(absent, kernels.device, &AbsentKernels::device);
    if (known != absent.end())
        known->count += kernels.matching;
    else
        absent.push_back({kernels.device, kernels.matching});
}

QString wholeWords(std::size_t count, const Format& format) { return format.whole(static_cast<std::int64_t>(count)); }

/// The longest are chosen of each device by itself, and of those that were typed beside those of files.
QString eachLongestWords(const KernelsOnRoofs& kernels, const Format& format)
{
    const bool areTyped = kernels.hasImported() && !std::ranges::all_of(kernels.drawn, &DrawnKernel::isImported);
    const QString most = wholeWords(mostDrawnOf(kernels.choice), format);
    const QString number =
        tr("%1 of %2").arg(wholeWords(kernels.drawn.size(), format), wholeWords(kernels.matching, format));
    const QString& filter = kernels.choice.filter;
    const QString which = filter.isEmpty() ? number : tr("%1 whose names contain “%2”").arg(number, filter);
    return (areTyped ? tr("drawn of each device, and of those that were typed, are the kernels that take longest, at "
                          "most %1 each: %2, %3 of the time of all")
                     : tr("drawn of each device are the kernels that take longest, at most %1 each: %2, %3 of the "
                          "time of all"))
        .arg(most, which, format.percent(kernels.shareOfTime));
}

QString choiceWords(const KernelsOnRoofs& kernels, const Format& format)
{
    const std::size_t drawn = kernels.drawn.size();
    if (drawn == 0)
        return {};
    if (drawn < kernels.matching && kernels.lists > 1)
        return eachLongestWords(kernels, format);
    const QString shown = wholeWords(drawn, format);
    const QString all = wholeWords(kernels.matching, format);
    const QString share = format.percent(kernels.shareOfTime);
    const QString& filter = kernels.choice.filter;
    if (drawn == kernels.matching)
        return filter.isEmpty() ? QString()
             : drawn == 1
                 ? tr("drawn is the one kernel whose name contains “%1”, %2 of the time of all").arg(filter, share)
                 : tr("drawn are the %1 kernels whose names contain “%2”, %3 of the time of all")
                       .arg(shown, filter, share);
    if (!filter.isEmpty())
        return drawn == 1 ? tr("drawn is the kernel that takes longest of %1 whose names contain “%2”, %3 of the time "
                               "of all")
                                .arg(all, filter, share)
                          : tr("drawn are the %1 kernels that take longest of %2 whose names contain “%3”, %4 of the "
                               "time of all")
                                .arg(shown, all, filter, share);
    return drawn == 1 ? tr("drawn is the kernel that takes longest of %1, %2 of their time").arg(all, share)
                      : tr("drawn are the %1 kernels that take longest of %2, %3 of their time").arg(shown, all, share);
}

KernelNote absentNote(const AbsentKernels& absent, const Format& format)
{
    const QString count = wholeWords(absent.count, format);
    const bool isOne = absent.count == 1;
    if (absent.device.empty())
        return {(isOne
                     ? tr("%1 kernel whose file names no device is not drawn: it is taken as the measured processor's")
                     : tr("%1 kernels whose files name no device are not drawn: they are taken as the measured "
                          "processor's"))
                    .arg(count),
                tr("Choose the processor as the device to see its kernels.")};
    if (absent.device == unnamedGpu)
        return {(isOne ? tr("%1 kernel of a GPU that its file does not name is not drawn: nothing says whose roofs are "
                            "its")
                       : tr("%1 kernels of a GPU that their file does not name are not drawn: nothing says whose roofs "
                            "are theirs"))
                    .arg(count),
                tr("Type a kernel's counts and time to see it under these roofs all the same.")};
    const ReferencePointer known = referenceCalled(absent.device);
    const QString device = text(absent.device);
    return {(isOne ? tr("%1 kernel of %2 is not drawn: these are another device's roofs")
                   : tr("%1 kernels of %2 are not drawn: these are another device's roofs"))
                .arg(count, device),
            known == nullptr ? tr("Choose %1 as the device, or a session of it under Compare.").arg(device)
                             : tr("Choose %1 under Compare.").arg(text(known->device.name))};
}

} // namespace

bool DrawnKernel::contains(std::size_t place) const { return std::ranges::binary_search(members, place); }

const DrawnKernel* KernelsOnRoofs::find(std::size_t place) const
{
    const auto found = std::ranges::find_if(drawn, [place](const DrawnKernel& each) { return each.contains(place); });
    return found == drawn.end() ? nullptr : &*found;
}

double KernelsOnRoofs::largestShare() const
{
    double largest = 0.0;
    for (const DrawnKernel& each : drawn)
        if (each.isImported())
            largest = std::max(largest, each.shareOfTime);
    return largest;
}

bool KernelsOnRoofs::hasImported() const { return std::ranges::any_of(drawn, &DrawnKernel::isImported); }

bool isDeviceCalled(const DeviceInfo& device, std::string_view name)
{
    if (isSameDeviceName(device.name, name))
        return true;
    const Datasheet* sheet = sheetWithId(device.id);
    return sheet != nullptr && std::ranges::any_of(sheet->deviceNames, [&](const std::string& driverName) {
               return isSameDeviceName(driverName, name);
           });
}

ReferencePointer referenceCalled(std::string_view name)
{
    ReferencePointer known;
    for (const ReferencePointer& each : shippedDevices())
        if (isDeviceCalled(each->device, name) && (known == nullptr || each->provenance == Provenance::Datasheet))
            known = each;
    return known;
}

std::optional<std::size_t> placeCharted(std::string_view device, std::span<const ChartedDevice> charted)
{
    const auto found = std::ranges::find_if(
        charted, [device](const ChartedDevice& each) { return isDeviceCalled(each.device, device); });
    return found == charted.end() ? std::nullopt
                                  : std::optional(static_cast<std::size_t>(std::distance(charted.begin(), found)));
}

KernelsOnRoofs kernelsOnRoofs(const KernelList& list, std::span<const ChartedDevice> charted)
{
    KernelsOnRoofs result;
    result.choice = list.choice;
    Seconds all;
    Seconds drawn;
    std::map<std::size_t, Seconds> wholes; // under the roofs of one device, by whatever name it ran them
    for (const DeviceKernels& device : list.devices)
        if (const auto series = seriesOf(device, charted))
            wholes[*series] += device.time;
    for (const DeviceKernels& device : list.devices) {
        const auto series = seriesOf(device, charted);
        if (!series) {
            addAbsent(result.absent, device);
            continue;
        }
        all += device.time;
        result.matching += device.matching;
        result.matchingImported += device.imported ? device.matching : 0;
        result.placeless += device.placeless;
        result.lists += device.matching > 0 ? 1 : 0;
        const Seconds whole = wholes[*series];
        for (const ShownKernel& shown : device.shown) {
            const Seconds time = countedTime(shown.kernel);
            result.drawn.push_back({shown.kernel, shown.members, whole > Seconds() ? time / whole : 0.0, *series,
                                    dotsOf(shown.kernel), list.names->of(shown.kernel, shown.members.front())});
            drawn += shown.kernel.time;
        }
    }
    result.shareOfTime = all > Seconds() ? drawn / all : 0.0;
    return result;
}

std::vector<KernelNote> kernelNotes(const KernelsOnRoofs& kernels, const Format& format)
{
    constexpr std::size_t mostDevicesNamed = 3;
    std::vector<KernelNote> notes;
    if (const QString words = choiceWords(kernels, format); !words.isEmpty())
        notes.push_back({words, tr("The list of your kernels (Ctrl+Shift+K) says which are shown.")});
    if (kernels.choice.grouped && !kernels.drawn.empty())
        notes.push_back({tr("kernels of one name are added up"), {}});
    if (kernels.placeless > 0)
        notes.push_back(
            {tr("%1 without FLOP or bytes: no place on a roofline").arg(wholeWords(kernels.placeless, format)), {}});
    for (std::size_t i = 0; i < std::min(kernels.absent.size(), mostDevicesNamed); ++i)
        notes.push_back(absentNote(kernels.absent[i], format));
    if (kernels.absent.size() > mostDevicesNamed) {
        std::size_t others = 0;
        for (std::size_t i = mostDevicesNamed; i < kernels.absent.size(); ++i)
            others += kernels.absent[i].count;
        notes.push_back({tr("%1 more of other devices are not drawn").arg(wholeWords(others, format)), {}});
    }
    return notes;
}

QString absentWords(const KernelsOnRoofs& kernels, const Format& format)
{
    std::size_t count = 0;
    for (const AbsentKernels& each : kernels.absent)
        count += each.count;
    if (count == 0)
        return {};
    const std::string& device = kernels.absent.front().device;
    if (kernels.absent.size() > 1 || device.empty() || device == unnamedGpu)
        return tr("%1 of other devices not shown").arg(wholeWords(count, format));
    return tr("%1 of %2 not shown: other roofs").arg(wholeWords(count, format), text(device));
}

QString nothingFoundWords(const KernelsOnRoofs& kernels)
{
    return kernels.drawn.empty() && !kernels.choice.filter.isEmpty()
             ? tr("no kernel with “%1” here").arg(kernels.choice.filter)
             : QString();
}

QString placelessWords(const KernelsOnRoofs& kernels, const Format& format)
{
    return kernels.placeless > 0 ? tr("%1 not shown: no FLOP or bytes").arg(wholeWords(kernels.placeless, format))
                                 : QString();
}

QStringList describeDrawn(const DrawnKernel& drawn, const Format& format)
{
    if (!drawn.isImported())
        return describeOwn(drawn.kernel, drawn.place(), format);
    const OwnKernel& kernel = drawn.kernel;
    const Bytes bytes = trafficOfStar(kernel);
    QStringList intensities;
    for (const LevelDot& dot : drawn.dots)
        intensities << (drawn.dots.size() > 1 ? levelNames(dot) + QLatin1Char(' ') : QString())
                           + format.intensity(kernel.flops / dot.bytes);
    const QString share = format.percent(drawn.shareOfTime);
    const QString source = text(kernel.source);
    return {ownName(kernel, drawn.place()),
            tr("%1 for %2, %3").arg(format.time(kernel.time), format.work(kernel.flops), format.traffic(bytes)),
            format.rate(kernel.flops / kernel.time) + betweenParts + format.rate(bytes / kernel.time),
            intensities.join(betweenParts),
            drawn.members.size() > 1 ? tr("%1 of its device's time, as the sum of %2 kernels of this name")
                                           .arg(share, wholeWords(drawn.members.size(), format))
                                     : tr("%1 of its device's time").arg(share),
            kernel.device.empty() ? tr("from %1, which names no device").arg(source)
                                  : tr("from %1, on %2").arg(source, text(kernel.device))};
}

} // namespace ridgepoint
