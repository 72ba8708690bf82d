// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/format.h"
#include "app/charts/theme.h"

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

/// The kept readings of a sample as a histogram, with its ends written below.
class ReadingsView : public QWidget {
    Q_OBJECT

public:
    explicit ReadingsView(QWidget* parent = nullptr);
    void setTheme(const Theme& theme);
    /// Bars take the regime's colour; grey while it is not known.
    void show(const std::vector<float>& readings, std::optional<Regime> regime);
    [[nodiscard]] QSize sizeHint() const override { return {180, minimumHeight()}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Theme m_theme = Theme::light();
    Format m_format;
    Histogram m_histogram;
    std::optional<Regime> m_regime;
};

} // namespace ridgepoint
