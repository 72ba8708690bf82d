// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/data/shipped_devices.h"

#include <QDir>
#include <QFile>

#include <algorithm>

// Static libraries must ask for their resources by name; the macro may not be used inside a namespace.
static void initDeviceResources() { Q_INIT_RESOURCE(ridgepoint_devices); }

namespace ridgepoint {
namespace {

/// Launch costs are the driver's and the host's as much as the device's, and no datasheet states them: sheets borrow
/// those that were published of the nearest generation.
constexpr std::string_view launchesOfHopperAndLater = "published:h200-rrze";
constexpr std::string_view launchesOfOthers = "published:a100-rrze";
constexpr int hopper = 9;

/// Calls `take` with the text of every file of a folder; it returns what was wrong, if anything.
template <class Take> void eachText(const QString& folder, Take take)
{
    initDeviceResources();
    const QDir files(folder);
    for (const QString& name : files.entryList(QDir::Files, QDir::Name)) {
        QFile file(files.filePath(name));
        std::optional<Error> problem;
        if (file.open(QIODevice::ReadOnly))
            problem = take(file.readAll().toStdString());
        if (problem || !file.isOpen())
            qWarning("%s: %s", qPrintable(file.fileName()),
                     problem ? problem->message().c_str() : qPrintable(file.errorString()));
    }
}

std::vector<Datasheet> readDatasheetsInside()
{
    std::vector<Datasheet> sheets;
    eachText(QStringLiteral(":/datasheets"), [&](const std::string& text) -> std::optional<Error> {
        auto sheet = parseDatasheet(text);
        if (!sheet)
            return sheet.error();
        sheets.push_back(std::move(*sheet));
        return std::nullopt;
    });
    std::sort(sheets.begin(), sheets.end(), [](const Datasheet& a, const Datasheet& b) { return a.name < b.name; });
    return sheets;
}

std::vector<ReferenceDevice> readPublishedInside()
{
    std::vector<ReferenceDevice> devices;
    eachText(QStringLiteral(":/published"), [&](const std::string& text) -> std::optional<Error> {
        const auto session = parseSession(text);
        if (!session)
            return session.error();
        auto device = referenceFrom(*session);
        if (!device)
            return device.error();
        devices.push_back(std::move(*device));
        return std::nullopt;
    });
    std::sort(devices.begin(), devices.end(),
              [](const ReferenceDevice& a, const ReferenceDevice& b) { return a.device.name < b.device.name; });
    return devices;
}

std::vector<ReferencePointer> collectDevices()
{
    std::vector<ReferencePointer> devices;
    for (ReferenceDevice& device : readPublishedInside())
        devices.push_back(std::make_shared<const ReferenceDevice>(std::move(device)));
    const std::vector<ReferencePointer> published = devices;
    for (ReferencePointer& device : devices) {
        ReferenceDevice whole = *device;
        if (const ReferencePointer lender = referenceOf(launchesOfOthers, published))
            borrowLaunchCosts(whole, *lender);
        device = std::make_shared<const ReferenceDevice>(std::move(whole));
    }
    for (const Datasheet& sheet : shippedDatasheets()) {
        const ReferencePointer lender = referenceOf(
            sheet.capability.major >= hopper ? launchesOfHopperAndLater : launchesOfOthers, published);
        ReferenceDevice device = referenceFrom(sheet, lender.get());
        const std::string sameProcessor = sheet.l2 ? "published:" + sheet.l2->bandwidthOf : std::string();
        if (const ReferencePointer measured = referenceOf(sameProcessor, published))
            borrowCache(device, sheet, *measured);
        devices.push_back(std::make_shared<const ReferenceDevice>(std::move(device)));
    }
    return devices;
}

} // namespace

const std::vector<Datasheet>& shippedDatasheets()
{
    static const std::vector<Datasheet> sheets = readDatasheetsInside();
    return sheets;
}

const std::vector<ReferencePointer>& shippedDevices()
{
    static const std::vector<ReferencePointer> devices = collectDevices();
    return devices;
}

ReferencePointer referenceOf(std::string_view id, std::span<const ReferencePointer> devices)
{
    const auto found = std::find_if(devices.begin(), devices.end(),
                                    [&](const ReferencePointer& device) { return device->device.id == id; });
    return found == devices.end() ? nullptr : *found;
}

} // namespace ridgepoint
