// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/draw/kernel_marks.h"

#include "app/charts/data/own_kernels.h"
#include "app/charts/draw/markers.h"
#include "app/charts/style/clip.h"

#include <algorithm>
#include <array>
#include <utility>

namespace ridgepoint {
namespace {

constexpr double dotOverMarkers = 0.32; ///< radius, of a sample's marker
constexpr double leastApart = 1.6;      ///< of a sample's dots, of its marker
/// Up to so many stars are named wherever they are. With more, names would hide the points; the list has them all, and
/// the key says what the stars are. A file names more, because nobody can point at its stars.
constexpr std::ptrdiff_t mostKernelNames = 12;
constexpr std::ptrdiff_t mostNamesInFile = 40;

/// The first of the places that lies in the plot, whatever it covers.
std::optional<OrientedBox> forced(const std::vector<OrientedBox>& places, const QRectF& plot)
{
    const auto found = std::ranges::find_if(places, [&](const OrientedBox& box) {
        return plot.contains(
            QRectF(box.center.x() - box.width * 0.5, box.center.y() - box.height * 0.5, box.width, box.height));
    });
    return found != places.end() ? std::optional(*found) : std::nullopt;
}

} // namespace

std::optional<QPointF> KernelMarks::placeOf(const OwnKernel& kernel) const
{
    if (!hasPlaceOnRoofline(kernel))
        return std::nullopt;
    const QPointF at = m_lines.pixel(kernel.flops / trafficOfStar(kernel), kernel.flops / kernel.time);
    return plot().contains(at) ? std::optional(at) : std::nullopt;
}

std::optional<std::size_t> KernelMarks::kernelAt(QPointF mouse) const
{
    std::optional<std::size_t> nearest;
    const double reachOfDot = theme().markerSize * 0.7;
    double least = theme().markerSize * starOverMarkers * 0.6;
    for (std::size_t i = 0; i < m_data.kernels.size(); ++i) {
        const OwnKernel& kernel = m_data.kernels[i];
        const auto star = placeOf(kernel);
        if (!star)
            continue;
        double distance = QLineF(*star, mouse).length();
        for (const LevelPlace& place : placesOfLevels(kernel))
            if (const double ofDot = QLineF(place.at, mouse).length(); ofDot <= reachOfDot)
                distance = std::min(distance, ofDot);
        if (distance <= least) {
            least = distance;
            nearest = i;
        }
    }
    return nearest;
}

void KernelMarks::block(LabelPlacer& placer) const
{
    const double size = theme().markerSize * starOverMarkers;
    for (const OwnKernel& kernel : m_data.kernels)
        if (const auto at = placeOf(kernel)) {
            placer.block(OrientedBox{*at, size * 0.8, size * 0.8, 0.0});
            blockLevels(placer, placesOfLevels(kernel));
        }
}

std::vector<PlacedLabel> KernelMarks::names(LabelPlacer& placer, bool isFile) const
{
    std::vector<PlacedLabel> labels;
    const auto drawn = std::ranges::count_if(m_data.kernels,
                                             [this](const OwnKernel& kernel) { return placeOf(kernel).has_value(); });
    if (drawn > (isFile ? mostNamesInFile : mostKernelNames))
        return labels;
    const QFont font = theme().font(0.95, QFont::DemiBold);
    const double em = theme().fontPixels;
    for (std::size_t i = 0; i < m_data.kernels.size(); ++i) {
        const auto at = placeOf(m_data.kernels[i]);
        if (!at)
            continue;
        const QString name = TextPainter::fitted(ownName(m_data.kernels[i], i), font, em * 14.0);
        const QSizeF size(TextPainter::sizeOf(name, font).width() + 2.0, em * 1.15);
        const double away = theme().markerSize * starOverMarkers * 0.6;
        std::vector<OrientedBox> places;
        for (const QPointF side : {QPointF(1, 0), QPointF(-1, 0), QPointF(1, 1), QPointF(1, -1), QPointF(-1, 1),
                                   QPointF(-1, -1), QPointF(0, 1), QPointF(0, -1)})
            places.push_back({*at
                                  + QPointF(side.x() * (size.width() * 0.5 + away),
                                            side.y() * (size.height() * 0.5 + (side.x() == 0.0 ? away : away * 0.5))),
                              size.width(), size.height(), 0.0});
        auto box = placer.place(places);
        if (!box && (box = forced(places, plot())))
            placer.block(*box);
        if (box)
            labels.push_back({name,
                              box->center,
                              {.font = font, .color = theme().text, .anchor = Qt::AlignCenter, .halo = theme().plot}});
        const OwnKernel& kernel = m_data.kernels[i];
        for (PlacedLabel& label : levelLabels(placer, placesOfLevels(kernel)))
            labels.push_back(std::move(label));
    }
    return labels;
}

void KernelMarks::draw(QCPPainter* painter) const
{
    for (const OwnKernel& kernel : m_data.kernels)
        if (const auto at = placeOf(kernel)) {
            drawLevels(painter, placesOfLevels(kernel), ownColor(theme()));
            drawOwnMarker(*painter, *at, theme(), theme().markerSize * starOverMarkers);
        }
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

std::vector<KernelMarks::LevelPlace> KernelMarks::placesOfLevels(const OwnKernel& kernel) const
{
    std::vector<LevelPlace> places = placesOfLevels(dotsOf(kernel), kernel.flops, kernel.time);
    if (places.empty())
        return places;
    places.back().hasMarker = true;
    if (kernel.bytes > Bytes())
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
