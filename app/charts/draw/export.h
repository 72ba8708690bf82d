// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/style/theme.h"
#include "core/model/result.h"

#include <QByteArray>
#include <QImage>
#include <QRectF>
#include <QSizeF>
#include <QString>

class QCPPainter;

namespace ridgepoint {

class ChartWidget;

/// Of CSS, in which sizes of files are given.
inline constexpr double pixelsPerInch = 96.0;

enum class SvgText { Text, Paths }; ///< letters that stay text, or outlines that need no font

/// How a chart becomes a file.
struct ExportOptions {
    QSizeF size{760.0, 480.0}; ///< in CSS pixels (1/96 inch); a side of 32 to 20000
    double dpi = 300.0;        ///< of PNG, and of the map inside PDF and SVG; 24 to 1200
    double fontPoints = 0.0;   ///< of axis labels; 0 takes the theme's; else 3 to 72
    ThemeName theme = ThemeName::Print;
    bool transparent = false;
    bool withTitle = true;
    QString title; ///< in place of the chart's own, where not empty
    QString note;
    QString caption = {}; ///< a sentence in the file's metadata: a PDF's title, an SVG's and a PNG's description
    SvgText svgText = SvgText::Text;
};

/// Pixels (1/96 inch) in a millimetre.
inline constexpr double pixelsPerMillimetre = 96.0 / 25.4;

/// InvalidInput for sizes, resolutions or fonts out of range, and for pictures over 200 million pixels.
[[nodiscard]] Result<void> validate(const ExportOptions& options);

/// The file's theme with its type in the size asked for.
[[nodiscard]] Theme themeOf(const ExportOptions& options);

/// The theme in type small enough for the chart to have room in a picture of this size.
[[nodiscard]] Theme fittedTheme(const ChartWidget& chart, QSizeF size, Theme theme);

/// Writes PDF (vector, lossless map), SVG (clipped geometrically) or PNG by the path's ending. The file is written
/// beside its place and renamed, so a full disk leaves the old file whole.
[[nodiscard]] Result<void> exportChart(const ChartWidget& chart, const QString& path, const ExportOptions& options);

/// Draws the chart into a place of a page whose painter counts in pixels (1/96 inch); the size of `options` is not
/// asked.
void paintChart(const ChartWidget& chart, QCPPainter& painter, const QRectF& place, ExportOptions options);
/// The chart as the text of an SVG document. The same errors as validate().
[[nodiscard]] Result<QByteArray> chartAsSvg(const ChartWidget& chart, const ExportOptions& options);

/// The text with U+FFFD for each character that XML 1.0 has no way to write, as a kernel's name may hold them.
[[nodiscard]] QString validInXml(QString text);

/// An SVG document as an element of an HTML page: without its prologue, as wide as its place, with `prefix` before its
/// own ids, since several may stand in one page, and this name for screen readers.
[[nodiscard]] QString inlinedSvg(const QByteArray& document, const QString& prefix, const QString& name);

/// The file as a picture that fits into `room` pixels of this density, for a look before it is written.
[[nodiscard]] QImage previewOf(const ChartWidget& chart, const ExportOptions& options, QSize room, double density);

} // namespace ridgepoint
