// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/style/format.h"
#include "app/charts/style/theme.h"

#include <QWidget>

#include <optional>
#include <vector>

namespace ridgepoint {

/// Counts of readings in evenly spaced bins from the smallest to the largest (or to five times the middle half's
/// width beyond the median, so that one stray reading does not flatten the rest; it counts in the last bin).
struct Histogram {
    double low = 0.0;
    double high = 0.0;
    std::vector<int> counts;
};
[[nodiscard]] Histogram histogramOf(const std::vector<float>& readings, int bins);
/// The same over given ends; readings beyond them count in the outermost bins.
[[nodiscard]] Histogram histogramOver(const std::vector<float>& readings, double low, double high, int bins);

/// The kept readings of a sample as a histogram, with its ends written below.
class ReadingsView : public QWidget {
    Q_OBJECT

public:
    explicit ReadingsView(QWidget* parent = nullptr);
    void setTheme(const Theme& theme);
    /// Bars take the regime's colour; grey while it is not known.
    void show(const std::vector<float>& readings, std::optional<Regime> regime);
    /// Readings of a pin, outlined in grey over the same scale; none where empty.
    void showPinned(const QString& name, const std::vector<float>& readings);
    [[nodiscard]] const Histogram& histogram() const { return m_histogram; }
    [[nodiscard]] const Histogram& pinnedHistogram() const { return m_pinned; }
    [[nodiscard]] QSize sizeHint() const override { return {180, minimumHeight()}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void count();

    Theme m_theme = Theme::light();
    Format m_format;
    std::vector<float> m_readings;
    std::vector<float> m_pinnedReadings;
    QString m_pinnedName;
    Histogram m_histogram;
    Histogram m_pinned; ///< over the same ends; no counts without a pin
    std::optional<Regime> m_regime;
};

} // namespace ridgepoint
