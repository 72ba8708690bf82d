// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/explore/probe_strip.h"

#include "app/desktop/base/glossary.h"

#include <QPainter>
#include <QPolygonF>

#include <algorithm>
#include <cmath>

namespace ridgepoint {
namespace {

constexpr double leastSpan = 0.1;
/// Of fewer readings none is told from the others as a spike.
constexpr std::size_t fewReadings = 5;
/// The share of the readings on either side that does not decide how much the strip spans.
constexpr double tailShare = 0.1;
/// A pause longer than this breaks the line: nothing was measured there.
constexpr Seconds longestGap{0.5};

} // namespace

std::pair<double, double> stripRange(const std::vector<ProbeReading>& readings)
{
    if (readings.empty())
        return {0.0, leastSpan};
    std::vector<double> times;
    for (const ProbeReading& reading : readings)
        times.push_back(std::log(reading.time.value()));
    std::sort(times.begin(), times.end());
    double low = times.front();
    double high = times.back();
    if (times.size() >= fewReadings) {
        const double last = static_cast<double>(times.size() - 1);
        const double lower = times[static_cast<std::size_t>(std::ceil(tailShare * last))];
        const double upper = times[static_cast<std::size_t>((1.0 - tailShare) * last)];
        const double beyond = std::max(upper - lower, leastSpan * 0.5);
        low = std::max(low, lower - beyond);
        high = std::min(high, upper + beyond);
    }
    const double missing = std::max(0.0, leastSpan - (high - low)) / 2.0;
    return {low - missing, high + missing};
}

ProbeStrip::ProbeStrip(QWidget* parent) : QWidget(parent)
{
    setToolTip(glossaryTip("probe") + tr("<p>A triangle marks a reading beyond the range that is written below.</p>"));
    fitHeight();
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Times of the live probe in the last 3 seconds"));
}

void ProbeStrip::setTheme(const Theme& theme)
{
    m_theme = theme;
    fitHeight();
    update();
}

void ProbeStrip::setLow(bool isLow)
{
    m_isLow = isLow;
    fitHeight();
}

void ProbeStrip::fitHeight() { setFixedHeight(m_theme.fontPixels * (m_isLow ? 4 : 6)); }

void ProbeStrip::show(std::vector<ProbeReading> readings, std::optional<Regime> regime)
{
    m_readings = std::move(readings);
    m_regime = regime;
    update();
}

void ProbeStrip::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const double captionHeight = m_theme.fontPixels * 1.6;
    const QRectF room(1.0, 3.0, width() - 2.0, height() - captionHeight - 6.0);
    painter.setPen(m_theme.mutedText);
    painter.setFont(m_theme.font(0.92));
    const QRectF caption(0.0, height() - captionHeight, width(), captionHeight);
    painter.drawText(caption, Qt::AlignLeft | Qt::AlignVCenter, tr("last 3 s"));
    if (m_readings.empty())
        return;
    const auto [low, high] = stripRange(m_readings);
    painter.drawText(caption, Qt::AlignRight | Qt::AlignVCenter,
                     tr("%1 to %2").arg(m_format.time(Seconds(std::exp(low))), m_format.time(Seconds(std::exp(high)))));
    const QColor color = m_regime ? m_theme.regimeColor(*m_regime) : m_theme.accent;
    painter.setPen(QPen(color, m_theme.lineWidth, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.setBrush(color);
    QPolygonF line;
    std::vector<std::pair<QPointF, double>> beyond; ///< readings that the range leaves out, and where they point to
    Seconds before;
    const auto drawPart = [&] {
        if (line.size() == 1) // of work that takes long, readings stand alone
            painter.drawEllipse(line.front(), m_theme.lineWidth, m_theme.lineWidth);
        else
            painter.drawPolyline(line);
    };
    for (const ProbeReading& reading : m_readings) {
        const double x = room.right() - room.width() * (reading.ago / ProbeHistory::stripLength);
        const double height = (std::log(reading.time.value()) - low) / (high - low);
        const double y = room.bottom() - room.height() * std::clamp(height, 0.0, 1.0);
        if (height < 0.0 || height > 1.0)
            beyond.emplace_back(QPointF(x, y), height > 1.0 ? -1.0 : 1.0);
        if (!line.isEmpty() && before - reading.ago > longestGap) {
            drawPart();
            line.clear();
        }
        before = reading.ago;
        line << QPointF(x, y);
    }
    drawPart();
    painter.setPen(Qt::NoPen);
    painter.setBrush(m_theme.text);
    const double half = m_theme.fontPixels * 0.3;
    for (const auto& [tip, down] : beyond)
        painter.drawPolygon(
            QPolygonF{tip, tip + QPointF(-half, -down * 2.0 * half), tip + QPointF(half, -down * 2.0 * half)});
}

} // namespace ridgepoint
