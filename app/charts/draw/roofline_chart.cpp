// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/draw/roofline_chart.h"

#include "app/charts/data/describe.h"
#include "app/charts/data/own_kernels.h"
#include "app/charts/draw/markers.h"
#include "app/charts/draw/chart_part.h"
#include "app/charts/style/clip.h"
#include "app/charts/style/texts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace ridgepoint {
namespace {

bool sameRoofs(const std::vector<RoofLine>& a, const std::vector<RoofLine>& b)
{
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const RoofLine& first, const RoofLine& second) {
        return first.roof.id == second.roof.id && first.roof.value == second.roof.value
            && first.roof.low == second.roof.low && first.roof.high == second.roof.high
            && first.active == second.active;
    });
}

bool sameOverhead(const std::optional<OverheadRoof>& a, const std::optional<OverheadRoof>& b)
{
    return a.has_value() == b.has_value()
        && (!a
            || (a->workload == b->workload && a->reference == b->reference && a->launch == b->launch
                && a->compute == b->compute && a->bandwidth == b->bandwidth));
}

/// The thin roofs of compared sessions, which lie on the ground's layer, and what the key's signs are.
bool sameSeriesRoofs(const std::vector<RooflineSeries>& a, const std::vector<RooflineSeries>& b)
{
    const auto same = [](const std::optional<RoofLine>& x, const std::optional<RoofLine>& y) {
        return x.has_value() == y.has_value() && (!x || x->roof.value == y->roof.value);
    };
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [&](const RooflineSeries& first, const RooflineSeries& second) {
                          return first.name == second.name && first.points.empty() == second.points.empty()
                              && same(first.compute, second.compute) && same(first.bandwidth, second.bandwidth);
                      });
}

bool sameReferences(const std::vector<ReferenceLine>& a, const std::vector<ReferenceLine>& b)
{
    return std::equal(
        a.begin(), a.end(), b.begin(), b.end(), [](const ReferenceLine& first, const ReferenceLine& second) {
            return first.roof == second.roof && first.value == second.value && first.label == second.label;
        });
}

bool hasPalePoint(const RooflineData& data)
{
    return !data.series.empty() && std::ranges::any_of(data.series.front().points, &ChartPoint::doubtful);
}

bool hasUnknownPoint(const RooflineData& data)
{
    return !data.series.empty()
        && std::ranges::any_of(data.series.front().points, [](const ChartPoint& point) { return !point.regime; });
}

bool sameGround(const RooflineData& a, const RooflineData& b)
{
    return moved(a.line, AxisKind::Operations, 1) == moved(b.line, AxisKind::Operations, 1)
        && sameRoofs(a.bandwidths, b.bandwidths) && sameRoofs(a.computes, b.computes)
        && a.lowIntensity == b.lowIntensity && a.highIntensity == b.highIntensity
        && a.lowPerformance == b.lowPerformance && a.highPerformance == b.highPerformance
        && sameSeriesRoofs(a.series, b.series) && !a.series.empty()
        && a.series.front().points.empty() == b.series.front().points.empty() && sameOverhead(a.overhead, b.overhead)
        && sameReferences(a.lines, b.lines) && sameRoofs(a.originals, b.originals)
        && sameOverhead(a.originalOverhead, b.originalOverhead) && a.kernels == b.kernels && a.whatIf == b.whatIf
        && a.detailed == b.detailed && hasPalePoint(a) == hasPalePoint(b) && hasUnknownPoint(a) == hasUnknownPoint(b);
}

/// A long source as lines of a readable width.
QStringList wrapped(const QString& text)
{
    constexpr qsizetype widest = 58;
    QStringList lines{QString()};
    for (const QString& word : text.split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
        if (!lines.last().isEmpty() && lines.last().size() + word.size() >= widest)
            lines << QString();
        lines.last() += (lines.last().isEmpty() ? QString() : QStringLiteral(" ")) + word;
    }
    return lines;
}

/// What is said of a kernel as lines for a small card: of its name, the first, two at most.
QStringList narrowed(QStringList words, const Theme& theme)
{
    const double width = theme.fontPixels * 26.0;
    const QFont font = theme.font();
    words.front() = TextPainter::fitted(words.front(), font, width * 1.9, Qt::ElideMiddle);
    QStringList lines;
    for (const QString& each : words)
        lines << TextPainter::broken(each, font, width);
    return lines;
}

/// The chart's own device, then those whose roofs are drawn beside.
std::vector<ChartedDevice> chartedDevices(const ChartInput& input)
{
    std::vector<ChartedDevice> devices{{input.snapshot->device, input.snapshot->provenance}};
    for (const Overlay& overlay : input.overlays)
        devices.push_back({overlay.snapshot->device, overlay.snapshot->provenance});
    return devices;
}

/// What the key of the user's own kernels says in full, with the rows for which the chart is too low.
QStringList keyNotes(const KernelsOnRoofs& kernels, const QStringList& unplaced, const Format& format)
{
    QStringList lines;
    if (kernels.hasImported())
        lines << wrapped(tr("Circles are kernels that were imported. Area: share of the time on its device, the "
                            "largest %1. Filled: at the bytes of DRAM; hollow: at those of a cache.")
                             .arg(format.percent(kernels.largestShare())));
    for (const KernelNote& note : kernelNotes(kernels, format)) {
        lines << wrapped(note.what);
        if (!note.hint.isEmpty())
            lines << wrapped(note.hint);
    }
    for (const QString& row : unplaced)
        lines << wrapped(row);
    if (lines.isEmpty())
        lines << tr("Stars are kernels that you counted and timed.");
    return lines;
}

} // namespace

/// The samples over operations per element.
class RooflinePlaces : public ChartPlaces {
public:
    explicit RooflinePlaces(const RooflineChart& chart) : m_chart(chart) {}

    [[nodiscard]] std::vector<ChartPoint> shownPoints() const override { return pointsOf(data().series); }
    [[nodiscard]] std::vector<QPointF> pixelsOf(const ChartPoint& point) const override;
    [[nodiscard]] std::optional<Workload> workloadAt(QPointF mouse) const override;
    [[nodiscard]] QStringList describe(const Workload& workload) const override;
    [[nodiscard]] Obstacles obstacles() const override;
    [[nodiscard]] std::vector<AxisKind> directions() const override { return {AxisKind::Operations}; }

private:
    [[nodiscard]] const RooflineData& data() const { return m_chart.data(); }

    const RooflineChart& m_chart;
};

RooflineChart::RooflineChart(QWidget* parent) : ChartWidget(std::make_unique<RooflinePlaces>(*this), parent)
{
    setAccessibleName(tr("Roofline chart"));
    for (QCPAxis* axis : {xAxis, yAxis})
        axis->setScaleType(QCPAxis::stLogarithmic);
    axisOf(*axisRect(), QCPAxis::atBottom).setTicks([this](const QCPRange& range, double room) {
        return plainPowerOfTwoTicks(range.lower, range.upper, mostTicks(room, 2.9), format());
    });
    axisOf(*axisRect(), QCPAxis::atLeft).setTicks([this](const QCPRange& range, double room) {
        return powerOfTenTicks(range.lower, range.upper, mostTicks(room, 2.6), m_scale.factor, format());
    });
    axisOf(*axisRect(), QCPAxis::atBottom)
        .setMeaning(
            {.name = [this] { return tr("Arithmetic intensity (%1/B)").arg(workUnit(m_data.line.operation)); },
             .words = [this](double at) { return format().intensity(FlopsPerByte(at), m_data.line.operation); }});
    axisOf(*axisRect(), QCPAxis::atLeft)
        .setMeaning(
            {.name =
                 [this] { return tr("Performance (%1)").arg(workUnit(m_data.line.operation) + QStringLiteral("/s")); },
             .words = [this](double at) { return format().rate(FlopsPerSecond(at), m_data.line.operation); }});
    paintOn(ChartLayer::Ground, [this](QCPPainter* painter) { paintGround(painter); });
    paintOn(ChartLayer::Model, [this](QCPPainter* painter) { paintModel(painter); });
    paintOn(ChartLayer::Frame, [this](QCPPainter* painter) { paintFrame(painter); });
    paintOn(ChartLayer::Points, [this](QCPPainter* painter) { paintPoints(painter); });
    paintOn(ChartLayer::Probe, [this](QCPPainter* painter) { paintProbe(painter); });
    paintOn(ChartLayer::Hover, [this](QCPPainter* painter) { paintHover(painter); });
    setTraits({.hasWhatIfInPlot = true}); // which then keeps its place
    connect(this, &QCustomPlot::afterLayout, this, [this] {
        m_key = placedKey();
        m_pointsUnder = pointsUnderKey();
        m_labels = placedLabels(m_underAxis);
    });
    fitRanges();
}

RooflineChart::~RooflineChart() = default;

ChartWidget::Change RooflineChart::rebuild()
{
    RooflineData fresh;
    if (input().snapshot) {
        fresh = rooflineData(*input().snapshot, input().cursor, input().detailed);
        fresh.series.front().name = input().sessionName.toStdString();
        for (const Overlay& overlay : input().overlays)
            addSeries(fresh, *overlay.snapshot, input().cursor, overlay.name.toStdString());
        showToo(fresh, pinnedPoints());
        addOwnKernels(fresh, kernelsOnRoofs(*input().snapshot->kernels, chartedDevices(input())));
        predictAbsent(fresh);
    }
    takeKernels(fresh.kernels);
    if (m_grip && m_grip->moved) { // under a moving roof the axes stand still
        fresh.lowIntensity = m_data.lowIntensity;
        fresh.highIntensity = m_data.highIntensity;
        fresh.lowPerformance = m_data.lowPerformance;
        fresh.highPerformance = m_data.highPerformance;
    }
    const bool same = sameGround(fresh, m_data)
                   && (!hasSignKey() || SignKey::signsOf(fresh) == SignKey::signsOf(m_data));
    m_data = std::move(fresh);
    if (!same)
        m_key.clear(); // its rows are of other series until they are placed anew
    return same && pointsUnderKey() <= m_pointsUnder ? Change::Data : Change::Layout;
}

/// The chosen one may be another's part now, or not drawn any more: whoever tells of it hears so once it is drawn.
void RooflineChart::takeKernels(const KernelsOnRoofs& fresh)
{
    if (m_hoveredKernel && fresh.find(*m_hoveredKernel) == nullptr)
        m_hoveredKernel.reset();
    if (!m_chosenKernel)
        return;
    const DrawnKernel* before = chosenKernelDrawn();
    const DrawnKernel* now = fresh.find(*m_chosenKernel);
    // Places move on where a kernel before was removed.
    if (before != nullptr && now != nullptr
        && (before->kernel.name != now->kernel.name || before->kernel.source != now->kernel.source))
        now = nullptr;
    if (before == nullptr || now == nullptr || !(*before == *now))
        QMetaObject::invokeMethod(this, &RooflineChart::kernelChosen, Qt::QueuedConnection);
    m_chosenKernel = now != nullptr ? std::optional(now->place()) : std::nullopt;
}

/// Once all that is drawn has stretched the axes.
void RooflineChart::predictAbsent(RooflineData& data) const
{
    predictAlong(data, 0, *input().snapshot);
    for (std::size_t i = 1; i < data.series.size(); ++i) {
        const Overlay& overlay = input().overlays[i - 1];
        predictAlong(data, i, *overlay.snapshot);
        RooflineSeries& series = data.series[i];
        const QStringList differences = differenceWords(series.line, data.line, AxisKind::Operations, format());
        if (series.provenance == Provenance::Published)
            series.unlike = differences.join(betweenParts).toStdString();
        if (!overlay.device.isEmpty() && !series.points.empty())
            series.name = comparedName(overlay.device, series.provenance,
                                       differences
                                           + predictedWords(series.line, series.predicted, data.line,
                                                            AxisKind::Operations, format()))
                              .toStdString();
    }
}

/// Kernels of the user's own are something to see, and in a file roofs alone.
QString RooflineChart::missingWords() const
{
    if (!m_data.kernels.drawn.empty())
        return {};
    if (const SnapshotPointer& shown = input().snapshot;
        isForFile() && shown && (shown->samples.empty() || !shown->kernels->all->empty()))
        return {};
    return m_data.series.empty() || m_data.series.front().points.empty() ? emptyText() : QString();
}

bool RooflineChart::isEmpty() const
{
    return std::all_of(m_data.series.begin(), m_data.series.end(),
                       [](const RooflineSeries& series) { return series.points.empty(); });
}

void RooflineChart::fitRanges()
{
    if (showsRanges(input().concealed)) {
        xAxis->setRange(m_data.lowIntensity, m_data.highIntensity);
        QCPRange range(m_data.lowPerformance, m_data.highPerformance);
        if (input().guess.place && showsResults(input().concealed))
            holdGuess(range, input().guess.place->y);
        yAxis->setRange(range);
        return;
    }
    // Of the plan and of what is asked, where the others follow the ridge.
    std::vector<std::int64_t> operations{input().cursor.operationsPerElement};
    if (input().snapshot)
        for (const Axis& axis : input().snapshot->plan.axes)
            if (axis.kind == AxisKind::Operations)
                operations.insert(operations.end(), axis.values.begin(), axis.values.end());
    const auto [least, most] = std::ranges::minmax(operations);
    const auto intensityOf = [this](std::int64_t each) {
        return costOf(moved(input().cursor, AxisKind::Operations, each)).arithmeticIntensity().value();
    };
    xAxis->setRange(intensityOf(least) / 1.7, intensityOf(most) * 1.7);
    yAxis->setRange(anyPerformance.low, anyPerformance.high);
}

void RooflineChart::layoutPlot()
{
    m_scale = axisScale(yAxis->range().lower, yAxis->range().upper);
    const QString unit = workUnit(m_data.line.operation);
    xAxis->setLabel(tr("Arithmetic intensity (%1/B)").arg(unit));
    yAxis->setLabel(tr("Performance (%1)").arg(m_scale.prefix + unit + QStringLiteral("/s")));
    const int em = theme().fontPixels;
    const int top = static_cast<int>(titleHeight() > 0.0 ? titleHeight() + em * 0.4 : em * 0.9);
    const QCPRange range = yAxis->range();
    const QString widest = widestLabel(powerOfTenTicks(range.lower, range.upper, 20, m_scale.factor, format()));
    const auto key = signKey();
    const int bottom = bottomMargin(theme(), true) + (key ? static_cast<int>(key->height()) : 0);
    const auto lie = [&](int above, int under) {
        axisRect()->setMargins(
            QMargins(leftMargin(theme(), widest, true), top + above, static_cast<int>(em * 1.2), bottom + under));
    };
    axisRect()->setOuterRect(viewport()); // with the margins it gives the pixels by which the keys are placed
    lie(0, 0);
    if (!axisRanges().isZoomed() || isForFile()) // else the plot would jump under the mouse
        m_isKeyAbove = belongsKeyAbove();
    const int above = m_isKeyAbove ? static_cast<int>(std::ceil(keyOfSeries().heightAbove())) : 0;
    lie(above, 0);
    m_underAxis = roomUnderAxis(key ? key->height() : 0.0);
    if (!m_underAxis.isNull())
        lie(above, static_cast<int>(std::ceil(m_underAxis.height())));
}

std::vector<RooflineChart::KeyRow> RooflineChart::placedKey() const
{
    return m_isKeyAbove ? keyOfSeries().above({plot().left(), titleHeight()}) : keyOfSeries().inPlot();
}

RooflineLabels RooflineChart::placedLabels(const QRectF& under) const
{
    RooflineLabels::Taken taken{.words = whatIfSize(),
                                .pinned = pinnedPoints(),
                                .under = under,
                                .isFile = isForFile(),
                                .hasSigns = signKey().has_value(),
                                .hasResults = showsResults(input().concealed)};
    for (const KeyRow& row : m_key)
        taken.key.push_back(row.box);
    RooflineLabels labels;
    labels.place(lines(), style(), taken);
    return labels;
}

QRectF RooflineChart::roomUnderAxis(double signs)
{
    constexpr double mostOfChart = 0.25;
    constexpr double mostOfPlot = 0.75; // in a file, which says nothing under a mouse
    if (!input().snapshot || input().snapshot->kernels->all->empty() || !showsResults(input().concealed))
        return {};
    const KernelRoom now{input().snapshot->kernels, viewport().size(), theme().fontPixels};
    const bool isSame = std::exchange(m_kernelRoom, now) == now;
    m_key = placedKey();
    // With each slice and each zoom the points are others: the plot's foot would go up and down. It goes up once, even
    // under the mouse, sooner than that a row is lost.
    if (!isSame || isForFile() || !m_isKernelKeyUnder)
        m_isKernelKeyUnder = placedLabels({}).isCrowded();
    if (!m_isKernelKeyUnder)
        return {};
    const double em = theme().fontPixels;
    QRectF room = QRectF(viewport()).adjusted(em * 0.6, 0.0, -em * 0.6, -signs);
    room.setTop(room.bottom()
                - std::max(viewport().height() * mostOfChart, isForFile() ? plot().height() * mostOfPlot : 0.0));
    const QRectF rows = placedLabels(room).kernelKey();
    if (rows.isNull())
        return {};
    room.setTop(room.bottom() - rows.height() - em * 0.2);
    return room;
}

std::optional<SignKey> RooflineChart::signKey() const
{
    constexpr double mostOfHeight = 0.2;
    if (!hasSignKey() || !showsResults(input().concealed) || isEmpty())
        return std::nullopt;
    SignKey key(m_data, !input().shownPins().empty(), QRectF(viewport()), style());
    return key.height() <= viewport().height() * mostOfHeight ? std::optional(std::move(key)) : std::nullopt;
}

void RooflineChart::paintGround(QCPPainter* painter)
{
    painter->fillRect(plot(), theme().plot);
    if (showsBorder(input().concealed)) // which is where one area ends
        lines().drawAreas(painter);
}

void RooflineChart::paintModel(QCPPainter* painter)
{
    if (showsRoofs(input().concealed))
        lines().draw(painter, m_labels.room(style()));
}

void RooflineChart::paintPoints(QCPPainter* painter)
{
    std::size_t count = 0;
    for (const RooflineSeries& series : m_data.series)
        count += series.points.size();
    for (std::size_t i = m_data.series.size(); i-- > 0;) // the own one last, over the others
        drawSeries(painter, i, count <= mostErrorBars);
    const KernelMarks marks(lines(), style());
    marks.draw(painter);
    if (showsRoofs(input().concealed))
        m_labels.drawOver(painter, style(), marks.room());
    marks.drawStars(painter); // with no word over one
}

void RooflineChart::drawSeries(QCPPainter* painter, std::size_t index, bool withIntervals) const
{
    const RooflineSeries& series = m_data.series[index];
    const bool own = index == 0;
    const QColor color = own ? theme().text : seriesColor(theme(), index - 1, series.unlike);
    const QColor plain = own ? color : seriesColor(theme(), index - 1); // what is predicted is as large as the own line
    drawPredictedLine(*painter, lines().predictedLine(series), plot(), thinPen(plain, theme(), Provenance::Datasheet));
    drawLonePredicted(
        *painter, series.points, [this](const ChartPoint& point) { return pixelOf(point); }, plot(), theme(), color);
    std::vector<SampleMark> samples;
    for (const ChartPoint& point : series.points) {
        if (isPredicted(point))
            continue;
        samples.push_back(
            {pixelOf(point), std::nullopt,
             own ? markerLook(point, theme(),
                              {.size = theme().markerSize, .filled = point.provenance == Provenance::Measured})
                 : comparedLook(point, theme(), theme().markerSize, color)});
        SampleMark& sample = samples.back();
        if (withIntervals && point.low.value() > 0.0 && !point.interpolated())
            sample.interval = QLineF(lines().pixel(point.intensity(), point.flops / point.high),
                                     lines().pixel(point.intensity(), point.flops / point.low));
    }
    drawSamples(painter, samples, plot(), QPen(own ? theme().markerOutline : color, theme().thinWidth()));
}

void RooflineChart::paintFrame(QCPPainter* painter)
{
    if (!showsRoofs(input().concealed))
        return;
    m_labels.draw(painter, style());
    keyOfSeries().draw(painter, m_key);
    if (const auto key = signKey())
        key->draw(painter);
    if (whatIfSize().isValid())
        drawWhatIf(painter, plot().topLeft() + QPointF(4.0, 4.0 + whatIfSize().height() * 0.5), plot().width() - 8.0);
}

/// Roofs and their labels keep the middle; low on the right there is room under them, over the names of sessions.
QRectF RooflineChart::placeOfMissingWords() const
{
    if (m_data.bandwidths.empty() && m_data.computes.empty())
        return plot();
    const double floor = m_key.empty() || m_isKeyAbove ? plot().bottom() - plot().height() * 0.02
                                                       : m_key.front().box.top();
    return {plot().center().x(), floor - plot().height() * 0.2, plot().width() * 0.5, plot().height() * 0.2};
}

const ChartPoint* RooflineChart::selectedPoint() const
{
    return input().selected ? ownPoint(m_data.series, *input().selected) : nullptr;
}

QString RooflineChart::outsideWords() const
{
    const ChartPoint* point = selectedPoint();
    // A file is of what is in view: its reader has not chosen the point.
    if (point == nullptr || selectedPixel() || plot().isEmpty() || isForFile() || !showsResults(input().concealed)
        || !(point->performance().value() > 0.0) || !std::isfinite(point->performance().value()))
        return {};
    const QPointF at = pixelOf(*point);
    const QString rate = format().rate(point->performance(), point->workload.operation);
    const QString intensity = format().intensity(point->intensity(), point->workload.operation);
    return at.y() > plot().bottom() ? tr("this point: %1, below").arg(rate)
         : at.y() < plot().top()    ? tr("this point: %1, above").arg(rate)
         : at.x() < plot().left()   ? tr("this point: %1, to the left").arg(intensity)
                                    : tr("this point: %1, to the right").arg(intensity);
}

std::optional<QPointF> RooflineChart::selectedPixel() const
{
    const ChartPoint* point = selectedPoint();
    return point != nullptr && plot().contains(pixelOf(*point)) ? std::optional(pixelOf(*point)) : std::nullopt;
}

void RooflineChart::paintHover(QCPPainter* painter)
{
    drawHeldRoof(painter);
    drawLevelsOfSamples(painter);
    drawChosenKernels(painter);
    if (const auto at = selectedPixel()) {
        drawRing(painter, *at);
        const double across = 2.0 * reachOfRing(theme());
        m_labels.drawOver(painter, style(), std::array{OrientedBox{*at, across, across, 0.0}});
    } else if (const QString words = outsideWords(); !words.isEmpty()) {
        drawOutside(*painter, style(), plot(), pixelOf(*selectedPoint()), words, places().obstacles().boxes);
    }
    if (!hoveredWorkload())
        return;
    const ChartPoint* point = ownPoint(m_data.series, *hoveredWorkload());
    if (point == nullptr)
        return;
    const QPointF at = lines().pixel(point->intensity(), point->performance());
    drawMarker(*painter, at, *point, theme(), {.size = theme().markerSize * 1.35});
    drawReadout(painter, at, describePoint(*point, format()) + levelsOf(*point));
}

void RooflineChart::drawLevelsOfSamples(QCPPainter* painter) const
{
    if (m_data.levels.size() < 2)
        return;
    std::vector<const ChartPoint*> points;
    const auto add = [&](const std::optional<Workload>& workload, std::optional<Seconds> time = {}) {
        const ChartPoint* point = workload ? ownPoint(m_data.series, *workload) : nullptr;
        if (point != nullptr && (!time || *time == point->time) && std::ranges::find(points, point) == points.end())
            points.push_back(point);
    };
    add(hoveredWorkload());
    add(input().selected);
    for (const Pin* pin : input().shownPins())
        if (pin->sample) // the present measurement: an older one may be another device's, whose levels are not known
            add(pin->sample->workload, pin->sample->time);
    if (points.empty())
        return;
    KernelMarks(lines(), style()).drawLevels(painter, points, freeRoom());
}

LabelPlacer RooflineChart::freeRoom() const
{
    LabelPlacer placer(plot());
    const Obstacles taken = places().obstacles();
    for (const OrientedBox& box : taken.boxes)
        placer.block(box);
    for (const QLineF& line : taken.lines)
        placer.avoid(line);
    return placer;
}

void RooflineChart::paintProbe(QCPPainter* painter)
{
    const auto place = [this](const Workload& workload, Seconds time) {
        const Cost cost = costOf(workload);
        return lines().pixel(cost.arithmeticIntensity(), cost.flops / time);
    };
    drawProbe(*painter, probeDots(plot(), place), probeBeat(), theme(), false);
}

RooflineSeriesKey RooflineChart::keyOfSeries() const
{
    return {lines(), style(), {.hasResults = showsResults(input().concealed), .cursor = input().cursor}};
}

bool RooflineChart::belongsKeyAbove()
{
    constexpr double mostOfChart = 0.25;
    const double most = viewport().height() * mostOfChart;
    KeyRoom now{{input().sessionName}, input().concealed, viewport().size(), theme().fontPixels};
    for (const Overlay& overlay : input().overlays)
        now.names << overlay.plainName();
    const bool isSame = std::exchange(m_keyRoom, now) == now;
    // With each slice the points are others: the plot's top would go up and down.
    return (isSame && m_isKeyAbove && keyOfSeries().heightAbove() <= most) || keyOfSeries().belongsAbove(most);
}

std::ptrdiff_t RooflineChart::pointsUnderKey() const
{
    if (m_isKeyAbove || m_key.empty() || !showsResults(input().concealed))
        return 0;
    const double room = theme().markerSize * 0.6;
    std::ptrdiff_t under = 0;
    for (const RooflineSeries& series : m_data.series)
        under += std::ranges::count_if(series.points, [&](const ChartPoint& point) {
            const QPointF at = pixelOf(point);
            return std::ranges::any_of(
                m_key, [&](const KeyRow& row) { return row.box.adjusted(-room, -room, room, room).contains(at); });
        });
    return under;
}

const ChartPoint* RooflineChart::otherPointAt(QPointF mouse, std::size_t series) const
{
    const ChartPoint* nearest = nullptr;
    double least = reachOfOthers;
    for (const ChartPoint& point : m_data.series[series].points) {
        const double distance = QLineF(pixelOf(point), mouse).length();
        if (distance >= least || !plot().contains(pixelOf(point)))
            continue;
        least = distance;
        nearest = &point;
    }
    return nearest;
}

std::optional<Workload> RooflinePlaces::workloadAt(QPointF mouse) const
{
    std::optional<Workload> nearest;
    double least = reachOfSamples;
    // A compared point under the mouse is read out, not chosen: the sliders stand on the own session.
    for (std::size_t i = 1; i < data().series.size(); ++i)
        if (const ChartPoint* other = m_chart.otherPointAt(mouse, i))
            least = std::min(least, QLineF(m_chart.pixelOf(*other), mouse).length());
    for (std::size_t i = 0; i < std::min<std::size_t>(1, data().series.size()); ++i)
        for (const ChartPoint& point : data().series[i].points) {
            const QPointF at = m_chart.pixelOf(point);
            const double distance = QLineF(at, mouse).length();
            if (distance < least && m_chart.plot().contains(at)) {
                least = distance;
                nearest = point.workload;
            }
        }
    return nearest;
}

std::optional<Readout> RooflineChart::readoutAt(QPointF mouse) const
{
    if (const auto kernel = kernelAt(mouse)) {
        QStringList words = describeDrawn(*m_data.kernels.find(*kernel), format());
        words << tr("click: what limits it, and what would help");
        return Readout{*pixelOfKernel(*kernel), narrowed(words, theme())};
    }
    for (const KeyRow& row : m_key)
        if (row.box.contains(mouse) && row.name.contains(QStringLiteral("…"))) // of which there is room for a part
            return Readout{row.box.center(), {QString::fromStdString(m_data.series[row.series].name)}};
    if (m_labels.isOnKernelKey(mouse))
        return Readout{mouse, keyNotes(m_data.kernels, m_labels.unplacedRows(), format())};
    for (std::size_t i = 1; i < m_data.series.size(); ++i)
        if (const ChartPoint* point = otherPointAt(mouse, i);
            point != nullptr && isPredicted(*point)) // of the own slice
            return Readout{pixelOf(*point),
                           QStringList{input().overlays[i - 1].plainName()} + describePoint(*point, format())};
        else if (point != nullptr)
            return Readout{pixelOf(*point), QStringList{QString::fromStdString(m_data.series[i].name)}
                                                + describePoint(*point, format())
                                                + unlikeWords(m_data.series[i].unlike)};
    if (const ReferenceLine* line = lines().referenceAt(mouse))
        return Readout{mouse, QStringList{tr("%1: %2").arg(roofWord(line->roof), referenceLabel(*line, format()))}
                                  + wrapped(QString::fromStdString(line->source))};
    const auto key = roofAt(mouse); // that a press would take
    if (!key)
        return std::nullopt;
    for (const auto* roofs : {&m_data.computes, &m_data.bandwidths})
        for (const RoofLine& line : *roofs)
            if (line.roof.id == *key)
                return Readout{mouse, describeRoof(m_data, line, format()), true};
    return Readout{mouse, describeOverhead(m_data, format()), true};
}

QStringList RooflinePlaces::describe(const Workload& workload) const
{
    const ChartPoint* point = ownPoint(data().series, workload);
    QStringList words = point == nullptr ? QStringList{}
                                         : describePoint(*point, m_chart.format()) + m_chart.levelsOf(*point);
    if (m_chart.hoveredWorkload()) // what is chosen by keys is told where nothing lies under the mouse
        return words;
    if (m_chart.m_chosenRoof)
        words.prepend(m_chart.chosenWords());
    if (m_chart.chosenKernelDrawn() != nullptr)
        words.prepend(m_chart.kernelWords());
    return words;
}

std::vector<QPointF> RooflinePlaces::pixelsOf(const ChartPoint& point) const
{
    return {m_chart.lines().pixel(point.intensity(), point.performance())};
}

/// Low on the right there is room under the roofs; the names of sessions stand there first.
Obstacles RooflinePlaces::obstacles() const
{
    const std::vector<RooflineChart::KeyRow>& key = m_chart.seriesKey();
    const double em = m_chart.theme().fontPixels;
    const double sessions = m_chart.m_isKeyAbove ? 0.0 : em * 1.5 * static_cast<double>(key.size());
    Obstacles all{m_chart.m_labels.room(m_chart.style()), m_chart.lines().modelLines(),
                  m_chart.plot().bottomRight() - QPointF(em * 0.6, em * 0.4 + sessions)};
    std::vector<OrientedBox>& room = all.boxes;
    for (const RooflineChart::KeyRow& row : key)
        room.push_back({row.box.center(), row.box.width(), row.box.height(), 0.0});
    if (const QSizeF words = m_chart.whatIfSize(); words.isValid()) {
        const QSizeF size = (words + QSizeF(6.0, 6.0)).boundedTo(m_chart.plot().size());
        room.push_back(
            {m_chart.plot().topLeft() + QPointF(size.width(), size.height()) * 0.5, size.width(), size.height(), 0.0});
    }
    if (!showsResults(m_chart.input().concealed))
        return all;
    for (const OrientedBox& box : KernelMarks(m_chart.lines(), m_chart.style()).room())
        room.push_back(box);
    return all;
}

std::string RooflineChart::dataCsv() const
{
    RooflineData data = m_data;
    for (const Pin* pin : input().shownPins())
        data.series.push_back({pin->name, pin->point, pin->line(AxisKind::Operations)});
    return toCsv(data);
}

std::unique_ptr<ChartWidget> RooflineChart::duplicate() const
{
    auto copy = std::make_unique<RooflineChart>();
    copyTo(*copy);
    return copy;
}

} // namespace ridgepoint
