// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/draw/roofline_key_rows.h"

#include "app/charts/data/own_kernels.h"
#include "app/charts/draw/markers.h"
#include "app/charts/style/texts.h"

#include <algorithm>
#include <set>
#include <span>
#include <string>

namespace ridgepoint {

double circleStep(const Theme& theme) { return theme.markerSize * 1.5; }

RooflineKeyRows::RooflineKeyRows(const RoofLines& lines, const ChartStyle& style, RooflineWords& words,
                                 const QRectF& under)
    : ChartPart(style), m_lines(lines), m_data(lines.data()), m_words(words), m_under(under), m_next(under.topLeft())
{}

/// "the 60 longest of 14,210 with “gemm”, 3 outside": how many stars or circles there are of all that could be, why not
/// the rest, and how many of them lie beyond the axes; empty without any.
QString RooflineKeyRows::countWords(bool imported) const
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
std::optional<QPointF> RooflineKeyRows::placeOwnKey(bool isFile)
{
    const QString count = countWords(false);
    if (count.isEmpty())
        return std::nullopt;
    return placeKeyRow(count == format().whole(1) ? ownWord() : tr("%1 (%2)").arg(ownWord(), count), 1, isFile);
}

/// What the area of a circle is: with one device's kernels alone its device needs no words.
QString RooflineKeyRows::areaWords() const
{
    std::set<std::string> devices;
    for (const DrawnKernel& kernel : m_data.kernels.drawn)
        if (kernel.isImported())
            devices.insert(kernel.kernel.device);
    for (const AbsentKernels& absent : m_data.kernels.absent)
        devices.insert(absent.device);
    return devices.size() > 1 ? tr("area: share of the time on its device") : tr("area: share of time");
}

std::optional<QPointF> RooflineKeyRows::placeCircleKey(std::size_t circles)
{
    const QString count = countWords(true);
    if (count.isEmpty())
        return std::nullopt;
    return placeKeyRow(tr("imported (%1), %2").arg(count, areaWords()), circles, true);
}

/// A kernel of which caches were counted is several circles, and one of them filled.
std::optional<QPointF> RooflineKeyRows::placeHollowKey()
{
    constexpr qsizetype mostNamed = 3;
    const QStringList levels = KernelMarks(m_lines, style()).hollowLevels();
    if (levels.isEmpty())
        return std::nullopt;
    return placeKeyRow(levels.size() > mostNamed ? tr("by the bytes of caches")
                                                 : tr("by the bytes of %1").arg(levels.join(QStringLiteral(", "))),
                       1, true);
}

/// Whoever imported kernels and sees none of them, or not all, must read why.
void RooflineKeyRows::placeAbsentKey()
{
    for (const QString& words : {nothingFoundWords(m_data.kernels), absentWords(m_data.kernels, format()),
                                 placelessWords(m_data.kernels, format())})
        if (!words.isEmpty())
            (void)placeKeyRow(words, 0, true);
}

RooflineKeyRows::KeyRow RooflineKeyRows::keyRow(const QString& words, const QFont& font, double roomOfSigns,
                                                double width) const
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

std::optional<OrientedBox> RooflineKeyRows::nextUnder(QSizeF row) const
{
    QPointF at = m_next;
    if (at.x() > m_under.left() && at.x() + row.width() > m_under.right())
        at = QPointF(m_under.left(), m_room.bottom() + theme().fontPixels * 0.2);
    if (at.y() + row.height() > m_under.bottom())
        return std::nullopt;
    return OrientedBox{at + QPointF(row.width(), row.height()) * 0.5, row.width(), row.height(), 0.0};
}

/// A row of the key at the top left, under those that there are; where the first of its signs stands. One that must be
/// read is broken into lines where these have room. None covers marks or words: kernels are what is looked for.
std::optional<QPointF> RooflineKeyRows::placeKeyRow(const QString& words, std::size_t signs, bool must)
{
    constexpr std::size_t mostRows = 6; // below, it would not be looked for
    const bool hasSign = signs > 0;
    const double furtherSigns = signs > 1 ? static_cast<double>(signs - 1) * circleStep(theme()) : 0.0;
    const QFont font = fontAsWritten(words,
                                     theme().font(0.95, hasSign ? QFont::DemiBold : QFont::Normal)); // of a filter
    const double em = theme().fontPixels;
    const double sign = hasSign ? em * 1.5 + furtherSigns : em * 0.6;
    const bool isUnder = !m_under.isNull();
    const double widest = isUnder ? m_under.width() : plot().width() - em * 1.2;
    KeyRow row;
    std::optional<OrientedBox> box;
    for (const double part : {1.0, 0.6, 0.4})
        if (!box && (part == 1.0 || (must && !isUnder))) {
            row = keyRow(words, font, sign, widest * part);
            box = isUnder ? nextUnder(row.size)
                          : m_words.placer().place(std::span(row.places).first(std::min(mostRows, row.places.size())));
        }
    if (!box && must)
        m_unplaced << words;
    if (!box)
        return std::nullopt;
    const QRectF taken(box->center - QPointF(box->width, box->height) * 0.5, QSizeF(box->width, box->height));
    m_words.blockKey(taken);
    m_room = m_room.isNull() ? taken : m_room.united(taken);
    m_next = taken.topRight() + QPointF(em * 1.4, 0.0);
    const QPointF at(taken.left() + em * 0.6, taken.top() + em * 0.65);
    for (qsizetype i = 0; i < row.lines.size(); ++i)
        m_words.add({row.lines[i],
                     QPointF(hasSign ? at.x() + em * 0.9 + furtherSigns : taken.left(),
                             at.y() + em * 1.5 * static_cast<double>(i)),
                     {.font = font,
                      .color = hasSign ? theme().text : theme().mutedText,
                      .anchor = Qt::AlignLeft | Qt::AlignVCenter,
                      .halo = isUnder ? QColor() : theme().plot}});
    return at;
}

std::optional<QPointF> RooflineKeyRows::placePaleKey()
{
    const auto isPale = [this](const ChartPoint& point) {
        return point.doubtful() && !isPredicted(point) && plot().contains(m_lines.pixelOf(point));
    };
    if (m_data.series.empty() || std::ranges::none_of(m_data.series.front().points, isPale))
        return std::nullopt;
    const auto left = placeSignRow(tr("paler: less sure"), theme().markerSize * 2.6);
    return left ? std::optional(*left + QPointF(theme().markerSize * 0.6, 0.0)) : std::nullopt;
}

std::optional<QPointF> RooflineKeyRows::placeUnknownKey()
{
    const auto isUnknown = [this](const ChartPoint& point) {
        return !point.regime && !isPredicted(point) && plot().contains(m_lines.pixelOf(point));
    };
    if (m_data.series.empty() || std::ranges::none_of(m_data.series.front().points, isUnknown))
        return std::nullopt;
    const auto left = placeSignRow(tr("limit not known"), theme().markerSize * 1.2);
    return left ? std::optional(*left + QPointF(theme().markerSize * 0.6, 0.0)) : std::nullopt;
}

std::optional<QPointF> RooflineKeyRows::placeSignRow(const QString& words, double signs)
{
    const QFont font = theme().font(0.95);
    const double em = theme().fontPixels;
    const QSizeF size(signs + em * 0.4 + TextPainter::sizeOf(words, font).width(), em * 1.5);
    // Down the left side, else up the right one. Over a roof or its interval it would be read as that one's name: then
    // it is left to the map's legend and to the mouse.
    for (const std::vector<RoofLine>* roofs : {&m_data.bandwidths, &m_data.computes})
        for (const RoofLine& line : *roofs)
            if (const auto bar = m_lines.intervalBar(line))
                m_words.placer().avoid(*bar);
    const double half = size.width() * 0.5 + em * 0.6;
    std::vector<OrientedBox> corners;
    for (double y = plot().top() + em * 0.9; y < plot().bottom() - em; y += em * 1.5)
        corners.push_back({QPointF(plot().left() + half, y), size.width(), size.height(), 0.0});
    for (double y = plot().bottom() - em * 0.9; y > plot().top() + em; y -= em * 1.5)
        corners.push_back({QPointF(plot().right() - half, y), size.width(), size.height(), 0.0});
    const auto box = m_words.placer().place(corners, 0);
    if (!box)
        return std::nullopt;
    const QPointF left = box->center - QPointF(size.width() * 0.5, 0.0);
    m_words.add(
        {words,
         left + QPointF(signs + em * 0.4, 0.0),
         {.font = font, .color = theme().mutedText, .anchor = Qt::AlignLeft | Qt::AlignVCenter, .halo = theme().plot}});
    return left;
}

} // namespace ridgepoint
