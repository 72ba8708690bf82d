// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/draw/roof_lines.h"
#include "app/charts/style/label_placement.h"

namespace ridgepoint {

/// A direct label that has found its place.
struct PlacedLabel {
    QString words;
    QPointF at;
    TextStyle style;
};

/// The kernels of the user's own in a roofline, and one kernel or sample as several dots of a hierarchical roofline: at
/// the same performance one for each level of memory that has other traffic of it.
class KernelMarks : public ChartPart {
public:
    KernelMarks(const RoofLines& lines, const ChartStyle& style)
        : ChartPart(style), m_lines(lines), m_data(lines.data())
    {}

    /// Where such a kernel is drawn; nullopt where it has no place inside the plot.
    [[nodiscard]] std::optional<QPointF> placeOf(const OwnKernel& kernel) const;
    /// The one under the mouse, by its place among all.
    [[nodiscard]] std::optional<std::size_t> kernelAt(QPointF mouse) const;
    void block(LabelPlacer& placer) const;
    /// The names of the kernels, whatever they cover, unless there are too many, and of their levels where there is
    /// room. A file has names of more.
    [[nodiscard]] std::vector<PlacedLabel> names(LabelPlacer& placer, bool isFile) const;
    void draw(QCPPainter* painter) const;
    /// The dots of samples over their markers, with the levels' names; labels stand where `placer` has room.
    void drawLevels(QCPPainter* painter, const std::vector<const ChartPoint*>& points, LabelPlacer placer) const;

private:
    /// Where a dot of a level is drawn, and the level's name.
    struct LevelPlace {
        QPointF at;
        QString name;
        bool hasMarker = false; ///< the work's own marker stands there
    };
    /// The dots of work that took this time, in their order; also those outside the plot. None where there is one dot
    /// or none.
    [[nodiscard]] std::vector<LevelPlace> placesOfLevels(const std::vector<LevelDot>& dots, Flops flops,
                                                         Seconds time) const;
    [[nodiscard]] std::vector<LevelPlace> placesOfLevels(const OwnKernel& kernel) const;
    [[nodiscard]] std::vector<LevelPlace> placesOfLevels(const ChartPoint& point) const;
    void blockLevels(LabelPlacer& placer, const std::vector<LevelPlace>& places) const;
    [[nodiscard]] std::vector<PlacedLabel> levelLabels(LabelPlacer& placer,
                                                       const std::vector<LevelPlace>& places) const;
    /// The dots and a line through them, without the dot under the work's own marker.
    void drawLevels(QCPPainter* painter, const std::vector<LevelPlace>& places, const QColor& color) const;
    [[nodiscard]] QRectF plot() const { return m_lines.plot(); }

    RoofLines m_lines;
    const RooflineData& m_data;
};

/// A star is drawn so many times as large as a marker.
inline constexpr double starOverMarkers = 2.0; // of a circle's width it looks smaller

} // namespace ridgepoint
