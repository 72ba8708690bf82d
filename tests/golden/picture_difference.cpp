// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/golden/picture_difference.h"

#include <QHash>

#include <algorithm>
#include <cstdlib>
#include <vector>

namespace ridgepoint::test {
namespace {

constexpr int block = 16;
constexpr int mostInBlock = 12; ///< a line through it has 16
constexpr int leastSeen =
    12; ///< of a channel: more than a palette takes away, less than a grid line is from its ground
constexpr int ofContrast = 3; ///< where there is an edge, letters' strokes are so much of it darker or lighter

struct Range {
    int low = 255;
    int high = 0;
};

/// Of a channel, within so many pixels.
Range rangeAround(const QImage& image, int x, int y, int channel, int reach)
{
    Range range;
    for (int ny = std::max(0, y - reach); ny <= std::min(image.height() - 1, y + reach); ++ny) {
        const auto* line = reinterpret_cast<const QRgb*>(image.constScanLine(ny));
        for (int nx = std::max(0, x - reach); nx <= std::min(image.width() - 1, x + reach); ++nx) {
            const int value = static_cast<int>(line[nx] >> (8 * channel) & 0xFFU);
            range = {std::min(range.low, value), std::max(range.high, value)};
        }
    }
    return range;
}

/// Whether a pixel is like those of the other picture about its place, or between them.
bool isThere(const QImage& other, int x, int y, QRgb pixel)
{
    for (int channel = 0; channel < 3; ++channel) {
        const int value = static_cast<int>(pixel >> (8 * channel) & 0xFFU);
        const Range near = rangeAround(other, x, y, channel, 1);
        const Range wide = rangeAround(other, x, y, channel, 2);
        const int room = leastSeen + (wide.high - wide.low) / ofContrast;
        if (value < near.low - room || value > near.high + room)
            return false;
    }
    return true;
}

} // namespace

int distance(QRgb a, QRgb b)
{
    return std::abs(qRed(a) - qRed(b)) + std::abs(qGreen(a) - qGreen(b)) + std::abs(qBlue(a) - qBlue(b));
}

bool PictureDifference::isSeen() const { return most > mostInBlock; }

QString PictureDifference::words() const
{
    return QStringLiteral("%1 pixels differ, %2 of them in the block at (%3, %4)")
        .arg(pixels)
        .arg(most)
        .arg(where.x())
        .arg(where.y());
}

PictureDifference differenceOf(const QImage& drawn, const QImage& golden)
{
    const QImage a = drawn.convertToFormat(QImage::Format_RGB32);
    const QImage b = golden.convertToFormat(QImage::Format_RGB32);
    const int columns = (a.width() + block - 1) / block;
    std::vector<int> counts(static_cast<std::size_t>(columns * ((a.height() + block - 1) / block)));
    PictureDifference result;
    for (int y = 0; y < a.height(); ++y)
        for (int x = 0; x < a.width(); ++x)
            if (a.pixel(x, y) != b.pixel(x, y)
                && (!isThere(b, x, y, a.pixel(x, y)) || !isThere(a, x, y, b.pixel(x, y)))) {
                ++counts[static_cast<std::size_t>(y / block * columns + x / block)];
                ++result.pixels;
            }
    const auto most = std::max_element(counts.begin(), counts.end());
    const auto place = static_cast<int>(most - counts.begin());
    result.most = *most;
    result.where = QPoint(place % columns * block, place / columns * block);
    return result;
}

QImage withPalette(const QImage& image)
{
    const QImage plain = image.convertToFormat(QImage::Format_RGB32);
    QHash<QRgb, int> counts;
    for (int y = 0; y < plain.height(); ++y)
        for (int x = 0; x < plain.width(); ++x)
            ++counts[plain.pixel(x, y)];
    QList<QRgb> colors = counts.keys();
    std::sort(colors.begin(), colors.end(),
              [&](QRgb a, QRgb b) { return counts[a] != counts[b] ? counts[a] > counts[b] : a < b; });
    QList<QRgb> palette = colors;
    for (int apart = 1; palette.size() > 256; ++apart) {
        palette.clear();
        for (const QRgb color : colors)
            if (std::none_of(palette.begin(), palette.end(), [&](QRgb kept) { return distance(kept, color) <= apart; }))
                palette.push_back(color);
    }

    return plain.convertToFormat(QImage::Format_Indexed8, palette, Qt::AvoidDither | Qt::ThresholdDither);
}

} // namespace ridgepoint::test
