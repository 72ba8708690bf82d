// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/draw/experiment_plots.h"

#include "app/charts/draw/dot_names.h"
#include "app/charts/draw/flame_paint.h"
#include "app/charts/draw/markers.h"
#include "app/charts/style/clip.h"
#include "app/charts/style/label_placement.h"
#include "app/charts/style/texts.h"

#include <algorithm>
#include <cmath>

namespace ridgepoint {
namespace {

/// Names of dots and marks that are offered a place in one plot: more find none, and a file may hold thousands.
constexpr std::size_t mostNames = 200;

/// What a dash takes with the gap after it, in widths of the line, where lines take turns.
constexpr double slotOfDash = 5.0;
/// How much larger than on its own a measured dot is under another one, so that its rim is seen; and how many dots are
/// looked through for that.
constexpr double rimOverDot = 1.7;
constexpr std::size_t mostWithRims = 150;

bool isFlat(const Roof& roof) { return roof.kind == RoofKind::Compute; }
/// The roofs that most dots are held against; the others are thin.
bool isMain(const Roof& roof) { return isFlat(roof) || roof.id == "bandwidth.dram"; }
bool isPredicted(const ExperimentSeries& series) { return series.provenance == Provenance::Predicted; }

} // namespace

bool ExperimentLines::isUnderAnother(std::size_t index, const ExperimentPoint& point) const
{
    const QPointF place = pixelOf(point);
    return std::any_of(m_data.series.begin() + static_cast<std::ptrdiff_t>(index) + 1, m_data.series.end(),
                       [&](const ExperimentSeries& above) {
                           return std::any_of(
                               above.points.begin(), above.points.end(), [&](const ExperimentPoint& other) {
                                   return QLineF(place, pixelOf(other)).length() < theme().markerSize * 0.3;
                               });
                       });
}

void ExperimentLines::draw(QCPPainter* painter, const QRectF& key) const
{
    const QRectF inside = area();
    std::size_t dots = 0;
    for (const ExperimentSeries& series : m_data.series)
        dots += series.provenance == Provenance::Measured ? series.points.size() : 0;
    for (std::size_t i = 0; i < m_data.series.size(); ++i) {
        const ExperimentSeries& series = m_data.series[i];
        const QColor color = colorOf(series.name);
        QPolygonF line;
        for (const ExperimentPoint& point : series.points)
            if (const QPointF place = pixelOf(point); std::isfinite(place.y()))
                line << place;
        painter->setBrush(Qt::NoBrush);
        QPen pen = thinPen(color, theme(), series.provenance);
        if (series.provenance == Provenance::Predicted)
            pen.setStyle(Qt::DashLine);
        if (series.turns > 1) {
            const auto all = static_cast<double>(series.turns) * slotOfDash;
            pen.setDashPattern({0.75 * slotOfDash, all - 0.75 * slotOfDash});
            pen.setDashOffset(series.turn == 0 ? 0.0 : all - static_cast<double>(series.turn) * slotOfDash);
        }
        painter->setPen(pen);
        for (const QPolygonF& part : clippedPolyline(line, inside))
            painter->drawPolyline(part);
        std::vector<SampleMark> samples;
        for (const ExperimentPoint& point : series.points) {
            // Of a prediction only what has a name is a place to be seen.
            if (series.provenance == Provenance::Predicted && point.label.empty())
                continue;
            // A ring of somebody else's shows around a number of ours at the same place.
            const bool isOthers = point.provenance == Provenance::Published
                               || point.provenance == Provenance::Datasheet;
            const bool hasRim = series.provenance == Provenance::Measured && dots <= mostWithRims
                             && isUnderAnother(i, point); // measured series are the last ones
            samples.push_back(sampleOf(point, color,
                                       theme().markerSize * (isOthers ? 1.2 : 0.84 * (hasRim ? rimOverDot : 1.0)),
                                       {0, theme().thinWidth(), Qt::SolidLine}));
        }
        drawSamples(painter, samples, inside, QPen(color, theme().thinWidth()));
        drawCuts(painter, series, color);
    }
    drawNames(painter, key);
}

void ExperimentLines::drawCuts(QCPPainter* painter, const ExperimentSeries& series, const QColor& color) const
{
    const QRectF inside = area();
    for (const ExperimentPoint& point : series.points) {
        const QPointF place = pixelOf(point);
        if (point.low == point.high || !inside.contains(place))
            continue;
        // Where it is drawn to end, or where the plot ends before that.
        const auto [low, high] = m_data.drawnInterval(point);
        const double bottom = at(point.x, low).y();
        const double top = at(point.x, high).y();
        if (low > point.low || bottom > inside.bottom() + 1.0)
            drawCut(painter, {place.x(), std::min(bottom, inside.bottom())}, {0.0, 1.0}, color);
        if (high < point.high || top < inside.top() - 1.0)
            drawCut(painter, {place.x(), std::max(top, inside.top())}, {0.0, -1.0}, color);
    }
}

/// Names of what was said (a predicted crossing, somebody's device), where there is room; numbers measured are read by
/// the mouse.
void ExperimentLines::drawNames(QCPPainter* painter, const QRectF& key) const
{
    const QRectF inside = area();
    LabelPlacer placer(inside);
    if (!key.isEmpty())
        placer.block(key);
    const double reach = theme().markerSize * 0.42;
    std::vector<NamedDot> dots;
    for (std::size_t i = 0; i < m_data.series.size(); ++i) {
        const ExperimentSeries& series = m_data.series[i];
        std::optional<QPointF> before;
        for (const ExperimentPoint& point : series.points) {
            const QPointF place = pixelOf(point);
            if (const auto line = before ? clipped(QLineF(*before, place), inside) : std::nullopt)
                placer.avoid(*line);
            before = place;
            if (!inside.contains(place))
                continue;
            if (!isPredicted(series) || !point.label.empty())
                placer.block(QRectF(place - QPointF(reach, reach), QSizeF(2.0 * reach, 2.0 * reach)));
            if (isSaid(point) && !point.label.empty() && dots.size() < mostNames)
                dots.push_back({place, catalogueWords(point.label), i, colorOf(series.name)});
        }
    }
    DotNames(style()).draw(painter, placer, dots, reach);
}

/// A circle, filled where it was measured.
SampleMark ExperimentLines::sampleOf(const ExperimentPoint& point, const QColor& color, double size,
                                     MarkerLook::Stroke outline) const
{
    outline.color = (isSaid(point) ? color : theme().markerOutline).rgba();
    SampleMark sample{pixelOf(point),
                      std::nullopt,
                      {Regime::Compute, size, (isSaid(point) ? theme().plot : color).rgba(), {{outline}}}};
    if (point.low != point.high) {
        const auto [low, high] = m_data.drawnInterval(point);
        sample.interval = QLineF(at(point.x, low), at(point.x, high));
    }
    return sample;
}

std::optional<QLineF> ExperimentLines::roofLine(const Roof& roof) const
{
    const QCPRange range = m_rect.axis(QCPAxis::atBottom)->range();
    const double left = isFlat(roof) ? roof.value : roof.value * range.lower;
    const double right = isFlat(roof) ? roof.value : roof.value * range.upper;
    return clipped(QLineF(at(range.lower, left), at(range.upper, right)), area());
}

void ExperimentLines::drawRoofs(QCPPainter* painter) const
{
    for (const Roof& roof : m_data.roofs)
        if (const auto line = roofLine(roof)) {
            painter->setPen(QPen(isMain(roof) ? theme().text : theme().mutedText,
                                 isMain(roof) ? theme().lineWidth : theme().thinWidth()));
            painter->drawLine(*line);
        }
}

void ExperimentLines::drawDots(QCPPainter* painter, const QRectF& key) const
{
    const QRectF inside = area();
    for (const ExperimentSeries& series : m_data.series) // under every dot at the least bytes
        for (const ExperimentPoint& point : series.points)
            drawMoved(painter, point, colorOf(series.name));
    for (const ExperimentSeries& series : m_data.series) {
        const QColor color = colorOf(series.name);
        std::vector<SampleMark> samples;
        for (const ExperimentPoint& point : series.points)
            samples.push_back(sampleOf(
                point, color, theme().markerSize * 1.1,
                {0, std::max(1.0, theme().lineWidth * 0.7), isPredicted(series) ? Qt::DotLine : Qt::SolidLine}));
        drawSamples(painter, samples, inside, QPen(color, theme().thinWidth()));
    }
    drawRooflineNames(painter, key);
}

void ExperimentLines::drawMoved(QCPPainter* painter, const ExperimentPoint& point, const QColor& color) const
{
    if (!point.movedX)
        return;
    const QPointF place = pixelOf(point);
    const QPointF moved = at(*point.movedX, point.y);
    const QRectF inside = area();
    painter->setPen(QPen(color, theme().thinWidth()));
    if (const auto line = clipped(QLineF(place, moved), inside))
        painter->drawLine(*line);
    painter->setBrush(theme().plot);
    if (const double radius = theme().markerSize * movedOverMarkers; inside.contains(moved))
        painter->drawEllipse(moved, radius, radius);
}

void ExperimentLines::drawRooflineNames(QCPPainter* painter, const QRectF& key) const
{
    const QRectF inside = area();
    const double reach = theme().markerSize * 0.55;
    LabelPlacer placer(inside);
    if (!key.isEmpty())
        placer.block(key);
    for (const ExperimentSeries& series : m_data.series)
        for (const ExperimentPoint& point : series.points) {
            placer.block(QRectF(pixelOf(point) - QPointF(reach, reach), QSizeF(2.0 * reach, 2.0 * reach)));
            if (const auto [low, high] = m_data.drawnInterval(point); point.low != point.high)
                placer.avoid(QLineF(at(point.x, low), at(point.x, high)));
            if (point.movedX) {
                const QPointF moved = at(*point.movedX, point.y);
                const double small = theme().markerSize * movedOverMarkers;
                placer.block(QRectF(moved - QPointF(small, small), QSizeF(2.0 * small, 2.0 * small)));
                placer.avoid(QLineF(pixelOf(point), moved));
            }
        }
    for (const Roof& roof : m_data.roofs)
        if (const auto line = roofLine(roof))
            placer.avoid(*line);

    std::vector<NamedDot> dots;
    for (std::size_t i = 0; i < m_data.series.size(); ++i)
        for (const ExperimentPoint& point : m_data.series[i].points)
            if (const QPointF place = pixelOf(point); !isPredicted(m_data.series[i]) && !point.label.empty()
                                                      && inside.contains(place) && dots.size() < mostNames)
                dots.push_back({place, catalogueWords(point.label), i, colorOf(point.series)});
    // A dot's name may stand away from it, at the end of a line; a roof's has its own line alone.
    drawRoofNames(painter, placer, true);
    DotNames(style()).draw(painter, placer, dots, reach);
    drawRoofNames(painter, placer, false);
}

void ExperimentLines::drawRoofNames(QCPPainter* painter, LabelPlacer& placer, bool main) const
{
    const double gap = theme().lineWidth + 2.0;
    for (const Roof& roof : m_data.roofs) {
        const auto line = roofLine(roof);
        if (!line || isMain(roof) != main)
            continue;
        const QFont roofFont = theme().font(main ? 0.92 : 0.85, main ? QFont::DemiBold : QFont::Normal);
        const QString words = roofWord(roof.id) + QLatin1Char(' ') + format().roofValue(roof);
        const QSizeF size = TextPainter::sizeOf(words, roofFont) + QSizeF(theme().fontPixels, 0.0);
        const double preferred = isFlat(roof) ? 0.85 : 0.5;
        auto box = placer.placeAlong(*line, size, gap, preferred, true, 0);
        const bool isCrossed = !box;
        if (isCrossed)
            box = placer.placeAlong(*line, size, gap, preferred);
        if (!box)
            box = placer.placeAlong(*line, size, gap, preferred, false);
        if (!box)
            continue;
        if (isCrossed) { // lines that lie so close would strike it out
            painter->setPen(Qt::NoPen);
            painter->setBrush(theme().plot);
            painter->drawPolygon(box->corners());
        }
        text().draw(*painter, box->center, words,
                    {.font = roofFont,
                     .color = main ? theme().text : theme().mutedText,
                     .anchor = Qt::AlignCenter,
                     .rotationDegrees = box->degrees,
                     .halo = theme().plot});
    }
}

namespace {

QString kindWords(SpanKind kind)
{
    switch (kind) {
    case SpanKind::Work: return tr("kernel");
    case SpanKind::Launch: return tr("submit");
    case SpanKind::Move: return tr("data moves");
    case SpanKind::Wait: return tr("wait");
    }
    return {};
}

} // namespace

QColor ExperimentTime::colorOf(SpanKind kind) const
{
    switch (kind) {
    case SpanKind::Work: return theme().accent;
    case SpanKind::Launch: return theme().overhead;
    case SpanKind::Move: return theme().memory;
    case SpanKind::Wait: return theme().track;
    }
    return theme().mutedText;
}

void ExperimentTime::drawTimeline(QCPPainter* painter) const
{
    const QRectF inside = area();
    const std::vector<TimelineLane>& lanes = m_data.lanes;
    painter->save();
    painter->setClipRect(inside);
    painter->setPen(Qt::NoPen);
    for (std::size_t lane = 0; lane < lanes.size(); ++lane)
        for (const TimelineSpan& span : lanes[lane].spans) {
            const QRectF bar = barOf(lane, span).intersected(inside);
            if (bar.isEmpty())
                continue;
            painter->fillRect(bar, colorOf(span.kind));
            // Neighbours of one colour stay apart where there is room for it.
            if (bar.width() > 4.0 && span.kind != SpanKind::Wait) {
                painter->setPen(QPen(theme().plot, 1.0));
                painter->drawLine(bar.topRight(), bar.bottomRight());
                painter->setPen(Qt::NoPen);
            }
            if (span.kind == SpanKind::Wait || bar.width() < theme().fontPixels)
                continue; // no room for any name, and there may be thousands
            const QFont font = theme().font(0.85);
            const QString words = catalogueWords(span.name);
            const QSizeF size = TextPainter::sizeOf(words, font);
            if (size.width() + 8.0 < bar.width() && size.height() < bar.height() + 2.0)
                text().draw(*painter, bar.center(), words,
                            {.font = font,
                             .color = span.kind == SpanKind::Work ? theme().accentText : theme().text,
                             .anchor = Qt::AlignCenter});
        }
    painter->restore();
}

void ExperimentTime::drawLanes(QCPPainter* painter) const
{
    const std::vector<TimelineLane>& lanes = m_data.lanes;
    const QRectF inside = area();
    const QFont bold = theme().font(1.0, QFont::DemiBold);
    for (std::size_t lane = 0; lane < lanes.size(); ++lane) {
        const double middle = laneRow(lane).center().y();
        text().draw(*painter, {inside.left() - theme().fontPixels * 0.6, middle},
                    TextPainter::fitted(catalogueWords(lanes[lane].name), theme().font(), labelWidth() + 1.0),
                    {.font = theme().font(), .color = theme().text, .anchor = Qt::AlignRight | Qt::AlignVCenter});
        if (lane == 0 || lanes[lane].group != lanes[lane - 1].group)
            text().draw(
                *painter, {m_rect.outerRect().left() + theme().fontPixels * 0.8, middle},
                TextPainter::fitted(catalogueWords(lanes[lane].group), bold, groupWidth() - theme().fontPixels + 1.0),
                {.font = bold, .color = theme().text});
    }
    drawSpanKey(painter);
}

void ExperimentTime::drawSpanKey(QCPPainter* painter) const
{
    const QFont font = theme().font(0.92);
    const double em = theme().fontPixels;
    const double y = area().top() - em * 1.2;
    double x = area().right();
    for (const SpanKind kind : {SpanKind::Wait, SpanKind::Move, SpanKind::Launch, SpanKind::Work}) {
        // What the lanes themselves call it: "load, copy".
        constexpr qsizetype mostKindNames = 4;
        QStringList names;
        for (const TimelineLane& lane : m_data.lanes)
            for (const TimelineSpan& span : lane.spans) {
                if (span.kind != kind || names.size() > mostKindNames)
                    continue;
                if (const QString name = span.name.empty() ? kindWords(kind) : catalogueWords(span.name);
                    !names.contains(name))
                    names << name;
            }
        if (names.size() > mostKindNames)
            names.last() = QStringLiteral("\u2026");
        if (names.isEmpty())
            continue;
        const QString words = TextPainter::fitted(names.join(QStringLiteral(", ")), font, area().width() * 0.25);
        x -= TextPainter::sizeOf(words, font).width();
        text().draw(*painter, {x, y}, words, {.font = font, .color = theme().mutedText});
        x -= em * 1.0;
        painter->fillRect(QRectF(x, y - em * 0.35, em * 0.8, em * 0.7), colorOf(kind));
        x -= em * 1.0;
    }
}

std::optional<Readout> ExperimentTime::spanAt(QPointF mouse) const
{
    constexpr double reach = 3.0;
    const std::vector<TimelineLane>& lanes = m_data.lanes;
    std::optional<Readout> nearest;
    double least = reach;
    for (std::size_t lane = 0; lane < lanes.size(); ++lane) {
        const QRectF row = laneRow(lane);
        if (mouse.y() < row.top() || mouse.y() > row.bottom())
            continue;
        for (const TimelineSpan& span : lanes[lane].spans) {
            const QRectF bar = barOf(lane, span);
            const double away = std::max({bar.left() - mouse.x(), mouse.x() - bar.right(), 0.0});
            if (away >= least)
                continue;
            least = away;
            nearest = Readout{
                QPointF(std::clamp(mouse.x(), bar.left(), bar.right()), bar.center().y()),
                {QStringLiteral("%1, %2, %3")
                     .arg(catalogueWords(span.name.empty() ? kindWords(span.kind).toStdString() : span.name),
                          catalogueWords(lanes[lane].name), catalogueWords(lanes[lane].group)),
                 tr("lasts %1").arg(format().time(Seconds(span.duration))),
                 tr("begins at %1").arg(format().time(Seconds(span.begin)))}};
        }
    }
    return nearest;
}

void ExperimentTime::drawFlameBar(QCPPainter* painter) const
{
    const std::vector<FlameBox>& boxes = m_data.boxes;
    drawFlame(*painter, boxes, flamePlaceIn(area(), boxes, *m_rect.axis(QCPAxis::atBottom), theme()),
              m_data.plot.workSpan, theme(), text(), format());
}

/// What the two colours are, at the right of the title where there is room for all of it.
void ExperimentTime::drawFlameKey(QCPPainter* painter) const
{
    const ExperimentPlotData& data = m_data;
    if (data.boxes.empty() || data.plot.workSpan.empty())
        return;
    const double em = theme().fontPixels;
    const QFont font = theme().font(0.92);
    const auto widthOf = [](const QString& words, const QFont& its) { return TextPainter::sizeOf(words, its).width(); };
    const double titleEnd = m_rect.outerRect().left() + em * 0.8
                          + widthOf(catalogueWords(data.plot.title), theme().font(1.0, QFont::DemiBold));
    double x = area().right();
    if (x - widthOf(catalogueWords(data.plot.workSpan), font) - widthOf(tr("overhead"), font) - em * 4.0 < titleEnd)
        return;
    const double y = area().top() - em * 1.2;
    for (const bool isWork : {false, true}) {
        const QString words = isWork ? catalogueWords(data.plot.workSpan) : tr("overhead");
        x -= TextPainter::sizeOf(words, font).width();
        text().draw(*painter, {x, y}, words, {.font = font, .color = theme().mutedText});
        x -= em * 1.2;
        painter->fillRect(QRectF(x, y - em * 0.35, em * 0.8, em * 0.7), flameColor(theme(), isWork));
        x -= em * 1.0;
    }
}

} // namespace ridgepoint
