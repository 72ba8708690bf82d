// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/draw/markers.h"

#include "app/charts/draw/map_colors.h"
#include "app/charts/style/clip.h"
#include "app/charts/style/oklab.h"
#include "app/charts/style/sprites.h"
#include "app/charts/style/text_painter.h"
#include "app/charts/style/texts.h"

#include <QCache>
#include <QPainterPath>

#include <algorithm>
#include <array>

namespace ridgepoint {
namespace {

constexpr int mostSprites = 20000; ///< some 600 bytes each

struct Key {
    MarkerLook look;
    double scale = 1.0;
    int partX = 0;
    int partY = 0;
    friend bool operator==(const Key&, const Key&) = default;
};

size_t qHash(const Key& key, size_t seed = 0)
{
    const MarkerLook& look = key.look;
    return qHashMulti(seed, look.regime ? static_cast<int>(*look.regime) : -1, look.size, look.fill,
                      look.strokes[0].color, look.strokes[0].width, static_cast<int>(look.strokes[0].style),
                      look.strokes[1].color, look.strokes[1].width, key.scale, key.partX, key.partY);
}

/// For the thread of the widgets alone.
Sprite spriteOf(const MarkerLook& look, const SpritePlace& place)
{
    static QCache<Key, Sprite> kept(mostSprites);
    const Key key{look, place.scale, place.partX, place.partY};
    if (const Sprite* known = kept.object(key))
        return *known;
    const double reach = look.size + 2.0 * std::max(look.strokes[0].width, look.strokes[1].width);
    const Sprite fresh = makeSprite(place, QRectF(-reach, -reach, 2.0 * reach, 2.0 * reach), [&](QPainter& painter) {
        painter.setRenderHint(QPainter::Antialiasing);
        drawMarker(painter, QPointF(), look);
    });
    kept.insert(key, new Sprite(fresh)); // owned by the cache
    return fresh;
}

} // namespace

QPainterPath markerPath(std::optional<Regime> regime, QPointF center, double size)
{
    const double r = size / 2.0;
    QPainterPath path;
    if (!regime) {
        path.addPolygon(QPolygonF{center + QPointF(0, -r), center + QPointF(r, 0), center + QPointF(0, r),
                                  center + QPointF(-r, 0)});
        path.closeSubpath();
        return path;
    }
    switch (*regime) {
    case Regime::Memory: {
        // Of the circle's area, not of its width: a square of the same width looks larger.
        const double half = r * 0.886;
        path.addRect(QRectF(center - QPointF(half, half), QSizeF(2 * half, 2 * half)));
        break;
    }
    case Regime::Overhead:
        path.addPolygon(QPolygonF{center + QPointF(0, -1.2 * r), center + QPointF(1.15 * r, 0.85 * r),
                                  center + QPointF(-1.15 * r, 0.85 * r)});
        path.closeSubpath();
        break;
    case Regime::Compute:
    case Regime::UnderFilled: path.addEllipse(center, r, r); break;
    }
    return path;
}

QColor markerColor(const ChartPoint& point, const Theme& theme)
{
    if (point.shares) {
        const std::array colors{toOklab(theme.compute), toOklab(theme.memory), toOklab(theme.overhead)};
        const std::array weights{std::max(0.0, point.shares->compute + point.shares->underFilled),
                                 std::max(0.0, point.shares->memory), std::max(0.0, point.shares->overhead)};
        if (weights[0] + weights[1] + weights[2] > 0.0)
            return QColor::fromRgb(toRgb(blend(colors, weights)));
    }
    return point.regime ? theme.regimeColor(*point.regime) : theme.mutedText;
}

MarkerLook markerLook(const ChartPoint& point, const Theme& theme, const MarkerStyle& style)
{
    constexpr double pale = 0.6; // of the way to the colour that the map's cells fade to
    const QColor sure = markerColor(point, theme);
    const QRgb color = (point.doubtful() ? mix(sure, MapColors::pale(theme), pale) : sure).rgba();
    const double outline = std::max(1.0, style.size / 9.0);
    if (style.filled && !point.interpolated())
        return {point.regime, style.size, color, {{{theme.markerOutline.rgba(), outline}}}};
    // The regime's colour alone has too little contrast against the ground, hence the thin line around it.
    return {point.regime,
            style.size,
            theme.plot.rgba(),
            {{{theme.markerOutline.rgba(), outline * 2.6}, {color, outline * 1.4}}}};
}

void drawMarker(QPainter& painter, QPointF center, const MarkerLook& look)
{
    const QPainterPath path = markerPath(look.regime, center, look.size);
    painter.setBrush(QColor::fromRgba(look.fill));
    for (const MarkerLook::Stroke& stroke : look.strokes)
        if (stroke.width > 0.0) {
            painter.setPen(
                QPen(QColor::fromRgba(stroke.color), stroke.width, stroke.style, Qt::SquareCap, Qt::MiterJoin));
            painter.drawPath(path);
        }
}

void drawSamples(QCPPainter* painter, std::span<const SampleMark> samples, const QRectF& area, const QPen& intervals)
{
    painter->setPen(intervals);
    for (const SampleMark& sample : samples)
        if (const auto visible = sample.interval ? clipped(*sample.interval, area) : std::nullopt)
            painter->drawLine(*visible);
    const bool isKept = !painter->modes().testFlag(QCPPainter::pmNoCaching);
    for (const SampleMark& sample : samples) {
        if (!area.contains(sample.at))
            continue;
        const auto place = isKept ? spritePlace(*painter, sample.at) : std::nullopt;
        if (place)
            drawSprite(*painter, *place, spriteOf(sample.look, *place));
        else
            drawMarker(*painter, sample.at, sample.look);
    }
}

namespace {

/// "A100 SXM4 40 GB" of "NVIDIA A100 SXM4 40 GB".
QString withoutMaker(const QString& device)
{
    for (const char* maker : {"NVIDIA ", "AMD ", "Intel "})
        if (const auto start = QLatin1String(maker); device.startsWith(start))
            return device.mid(start.size());
    return device;
}

} // namespace

QColor seriesColor(const Theme& theme, std::size_t index)
{
    // Violet, teal, brown, slate, pink, olive, grass, plum: apart from crimson, sky and amber, and from each other in
    // lightness too.
    static constexpr std::array<QRgb, 8> onLight{0xFF6A3FB5, 0xFF0A7F6E, 0xFF8A4B12, 0xFF44546A,
                                                 0xFFC2408F, 0xFF6B7A10, 0xFF3C8C2A, 0xFF5E2140};
    static constexpr std::array<QRgb, 8> onDark{0xFFB79BF2, 0xFF4CCFB8, 0xFFD79A5C, 0xFFA9B8CE,
                                                0xFFF08CC4, 0xFFBFD05A, 0xFF86D36B, 0xFFC99AA8};
    return QColor::fromRgb((theme.dark ? onDark : onLight)[index % onLight.size()]);
}

QColor seriesColor(const Theme& theme, std::size_t index, const std::string& unlike)
{
    const QColor color = seriesColor(theme, index);
    if (unlike.empty())
        return color;
    // Plainly fainter than a like one's, and as far from each ground of the plots as thin lines need to be seen.
    constexpr double faintest = 0.74;
    constexpr double step = 0.02;
    const auto mixed = [&](double kept) { return mix(theme.plot, color, kept); };
    const auto isSeen = [&](const QColor& faint) {
        return std::min(
                   {contrast(faint, theme.plot), contrast(faint, theme.computeArea), contrast(faint, theme.memoryArea)})
            >= leastContrast;
    };
    double kept = faintest;
    while (kept + step <= 1.0 && !isSeen(mixed(kept)))
        kept += step;
    return mixed(kept);
}

QStringList unlikeWords(const std::string& unlike)
{
    return unlike.empty()
             ? QStringList()
             : QStringList{tr("fainter because it belongs to another slice: %1").arg(QString::fromStdString(unlike))};
}

QStringList predictedWords(const Workload& published, std::span<const PredictedPoint> predicted, const Workload& own,
                           AxisKind along, const Format& format)
{
    if (along == AxisKind::Size || predicted.empty() || published.elements == own.elements)
        return {};
    return {tr("dashed: predicted for %1").arg(format.count(static_cast<double>(own.elements)))};
}

bool isStray(std::span<const ChartPoint> points, std::span<const PredictedPoint> predicted, const Snapshot& snapshot)
{
    return snapshot.provenance != Provenance::Measured && predicted.empty() && points.size() < 2;
}

QPen thinPen(const QColor& color, const Theme& theme, Provenance provenance)
{
    QPen pen(color, theme.thinWidth(), Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin);
    switch (provenance) {
    case Provenance::Measured: break;
    case Provenance::Published: pen.setDashPattern({9.0, 3.0, 1.5, 3.0}); break;
    case Provenance::Datasheet: pen.setDashPattern({6.0, 4.0}); break;
    case Provenance::Predicted: pen.setDashPattern({1.5, 3.0}); break;
    }
    return pen;
}

MarkerLook comparedLook(const ChartPoint& point, const Theme& theme, double size, const QColor& color)
{
    const double outline = std::max(1.0, size / 9.0);
    const bool filled = point.provenance == Provenance::Measured && !point.interpolated();
    return {point.regime,
            size * 0.86,
            (filled ? color : theme.plot).rgba(),
            {{{(filled ? theme.markerOutline : color).rgba(), filled ? outline : outline * 1.6}}}};
}

void drawComparedPoint(QPainter& painter, QPointF at, const ChartPoint& point, const Theme& theme, double size,
                       const QColor& color)
{
    drawMarker(painter, at, comparedLook(point, theme, size, color));
}

const ChartPoint* lonePredicted(std::span<const ChartPoint> points)
{
    const ChartPoint* lone = nullptr;
    for (const ChartPoint& point : points) {
        if (isPredicted(point) && lone != nullptr)
            return nullptr;
        lone = isPredicted(point) ? &point : lone;
    }
    return lone;
}

void drawLonePredicted(QPainter& painter, std::span<const ChartPoint> points,
                       const std::function<QPointF(const ChartPoint&)>& place, const QRectF& clip, const Theme& theme,
                       const QColor& color)
{
    const ChartPoint* lone = lonePredicted(points);
    if (lone != nullptr && clip.contains(place(*lone)))
        drawComparedPoint(painter, place(*lone), *lone, theme, theme.markerSize, color);
}

void drawPredictedLine(QPainter& painter, const QPolygonF& line, const QRectF& clip, const QPen& pen)
{
    painter.setBrush(Qt::NoBrush);
    painter.setPen(pen);
    for (const QPolygonF& part : clippedPolyline(line, clip))
        painter.drawPolyline(part);
}

QString modelOf(const QString& device)
{
    const QString name = device.split(betweenParts).front();
    if (withoutMaker(name) == name) // a session's, "Host CPU · 2 threads", has numbers that are no model's
        return name;
    const QStringList words = name.split(QLatin1Char(' '));
    const auto model = std::find_if(words.begin(), words.end(), [](const QString& word) {
        return std::any_of(word.begin(), word.end(), [](QChar letter) { return letter.isDigit(); });
    });
    return model == words.end() ? name : *model;
}

namespace {

/// " (published)" at the end of a compared name; empty where there is none.
QString originOf(const QString& name)
{
    for (const Provenance provenance :
         {Provenance::Measured, Provenance::Published, Provenance::Datasheet, Provenance::Predicted})
        if (const QString end = QStringLiteral(" (%1)").arg(text(nameOf(provenance))); name.endsWith(end))
            return end;
    return {};
}

} // namespace

QString modelAndOrigin(const QString& name)
{
    const QString origin = originOf(name);
    return modelOf(name.chopped(origin.size())) + origin;
}

namespace {

/// A compared name and what may stand for it, from the whole to the shortest. What is left out leaves an ellipsis, but
/// the maker, whom the model names as well.
QStringList namesFor(const QString& name)
{
    const QString left = QStringLiteral(" …");
    const QStringList parts = name.split(betweenParts);
    bool isCut = parts.size() > 1;
    QStringList names{name};
    // The model is enough to tell a device by: what its line is of comes before the rest of its name.
    for (qsizetype kept = isCut ? parts.size() : 0; kept > 0; --kept)
        for (const QString& device : {withoutMaker(parts.front()), modelAndOrigin(parts.front())})
            names << (QStringList{device} + parts.mid(1, kept - 1)).join(betweenParts)
                         + (kept < parts.size() ? left : QString());
    const QString origin = originOf(parts.front());
    QString device = parts.front().chopped(origin.size());
    if (const qsizetype alias = device.lastIndexOf(QStringLiteral(" ("));
        alias > 0 && device.endsWith(QLatin1Char(')'))) {
        device.truncate(alias);
        isCut = true;
        names << device + origin + left;
    }
    if (const QString model = withoutMaker(device); model != device) {
        device = model;
        names << device + origin + (isCut ? left : QString());
    }
    while (device.contains(QLatin1Char(' '))) {
        device.truncate(device.lastIndexOf(QLatin1Char(' ')));
        names << device + left + origin;
    }
    return names << device + origin;
}

} // namespace

QString keyName(const QString& name, const QFont& font, double width)
{
    const QStringList names = namesFor(name);
    const auto fitting = std::find_if(names.begin(), names.end(), [&](const QString& each) {
        return TextPainter::sizeOf(each, font).width() <= width;
    });
    return fitting != names.end() ? *fitting : TextPainter::fitted(names.back(), font, width);
}

void drawRoofSign(QPainter& painter, QPointF center, const Theme& theme, Provenance provenance, const QColor& color)
{
    const double half = theme.markerSize * 1.1;
    painter.setPen(thinPen(color, theme, provenance));
    painter.drawLine(QLineF(center - QPointF(half, 0), center + QPointF(half, 0)));
}

void drawSeriesSign(QPainter& painter, QPointF center, const Theme& theme, Provenance provenance,
                    std::optional<QColor> color, const ChartPoint* lone)
{
    const QColor ink = color.value_or(theme.text);
    if (lone != nullptr) {
        drawComparedPoint(painter, center, *lone, theme, theme.markerSize, ink);
        return;
    }
    if (provenance == Provenance::Datasheet || provenance == Provenance::Predicted) {
        drawRoofSign(painter, center, theme, Provenance::Datasheet, ink);
        return;
    }
    ChartPoint sample;
    sample.regime = Regime::Compute;
    sample.provenance = provenance;
    if (color)
        drawComparedPoint(painter, center, sample, theme, theme.markerSize, *color);
    else
        drawMarker(painter, center, sample, theme,
                   {.size = theme.markerSize, .filled = provenance == Provenance::Measured});
}

} // namespace ridgepoint
