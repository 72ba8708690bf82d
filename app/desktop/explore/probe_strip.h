// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/style/format.h"
#include "app/charts/style/theme.h"
#include "core/analysis/probe_history.h"

#include <QWidget>

#include <optional>
#include <utility>

namespace ridgepoint {

/// The range of times that a strip spans, in the logarithm: as far beyond the 10th and 90th percentile of the readings
/// as these lie apart, but not beyond the fastest and slowest, so that one spike does not flatten the rest; of fewer
/// than 5 readings all. Never less than a tenth, so that noise of a percent looks like noise of a percent.
[[nodiscard]] std::pair<double, double> stripRange(const std::vector<ProbeReading>& readings);

/// What the live probe measured in the last three seconds, as a line that runs from right to left. A reading beyond the
/// range is drawn at its edge, with a triangle that points outwards.
class ProbeStrip : public QWidget {
    Q_OBJECT

public:
    explicit ProbeStrip(QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    /// Two thirds as high, for a window that is low.
    void setLow(bool isLow);
    /// Shows these readings in the colour of a regime.
    void show(std::vector<ProbeReading> readings, std::optional<Regime> regime);
    [[nodiscard]] const std::vector<ProbeReading>& readings() const { return m_readings; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void fitHeight();

    std::vector<ProbeReading> m_readings;
    std::optional<Regime> m_regime;
    Theme m_theme = Theme::light();
    bool m_isLow = false;
    Format m_format;
};

} // namespace ridgepoint
