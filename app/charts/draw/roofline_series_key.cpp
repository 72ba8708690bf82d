// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/draw/roofline_series_key.h"

#include "app/charts/data/describe.h"
#include "app/charts/draw/markers.h"
#include "app/charts/style/clip.h"
#include "app/charts/style/texts.h"

#include <algorithm>
#include <set>

namespace ridgepoint {
namespace {

// From the sign's middle: to the name before it, and to the edge of the plot behind it.
double besideSign(const Theme& theme) { return theme.markerSize * 1.8; }
double behindSign(const Theme& theme) { return theme.fontPixels * 1.4; }

} // namespace

std::vector<RooflineSeriesKey::Row> RooflineSeriesKey::names(double width) const
{
    if (m_data.series.size() < 2)
        return {};
    std::vector<Row> rows;
    std::set<QString> said;
    for (std::size_t i = 0; i < m_data.series.size(); ++i) {
        // Thin roofs are drawn of another device without samples, nothing in its ink of the own one.
        const bool isDrawn = (m_scene.hasResults && !m_data.series[i].points.empty()) || m_data.series[i].bandwidth;
        if (!isDrawn)
            continue;
        const QString predicted = predictedOf(i);
        bool isFirst = true;
        for (const QString& name : linesOf(i, width)) {
            // What dashes are is the same of each device: it is said once.
            if (isFirst || name != predicted || said.insert(name).second)
                rows.push_back({.name = name, .sign = {}, .box = {}, .series = i, .hasSign = isFirst});
            isFirst = false;
        }
        if (isHidden(i))
            rows.push_back({.name = tr("under the own points"), .sign = {}, .box = {}, .series = i, .hasSign = false});
    }
    return rows;
}

QString RooflineSeriesKey::predictedOf(std::size_t series) const
{
    return predictedWords(m_data.series[series].line, m_data.series[series].predicted, m_data.line,
                          AxisKind::Operations, format())
        .value(0);
}

/// What is predicted beside what was published, and what of its line is unlike the own, stand on lines of their own
/// where one has not the room for all: without them nothing says why points lie off their device's line, or that mul is
/// laid beside fma.
QStringList RooflineSeriesKey::linesOf(std::size_t index, double width) const
{
    const RooflineSeries& series = m_data.series[index];
    QString device = QString::fromStdString(series.name);
    QStringList under;
    for (const QString& words :
         {predictedOf(index),
          differenceWords(series.line, m_data.line, AxisKind::Operations, format()).join(betweenParts)}) {
        const QString end = betweenParts + words;
        if (words.isEmpty() || !device.endsWith(end) || keyName(device, font(), width).endsWith(words))
            continue;
        device.chop(end.size());
        under.prepend(TextPainter::fitted(words, font(), width));
    }
    QString first = keyName(device, font(), width);
    // With the rest below it, what is left out of a published device's own name needs no ellipsis.
    if (const QString shortest = modelAndOrigin(device); !under.empty() && series.provenance != Provenance::Measured
                                                         && first.endsWith(QStringLiteral("…"))
                                                         && TextPainter::sizeOf(shortest, font()).width() <= width)
        first = shortest;
    return QStringList{first} + under;
}

bool RooflineSeriesKey::isHidden(std::size_t series) const
{
    if (series == 0 || !m_scene.hasResults)
        return false;
    const auto pixelsOf = [this](const RooflineSeries& of) {
        std::vector<QPointF> pixels;
        for (const ChartPoint& point : of.points)
            if (const QPointF at = m_lines.pixelOf(point); !isPredicted(point) && plot().contains(at))
                pixels.push_back(at);
        return pixels;
    };
    const std::vector<QPointF> own = pixelsOf(m_data.series.front());
    const std::vector<QPointF> others = pixelsOf(m_data.series[series]);
    const double near = theme().markerSize * 0.3;
    return !others.empty() && std::ranges::all_of(others, [&](QPointF other) {
        return std::ranges::any_of(own, [&](QPointF each) { return (each - other).manhattanLength() <= near; });
    });
}

QSizeF RooflineSeriesKey::sizeInPlot(const std::vector<Row>& rows) const
{
    double widest = 0.0;
    for (const Row& row : rows)
        widest = std::max(widest, TextPainter::sizeOf(row.name, font()).width());
    return {widest + besideSign(theme()) + behindSign(theme()), lineHeight() * static_cast<double>(rows.size())};
}

std::vector<RooflineSeriesKey::Row> RooflineSeriesKey::inPlot() const
{
    constexpr double widest = 0.6; // of the plot
    std::vector<Row> rows = names(plot().width() * widest);
    if (rows.empty())
        return rows;
    const QSizeF whole = sizeInPlot(rows);
    QPointF sign(plot().right() - behindSign(theme()), placeFor(whole).bottom - whole.height() + lineHeight() * 0.3);
    for (Row& row : rows) {
        const double left = sign.x() - besideSign(theme()) - TextPainter::sizeOf(row.name, font()).width();
        row.sign = sign;
        row.box = QRectF(left, sign.y() - lineHeight() * 0.5, plot().right() - left, lineHeight());
        sign.ry() += lineHeight();
    }
    return rows;
}

std::vector<RooflineSeriesKey::Row> RooflineSeriesKey::above(QPointF corner) const
{
    const double before = theme().markerSize * 2.9; // the sign and the gap after it, as in the curves' key
    const double width = plot().width();
    std::vector<Row> rows = names(width - before);
    QPointF at = corner;
    for (Row& row : rows) {
        const double lead = row.hasSign ? before : 0.0;
        const double length = lead + TextPainter::sizeOf(row.name, font()).width();
        if (at.x() > corner.x() && at.x() + length > corner.x() + width)
            at = QPointF(corner.x() + before - lead, at.y() + lineHeight());
        row.box = QRectF(at, QSizeF(length, lineHeight()));
        row.sign = QPointF(at.x() + theme().markerSize * 1.1, row.box.center().y());
        row.isBeforeSign = false;
        at.rx() += length + theme().fontPixels * 1.2;
    }
    return rows;
}

double RooflineSeriesKey::heightAbove() const
{
    const std::vector<Row> rows = above({});
    return rows.empty() ? 0.0 : rows.back().box.bottom();
}

bool RooflineSeriesKey::belongsAbove(double mostHeight) const
{
    const std::vector<Row> rows = names(plot().width() * 0.6);
    return !rows.empty() && placeFor(sizeInPlot(rows)).covered > 0 && heightAbove() <= mostHeight;
}

/// Low on the right there is room under the roofs, but where small tensors lie there: then where the least is covered.
RooflineSeriesKey::Place RooflineSeriesKey::placeFor(QSizeF key) const
{
    const Place lowest{plot().bottom(), 0};
    if (!m_scene.hasResults)
        return lowest;
    const auto boxAt = [&](double bottom) {
        return QRectF(plot().right() - key.width(), bottom - key.height(), key.width(), key.height());
    };
    const auto pointsIn = [&](const QRectF& box, const RooflineSeries& series) {
        return std::ranges::count_if(series.points, [&](const ChartPoint& point) {
            // The cursor's has rings, and its probe.
            const double room = theme().markerSize * (point.workload == m_scene.cursor ? 2.5 : 0.6);
            return box.adjusted(-room, -room, room, room).contains(m_lines.pixelOf(point));
        });
    };
    std::vector<QPolygonF> own; // with names above them
    for (const QLineF& each : m_lines.modelLines())
        own.push_back(QPolygonF({each.p1(), each.p2()}));
    std::vector<QPolygonF> others;
    for (std::size_t i = 1; i < m_data.series.size(); ++i) {
        for (QPolygonF& part : m_lines.otherRoof(m_data.series[i]))
            others.push_back(std::move(part));
        others.push_back(m_lines.predictedLine(m_data.series[i]));
    }
    const auto linesIn = [](const QRectF& box, const std::vector<QPolygonF>& lines) {
        return std::ranges::count_if(lines, [&](const QPolygonF& each) { return !clippedPolyline(each, box).empty(); });
    };
    const auto covered = [&](double bottom) {
        const QRectF box = boxAt(bottom);
        std::ptrdiff_t cost = 100 * pointsIn(box, m_data.series.front());
        for (std::size_t i = 1; i < m_data.series.size(); ++i)
            cost += 10 * pointsIn(box, m_data.series[i]);
        const double name = bottom < plot().bottom() ? lineHeight() : 0.0;
        return cost + linesIn(box.adjusted(0.0, 0.0, 0.0, name), own) + linesIn(box, others);
    };
    Place best{lowest.bottom, covered(lowest.bottom)};
    for (double bottom = lowest.bottom; best.covered > 0 && bottom - key.height() >= plot().top();
         bottom -= theme().fontPixels * 0.5)
        if (const std::ptrdiff_t cost = covered(bottom); cost < best.covered)
            best = {bottom, cost};
    return best;
}

void RooflineSeriesKey::draw(QCPPainter* painter, const std::vector<Row>& rows) const
{
    for (const Row& row : rows) {
        const std::size_t i = row.series;
        const double left = row.hasSign ? row.sign.x() + besideSign(theme()) : row.box.left();
        text().draw(*painter,
                    row.isBeforeSign ? row.sign - QPointF(besideSign(theme()), 0) : QPointF(left, row.sign.y()),
                    row.name,
                    {.font = font(),
                     .color = theme().text,
                     .anchor = (row.isBeforeSign ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter,
                     .halo = row.isBeforeSign ? theme().plot : QColor()});
        if (row.hasSign && i > 0 && m_data.series[i].points.empty() && m_data.series[i].predicted.empty())
            drawRoofSign(*painter, row.sign, theme(), m_data.series[i].roofProvenance(), seriesColor(theme(), i - 1));
        else if (row.hasSign)
            drawSeriesSign(*painter, row.sign, theme(), m_data.series[i].provenance,
                           i == 0 ? std::nullopt : std::optional(seriesColor(theme(), i - 1, m_data.series[i].unlike)));
    }
}

} // namespace ridgepoint
