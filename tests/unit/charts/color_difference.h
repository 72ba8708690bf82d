// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QColor>

namespace ridgepoint::test {

enum class Vision { Normal, Protanopia, Deuteranopia, Tritanopia };

/// The colour as that vision sees it (Machado, Oliveira and Fernandes 2009, severity 1).
[[nodiscard]] QColor seenWith(Vision vision, const QColor& color);
/// CIEDE2000 (Sharma, Wu and Dalal 2005) of two sRGB colours under D65.
[[nodiscard]] double ciede2000(const QColor& first, const QColor& second);

} // namespace ridgepoint::test
