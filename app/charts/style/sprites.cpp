// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/style/sprites.h"

#include <QCache>
#include <QFontMetricsF>
#include <QImage>
#include <QPaintDevice>

#include <algorithm>
#include <cmath>

namespace ridgepoint {
namespace {

constexpr int mostBytes = 4 << 20;
constexpr double steps = 4.0; ///< a device pixel

/// Everything on which the pixels depend.
struct Key {
    QString text;
    QFont font;
    QRgb color = 0;
    QRgb halo = 0;
    double haloWidth = 0.0;
    double degrees = 0.0;
    double scale = 1.0;
    int anchor = 0;
    int partX = 0; ///< of a pixel, in steps
    int partY = 0;

    friend bool operator==(const Key&, const Key&) = default;
};

size_t qHash(const Key& key, size_t seed = 0)
{
    return qHashMulti(seed, key.text, key.font, key.color, key.halo, key.haloWidth, key.degrees, key.scale, key.anchor,
                      key.partX, key.partY);
}

struct Sprites {
    QCache<Key, Sprite> cache{mostBytes};
    int painted = 0;
};

Sprites& sprites()
{
    static Sprites all;
    return all;
}

/// Holds the text, wherever its anchor lies, with its halo.
QRectF boundsOf(const QString& text, const TextStyle& style)
{
    const QFontMetricsF metrics(style.font);
    const double reach = 3.0 + (style.halo.isValid() ? style.haloWidth : 0.0);
    const double width = metrics.horizontalAdvance(text) + metrics.height() + reach;
    const double height = 2.0 * metrics.height() + reach;
    return QTransform().rotate(style.rotationDegrees).mapRect(QRectF(-width, -height, 2.0 * width, 2.0 * height));
}

/// Cuts what nothing was painted into, which is most of it.
Sprite cut(const QImage& image, QPoint corner)
{
    int left = image.width(), top = image.height(), right = -1, bottom = -1;
    for (int y = 0; y < image.height(); ++y) {
        const auto* line = reinterpret_cast<const QRgb*>(image.constScanLine(y));
        for (int x = 0; x < image.width(); ++x)
            if (line[x] != 0) {
                left = std::min(left, x);
                right = std::max(right, x);
                top = std::min(top, y);
                bottom = std::max(bottom, y);
            }
    }
    if (right < left)
        return {};
    const QRect used(left, top, right - left + 1, bottom - top + 1);
    return {image.copy(used), corner + used.topLeft()};
}

} // namespace

int spritesPainted() { return sprites().painted; }

std::optional<SpritePlace> spritePlace(const QPainter& painter, QPointF point)
{
    const QPaintDevice* device = painter.device();
    const bool isPixels = device != nullptr
                       && (device->devType() == QInternal::Image || device->devType() == QInternal::Pixmap
                           || device->devType() == QInternal::Widget);
    if (!isPixels || painter.worldTransform().type() > QTransform::TxNone || painter.opacity() < 1.0)
        return std::nullopt;
    const double scale = device->devicePixelRatioF();
    const double x = std::round(point.x() * scale * steps);
    const double y = std::round(point.y() * scale * steps);
    const QPointF pixel(std::floor(x / steps), std::floor(y / steps));
    return SpritePlace{pixel, scale, static_cast<int>(x - pixel.x() * steps), static_cast<int>(y - pixel.y() * steps)};
}

Sprite makeSprite(const SpritePlace& place, const QRectF& bounds, const std::function<void(QPainter&)>& paint)
{
    const QPoint corner(static_cast<int>(std::floor(bounds.left() * place.scale)) - 1,
                        static_cast<int>(std::floor(bounds.top() * place.scale)) - 1);
    const QSize size(static_cast<int>(std::ceil(bounds.right() * place.scale)) + 2 - corner.x(),
                     static_cast<int>(std::ceil(bounds.bottom() * place.scale)) + 2 - corner.y());
    QImage image(size, QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(place.scale);
    image.fill(Qt::transparent);
    QPainter painter(&image);
    painter.translate((place.partX / steps - corner.x()) / place.scale,
                      (place.partY / steps - corner.y()) / place.scale);
    paint(painter);
    painter.end();
    Sprite sprite = cut(image, corner);
    sprite.image.setDevicePixelRatio(place.scale);
    return sprite;
}

void drawSprite(QPainter& painter, const SpritePlace& place, const Sprite& sprite)
{
    if (!sprite.image.isNull())
        painter.drawImage((place.pixel + sprite.corner) / place.scale, sprite.image);
}

bool drawSprite(QPainter& painter, QPointF point, const QString& text, const TextStyle& style,
                void (*paint)(QPainter&, const QString&, const TextStyle&))
{
    const auto place = spritePlace(painter, point);
    if (!place)
        return false;
    const Key key{text,
                  style.font,
                  style.color.rgba(),
                  style.halo.isValid() ? style.halo.rgba() : 0,
                  style.halo.isValid() ? style.haloWidth : 0.0,
                  style.rotationDegrees,
                  place->scale,
                  static_cast<int>(style.anchor),
                  place->partX,
                  place->partY};
    if (const Sprite* known = sprites().cache.object(key)) {
        drawSprite(painter, *place, *known);
        return true;
    }
    const Sprite fresh = makeSprite(*place, boundsOf(text, style), [&](QPainter& on) { paint(on, text, style); });
    ++sprites().painted;
    sprites().cache.insert(key, new Sprite(fresh), // owned by the cache
                           static_cast<int>(fresh.image.sizeInBytes()) + 256);
    drawSprite(painter, *place, fresh);
    return true;
}

} // namespace ridgepoint
