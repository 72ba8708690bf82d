// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/draw/pin_layout.h"

#include "app/charts/data/pin.h"
#include "app/charts/style/clip.h"
#include "app/charts/style/text_painter.h"

#include <QLineF>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

namespace ridgepoint {
namespace {

const QString partOfPin = QStringLiteral(" · ");
constexpr double inset = 0.3;       ///< of the words from the plot's edges, in heights of the type
constexpr int directions = 20;      ///< around a point, in which its letter may stand
constexpr int columnsOfPlaces = 10; ///< that are tried for the words, beside the best one
constexpr int rowsOfPlaces = 14;

/// Beside a point, so that disc and ring do not touch.
double besidePoint(const Theme& theme) { return pinRadius(theme) + theme.markerSize * 1.3; }

/// The steps go round the point to both sides in turn, from above it or below.
QPointF besideAt(const PinLetter& letter, int step, double distance)
{
    const double turn = (step + 1) / 2 * (step % 2 == 0 ? 1.0 : -1.0) * 2.0 * std::numbers::pi / directions;
    const double angle = (letter.present ? -0.5 : 0.5) * std::numbers::pi + turn;
    return letter.point + QPointF(std::cos(angle), std::sin(angle)) * distance;
}

/// Whether a letter there, or the line to it, would be mistaken for another one's.
bool isAmbiguous(QPointF point, QPointF at, double radius, std::span<const PinLetter> placed)
{
    const OrientedBox disc{at, 2.0 * radius, 2.0 * radius, 0.0};
    return std::any_of(placed.begin(), placed.end(), [&](const PinLetter& other) {
        return overlap(OrientedBox{other.at, 2.0 * radius, 2.0 * radius, 0.0}, QLineF(point, at))
            || (other.isLed
                && (overlap(disc, QLineF(other.point, other.at))
                    || QLineF(point, at).intersects(QLineF(other.point, other.at), nullptr)
                           == QLineF::BoundedIntersection));
    });
}

/// Words in lines of at most a width, broken only at the separator; a part that is longer has a line of its own.
QStringList inLines(const QString& words, const QString& separator, const QFont& font, double width)
{
    QStringList lines;
    for (const QString& part : words.split(separator)) {
        if (!lines.isEmpty() && TextPainter::sizeOf(lines.back() + separator + part, font).width() <= width)
            lines.back() += separator + part;
        else
            lines << part;
    }
    return lines;
}

PinWords inWidth(const QStringList& pins, const QString& caption, const Theme& theme, double width)
{
    PinWords words;
    for (const QString& pin : pins)
        words.lines << inLines(pin, partOfPin, pinFont(theme, false), width);
    words.caption = words.lines.size();
    if (!caption.isEmpty())
        words.lines << inLines(caption, QStringLiteral(" "), pinFont(theme, true), width);
    double widest = 0.0;
    for (qsizetype i = 0; i < words.lines.size(); ++i)
        widest = std::max(widest, TextPainter::sizeOf(words.lines[i], pinFont(theme, i >= words.caption)).width());
    words.box = QRectF(0.0, 0.0, std::ceil(widest) + 2.0,
                       static_cast<double>(words.lines.size()) * pinLineHeight(theme));
    return words;
}

/// The whole plot's places for a box, the nearest to the best one first.
std::vector<OrientedBox> placesNear(const PinRoom& room, QSizeF size, double away)
{
    const QRectF centres = room.plot.adjusted(away + size.width() / 2.0, away + size.height() / 2.0,
                                              -away - size.width() / 2.0, -away - size.height() / 2.0);
    if (centres.width() < 0.0 || centres.height() < 0.0)
        return {};
    const QPointF requested = room.corner - QPointF(size.width() / 2.0, size.height() / 2.0);
    const QPointF best(std::clamp(requested.x(), centres.left(), centres.right()),
                       std::clamp(requested.y(), centres.top(), centres.bottom()));
    std::vector<OrientedBox> places{{best, size.width(), size.height(), 0.0}};
    for (int column = 0; column <= columnsOfPlaces; ++column)
        for (int row = 0; row <= rowsOfPlaces; ++row)
            places.push_back({{centres.right() - centres.width() * column / columnsOfPlaces,
                               centres.bottom() - centres.height() * row / rowsOfPlaces},
                              size.width(),
                              size.height(),
                              0.0});
    std::stable_sort(places.begin(), places.end(), [&](const OrientedBox& a, const OrientedBox& b) {
        return QLineF(a.center, best).length() < QLineF(b.center, best).length();
    });
    return places;
}

/// What speaks against a place: lines across it, more lines of words than need be, and another plot than the best.
struct FoundWords {
    PinWords words;
    double against = 0.0;
};

void findPlace(std::optional<FoundWords>& best, PinWords words, qsizetype leastLines, const std::vector<PinRoom>& rooms,
               const Theme& theme)
{
    constexpr double moreLines = 0.6;
    constexpr double elsewhere = 0.5;
    for (std::size_t i = 0; i < rooms.size(); ++i) {
        const auto found = rooms[i].placer.find(placesNear(rooms[i], words.box.size(), theme.fontPixels * inset));
        if (!found)
            continue;
        const double against = found->crossings + moreLines * static_cast<double>(words.lines.size() - leastLines)
                             + (i > 0 ? elsewhere : 0.0);
        if (best && best->against <= against)
            continue;
        words.box.moveCenter(found->box.center);
        words.fromRight = found->box.center.x() > rooms[i].plot.center().x();
        best = {words, against};
    }
}

/// The best place of one form of the words, in at most so many lines.
std::optional<PinWords> placedIn(const std::vector<PinRoom>& rooms, const QStringList& rows, const QString& caption,
                                 const Theme& theme, qsizetype mostLines)
{
    std::optional<FoundWords> best;
    const qsizetype leastLines = rows.size() + (caption.isEmpty() ? 0 : 1);
    for (const double share : {0.95, 0.78, 0.62, 0.4})
        if (PinWords words = inWidth(rows, caption, theme, rooms.front().plot.width() * share);
            words.lines.size() <= mostLines)
            findPlace(best, std::move(words), leastLines, rooms, theme);
    return best ? std::optional(best->words) : std::nullopt;
}

} // namespace

double pinRadius(const Theme& theme) { return theme.fontPixels * 0.72; }

double pinLineHeight(const Theme& theme) { return theme.fontPixels * 1.45; }

QFont pinFont(const Theme& theme, bool isCaption)
{
    return theme.font(0.95, isCaption ? QFont::DemiBold : QFont::Normal);
}

void placeLetter(PinLetter& letter, LabelPlacer& placer, const QRectF& plot, const Theme& theme,
                 std::span<const PinLetter> placed)
{
    const double radius = pinRadius(theme);
    const double beside = besidePoint(theme);
    // A long line runs over many points: rather than that, it may touch another letter.
    constexpr double longestClear = 3.2;
    for (const bool isClear : {true, false})
        for (const double reach : {1.0, 1.35, 1.7, 2.1, 2.6, longestClear, 4.0, 5.0}) {
            if (isClear && reach > longestClear)
                break;
            std::vector<OrientedBox> places;
            for (int step = 0; step < directions; ++step) {
                const QPointF at = besideAt(letter, step, beside * reach);
                if (!isClear || !isAmbiguous(letter.point, at, radius, placed))
                    places.push_back({at, 2.0 * radius, 2.0 * radius, 0.0});
            }
            if (const auto place = placer.place(places)) {
                letter.at = place->center;
                letter.isLed = reach > 1.0;
                return;
            }
        }
    const QRectF centres = plot.adjusted(radius, radius, -radius, -radius);
    letter.at = letter.point;
    for (int step = 0; step < directions && (letter.at == letter.point || !centres.contains(letter.at)); ++step)
        letter.at = besideAt(letter, step, beside); // over its neighbours rather than over its own point
    letter.at = {std::clamp(letter.at.x(), centres.left(), std::max(centres.left(), centres.right())),
                 std::clamp(letter.at.y(), centres.top(), std::max(centres.top(), centres.bottom()))};
    placer.block(QRectF(letter.at - QPointF(radius, radius), QSizeF(2.0 * radius, 2.0 * radius)));
}

std::optional<PinWords> placeWords(const std::vector<PinRoom>& rooms, const QStringList& pins, const QString& caption,
                                   const Theme& theme, const std::vector<QStringList>& shorter,
                                   const QString& briefCaption)
{
    if (rooms.empty() || (pins.isEmpty() && caption.isEmpty()))
        return std::nullopt;
    std::vector<QStringList> contents{pins};
    contents.insert(contents.end(), shorter.begin(), shorter.end());
    if (!caption.isEmpty() && !pins.isEmpty())
        contents.emplace_back(); // the comparison alone
    constexpr qsizetype linesOfOne = 2;
    if (pins.size() == 1)
        for (const QStringList& rows : contents)
            for (const QString& words :
                 briefCaption.isEmpty() ? QStringList{caption} : QStringList{caption, briefCaption})
                if (auto placed = placedIn(rooms, rows, words, theme, linesOfOne))
                    return placed;
    for (const QStringList& rows : contents)
        if (auto placed = placedIn(rooms, rows, caption, theme, std::numeric_limits<qsizetype>::max()))
            return placed;
    return std::nullopt;
}

namespace {

QColor between(const QColor& a, const QColor& b, double shareOfB)
{
    const auto mix = [&](int x, int y) { return static_cast<int>(x + (y - x) * shareOfB); };
    return {mix(a.red(), b.red()), mix(a.green(), b.green()), mix(a.blue(), b.blue())};
}

/// Opaque, because the pieces of a translucent line show where they overlap.
QColor pinGrey(const Theme& theme) { return between(theme.mutedText, theme.plot, 0.3); }

/// Pins are told apart by their dashes as well as by their letters.
QPen pinPen(const Theme& theme, std::size_t index)
{
    QPen pen(pinGrey(theme), theme.lineWidth * 0.9, Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin);
    if (index % 3 == 1)
        pen.setDashPattern({5.0, 2.5});
    if (index % 3 == 2)
        pen.setDashPattern({1.5, 2.0});
    return pen;
}

/// A letter needs a line to its point as soon as it does not touch it: else one beside a roof seems to name the roof.
bool isApart(const PinLetter& letter, double radius) { return QLineF(letter.point, letter.at).length() > 2.0 * radius; }

/// What is drawn over colours is cased in the ground's.
template <class Draw> void drawCased(QPainter& painter, const Theme& theme, const QPen& pen, Draw draw)
{
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme.plot, pen.widthF() + 1.9, Qt::SolidLine, Qt::FlatCap));
    draw();
    painter.setPen(pen);
    draw();
}

/// Of the pins that are shown, and of the present sample unless it is one of them: one mark has one letter.
std::vector<PinLetter> lettersIn(const PinScene& scene, std::size_t plot)
{
    std::vector<PinLetter> letters;
    const QRectF area = scene.plots[plot];
    const auto add = [&](const std::string& name, const Sample& sample, bool isPresent) {
        const auto pixels = scene.pixelsOf(
            pinnedPoint(sample.workload, sample.time, sample.low, sample.high, {}, sample.provenance));
        if (plot < pixels.size() && area.contains(pixels[plot]))
            letters.push_back({QString::fromStdString(name), pixels[plot], isPresent});
    };
    const Sample* present = scene.input.pins->empty() ? nullptr : scene.present;
    for (const Pin* pin : scene.input.shownPins()) {
        if (!pin->sample)
            continue;
        add(pin->name, *pin->sample, false);
        if (present != nullptr && sameMeasurement(*pin->sample, *present))
            present = nullptr;
    }
    if (present != nullptr)
        add(presentName(*scene.input.pins, *present), *present, true);
    std::stable_partition(letters.begin(), letters.end(),
                          [](const PinLetter& letter) { return letter.present; }); // it chooses its place first
    return letters;
}

/// Samples and pinned points may not be covered; what lies between is better left free.
void blockPoints(LabelPlacer& placer, const PinScene& scene, const std::vector<ChartPoint>& points, std::size_t plot,
                 const Theme& theme)
{
    if (!scene.axis)
        return; // a map is full of points
    const QSizeF size(theme.markerSize * 0.8, theme.markerSize * 0.8);
    const auto block = [&](const ChartPoint& point, QSizeF room) -> std::optional<QPointF> {
        const auto pixels = scene.pixelsOf(point);
        if (plot >= pixels.size())
            return std::nullopt;
        placer.block(QRectF(pixels[plot] - QPointF(room.width() / 2.0, room.height() / 2.0), room));
        return pixels[plot];
    };
    for (const ChartPoint& point : points) {
        const auto at = block(point, size);
        if (!at || !(point.low.value() > 0.0) || point.interpolated())
            continue;
        ChartPoint low = point;
        ChartPoint high = point;
        low.time = point.low;
        high.time = point.high;
        placer.avoid(QLineF(scene.pixelsOf(low)[plot], scene.pixelsOf(high)[plot]));
    }
    for (const Pin* pin : scene.input.shownPins()) {
        std::optional<QPointF> last;
        for (const ChartPoint& point : pin->line(*scene.axis)) {
            const auto at = block(point, size * 0.7);
            if (at && last)
                placer.avoid(QLineF(*last, *at));
            last = at;
        }
    }
}

void drawLetters(QPainter& painter, const PinLayout& layout, bool onColours, const ChartStyle& style)
{
    for (const PinLetter& letter : layout.letters) {
        const QPen pen(letter.present ? style.theme.accent
                       : onColours    ? style.theme.text
                                      : style.theme.mutedText,
                       onColours ? std::max(1.5, style.theme.thinWidth()) : style.theme.thinWidth(), Qt::SolidLine,
                       Qt::FlatCap);
        const double mark = style.theme.markerSize * (letter.present ? 1.3 : 0.5); // the present one has a ring
        if (onColours && !letter.present)
            drawCased(painter, style.theme, pen, [&] { painter.drawEllipse(letter.point, mark, mark); });
        if (!letter.isLed)
            continue;
        const QLineF all(letter.point, letter.at);
        const QLineF line(all.pointAt(mark / all.length()), letter.at);
        painter.setPen(pen);
        onColours ? drawCased(painter, style.theme, pen, [&] { painter.drawLine(line); }) : painter.drawLine(line);
    }
    const QFont font = style.theme.font(0.95, QFont::Bold);
    for (const PinLetter& letter : layout.letters) {
        painter.setPen(QPen(style.theme.plot, 1.5));
        painter.setBrush(letter.present ? style.theme.accent : style.theme.mutedText);
        painter.drawEllipse(letter.at, layout.radius, layout.radius);
        style.text.draw(painter, letter.at, letter.name,
                        {.font = font,
                         .color = letter.present ? style.theme.accentText : style.theme.plot,
                         .anchor = Qt::AlignCenter});
    }
}

void drawWords(QPainter& painter, const PinWords& words, const ChartStyle& style)
{
    const double line = pinLineHeight(style.theme);
    const double x = words.fromRight ? words.box.right() - 1.0 : words.box.left() + 1.0;
    for (qsizetype i = 0; i < words.lines.size(); ++i) {
        const bool isCaption = i >= words.caption;
        style.text.draw(painter, {x, words.box.top() + line * (static_cast<double>(i) + 0.5)}, words.lines[i],
                        {.font = pinFont(style.theme, isCaption),
                         .color = isCaption ? style.theme.text : style.theme.mutedText,
                         .anchor = (words.fromRight ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter,
                         .halo = style.theme.plot,
                         .haloWidth = 4.0});
    }
}

} // namespace

void drawPinLines(QPainter& painter, const PinScene& scene, const Theme& theme)
{
    if (!scene.axis)
        return;
    for (std::size_t i = 0; i < scene.input.pins->size(); ++i) {
        if (!scene.input.shows(i))
            continue;
        std::vector<QPolygonF> lines;
        for (const ChartPoint& point : (*scene.input.pins)[i].line(*scene.axis)) {
            const auto pixels = scene.pixelsOf(point);
            lines.resize(std::max(lines.size(), pixels.size()));
            for (std::size_t plot = 0; plot < pixels.size(); ++plot)
                lines[plot] << pixels[plot];
        }
        for (std::size_t plot = 0; plot < lines.size(); ++plot) {
            const QRectF area = scene.plots[plot];
            painter.setBrush(Qt::NoBrush);
            painter.setPen(pinPen(theme, i));
            for (const QPolygonF& part : clippedPolyline(lines[plot], area))
                painter.drawPolyline(part);
            painter.setBrush(theme.plot);
            painter.setPen(QPen(pinGrey(theme), theme.thinWidth()));
            for (const QPointF& at : lines[plot])
                if (area.contains(at))
                    painter.drawEllipse(at, theme.markerSize * 0.28, theme.markerSize * 0.28);
        }
    }
}

PinLayout layOutPins(const PinScene& scene, const Obstacles& obstacles, const std::vector<ChartPoint>& points,
                     const ChartStyle& style)
{
    PinLayout layout{.radius = pinRadius(style.theme), .letters = {}, .words = {}};
    if (scene.input.pins->empty())
        return layout;
    std::vector<PinRoom> rooms;
    for (std::size_t plot = 0; plot < scene.plots.size(); ++plot) {
        const QRectF area = scene.plots[plot];
        if (area.isEmpty())
            continue; // it is not shown
        LabelPlacer placer(area);
        for (const OrientedBox& box : obstacles.boxes)
            placer.block(box);
        for (const QLineF& each : obstacles.lines)
            placer.avoid(each);
        blockPoints(placer, scene, points, plot, style.theme);
        std::vector<PinLetter> letters = lettersIn(scene, plot);
        const double ring = style.theme.markerSize * 2.5; // the chosen point has one, and any may be chosen
        for (const PinLetter& letter : letters)
            placer.block(QRectF(letter.point - QPointF(ring / 2.0, ring / 2.0), QSizeF(ring, ring)));
        for (std::size_t i = 0; i < letters.size(); ++i) {
            placeLetter(letters[i], placer, area, style.theme, std::span(letters).first(i));
            letters[i].isLed = letters[i].isLed || isApart(letters[i], layout.radius);
        }
        layout.letters.insert(layout.letters.end(), letters.begin(), letters.end());
        const bool isHome = area.contains(obstacles.corner);
        rooms.insert(isHome ? rooms.begin() : rooms.end(),
                     {area, isHome ? obstacles.corner : area.bottomRight(), std::move(placer)});
    }
    if (!scene.axis)
        return layout;
    constexpr qsizetype mostRows = 4; // more pins than that are told in fewer words each
    const PinKey key = pinKey(*scene.input.pins, scene.present, style.format, scene.input.pinAlone);
    layout.words = placeWords(rooms, key.pins.size() > mostRows ? key.shorter.front() : key.pins, key.caption,
                              style.theme, key.shorter, key.briefCaption);
    return layout;
}

void drawPins(QPainter& painter, const PinLayout& layout, bool onColours, const ChartStyle& style)
{
    drawLetters(painter, layout, onColours, style);
    if (layout.words)
        drawWords(painter, *layout.words, style);
}

} // namespace ridgepoint
