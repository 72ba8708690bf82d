// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// One kernel as several dots of a hierarchical roofline: at the same performance one for each level of memory that has
// other traffic of it.
#include "app/charts/data/own_kernels.h"
#include "app/charts/draw/markers.h"
#include "app/charts/draw/roofline_chart.h"
#include "app/charts/draw/series_marks.h"
#include "app/charts/style/clip.h"

#include <algorithm>
#include <array>

namespace ridgepoint {
namespace {

constexpr double dotOverMarkers = 0.32; ///< radius, of a sample's marker
constexpr double leastApart = 1.6;      ///< of a sample's dots, of its marker

} // namespace

std::vector<RooflineChart::LevelPlace> RooflineChart::placesOfLevels(const std::vector<LevelDot>& dots, Flops flops,
                                                                     Seconds time) const
{
    std::vector<LevelPlace> places;
    if (dots.size() < 2)
        return places;
    for (const LevelDot& dot : dots)
        places.push_back({pixel(flops / dot.bytes, flops / time), levelNames(dot)});
    return places;
}

/// Of a sample all bytes go through the nearest level, where its marker stands; of a kernel of the user's own the star
/// is at memory's dot.
std::vector<RooflineChart::LevelPlace> RooflineChart::placesOfLevels(const ChartPoint& point) const
{
    std::vector<LevelPlace> places = placesOfLevels(m_data.levels, point.flops, point.time);
    if (!places.empty())
        places.front().hasMarker = true;
    return places;
}

std::vector<RooflineChart::LevelPlace> RooflineChart::placesOfLevels(const OwnKernel& kernel) const
{
    std::vector<LevelPlace> places = placesOfLevels(dotsOf(kernel), kernel.flops, kernel.time);
    if (places.empty())
        return places;
    places.back().hasMarker = true;
    if (kernel.bytes > Bytes())
        places.back().name.clear(); // a star without a word is at memory's dot, as those without levels are
    return places;
}

void RooflineChart::blockLevels(LabelPlacer& placer, const std::vector<LevelPlace>& places) const
{
    const double size = theme().markerSize * dotOverMarkers * 2.0;
    for (const LevelPlace& place : places)
        placer.block(OrientedBox{place.at, size, size, 0.0});
    if (!places.empty())
        placer.avoid(QLineF(places.front().at, places.back().at));
}

std::vector<RooflineChart::Label> RooflineChart::levelLabels(LabelPlacer& placer,
                                                             const std::vector<LevelPlace>& places) const
{
    std::vector<Label> labels;
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

void RooflineChart::drawLevels(QCPPainter* painter, const std::vector<LevelPlace>& places, const QColor& color) const
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

void RooflineChart::drawLevelsOfSamples(QCPPainter* painter) const
{
    if (m_data.levels.size() < 2)
        return;
    std::vector<const ChartPoint*> points;
    const auto add = [&](const std::optional<Workload>& workload, std::optional<Seconds> time = {}) {
        const ChartPoint* point = workload ? pointOf(*workload) : nullptr;
        if (point != nullptr && (!time || *time == point->time) && std::ranges::find(points, point) == points.end())
            points.push_back(point);
    };
    add(hoveredWorkload());
    add(selectedWorkload());
    for (const Pin* pin : marks().shownPins())
        if (pin->sample) // the present measurement: an older one may be another device's, whose levels are not known
            add(pin->sample->workload, pin->sample->time);
    if (points.empty())
        return;
    LabelPlacer placer(plot());
    for (const OrientedBox& box : takenRoom())
        placer.block(box);
    for (const QLineF& line : modelLines())
        placer.avoid(line);
    for (const ChartPoint* point : points) {
        const auto places = placesOfLevels(*point);
        if (QLineF(places.front().at, places.back().at).length() < theme().markerSize * leastApart)
            continue; // under the ring of the chosen point
        const QPointF at = pixelOf(*point);
        drawLevels(painter, places, theme().text);
        if (plot().contains(at) && !isPredicted(*point)) // a place on a line has no marker
            drawMarker(*painter, at, *point, theme(),
                       {.size = theme().markerSize, .filled = point->provenance == Provenance::Measured});
        blockLevels(placer, places);
        for (const Label& label : levelLabels(placer, places))
            text().draw(*painter, label.at, label.text, label.style);
    }
}

} // namespace ridgepoint
