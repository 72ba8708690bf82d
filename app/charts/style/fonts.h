// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace ridgepoint {

/// Makes the compiled-in Inter (Regular, Medium, SemiBold, Bold) known to Qt, once; call it after QGuiApplication is
/// made. Its default figures are proportional and Qt 6.4 cannot switch on the font's tabular set (QFont has no
/// OpenType features before 6.7), so figures that change in place are drawn at a fixed advance.
void loadFonts();

/// "Inter" once loaded, else the system's sans serif.
[[nodiscard]] QString fontFamily();

} // namespace ridgepoint
