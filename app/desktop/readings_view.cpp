// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/readings_view.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace ridgepoint {

Histogram histogramOf(const std::vector<float>& readings, int bins)
{
    Histogram histogram;
    if (readings.empty() || bins < 1)
        return histogram;
    std::vector<float> sorted = readings;
    std::sort(sorted.begin(), sorted.end());
    const auto quantile = [&](double share) {
        return static_cast<double>(sorted[static_cast<std::size_t>(share * static_cast<double>(sorted.size() - 1))]);
    };
    histogram.low = quantile(0.0);
    histogram.high = quantile(1.0);
    if (const double spread = quantile(0.75) - quantile(0.25); spread > 0.0)
        histogram.high = std::min(histogram.high, quantile(0.5) + 5.0 * spread);
    histogram.counts.assign(static_cast<std::size_t>(bins), 0);
    const double width = histogram.high - histogram.low;
    for (const float reading : sorted) {
        const double place = width > 0.0 ? (static_cast<double>(reading) - histogram.low) / width : 0.0;
        ++histogram.counts[static_cast<std::size_t>(std::clamp(place * bins, 0.0, static_cast<double>(bins - 1)))];
    }
    return histogram;
}

ReadingsView::ReadingsView(QWidget* parent) : QWidget(parent)
{
    setFixedHeight(84);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Histogram of the readings"));
}

void ReadingsView::setTheme(const Theme& theme)
{
    m_theme = theme;
    setFixedHeight(theme.fontPixels * 7);
    update();
}

void ReadingsView::show(const std::vector<float>& readings, std::optional<Regime> regime)
{
    m_regime = regime;
    constexpr int bins = 12;
    m_histogram = histogramOf(readings, bins);
    update();
}

void ReadingsView::paintEvent(QPaintEvent*)
{
    if (m_histogram.counts.empty())
        return;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const double captionHeight = m_theme.fontPixels * 1.7;
    const double room = height() - captionHeight;
    const double step = static_cast<double>(width()) / static_cast<double>(m_histogram.counts.size());
    const int most = *std::max_element(m_histogram.counts.begin(), m_histogram.counts.end());
    painter.setPen(Qt::NoPen);
    painter.setBrush(m_regime ? m_theme.regimeColor(*m_regime) : m_theme.mutedText);
    for (std::size_t i = 0; i < m_histogram.counts.size(); ++i) {
        if (m_histogram.counts[i] == 0)
            continue;
        const double bar = std::max(3.0, room * m_histogram.counts[i] / most);
        painter.drawRoundedRect(QRectF(static_cast<double>(i) * step, room - bar, step - 2.0, bar), 2, 2);
    }
    painter.setPen(m_theme.mutedText);
    painter.setFont(m_theme.font());
    const QRectF caption(0.0, room + 4.0, width(), captionHeight - 4.0);
    painter.drawText(caption, Qt::AlignLeft | Qt::AlignVCenter, m_format.time(Seconds(m_histogram.low)));
    painter.drawText(caption, Qt::AlignRight | Qt::AlignVCenter, m_format.time(Seconds(m_histogram.high)));
}

} // namespace ridgepoint
