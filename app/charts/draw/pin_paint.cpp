// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/data/pin_words.h"
#include "app/charts/draw/chart_widget.h"
#include "app/charts/draw/markers.h"
#include "app/charts/style/clip.h"

#include <algorithm>
#include <span>
#include <utility>

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

/// A letter needs a line to its point as soon as it does not touch it: else one beside a roof seems to name the roof.
bool isApart(const PinLetter& letter, double radius) { return QLineF(letter.point, letter.at).length() > 2.0 * radius; }

/// What is drawn over colours is cased in the ground's.
template <class Draw> void drawCased(QCPPainter* painter, const Theme& theme, const QPen& pen, Draw draw)
{
    painter->setBrush(Qt::NoBrush);
    painter->setPen(QPen(theme.plot, pen.widthF() + 1.9, Qt::SolidLine, Qt::FlatCap));
    draw();
    painter->setPen(pen);
    draw();
}

} // namespace

void ChartWidget::paintResults(QCPPainter* painter)
{
    if (concealed())
        return;
    drawWatermark(painter);
    drawPins(painter);
    for (int plot = 0; m_locked && plot < axisRects().size(); ++plot) // under stars and other lines that may be in view
        if (const QString words = outOfViewWords(static_cast<std::size_t>(plot)); !words.isEmpty())
            drawEmpty(painter, plotRectAt(plot), words);
    paintPoints(painter);
}

void ChartWidget::paintMarks(QCPPainter* painter)
{
    if (!concealed()) {
        drawBrushed(painter);
        drawLinked(painter);
        const PinLayout pins = pinLayout();
        drawPinLetters(painter, pins);
        if (pins.words)
            drawPinWords(painter, *pins.words);
    }
    drawGuess(painter);
    if (!concealed()) {
        paintHover(painter);
        if (m_readout) // over everything else: what somebody asks for is read whole
            drawReadout(painter, m_readout->at, m_readout->lines);
    }
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

/// Of the pins that are shown, and of the present sample unless it is one of them: one mark has one letter.
std::vector<PinLetter> ChartWidget::pinLetters(std::size_t plot) const
{
    std::vector<PinLetter> letters;
    const QRectF area = plotRectAt(static_cast<int>(plot));
    const auto add = [&](const std::string& name, const Sample& sample, bool isPresent) {
        const auto pixels = pixelsOf(
            pinnedPoint(sample.workload, sample.time, sample.low, sample.high, {}, sample.provenance));
        if (plot < pixels.size() && area.contains(pixels[plot]))
            letters.push_back({QString::fromStdString(name), pixels[plot], isPresent});
    };
    const Sample* present = m_marks.pins->empty() ? nullptr : presentSample();
    for (const Pin* pin : m_marks.shownPins()) {
        if (!pin->sample)
            continue;
        add(pin->name, *pin->sample, false);
        if (present != nullptr && sameMeasurement(*pin->sample, *present))
            present = nullptr;
    }
    if (present != nullptr)
        add(presentName(*m_marks.pins, *present), *present, true);
    std::stable_partition(letters.begin(), letters.end(),
                          [](const PinLetter& letter) { return letter.present; }); // it chooses its place first
    return letters;
}

/// Samples and pinned points may not be covered; what lies between is better left free.
void ChartWidget::blockPoints(LabelPlacer& placer, std::size_t plot) const
{
    if (!lineAxis())
        return; // a map is full of points
    const QSizeF size(m_theme.markerSize * 0.8, m_theme.markerSize * 0.8);
    const auto block = [&](const ChartPoint& point, QSizeF room) -> std::optional<QPointF> {
        const auto pixels = pixelsOf(point);
        if (plot >= pixels.size())
            return std::nullopt;
        placer.block(QRectF(pixels[plot] - QPointF(room.width() / 2.0, room.height() / 2.0), room));
        return pixels[plot];
    };
    for (const ChartPoint& point : shownPoints()) {
        const auto at = block(point, size);
        if (!at || !(point.low.value() > 0.0) || point.interpolated())
            continue;
        ChartPoint low = point;
        ChartPoint high = point;
        low.time = point.low;
        high.time = point.high;
        placer.avoid(QLineF(pixelsOf(low)[plot], pixelsOf(high)[plot]));
    }
    for (const Pin* pin : m_marks.shownPins()) {
        std::optional<QPointF> last;
        for (const ChartPoint& point : pin->line(*lineAxis())) {
            const auto at = block(point, size * 0.7);
            if (at && last)
                placer.avoid(QLineF(*last, *at));
            last = at;
        }
    }
}

PinLayout ChartWidget::pinLayout() const
{
    PinLayout layout{.radius = pinRadius(m_theme), .letters = {}, .words = {}};
    if (m_marks.pins->empty())
        return layout;
    const QPointF corner = pinKeyCorner();
    std::vector<PinRoom> rooms;
    const std::vector<OrientedBox> taken = takenRoom();
    const std::vector<QLineF> lines = modelLines();
    for (std::size_t plot = 0; plot < static_cast<std::size_t>(axisRectCount()); ++plot) {
        const QRectF area = plotRectAt(static_cast<int>(plot));
        LabelPlacer placer(area);
        for (const OrientedBox& box : taken)
            placer.block(box);
        for (const QLineF& each : lines)
            placer.avoid(each);
        blockPoints(placer, plot);
        std::vector<PinLetter> letters = pinLetters(plot);
        const double ring = m_theme.markerSize * 2.5; // the chosen point has one, and any may be chosen
        for (const PinLetter& letter : letters)
            placer.block(QRectF(letter.point - QPointF(ring / 2.0, ring / 2.0), QSizeF(ring, ring)));
        for (std::size_t i = 0; i < letters.size(); ++i) {
            placeLetter(letters[i], placer, area, m_theme, std::span(letters).first(i));
            letters[i].isLed = letters[i].isLed || isApart(letters[i], layout.radius);
        }
        layout.letters.insert(layout.letters.end(), letters.begin(), letters.end());
        const bool isHome = area.contains(corner);
        rooms.insert(isHome ? rooms.begin() : rooms.end(),
                     {area, isHome ? corner : area.bottomRight(), std::move(placer)});
    }
    if (!lineAxis())
        return layout;
    constexpr qsizetype mostRows = 4; // more pins than that are told in fewer words each
    const PinKey key = pinKey(*m_marks.pins, presentSample(), m_format, m_marks.pinAlone);
    layout.words = placeWords(rooms, key.pins.size() > mostRows ? key.shorter.front() : key.pins, key.caption, m_theme,
                              key.shorter, key.briefCaption);
    return layout;
}

void ChartWidget::drawPinLetters(QCPPainter* painter, const PinLayout& layout) const
{
    const bool onColours = !lineAxis();
    for (const PinLetter& letter : layout.letters) {
        const QPen pen(letter.present ? m_theme.accent
                       : onColours    ? m_theme.text
                                      : m_theme.mutedText,
                       onColours ? std::max(1.5, m_theme.thinWidth()) : m_theme.thinWidth(), Qt::SolidLine,
                       Qt::FlatCap);
        const double mark = m_theme.markerSize * (letter.present ? 1.3 : 0.5); // the present one has a ring
        if (onColours && !letter.present)
            drawCased(painter, m_theme, pen, [&] { painter->drawEllipse(letter.point, mark, mark); });
        if (!letter.isLed)
            continue;
        const QLineF all(letter.point, letter.at);
        const QLineF line(all.pointAt(mark / all.length()), letter.at);
        painter->setPen(pen);
        onColours ? drawCased(painter, m_theme, pen, [&] { painter->drawLine(line); }) : painter->drawLine(line);
    }
    const QFont font = m_theme.font(0.95, QFont::Bold);
    for (const PinLetter& letter : layout.letters) {
        painter->setPen(QPen(m_theme.plot, 1.5));
        painter->setBrush(letter.present ? m_theme.accent : m_theme.mutedText);
        painter->drawEllipse(letter.at, layout.radius, layout.radius);
        m_text.draw(
            *painter, letter.at, letter.name,
            {.font = font, .color = letter.present ? m_theme.accentText : m_theme.plot, .anchor = Qt::AlignCenter});
    }
}

const Sample* ChartWidget::presentSample() const
{
    if (!m_snapshot)
        return nullptr;
    const Workload wanted = m_selected.value_or(m_cursor);
    for (const Sample& sample : m_snapshot->samples)
        if (sample.workload == wanted && !sample.flags.has(Flag::Interpolated)
            && sample.provenance != Provenance::Predicted)
            return &sample; // what is only predicted is not faster or slower than a pin
    return nullptr;
}

void ChartWidget::drawPinWords(QCPPainter* painter, const PinWords& words) const
{
    const double line = pinLineHeight(m_theme);
    const double x = words.fromRight ? words.box.right() - 1.0 : words.box.left() + 1.0;
    for (qsizetype i = 0; i < words.lines.size(); ++i) {
        const bool isCaption = i >= words.caption;
        m_text.draw(*painter, {x, words.box.top() + line * (static_cast<double>(i) + 0.5)}, words.lines[i],
                    {.font = pinFont(m_theme, isCaption),
                     .color = isCaption ? m_theme.text : m_theme.mutedText,
                     .anchor = (words.fromRight ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter,
                     .halo = m_theme.plot,
                     .haloWidth = 4.0});
    }
}

} // namespace ridgepoint
