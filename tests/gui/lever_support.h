// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/inspect/inspector_panel.h"
#include "app/desktop/inspect/levers_view.h"
#include "tests/gui/window_support.h"

#include <QPushButton>

namespace ridgepoint::test {

/// "try" beside a lever of the inspector; null where that lever is not offered.
[[nodiscard]] inline QPushButton* tryButtonOf(MainWindow& window, LeverKind kind)
{
    for (const LeverRow* row : window.inspector().levers()->rows())
        if (row->lever().kind == kind)
            return row->tryButton();
    return nullptr;
}

} // namespace ridgepoint::test
