// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/draw/markers.h"

#include <QHash>
#include <QImage>

namespace ridgepoint {

/// Pictures of markers, kept and put down again and again, for charts of many points on a screen: an antialiased outline
/// costs about ten times as much as putting its picture down. Positions are rounded to whole pixels of the device and
/// colours to 6 bits a channel, neither of which is seen among that many; a file gets drawMarker's exact outlines.
class MarkerSprites {
public:
    /// Most pictures kept; they are all forgotten when there would be more.
    static constexpr qsizetype mostKept = 4096;

    /// Draws what drawMarker draws, at the nearest whole pixel of the painter's device.
    void draw(QPainter& painter, QPointF center, const ChartPoint& point, const Theme& theme, const MarkerStyle& style);
    /// How many pictures are kept.
    [[nodiscard]] qsizetype kept() const { return m_sprites.size(); }

private:
    /// What all kept pictures have in common; another one empties the store.
    struct Common {
        double size = 0.0;
        double devicePixelRatio = 0.0;
        QRgb outline = 0;
        QRgb plot = 0;
        bool operator==(const Common&) const = default;
    };

    Common m_common;
    QHash<quint32, QImage> m_sprites; ///< by colour, shape and whether hollow
};

} // namespace ridgepoint
