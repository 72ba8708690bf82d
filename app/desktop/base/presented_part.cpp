// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/base/presented_part.h"

#include <QScrollArea>
#include <QScrollBar>

namespace ridgepoint {

bool scrolledOn(QScrollArea& area, int by)
{
    constexpr int keptPercent = 85; ///< so that the line at the edge is seen again
    QScrollBar& bar = *area.verticalScrollBar();
    const int before = bar.value();
    const int hidden = by > 0 ? bar.maximum() - before : before - bar.minimum();
    if (hidden < area.widget()->fontMetrics().lineSpacing())
        return false; // a press that moves a few pixels seems dead
    bar.setValue(before + by * area.viewport()->height() * keptPercent / 100);
    return bar.value() != before;
}

} // namespace ridgepoint
