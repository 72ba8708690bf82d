// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineF>
#include <QPolygonF>
#include <QRectF>
#include <QSizeF>

#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace ridgepoint {

/// A rectangle turned about its centre: the room that a label takes.
struct OrientedBox {
    QPointF center;
    double width = 0.0;
    double height = 0.0;
    double degrees = 0.0; ///< as QPainter::rotate: clockwise on the screen is positive

    [[nodiscard]] QPolygonF corners() const;
};

/// By the separating axis theorem; touching boxes do not overlap.
[[nodiscard]] bool overlap(const OrientedBox& a, const OrientedBox& b);
[[nodiscard]] bool overlap(const OrientedBox& box, const QLineF& line);

/// A box of this size inside the room and beside an area: right of it, else left, above or below. Where no side has
/// room for it, where it covers least of the area.
[[nodiscard]] QRectF boxBeside(const QRectF& area, QSizeF size, const QRectF& room);

/// A box of this size inside the room where it covers the fewest labels and, after them, lines; of equal places the
/// lowest, and of those the one farthest to the right.
[[nodiscard]] QRectF boxCoveringLeast(QSizeF size, const QRectF& room, std::span<const OrientedBox> labels,
                                      std::span<const QLineF> lines);

/// What of a line lies outside all of the boxes, from its start on: a line that is drawn over labels leaves them whole.
[[nodiscard]] std::vector<QLineF> outsideOf(std::span<const OrientedBox> boxes, const QLineF& line);
/// The same of a polyline, in as few parts as it falls into.
[[nodiscard]] std::vector<QPolygonF> outsideOf(std::span<const OrientedBox> boxes, const QPolygonF& line);

/// Finds room for direct labels: never over each other, over points or outside the plot, and over other lines only
/// when there is no better place.
class LabelPlacer {
public:
    static constexpr int anyCrossings = std::numeric_limits<int>::max();

    explicit LabelPlacer(const QRectF& plot) : m_plot(plot) {}

    /// Labels may not touch this.
    void block(const OrientedBox& box) { m_blocked.push_back(box); }
    void block(const QRectF& rect) { m_blocked.push_back({rect.center(), rect.width(), rect.height(), 0.0}); }
    /// Labels may stand where this one stood.
    void release(const OrientedBox& box);
    /// Labels should not cross this.
    void avoid(const QLineF& line) { m_lines.push_back(line); }

    /// A place for a label, and how many lines cross it.
    struct Found {
        OrientedBox box;
        int crossings = 0;
    };
    /// The best of the candidates, the earlier the better; nullopt when none fits.
    [[nodiscard]] std::optional<Found> find(std::span<const OrientedBox> candidates) const;
    /// How much a box would cover that labels keep off, and how many lines.
    [[nodiscard]] int covered(const OrientedBox& box) const;
    /// Takes the best of the candidates and blocks it.
    std::optional<OrientedBox> place(std::span<const OrientedBox> candidates, int mostCrossings = anyCrossings);
    /// A label beside a line and turned with it, at a preferred fraction of its length; `gap` keeps it off the line.
    std::optional<OrientedBox> placeAlong(const QLineF& line, QSizeF label, double gap, double preferred,
                                          bool aboveOnly = true, int mostCrossings = anyCrossings);
    /// A label that goes on where a line ends at its right, turned with it and crossed by none; `gap` keeps it off the
    /// end.
    std::optional<OrientedBox> placeBeyond(const QLineF& line, QSizeF label, double gap);

private:
    [[nodiscard]] bool fits(const OrientedBox& box) const;
    [[nodiscard]] int crossings(const OrientedBox& box) const;

    QRectF m_plot;
    std::vector<OrientedBox> m_blocked;
    std::vector<QLineF> m_lines;
};

/// The polyline with fewer points, none of which lay farther than the tolerance from what is left (Ramer, Douglas and
/// Peucker).
[[nodiscard]] QPolygonF simplified(const QPolygonF& line, double tolerance);

/// Places for a label that follows a polyline: where it is nearly straight over the label's width, turned so that it
/// reads from left to right, the middle of the line first, not more than `most`. With a gap the label stands above the
/// line, and below it as the second choice; with none it stands on the line.
[[nodiscard]] std::vector<OrientedBox> placesAlong(const QPolygonF& line, QSizeF label, double gap = -1.0,
                                                   int most = 16);

/// Places for an upright label at either side of a polyline, or over or under it, the middle of the line first: for
/// lines that are nowhere straight for long enough.
[[nodiscard]] std::vector<OrientedBox> placesBeside(const QPolygonF& line, QSizeF label, double gap);

/// Those of the places for a line's name that stand by the line: no segment of `others` crosses them or lies between
/// them and the nearest part of it.
[[nodiscard]] std::vector<OrientedBox> placesBy(std::span<const QPolygonF> line, std::span<const QLineF> others,
                                                std::vector<OrientedBox> places);

} // namespace ridgepoint
