// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/draw/experiment_chart.h"

#include "app/charts/draw/experiment_bars.h"
#include "app/charts/draw/experiment_plots.h"
#include "app/charts/draw/chart_part.h"
#include "app/charts/draw/saved_edges.h"
#include "core/experiment/recompute/recompute.h"
#include "core/model/roof.h"
#include "core/session/csv.h"

#include <QKeyEvent>
#include <QMouseEvent>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>

namespace ridgepoint {
namespace {

constexpr double reachOfMarks = 14.0;
/// A flame bar's height where a timeline has 1, as the plots above have.
constexpr double heightOfFlame = 0.5;
/// And a plot's that stands below the others.
constexpr double heightBelow = 0.55;
/// What the question takes above plots of which nothing is known yet, in heights of the type.
constexpr double heightOfQuestion = 5.0;
/// Names that take more of a narrow plot's width stand above their rows.
constexpr double mostNamesBeside = 0.3;

QCPAxis::ScaleType scaleTypeOf(AxisScaleKind kind)
{
    return kind == AxisScaleKind::Linear ? QCPAxis::stLinear : QCPAxis::stLogarithmic;
}

/// How far an arrow key moves a timeline, in widths of what is seen.
constexpr double stepOfKey = 0.125;

} // namespace

ExperimentChart::ExperimentChart(QWidget* parent) : ChartWidget(std::make_unique<ChartPlaces>(), parent)
{
    setAccessibleName(tr("Chart of the experiment"));
    paintOn(ChartLayer::Ground, [this](QCPPainter* painter) { paintGround(painter); });
    paintOn(ChartLayer::Model, [this](QCPPainter* painter) { paintModel(painter); });
    paintOn(ChartLayer::Frame, [this](QCPPainter* painter) { paintFrame(painter); });
    paintOn(ChartLayer::Points, [this](QCPPainter* painter) { paintPoints(painter); });
    paintOn(ChartLayer::Hover, [this](QCPPainter* painter) { paintHover(painter); });
    connect(this, &QCustomPlot::afterLayout, this, [this] {
        m_keys.clear();
        for (std::size_t i = 0; i < m_data.plots.size(); ++i)
            m_keys.push_back(panel(i).hasRows() ? ExperimentKey::Placed() : ExperimentKey(panel(i)).placed());
    });
    setPanels(1);
}

ExperimentChart::~ExperimentChart() = default;

void ExperimentChart::setPanels(std::size_t count)
{
    while (m_panels.size() > count) {
        delete m_panels.back(); // which takes it out of its layout
        m_panels.pop_back();
    }
    while (m_panels.size() < count) {
        const std::size_t plot = m_panels.size();
        m_panels.push_back(plot == 0 ? axisRect() : withAxes(new QCPAxisRect(this)));
        for (const auto type : {QCPAxis::atBottom, QCPAxis::atLeft}) {
            ChartAxis& axis = axisOf(*m_panels.back(), type);
            const bool isAcross = type == QCPAxis::atBottom;
            axis.setTicks([this, plot, isAcross, &axis](const QCPRange&, double room) {
                const ExperimentPanel its = panel(plot);
                return !hasTicks(plot, isAcross) ? std::vector<Tick>()
                                                 : its.ticksOf(axis, mostTicks(room, !isAcross       ? 2.4
                                                                                     : its.hasDots() ? 3.2
                                                                                     : its.hasBars() ? 4.5
                                                                                                     : 3.6));
            });
            // Shares from 0 to 1 are read as 0 to 100 %.
            const auto factor = [this, plot, &axis] {
                const ExperimentAxis* described = describedAxis(plot, axis);
                return described != nullptr && described->unit == "%" ? 100.0 : 1.0;
            };
            axis.setMeaning({.name = [this, plot, &axis] { return nameOfAxis(plot, axis); },
                             .valueOf = [factor](double coordinate) { return coordinate * factor(); },
                             .coordinateOf = [factor](double value) { return value / factor(); }});
        }
    }
    arrangePanels();
}

/// Side by side; what is over time below, over the whole width, because time needs room, and what its experiment puts
/// there.
void ExperimentChart::arrangePanels()
{
    std::vector<Arranged> wanted;
    for (std::size_t i = 0; i < m_panels.size(); ++i)
        wanted.push_back({panel(i).data().kind, isBelow(i)});
    if (m_arranged == wanted)
        return;
    m_arranged = std::move(wanted);
    QCPLayoutGrid& outer = *plotLayout();
    for (QCPAxisRect* each : m_panels)
        if (each->layout() != nullptr)
            each->layout()->take(each);
    outer.clear();
    auto* across = new QCPLayoutGrid;
    across->setColumnSpacing(0);
    outer.addElement(0, 0, across);
    outer.setRowSpacing(0);
    for (std::size_t i = 0; i < m_panels.size(); ++i) {
        QCPAxisRect* rect = m_panels[i];
        const ExperimentPanel its = panel(i);
        // The rows of a timeline stay; its time alone is zoomed.
        const Qt::Orientations zoomed = its.hasTime() ? Qt::Orientations(Qt::Horizontal)
                                                      : Qt::Horizontal | Qt::Vertical;
        rect->setRangeZoom(zoomed);
        rect->setRangeDrag(zoomed);
        if (isBelow(i) && m_panels.size() > 1) {
            const int row = outer.rowCount();
            outer.addElement(row, 0, rect);
            outer.setRowStretchFactor(row, its.isFlame() ? heightOfFlame : its.hasTime() ? 1.0 : heightBelow);
        } else
            across->addElement(0, across->columnCount(), rect);
    }
    if (across->elementCount() == 0)
        outer.remove(across);
    outer.simplify();
}

void ExperimentChart::setExperiment(const ExperimentInfo* info, std::shared_ptr<const ExperimentResult> result)
{
    m_info = info;
    m_result = std::move(result);
    scheduleRebuild();
}

void ExperimentChart::ask(std::optional<AskedInPlot> asked)
{
    const bool isOther = asked.has_value() != m_asked.has_value();
    m_asked = std::move(asked);
    if (isOther)
        axisRanges().reset(); // a range that was zoomed to for the question may hold none of what is shown after it
    scheduleRebuild();
}

ChartWidget::Change ExperimentChart::rebuild()
{
    m_data = m_info != nullptr ? experimentChartData(*m_info, m_result ? *m_result : ExperimentResult{})
                               : ExperimentChartData{};
    if (isAsked(0) && !m_data.plots.empty())
        showAsked(m_data.plots.front());
    setPanels(std::max<std::size_t>(1, m_data.plots.size()));
    if (m_chosen)
        emit pointChosen();
    return Change::Layout;
}

void ExperimentChart::showAsked(ExperimentPlotData& data) const
{
    const double length = m_asked->across.to / m_asked->across.from;
    const double margin = m_asked->multiples ? std::pow(length, 0.03) : 1.0; // or its ends could not be drawn
    data.xLow = m_asked->across.from / margin;
    data.xHigh = m_asked->across.to * margin;
    if (!m_asked->multiples)
        return;
    data.plot.y = *m_asked->multiples;
    data.yLow = 0.5;
    data.yHigh = 2.0 * length;
}

ExperimentPanel ExperimentChart::panel(std::size_t plot) const
{
    static const ExperimentPlotData nothing;
    const Column column = plot < m_columns.size() ? m_columns[plot] : Column{static_cast<double>(viewport().width())};
    return {plot < m_data.plots.size() ? m_data.plots[plot] : nothing, *m_panels[plot], column.width, column.names,
            style()};
}

bool ExperimentChart::hasRowsOfPlotBefore(std::size_t plot) const
{
    if (plot == 0 || plot >= m_data.plots.size() || isBelow(plot) || isBelow(plot - 1))
        return false;
    const ExperimentPlotData& before = m_data.plots[plot - 1];
    const ExperimentPlotData& its = m_data.plots[plot];
    return before.kind == ExperimentChartKind::Bars && its.kind == ExperimentChartKind::Bars && !its.labels.empty()
        && its.labels == before.labels;
}

double ExperimentChart::keyHeight(std::size_t plot) const
{
    while (hasRowsOfPlotBefore(plot))
        --plot;
    double height = ExperimentKey(panel(plot)).height();
    while (hasRowsOfPlotBefore(++plot))
        height = std::max(height, ExperimentKey(panel(plot)).height());
    return height;
}

void ExperimentChart::placeRowNames()
{
    const double all = viewport().width();
    m_columns.assign(m_panels.size(), {all});
    std::vector<std::size_t> beside;
    for (std::size_t i = 0; i < m_panels.size(); ++i)
        if (!isBelow(i))
            beside.push_back(i);
    if (beside.empty())
        return;
    std::vector<double> names(m_panels.size(), 0.0); // beside a plot, of those right of it too
    double left = all;
    for (const std::size_t plot : beside)
        if (hasRowsOfPlotBefore(plot)) {
            m_columns[plot].names = RowNames::Before;
        } else if (hasRowsOfPlotBefore(plot + 1)) {
            names[plot] = panel(plot).labelWidth();
            left -= names[plot];
        }
    const double each = left / static_cast<double>(beside.size());
    for (const std::size_t plot : beside) {
        m_columns[plot].width = each + names[plot];
        if (panel(plot).hasBars() && m_columns[plot].names == RowNames::Beside && names[plot] == 0.0
            && each < leastForNamesBeside * theme().fontPixels && panel(plot).labelWidth() > mostNamesBeside * each)
            m_columns[plot].names = RowNames::Above;
    }
    if (auto* across = qobject_cast<QCPLayoutGrid*>(m_panels[beside.front()]->layout()))
        for (std::size_t i = 0; i < beside.size() && static_cast<int>(i) < across->columnCount(); ++i)
            across->setColumnStretchFactor(static_cast<int>(i), m_columns[beside[i]].width / std::max(1.0, all));
}

bool ExperimentChart::isBelow(std::size_t plot) const
{
    if (plot >= m_data.plots.size())
        return false;
    const ExperimentPlotData& data = m_data.plots[plot];
    return data.kind == ExperimentChartKind::Timeline || data.kind == ExperimentChartKind::Flame || data.plot.isBelow;
}

void ExperimentChart::fitRanges()
{
    for (std::size_t i = 0; i < m_data.plots.size(); ++i) {
        const ExperimentPlotData& data = m_data.plots[i];
        const ExperimentPanel its = panel(i);
        QCPAxis& across = *m_panels[i]->axis(its.hasBars() ? QCPAxis::atLeft : QCPAxis::atBottom);
        QCPAxis& value = its.valueAxis();
        if (its.hasTime()) {
            value.setScaleType(QCPAxis::stLinear);
            value.setRange(0.0, rowCount(data.lanes));
            across.setScaleType(QCPAxis::stLinear);
            across.setRange(data.xLow, data.xHigh);
            continue;
        }
        across.setScaleType(its.hasBars() ? QCPAxis::stLinear : scaleTypeOf(data.plot.x.scale));
        value.setScaleType(scaleTypeOf(data.plot.y.scale));
        QCPRange values(data.yLow, data.yHigh);
        for (const std::vector<PlotPlace>& line : input().guess.lines) // a curve; else it marks a place
            if (!hasNothing(i) && !line.empty() && line.front().plot == static_cast<int>(i)
                && line.front().x < line.back().x)
                for (const PlotPlace& place : line)
                    holdGuess(values, place.y);
        value.setRange(values);
        if (its.hasBars())
            across.setRange(0.0, static_cast<double>(std::max<std::size_t>(1, data.labels.size())));
        else
            across.setRange(data.xLow, data.xHigh);
    }
}

void ExperimentChart::layoutPlot()
{
    const int em = theme().fontPixels;
    placeRowNames();
    for (std::size_t i = 0; i < m_panels.size(); ++i) {
        const ExperimentPanel its = panel(i);
        const bool isTitled = i < m_data.plots.size() && !m_data.plots[i].plot.title.empty();
        const bool isUnderOthers = isBelow(i) && m_panels.size() > 1;
        const double above = isUnderOthers ? 0.0 : titleHeight() + heightOfMissingWords();
        const int top = static_cast<int>(above + em * (isTitled ? 2.6 : 1.0) + keyHeight(i));
        ChartAxis& y = axisOf(*m_panels[i], QCPAxis::atLeft);
        for (ChartAxis* axis : {&axisOf(*m_panels[i], QCPAxis::atBottom), &y})
            axis->setLabel(i < m_data.plots.size() && !isBlank(i) ? its.titleOf(*axis) : QString());
        y.setVisible(!its.hasRows());
        int left = em * 4;
        if (its.hasTime()) {
            left = static_cast<int>(its.groupWidth() + its.labelWidth() + em * 1.8);
        } else if (its.hasBars()) {
            left = static_cast<int>(its.labelWidth() + em * 1.4);
        } else if (i < m_data.plots.size()) {
            left = leftMargin(theme(), widestLabel(hasTicks(i, false) ? its.ticksOf(y, 20) : std::vector<Tick>()),
                              true);
        }
        const int right = static_cast<int>(
            std::max(em * (its.hasRows() ? 1.8 : 1.1), its.hasBars() ? ExperimentBars(its).valueMargin(left) : 0.0));
        m_panels[i]->setMargins(QMargins(left, top, right, bottomMargin(theme(), true) + drawingHeight()));
    }
}

const ExperimentAxis* ExperimentChart::describedAxis(std::size_t plot, const QCPAxis& axis) const
{
    return plot < m_data.plots.size() ? panel(plot).described(axis) : nullptr;
}

QString ExperimentChart::nameOfAxis(std::size_t plot, const QCPAxis& axis) const
{
    const ExperimentAxis* described = describedAxis(plot, axis);
    if (described == nullptr)
        return {};
    const QString title = catalogueWords(described->title);
    const QString name = described->unit.empty() ? title
                                                 : QStringLiteral("%1 (%2)").arg(title, unitWords(described->unit));
    const std::string& ofPlot = m_data.plots[plot].plot.title;
    return m_data.plots.size() > 1 && !ofPlot.empty() ? QStringLiteral("%1: %2").arg(catalogueWords(ofPlot), name)
                                                      : name;
}

void ExperimentChart::paintGround(QCPPainter* painter)
{
    for (std::size_t i = 0; i < m_panels.size(); ++i)
        painter->fillRect(panel(i).area(), theme().plot);
}

void ExperimentChart::paintModel(QCPPainter* painter)
{
    for (std::size_t i = 0; i < m_data.plots.size(); ++i)
        if (m_data.plots[i].kind == ExperimentChartKind::Roofline)
            ExperimentLines(panel(i)).drawRoofs(painter);
}

void ExperimentChart::paintPoints(QCPPainter* painter)
{
    for (std::size_t i = 0; i < m_data.plots.size(); ++i) {
        switch (m_data.plots[i].kind) {
        case ExperimentChartKind::Lines: ExperimentLines(panel(i)).draw(painter, m_keys[i].inside()); break;
        case ExperimentChartKind::Bars: ExperimentBars(panel(i)).draw(painter); break;
        case ExperimentChartKind::Roofline: ExperimentLines(panel(i)).drawDots(painter, m_keys[i].inside()); break;
        case ExperimentChartKind::Timeline: ExperimentTime(panel(i)).drawTimeline(painter); break;
        case ExperimentChartKind::Flame: ExperimentTime(panel(i)).drawFlameBar(painter); break;
        }
    }
    for (std::size_t i = 0; i < m_data.plots.size(); ++i) // over the points, where it stands among them
        if (!panel(i).hasRows() && !isBlank(i))
            ExperimentKey(panel(i)).draw(painter, m_keys[i]);
}

void ExperimentChart::paintFrame(QCPPainter* painter)
{
    paintDrawing(painter);
    for (std::size_t i = 0; i < m_data.plots.size(); ++i) {
        const ExperimentPanel its = panel(i);
        const QRectF bounds = QRectF(m_panels[i]->outerRect()).adjusted(0, 0, 0, -drawingHeight());
        const QFont bold = theme().font(1.0, QFont::DemiBold);
        const double left = its.hasRows() ? bounds.left() + theme().fontPixels * 0.8 : its.area().left();
        text().draw(*painter, {left, its.area().top() - theme().fontPixels * 1.2 - keyHeight(i)},
                    TextPainter::fitted(catalogueWords(m_data.plots[i].plot.title), bold,
                                        bounds.right() - left - theme().fontPixels),
                    {.font = bold, .color = theme().text});
        if (isBlank(i))
            drawEmpty(painter, its.area(), its.hasTime() ? tr("Nothing measured here yet.") : blankWords());
        else if (hasNothing(i))
            paintPlanned(painter, i);
        else if (its.isTimeline())
            ExperimentTime(its).drawLanes(painter);
        else if (its.isFlame())
            ExperimentTime(its).drawFlameKey(painter);
        else if (its.hasBars()) {
            ExperimentBars(its).drawLabels(painter);
            ExperimentKey(its).drawOfBars(painter);
        }
    }
}

bool ExperimentChart::isBlank(std::size_t plot) const { return !isEmpty() && hasNothing(plot); }

double ExperimentChart::heightOfMissingWords() const
{
    return isEmpty() && !m_data.plots.empty()
             ? std::min(theme().fontPixels * heightOfQuestion, 0.25 * viewport().height())
             : 0.0;
}

QRectF ExperimentChart::placeOfMissingWords() const
{
    QRectF place(viewport());
    if (const double height = heightOfMissingWords(); height > 0.0) {
        place.setTop(place.top() + titleHeight());
        place.setHeight(height);
    }
    return place;
}

QString ExperimentChart::plannedWords(std::size_t plot) const
{
    if (m_data.plots[plot].plot.isPublished)
        return tr("What others published");
    switch (m_data.plots[plot].kind) {
    case ExperimentChartKind::Lines:
        return tr("A dot for each measured number, and a dashed line for what theory predicts");
    case ExperimentChartKind::Bars:
        return m_data.plots[plot].plot.isStacked ? tr("A bar for each whole, in its parts")
             : panel(plot).hasDots() ? tr("A dot for each measured number, and a dashed mark for what theory predicts")
                                     : tr("A bar for each measured number, and a dashed mark for what theory predicts");
    case ExperimentChartKind::Roofline: return tr("A dot for each measured rate, under the roofs of this device");
    case ExperimentChartKind::Timeline: return tr("A row for the host and for each thread, with what each does when");
    case ExperimentChartKind::Flame: return tr("The whole time as one bar, and below it the parts of it");
    }
    return {};
}

void ExperimentChart::paintPlanned(QCPPainter* painter, std::size_t plot) const
{
    const QRectF area = panel(plot).area();
    painter->setPen(QPen(theme().mutedText, 1.0));
    if (!panel(plot).hasTime())
        painter->drawLine(QLineF(area.topLeft(), area.bottomLeft()));
    painter->drawLine(QLineF(area.bottomLeft(), area.bottomRight()));
    if (!isCurveAsked(plot)) // they would stand where it is drawn
        drawEmpty(painter, area, plannedWords(plot));
}

QString ExperimentChart::blankWords() const
{
    QStringList words;
    for (const UnavailablePart& part : m_result ? m_result->unavailable : std::vector<UnavailablePart>())
        if (!part.isRoof && std::none_of(m_data.plots.begin(), m_data.plots.end(), [&](const ExperimentPlotData& data) {
                return std::any_of(data.series.begin(), data.series.end(),
                                   [&](const ExperimentSeries& series) { return series.name == part.series; });
            }))
            words << errorMessage(part.reason);
    words.removeDuplicates();
    return words.isEmpty() ? tr("Nothing measured here yet.") : words.join(QLatin1Char(' '));
}

int ExperimentChart::drawingHeight() const
{
    return m_info != nullptr && m_info->drawing == ExperimentDrawing::SavedEdges
             ? savedEdgesHeight(theme(), viewport().height())
             : 0;
}

void ExperimentChart::paintDrawing(QCPPainter* painter) const
{
    if (const int height = drawingHeight(); height > 0 && !m_data.plots.empty())
        drawSavedEdges(*painter, QRectF(viewport().left(), viewport().bottom() - height, viewport().width(), height),
                       theme(), text(), panel(0).colorOf(recompute::saveAll), panel(0).colorOf(recompute::anew));
}

void ExperimentChart::paintHover(QCPPainter* painter)
{
    const ExperimentPoint* chosen = chosenPoint();
    if (chosen == nullptr)
        return;
    const auto plot = static_cast<std::size_t>(chosen->plot);
    if (panel(plot).isFlame()) {
        painter->setPen(QPen(theme().text, theme().lineWidth * 1.4));
        painter->setBrush(Qt::NoBrush);
        if (const QRectF box = boxOf(plot, *chosen).intersected(panel(plot).area()); !box.isEmpty())
            painter->drawRect(box.adjusted(0.0, 1.0, 0.0, -1.0));
        return;
    }
    if (const QPointF place = pixelOf(plot, *chosen); panel(plot).area().adjusted(-2, -2, 2, 2).contains(place))
        drawRing(painter, place);
}

std::optional<ExperimentChart::Near> ExperimentChart::nearestAt(QPointF pixel) const
{
    std::optional<Near> nearest;
    double least = reachOfMarks;
    for (std::size_t i = 0; i < m_data.plots.size(); ++i) {
        const ExperimentPanel its = panel(i);
        for (const ExperimentSeries& series : m_data.plots[i].series)
            for (const ExperimentPoint& point : series.points) {
                const QPointF place = its.pixelOf(point);
                // Anywhere on a bar is on its number.
                const double begin = its.valueAxis().coordToPixel(m_data.plots[i].startOf(point));
                const bool isOnBar = its.hasBars() && !its.hasDots() && its.rowOf(point).contains(pixel)
                                  && pixel.x() <= place.x() && its.isBar(point)
                                  && (!m_data.plots[i].plot.isStacked || pixel.x() >= begin);
                const double distance = its.isFlame() ? its.distanceToBox(point, pixel)
                                      : isOnBar       ? reachOfMarks * 0.5
                                                      : QLineF(place, pixel).length();
                if (distance < least && std::isfinite(place.x()) && std::isfinite(place.y())) {
                    least = distance;
                    nearest = Near{place, i, &point};
                }
            }
    }
    return nearest;
}

std::optional<Readout> ExperimentChart::readoutAt(QPointF mouse) const
{
    for (std::size_t i = 0; i < m_data.plots.size(); ++i)
        if (panel(i).isTimeline() && panel(i).area().contains(mouse))
            return ExperimentTime(panel(i)).spanAt(mouse);
    const auto nearest = nearestAt(mouse);
    if (!nearest)
        return std::nullopt;
    return Readout{nearest->place, wordsOf(*nearest->point)};
}

QStringList ExperimentChart::wordsOf(const ExperimentPoint& point) const
{
    const auto plot = static_cast<std::size_t>(point.plot);
    if (plot >= m_data.plots.size())
        return {};
    const ExperimentPlotData& data = m_data.plots[plot];
    QStringList lines = pointWords(point, data.plot, data.kind, format());
    const FlameBox* box = data.kind == ExperimentChartKind::Flame ? flameBoxOf(data.boxes, point) : nullptr;
    if (box == nullptr)
        return lines;
    QStringList more;
    if (box->depth > 0)
        more << tr("%1 of \"%2\"")
                    .arg(format().percent(box->share), catalogueWords(data.boxes[box->outermost].point.label));
    if (box->depth > 1)
        if (const auto holder = std::find_if(data.boxes.begin(), data.boxes.end(),
                                             [&](const FlameBox& one) { return one.point.label == point.parent; });
            holder != data.boxes.end())
            more << tr("within \"%1\"").arg(catalogueWords(holder->point.label));
    if (box->holds)
        more << tr("%1 of it outside its parts").arg(quantityWords(box->own, data.plot.y.unit, format()));
    for (int i = 0; i < more.size(); ++i)
        lines.insert(2 + i, more[i]);
    return lines;
}

/// Of lines and dots a number, of rows over time a stretch; bars write their values at the edge, wherever they end, and
/// a plot without anything says so itself.
bool ExperimentChart::hasSampleInView(std::size_t plot) const
{
    return plot >= m_data.plots.size() || isBlank(plot) || panel(plot).hasBars() || panel(plot).hasSampleInView();
}

std::vector<const ExperimentPoint*> ExperimentChart::pointsInOrder() const
{
    // What was measured first: it is what one steps through; what was said of it comes behind.
    std::vector<const ExperimentPoint*> all;
    for (const bool measured : {true, false})
        for (const ExperimentPlotData& plot : m_data.plots)
            for (const ExperimentSeries& series : plot.series)
                for (const ExperimentPoint& point : series.points)
                    if ((series.provenance == Provenance::Measured) == measured)
                        all.push_back(&point);
    return all;
}

const ExperimentPoint* ExperimentChart::chosenPoint() const
{
    if (!m_chosen)
        return nullptr;
    const auto all = pointsInOrder();
    const auto found = std::find_if(all.begin(), all.end(),
                                    [&](const ExperimentPoint* point) { return point->isSamePlace(*m_chosen); });
    return found == all.end() ? nullptr : *found;
}

void ExperimentChart::choosePoint(std::optional<ExperimentPoint> point)
{
    m_chosen = std::move(point);
    replotHover();
    updateAccessibleText();
    emit pointChosen();
}

void ExperimentChart::stepChoice(int by)
{
    const auto all = pointsInOrder();
    if (all.empty())
        return;
    const ExperimentPoint* now = chosenPoint();
    const auto found = std::find(all.begin(), all.end(), now);
    const auto count = static_cast<int>(all.size());
    const int next = found == all.end() ? (by > 0 ? 0 : count - 1)
                                        : std::clamp(static_cast<int>(found - all.begin()) + by, 0, count - 1);
    choosePoint(*all[static_cast<std::size_t>(next)]);
}

QString ExperimentChart::chosenWords() const
{
    const ExperimentPoint* chosen = chosenPoint();
    if (chosen == nullptr)
        return {};
    return wordsOf(*chosen).join(QStringLiteral(", "));
}

int ExperimentChart::chosenPlace() const
{
    const auto all = pointsInOrder();
    const ExperimentPoint* chosen = chosenPoint();
    return chosen == nullptr ? 0 : static_cast<int>(std::find(all.begin(), all.end(), chosen) - all.begin()) + 1;
}

int ExperimentChart::placesToChoose() const { return static_cast<int>(pointsInOrder().size()); }

QString ExperimentChart::countWords() const
{
    std::map<Provenance, std::int64_t> counts;
    std::int64_t lanes = 0;
    for (const ExperimentPlotData& plot : m_data.plots) {
        lanes += std::ssize(plot.lanes);
        for (const ExperimentSeries& series : plot.series)
            counts[series.provenance] += std::ssize(series.points);
    }
    QStringList parts{counts[Provenance::Measured] == 1
                          ? tr("One measured number")
                          : tr("%1 measured numbers").arg(format().whole(counts[Provenance::Measured]))};
    for (const auto& [provenance, count] : counts)
        if (provenance != Provenance::Measured && count > 0)
            parts << tr("%1 %2", "4 predicted")
                         .arg(format().whole(count), catalogueWords(std::string(nameOf(provenance))));
    if (lanes > 0)
        parts << tr("a timeline of %1 lanes").arg(format().whole(lanes));
    return parts.join(QStringLiteral(", "));
}

QString ExperimentChart::guideWords() const
{
    return tr("Arrow keys select a number; the findings are listed next to the chart, and Export writes every number "
              "as CSV.");
}

void ExperimentChart::mousePressEvent(QMouseEvent* event)
{
    m_pressedAt = event->position();
    ChartWidget::mousePressEvent(event);
}

void ExperimentChart::mouseReleaseEvent(QMouseEvent* event)
{
    ChartWidget::mouseReleaseEvent(event);
    if (event->button() != Qt::LeftButton || QLineF(m_pressedAt, event->position()).length() >= clickTolerance)
        return;
    if (isAsked(0) && panel(0).area().contains(event->position())) {
        emit placeChosen(m_panels.front()->axis(QCPAxis::atBottom)->pixelToCoord(event->position().x()));
        return;
    }
    const auto nearest = nearestAt(event->position());
    choosePoint(nearest ? std::optional(*nearest->point) : std::nullopt);
}

void ExperimentChart::keyPressEvent(QKeyEvent* event)
{
    // With Shift the arrows move the time of a timeline.
    const bool isAcross = event->key() == Qt::Key_Left || event->key() == Qt::Key_Right;
    if (const auto timeline = shownTimeline(); timeline && isAcross && event->modifiers().testFlag(Qt::ShiftModifier))
        return moveTimeline(*timeline, event->key() == Qt::Key_Left ? -stepOfKey : stepOfKey);
    switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Up: return stepChoice(-1);
    case Qt::Key_Right:
    case Qt::Key_Down: return stepChoice(1);
    case Qt::Key_Escape:
        if (!m_chosen)
            break;
        return choosePoint(std::nullopt);
    default: break;
    }
    // Keys zoom the timeline or the flame bar where there is one: in the others little is hidden.
    if (const auto timeline = shownTimeline(); !timeline || !zoomByKey(*event, panel(*timeline).area().center()))
        ChartWidget::keyPressEvent(event);
}

std::optional<std::size_t> ExperimentChart::shownTimeline() const
{
    for (std::size_t i = 0; i < m_data.plots.size(); ++i)
        if (panel(i).hasTime() && !(m_data.plots[i].lanes.empty() && m_data.plots[i].boxes.empty()))
            return i;
    return std::nullopt;
}

void ExperimentChart::moveTimeline(std::size_t plot, double share)
{
    const std::vector<QCPAxis*> axes = axisRanges().axes();
    const auto place = std::find(axes.begin(), axes.end(), m_panels[plot]->axis(QCPAxis::atBottom));
    if (place == axes.end() || axisRanges().isLocked())
        return;
    ChartRanges wanted = axisRanges().current();
    QCPRange& range = wanted.ranges[static_cast<std::size_t>(place - axes.begin())];
    const double size = range.size();
    // Not beyond either end.
    const double lower = std::clamp(range.lower + share * size, m_data.plots[plot].xLow,
                                    std::max(m_data.plots[plot].xLow, m_data.plots[plot].xHigh - size));
    range = QCPRange(lower, lower + size);
    wanted.zoomed = true;
    axisRanges().change(wanted);
}

std::string ExperimentChart::dataCsv() const
{
    return m_info != nullptr && m_result ? toCsv(*m_result, *m_info) : std::string();
}

std::unique_ptr<ChartWidget> ExperimentChart::duplicate() const
{
    auto copy = std::make_unique<ExperimentChart>();
    copy->m_info = m_info;
    copy->m_result = m_result;
    copy->m_data = m_data; // before its ranges, which are by panel
    copy->setPanels(m_panels.size());
    copyTo(*copy);
    return copy;
}

} // namespace ridgepoint
