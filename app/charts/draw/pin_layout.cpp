// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/draw/pin_layout.h"

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

} // namespace ridgepoint
