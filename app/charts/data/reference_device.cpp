// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/data/reference_device.h"

#include "core/analysis/predicted_samples.h"
#include "core/sweep/plan.h"

#include <QDir>
#include <QFile>

#include <algorithm>
#include <set>

// Static libraries must ask for their resources by name; the macro may not be used inside a namespace.
static void initDeviceResources() { Q_INIT_RESOURCE(ridgepoint_devices); }

namespace ridgepoint {
namespace {

/// A borrowed roof's method: this, the lender's name, a comma and the lender's source.
constexpr std::string_view borrowedFrom = "taken from ";

std::string sourcesOf(const Datasheet& sheet)
{
    std::string words;
    for (const DatasheetSource& source : sheet.sources)
        words += (words.empty() ? "" : "; ") + source.title + ", " + source.url + ", read " + source.date;
    return words;
}

std::optional<Seconds> launchOf(const RoofSet& roofs, LaunchMode mode)
{
    const Roof* roof = roofs.find(launchRoofId(mode));
    return roof != nullptr ? std::optional(Seconds(roof->value)) : std::nullopt;
}

/// A multiplication or an addition takes the instruction slot of a multiply-add and is one FLOP in place of two.
void addSingles(RoofSet& roofs)
{
    constexpr std::string_view fma = ".fma";
    const std::vector<Roof> known = roofs.roofs;
    for (const Roof& roof : known) {
        if (roof.kind != RoofKind::Compute || !roof.id.ends_with(fma))
            continue;
        const std::string stem = roof.id.substr(0, roof.id.size() - fma.size());
        for (const char* single : {".mul", ".add"})
            if (roofs.find(stem + single) == nullptr)
                roofs.put({.id = stem + single,
                           .kind = RoofKind::Compute,
                           .value = roof.value / 2.0,
                           .low = roof.low / 2.0,
                           .high = roof.high / 2.0,
                           .provenance = Provenance::Predicted,
                           .method = "half of the published multiply-adds: one FLOP each"});
    }
}

std::vector<Workload> cellsOf(const Plan& plan)
{
    std::set<Workload> cells;
    std::vector<Plan> plans = neighbourPlans(plan);
    plans.push_back(plan);
    for (const Plan& part : plans)
        for (std::size_t i = 0; i < part.cellCount(); ++i)
            cells.insert(part.cell(i));
    return {cells.begin(), cells.end()};
}

} // namespace

void borrowLaunchCosts(ReferenceDevice& device, const ReferenceDevice& lender)
{
    const LaunchCosts costs{.waitEach = launchOf(lender.roofs, LaunchMode::WaitEach),
                            .queued = launchOf(lender.roofs, LaunchMode::Queued),
                            .graph = launchOf(lender.roofs, LaunchMode::Graph)};
    const std::size_t before = device.roofs.roofs.size();
    const std::string whose = lender.device.name + ", " + lender.source;
    device.roofs = withLaunchCosts(std::move(device.roofs), costs, Provenance::Published,
                                   std::string(borrowedFrom) + whose);
    if (device.roofs.roofs.size() > before)
        device.launchSource = whose;
}

void borrowCache(ReferenceDevice& device, const Datasheet& sheet, const ReferenceDevice& lender)
{
    const Roof* published = lender.roofs.find("bandwidth.l2");
    if (!sheet.l2 || published == nullptr)
        return;
    Roof roof = *published;
    roof.provenance = Provenance::Published;
    roof.method = std::string(borrowedFrom) + lender.device.name + ", " + lender.source + "; " + published->method;
    device.roofs.put(roof);
    device.roofs.levels.insert(device.roofs.levels.begin(),
                               {.name = "l2", .capacity = sheet.l2->capacity, .claimed = sheet.l2->capacity});
}

std::optional<Lender> lenderOf(const Roof& roof)
{
    if (!roof.method.starts_with(borrowedFrom))
        return std::nullopt;
    const std::string whose = roof.method.substr(borrowedFrom.size());
    const std::size_t comma = whose.find(", ");
    return Lender{whose.substr(0, comma), comma == std::string::npos ? std::string() : whose.substr(comma + 2)};
}

std::optional<Lender> lenderOf(const RoofSet& roofs)
{
    for (const Roof& roof : roofs.roofs)
        if (auto lender = lenderOf(roof); lender && roof.kind == RoofKind::Launch)
            return lender;
    return std::nullopt;
}

ReferenceDevice referenceFrom(const Datasheet& sheet, const ReferenceDevice* launches)
{
    ReferenceDevice reference;
    reference.provenance = Provenance::Datasheet;
    reference.device.id = "datasheet:" + sheet.id;
    reference.device.kind = DeviceKind::Cuda;
    reference.device.name = sheet.name;
    reference.device.memory = sheet.memory;
    reference.device.reason = Error{
        ErrorKind::Unavailable,
        "device.datasheet",
        "%1 is known only from its datasheet: it cannot be measured, and anything drawn of it is predicted.",
        {sheet.name}};
    reference.roofs = roofsOf(sheet);
    reference.roofs.device = reference.device.id;
    reference.source = sourcesOf(sheet);
    if (launches != nullptr)
        borrowLaunchCosts(reference, *launches);
    return reference;
}

Result<ReferenceDevice> referenceFrom(const Session& published)
{
    if (published.devices.empty() || published.roofs.empty())
        return Error{ErrorKind::Unavailable, "published.empty", "The published session has no device with roofs.", {}};
    ReferenceDevice reference;
    reference.provenance = Provenance::Published;
    reference.device = published.devices.front();
    reference.device.available = false;
    const std::string id = "published:" + reference.device.id;
    if (!reference.device.reason)
        reference.device.reason = Error{ErrorKind::Unavailable,
                                        "device.published-only",
                                        "%1 is known only from publications; it is not on this machine.",
                                        {reference.device.name}};
    reference.roofs = published.roofs.front();
    addSingles(reference.roofs);
    for (const Sample& sample : published.samples)
        if (sample.device == reference.device.id)
            reference.samples.push_back(sample);
    for (Sample& sample : reference.samples)
        sample.device = id;
    reference.device.id = reference.roofs.device = id;
    const auto source = published.environment.find("source");
    reference.source = source == published.environment.end() ? std::string() : source->second;
    return reference;
}

Workload predictable(const Workload& workload, const ReferenceDevice& device)
{
    // What was published of one operation alone is known by that.
    const Workload& published = device.samples.empty() ? workload : device.samples.front().workload;
    for (const Precision precision : {workload.precision, Precision::Fp32, published.precision})
        for (const Operation operation : {workload.operation, Operation::Fma, published.operation})
            for (const LaunchMode mode :
                 {workload.launchMode, LaunchMode::Queued, LaunchMode::Graph, LaunchMode::WaitEach}) {
                Workload candidate = workload;
                candidate.precision = precision;
                candidate.operation = operation;
                candidate.launchMode = mode;
                if (predict(candidate, device.roofs, device.device.kind))
                    return candidate;
            }
    return workload;
}

Snapshot referenceSnapshot(const ReferenceDevice& device, const Plan& plan, const RoofSet& roofs)
{
    Snapshot snapshot;
    snapshot.device = device.device;
    snapshot.roofs = roofs;
    snapshot.provenance = device.provenance;
    snapshot.plan = plan;
    snapshot.plan.device = device.device.id;
    snapshot.plan.base.threads = 0;
    if (auto predicted = predictedSamples(cellsOf(snapshot.plan), roofs, device.device.kind))
        snapshot.samples = std::move(*predicted);
    for (Sample& sample : snapshot.samples)
        sample.device = device.device.id;
    snapshot.points = analyse(snapshot.samples, roofs, device.device.kind);
    for (PointAnalysis& point : snapshot.points)
        point.flags.remove(Flag::Edge); // neighbours have no part in what is predicted
    // The verdict on what was published is by the device's own roofs, whatever the what-if is.
    std::vector<PointAnalysis> published = analyse(device.samples, device.roofs, device.device.kind);
    predictAgain(device.samples, published, roofs, device.device.kind);
    snapshot.samples.insert(snapshot.samples.end(), device.samples.begin(), device.samples.end());
    snapshot.points.insert(snapshot.points.end(), published.begin(), published.end());
    return snapshot;
}

void includeSizesOf(const ReferenceDevice& device, Plan& plan)
{
    for (Axis& axis : plan.axes) {
        if (axis.kind != AxisKind::Size)
            continue;
        std::int64_t largest = axis.values.back();
        for (const Sample& sample : device.samples) {
            largest = std::max(largest, sample.workload.elements);
            axis.values.push_back(sample.workload.elements);
        }
        for (std::int64_t elements = 1; elements <= largest; elements *= 2)
            axis.values.push_back(elements);
        std::sort(axis.values.begin(), axis.values.end());
        axis.values.erase(std::unique(axis.values.begin(), axis.values.end()), axis.values.end());
    }
}

Plan referencePlan(const ReferenceDevice& device, const Workload& requested)
{
    constexpr std::int64_t mostOperations = 1024;
    constexpr std::int64_t mostElements = std::int64_t{1} << 25;
    Plan plan;
    plan.device = device.device.id;
    plan.base = predictable(requested, device);
    plan.base.threads = 0;
    plan.base.operationsPerElement = 1;
    plan.base.elements = 1;
    Axis sizes{AxisKind::Size, {}};
    for (std::int64_t elements = 1; elements <= mostElements; elements *= 2)
        sizes.values.push_back(elements);
    plan.axes = {{AxisKind::Operations, logSpaced(1, mostOperations, 21)}, std::move(sizes)};
    includeSizesOf(device, plan);
    return plan;
}

ReferenceViews referenceViews(const ReferenceDevice& device, Plan plan)
{
    plan.base.threads = 0;
    plan.base = predictable(plan.base, device);
    ReferenceViews views;
    views.cells = std::make_shared<const Snapshot>(referenceSnapshot(device, plan, device.roofs));
    views.lines = views.cells;
    if (!device.samples.empty()) {
        auto published = std::make_shared<Snapshot>(*views.cells);
        published->samples = device.samples;
        published->points = analyse(device.samples, published->roofs, device.device.kind);
        views.lines = std::move(published);
    }
    return views;
}

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
