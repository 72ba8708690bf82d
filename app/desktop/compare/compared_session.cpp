// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/compare/compared_session.h"

#include "app/charts/data/snapshot_from_session.h"
#include "app/desktop/session/device_list.h"
#include "core/session/session.h"

#include <QFileInfo>

#include <algorithm>

namespace ridgepoint {
namespace {

/// The same error with the file in front, and what to try behind.
Error about(const QString& path, Error error, const char* advice)
{
    error.arguments.push_back(QFileInfo(path).fileName().toStdString());
    error.text = "%" + std::to_string(error.arguments.size()) + ": " + error.text + advice;
    return error;
}

std::vector<std::string> devicesIn(const Session& session)
{
    std::vector<std::string> ids;
    const auto add = [&](const std::string& id) {
        if (std::find(ids.begin(), ids.end(), id) == ids.end())
            ids.push_back(id);
    };
    for (const Sample& sample : session.samples)
        add(sample.device);
    for (const RoofSet& roofs : session.roofs)
        if (!roofs.roofs.empty())
            add(roofs.device);
    return ids;
}

} // namespace

Result<std::vector<ComparedDevice>> comparedDevicesOf(const QString& path)
{
    const auto session = readSession(path.toStdString());
    if (!session) {
        const bool newer = session.error().kind == ErrorKind::Unsupported;
        return about(path, session.error(),
                     newer ? " Open it with the Ridgepoint that wrote it." : " Choose another session file (.ridge).");
    }
    std::vector<ComparedDevice> devices;
    const std::vector<std::string> ids = devicesIn(*session);
    for (const std::string& id : ids) {
        auto snapshot = snapshotFromSession(*session, id);
        if (!snapshot)
            return about(path, snapshot.error(), "");
        ComparedDevice device;
        device.key = path + QLatin1Char('#') + QString::fromStdString(id);
        device.name = QFileInfo(path).completeBaseName();
        if (ids.size() > 1)
            device.name += QStringLiteral(": ") + deviceWords(snapshot->device);
        if (!snapshot->samples.empty())
            device.provenance = snapshot->samples.front().provenance;
        else if (!snapshot->roofs.roofs.empty())
            device.provenance = snapshot->roofs.roofs.front().provenance;
        device.lines = device.cells = std::make_shared<const Snapshot>(std::move(*snapshot));
        devices.push_back(std::move(device));
    }
    if (devices.empty())
        return about(
            path,
            Error{ErrorKind::Unavailable, "compare.nothing", "The session names no device with samples or roofs.", {}},
            " Measure something in it first, or choose another file.");
    return devices;
}

} // namespace ridgepoint
