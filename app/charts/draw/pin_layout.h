// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/draw/chart_input.h"
#include "app/charts/draw/chart_part.h"
#include "app/charts/style/label_placement.h"

#include <QPointF>
#include <QRectF>
#include <QString>
#include <QStringList>

#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace ridgepoint {

/// The letter of a pin, or of the present sample, on a disc beside its point. All lengths are pixels of the chart.
struct PinLetter {
    QString name;
    QPointF point;        ///< that it names
    bool present = false; ///< of the present sample: it stands above its point where it can, a pin's below
    QPointF at = {};      ///< the disc's centre
    bool isLed = false;   ///< so far away that a line leads to the point
};

/// What the pins hold and how the present sample compares with the last one.
struct PinWords {
    QStringList lines;
    qsizetype caption = 0; ///< the lines from this one on compare; the ones before are the pins
    QRectF box;
    bool fromRight = false; ///< the lines end at the box's right side
};

/// Where letters and words of pins stand: inside the plots, off points, labels and each other.
struct PinLayout {
    double radius = 0.0; ///< of the discs
    std::vector<PinLetter> letters;
    std::optional<PinWords> words; ///< none where no plot has room for as much as the comparison
};

/// The radius of a letter's disc.
[[nodiscard]] double pinRadius(const Theme& theme);

/// Gives a letter its place: beside its point, else farther away with a line to it that crosses no letter of `placed`
/// and no line of theirs where that is near, and blocks it. A plot without any room has it over its point's neighbours,
/// but never outside.
void placeLetter(PinLetter& letter, LabelPlacer& placer, const QRectF& plot, const Theme& theme,
                 std::span<const PinLetter> placed = {});

/// A plot where the words may stand, and where they would best.
struct PinRoom {
    QRectF plot;
    QPointF corner; ///< the lower right corner of the words where the plot is free
    LabelPlacer placer;
};

/// The words where fewest lines cross them and they need not be broken much, rather in the first of the plots: the pins
/// in a row each or in narrower lines, else in the first of their `shorter` forms that finds room, with the comparison;
/// the comparison alone where no plot has room for more. A single pin takes two lines with its comparison: where that
/// needs fewer words, the comparison is the brief one, then the pin in its shorter form, then the comparison alone.
[[nodiscard]] std::optional<PinWords> placeWords(const std::vector<PinRoom>& rooms, const QStringList& pins,
                                                 const QString& caption, const Theme& theme,
                                                 const std::vector<QStringList>& shorter = {},
                                                 const QString& briefCaption = {});

/// The height of a line of the words, and their fonts.
[[nodiscard]] double pinLineHeight(const Theme& theme);
[[nodiscard]] QFont pinFont(const Theme& theme, bool isCaption);

/// What a chart tells of itself to have its pins drawn.
struct PinScene {
    const ChartInput& input;
    std::optional<AxisKind> axis; ///< along which the chart's lines go; nullopt for a map, which is full of points
    std::vector<QRectF> plots;
    std::function<std::vector<QPointF>(const ChartPoint&)> pixelsOf; ///< one a plot; empty where it has no place
    const Sample* present = nullptr;                                 ///< of the cursor's workload; null for none
};
/// The pins' lines, dashed to tell them apart, with their points.
void drawPinLines(QPainter& painter, const PinScene& scene, const Theme& theme);

/// What letters and words of pins stand beside.
struct Obstacles {
    std::vector<OrientedBox> boxes; ///< the room that direct labels and keys take inside the plots
    std::vector<QLineF> lines;      ///< of the model, which they rather do not cross
    QPointF corner;                 ///< that the chart's data leave free: rows of words grow away from it
};
/// `points` may not be covered.
[[nodiscard]] PinLayout layOutPins(const PinScene& scene, const Obstacles& obstacles,
                                   const std::vector<ChartPoint>& points, const ChartStyle& style);
/// `onColours`: on a map.
void drawPins(QPainter& painter, const PinLayout& layout, bool onColours, const ChartStyle& style);

} // namespace ridgepoint
