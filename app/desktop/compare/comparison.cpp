// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/compare/comparison.h"

#include "app/charts/data/describe.h"
#include "app/charts/data/series_data.h"
#include "app/charts/data/snapshot_from_session.h"
#include "app/charts/draw/markers.h"
#include "app/charts/style/format.h"
#include "app/charts/style/texts.h"
#include "app/desktop/session/device_list.h"
#include "core/session/session.h"

#include <QDateTime>
#include <QDir>
#include <QFileInfo>
#include <QRegularExpression>

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

/// What tells a processor from others, "Xeon Platinum 8370C" of "Intel(R) Xeon(R) Platinum 8370C CPU @ 2.80GHz"; of a
/// GPU its model.
QString shortName(const DeviceInfo& device)
{
    if (device.kind == DeviceKind::Cuda)
        return modelOf(text(device.name));
    static const QRegularExpression filling(
        QStringLiteral("\\((R|TM)\\)|\\b(Intel|AMD|CPU|Processor|\\d+-Core)\\b|@.*"));
    return text(device.name).remove(filling).simplified();
}

/// "Xeon, 26 Nov": the device, where the file's name has it not, and the day on which the session was begun.
QString toldOf(const Session& session, const DeviceInfo& device, const QString& fileName)
{
    QStringList parts;
    if (const QString words = shortName(device); !words.isEmpty() && !fileName.contains(words, Qt::CaseInsensitive))
        parts << words;
    const QDateTime created = QDateTime::fromString(text(session.created), Qt::ISODate);
    if (created.isValid())
        parts << Format().locale().toString(created.toLocalTime().date(), QStringLiteral("d MMM"));
    return parts.join(QStringLiteral(", "));
}

/// Every device of a session file that has samples or roofs. The error names the file: one that cannot be read, one of
/// a newer version, one that holds nothing to compare.
[[nodiscard]] Result<std::vector<ComparedDevice>> comparedDevicesOf(const QString& path);

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
        else
            device.told = toldOf(*session, snapshot->device, device.name);
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

Workload lineFor(const Snapshot& snapshot, const Workload& cursor)
{
    return nearestLine(snapshot, comparable(snapshot, cursor), AxisKind::Operations);
}

/// "run.ridge (no longer in /home/me)": which, and why it is not drawn.
QString lostWords(const QString& path)
{
    const QFileInfo file(path);
    if (file.exists())
        return Comparison::tr("%1 (not readable, or without the compared data)").arg(QDir::toNativeSeparators(path));
    return Comparison::tr("%1 (no longer in %2)").arg(file.fileName(), QDir::toNativeSeparators(file.path()));
}

} // namespace

QString ComparedDevice::wholeName() const { return told.isEmpty() ? name : name + betweenParts + told; }

Comparison::Comparison(const LiveSession& session, const Cursor& cursor, QObject* parent)
    : QObject(parent), m_session(session), m_cursor(cursor)
{
    connect(&cursor, &Cursor::mapChanged, this, &Comparison::predictReferences);
    const auto tell = [this] {
        if (!m_devices.empty())
            emit changed();
    };
    connect(&cursor, &Cursor::moved, this, tell); // names say what is unlike the cursor
    connect(&session, &LiveSession::roofsChanged, this, tell);
}

void Comparison::addFiles(const QStringList& paths)
{
    for (const QString& path : paths) {
        auto result = std::make_shared<Result<std::vector<ComparedDevice>>>(std::vector<ComparedDevice>{});
        m_thread.run([path, result] { *result = comparedDevicesOf(path); },
                     [this, result, generation = m_restored] {
                         if (generation != m_restored)
                             return; // asked for in a session that is no longer shown
                         if (!*result) {
                             emit failed(result->error());
                             return;
                         }
                         for (ComparedDevice& device : **result)
                             put(std::move(device));
                         emit changed();
                     });
    }
}

void Comparison::addReference(const std::string& id)
{
    const ReferencePointer reference = m_session.reference(id);
    if (!reference)
        return;
    put({.key = QString::fromStdString(id),
         .name = QString::fromStdString(reference->device.name),
         .provenance = reference->provenance,
         .reference = reference,
         .lines = nullptr,
         .cells = nullptr});
    predictReferences();
}

void Comparison::restore(const QStringList& keys, const QString& partner)
{
    const bool hadAny = !m_devices.empty();
    m_devices.clear();
    m_pending.clear();
    m_order = keys;
    m_mapPartner = partner;
    ++m_restored; // what is still being read for another session is dropped
    auto lost = std::make_shared<QStringList>();
    QStringList files;
    for (const QString& key : keys) {
        const QString file = key.section(QLatin1Char('#'), 0, -2);
        if (m_session.reference(key.toStdString()))
            addReference(key.toStdString());
        else if (file.isEmpty())
            *lost << tr("%1 (not included in this version)").arg(key);
        else {
            m_pending << key;
            if (!files.contains(file))
                files << file;
        }
    }
    for (const QString& file : files)
        readAgain(file, keys, lost);
    // After all of them: the thread keeps their order.
    m_thread.run([] {},
                 [this, lost, generation = m_restored] {
                     if (generation == m_restored && !lost->isEmpty())
                         emit missing(*lost);
                 });
    if (hadAny)
        emit changed();
}

void Comparison::readAgain(const QString& path, const QStringList& keys, const std::shared_ptr<QStringList>& lost)
{
    auto result = std::make_shared<Result<std::vector<ComparedDevice>>>(std::vector<ComparedDevice>{});
    m_thread.run([path, result] { *result = comparedDevicesOf(path); },
                 [this, path, keys, result, lost, generation = m_restored] {
                     if (generation != m_restored)
                         return;
                     bool any = false;
                     if (*result)
                         for (ComparedDevice& device : **result)
                             if (keys.contains(device.key)) {
                                 put(std::move(device));
                                 any = true;
                             }
                     m_pending.removeIf(
                         [&path](const QString& key) { return key.section(QLatin1Char('#'), 0, -2) == path; });
                     if (any)
                         emit changed();
                     else
                         *lost << lostWords(path);
                 });
}

qsizetype Comparison::placeOf(const QString& key) const
{
    const qsizetype at = m_order.indexOf(key);
    return at < 0 ? m_order.size() : at;
}

QStringList Comparison::keptKeys() const
{
    QStringList keys = m_pending;
    for (const ComparedDevice& device : m_devices)
        keys << device.key;
    std::stable_sort(keys.begin(), keys.end(),
                     [this](const QString& a, const QString& b) { return placeOf(a) < placeOf(b); });
    return keys;
}

void Comparison::put(ComparedDevice device)
{
    const QString key = device.key;
    const auto known = std::find_if(m_devices.begin(), m_devices.end(),
                                    [&](const ComparedDevice& other) { return other.key == device.key; });
    if (known == m_devices.end())
        m_devices.push_back(std::move(device));
    else
        *known = std::move(device);
    m_pending.removeAll(key);
    // Files come later than references: the order, and with it the colours, stay those that were saved.
    std::stable_sort(m_devices.begin(), m_devices.end(), [this](const ComparedDevice& a, const ComparedDevice& b) {
        return placeOf(a.key) < placeOf(b.key);
    });
}

void Comparison::remove(const QString& key)
{
    if (std::erase_if(m_devices, [&](const ComparedDevice& device) { return device.key == key; }) > 0)
        emit changed();
}

void Comparison::clear()
{
    ++m_restored;
    m_devices.clear();
    m_pending.clear();
    m_order.clear();
    emit changed();
}

void Comparison::setMapPartner(const QString& key)
{
    if (key == m_mapPartner)
        return;
    m_mapPartner = key;
    emit changed();
}

const ComparedDevice* Comparison::mapPartner() const
{
    for (const ComparedDevice& device : m_devices)
        if (device.key == m_mapPartner)
            return &device;
    return m_devices.empty() ? nullptr : &m_devices.front();
}

void Comparison::predictReferences()
{
    if (m_devices.empty())
        return;
    auto work = std::make_shared<std::vector<ComparedDevice>>();
    for (const ComparedDevice& device : m_devices)
        if (device.reference)
            work->push_back(device);
    m_thread.run(
        [work, plan = m_cursor.plan()] {
            for (ComparedDevice& device : *work) {
                ReferenceViews views = referenceViews(*device.reference, plan);
                device.lines = std::move(views.lines);
                device.cells = std::move(views.cells);
            }
        },
        [this, work, generation = ++m_generation] {
            if (generation != m_generation)
                return;
            for (ComparedDevice& device : *work)
                for (ComparedDevice& known : m_devices) // one that was removed meanwhile stays removed
                    if (known.key == device.key)
                        known = device;
            emit changed();
        });
}

QString Comparison::lineName(const ComparedDevice& device) const
{
    const Workload line = lineFor(*device.lines, m_cursor.workload());
    return comparedName(device.wholeName(), device.provenance,
                        differenceWords(line, m_cursor.workload(), AxisKind::Operations, Format()));
}

QString Comparison::mapName(const ComparedDevice& device) const
{
    // The map says by itself where the times come from: those of a published device are mostly predicted.
    const LaunchMode mode = comparable(*device.cells, m_cursor.workload()).launchMode;
    return mode == m_cursor.workload().launchMode ? device.name : device.name + betweenParts + text(nameOf(mode));
}

std::vector<Overlay> Comparison::overlays() const
{
    std::vector<Overlay> overlays;
    for (const ComparedDevice& device : m_devices)
        if (device.lines)
            overlays.push_back({device.lines, lineName(device), device.wholeName(), 0, insteadOf(device)});
    return overlays;
}

std::vector<Overlay> Comparison::mapOverlays() const
{
    const ComparedDevice* partner = mapPartner();
    if (partner == nullptr || !partner->cells)
        return {};
    const auto place = static_cast<std::size_t>(partner - m_devices.data());
    return {{partner->cells, mapName(*partner), partner->name, place}};
}

QString Comparison::insteadOf(const ComparedDevice& device) const
{
    const Workload line = lineFor(*device.lines, m_cursor.workload());
    return pointsAlong(*device.lines, line, AxisKind::Operations).empty()
             ? QString()
             : insteadWords(line, m_cursor.workload(), AxisKind::Operations, Format()).join(QStringLiteral(", "));
}

QString Comparison::note(const ComparedDevice& device) const
{
    if (!device.lines)
        return tr("reading…");
    const Workload line = lineFor(*device.lines, m_cursor.workload());
    const Workload& cursor = m_cursor.workload();
    if (!pointsAlong(*device.lines, line, AxisKind::Operations).empty()) {
        const QString instead = insteadOf(device);
        return instead.isEmpty() ? QString() : tr("not the same work: %1").arg(instead);
    }
    const QString work = text(nameOf(cursor.precision)) + QLatin1Char(' ') + text(nameOf(cursor.operation));
    if (hasPoints(device))
        return tr("It has no samples of %1; its roofs and the curves that they predict are drawn.").arg(work);
    const auto bandwidth = activeOf(bandwidthRoofs(device.lines->roofs, line));
    if (!bandwidth)
        return tr("It has neither samples of %1 nor the bandwidth roof of this size; nothing of it is drawn in the "
                  "roofline. Choose another operation, precision or size.")
            .arg(work);
    if (!activeOf(computeRoofs(device.lines->roofs, line)))
        return tr("It has neither samples nor a compute roof of %1; only its %2 roof is drawn. Choose another "
                  "operation or precision.")
            .arg(work, roofWord(bandwidth->roof.id));
    return tr("It has no samples of %1; only its roofs are drawn. Choose another operation or precision.").arg(work);
}

bool Comparison::hasPoints(const ComparedDevice& device) const
{
    const Workload& cursor = m_cursor.workload();
    if (device.lines && !pointsAlong(*device.lines, lineFor(*device.lines, cursor), AxisKind::Operations).empty())
        return true;
    return device.reference && predictable(cursor, *device.reference).operation == cursor.operation
        && predictable(cursor, *device.reference).precision == cursor.precision;
}

QString Comparison::ownName() const { return deviceWords(m_cursor.deviceInfo()); }

std::optional<LaunchMode> Comparison::modeOf(const ComparedDevice& device) const
{
    if (!device.lines || !hasPoints(device))
        return std::nullopt;
    const Workload line = lineFor(*device.lines, m_cursor.workload());
    return pointsAlong(*device.lines, line, AxisKind::Operations).empty()
             ? predictable(m_cursor.workload(), *device.reference).launchMode
             : line.launchMode;
}

QString Comparison::ownLineName() const
{
    const LaunchMode own = m_cursor.workload().launchMode;
    if (std::ranges::all_of(m_devices,
                            [&](const ComparedDevice& device) { return modeOf(device).value_or(own) == own; }))
        return ownName();
    QStringList parts = ownName().split(betweenParts);
    parts.insert(1, text(nameOf(own))); // what stands last is left out first
    return parts.join(betweenParts);
}

QString Comparison::modeWords() const
{
    const LaunchMode own = m_cursor.workload().launchMode;
    const auto inMode = [](const QString& name, LaunchMode mode, DeviceKind kind) {
        return tr("%1 %2").arg(name, launchModeWords(mode, kind));
    };
    QStringList others;
    std::optional<LaunchMode> other;
    for (const ComparedDevice& device : m_devices)
        if (const auto mode = modeOf(device); mode && *mode != own) {
            others << inMode(modelOf(device.name), *mode, device.lines->device.kind);
            other = mode;
        }
    if (!other)
        return {};
    const DeviceInfo& device = m_cursor.deviceInfo();
    return tr("Launch modes differ: %1, %2. To compare alike, choose %3 under Workload, More.")
        .arg(inMode(modelOf(ownName()), own, device.kind), others.join(QStringLiteral(", ")), text(nameOf(*other)));
}

bool Comparison::lacksTimes() const
{
    const ComparedDevice* partner = mapPartner();
    return partner != nullptr && partner->cells && partner->cells->samples.empty();
}

std::vector<RoofSet> Comparison::roofSets() const
{
    std::vector<RoofSet> sets;
    RoofSet own;
    if (const RoofSet* roofs = m_cursor.roofs())
        own = *roofs;
    own.device = ownName().toStdString();
    sets.push_back(std::move(own));
    for (const ComparedDevice& device : m_devices) {
        if (!device.lines)
            continue;
        sets.push_back(device.lines->roofs);
        sets.back().device = device.name.toStdString();
    }
    return sets;
}

} // namespace ridgepoint
