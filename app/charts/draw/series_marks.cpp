// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/draw/series_marks.h"

#include "app/charts/draw/markers.h"
#include "app/charts/style/clip.h"
#include "app/charts/style/oklab.h"
#include "app/charts/style/text_painter.h"
#include "app/charts/style/texts.h"

#include <QPainterPath>

#include <algorithm>
#include <array>

namespace ridgepoint {
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
             : QStringList{tr("fainter, as it is not of this slice but of: %1").arg(QString::fromStdString(unlike))};
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

void drawComparedPoint(QPainter& painter, QPointF at, const ChartPoint& point, const Theme& theme, double size,
                       const QColor& color)
{
    const double outline = std::max(1.0, size / 9.0);
    const bool filled = point.provenance == Provenance::Measured && !point.interpolated();
    painter.setBrush(filled ? color : theme.plot);
    painter.setPen(QPen(filled ? theme.markerOutline : color, filled ? outline : outline * 1.6, Qt::SolidLine,
                        Qt::SquareCap, Qt::MiterJoin));
    painter.drawPath(markerPath(point.regime, at, size * 0.86));
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

/// "A100 (published)" of "NVIDIA A100 SXM4 40 GB (RRZE gpu-benches) (published)".
QString modelAndOrigin(const QString& name)
{
    const QString origin = originOf(name);
    return modelOf(name.chopped(origin.size())) + origin;
}

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

void drawSeriesSign(QPainter& painter, QPointF center, const Theme& theme, Provenance provenance,
                    std::optional<QColor> color, const ChartPoint* lone)
{
    const QColor ink = color.value_or(theme.text);
    if (lone != nullptr) {
        drawComparedPoint(painter, center, *lone, theme, theme.markerSize, ink);
        return;
    }
    if (provenance == Provenance::Datasheet || provenance == Provenance::Predicted) {
        const double half = theme.markerSize * 1.1;
        painter.setPen(thinPen(ink, theme, Provenance::Datasheet));
        painter.drawLine(QLineF(center - QPointF(half, 0), center + QPointF(half, 0)));
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
