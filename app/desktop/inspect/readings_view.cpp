// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/inspect/readings_view.h"

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
    return histogramOver(readings, histogram.low, histogram.high, bins);
}

Histogram histogramOver(const std::vector<float>& readings, double low, double high, int bins)
{
    Histogram histogram{
        .low = low, .high = high, .counts = std::vector<int>(static_cast<std::size_t>(std::max(bins, 0)), 0)};
    if (bins < 1)
        return histogram;
    const double width = high - low;
    for (const float reading : readings) {
        const double place = width > 0.0 ? (static_cast<double>(reading) - low) / width : 0.0;
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
    m_readings = readings;
    count();
}

void ReadingsView::showPinned(const QString& name, const std::vector<float>& readings)
{
    m_pinnedName = name;
    m_pinnedReadings = readings;
    count();
}

void ReadingsView::count()
{
    constexpr int bins = 12;
    constexpr int binsOfTwo = 20; // two humps have to share the width
    m_histogram = histogramOf(m_readings, bins);
    m_pinned = {};
    const Histogram other = histogramOf(m_pinnedReadings, bins);
    if (!m_histogram.counts.empty() && !other.counts.empty()) {
        const double low = std::min(m_histogram.low, other.low);
        const double high = std::max(m_histogram.high, other.high);
        m_histogram = histogramOver(m_readings, low, high, binsOfTwo);
        m_pinned = histogramOver(m_pinnedReadings, low, high, binsOfTwo);
    }
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
    const auto drawBars = [&](const std::vector<int>& counts) {
        const int most = *std::max_element(counts.begin(), counts.end());
        for (std::size_t i = 0; i < counts.size(); ++i) {
            if (counts[i] == 0)
                continue;
            const double bar = std::max(3.0, room * counts[i] / most);
            painter.drawRoundedRect(QRectF(static_cast<double>(i) * step, room - bar, step - 2.0, bar), 2, 2);
        }
    };
    if (!m_pinned.counts.empty()) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(m_theme.controlBorder);
        drawBars(m_pinned.counts);
    }
    painter.setPen(Qt::NoPen);
    painter.setBrush(m_regime ? m_theme.regimeColor(*m_regime) : m_theme.mutedText);
    drawBars(m_histogram.counts);
    if (!m_pinned.counts.empty()) {
        // Over the bars too, so that neither hides the other.
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(m_theme.mutedText, 1.2));
        drawBars(m_pinned.counts);
        const auto tallest = std::max_element(m_pinned.counts.begin(), m_pinned.counts.end()) - m_pinned.counts.begin();
        painter.setFont(m_theme.font(1.0, QFont::Bold));
        painter.setPen(m_theme.text);
        painter.drawText(QRectF(static_cast<double>(tallest) * step - step, 1.0, step * 3.0, m_theme.fontPixels * 1.4),
                         Qt::AlignCenter, m_pinnedName);
    }
    painter.setPen(m_theme.mutedText);
    painter.setFont(m_theme.font());
    const QRectF caption(0.0, room + 4.0, width(), captionHeight - 4.0);
    painter.drawText(caption, Qt::AlignLeft | Qt::AlignVCenter, m_format.time(Seconds(m_histogram.low)));
    painter.drawText(caption, Qt::AlignRight | Qt::AlignVCenter, m_format.time(Seconds(m_histogram.high)));
}

} // namespace ridgepoint
