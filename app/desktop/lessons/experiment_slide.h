// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/base/card.h"
#include "core/experiment/frame/experiment_info.h"
#include "core/experiment/frame/experiment_result.h"

#include <memory>

namespace ridgepoint {

class ChartWidget;
class ExperimentChart;
class WindowLook;

/// What a lesson's experiment came to, for the presenter: a chart that stands in the place of the window's own. It is
/// out of sight until ChartArea shows it alone.
class ExperimentSlide : public Card {
    Q_OBJECT

public:
    explicit ExperimentSlide(const WindowLook& look, QWidget* parent);

    /// Draws this result, null for none; `info` has to outlive it. Whether there is a chart now where there was none,
    /// or the other way round.
    bool take(const ExperimentInfo* info, std::shared_ptr<const ExperimentResult> result);
    /// Null while there is no result.
    [[nodiscard]] ChartWidget* chart() const;

private:
    ExperimentChart* m_chart;
    std::shared_ptr<const ExperimentResult> m_result;
};

} // namespace ridgepoint
