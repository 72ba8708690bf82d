// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/draw/roofline_labels.h"

#include "app/charts/draw/markers.h"
#include "app/charts/draw/roofline_key_rows.h"
#include "app/charts/draw/roofline_words.h"
#include "app/charts/style/clip.h"
#include "app/charts/style/oklab.h"
#include "app/charts/style/texts.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <span>
#include <string>
#include <utility>

namespace ridgepoint {
namespace {

/// The box of a text, without the room above capitals, which would keep labels farther from lines than they look.
QSizeF labelSize(const QString& text, const QFont& font)
{
    const QSizeF size = TextPainter::sizeOf(text, font);
    return {size.width() + 2.0, size.height() * 0.8};
}

/// Whether two roofs are one line to the eye, and told alike.
bool looksLike(const RoofLine& a, const RoofLine& b)
{
    return std::abs(a.roof.value / b.roof.value - 1.0) < 0.01 && a.factor == b.factor
        && a.roof.provenance == b.roof.provenance;
}

/// Places the names of roofs, ridge and overhead of one drawing, one after another.
class RoofNames : public ChartPart {
public:
    RoofNames(const RoofLines& lines, const ChartStyle& style, RooflineWords& words)
        : ChartPart(style), m_lines(lines), m_data(lines.data()), m_words(words)
    {}

    void blockObstacles(const RooflineLabels::Taken& taken);
    void placeComputeLabels();
    void placeRidgeLabel();
    void placeBandwidthLabels();
    void placeOverheadLabel();
    void placeFormerOverheadLabel();
    void placeReferenceLabels();
    void placeOtherLabels();
    void placeHiddenRoofs();

private:
    [[nodiscard]] QRectF plot() const { return m_lines.plot(); }
    /// Without interval and provenance, but with the mark of a what-if.
    [[nodiscard]] QString shortRoofLabel(const RoofLine& line) const;
    [[nodiscard]] QString roofLabel(const RoofLine& line) const;
    /// Left of where a level line begins, the nearest first.
    [[nodiscard]] std::vector<OrientedBox> placesBefore(const QLineF& line, QSizeF label) const;
    /// Where marks of kernels are no obstacle.
    [[nodiscard]] LabelPlacer overKernels() const;
    [[nodiscard]] std::optional<OrientedBox> placeOnSlope(LabelPlacer& placer, const QLineF& line, QSizeF label,
                                                          bool active, double preferred) const;

    const RoofLines& m_lines;
    const RooflineData& m_data;
    RooflineWords& m_words;
    std::vector<OrientedBox> m_kernels; ///< marks that labels keep off
};

QString RoofNames::shortRoofLabel(const RoofLine& line) const
{
    const QString value = roofWord(line.roof.id) + QLatin1Char(' ') + format().roofValue(line.roof);
    return line.factor == 1.0 ? value : value + tr(" (what if)");
}

QString RoofNames::roofLabel(const RoofLine& line) const
{
    QString label = shortRoofLabel(line);
    if (line.factor != 1.0)
        return label;
    const QString interval = m_data.detailed && line.active ? format().roofInterval(line.roof) : QString();
    if (!interval.isEmpty())
        label += QLatin1Char(' ') + interval;
    if (line.roof.provenance != Provenance::Measured)
        label += QStringLiteral(" (%1)").arg(QString::fromUtf8(nameOf(line.roof.provenance).data()));
    return label;
}

void RoofNames::blockObstacles(const RooflineLabels::Taken& taken)
{
    const double marker = theme().markerSize;
    if (taken.words.isValid()) {
        m_words.blockKey(QRectF(plot().topLeft(), taken.words + QSizeF(6.0, 6.0)));
    }
    // Samples lie on or under the active roof: the room that their markers may take is kept free, whether they have
    // arrived or not, so that labels stand still.
    for (const RoofLine& line : m_data.computes) {
        const auto drawn = m_lines.computeLine(line);
        if (!drawn)
            continue;
        m_words.placer().avoid(*drawn);
        if (line.active)
            m_words.placer().block(
                QRectF(drawn->p1() - QPointF(0, marker * 0.5), drawn->p2() + QPointF(0, marker * 0.9)).normalized());
    }
    for (const RoofLine& line : m_data.bandwidths) {
        const auto drawn = m_lines.bandwidthLine(line);
        if (!drawn)
            continue;
        m_words.placer().avoid(*drawn);
        const double degrees = std::atan2(drawn->dy(), drawn->dx()) * 180.0 / std::numbers::pi;
        if (line.active)
            m_words.placer().block(OrientedBox{drawn->center(), drawn->length(), marker, degrees});
    }
    for (const RidgePoint& ridge : m_data.ridges)
        if (ridge.active)
            m_words.placer().block(
                OrientedBox{m_lines.pixel(ridge.intensity, ridge.performance), marker * 1.2, marker * 1.2, 0.0});
    if (const auto drawn = m_lines.extensionLine())
        m_words.placer().avoid(*drawn);
    std::vector<QPolygonF> others = m_lines.overheadLine();
    for (std::size_t i = 1; i < m_data.series.size(); ++i)
        for (QPolygonF& part : m_lines.otherRoof(m_data.series[i]))
            others.push_back(std::move(part));
    for (const QPolygonF& part : others)
        for (qsizetype i = 0; i + 1 < part.size(); ++i)
            m_words.placer().avoid(QLineF(part[i], part[i + 1]));
    if (!taken.hasResults)
        return;
    for (std::size_t i = 1; i < m_data.series.size(); ++i)
        for (const QPolygonF& part : clippedPolyline(m_lines.predictedLine(m_data.series[i]), plot())) {
            const QPolygonF few = simplified(part, 0.5); // so that it counts as often as a roof
            for (qsizetype at = 0; at + 1 < few.size(); ++at)
                m_words.placer().avoid(QLineF(few[at], few[at + 1]));
        }
    for (const RooflineSeries& series : m_data.series)
        for (const ChartPoint& point : series.points)
            if (!isPredicted(point)) // a place on a line, where no marker stands
                m_words.placer().block(OrientedBox{m_lines.pixel(point.intensity(), point.performance()), marker * 0.78,
                                                   marker * 0.78, 0.0});
    for (const ChartPoint& point : taken.pinned)
        m_words.placer().block(
            OrientedBox{m_lines.pixel(point.intensity(), point.performance()), marker * 0.56, marker * 0.56, 0.0});
    const KernelMarks marks(m_lines, style());
    marks.block(m_words.placer());
    m_kernels = marks.room();
}

LabelPlacer RoofNames::overKernels() const
{
    LabelPlacer placer = m_words.placer();
    for (const OrientedBox& mark : m_kernels)
        placer.release(mark);
    return placer;
}

void RoofNames::placeComputeLabels()
{
    std::vector<const RoofLine*> named;
    for (const bool active : {true, false})
        for (const RoofLine& line : m_data.computes) {
            const auto drawn = m_lines.computeLine(line);
            if (!drawn || line.active != active || std::find(named.begin(), named.end(), &line) != named.end())
                continue;
            // Lines that lie on each other, as those of a unit's 16-bit formats, share a name.
            QStringList others;
            for (const RoofLine& other : m_data.computes)
                if (!active && &other != &line && !other.active && looksLike(other, line)) {
                    named.push_back(&other);
                    others << roofWord(other.roof.id);
                }
            others << QString();
            const QFont font = theme().font(0.95, active ? QFont::DemiBold : QFont::Normal);
            const QString before = others.join(QStringLiteral(", "));
            const double gap = active ? theme().markerSize * 0.65 : theme().lineWidth * 0.5 + 2.0;
            const auto place = [&](LabelPlacer& placer, const QString& own, int mostCrossings) {
                const QSizeF size = labelSize(before + own, font);
                // A short line's label may reach left over the slope.
                const QLineF room(
                    QPointF(std::max(plot().left(), std::min(drawn->x1(), drawn->x2() - size.width() - 4.0)),
                            drawn->y1()),
                    drawn->p2());
                auto box = placer.placeAlong(room, size, gap, 1.0, active, mostCrossings);
                if (!box && !active)
                    box = placer.place(placesBefore(*drawn, size), 0);
                if (box)
                    m_words.add(before + own, *box, font, active ? theme().text : theme().mutedText);
                return box;
            };
            // The interval is left out where the line is too short for it; a line that crosses the name is better than
            // none.
            std::optional<OrientedBox> box;
            for (const int mostCrossings : {0, LabelPlacer::anyCrossings})
                for (const QString& own : {roofLabel(line), shortRoofLabel(line)})
                    if (!box)
                        box = place(m_words.placer(), own, mostCrossings);
            if (LabelPlacer over = overKernels();
                !box && active && (box = place(over, shortRoofLabel(line), LabelPlacer::anyCrossings)))
                m_words.placer().block(*box);
        }
}

std::vector<OrientedBox> RoofNames::placesBefore(const QLineF& line, QSizeF label) const
{
    std::vector<OrientedBox> places;
    for (const double away : {0.6, 1.2, 2.0, 3.0})
        places.push_back(
            {line.p1() - QPointF(theme().markerSize * 0.3 + theme().fontPixels * away + label.width() / 2.0, 0.0),
             label.width(), label.height(), 0.0});
    return places;
}

/// A matrix unit's roof would press the rest flat: the rim says that there is one.
void RoofNames::placeHiddenRoofs()
{
    const RoofLine* lowest = nullptr;
    int others = -1;
    for (const RoofLine& line : m_data.computes)
        if (line.roof.value > m_lines.performanceAxis().range().upper) {
            ++others;
            lowest = lowest == nullptr || line.roof.value < lowest->roof.value ? &line : lowest;
        }
    if (lowest == nullptr)
        return;
    const QString words = others == 0 ? tr("↑ %1").arg(shortRoofLabel(*lowest))
                                      : tr("↑ %1, %2 more").arg(shortRoofLabel(*lowest), format().whole(others));
    const QFont font = theme().font(0.88);
    const QSizeF size = labelSize(words, font);
    const double y = plot().top() + size.height() + 6.0;
    if (const auto box = m_words.placer().placeAlong(QLineF(plot().left(), y, plot().right(), y), size, 2.0, 0.95))
        m_words.add(words, *box, font, theme().mutedText);
}

void RoofNames::placeRidgeLabel()
{
    for (const RidgePoint& ridge : m_data.ridges) {
        const QPointF at = m_lines.pixel(ridge.intensity, ridge.performance);
        if (!ridge.active || !plot().contains(at))
            continue;
        const QFont font = theme().font(0.95);
        const QString words = tr("ridge %1").arg(format().intensity(ridge.intensity, m_data.line.operation));
        const QSizeF size = labelSize(words, font);
        const double up = size.height() * 0.5 + theme().markerSize * 0.9;
        std::vector<OrientedBox> candidates;
        for (const double lift : {up, up + size.height(), up + 2.0 * size.height()})
            for (const double side : {-0.45, -0.3, -0.6, -0.15, 0.0, 0.3, 0.55})
                candidates.push_back({at + QPointF(size.width() * side, -lift), size.width(), size.height(), 0.0});
        if (const auto box = m_words.placer().place(candidates)) {
            m_words.addRidge(words, *box, font, candidates);
        }
    }
}

/// A name that another roof strikes through would be read as that one's: where there is no room along its own, it
/// stands beyond the end, or nowhere.
std::optional<OrientedBox> RoofNames::placeOnSlope(LabelPlacer& placer, const QLineF& line, QSizeF label, bool active,
                                                   double preferred) const
{
    if (active) { // under it there is room, too, beyond the samples
        const double gap = theme().markerSize * 0.65;
        const auto above = placer.placeAlong(line, label, gap, preferred, true, 0);
        return above ? above : placer.placeAlong(line, label, gap, preferred, false, 0);
    }
    // Steep roofs, and those that were moved, come close to each other: their names keep a distance where there is room
    // for it.
    const double gap = theme().lineWidth * 0.5 + 2.0;
    const QSizeF apart(label.width() + 1.5 * theme().fontPixels, label.height() * 1.7);
    auto box = placer.placeAlong(line, apart, gap - (apart.height() - label.height()) * 0.5, preferred, true, 0);
    if (!box)
        box = placer.placeAlong(line, label, gap, preferred, true, 0);
    return box ? box : placer.placeBeyond(line, label, theme().markerSize * 0.6);
}

void RoofNames::placeBandwidthLabels()
{
    double preferred = 0.42;
    for (const bool active : {true, false})
        for (const RoofLine& line : m_data.bandwidths) {
            const auto drawn = m_lines.bandwidthLine(line);
            if (!drawn || line.active != active)
                continue;
            const QFont font = theme().font(0.95, active ? QFont::DemiBold : QFont::Normal);
            const QColor color = active ? theme().text : theme().mutedText;
            const auto place = [&] {
                for (const QString& words : {roofLabel(line), shortRoofLabel(line)})
                    if (const auto box = placeOnSlope(m_words.placer(), *drawn, labelSize(words, font), active,
                                                      preferred))
                        return m_words.add(words, *box, font, color);
                // The value of the roof that rules the point is read before what a kernel's mark hides.
                if (LabelPlacer over = overKernels(); active && !m_kernels.empty())
                    if (const auto box = placeOnSlope(over, *drawn, labelSize(shortRoofLabel(line), font), active,
                                                      preferred)) {
                        m_words.placer().block(*box);
                        return m_words.add(shortRoofLabel(line), *box, font, color);
                    }
                if (!active || line.factor == 1.0) // the value that a what-if gives is looked for: sooner crossed
                    if (const auto box = placeOnSlope(m_words.placer(), *drawn, labelSize(roofWord(line.roof.id), font),
                                                      active, preferred))
                        return m_words.add(roofWord(line.roof.id), *box, font, color);
                // The roof that rules the point has its name whatever crosses it; another one's covers a piece of its
                // own line, or is left to the mouse.
                for (const QString& words : {shortRoofLabel(line), roofWord(line.roof.id)}) {
                    const QSizeF size = labelSize(words, font);
                    const auto box = active
                                       ? m_words.placer().placeAlong(*drawn, size, theme().markerSize * 0.65, preferred)
                                       : m_words.placer().placeAlong(*drawn, size, -size.height() / 2.0, preferred,
                                                                     true, 1);
                    if (box)
                        return m_words.add(words, *box, font, color);
                }
            };
            place();
            preferred = active ? 0.35 : preferred + 0.06;
        }
}

void RoofNames::placeOverheadLabel()
{
    if (!m_data.overhead)
        return;
    const QFont font = theme().font(0.95, QFont::DemiBold);
    // A small size stands for the sliders' where that one's roof is out of view.
    const QString words = (m_data.overhead->reference ? tr("overhead if only %1 %2") : tr("overhead at %1 %2"))
                              .arg(
                                  format().count(static_cast<double>(m_data.overhead->workload.elements)),
                                  elementWord(m_data.overhead->workload.precision, m_data.overhead->workload.elements));
    const auto add = [&](const OrientedBox& box) {
        m_words.add(
            {words,
             box.center,
             {.font = font, .color = theme().overheadText, .anchor = Qt::AlignCenter, .rotationDegrees = box.degrees}});
    };
    // Moved by a what-if it comes among other roofs and their names: there its own stands along the curve itself, on
    // whose chord it would stand in the curve.
    if (m_data.originalOverhead)
        for (const QPolygonF& part : m_lines.overheadLine())
            if (const auto box = m_words.placer().place(
                    placesAlong(part, labelSize(words, font), theme().lineWidth * 1.2), 0))
                return add(*box);
    for (const QPolygonF& part : m_lines.overheadLine()) {
        // The straight, rising part: up to where the curve has lost a third of its first slope.
        qsizetype end = 1;
        const QLineF first(part[0], part[1]);
        while (end + 1 < part.size() && std::abs(QLineF(part[end], part[end + 1]).dy()) > 0.66 * std::abs(first.dy()))
            ++end;
        const QLineF line(part[0], part[end]);
        auto box = m_words.placer().placeAlong(line, labelSize(words, font), theme().lineWidth * 1.2, 0.6, false);
        if (!box) // samples of this size lie along it
            box = m_words.placer().placeAlong(line, labelSize(words, font), theme().markerSize * 0.65, 0.6, false);
        if (box)
            return add(*box);
    }
}

/// A what-if's launch cost moves the overhead roof: the thin curve that stays is what it was.
void RoofNames::placeFormerOverheadLabel()
{
    if (!m_data.originalOverhead)
        return;
    const QFont font = theme().font(0.85);
    const QString words = tr("overhead, %1").arg(ridgepoint::text(nameOf(m_data.originalOverhead->provenance)));
    const QSizeF size = labelSize(words, font);
    for (const QPolygonF& part : m_lines.overheadLine(*m_data.originalOverhead))
        if (const auto box = m_words.placer().place(placesAlong(part, size, theme().lineWidth * 1.2), 0))
            return m_words.add(words, *box, font, theme().mutedText);
}

void RoofNames::placeReferenceLabels()
{
    double preferred = 0.7;
    for (const ReferenceLine& line : m_data.lines) {
        const auto drawn = m_lines.referenceLine(line);
        if (!drawn)
            continue;
        QFont font = theme().font(0.85);
        font.setItalic(true);
        const QString words = referenceLabel(line, format());
        const QSizeF size = TextPainter::sizeOf(words, font);
        if (const auto box = m_words.placer().placeAlong(*drawn, {size.width() + 2.0, size.height() * 0.8},
                                                         theme().lineWidth + 1.0, preferred))
            m_words.add(words, *box, font, theme().mutedText);
        preferred = preferred > 0.3 ? preferred - 0.2 : 0.7;
    }
}

/// Each device's roofs in its colour, with the operation: they may be of another than the own.
void RoofNames::placeOtherLabels()
{
    const QFont font = theme().font(0.88);
    for (std::size_t i = 1; i < m_data.series.size(); ++i) {
        const RooflineSeries& series = m_data.series[i];
        QLineF slope;
        QLineF flat;
        for (const QPolygonF& part : m_lines.otherRoof(series))
            for (qsizetype at = 0; at + 1 < part.size(); ++at) {
                const QLineF piece(part[at], part[at + 1]);
                QLineF& longest = std::abs(piece.dy()) < 0.5 ? flat : slope;
                longest = piece.length() > longest.length() ? piece : longest;
            }
        const QString device = modelOf(QString::fromStdString(series.name));
        const auto place = [&](const QString& words, QLineF line, bool isFlat, double preferred) {
            const QSizeF size = labelSize(words, font);
            if (isFlat) // above a short one a label may reach left over the slope
                line.setP1({std::max(plot().left(), std::min(line.x1(), line.x2() - size.width() - 4.0)), line.y1()});
            const auto box = m_words.placer().placeAlong(line, size, theme().lineWidth * 0.5 + 2.0, preferred, isFlat,
                                                         0);
            if (box)
                m_words.add(words, *box, font, mix(theme().text, seriesColor(theme(), i - 1), 0.8));
            return box.has_value();
        };
        const auto name = [&](const QLineF& line, const Roof& roof, double preferred) {
            const QString value = format().roofValue(roof);
            const bool isFlat = roof.kind == RoofKind::Compute;
            for (const QString& words : {QStringLiteral("%1 %2 %3").arg(device, roofWord(roof.id), value),
                                         QStringLiteral("%1 %2").arg(device, value)})
                if (place(words, line, isFlat, preferred))
                    return;
            // Where both have no room in one piece, each may have.
            place(value, line, isFlat, preferred);
            place(device, line, isFlat, preferred);
        };
        if (series.compute && !flat.isNull())
            name(flat, series.compute->roof, 1.0);
        if (!slope.isNull())
            name(slope, series.bandwidth->roof, 0.5);
    }
}

} // namespace

void RooflineLabels::place(const RoofLines& lines, const ChartStyle& style, const Taken& taken)
{
    m_labels.clear();
    RooflineWords words(lines.plot(), style, m_labels);
    RoofNames names(lines, style, words);
    RooflineKeyRows key(lines, style, words, taken.under);
    const KernelMarks marks(lines, style);
    names.blockObstacles(taken);
    names.placeComputeLabels();
    names.placeRidgeLabel();
    names.placeBandwidthLabels();
    for (const QRectF& row : taken.key)
        words.blockKey(row);
    words.clearRidge();
    m_ownKey.reset();
    m_circleKey.reset();
    m_hollowKey.reset();
    m_circleColors = marks.circleColors();
    m_paleKey.reset();
    m_unknownKey.reset();
    if (taken.hasResults) { // a star has few places for its name, a row of the key and a line many
        for (PlacedLabel& label : marks.names(words.placer(), words.besideWords(), taken.isFile))
            words.add(std::move(label));
        m_ownKey = key.placeOwnKey(taken.isFile);
        m_circleKey = key.placeCircleKey(m_circleColors.size());
        m_hollowKey = key.placeHollowKey();
        key.placeAbsentKey();
        words.clearRidge();
    }
    m_kernelKey = key.room();
    m_unplacedRows = key.unplaced();
    names.placeOverheadLabel();
    names.placeFormerOverheadLabel();
    names.placeReferenceLabels();
    names.placeOtherLabels();
    names.placeHiddenRoofs();
    if (!taken.hasResults)
        return;
    m_paleKey = key.placePaleKey(); // last, so that nothing else moves once a point is pale
    if (!taken.hasSigns)
        m_unknownKey = key.placeUnknownKey();
}

void RooflineLabels::draw(QCPPainter* painter, const ChartStyle& style) const
{
    for (const PlacedLabel& label : m_labels)
        style.text.draw(*painter, label.at, label.words, label.style);
    if (m_ownKey)
        drawOwnMarker(*painter, *m_ownKey, style.theme, style.theme.markerSize * 1.6);
    if (m_circleKey)
        for (std::size_t i = 0; i < m_circleColors.size(); ++i)
            drawKernelCircle(*painter, *m_circleKey + QPointF(static_cast<double>(i) * circleStep(style.theme), 0.0),
                             style.theme, m_circleColors[i], style.theme.markerSize * 1.3, true);
    if (m_hollowKey)
        drawKernelCircle(*painter, *m_hollowKey, style.theme, m_circleColors.front(), style.theme.markerSize * 1.3,
                         false);
    ChartPoint point;
    if (m_unknownKey)
        drawMarker(*painter, *m_unknownKey, point, style.theme, {.size = style.theme.markerSize});
    if (!m_paleKey)
        return;
    point.regime = Regime::Memory; // as in the map's legend
    for (const bool isPale : {false, true}) {
        point.flags = isPale ? FlagSet(Flag::Ambiguous) : FlagSet();
        drawMarker(*painter, *m_paleKey + QPointF(isPale ? style.theme.markerSize * 1.4 : 0.0, 0.0), point, style.theme,
                   {.size = style.theme.markerSize});
    }
}

void RooflineLabels::drawOver(QCPPainter* painter, const ChartStyle& style, std::span<const OrientedBox> marks) const
{
    const std::vector<OrientedBox> taken = room(style); // the labels' first
    for (std::size_t i = 0; i < m_labels.size(); ++i)
        if (std::ranges::any_of(marks, [&](const OrientedBox& mark) { return overlap(taken[i], mark); }))
            style.text.draw(*painter, m_labels[i].at, m_labels[i].words, m_labels[i].style);
}

std::vector<OrientedBox> RooflineLabels::room(const ChartStyle& style) const
{
    std::vector<OrientedBox> room;
    for (const PlacedLabel& label : m_labels)
        room.push_back(label.box());
    if (m_ownKey)
        room.push_back({*m_ownKey, style.theme.markerSize * 1.6, style.theme.markerSize * 1.6, 0.0});
    if (m_circleKey)
        for (std::size_t i = 0; i < m_circleColors.size(); ++i)
            room.push_back({*m_circleKey + QPointF(static_cast<double>(i) * circleStep(style.theme), 0.0),
                            style.theme.markerSize * 1.3, style.theme.markerSize * 1.3, 0.0});
    if (m_hollowKey)
        room.push_back({*m_hollowKey, style.theme.markerSize * 1.3, style.theme.markerSize * 1.3, 0.0});
    if (m_paleKey)
        room.push_back({*m_paleKey + QPointF(style.theme.markerSize * 0.7, 0.0), style.theme.markerSize * 2.6,
                        style.theme.markerSize * 1.2, 0.0});
    if (m_unknownKey)
        room.push_back({*m_unknownKey, style.theme.markerSize * 1.2, style.theme.markerSize * 1.2, 0.0});
    return room;
}

QString referenceLabel(const ReferenceLine& line, const Format& format)
{
    return QStringLiteral("%1 %2").arg(QString::fromStdString(line.label), format.roofValue(roofOf(line)));
}

} // namespace ridgepoint
