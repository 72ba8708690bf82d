// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/style/theme.h"
#include "core/model/result.h"

#include <QImage>
#include <QSize>
#include <QString>
#include <QStringList>
#include <QUrl>

#include <memory>
#include <vector>

namespace ridgepoint {

class ChartWidget;

/// A page of the guide (resources/guide), in Markdown. Its pictures are charts, which are drawn when the page is shown:
/// `![words](chart:roofline?device=published:a100-rrze&operations=8)`.
struct GuidePage {
    QString id; ///< "reading-a-roofline"
    QString title;
    QString text;
};

/// A line of code in them has at most so many letters: there is room for no more where the window is 900 pixels wide.
inline constexpr qsizetype mostCodeLetters = 66;

/// The pages that are compiled in, in their order.
[[nodiscard]] const std::vector<GuidePage>& guidePages();

/// The chart of a picture's address: "chart:" and roofline, map or curves, then `device` (the id of a shipped device)
/// and where the sliders stand by `operations` and `elements`. InvalidInput for anything else.
[[nodiscard]] Result<std::unique_ptr<ChartWidget>> guideChart(const QUrl& address);
/// The same as a picture of this width in pixels of such a density.
[[nodiscard]] Result<QImage> guidePicture(const QUrl& address, int width, double density, ThemeName theme);

/// All pages as one HTML document that needs no other file.
[[nodiscard]] Result<QString> guideHtml();
/// `ridgepoint guide FILE.html`: writes it; the exit status.
[[nodiscard]] int guideMain(const QStringList& arguments);

} // namespace ridgepoint
