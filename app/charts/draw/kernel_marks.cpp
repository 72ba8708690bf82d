// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/draw/kernel_marks.h"

#include "app/charts/data/kernel_names.h"
#include "app/charts/data/own_kernels.h"
#include "app/charts/draw/markers.h"
#include "app/charts/style/clip.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <iterator>
#include <limits>
#include <map>
#include <numbers>
#include <utility>

namespace ridgepoint {
namespace {

constexpr double dotOverMarkers = 0.32; ///< radius, of a sample's marker
constexpr double leastApart = 1.6;      ///< of a sample's dots, of its marker
/// Up to so many stars are named wherever they are. With more, names would hide the points; the list has them all, and
/// the key says what the stars are. A file names more, because nobody can point at its stars.
constexpr std::ptrdiff_t mostKernelNames = 12;
constexpr std::ptrdiff_t mostNamesInFile = 40;
/// Of circles so many have names, those that took longest; the others are named under the mouse, which a file lacks.
constexpr std::size_t mostCircleNames = 5;
constexpr std::size_t mostCircleNamesInFile = 10;
/// The largest are what a reader looks at first: their names may stand over other marks, where they stand over no
/// words.
constexpr std::size_t circlesAlwaysNamed = 3;
constexpr qsizetype mostLettersAtCircle = 24;
constexpr qsizetype mostLettersInCrowd = 16;
constexpr int mostLinesUnderName = 1;
constexpr double furtherFromCircle = 0.9; ///< in multiples of the type's size
/// So many marks keep words off: with more there would be no room left.
constexpr std::size_t mostThatKeepRoom = 60;
/// Diameter of the circle with the largest share, of a sample's marker.
constexpr double largestCircle = 4.0;
/// No circle is smaller, so that each can be clicked; in pixels.
constexpr double leastCircle = 9.0;
constexpr double reachBeyondCircle = 2.0;
constexpr int cornersOfRing = 72; ///< round to the eye

/// Of the places that lie in the plot the first that covers the least.
std::optional<OrientedBox> forced(std::vector<OrientedBox> places, const QRectF& plot, const LabelPlacer& placer)
{
    std::erase_if(places, [&](const OrientedBox& box) {
        return !plot.contains(
            QRectF(box.center.x() - box.width * 0.5, box.center.y() - box.height * 0.5, box.width, box.height));
    });
    const auto least = std::ranges::min_element(places, {},
                                                [&](const OrientedBox& box) { return placer.covered(box); });
    return least != places.end() ? std::optional(*least) : std::nullopt;
}

} // namespace

OrientedBox PlacedLabel::box() const
{
    const QSizeF size = TextPainter::sizeOf(words, style.font);
    const double shift = style.anchor & Qt::AlignHCenter ? 0.0 : size.width() * 0.5; // or it begins at its place
    return {at + QPointF(shift, 0.0), size.width(), size.height() * 0.8, style.rotationDegrees};
}

void drawKernelCircle(QPainter& painter, QPointF center, const Theme& theme, const QColor& color, double diameter,
                      bool isFilled)
{
    QColor fill = isFilled ? color : theme.plot;
    fill.setAlphaF(isFilled ? 0.75F : 0.35F); // what lies under a large one is seen
    painter.setBrush(fill);
    painter.setPen(isFilled ? QPen(theme.markerOutline, std::max(1.0, theme.markerSize / 9.0))
                            : QPen(color, std::max(1.2, theme.markerSize / 7.0)));
    painter.drawEllipse(center, diameter * 0.5, diameter * 0.5);
}

std::optional<QPointF> KernelMarks::placeOf(const DrawnKernel& drawn) const
{
    const OwnKernel& kernel = drawn.kernel;
    const QPointF at = m_lines.pixel(kernel.flops / trafficOfStar(kernel), kernel.flops / kernel.time);
    return plot().contains(at) ? std::optional(at) : std::nullopt;
}

double KernelMarks::sizeOf(const DrawnKernel& kernel) const
{
    if (!kernel.isImported())
        return theme().markerSize * starOverMarkers;
    const double share = m_largestShare > 0.0 ? kernel.shareOfTime / m_largestShare : 0.0;
    return std::max({largestCircle * theme().markerSize * std::sqrt(share), theme().markerSize, leastCircle});
}

QColor KernelMarks::colorOf(const DrawnKernel& kernel) const
{
    return kernel.series == 0 ? ownColor(theme()) : seriesColor(theme(), kernel.series - 1);
}

std::vector<QColor> KernelMarks::circleColors() const
{
    std::map<std::size_t, QColor> bySeries;
    for (const DrawnKernel& kernel : m_data.kernels.drawn)
        if (kernel.isImported())
            bySeries.emplace(kernel.series, colorOf(kernel));
    std::vector<QColor> colors;
    for (const auto& [series, color] : bySeries)
        colors.push_back(color);
    return colors;
}

bool KernelMarks::isFilled(const DrawnKernel& kernel, std::size_t dot)
{
    return dot + 1 == kernel.dots.size() && kernel.kernel.bytes > Bytes();
}

QStringList KernelMarks::hollowLevels() const
{
    QStringList levels;
    for (const DrawnKernel& kernel : m_data.kernels.drawn)
        for (std::size_t i = 0; kernel.isImported() && i < kernel.dots.size(); ++i)
            if (const QString name = levelNames(kernel.dots[i]); !isFilled(kernel, i) && !levels.contains(name))
                levels << name;
    return levels;
}

const DrawnKernel* KernelMarks::kernelAt(QPointF mouse) const
{
    const DrawnKernel* nearest = nullptr;
    double least = std::numeric_limits<double>::max();
    for (const DrawnKernel& kernel : m_data.kernels.drawn) {
        const auto own = placeOf(kernel);
        if (!own)
            continue;
        const double size = sizeOf(kernel);
        const double reach = kernel.isImported() ? size * 0.5 + reachBeyondCircle : size * 0.6;
        const double reachOfLevel = kernel.isImported() ? reach : theme().markerSize * 0.7;
        double distance = QLineF(*own, mouse).length();
        if (distance > reach)
            distance = std::numeric_limits<double>::max();
        const FlopsPerSecond performance = kernel.kernel.flops / kernel.kernel.time;
        for (const LevelDot& dot : kernel.dots)
            if (const double ofDot =
                    QLineF(m_lines.pixel(kernel.kernel.flops / dot.bytes, performance), mouse).length();
                ofDot <= reachOfLevel)
                distance = std::min(distance, ofDot);
        if (distance < least) { // of circles that lie over one another the one whose middle is nearest
            least = distance;
            nearest = &kernel;
        }
    }
    return nearest;
}

std::vector<OrientedBox> KernelMarks::room() const
{
    std::vector<OrientedBox> boxes;
    const auto& all = m_data.kernels.drawn;
    for (std::size_t i = 0; i < std::min(all.size(), mostThatKeepRoom); ++i)
        if (const auto at = placeOf(all[i]); at) {
            const double size = sizeOf(all[i]) * 0.8;
            boxes.push_back({*at, size, size, 0.0});
            for (std::size_t dot = 0; all[i].isImported() && dot < all[i].dots.size(); ++dot)
                if (const QPointF hollow = m_lines.pixel(all[i].kernel.flops / all[i].dots[dot].bytes,
                                                         all[i].kernel.flops / all[i].kernel.time);
                    hollow != *at && plot().contains(hollow))
                    boxes.push_back({hollow, size, size, 0.0});
        }
    return boxes;
}

void KernelMarks::block(LabelPlacer& placer) const
{
    for (const OrientedBox& box : room())
        placer.block(box);
    for (const DrawnKernel& kernel : m_data.kernels.drawn)
        if (!kernel.isImported() && placeOf(kernel))
            blockLevels(placer, placesOfLevels(kernel));
}

QFont KernelMarks::fontOfName(const QString& name) const
{
    return fontAsWritten(name, theme().font(0.95, QFont::DemiBold));
}

std::vector<OrientedBox> KernelMarks::placesOfName(const DrawnKernel& kernel, QPointF at, const QString& name,
                                                   double further) const
{
    const double away = sizeOf(kernel) * 0.6 + further;
    const QSizeF size(TextPainter::sizeOf(name, fontOfName(name)).width() + 2.0, theme().fontPixels * 1.15);
    std::vector<OrientedBox> places;
    for (const QPointF side : {QPointF(1, 0), QPointF(-1, 0), QPointF(1, 1), QPointF(1, -1), QPointF(-1, 1),
                               QPointF(-1, -1), QPointF(0, 1), QPointF(0, -1)})
        places.push_back({at
                              + QPointF(side.x() * (size.width() * 0.5 + away),
                                        side.y() * (size.height() * 0.5 + (side.x() == 0.0 ? away : away * 0.5))),
                          size.width(), size.height(), 0.0});
    return places;
}

PlacedLabel KernelMarks::nameAt(const OrientedBox& box, const QString& name) const
{
    return {name,
            box.center,
            {.font = fontOfName(name), .color = theme().text, .anchor = Qt::AlignCenter, .halo = theme().plot}};
}

std::optional<PlacedLabel> KernelMarks::nameOfStar(LabelPlacer& placer, const DrawnKernel& kernel, QPointF at) const
{
    const double em = theme().fontPixels;
    const QFont font = fontOfName(kernel.name);
    for (const double ems : {14.0, 9.0}) { // the beginning of a long name is better than none
        const QString name = TextPainter::fitted(kernel.name, font, em * ems);
        if (const auto box = placer.place(placesOfName(kernel, at, name)))
            return nameAt(*box, name);
    }
    const QString name = TextPainter::fitted(kernel.name, font, em * 14.0);
    const auto box = forced(placesOfName(kernel, at, name), plot(), placer);
    if (!box)
        return std::nullopt;
    placer.block(*box);
    return nameAt(*box, name);
}

std::optional<PlacedLabel> KernelMarks::nameOfCircle(LabelPlacer& placer, const DrawnKernel& kernel, QPointF at,
                                                     const QStringList& names, int mostCrossings) const
{
    for (const QString& name : names) {
        std::vector<OrientedBox> places = placesOfName(kernel, at, name);
        std::ranges::copy(placesOfName(kernel, at, name, theme().fontPixels * furtherFromCircle),
                          std::back_inserter(places));
        if (const auto box = placer.place(places, mostCrossings))
            return nameAt(*box, name);
    }
    return std::nullopt;
}

std::optional<PlacedLabel> KernelMarks::nameOverMarks(const LabelPlacer& placer, const LabelPlacer& words,
                                                      const DrawnKernel& kernel, QPointF at,
                                                      const QStringList& names) const
{
    std::optional<PlacedLabel> best;
    int least = std::numeric_limits<int>::max();
    for (const QString& name : names)
        for (const double further : {0.0, furtherFromCircle})
            for (const OrientedBox& place : placesOfName(kernel, at, name, theme().fontPixels * further))
                if (const int covered = placer.covered(place); covered < least && words.find({&place, 1})) {
                    least = covered;
                    best = nameAt(place, name);
                }
    return best;
}

void KernelMarks::nameStars(LabelPlacer& placer, bool isFile, std::vector<PlacedLabel>& labels) const
{
    const auto& all = m_data.kernels.drawn;
    const auto isStar = [this](const DrawnKernel& kernel) { return !kernel.isImported() && placeOf(kernel); };
    if (std::ranges::count_if(all, isStar) > (isFile ? mostNamesInFile : mostKernelNames))
        return;
    for (const DrawnKernel& kernel : all) {
        if (!isStar(kernel))
            continue;
        if (auto label = nameOfStar(placer, kernel, *placeOf(kernel)))
            labels.push_back(std::move(*label));
        for (PlacedLabel& label : levelLabels(placer, placesOfLevels(kernel)))
            labels.push_back(std::move(label));
    }
}

void KernelMarks::nameCircles(LabelPlacer& placer, LabelPlacer& words, bool isFile,
                              std::vector<PlacedLabel>& labels) const
{
    std::vector<const DrawnKernel*> circles;
    for (const DrawnKernel& kernel : m_data.kernels.drawn)
        if (kernel.isImported() && placeOf(kernel))
            circles.push_back(&kernel);
    std::ranges::stable_sort(circles, std::greater(), [](const DrawnKernel* each) { return each->shareOfTime; });
    circles.resize(std::min(circles.size(), isFile ? mostCircleNamesInFile : mostCircleNames));
    QStringList wholes;
    for (const DrawnKernel* each : circles)
        wholes << each->name;
    const QStringList usual = shortenedApart(wholes, mostLettersAtCircle);
    const QStringList shorter = shortenedApart(wholes, mostLettersInCrowd);
    for (std::size_t i = 0; i < circles.size(); ++i) {
        const QPointF at = *placeOf(*circles[i]);
        const auto place = static_cast<qsizetype>(i);
        QStringList names{usual[place]};
        if (shorter.count(shorter[place]) == 1) // else it would tell one from none
            names << shorter[place];
        auto label = nameOfCircle(placer, *circles[i], at, names, mostLinesUnderName);
        if (!label && i < circlesAlwaysNamed)
            label = nameOverMarks(placer, words, *circles[i], at, names);
        if (!label)
            continue;
        placer.block(label->box());
        words.block(label->box());
        labels.push_back(std::move(*label));
    }
}

std::vector<PlacedLabel> KernelMarks::names(LabelPlacer& placer, LabelPlacer words, bool isFile) const
{
    std::vector<PlacedLabel> labels;
    nameStars(placer, isFile, labels);
    for (const PlacedLabel& label : labels)
        words.block(label.box());
    nameCircles(placer, words, isFile, labels);
    return labels;
}

void KernelMarks::drawCircle(QCPPainter* painter, const DrawnKernel& kernel) const
{
    const double size = sizeOf(kernel);
    for (std::size_t i = 0; i < kernel.dots.size(); ++i) {
        const QPointF at = m_lines.pixel(kernel.kernel.flops / kernel.dots[i].bytes,
                                         kernel.kernel.flops / kernel.kernel.time);
        if (plot().contains(at))
            drawKernelCircle(*painter, at, theme(), colorOf(kernel), size, isFilled(kernel, i));
    }
}

void KernelMarks::draw(QCPPainter* painter) const
{
    std::vector<const DrawnKernel*> circles;
    for (const DrawnKernel& kernel : m_data.kernels.drawn)
        if (kernel.isImported())
            circles.push_back(&kernel);
    std::ranges::stable_sort(circles, std::greater(), [](const DrawnKernel* each) { return each->shareOfTime; });
    for (const DrawnKernel* kernel : circles) // the small ones over the large ones
        drawCircle(painter, *kernel);
    for (const DrawnKernel& kernel : m_data.kernels.drawn)
        if (!kernel.isImported() && placeOf(kernel))
            drawLevels(painter, placesOfLevels(kernel), colorOf(kernel));
}

void KernelMarks::drawStars(QCPPainter* painter) const
{
    for (const DrawnKernel& kernel : m_data.kernels.drawn)
        if (const auto at = kernel.isImported() ? std::nullopt : placeOf(kernel))
            drawOwnMarker(*painter, *at, theme(), sizeOf(kernel));
}

void KernelMarks::drawChosen(QCPPainter* painter, const DrawnKernel& kernel, LabelPlacer placer,
                             std::span<const OrientedBox> labels) const
{
    const auto at = placeOf(kernel);
    if (!at)
        return;
    painter->setBrush(Qt::NoBrush);
    if (const std::vector<LevelPlace> levels = placesOfLevels(kernel); !levels.empty()) {
        painter->setPen(QPen(theme().text, theme().thinWidth()));
        if (const auto visible = clipped(QLineF(levels.front().at, levels.back().at), plot()))
            for (const QLineF& piece : outsideOf(labels, *visible))
                painter->drawLine(piece);
        for (const PlacedLabel& label : levelLabels(placer, levels))
            text().draw(*painter, label.at, label.words, label.style);
    }
    painter->setPen(QPen(theme().text, theme().lineWidth));
    const double radius = sizeOf(kernel) * 0.5 + theme().lineWidth;
    QPolygonF ring;
    for (int i = 0; i <= cornersOfRing; ++i) {
        const double angle = i * 2.0 * std::numbers::pi / cornersOfRing;
        ring << *at + QPointF(std::cos(angle), std::sin(angle)) * radius;
    }
    for (const QPolygonF& part : outsideOf(labels, ring))
        painter->drawPolyline(part);
}

std::vector<KernelMarks::LevelPlace> KernelMarks::placesOfLevels(const std::vector<LevelDot>& dots, Flops flops,
                                                                 Seconds time) const
{
    std::vector<LevelPlace> places;
    if (dots.size() < 2)
        return places;
    for (const LevelDot& dot : dots)
        places.push_back({m_lines.pixel(flops / dot.bytes, flops / time), levelNames(dot)});
    return places;
}

/// Of a sample all bytes go through the nearest level, where its marker stands; of a kernel of the user's own the star
/// is at memory's dot.
std::vector<KernelMarks::LevelPlace> KernelMarks::placesOfLevels(const ChartPoint& point) const
{
    std::vector<LevelPlace> places = placesOfLevels(m_data.levels, point.flops, point.time);
    if (!places.empty())
        places.front().hasMarker = true;
    return places;
}

std::vector<KernelMarks::LevelPlace> KernelMarks::placesOfLevels(const DrawnKernel& kernel) const
{
    std::vector<LevelPlace> places = placesOfLevels(kernel.dots, kernel.kernel.flops, kernel.kernel.time);
    if (places.empty())
        return places;
    places.back().hasMarker = true;
    if (kernel.kernel.bytes > Bytes() && !kernel.isImported())
        places.back().name.clear(); // a star without a word is at memory's dot, as those without levels are
    return places;
}

void KernelMarks::blockLevels(LabelPlacer& placer, const std::vector<LevelPlace>& places) const
{
    const double size = theme().markerSize * dotOverMarkers * 2.0;
    for (const LevelPlace& place : places)
        placer.block(OrientedBox{place.at, size, size, 0.0});
    if (!places.empty())
        placer.avoid(QLineF(places.front().at, places.back().at));
}

std::vector<PlacedLabel> KernelMarks::levelLabels(LabelPlacer& placer, const std::vector<LevelPlace>& places) const
{
    std::vector<PlacedLabel> labels;
    const QFont font = theme().font(0.85);
    for (const LevelPlace& place : places) {
        if (place.name.isEmpty() || !plot().contains(place.at))
            continue;
        const QSizeF words = TextPainter::sizeOf(place.name, font);
        const QSizeF size(words.width() + 2.0, words.height() * 0.8);
        std::vector<OrientedBox> boxes;
        for (const double away :
             place.hasMarker ? std::array{1.5, 2.2} : std::array{0.6, 1.5}) // markers; the chosen one has a ring
            for (const double side : {-1.0, 1.0})
                boxes.push_back({place.at + QPointF(0.0, side * (theme().markerSize * away + size.height() * 0.5)),
                                 size.width(), size.height(), 0.0});
        if (const auto box = placer.place(boxes))
            labels.push_back(
                {place.name,
                 box->center,
                 {.font = font, .color = theme().mutedText, .anchor = Qt::AlignCenter, .halo = theme().plot}});
    }
    return labels;
}

void KernelMarks::drawLevels(QCPPainter* painter, const std::vector<LevelPlace>& places, const QColor& color) const
{
    if (places.empty())
        return;
    painter->setPen(QPen(color, theme().thinWidth()));
    if (const auto visible = clipped(QLineF(places.front().at, places.back().at), plot()))
        painter->drawLine(*visible);
    painter->setBrush(theme().plot);
    const double radius = theme().markerSize * dotOverMarkers;
    for (const LevelPlace& place : places)
        if (plot().contains(place.at) && !place.hasMarker)
            painter->drawEllipse(place.at, radius, radius);
}

void KernelMarks::drawLevels(QCPPainter* painter, const std::vector<const ChartPoint*>& points,
                             LabelPlacer placer) const
{
    for (const ChartPoint* point : points) {
        const auto places = placesOfLevels(*point);
        if (QLineF(places.front().at, places.back().at).length() < theme().markerSize * leastApart)
            continue; // under the ring of the chosen point
        const QPointF at = m_lines.pixelOf(*point);
        drawLevels(painter, places, theme().text);
        if (plot().contains(at) && !isPredicted(*point)) // a place on a line has no marker
            drawMarker(*painter, at, *point, theme(),
                       {.size = theme().markerSize, .filled = point->provenance == Provenance::Measured});
        blockLevels(placer, places);
        for (const PlacedLabel& label : levelLabels(placer, places))
            text().draw(*painter, label.at, label.words, label.style);
    }
}

} // namespace ridgepoint
