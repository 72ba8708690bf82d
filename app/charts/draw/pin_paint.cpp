// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/data/pin_words.h"
#include "app/charts/draw/chart_widget.h"
#include "app/charts/draw/markers.h"
#include "app/charts/style/clip.h"

#include <algorithm>

namespace ridgepoint {
namespace {

QColor between(const QColor& a, const QColor& b, double shareOfB)
{
    const auto mix = [&](int x, int y) { return static_cast<int>(x + (y - x) * shareOfB); };
    return {mix(a.red(), b.red()), mix(a.green(), b.green()), mix(a.blue(), b.blue())};
}

/// Opaque, because the pieces of a translucent line show where they overlap.
QColor pinGrey(const Theme& theme) { return between(theme.mutedText, theme.plot, 0.3); }

/// Pins are told apart by their dashes as well as by their letters.
QPen pinPen(const Theme& theme, std::size_t index)
{
    QPen pen(pinGrey(theme), theme.lineWidth * 0.9, Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin);
    if (index % 3 == 1)
        pen.setDashPattern({5.0, 2.5});
    if (index % 3 == 2)
        pen.setDashPattern({1.5, 2.0});
    return pen;
}

/// The words, broken once where they would be cut; none for no words.
QStringList inTwoLines(const QString& words, const QFont& font, double width)
{
    if (words.isEmpty())
        return {};
    qsizetype end = words.size();
    while (TextPainter::sizeOf(words.left(end), font).width() > width && end > 0)
        end = words.lastIndexOf(QLatin1Char(' '), end - 1);
    if (end <= 0 || end == words.size())
        return {words};
    return {words.left(end), words.mid(end + 1)};
}

} // namespace

void ChartWidget::paintResults(QCPPainter* painter)
{
    if (concealed())
        return;
    drawWatermark(painter);
    drawPins(painter);
    paintPoints(painter);
}

void ChartWidget::paintMarks(QCPPainter* painter)
{
    if (!concealed()) {
        drawBrushed(painter);
        paintHover(painter);
        if (m_readout)
            drawReadout(painter, m_readout->at, m_readout->lines);
        drawLinked(painter);
        drawPinNames(painter);
        drawPinKey(painter);
    }
    drawGuess(painter);
    if (m_marks.band.isNull())
        return;
    QColor fill = m_theme.accent;
    fill.setAlpha(36);
    painter->setBrush(fill);
    painter->setPen(QPen(m_theme.accent, 1.2, Qt::DashLine));
    painter->drawRect(m_marks.band.normalized());
}

void ChartWidget::drawPins(QCPPainter* painter) const
{
    const auto axis = lineAxis();
    if (!axis)
        return;
    for (std::size_t i = 0; i < m_marks.pins->size(); ++i) {
        if (!m_marks.shows(i))
            continue;
        std::vector<QPolygonF> lines;
        for (const ChartPoint& point : (*m_marks.pins)[i].line(*axis)) {
            const auto pixels = pixelsOf(point);
            lines.resize(std::max(lines.size(), pixels.size()));
            for (std::size_t plot = 0; plot < pixels.size(); ++plot)
                lines[plot] << pixels[plot];
        }
        for (std::size_t plot = 0; plot < lines.size(); ++plot) {
            const QRectF area = plotRectAt(static_cast<int>(plot));
            painter->setBrush(Qt::NoBrush);
            painter->setPen(pinPen(m_theme, i));
            for (const QPolygonF& part : clippedPolyline(lines[plot], area))
                painter->drawPolyline(part);
            painter->setBrush(m_theme.plot);
            painter->setPen(QPen(pinGrey(m_theme), m_theme.thinWidth()));
            for (const QPointF& at : lines[plot])
                if (area.contains(at))
                    painter->drawEllipse(at, m_theme.markerSize * 0.28, m_theme.markerSize * 0.28);
        }
    }
}

/// A letter on a disc below the pinned point; the present point's letter stands above it.
void ChartWidget::drawPinNames(QCPPainter* painter) const
{
    const QFont font = m_theme.font(0.95, QFont::Bold);
    const double radius = m_theme.fontPixels * 0.72;
    const auto draw = [&](QPointF point, const QRectF& area, double away, const QString& name, const QColor& ground, const QColor& ink) {
        if (!area.contains(point))
            return;
        QPointF at = point + QPointF(0.0, away);
        at.setY(std::clamp(at.y(), area.top() + radius, area.bottom() - radius));
        painter->setPen(QPen(m_theme.plot, 1.5));
        painter->setBrush(ground);
        painter->drawEllipse(at, radius, radius);
        m_text.draw(*painter, at, name, {.font = font, .color = ink, .anchor = Qt::AlignCenter});
    };
    const double away = radius + m_theme.markerSize * 1.3;
    const Sample* present = presentSample();
    bool isNamed = present == nullptr || m_marks.pins->empty(); // one mark has one letter
    for (const Pin* pin : m_marks.shownPins())
        if (pin->sample) {
            const auto pixels = pixelsOf(pinnedPoint(pin->point, pin->sample->time, pin->sample->low, pin->sample->high, {}, pin->sample->provenance));
            for (std::size_t plot = 0; plot < pixels.size(); ++plot)
                draw(pixels[plot], plotRectAt(static_cast<int>(plot)), away, QString::fromStdString(pin->name), m_theme.mutedText, m_theme.plot);
            isNamed = isNamed || sameMeasurement(*pin->sample, *present);
        }
    if (isNamed)
        return;
    const auto pixels = pixelsOf(pinnedPoint(present->workload, present->time, present->low, present->high, {}, present->provenance));
    for (std::size_t plot = 0; plot < pixels.size(); ++plot)
        draw(pixels[plot], plotRectAt(static_cast<int>(plot)), -away, QString::fromStdString(presentName(*m_marks.pins, *present)), m_theme.accent, m_theme.accentText);
}

const Sample* ChartWidget::presentSample() const
{
    if (!m_snapshot)
        return nullptr;
    const Workload wanted = m_selected.value_or(m_cursor);
    for (const Sample& sample : m_snapshot->samples)
        if (sample.workload == wanted && !sample.flags.has(Flag::Interpolated) && sample.provenance != Provenance::Predicted)
            return &sample; // what is only predicted is not faster or slower than a pin
    return nullptr;
}

void ChartWidget::drawPinKey(QCPPainter* painter) const
{
    if (m_marks.pins->empty() || !lineAxis())
        return;
    const PinKey key = pinKey(*m_marks.pins, presentSample(), m_format, m_marks.pinAlone);
    const QPointF corner = pinKeyCorner();
    const QRectF area = plotRectAt(static_cast<int>(axisRects().indexOf(axisRectAt(corner))));
    if (area.isEmpty())
        return;
    constexpr qsizetype mostRows = 4; // more pins than that are named in the menu only
    const QFont font = m_theme.font(0.95);
    const QFont bold = m_theme.font(0.95, QFont::DemiBold);
    const double line = m_theme.fontPixels * 1.45;
    const double width = area.width() * (area.width() > m_theme.fontPixels * 36.0 ? 0.62 : 0.95);
    const qsizetype first = std::max<qsizetype>(0, key.pins.size() - mostRows);
    const auto row = [&](double y, const QString& words, const QFont& face, const QColor& color) {
        m_text.draw(*painter, {corner.x(), y}, TextPainter::fitted(words, face, width),
                    {.font = face, .color = color, .anchor = Qt::AlignRight | Qt::AlignVCenter, .halo = m_theme.plot, .haloWidth = 4.0});
    };
    double y = corner.y() - line * 0.5;
    const QStringList caption = inTwoLines(key.caption, bold, width);
    for (qsizetype i = caption.size() - 1; i >= 0; --i, y -= line)
        row(y, caption[i], bold, m_theme.text);
    for (qsizetype i = key.pins.size() - 1; i >= first && y > area.top() + line; --i, y -= line)
        row(y, key.pins[i], font, m_theme.mutedText);
}

} // namespace ridgepoint
