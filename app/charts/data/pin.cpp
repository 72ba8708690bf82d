// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/data/pin.h"

#include "app/charts/data/describe.h"
#include "app/charts/style/texts.h"
#include "core/analysis/compare.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QJsonValue>

#include <algorithm>
#include <cmath>

namespace ridgepoint {

bool sameMeasurement(const Sample& a, const Sample& b)
{
    return a.device == b.device && a.workload == b.workload && a.time == b.time && a.low == b.low && a.high == b.high
        && a.readings == b.readings && a.rounds == b.rounds;
}

const Pin* pinHolding(const std::vector<Pin>& pins, const Sample& sample)
{
    const auto found = std::find_if(pins.begin(), pins.end(),
                                    [&](const Pin& pin) { return pin.sample && sameMeasurement(*pin.sample, sample); });
    return found == pins.end() ? nullptr : &*found;
}

bool holdTheSame(const Pin& a, const Pin& b)
{
    if (a.point != b.point || a.sample.has_value() != b.sample.has_value())
        return false;
    if (a.sample)
        return sameMeasurement(*a.sample, *b.sample) && a.sample->keptReadings == b.sample->keptReadings;
    const auto samePoint = [](const ChartPoint& x, const ChartPoint& y) {
        return x.workload == y.workload && x.time == y.time;
    };
    return std::equal(a.lines.begin(), a.lines.end(), b.lines.begin(), [&](const auto& x, const auto& y) {
        return std::equal(x.begin(), x.end(), y.begin(), y.end(), samePoint);
    });
}

std::string nextPinName(const std::vector<Pin>& pins)
{
    constexpr int letters = 'Z' - 'A' + 1;
    const int last = pins.empty() || pins.back().name.empty() ? -1 : pins.back().name.front() - 'A';
    for (int step = 1; step <= letters; ++step) {
        const std::string name(1, static_cast<char>('A' + (last + step + letters) % letters));
        if (std::none_of(pins.begin(), pins.end(), [&](const Pin& pin) { return pin.name == name; }))
            return name;
    }
    return "?";
}

ChartPoint pinnedPoint(const Workload& workload, Seconds time, Seconds low, Seconds high, FlagSet flags,
                       Provenance provenance)
{
    const Cost cost = costOf(workload);
    ChartPoint point;
    point.workload = workload;
    point.time = time;
    point.low = low;
    point.high = high;
    point.flops = cost.flops;
    point.bytes = cost.bytes;
    point.flags = flags;
    point.provenance = provenance;
    return point;
}

Pin makePin(std::string name, const Snapshot& snapshot, const Workload& point, const Sample* sample)
{
    Pin pin;
    pin.name = std::move(name);
    pin.point = point;
    if (sample != nullptr)
        pin.sample = *sample;
    for (const AxisKind axis : allAxisKinds)
        for (const ChartPoint& shown : pointsAlong(snapshot, nearestLine(snapshot, point, axis), axis))
            pin.lines[static_cast<std::size_t>(axis)].push_back(
                pinnedPoint(shown.workload, shown.time, shown.low, shown.high, shown.flags, shown.provenance));
    return pin;
}

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

namespace {

/// Work in the operation's own unit compares only within one operation.
bool sameWork(const Workload& a, const Workload& b)
{
    return a.operation == b.operation && costOf(a).flops == costOf(b).flops;
}

constexpr double nearlyOne = 1.095; ///< less than this reads 1.0 or 1.1 with two digits

/// A number from 1 on with that many digits, from a hundred on with three: "3.8", "45", "8650".
QString factorWords(double value, int digits, const Format& format)
{
    constexpr double threeDigits = 999.5;
    if (value < threeDigits)
        return format.significant(value, value < 99.5 ? digits : 3);
    const double step = std::pow(10.0, std::floor(std::log10(value)) - 2.0);
    return format.significant(std::round(value / step) * step);
}

/// "4.0× the work", "1/32 of the work".
QString shareOfWork(double share, int digits, const Format& format)
{
    if (share >= 1.0)
        return tr("%1× the work").arg(factorWords(share, digits, format));
    const double inverse = 1.0 / share;
    const bool isWhole = std::abs(inverse - std::round(inverse)) < 1e-9 * inverse;
    return isWhole ? tr("1/%1 of the work").arg(factorWords(std::round(inverse), 1, format))
                   : tr("%1 of the work").arg(format.percent(share));
}

/// The parts of the words of several pins: those that all have in common, and each one's others.
struct PartsOfPins {
    QStringList common;
    std::vector<QStringList> own;
};

PartsOfPins partsOf(const std::vector<const Pin*>& pins, const Format& format)
{
    PartsOfPins parts;
    for (const Pin* pin : pins)
        parts.own.push_back(pinWords(*pin, format).split(betweenParts));
    for (const QString& part : QStringList(parts.own.front()))
        if (std::all_of(parts.own.begin(), parts.own.end(),
                        [&](const QStringList& words) { return words.contains(part); })) {
            parts.common << part;
            for (QStringList& words : parts.own)
                words.removeOne(part);
        }
    return parts;
}

std::vector<QStringList> shorterRows(const std::vector<const Pin*>& pins, const Format& format)
{
    if (pins.size() < 2)
        return {};
    const PartsOfPins parts = partsOf(pins, format);
    const QStringList common = parts.common.isEmpty() ? QStringList()
                                                      : QStringList{tr("all: %1").arg(parts.common.join(betweenParts))};
    QStringList rows;
    QStringList together;
    for (std::size_t i = 0; i < pins.size(); ++i) {
        const QString name = QString::fromStdString(pins[i]->name);
        rows << name + QStringLiteral(": ") + parts.own[i].join(betweenParts);
        together << name + QLatin1Char(' ') + parts.own[i].join(QStringLiteral(", "));
    }
    const QString where = tr("%1 to %2: see Explore › Remove a pin")
                              .arg(QString::fromStdString(pins.front()->name),
                                   QString::fromStdString(pins.back()->name));
    return {common + rows, common + QStringList{together.join(betweenParts)}, QStringList{where}};
}

} // namespace

QString comparisonWords(const QString& nameA, const Sample& a, const QString& nameB, const Sample& b,
                        const Format& format, Wording wording)
{
    const bool isBrief = wording == Wording::Brief;
    const auto comparison = compareTimes(a, b);
    if (!comparison)
        return {};
    if (!comparison->differs)
        return tr("%1 and %2: no clear difference").arg(nameA, nameB);
    const bool isFaster = comparison->speedup >= 1.0; // B than A
    const QString& fast = isFaster ? nameB : nameA;
    const QString& slow = isFaster ? nameA : nameB;
    const double times = isFaster ? comparison->speedup : 1.0 / comparison->speedup;
    const Interval range = isFaster ? comparison->range
                                    : Interval{1.0 / comparison->range.high, 1.0 / comparison->range.low};
    // With two digits a difference of some percent would read as none.
    const int digits = range.low < nearlyOne ? 3 : 2;
    const QString within = isBrief ? QString()
                                   : QLatin1Char(' ')
                                         + tr("(%1 to %2×)")
                                               .arg(factorWords(range.low, digits, format),
                                                    factorWords(range.high, digits, format));
    const QString factor = factorWords(times, digits, format);
    if (sameWork(a.workload, b.workload))
        return tr("%1 is %2× as fast as %3%4").arg(fast, factor, slow, within);
    if (a.workload.operation != b.workload.operation)
        return tr("%1 takes %2× the time of %3%4").arg(slow, factor, fast, within);
    const double ratio = costOf(a.workload).flops / costOf(b.workload).flops;
    const double work = isFaster ? ratio : 1.0 / ratio;
    // Time that follows the work must not part from it by rounding: 13× for 14×.
    constexpr double alike = 1.05;
    if (const double apart = std::max(times, work) / std::min(times, work);
        digits == 2 && apart < alike && factorWords(work, digits, format) != factor)
        return tr("%1 takes %2× the time of %3%4 for %5")
            .arg(slow, factorWords(times, 3, format), fast, within, shareOfWork(work, 3, format));
    return tr("%1 takes %2× the time of %3%4 for %5").arg(slow, factor, fast, within, shareOfWork(work, 2, format));
}

QString pinWords(const Pin& pin, const Format& format)
{
    const QString words = placeAndMode(pin.point, format);
    return pin.sample ? words + betweenParts + format.time(pin.sample->time) : words;
}

std::string presentName(const std::vector<Pin>& pins, const Sample& present)
{
    const Pin* pinned = pinHolding(pins, present);
    return pinned != nullptr ? pinned->name : nextPinName(pins);
}

PinKey pinKey(const std::vector<Pin>& pins, const Sample* present, const Format& format,
              std::optional<std::size_t> alone)
{
    PinKey key;
    std::vector<const Pin*> shown;
    for (std::size_t i = 0; i < pins.size(); ++i)
        if (!alone || *alone == i) {
            shown.push_back(&pins[i]);
            key.pins << QString::fromStdString(pins[i].name) + QStringLiteral(": ") + pinWords(pins[i], format);
        }
    key.shorter = shorterRows(shown, format);
    if (pins.empty() || present == nullptr)
        return key;
    const Pin& compared = pins[std::min(alone.value_or(pins.size() - 1), pins.size() - 1)];
    if (!compared.sample || sameMeasurement(*compared.sample, *present))
        return key;
    const auto compare = [&](Wording wording) {
        return comparisonWords(QString::fromStdString(compared.name), *compared.sample,
                               QString::fromStdString(presentName(pins, *present)), *present, format, wording);
    };
    key.caption = compare(Wording::Whole);
    key.briefCaption = compare(Wording::Brief);
    if (shown.size() == 1 && !key.caption.isEmpty()) {
        QStringList own = pinWords(compared, format).split(betweenParts);
        for (const QString& shared : placeAndMode(present->workload, format).split(betweenParts))
            own.removeOne(shared);
        key.shorter.push_back({QString::fromStdString(compared.name) + QStringLiteral(": ") + own.join(betweenParts)});
    }
    return key;
}

} // namespace ridgepoint
