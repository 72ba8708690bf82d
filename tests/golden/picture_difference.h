// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QString>

namespace ridgepoint::test {

/// Of red, green and blue together, 0 to 765.
[[nodiscard]] int distance(QRgb a, QRgb b);

/// How unlike two pictures of one size are. A pixel differs where the other picture has none like it within one pixel:
/// FreeType blends the edges of letters differently from version to version and shifts them by a part of a pixel, while
/// a line that is lost or moved, other words and another colour leave pixels that are nowhere near.
struct PictureDifference {
    int most = 0;   ///< differing pixels in the one block of 16 x 16 that has most of them
    QPoint where;   ///< its upper left corner, in pixels
    int pixels = 0; ///< in the whole picture

    [[nodiscard]] bool isSeen() const;
    [[nodiscard]] QString words() const;
};
[[nodiscard]] PictureDifference differenceOf(const QImage& drawn, const QImage& golden);

/// The picture in at most 256 colours, frequent ones as they are, others as the nearest of them: a third of the bytes
/// in a file.
[[nodiscard]] QImage withPalette(const QImage& image);

} // namespace ridgepoint::test
