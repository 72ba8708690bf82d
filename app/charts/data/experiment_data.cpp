// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/data/experiment_data.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <unordered_set>

namespace ridgepoint {
namespace {

/// The range of the numbers that an axis can show, with room at both ends.
class Range {
public:
    explicit Range(AxisScaleKind scale) : m_scale(scale) {}
    void include(double value)
    {
        if (!std::isfinite(value) || (m_scale != AxisScaleKind::Linear && !(value > 0.0)))
            return;
        m_low = m_any ? std::min(m_low, value) : value;
        m_high = m_any ? std::max(m_high, value) : value;
        m_any = true;
    }
    /// `fromZero`: bars of a linear axis begin at nothing. Where `widestInterval` is given, a linear axis spans a tenth
    /// of its values at least, so that what hardly changes looks so, and twice that interval: one may not take two
    /// thirds of the height.
    void into(double& low, double& high, bool fromZero, std::optional<double> widestInterval = {}) const
    {
        if (!m_any)
            return;
        if (m_scale == AxisScaleKind::Linear) {
            const double least = widestInterval ? std::max(leastShare * largest(), 2.0 * *widestInterval) : 0.0;
            const double span = m_high - m_low;
            const double room = span > 0.0 ? std::max(0.06 * span, 0.5 * (least - span))
                                           : std::max(1e-30, 0.5 * std::abs(m_high));
            low = fromZero && m_low >= 0.0 ? 0.0 : m_low - room;
            high = m_high + room;
            return;
        }
        // A decade at least, so that one number is not blown up to a range of its own.
        const double ratio = std::max(m_high / m_low, 10.0);
        const double middle = std::sqrt(m_low) * std::sqrt(m_high);
        const double room = std::pow(ratio, 0.08);
        low = middle / std::sqrt(ratio) / (fromZero ? room * room : room);
        high = middle * std::sqrt(ratio) * room;
    }

    [[nodiscard]] double low() const { return m_low; }
    [[nodiscard]] double high() const { return m_high; }
    /// How far from its value an interval is drawn on an axis of these values: a third of what they take, or a tenth of
    /// the largest; on a logarithmic axis, a quarter of what they take, as a factor.
    [[nodiscard]] double reachOfIntervals() const
    {
        if (!m_any)
            return std::numeric_limits<double>::infinity();
        if (m_scale == AxisScaleKind::Linear)
            return std::max((m_high - m_low) / 3.0, leastShare * largest());
        return std::pow(std::max(m_high / m_low, 10.0), 0.25);
    }

private:
    static constexpr double leastShare = 0.1;
    [[nodiscard]] double largest() const { return std::max(std::abs(m_low), std::abs(m_high)); }

    AxisScaleKind m_scale;
    double m_low = 0.0;
    double m_high = 0.0;
    bool m_any = false;
};

/// All of a timeline, from nothing to the last stretch's end.
void fitTimeline(ExperimentPlotData& data)
{
    double first = 0.0;
    double last = 0.0;
    for (const TimelineLane& lane : data.lanes)
        for (const TimelineSpan& span : lane.spans) {
            first = std::min(first, span.begin);
            last = std::max(last, span.begin + span.duration);
        }
    const double length = last > first ? last - first : 1e-6;
    data.xLow = first - 0.01 * length;
    data.xHigh = last + 0.01 * length;
}

/// All of a flame bar, over the whole width: its time begins and ends with it.
void fitFlame(ExperimentPlotData& data)
{
    const double length = flameLength(data.boxes);
    data.xLow = 0.0;
    data.xHigh = length > 0.0 ? length : 1e-6;
}

void fitRanges(ExperimentPlotData& data)
{
    if (data.kind == ExperimentChartKind::Timeline)
        return fitTimeline(data);
    if (data.kind == ExperimentChartKind::Flame)
        return fitFlame(data);

    Range x(data.plot.x.scale);
    Range y(data.plot.y.scale);
    for (const ExperimentSeries& series : data.series)
        for (const ExperimentPoint& point : series.points) {
            x.include(point.x);
            x.include(point.movedX.value_or(point.x));
            y.include(data.startOf(point) + point.y);
        }
    Range values = y;
    if (data.kind == ExperimentChartKind::Bars)
        values.include(0.0); // where a linear axis begins
    if (!data.plot.isStacked)
        data.reachOfIntervals = values.reachOfIntervals();
    double widest = 0.0;
    for (const ExperimentSeries& series : data.series)
        for (const ExperimentPoint& point : series.points) {
            if (data.plot.isStacked || point.low == point.high || !std::isfinite(point.low)
                || !std::isfinite(point.high))
                continue;
            const auto [low, high] = data.drawnInterval(point);
            y.include(low); // which leaves out what has no place on the axis
            y.include(high);
            widest = std::max(widest, high - low);
            data.cutsIntervals = data.cutsIntervals || low > point.low || high < point.high;
        }
    for (const Roof& roof : data.roofs)
        if (roof.kind == RoofKind::Compute)
            y.include(roof.value);
    x.into(data.xLow, data.xHigh, false);
    // Room at the left is no reason to show years or sizes under nothing.
    if (data.plot.x.scale == AxisScaleKind::Linear && x.low() >= 0.0)
        data.xLow = std::max(0.0, data.xLow);
    const bool isBars = data.kind == ExperimentChartKind::Bars;
    y.into(data.yLow, data.yHigh, isBars, isBars ? 0.0 : widest);
    if (data.plot.isStacked && y.high() > 0.0) { // a whole ends where its plot does
        data.yLow = 0.0;
        data.yHigh = y.high();
    }
}

/// Puts points into the series of a plot. A file may hold thousands of both, so they are found by name.
class SeriesByName {
public:
    explicit SeriesByName(ExperimentPlotData& data) : m_data(data) {}

    void put(const ExperimentPoint& point)
    {
        const auto [found, isNew] = m_places.try_emplace({point.series, point.provenance}, m_data.series.size());
        if (isNew)
            m_data.series.push_back({point.series, point.provenance, {}});
        m_data.series[found->second].points.push_back(point);
        if (m_data.kind != ExperimentChartKind::Flame && m_labels.insert(point.label).second)
            m_data.labels.push_back(point.label);
    }

private:
    ExperimentPlotData& m_data;
    std::map<std::pair<SeriesName, Provenance>, std::size_t> m_places;
    std::set<LabelName> m_labels;
};

/// The parts of each bar one behind the other, in the order in which the series first came.
void stackParts(ExperimentPlotData& data)
{
    std::map<std::pair<LabelName, Provenance>, double> ends;
    std::vector<SeriesName> names;
    for (const ExperimentSeries& series : data.series)
        if (std::find(names.begin(), names.end(), series.name) == names.end())
            names.push_back(series.name);
    for (const SeriesName& name : names)
        for (const ExperimentSeries& series : data.series)
            for (const ExperimentPoint& point : series.points) {
                if (series.name != name)
                    break;
                const auto [end, isFirst] = ends.try_emplace({point.label, point.provenance}, 0.0);
                data.starts.try_emplace({point.label, point.series, point.provenance}, end->second);
                end->second += std::isfinite(point.y) ? std::max(0.0, point.y) : 0.0;
                ExperimentBarRow& row = data.rows[point.label];
                if (isFirst)
                    row.stacks.push_back(point.provenance);
                data.mostBars = std::max(data.mostBars, row.stacks.size());
            }
    for (auto& [label, row] : data.rows)
        std::stable_partition(row.stacks.begin(), row.stacks.end(),
                              [](Provenance provenance) { return provenance != Provenance::Measured; });
}

/// The rows of a plot's bars, once its series are in order.
void fillRows(ExperimentPlotData& data)
{
    for (std::size_t i = 0; i < data.labels.size(); ++i)
        data.rows[data.labels[i]].place = i;
    std::set<std::pair<LabelName, SeriesName>> known;
    for (const ExperimentSeries& series : data.series)
        for (const ExperimentPoint& point : series.points)
            if (series.provenance != Provenance::Predicted && known.emplace(point.label, series.name).second)
                data.rows[point.label].series.push_back(series.name);
    if (data.plot.isStacked)
        return stackParts(data);
    for (const auto& [label, row] : data.rows)
        data.mostBars = std::max(data.mostBars, row.series.size());
    // What is predicted alone of a label may be a bar; else it lies over the bars.
    for (std::size_t i = 0; i < data.series.size(); ++i)
        for (std::size_t j = 0; j < data.series[i].points.size(); ++j)
            if (data.series[i].provenance == Provenance::Predicted)
                if (ExperimentBarRow& row = data.rows[data.series[i].points[j].label];
                    !data.plot.barsOfPredictions || !row.series.empty())
                    row.marks.emplace_back(i, j);
}

/// Whether two lines look like one: at four fifths of their places they differ by less than a hundredth of the axis.
bool lookAlike(const ExperimentSeries& a, const ExperimentSeries& b, const ExperimentPlotData& data)
{
    const bool isLinear = data.plot.y.scale == AxisScaleKind::Linear;
    const double span = isLinear ? data.yHigh - data.yLow : std::log(data.yHigh / data.yLow);
    std::size_t close = 0;
    for (const ExperimentPoint& point : a.points)
        close += std::any_of(b.points.begin(), b.points.end(), [&](const ExperimentPoint& other) {
            const double apart = isLinear ? other.y - point.y : std::log(other.y / point.y);
            return other.x == point.x && std::abs(apart) < 0.01 * span;
        });
    return a.points.size() > 1 && 5 * close >= 4 * std::max(a.points.size(), b.points.size());
}

/// Where a predicted line would lie hidden under another one, their dashes take turns.
void takeTurns(ExperimentPlotData& data)
{
    for (std::size_t i = 0; i < data.series.size(); ++i) {
        ExperimentSeries& first = data.series[i];
        if (first.provenance != Provenance::Predicted || first.turns > 1)
            continue;
        std::vector<ExperimentSeries*> together{&first};
        for (std::size_t j = i + 1; j < data.series.size(); ++j)
            if (ExperimentSeries& other = data.series[j];
                other.provenance == Provenance::Predicted && other.turns == 1 && lookAlike(first, other, data))
                together.push_back(&other);
        for (std::size_t turn = 0; turn < together.size(); ++turn) {
            together[turn]->turn = turn;
            together[turn]->turns = together.size();
            if (turn > 0)
                together[turn]->alike = first.name;
        }
    }
}

/// The same name has the same colour, measured or predicted, in every plot.
void fillColors(ExperimentChartData& all)
{
    std::map<SeriesName, std::size_t> colors;
    // What others said comes last: the device's own lines have the colours that are told apart best. Its predictions
    // count with its measurements, so that a line keeps its colour when it is measured.
    for (const bool isOwn : {true, false})
        for (const ExperimentPlotData& data : all.plots)
            for (const ExperimentSeries& one : data.series)
                if (const bool isSaidOnly = one.provenance == Provenance::Published
                                         || one.provenance == Provenance::Datasheet;
                    isSaidOnly != isOwn
                    && (one.provenance == Provenance::Measured || data.kind == ExperimentChartKind::Lines
                        || data.plot.isStacked || data.plot.isBySeries || data.plot.barsOfPredictions))
                    colors.try_emplace(one.name, colors.size());
    for (ExperimentPlotData& data : all.plots)
        data.colors = colors;
}

/// The lanes of each timeline, groups in the order in which they first came.
void putLanes(ExperimentChartData& data, const ExperimentResult& result)
{
    for (const TimelineLane& lane : result.lanes) {
        const auto index = static_cast<std::size_t>(lane.plot);
        if (lane.plot < 0 || index >= data.plots.size() || data.plots[index].kind != ExperimentChartKind::Timeline)
            continue; // of a newer program's experiment
        std::vector<TimelineLane>& lanes = data.plots[index].lanes;
        const auto last = std::find_if(lanes.rbegin(), lanes.rend(),
                                       [&](const TimelineLane& other) { return other.group == lane.group; });
        lanes.insert(last == lanes.rend() ? lanes.end() : last.base(), lane);
    }
}

/// In a plot of a row for each series the label takes the place of the series, in key and colour too.
ExperimentPoint bySeries(const ExperimentPoint& point)
{
    ExperimentPoint swapped = point;
    // The row says whose its numbers are where they are not this device's.
    const bool isSaidOnly = point.provenance == Provenance::Published || point.provenance == Provenance::Datasheet;
    swapped.label = {point.series.id(),
                     isSaidOnly ? seriesWords(point.series, point.provenance).toStdString() : point.series.words()};
    swapped.series = {point.label.id(), point.label.words()};
    return swapped;
}

std::vector<ExperimentPoint> pointsOf(const ExperimentResult& result, int plot)
{
    std::vector<ExperimentPoint> points;
    std::copy_if(result.points.begin(), result.points.end(), std::back_inserter(points),
                 [plot](const ExperimentPoint& point) { return point.plot == plot; });
    return points;
}

} // namespace

double ExperimentPlotData::startOf(const ExperimentPoint& point) const
{
    if (starts.empty())
        return 0.0;
    const auto found = starts.find({point.label, point.series, point.provenance});
    return found == starts.end() ? 0.0 : found->second;
}

std::pair<double, double> ExperimentPlotData::drawnInterval(const ExperimentPoint& point) const
{
    const bool isLinear = plot.y.scale == AxisScaleKind::Linear;
    if (isLinear && kind == ExperimentChartKind::Bars) // downwards it lies in its bar and takes no room
        return {point.low, std::min(point.high, point.y + reachOfIntervals)};
    return {std::max(point.low, isLinear ? point.y - reachOfIntervals : point.y / reachOfIntervals),
            std::min(point.high, isLinear ? point.y + reachOfIntervals : point.y * reachOfIntervals)};
}

bool ExperimentChartData::empty() const
{
    return std::all_of(plots.begin(), plots.end(), [](const ExperimentPlotData& plot) { return plot.hasNothing(); });
}

ExperimentChartData experimentChartData(const ExperimentInfo& info, const ExperimentResult& result)
{
    ExperimentChartData data;
    for (const ExperimentPlot& plot : info.plots) {
        ExperimentPlotData one;
        one.plot = plot;
        one.kind = kindOf(info, plot);
        data.plots.push_back(std::move(one));
    }
    putLanes(data, result);
    std::vector<SeriesByName> places(data.plots.begin(), data.plots.end());
    for (const ExperimentPoint& point : result.points) {
        const auto index = static_cast<std::size_t>(point.plot);
        if (point.plot < 0 || index >= data.plots.size())
            continue; // of a newer program's experiment
        places[index].put(info.plots[index].isBySeries ? bySeries(point) : point);
    }
    for (ExperimentPlotData& plot : data.plots) {
        if (plot.kind == ExperimentChartKind::Roofline)
            for (const Roof& roof : result.roofs)
                if (roof.kind == RoofKind::Bandwidth || roof.kind == RoofKind::Compute)
                    plot.roofs.push_back(roof);
        if (plot.kind == ExperimentChartKind::Flame)
            plot.boxes = flameBoxes(pointsOf(result, static_cast<int>(&plot - data.plots.data())));
        if (plot.kind == ExperimentChartKind::Lines)
            for (ExperimentSeries& series : plot.series)
                std::stable_sort(series.points.begin(), series.points.end(),
                                 [](const auto& a, const auto& b) { return a.x < b.x; });
        // What was measured is drawn over what was only said.
        std::stable_sort(plot.series.begin(), plot.series.end(), [](const auto& a, const auto& b) {
            return (a.provenance == Provenance::Measured) < (b.provenance == Provenance::Measured);
        });
        if (plot.kind == ExperimentChartKind::Bars)
            fillRows(plot);
        fitRanges(plot);
        if (plot.kind == ExperimentChartKind::Lines)
            takeTurns(plot);
    }
    fillColors(data);
    return data;
}

QString unitWords(const std::string& unit)
{
    return unit == "x" ? QString(QChar(0x00D7)) : QString::fromStdString(unit);
}

QString quantityWords(double value, const std::string& unit, const Format& format)
{
    if (unit == "s")
        return format.time(Seconds(value));
    if (unit == "B/s")
        return format.rate(BytesPerSecond(value));
    if (unit == "FLOP/s")
        return format.rate(FlopsPerSecond(value));
    if (unit == "op/s")
        return format.rate(FlopsPerSecond(value), Operation::Cos);
    if (unit == "/s")
        return format.perSecond(value);
    if (unit == "B")
        return format.bytes(Bytes(value));
    if (unit == "FLOP")
        return format.work(Flops(value));
    if (unit == "op")
        return format.work(Flops(value), Operation::Cos);
    if (unit == "FLOP/B")
        return format.intensity(FlopsPerByte(value));
    if (unit == "op/B")
        return format.intensity(FlopsPerByte(value), Operation::Cos);
    if (unit == "%")
        return format.percent(value);
    if (unit == "x")
        return format.factor(value);
    if (unit.empty())
        return format.count(value);
    return format.significant(value) + QStringLiteral(" ") + unitWords(unit);
}

QString preciseWords(double value, const std::string& unit, const Format& format)
{
    return unit == "x" && std::abs(value) < 1000.0 ? format.significant(value) + QChar(0x00D7)
                                                   : quantityWords(value, unit, format);
}

QString catalogueWords(const std::string& text)
{
    return text.empty() ? QString() : QCoreApplication::translate("ridgepoint", text.c_str());
}

QString findingWords(const Finding& finding, const Format& format)
{
    QString text = catalogueWords(finding.text);
    // From the back, so that a number's own digits are never taken for a place.
    for (std::size_t i = finding.values.size(); i-- > 0;) {
        const FindingValue& value = finding.values[i];
        const QString words = value.word.empty() ? quantityWords(value.number, value.unit, format)
                                                 : catalogueWords(value.word);
        text.replace(QLatin1Char('%') + QString::number(i + 1), words);
    }
    return text;
}

QString seriesWords(const SeriesName& name, Provenance provenance)
{
    const QString words = catalogueWords(name);
    // A series that has its name from there says it in its words.
    if (provenance == Provenance::Measured || name == nameOf(provenance))
        return words;
    return words + QStringLiteral(", ") + catalogueWords(std::string(nameOf(provenance)));
}

QStringList pointWords(const ExperimentPoint& point, const ExperimentPlot& plot, ExperimentChartKind kind,
                       const Format& format)
{
    QString name = point.label.empty() ? catalogueWords(point.series) : catalogueWords(point.label);
    if (!point.label.empty() && (isOverX(kind) || plot.isBySeries) && !point.series.empty())
        name += QStringLiteral(", ") + catalogueWords(point.series);
    QStringList lines{name};
    if (isOverX(kind))
        lines << (point.movedX ? QCoreApplication::translate("ridgepoint", "%1 from the minimum bytes, %2 from the "
                                                                           "bytes moved")
                                     .arg(quantityWords(point.x, plot.x.unit, format),
                                          quantityWords(*point.movedX, plot.x.unit, format))
                               : quantityWords(point.x, plot.x.unit, format));
    QString value = quantityWords(point.y, plot.y.unit, format);
    if (point.low != point.high)
        value += QCoreApplication::translate("ridgepoint", " (%1 to %2)")
                     .arg(quantityWords(point.low, plot.y.unit, format),
                          quantityWords(point.high, plot.y.unit, format));
    lines << value;
    QString origin = catalogueWords(std::string(nameOf(point.provenance)));
    if (!point.source.empty())
        origin += QStringLiteral(": ") + QString::fromStdString(point.source);
    lines << origin;
    if (!point.flags.empty())
        lines << flagWords(point.flags);
    if (!point.note.empty())
        lines << QString::fromStdString(point.note);
    return lines;
}

namespace {

/// The spans that can be drawn, and of each which ones it holds.
struct Tree {
    std::vector<const ExperimentPoint*> spans;
    std::vector<std::vector<std::size_t>> held;
    std::vector<std::size_t> outermost;
};

Tree treeOf(const std::vector<ExperimentPoint>& spans)
{
    Tree tree;
    std::map<LabelName, std::size_t> places;
    for (const ExperimentPoint& span : spans)
        if (!span.label.empty() && std::isfinite(span.y) && span.y >= 0.0
            && places.try_emplace(span.label, tree.spans.size()).second)
            tree.spans.push_back(&span);
    tree.held.resize(tree.spans.size());
    for (std::size_t i = 0; i < tree.spans.size(); ++i) {
        const auto holder = places.find(tree.spans[i]->parent);
        if (holder == places.end())
            tree.outermost.push_back(i);
        else if (holder->second != i)
            tree.held[holder->second].push_back(i);
    }
    return tree;
}

double sumOf(const Tree& tree, const std::vector<std::size_t>& held)
{
    double sum = 0.0;
    for (const std::size_t one : held)
        sum += tree.spans[one]->y;
    return sum;
}

} // namespace

std::vector<FlameBox> flameBoxes(const std::vector<ExperimentPoint>& spans)
{
    const Tree tree = treeOf(spans);
    std::vector<FlameBox> boxes;
    std::vector<std::size_t> places; // of each box in the tree
    double end = 0.0;
    for (const std::size_t one : tree.outermost) {
        const double length = tree.spans[one]->y;
        boxes.push_back({.point = *tree.spans[one], .begin = end, .length = length, .outermost = boxes.size()});
        places.push_back(one);
        end += length;
    }
    // Only what is reached from an outermost span is ever placed, so a circle is not.
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        const std::vector<std::size_t>& held = tree.held[places[i]];
        const double sum = sumOf(tree, held);
        const double scale = sum > boxes[i].length ? boxes[i].length / sum : 1.0;
        boxes[i].own = std::max(0.0, boxes[i].point.y - sum);
        boxes[i].holds = !held.empty();
        double begin = boxes[i].begin;
        for (const std::size_t one : held) {
            const double length = tree.spans[one]->y;
            const double whole = boxes[boxes[i].outermost].point.y;
            boxes.push_back({.point = *tree.spans[one],
                             .begin = begin,
                             .length = length * scale,
                             .share = whole > 0.0 ? length / whole : 0.0,
                             .depth = boxes[i].depth + 1,
                             .outermost = boxes[i].outermost});
            places.push_back(one);
            begin += length * scale;
        }
    }
    return boxes;
}

int flameRows(const std::vector<FlameBox>& boxes)
{
    int deepest = 0;
    for (const FlameBox& box : boxes)
        deepest = std::max(deepest, box.depth);
    return deepest + 1;
}

double flameLength(const std::vector<FlameBox>& boxes)
{
    double end = 0.0;
    for (const FlameBox& box : boxes)
        end = std::max(end, box.begin + box.length);
    return end;
}

const FlameBox* flameBoxOf(const std::vector<FlameBox>& boxes, const ExperimentPoint& point)
{
    const auto found = std::find_if(boxes.begin(), boxes.end(),
                                    [&](const FlameBox& box) { return box.point.isSamePlace(point); });
    return found == boxes.end() ? nullptr : &*found;
}

} // namespace ridgepoint
