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
/// A pause longer than this breaks the line: nothing was measured there.
constexpr Seconds longestGap{0.5};

} // namespace

std::pair<double, double> stripRange(const std::vector<ProbeReading>& readings)
{
    if (readings.empty())
        return {0.0, leastSpan};
    const auto [least, most] = std::minmax_element(
        readings.begin(), readings.end(), [](const ProbeReading& a, const ProbeReading& b) { return a.time < b.time; });
    const double low = std::log(least->time.value());
    const double high = std::log(most->time.value());
    const double missing = std::max(0.0, leastSpan - (high - low)) / 2.0;
    return {low - missing, high + missing};
}

ProbeStrip::ProbeStrip(QWidget* parent) : QWidget(parent)
{
    setToolTip(glossaryTip("probe"));
    setFixedHeight(m_theme.fontPixels * 6);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Times of the live probe in the last 3 seconds"));
}

void ProbeStrip::setTheme(const Theme& theme)
{
    m_theme = theme;
    setFixedHeight(theme.fontPixels * 6);
    update();
}

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
    painter.setPen(QPen(m_regime ? m_theme.regimeColor(*m_regime) : m_theme.accent, m_theme.lineWidth, Qt::SolidLine,
                        Qt::RoundCap, Qt::RoundJoin));
    QPolygonF line;
    Seconds before;
    for (const ProbeReading& reading : m_readings) {
        const double x = room.right() - room.width() * (reading.ago / ProbeHistory::stripLength);
        const double y = room.bottom() - room.height() * (std::log(reading.time.value()) - low) / (high - low);
        if (!line.isEmpty() && before - reading.ago > longestGap) {
            painter.drawPolyline(line);
            line.clear();
        }
        before = reading.ago;
        line << QPointF(x, y);
    }
    if (line.size() == 1)
        painter.drawPoint(line.front());
    else
        painter.drawPolyline(line);
}

} // namespace ridgepoint
