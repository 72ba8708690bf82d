// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/data/pin_json.h"

#include "app/charts/style/texts.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QJsonValue>

#include <algorithm>
#include <cmath>

namespace ridgepoint {
namespace {

/// A line of a pin is a row a sample: operations per element, depth, elements, time, low, high, whether it was
/// interpolated, where the time comes from. The last one may be missing: then it is the pin's.
constexpr qsizetype rowLength = 8;
/// More samples than any axis has values, so that a damaged file cannot fill the memory.
constexpr qsizetype longestLine = 512;
constexpr const char* lineKeys[] = {"operations", "depth", "size"};

std::string wordOf(const QJsonObject& object, const char* name)
{
    return object.value(QLatin1String(name)).toString().toStdString();
}
double numberOf(const QJsonObject& object, const char* name) { return object.value(QLatin1String(name)).toDouble(); }

/// Whole numbers beyond what any field of a workload takes become 0, which no valid workload has.
int smallWhole(double value) { return value >= 0.0 && value <= 1e9 ? static_cast<int>(value) : 0; }
std::int64_t largeWhole(double value)
{
    return value >= 0.0 && value <= static_cast<double>(maximumElements) ? static_cast<std::int64_t>(value) : 0;
}

QJsonArray rowOf(const ChartPoint& point)
{
    const Workload& workload = point.workload;
    return {static_cast<double>(workload.operationsPerElement),
            workload.fusionDepth,
            static_cast<double>(workload.elements),
            point.time.value(),
            point.low.value(),
            point.high.value(),
            point.interpolated() ? 1 : 0,
            text(nameOf(point.provenance))};
}

bool isTime(double value) { return value > 0.0 && std::isfinite(value); }

std::optional<ChartPoint> pointOf(const QJsonArray& row, Workload workload, Provenance provenance)
{
    if (row.size() != rowLength && row.size() != rowLength - 1)
        return std::nullopt;
    workload.operationsPerElement = largeWhole(row[0].toDouble());
    workload.fusionDepth = smallWhole(row[1].toDouble());
    workload.elements = largeWhole(row[2].toDouble());
    if (!validate(workload) || !isTime(row[3].toDouble()))
        return std::nullopt;
    FlagSet flags;
    if (row[6].toInt() != 0)
        flags |= Flag::Interpolated;
    if (row.size() == rowLength)
        provenance = provenanceNamed(row[7].toString().toStdString()).value_or(provenance);
    return pinnedPoint(workload, Seconds(row[3].toDouble()), Seconds(row[4].toDouble()), Seconds(row[5].toDouble()),
                       flags, provenance);
}

QJsonObject sampleToJson(const Sample& sample)
{
    QJsonArray readings;
    for (const float reading : sample.keptReadings)
        readings.append(static_cast<double>(reading));
    return {{QLatin1String("device"), QString::fromStdString(sample.device)},
            {QLatin1String("time_s"), sample.time.value()},
            {QLatin1String("median_s"), sample.median.value()},
            {QLatin1String("time_low_s"), sample.low.value()},
            {QLatin1String("time_high_s"), sample.high.value()},
            {QLatin1String("rounds"), sample.rounds},
            {QLatin1String("readings"), sample.readings},
            {QLatin1String("flags"), text(toString(sample.flags))},
            {QLatin1String("provenance"), text(nameOf(sample.provenance))},
            {QLatin1String("kept_readings_s"), readings}};
}

std::optional<Sample> sampleFromJson(const QJsonObject& object, const Workload& workload, Provenance provenance)
{
    Sample sample;
    sample.workload = workload;
    sample.provenance = provenanceNamed(wordOf(object, "provenance")).value_or(provenance);
    sample.device = wordOf(object, "device");
    sample.time = Seconds(numberOf(object, "time_s"));
    sample.median = Seconds(numberOf(object, "median_s"));
    sample.low = Seconds(numberOf(object, "time_low_s"));
    sample.high = Seconds(numberOf(object, "time_high_s"));
    sample.rounds = smallWhole(numberOf(object, "rounds"));
    sample.readings = smallWhole(numberOf(object, "readings"));
    if (const auto flags = flagsFrom(wordOf(object, "flags")))
        sample.flags = *flags;
    const QJsonArray readings = object.value(QLatin1String("kept_readings_s")).toArray();
    for (qsizetype i = 0; i < std::min<qsizetype>(readings.size(), maximumKeptReadings); ++i)
        if (isTime(readings[i].toDouble()))
            sample.keptReadings.push_back(static_cast<float>(readings[i].toDouble()));
    return isTime(sample.time.value()) ? std::optional(sample) : std::nullopt;
}

std::optional<Workload> workloadOf(const QJsonObject& object)
{
    Workload workload;
    const auto operation = operationNamed(wordOf(object, "operation"));
    const auto precision = precisionNamed(wordOf(object, "precision"));
    const auto mode = launchModeNamed(wordOf(object, "launch_mode"));
    if (!operation || !precision || !mode)
        return std::nullopt;
    workload.operation = *operation;
    workload.precision = *precision;
    workload.launchMode = *mode;
    workload.elements = largeWhole(numberOf(object, "elements"));
    workload.operationsPerElement = largeWhole(numberOf(object, "operations_per_element"));
    workload.chainLength = smallWhole(numberOf(object, "chain_length"));
    workload.fusionDepth = smallWhole(numberOf(object, "fusion_depth"));
    workload.threads = smallWhole(numberOf(object, "threads"));
    return validate(workload) ? std::optional(workload) : std::nullopt;
}

std::optional<Pin> pinOf(const QJsonObject& object)
{
    Pin pin;
    pin.name = wordOf(object, "name");
    const auto workload = workloadOf(object);
    if (!workload || pin.name.size() != 1 || pin.name[0] < 'A' || pin.name[0] > 'Z')
        return std::nullopt;
    pin.point = *workload;
    const Provenance provenance = provenanceNamed(wordOf(object, "provenance")).value_or(Provenance::Measured);
    if (object.contains(QLatin1String("sample")))
        pin.sample = sampleFromJson(object.value(QLatin1String("sample")).toObject(), *workload, provenance);
    for (const AxisKind axis : allAxisKinds) {
        const QJsonArray rows = object.value(QLatin1String("lines"))
                                    .toObject()
                                    .value(QLatin1String(lineKeys[static_cast<int>(axis)]))
                                    .toArray();
        for (qsizetype i = 0; i < std::min(rows.size(), longestLine); ++i)
            if (const auto point = pointOf(rows[i].toArray(), *workload, provenance))
                pin.lines[static_cast<std::size_t>(axis)].push_back(*point);
    }
    return pin;
}

} // namespace

QJsonArray pinsToJson(const std::vector<Pin>& pins)
{
    QJsonArray array;
    for (const Pin& pin : pins) {
        QJsonObject lines;
        Provenance provenance = pin.sample ? pin.sample->provenance : Provenance::Measured;
        for (const AxisKind axis : allAxisKinds) {
            QJsonArray rows;
            for (const ChartPoint& point : pin.line(axis)) {
                rows.append(rowOf(point));
                provenance = point.provenance;
            }
            lines[QLatin1String(lineKeys[static_cast<int>(axis)])] = rows;
        }
        QJsonObject object{
            {QLatin1String("name"), QString::fromStdString(pin.name)},
            {QLatin1String("operation"), text(nameOf(pin.point.operation))},
            {QLatin1String("precision"), text(nameOf(pin.point.precision))},
            {QLatin1String("launch_mode"), text(nameOf(pin.point.launchMode))},
            {QLatin1String("elements"), static_cast<double>(pin.point.elements)},
            {QLatin1String("operations_per_element"), static_cast<double>(pin.point.operationsPerElement)},
            {QLatin1String("chain_length"), pin.point.chainLength},
            {QLatin1String("fusion_depth"), pin.point.fusionDepth},
            {QLatin1String("threads"), pin.point.threads},
            {QLatin1String("provenance"), text(nameOf(provenance))},
            {QLatin1String("lines"), lines}};
        if (pin.sample)
            object[QLatin1String("sample")] = sampleToJson(*pin.sample);
        array.append(object);
    }
    return array;
}

std::vector<Pin> pinsFromJson(const QJsonArray& array)
{
    std::vector<Pin> pins;
    for (const QJsonValue& value : array)
        if (const auto pin = pinOf(value.toObject()); pin && pins.size() < mostPins)
            pins.push_back(*pin);
    return pins;
}

std::vector<Pin> pinsOfView(const std::string& viewJson)
{
    const QJsonObject view = QJsonDocument::fromJson(QByteArray::fromStdString(viewJson)).object();
    return pinsFromJson(view.value(QLatin1String(pinsKey)).toArray());
}

} // namespace ridgepoint
