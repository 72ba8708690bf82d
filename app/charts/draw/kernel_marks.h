// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/draw/roof_lines.h"
#include "app/charts/style/label_placement.h"

#include <optional>
#include <span>
#include <vector>

namespace ridgepoint {

/// A direct label that has found its place.
struct PlacedLabel {
    QString words;
    QPointF at;
    TextStyle style;

    /// The room that it takes.
    [[nodiscard]] OrientedBox box() const;
};

/// The kernels of the user's own in a roofline, and one kernel or sample as several dots of a hierarchical roofline: at
/// the same performance one for each level of memory that has other traffic of it. A kernel that was typed is a star,
/// one that was imported a circle whose area is its share of the time, filled where it is memory's.
class KernelMarks : public ChartPart {
public:
    KernelMarks(const RoofLines& lines, const ChartStyle& style)
        : ChartPart(style), m_lines(lines), m_data(lines.data()), m_largestShare(m_data.kernels.largestShare())
    {}

    /// Where such a kernel is drawn; nullopt where it has no place inside the plot.
    [[nodiscard]] std::optional<QPointF> placeOf(const DrawnKernel& kernel) const;
    /// The width of its star or circle.
    [[nodiscard]] double sizeOf(const DrawnKernel& kernel) const;
    /// The colours that circles have, those of the chart's own device first.
    [[nodiscard]] std::vector<QColor> circleColors() const;
    /// The levels at whose bytes circles are hollow, each once.
    [[nodiscard]] QStringList hollowLevels() const;
    /// The one under the mouse; null for none.
    [[nodiscard]] const DrawnKernel* kernelAt(QPointF mouse) const;
    /// The room of those that words must not cover: the largest, where there are many.
    [[nodiscard]] std::vector<OrientedBox> room() const;
    void block(LabelPlacer& placer) const;
    /// The names of the stars, whatever they cover, unless there are too many, and of their levels where there is
    /// room; of the circles those that took longest, where there is room, and of the largest also over other marks:
    /// `words` knows of words alone. A file has names of more.
    [[nodiscard]] std::vector<PlacedLabel> names(LabelPlacer& placer, LabelPlacer words, bool isFile) const;
    /// All but the stars, which are drawn over labels.
    void draw(QCPPainter* painter) const;
    void drawStars(QCPPainter* painter) const;
    /// A ring about a circle that is chosen or under the mouse, and the line through its levels with their names, where
    /// `placer` has room. Neither crosses the `labels` that stand there.
    void drawChosen(QCPPainter* painter, const DrawnKernel& kernel, LabelPlacer placer,
                    std::span<const OrientedBox> labels) const;
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
    [[nodiscard]] std::vector<LevelPlace> placesOfLevels(const DrawnKernel& kernel) const;
    [[nodiscard]] std::vector<LevelPlace> placesOfLevels(const ChartPoint& point) const;
    [[nodiscard]] QColor colorOf(const DrawnKernel& kernel) const;
    void nameStars(LabelPlacer& placer, bool isFile, std::vector<PlacedLabel>& labels) const;
    void nameCircles(LabelPlacer& placer, LabelPlacer& words, bool isFile, std::vector<PlacedLabel>& labels) const;
    /// Where a name may stand about its mark, `further` off.
    [[nodiscard]] std::vector<OrientedBox> placesOfName(const DrawnKernel& kernel, QPointF at, const QString& name,
                                                        double further = 0.0) const;
    [[nodiscard]] QFont fontOfName(const QString& name) const;
    [[nodiscard]] PlacedLabel nameAt(const OrientedBox& box, const QString& name) const;
    /// The star's name beside it, or where it has no room, over what there is.
    [[nodiscard]] std::optional<PlacedLabel> nameOfStar(LabelPlacer& placer, const DrawnKernel& kernel,
                                                        QPointF at) const;
    /// One of these names where it covers nothing and no more lines than this.
    [[nodiscard]] std::optional<PlacedLabel> nameOfCircle(LabelPlacer& placer, const DrawnKernel& kernel, QPointF at,
                                                          const QStringList& names, int mostCrossings) const;
    /// Where it covers no words, and as little else as can be.
    [[nodiscard]] std::optional<PlacedLabel> nameOverMarks(const LabelPlacer& placer, const LabelPlacer& words,
                                                           const DrawnKernel& kernel, QPointF at,
                                                           const QStringList& names) const;
    /// Whether a dot is at the bytes of memory, where a circle is filled.
    [[nodiscard]] static bool isFilled(const DrawnKernel& kernel, std::size_t dot);
    void drawCircle(QCPPainter* painter, const DrawnKernel& kernel) const;
    void blockLevels(LabelPlacer& placer, const std::vector<LevelPlace>& places) const;
    [[nodiscard]] std::vector<PlacedLabel> levelLabels(LabelPlacer& placer,
                                                       const std::vector<LevelPlace>& places) const;
    /// The dots and a line through them, without the dot under the work's own marker.
    void drawLevels(QCPPainter* painter, const std::vector<LevelPlace>& places, const QColor& color) const;
    [[nodiscard]] QRectF plot() const { return m_lines.plot(); }

    RoofLines m_lines;
    const RooflineData& m_data;
    double m_largestShare;
};

/// A circle of a kernel that was imported, as the key has it too; hollow where it is a cache's.
void drawKernelCircle(QPainter& painter, QPointF center, const Theme& theme, const QColor& color, double diameter,
                      bool isFilled);

/// A star is drawn so many times as large as a marker.
inline constexpr double starOverMarkers = 2.0; // of a circle's width it looks smaller

} // namespace ridgepoint
