// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// How the experiments' chart paints a timeline: a row a lane, a bar a stretch of time.
#include "app/charts/draw/experiment_chart.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace ridgepoint {
namespace {

/// Room between two groups, in rows.
constexpr double gapBetweenGroups = 0.45;
/// What of a row its bars leave free above and below.
constexpr double inset = 0.14;

QString kindWords(SpanKind kind)
{
    switch (kind) {
    case SpanKind::Work: return ExperimentChart::tr("kernel");
    case SpanKind::Launch: return ExperimentChart::tr("submit");
    case SpanKind::Move: return ExperimentChart::tr("data moves");
    case SpanKind::Wait: return ExperimentChart::tr("wait");
    }
    return {};
}

} // namespace

std::optional<std::size_t> ExperimentChart::shownTimeline() const
{
    for (std::size_t i = 0; i < m_data.plots.size(); ++i)
        if (hasTime(i) && !(m_data.plots[i].lanes.empty() && m_data.plots[i].boxes.empty()))
            return i;
    return std::nullopt;
}

/// Keys zoom the timeline or the flame bar where there is one: in the others little is hidden.
QPointF ExperimentChart::placeOfKeys() const
{
    const auto timeline = shownTimeline();
    return timeline ? area(*timeline).center() : ChartWidget::placeOfKeys();
}

void ExperimentChart::moveTimeline(std::size_t plot, double share)
{
    const std::vector<QCPAxis*> axes = allAxes();
    const auto place = std::find(axes.begin(), axes.end(), m_panels[plot]->axis(QCPAxis::atBottom));
    if (place == axes.end() || isLocked())
        return;
    ChartRanges wanted = ranges();
    QCPRange& range = wanted.ranges[static_cast<std::size_t>(place - axes.begin())];
    const double size = range.size();
    // Not beyond either end.
    const double lower = std::clamp(range.lower + share * size, m_data.plots[plot].xLow,
                                    std::max(m_data.plots[plot].xLow, m_data.plots[plot].xHigh - size));
    range = QCPRange(lower, lower + size);
    wanted.zoomed = true;
    changeRanges(wanted);
}

double ExperimentChart::rowCount(const std::vector<TimelineLane>& lanes)
{
    return lanes.empty() ? 1.0 : rowTop(lanes, lanes.size() - 1) + 1.0;
}

/// Rows from the top: groups stand a little apart.
double ExperimentChart::rowTop(const std::vector<TimelineLane>& lanes, std::size_t lane)
{
    double top = 0.0;
    for (std::size_t i = 1; i <= lane; ++i)
        top += lanes[i].group == lanes[i - 1].group ? 1.0 : 1.0 + gapBetweenGroups;
    return top;
}

QRectF ExperimentChart::laneRow(std::size_t plot, std::size_t lane) const
{
    const std::vector<TimelineLane>& lanes = m_data.plots[plot].lanes;
    const QCPAxis& rows = *m_panels[plot]->axis(QCPAxis::atLeft);
    const double count = rowCount(lanes);
    const double top = rows.coordToPixel(count - rowTop(lanes, lane) - inset);
    const double bottom = rows.coordToPixel(count - rowTop(lanes, lane) - 1.0 + inset);
    return {area(plot).left(), top, area(plot).width(), bottom - top};
}

QColor ExperimentChart::colorOf(SpanKind kind) const
{
    switch (kind) {
    case SpanKind::Work: return theme().accent;
    case SpanKind::Launch: return theme().overhead;
    case SpanKind::Move: return theme().memory;
    case SpanKind::Wait: return theme().track;
    }
    return theme().mutedText;
}

QRectF ExperimentChart::barOf(std::size_t plot, std::size_t lane, const TimelineSpan& span) const
{
    const QCPAxis& time = *m_panels[plot]->axis(QCPAxis::atBottom);
    const QRectF row = laneRow(plot, lane);
    const double left = time.coordToPixel(span.begin);
    // What lasts less than a pixel is still seen.
    const double right = std::max(left + 1.0, time.coordToPixel(span.begin + span.duration));
    const double thin = span.kind == SpanKind::Wait ? row.height() * 0.36 : 0.0;
    return {left, row.top() + thin, right - left, row.height() - 2.0 * thin};
}

void ExperimentChart::drawTimeline(QCPPainter* painter, std::size_t plot) const
{
    const QRectF inside = area(plot);
    const std::vector<TimelineLane>& lanes = m_data.plots[plot].lanes;
    painter->save();
    painter->setClipRect(inside);
    painter->setPen(Qt::NoPen);
    for (std::size_t lane = 0; lane < lanes.size(); ++lane)
        for (const TimelineSpan& span : lanes[lane].spans) {
            const QRectF bar = barOf(plot, lane, span).intersected(inside);
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

void ExperimentChart::drawLanes(QCPPainter* painter, std::size_t plot) const
{
    const std::vector<TimelineLane>& lanes = m_data.plots[plot].lanes;
    const QRectF inside = area(plot);
    const QFont bold = theme().font(1.0, QFont::DemiBold);
    for (std::size_t lane = 0; lane < lanes.size(); ++lane) {
        const double middle = laneRow(plot, lane).center().y();
        text().draw(*painter, {inside.left() - theme().fontPixels * 0.6, middle},
                    TextPainter::fitted(catalogueWords(lanes[lane].name), theme().font(), labelWidth(plot) + 1.0),
                    {.font = theme().font(), .color = theme().text, .anchor = Qt::AlignRight | Qt::AlignVCenter});
        if (lane == 0 || lanes[lane].group != lanes[lane - 1].group)
            text().draw(*painter, {m_panels[plot]->outerRect().left() + theme().fontPixels * 0.8, middle},
                        TextPainter::fitted(catalogueWords(lanes[lane].group), bold,
                                            groupWidth(plot) - theme().fontPixels + 1.0),
                        {.font = bold, .color = theme().text});
    }
    drawSpanKey(painter, plot);
}

void ExperimentChart::drawSpanKey(QCPPainter* painter, std::size_t plot) const
{
    const QFont font = theme().font(0.92);
    const double em = theme().fontPixels;
    const double y = area(plot).top() - em * 1.2;
    double x = area(plot).right();
    for (const SpanKind kind : {SpanKind::Wait, SpanKind::Move, SpanKind::Launch, SpanKind::Work}) {
        // What the lanes themselves call it: "load, copy".
        constexpr qsizetype mostKindNames = 4;
        QStringList names;
        for (const TimelineLane& lane : m_data.plots[plot].lanes)
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
        const QString words = TextPainter::fitted(names.join(QStringLiteral(", ")), font, area(plot).width() * 0.25);
        x -= TextPainter::sizeOf(words, font).width();
        text().draw(*painter, {x, y}, words, {.font = font, .color = theme().mutedText});
        x -= em * 1.0;
        painter->fillRect(QRectF(x, y - em * 0.35, em * 0.8, em * 0.7), colorOf(kind));
        x -= em * 1.0;
    }
}

std::optional<ChartWidget::Readout> ExperimentChart::spanAt(std::size_t plot, QPointF mouse) const
{
    constexpr double reach = 3.0;
    const std::vector<TimelineLane>& lanes = m_data.plots[plot].lanes;
    std::optional<Readout> nearest;
    double least = reach;
    for (std::size_t lane = 0; lane < lanes.size(); ++lane) {
        const QRectF row = laneRow(plot, lane);
        if (mouse.y() < row.top() || mouse.y() > row.bottom())
            continue;
        for (const TimelineSpan& span : lanes[lane].spans) {
            const QRectF bar = barOf(plot, lane, span);
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

} // namespace ridgepoint
