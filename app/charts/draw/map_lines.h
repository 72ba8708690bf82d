// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/draw/chart_part.h"
#include "app/charts/draw/map_picture.h"
#include "app/charts/style/label_placement.h"

#include <qcustomplot.h>

#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace ridgepoint {

/// What is drawn of a map, and where.
struct MapScene {
    const MapPicture& picture;
    const MapChoice& choice;
    const IsoChoice& iso;
    QString otherName;          ///< of what it is compared with; empty for nothing
    QString otherDevice;        ///< likewise, without its origin
    std::size_t otherPlace;     ///< of it among all that is compared: the colour of its border
    Provenance otherProvenance; ///< of the roofs that predict its border
    const QCPAxisRect& rect;
    QRect viewport;
    bool hasResults = true; ///< or else borders alone are drawn of it, which are predicted
};

/// A part of the map's chart.
class MapPart : public ChartPart {
protected:
    MapPart(MapScene scene, const ChartStyle& style) : ChartPart(style), m_scene(std::move(scene)) {}

    [[nodiscard]] const RegimeMapData& data() const { return m_scene.picture.data; }
    [[nodiscard]] const MapPicture& picture() const { return m_scene.picture; }
    [[nodiscard]] const MapScene& scene() const { return m_scene; }
    [[nodiscard]] MapView view() const { return m_scene.choice.view; }
    [[nodiscard]] QRectF plot() const { return QRectF(m_scene.rect.rect()); }
    [[nodiscard]] QRect viewport() const { return m_scene.viewport; }
    /// Of the device that the map is compared with, where its borders are drawn: its model, "A100".
    [[nodiscard]] QString otherModel() const;

private:
    MapScene m_scene;
};

/// Whether the measured cells of a map have dots, which those between lack: where it has both, and room for dots.
[[nodiscard]] bool showsDots(const RegimeMapData& data, const QRectF& plot);

/// Whether no cell at these places has a verdict beside the two regimes.
[[nodiscard]] bool liesIn(const RegimeMapData& data, std::pair<Regime, Regime> regimes,
                          std::span<const MapPoint> places);

/// Everything of the regime map that is drawn over its colours as lines and words: iso-lines, predicted borders, and
/// the names of borders and regions, which share the room.
class MapLines : public MapPart {
public:
    MapLines(MapScene scene, const ChartStyle& style) : MapPart(std::move(scene), style) {}

    /// Words stand where `placer` has room.
    void draw(QCPPainter* painter, LabelPlacer placer) const;

private:
    using BorderLines = std::map<std::pair<Regime, Regime>, std::vector<QPolygonF>>;
    /// The parts of a line inside the plot.
    [[nodiscard]] std::vector<QPolygonF> pixelLines(const MapLine& line) const;
    [[nodiscard]] BorderLines linesOf(const std::vector<MapBorder>& borders) const;
    [[nodiscard]] QPen isoPen(bool core) const;
    [[nodiscard]] QString isoWords(double value) const;
    void drawRegionLabels(QCPPainter* painter, LabelPlacer& placer) const;
    /// Beside a part of the border, in one of its two regions; left out where there is no room for it.
    void drawBorderLabel(QCPPainter* painter, LabelPlacer& placer, const QString& words, const BorderLines& all,
                         std::pair<Regime, Regime> regimes, bool isOwn) const;
    /// Those of the places that stand by the border and in no third region.
    [[nodiscard]] std::vector<OrientedBox> besideBorder(std::vector<OrientedBox> places, const BorderLines& all,
                                                        std::pair<Regime, Regime> regimes, bool isOwn) const;
    void drawIsoLabel(QCPPainter* painter, LabelPlacer& placer, const QString& words,
                      const std::vector<QPolygonF>& parts) const;
    [[nodiscard]] QPointF pixel(MapPoint point) const
    {
        return {scene().rect.axis(QCPAxis::atBottom)->coordToPixel(point.x),
                scene().rect.axis(QCPAxis::atLeft)->coordToPixel(point.y)};
    }
    [[nodiscard]] MapPoint coordinates(QPointF pixel) const
    {
        return {scene().rect.axis(QCPAxis::atBottom)->pixelToCoord(pixel.x()),
                scene().rect.axis(QCPAxis::atLeft)->pixelToCoord(pixel.y())};
    }
};

/// `dashes`: what lies over the casing under it. The own borders are dashed in white over dark, those of another device
/// (`other`: its colour) dotted in it over the plot's ground, with which every series' colour has contrast.
[[nodiscard]] QPen borderPen(const Theme& theme, bool dashes, std::optional<QColor> other = std::nullopt);

} // namespace ridgepoint
