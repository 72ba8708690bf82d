// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/draw/roofline_labels.h"

#include "app/charts/data/own_kernels.h"
#include "app/charts/draw/markers.h"
#include "app/charts/style/clip.h"
#include "app/charts/style/oklab.h"
#include "app/charts/style/texts.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>
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

/// From one circle of the key to the next, where several devices have kernels.
double circleStep(const Theme& theme) { return theme.markerSize * 1.5; }

/// Places the labels of one drawing one after another.
class Placing : public ChartPart {
public:
    Placing(const RoofLines& lines, const ChartStyle& style, std::vector<PlacedLabel>& labels)
        : ChartPart(style), m_lines(lines), m_data(lines.data()), m_labels(labels), m_placer(lines.plot())
    {}

    void blockObstacles(const RooflineLabels::Taken& taken);
    void blockKey(const std::vector<QRectF>& rows);
    void placeComputeLabels();
    void placeRidgeLabel();
    /// A ridge's label under a key, or so close beside one that it reads as its end, gives way to it.
    void clearRidge();
    void placeBandwidthLabels();
    void placeOverheadLabel();
    void placeReferenceLabels();
    void placeOtherLabels();
    [[nodiscard]] std::optional<QPointF> placeOwnKey(bool isFile, QRectF& room);
    [[nodiscard]] std::optional<QPointF> placeCircleKey(std::size_t circles, QRectF& room);
    [[nodiscard]] std::optional<QPointF> placeHollowKey(QRectF& room);
    void placeAbsentKey(QRectF& room);
    void placeOwnNames(bool isFile);
    void placeHiddenRoofs();
    [[nodiscard]] std::optional<QPointF> placePaleKey();

private:
    [[nodiscard]] QRectF plot() const { return m_lines.plot(); }
    /// Without interval and provenance, but with the mark of a what-if.
    [[nodiscard]] QString shortRoofLabel(const RoofLine& line) const;
    [[nodiscard]] QString roofLabel(const RoofLine& line) const;
    /// Left of where a level line begins, the nearest first.
    [[nodiscard]] std::vector<OrientedBox> placesBefore(const QLineF& line, QSizeF label) const;
    [[nodiscard]] QString countWords(bool imported) const;
    [[nodiscard]] QString areaWords() const;
    /// A row of the key in lines no wider than this, and its places down the left side.
    struct KeyRow {
        QStringList lines;
        QSizeF size;
        std::vector<OrientedBox> places;
    };
    [[nodiscard]] KeyRow keyRow(const QString& words, const QFont& font, double roomOfSigns, double width) const;
    std::optional<QPointF> placeKeyRow(const QString& words, std::size_t signs, bool must, QRectF& room);
    /// Of those that cover no key the first that covers the fewest labels.
    [[nodiscard]] std::optional<OrientedBox> besideKeys(const std::vector<OrientedBox>& places) const;
    /// Labels that a row of the key covers go, but for the ridge's, which moves.
    void clearLabels(const OrientedBox& row);
    [[nodiscard]] bool isUnder(const OrientedBox& row, std::size_t label) const
    {
        return (!m_ridge || m_ridge->index != label) && overlap(row, m_labels[label].box());
    }
    /// Where marks of kernels are no obstacle.
    [[nodiscard]] LabelPlacer overKernels() const;
    [[nodiscard]] std::optional<OrientedBox> placeOnSlope(LabelPlacer& placer, const QLineF& line, QSizeF label,
                                                          bool active, double preferred) const;
    /// A label on its box, turned with it.
    void add(const QString& words, const OrientedBox& box, const QFont& font, const QColor& color)
    {
        m_labels.push_back({words,
                            box.center,
                            {.font = font,
                             .color = color,
                             .anchor = Qt::AlignCenter,
                             .rotationDegrees = box.degrees,
                             .halo = theme().plot}});
    }

    const RoofLines& m_lines;
    const RooflineData& m_data;
    std::vector<PlacedLabel>& m_labels;
    LabelPlacer m_placer;
    /// The ridge's label, where it was placed, and its other places.
    struct RidgeLabel {
        std::size_t index;
        OrientedBox box;
        std::vector<OrientedBox> places;
    };
    std::optional<RidgeLabel> m_ridge;
    std::vector<QRectF> m_wordsBeside;  ///< of the what-if and the keys
    std::vector<OrientedBox> m_kernels; ///< marks that labels keep off
};

QString Placing::shortRoofLabel(const RoofLine& line) const
{
    const QString value = roofWord(line.roof.id) + QLatin1Char(' ') + format().roofValue(line.roof);
    return line.factor == 1.0 ? value : value + tr(" (what if)");
}

QString Placing::roofLabel(const RoofLine& line) const
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

void Placing::blockObstacles(const RooflineLabels::Taken& taken)
{
    const double marker = theme().markerSize;
    if (taken.words.isValid()) {
        m_wordsBeside.emplace_back(plot().topLeft(), taken.words + QSizeF(6.0, 6.0));
        m_placer.block(m_wordsBeside.back());
    }
    // Samples lie on or under the active roof: the room that their markers may take is kept free, whether they have
    // arrived or not, so that labels stand still.
    for (const RoofLine& line : m_data.computes) {
        const auto drawn = m_lines.computeLine(line);
        if (!drawn)
            continue;
        m_placer.avoid(*drawn);
        if (line.active)
            m_placer.block(
                QRectF(drawn->p1() - QPointF(0, marker * 0.5), drawn->p2() + QPointF(0, marker * 0.9)).normalized());
    }
    for (const RoofLine& line : m_data.bandwidths) {
        const auto drawn = m_lines.bandwidthLine(line);
        if (!drawn)
            continue;
        m_placer.avoid(*drawn);
        const double degrees = std::atan2(drawn->dy(), drawn->dx()) * 180.0 / std::numbers::pi;
        if (line.active)
            m_placer.block(OrientedBox{drawn->center(), drawn->length(), marker, degrees});
    }
    for (const RidgePoint& ridge : m_data.ridges)
        if (ridge.active)
            m_placer.block(
                OrientedBox{m_lines.pixel(ridge.intensity, ridge.performance), marker * 1.2, marker * 1.2, 0.0});
    if (const auto drawn = m_lines.extensionLine())
        m_placer.avoid(*drawn);
    std::vector<QPolygonF> others = m_lines.overheadLine();
    for (std::size_t i = 1; i < m_data.series.size(); ++i)
        for (QPolygonF& part : m_lines.otherRoof(m_data.series[i]))
            others.push_back(std::move(part));
    for (const QPolygonF& part : others)
        for (qsizetype i = 0; i + 1 < part.size(); ++i)
            m_placer.avoid(QLineF(part[i], part[i + 1]));
    if (!taken.hasResults)
        return;
    for (std::size_t i = 1; i < m_data.series.size(); ++i)
        for (const QPolygonF& part : clippedPolyline(m_lines.predictedLine(m_data.series[i]), plot())) {
            const QPolygonF few = simplified(part, 0.5); // so that it counts as often as a roof
            for (qsizetype at = 0; at + 1 < few.size(); ++at)
                m_placer.avoid(QLineF(few[at], few[at + 1]));
        }
    for (const RooflineSeries& series : m_data.series)
        for (const ChartPoint& point : series.points)
            if (!isPredicted(point)) // a place on a line, where no marker stands
                m_placer.block(OrientedBox{m_lines.pixel(point.intensity(), point.performance()), marker * 0.78,
                                           marker * 0.78, 0.0});
    for (const ChartPoint& point : taken.pinned)
        m_placer.block(
            OrientedBox{m_lines.pixel(point.intensity(), point.performance()), marker * 0.56, marker * 0.56, 0.0});
    const KernelMarks marks(m_lines, style());
    marks.block(m_placer);
    m_kernels = marks.room();
}

LabelPlacer Placing::overKernels() const
{
    LabelPlacer placer = m_placer;
    for (const OrientedBox& mark : m_kernels)
        placer.release(mark);
    return placer;
}

void Placing::blockKey(const std::vector<QRectF>& rows)
{
    for (const QRectF& row : rows) {
        m_placer.block(row);
        m_wordsBeside.push_back(row);
    }
}

void Placing::placeComputeLabels()
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
                    add(before + own, *box, font, active ? theme().text : theme().mutedText);
                return box;
            };
            // The interval is left out where the line is too short for it; a line that crosses the name is better than
            // none.
            std::optional<OrientedBox> box;
            for (const int mostCrossings : {0, LabelPlacer::anyCrossings})
                for (const QString& own : {roofLabel(line), shortRoofLabel(line)})
                    if (!box)
                        box = place(m_placer, own, mostCrossings);
            if (LabelPlacer over = overKernels();
                !box && active && (box = place(over, shortRoofLabel(line), LabelPlacer::anyCrossings)))
                m_placer.block(*box);
        }
}

std::vector<OrientedBox> Placing::placesBefore(const QLineF& line, QSizeF label) const
{
    std::vector<OrientedBox> places;
    for (const double away : {0.6, 1.2, 2.0, 3.0})
        places.push_back(
            {line.p1() - QPointF(theme().markerSize * 0.3 + theme().fontPixels * away + label.width() / 2.0, 0.0),
             label.width(), label.height(), 0.0});
    return places;
}

/// A matrix unit's roof would press the rest flat: the rim says that there is one.
void Placing::placeHiddenRoofs()
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
    if (const auto box = m_placer.placeAlong(QLineF(plot().left(), y, plot().right(), y), size, 2.0, 0.95))
        add(words, *box, font, theme().mutedText);
}

void Placing::placeRidgeLabel()
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
        if (const auto box = m_placer.place(candidates)) {
            m_ridge = RidgeLabel{m_labels.size(), *box, candidates};
            add(words, *box, font, theme().mutedText);
        }
    }
}

void Placing::clearRidge()
{
    if (!m_ridge)
        return;
    const double apart = theme().fontPixels * 1.5;
    std::vector<OrientedBox> rooms;
    for (const QRectF& key : m_wordsBeside)
        rooms.push_back({key.center(), key.width() + 2.0 * apart, key.height(), 0.0});
    if (std::ranges::none_of(rooms, [this](const OrientedBox& room) { return overlap(room, m_ridge->box); }))
        return;
    m_placer.release(m_ridge->box);
    LabelPlacer beside = m_placer;
    for (const OrientedBox& room : rooms)
        beside.block(room);
    if (const auto box = beside.place(m_ridge->places)) {
        m_placer.block(*box);
        m_labels[m_ridge->index].at = box->center;
        m_ridge->box = *box;
        return;
    }
    m_labels.erase(m_labels.begin() + static_cast<std::ptrdiff_t>(m_ridge->index));
    m_ridge.reset();
}

/// A name that another roof strikes through would be read as that one's: where there is no room along its own, it
/// stands beyond the end, or nowhere.
std::optional<OrientedBox> Placing::placeOnSlope(LabelPlacer& placer, const QLineF& line, QSizeF label, bool active,
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

void Placing::placeBandwidthLabels()
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
                    if (const auto box = placeOnSlope(m_placer, *drawn, labelSize(words, font), active, preferred))
                        return add(words, *box, font, color);
                // The value of the roof that rules the point is read before what a kernel's mark hides.
                if (LabelPlacer over = overKernels(); active && !m_kernels.empty())
                    if (const auto box = placeOnSlope(over, *drawn, labelSize(shortRoofLabel(line), font), active,
                                                      preferred)) {
                        m_placer.block(*box);
                        return add(shortRoofLabel(line), *box, font, color);
                    }
                if (!active || line.factor == 1.0) // the value that a what-if gives is looked for: sooner crossed
                    if (const auto box = placeOnSlope(m_placer, *drawn, labelSize(roofWord(line.roof.id), font), active,
                                                      preferred))
                        return add(roofWord(line.roof.id), *box, font, color);
                // The roof that rules the point has its name whatever crosses it; another one's covers a piece of its
                // own line, or is left to the mouse.
                for (const QString& words : {shortRoofLabel(line), roofWord(line.roof.id)}) {
                    const QSizeF size = labelSize(words, font);
                    const auto box = active
                                       ? m_placer.placeAlong(*drawn, size, theme().markerSize * 0.65, preferred)
                                       : m_placer.placeAlong(*drawn, size, -size.height() / 2.0, preferred, true, 1);
                    if (box)
                        return add(words, *box, font, color);
                }
            };
            place();
            preferred = active ? 0.35 : preferred + 0.06;
        }
}

void Placing::placeOverheadLabel()
{
    if (!m_data.overhead)
        return;
    const QFont font = theme().font(0.95, QFont::DemiBold);
    // A small size stands for the sliders' where that one's roof is out of view.
    const QString words = (m_data.overhead->reference ? tr("overhead if only %1 %2") : tr("overhead at %1 %2"))
                              .arg(
                                  format().count(static_cast<double>(m_data.overhead->workload.elements)),
                                  elementWord(m_data.overhead->workload.precision, m_data.overhead->workload.elements));
    for (const QPolygonF& part : m_lines.overheadLine()) {
        // The straight, rising part: up to where the curve has lost a third of its first slope.
        qsizetype end = 1;
        const QLineF first(part[0], part[1]);
        while (end + 1 < part.size() && std::abs(QLineF(part[end], part[end + 1]).dy()) > 0.66 * std::abs(first.dy()))
            ++end;
        const QLineF line(part[0], part[end]);
        auto box = m_placer.placeAlong(line, labelSize(words, font), theme().lineWidth * 1.2, 0.6, false);
        if (!box) // samples of this size lie along it
            box = m_placer.placeAlong(line, labelSize(words, font), theme().markerSize * 0.65, 0.6, false);
        if (box) {
            m_labels.push_back({words,
                                box->center,
                                {.font = font,
                                 .color = theme().overheadText,
                                 .anchor = Qt::AlignCenter,
                                 .rotationDegrees = box->degrees}});
            return;
        }
    }
}

void Placing::placeReferenceLabels()
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
        if (const auto box = m_placer.placeAlong(*drawn, {size.width() + 2.0, size.height() * 0.8},
                                                 theme().lineWidth + 1.0, preferred))
            add(words, *box, font, theme().mutedText);
        preferred = preferred > 0.3 ? preferred - 0.2 : 0.7;
    }
}

/// Each device's roofs in its colour, with the operation: they may be of another than the own.
void Placing::placeOtherLabels()
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
        const auto name = [&](QLineF line, const Roof& roof, double preferred) {
            const QString value = format().roofValue(roof);
            for (const QString& words : {QStringLiteral("%1 %2 %3").arg(device, roofWord(roof.id), value),
                                         QStringLiteral("%1 %2").arg(device, value), value}) {
                const QSizeF size = labelSize(words, font);
                const bool isFlat = roof.kind == RoofKind::Compute;
                if (isFlat) // above a short one a label may reach left over the slope
                    line.setP1(
                        {std::max(plot().left(), std::min(line.x1(), line.x2() - size.width() - 4.0)), line.y1()});
                if (const auto box = m_placer.placeAlong(line, size, theme().lineWidth * 0.5 + 2.0, preferred, isFlat,
                                                         0)) {
                    add(words, *box, font, mix(theme().text, seriesColor(theme(), i - 1), 0.8));
                    return;
                }
            }
        };
        if (series.compute && !flat.isNull())
            name(flat, series.compute->roof, 1.0);
        if (!slope.isNull())
            name(slope, series.bandwidth->roof, 0.5);
    }
}

/// "the 60 longest of 14,210 with “gemm”, 3 outside": how many stars or circles there are of all that could be, why not
/// the rest, and how many of them lie beyond the axes; empty without any.
QString Placing::countWords(bool imported) const
{
    const KernelMarks marks(m_lines, style());
    std::size_t placed = 0;
    std::size_t outside = 0;
    std::set<std::string> devices; // of each the longest are drawn
    for (const DrawnKernel& kernel : m_data.kernels.drawn)
        if (kernel.isImported() == imported) {
            ++placed;
            devices.insert(kernel.kernel.device);
            outside += marks.placeOf(kernel) ? 0 : 1;
        }
    if (placed == 0)
        return {};
    const auto whole = [this](std::size_t count) { return format().whole(static_cast<std::int64_t>(count)); };
    const std::size_t imports = m_data.kernels.matchingImported;
    const std::size_t all = imported ? imports : m_data.kernels.matching - imports;
    const QString number = placed == all      ? whole(placed)
                         : placed == 1        ? tr("the longest of %1").arg(whole(all))
                         : devices.size() > 1 ? tr("%1 of %2").arg(whole(placed), whole(all))
                                              : tr("the %1 longest of %2").arg(whole(placed), whole(all));
    const QString& filter = m_data.kernels.choice.filter;
    const QString shown = filter.isEmpty() ? number : tr("%1 with “%2”").arg(number, filter);
    return outside > 0 ? tr("%1, %2 outside").arg(shown, whole(outside)) : shown;
}

/// The words say what the stars are.
std::optional<QPointF> Placing::placeOwnKey(bool isFile, QRectF& room)
{
    const QString count = countWords(false);
    if (count.isEmpty())
        return std::nullopt;
    return placeKeyRow(count == format().whole(1) ? ownWord() : tr("%1 (%2)").arg(ownWord(), count), 1, isFile, room);
}

/// What the area of a circle is: with one device's kernels alone its device needs no words.
QString Placing::areaWords() const
{
    std::set<std::string> devices;
    for (const DrawnKernel& kernel : m_data.kernels.drawn)
        if (kernel.isImported())
            devices.insert(kernel.kernel.device);
    for (const AbsentKernels& absent : m_data.kernels.absent)
        devices.insert(absent.device);
    return devices.size() > 1 ? tr("area: share of the time on its device") : tr("area: share of time");
}

std::optional<QPointF> Placing::placeCircleKey(std::size_t circles, QRectF& room)
{
    const QString count = countWords(true);
    if (count.isEmpty())
        return std::nullopt;
    return placeKeyRow(tr("imported (%1), %2").arg(count, areaWords()), circles, true, room);
}

/// A kernel of which caches were counted is several circles, and one of them filled.
std::optional<QPointF> Placing::placeHollowKey(QRectF& room)
{
    constexpr qsizetype mostNamed = 3;
    const QStringList levels = KernelMarks(m_lines, style()).hollowLevels();
    if (levels.isEmpty())
        return std::nullopt;
    return placeKeyRow(levels.size() > mostNamed ? tr("by the bytes of caches")
                                                 : tr("by the bytes of %1").arg(levels.join(QStringLiteral(", "))),
                       1, true, room);
}

/// Whoever imported kernels and sees none of them, or not all, must read why.
void Placing::placeAbsentKey(QRectF& room)
{
    for (const QString& words : {nothingFoundWords(m_data.kernels), absentWords(m_data.kernels, format()),
                                 placelessWords(m_data.kernels, format())})
        if (!words.isEmpty())
            (void)placeKeyRow(words, 0, true, room);
}

Placing::KeyRow Placing::keyRow(const QString& words, const QFont& font, double roomOfSigns, double width) const
{
    const double em = theme().fontPixels;
    KeyRow row{TextPainter::broken(words, font, width - roomOfSigns), {}, {}};
    double widest = 0.0;
    for (const QString& line : row.lines)
        widest = std::max(widest, TextPainter::sizeOf(line, font).width());
    row.size = {widest + roomOfSigns, em * (1.5 * static_cast<double>(row.lines.size()) - 0.2)};
    for (double top = plot().top() + em * 0.25; top + row.size.height() < plot().bottom(); top += em * 1.5)
        row.places.push_back({{plot().left() + em * 0.6 + row.size.width() * 0.5, top + row.size.height() * 0.5},
                              row.size.width(),
                              row.size.height(),
                              0.0});
    return row;
}

std::optional<OrientedBox> Placing::besideKeys(const std::vector<OrientedBox>& places) const
{
    std::optional<OrientedBox> best;
    std::size_t least = m_labels.size() + 1;
    for (const OrientedBox& place : places) {
        if (std::ranges::any_of(m_wordsBeside, [&](const QRectF& key) {
                return overlap(place, OrientedBox{key.center(), key.width(), key.height(), 0.0});
            }))
            continue;
        std::size_t covered = 0;
        for (std::size_t label = 0; label < m_labels.size(); ++label)
            covered += isUnder(place, label) ? 1 : 0;
        if (covered < least) {
            least = covered;
            best = place;
        }
    }
    return best;
}

void Placing::clearLabels(const OrientedBox& row)
{
    for (std::size_t label = m_labels.size(); label-- > 0;)
        if (isUnder(row, label)) {
            m_labels.erase(m_labels.begin() + static_cast<std::ptrdiff_t>(label));
            if (m_ridge && m_ridge->index > label)
                --m_ridge->index;
        }
}

/// A row of the key at the top left, under those that there are; where the first of its signs stands. One that must be
/// read is broken into lines where these have room, else it stands over marks and lines, and in place of the fewest
/// names.
std::optional<QPointF> Placing::placeKeyRow(const QString& words, std::size_t signs, bool must, QRectF& room)
{
    constexpr std::size_t mostRows = 6; // below, it would not be looked for
    const bool hasSign = signs > 0;
    const double furtherSigns = signs > 1 ? static_cast<double>(signs - 1) * circleStep(theme()) : 0.0;
    const QFont font = fontAsWritten(words,
                                     theme().font(0.95, hasSign ? QFont::DemiBold : QFont::Normal)); // of a filter
    const double em = theme().fontPixels;
    const double sign = hasSign ? em * 1.5 + furtherSigns : em * 0.6;
    const double widest = plot().width() - em * 1.2;
    KeyRow row;
    std::optional<OrientedBox> box;
    for (const double part : {1.0, 0.6, 0.4})
        if (!box && (must || part == 1.0)) {
            row = keyRow(words, font, sign, widest * part);
            box = m_placer.place(std::span(row.places).first(std::min(mostRows, row.places.size())));
        }
    if (!box && must) {
        row = keyRow(words, font, sign, widest);
        box = besideKeys(row.places);
        if (!box && room.isNull() && !row.places.empty()) // over all else rather than not at all
            box = row.places.front();
    }
    if (!box)
        return std::nullopt;
    m_placer.block(*box);
    clearLabels(*box);
    const QRectF taken(box->center - QPointF(row.size.width(), row.size.height()) * 0.5, row.size);
    m_wordsBeside.push_back(taken); // with its signs
    room = room.isNull() ? taken : room.united(taken);
    const QPointF at(taken.left() + em * 0.6, taken.top() + em * 0.65);
    for (qsizetype i = 0; i < row.lines.size(); ++i)
        m_labels.push_back({row.lines[i],
                            QPointF(hasSign ? at.x() + em * 0.9 + furtherSigns : taken.left(),
                                    at.y() + em * 1.5 * static_cast<double>(i)),
                            {.font = font,
                             .color = hasSign ? theme().text : theme().mutedText,
                             .anchor = Qt::AlignLeft | Qt::AlignVCenter,
                             .halo = theme().plot}});
    return at;
}

void Placing::placeOwnNames(bool isFile)
{
    LabelPlacer words(plot());
    for (const PlacedLabel& label : m_labels)
        words.block(label.box());
    for (const QRectF& room : m_wordsBeside)
        words.block(room);
    for (PlacedLabel& label : KernelMarks(m_lines, style()).names(m_placer, std::move(words), isFile))
        m_labels.push_back(std::move(label));
}

std::optional<QPointF> Placing::placePaleKey()
{
    const auto isPale = [this](const ChartPoint& point) {
        return point.doubtful() && !isPredicted(point) && plot().contains(m_lines.pixelOf(point));
    };
    if (m_data.series.empty() || std::ranges::none_of(m_data.series.front().points, isPale))
        return std::nullopt;
    const QString key = tr("paler: less sure");
    const QFont font = theme().font(0.95);
    const double em = theme().fontPixels;
    const double signs = theme().markerSize * 2.6;
    const QSizeF size(signs + em * 0.4 + TextPainter::sizeOf(key, font).width(), em * 1.5);
    // Down the left side, else up the right one. Over a roof or its interval it would be read as that one's name: then
    // it is left to the map's legend and to the mouse.
    for (const std::vector<RoofLine>* roofs : {&m_data.bandwidths, &m_data.computes})
        for (const RoofLine& line : *roofs)
            if (const auto bar = m_lines.intervalBar(line))
                m_placer.avoid(*bar);
    const double half = size.width() * 0.5 + em * 0.6;
    std::vector<OrientedBox> corners;
    for (double y = plot().top() + em * 0.9; y < plot().bottom() - em; y += em * 1.5)
        corners.push_back({QPointF(plot().left() + half, y), size.width(), size.height(), 0.0});
    for (double y = plot().bottom() - em * 0.9; y > plot().top() + em; y -= em * 1.5)
        corners.push_back({QPointF(plot().right() - half, y), size.width(), size.height(), 0.0});
    const auto box = m_placer.place(corners, 0);
    if (!box)
        return std::nullopt;
    const QPointF left = box->center - QPointF(size.width() * 0.5, 0.0);
    m_labels.push_back(
        {key,
         left + QPointF(signs + em * 0.4, 0.0),
         {.font = font, .color = theme().mutedText, .anchor = Qt::AlignLeft | Qt::AlignVCenter, .halo = theme().plot}});
    return left + QPointF(theme().markerSize * 0.6, 0.0);
}

} // namespace

void RooflineLabels::place(const RoofLines& lines, const ChartStyle& style, const Taken& taken)
{
    m_labels.clear();
    Placing placing(lines, style, m_labels);
    placing.blockObstacles(taken);
    placing.placeComputeLabels();
    placing.placeRidgeLabel();
    placing.placeBandwidthLabels();
    placing.blockKey(taken.key);
    placing.clearRidge();
    m_ownKey.reset();
    m_circleKey.reset();
    m_hollowKey.reset();
    m_circleColors = KernelMarks(lines, style).circleColors();
    m_paleKey.reset();
    m_kernelKey = QRectF();
    if (taken.hasResults) { // a star has few places for its name, a line many
        m_ownKey = placing.placeOwnKey(taken.isFile, m_kernelKey);
        m_circleKey = placing.placeCircleKey(m_circleColors.size(), m_kernelKey);
        m_hollowKey = placing.placeHollowKey(m_kernelKey);
        placing.placeAbsentKey(m_kernelKey);
        placing.clearRidge(); // of the rows that had to stand there
        placing.placeOwnNames(taken.isFile);
    }
    placing.placeOverheadLabel();
    placing.placeReferenceLabels();
    placing.placeOtherLabels();
    placing.placeHiddenRoofs();
    if (taken.hasResults)
        m_paleKey = placing.placePaleKey(); // last, so that nothing else moves once a point is pale
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
    if (!m_paleKey)
        return;
    ChartPoint point;
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
    return room;
}

QString referenceLabel(const ReferenceLine& line, const Format& format)
{
    return QStringLiteral("%1 %2").arg(QString::fromStdString(line.label), format.roofValue(roofOf(line)));
}

} // namespace ridgepoint
