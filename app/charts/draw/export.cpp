// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/draw/export.h"

#include "app/charts/draw/chart_widget.h"
#include "core/session/text_file.h"

#include <QBuffer>
#include <QFileInfo>
#include <QImageWriter>
#include <QRegularExpression>
#include <QPageSize>
#include <QPdfWriter>
#include <QSvgGenerator>

#include <algorithm>
#include <cmath>
#include <string_view>

namespace ridgepoint {
namespace {

constexpr double mostPicturePixels = 2e8;
/// Of the PDF's coordinates: fine enough that letters are not pushed onto a grid.
constexpr int pdfResolution = 1200;

Error inputError(const char* id, const char* text, std::vector<std::string> arguments)
{
    return Error{ErrorKind::InvalidInput, id, text, std::move(arguments)};
}

std::string number(double value) { return QString::number(value, 'g', 6).toStdString(); }

Result<void> checkRange(const char* id, const char* what, double value, double low, double high)
{
    if (value >= low && value <= high)
        return {};
    return inputError(id, "%1 is %2; choose %3 to %4.", {what, number(value), number(low), number(high)});
}

QSize wholeSize(const ExportOptions& options)
{
    return {static_cast<int>(std::lround(options.size.width())), static_cast<int>(std::lround(options.size.height()))};
}

std::unique_ptr<ChartWidget> preparedCopy(const ChartWidget& chart, const ExportOptions& options)
{
    auto copy = chart.duplicate();
    Theme theme = themeOf(options);
    if (options.fontPoints == 0.0)
        theme = fittedTheme(*copy, wholeSize(options), theme);
    if (options.transparent)
        theme.card = QColor(theme.card.red(), theme.card.green(), theme.card.blue(), 0);
    copy->setTheme(theme);
    if (options.transparent)
        copy->setBackground(QBrush(Qt::NoBrush));
    if (!options.withTitle || !options.title.isEmpty()) {
        copy->set(&ChartInput::title, options.withTitle ? options.title : QString());
        copy->set(&ChartInput::note, options.withTitle ? options.note : QString());
    }
    copy->setTextAsPaths(options.svgText == SvgText::Paths);
    copy->prepareForFile(wholeSize(options), options.dpi / pixelsPerInch);
    return copy;
}

void setUp(QCPPainter& painter)
{
    painter.setMode(QCPPainter::pmVectorized);
    painter.setMode(QCPPainter::pmNoCaching);
    painter.setRenderHint(QPainter::LosslessImageRendering);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setRenderHint(QPainter::TextAntialiasing);
}

/// Draws the chart in units of CSS pixels.
void paintOn(ChartWidget& chart, QPaintDevice& device, double scale, const ExportOptions& options)
{
    const QSize size = wholeSize(options);
    QCPPainter painter;
    painter.begin(&device);
    setUp(painter);
    painter.scale(scale, scale);
    if (!options.transparent)
        painter.fillRect(QRectF(QPointF(0, 0), QSizeF(size)), chart.theme().card);
    chart.toPainter(&painter, size.width(), size.height());
    painter.end();
}

QByteArray pdfOf(ChartWidget& chart, const ExportOptions& options)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setCreator(QStringLiteral("Ridgepoint"));
    writer.setTitle(options.caption.isEmpty() ? chart.accessibleName() : options.caption);
    writer.setResolution(pdfResolution);
    writer.setPageSize(
        QPageSize(QSizeF(wholeSize(options)) * 72.0 / pixelsPerInch, QPageSize::Point, {}, QPageSize::ExactMatch));
    writer.setPageMargins(QMarginsF(0, 0, 0, 0));
    paintOn(chart, writer, pdfResolution / pixelsPerInch, options);
    return bytes;
}

QByteArray svgOf(ChartWidget& chart, const ExportOptions& options)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setResolution(static_cast<int>(pixelsPerInch));
    generator.setSize(wholeSize(options));
    generator.setViewBox(QRect(QPoint(0, 0), wholeSize(options)));
    generator.setTitle(chart.accessibleName());
    generator.setDescription(options.caption.toHtmlEscaped()); // which Qt writes as it is
    paintOn(chart, generator, 1.0, options);
    return validInXml(QString::fromUtf8(bytes)).toUtf8();
}

Result<QByteArray> pngOf(ChartWidget& chart, const ExportOptions& options)
{
    const double scale = options.dpi / pixelsPerInch;
    const QSizeF size = QSizeF(wholeSize(options)) * scale;
    QImage image(static_cast<int>(std::lround(size.width())), static_cast<int>(std::lround(size.height())),
                 QImage::Format_ARGB32_Premultiplied);
    if (image.isNull())
        return Error{ErrorKind::Unavailable,
                     "export.memory",
                     "A picture of %1 x %2 pixels does not fit into memory; choose a smaller size or resolution.",
                     {number(size.width()), number(size.height())}};
    image.fill(Qt::transparent);
    image.setDotsPerMeterX(static_cast<int>(std::lround(options.dpi / 0.0254)));
    image.setDotsPerMeterY(static_cast<int>(std::lround(options.dpi / 0.0254)));
    paintOn(chart, image, scale, options);
    if (!options.transparent)
        image = image.convertToFormat(QImage::Format_RGB32);
    if (!options.caption.isEmpty())
        image.setText(QStringLiteral("Description"), options.caption);
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    if (!image.save(&buffer, "PNG"))
        return Error{ErrorKind::Unavailable,
                     "export.png",
                     "The picture could not be encoded as PNG; choose a smaller size.",
                     {}};
    return bytes;
}

Result<void> writeFile(const QByteArray& bytes, const QString& path)
{
    return writeTextFile(std::string_view(bytes.constData(), static_cast<std::size_t>(bytes.size())),
                         path.toStdString());
}

} // namespace

Result<void> validate(const ExportOptions& options)
{
    const struct {
        const char* id;
        const char* what;
        double value;
        double low;
        double high;
    } limits[] = {
        {"export.width", "The width in pixels of 1/96 inch", options.size.width(), 32.0, 20000.0},
        {"export.height", "The height in pixels of 1/96 inch", options.size.height(), 32.0, 20000.0},
        {"export.dpi", "The resolution in dots per inch", options.dpi, 24.0, 1200.0},
    };
    for (const auto& limit : limits)
        if (auto checked = checkRange(limit.id, limit.what, limit.value, limit.low, limit.high); !checked)
            return checked;
    if (options.fontPoints != 0.0)
        if (auto checked = checkRange("export.font", "The font size in points", options.fontPoints, 3.0, 72.0);
            !checked)
            return checked;
    const double scale = options.dpi / pixelsPerInch;
    const double pixels = options.size.width() * options.size.height() * scale * scale;
    if (pixels > mostPicturePixels)
        return inputError("export.pixels",
                          "The picture would have %1 million pixels; the limit is %2 million. Choose a smaller size "
                          "or resolution.",
                          {number(std::round(pixels / 1e6)), number(mostPicturePixels / 1e6)});
    return {};
}

Theme themeOf(const ExportOptions& options)
{
    Theme theme = Theme::named(options.theme);
    if (options.fontPoints <= 0.0)
        return theme;
    const double pixels = options.fontPoints * pixelsPerInch / 72.0;
    const double ratio = pixels / theme.fontPixels;
    theme.fontPixels = std::max(1, static_cast<int>(std::lround(pixels)));
    // Lines and markers go with the type, half as fast, so that small figures stay crisp and large ones balanced.
    theme.lineWidth *= std::sqrt(ratio);
    theme.markerSize *= std::sqrt(ratio);
    return theme;
}

Theme fittedTheme(const ChartWidget& chart, QSizeF size, Theme theme)
{
    constexpr int smallest = 6;
    while (theme.fontPixels > smallest && !chart.fits(size, theme))
        theme = theme.withTextScaled((theme.fontPixels - 1.0) / theme.fontPixels);
    return theme;
}

Result<void> exportChart(const ChartWidget& chart, const QString& path, const ExportOptions& options)
{
    if (auto checked = validate(options); !checked)
        return checked;
    const QString ending = QFileInfo(path).suffix().toLower();
    if (ending != QLatin1String("pdf") && ending != QLatin1String("svg") && ending != QLatin1String("png"))
        return inputError("export.format", "%1 does not end in .pdf, .svg or .png; the extension selects the format.",
                          {path.toStdString()});
    const auto copy = preparedCopy(chart, options);
    if (ending == QLatin1String("pdf"))
        return writeFile(pdfOf(*copy, options), path);
    if (ending == QLatin1String("svg"))
        return writeFile(svgOf(*copy, options), path);
    const auto png = pngOf(*copy, options);
    return png ? writeFile(*png, path) : Result<void>(png.error());
}

void paintChart(const ChartWidget& chart, QCPPainter& painter, const QRectF& place, ExportOptions options)
{
    options.size = place.size();
    const auto copy = preparedCopy(chart, options);
    const QSize size = wholeSize(options);
    painter.save();
    setUp(painter);
    painter.translate(place.topLeft());
    painter.fillRect(QRectF(QPointF(0, 0), QSizeF(size)), copy->theme().card);
    copy->toPainter(&painter, size.width(), size.height());
    painter.restore();
}

Result<QByteArray> chartAsSvg(const ChartWidget& chart, const ExportOptions& options)
{
    if (auto checked = validate(options); !checked)
        return checked.error();
    return svgOf(*preparedCopy(chart, options), options);
}

QString validInXml(QString text)
{
    const auto isValid = [&](qsizetype i) {
        const QChar c = text.at(i);
        if (c.isHighSurrogate())
            return i + 1 < text.size() && text.at(i + 1).isLowSurrogate();
        if (c.isLowSurrogate())
            return i > 0 && text.at(i - 1).isHighSurrogate();
        const char16_t code = c.unicode();
        return code < u' ' ? code == u'\t' || code == u'\n' || code == u'\r' : code < u'\xfffe';
    };
    for (qsizetype i = 0; i < text.size(); ++i)
        if (!isValid(i))
            text[i] = QChar::ReplacementCharacter;
    return text;
}

QString inlinedSvg(const QByteArray& document, const QString& prefix, const QString& name)
{
    QString svg = QString::fromUtf8(document);
    svg = svg.mid(svg.indexOf(QLatin1String("<svg")));
    static const QRegularExpression size(QStringLiteral("^<svg width=\"[^\"]*\" height=\"[^\"]*\""));
    svg.replace(size, QStringLiteral("<svg role=\"img\" aria-label=\"%1\"").arg(validInXml(name).toHtmlEscaped()));
    svg.replace(QLatin1String(" id=\""), QStringLiteral(" id=\"") + prefix);
    svg.replace(QLatin1String(" xml:id=\""), QStringLiteral(" xml:id=\"") + prefix);
    svg.replace(QLatin1String("url(#"), QStringLiteral("url(#") + prefix);
    svg.replace(QLatin1String("href=\"#"), QStringLiteral("href=\"#") + prefix);
    return svg;
}

QImage previewOf(const ChartWidget& chart, const ExportOptions& options, QSize room, double density)
{
    if (!validate(options))
        return {};
    ExportOptions small = options;
    const QSizeF shown = QSizeF(wholeSize(options)).scaled(room, Qt::KeepAspectRatio);
    const double scale = shown.width() / wholeSize(options).width() * density;
    small.dpi = std::clamp(scale * pixelsPerInch, 24.0, 1200.0);
    const auto copy = preparedCopy(chart, small);
    QImage image((shown * density).toSize(), QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    image.setDevicePixelRatio(1.0);
    paintOn(*copy, image, scale, small);
    image.setDevicePixelRatio(density);
    return image;
}

} // namespace ridgepoint
