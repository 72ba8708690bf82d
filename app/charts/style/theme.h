// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/regime.h"

#include <QColor>
#include <QFont>
#include <QString>

#include <optional>
#include <string_view>

namespace ridgepoint {

enum class ThemeName { Light, Dark, Print, Presenter }; ///< Print is for paper, Presenter for halls

/// Colours and type of the window and of every chart. Lengths are in device-independent pixels (1/96 inch in files).
struct Theme {
    ThemeName name = ThemeName::Light;
    bool dark = false;

    QColor window;  ///< ground behind the cards
    QColor toolbar; ///< menu bar, toolbar and status bar
    QColor card;    ///< ground of panels and charts
    QColor cardBorder;
    QColor plot; ///< ground inside the axes
    QColor text;
    QColor mutedText;
    QColor grid;
    QColor accent;     ///< selection, the main button, slider handles
    QColor accentText; ///< text on the accent
    QColor control;    ///< buttons, combo boxes
    QColor controlHover;
    QColor controlBorder;
    QColor track; ///< the unfilled part of sliders and bars

    QColor compute;     ///< crimson, circle
    QColor memory;      ///< sky, square
    QColor overhead;    ///< amber, triangle
    QColor computeArea; ///< tint of a region of the roofline
    QColor memoryArea;
    QColor overheadText; ///< amber dark or light enough to be read on the plot's ground
    QColor markerOutline;

    int leastFontPixels = 6; ///< no words are smaller, whatever they are a multiple of
    int fontPixels = 12;     ///< axis labels and direct labels; everything else is a multiple of it
    double lineWidth = 1.8;  ///< the bold roof
    double markerSize = 9.0;
    /// The thinnest line of a chart's data (the roofs that are not active); in a hall 3 pixels.
    [[nodiscard]] double thinWidth() const;

    [[nodiscard]] static Theme light();
    [[nodiscard]] static Theme darkTheme();
    /// White paper, black text, thinner lines.
    [[nodiscard]] static Theme print();
    /// Light with larger type, wider lines and larger markers, to be read from the last row.
    [[nodiscard]] static Theme presenter();
    [[nodiscard]] static Theme named(ThemeName name);
    /// The same colours with type this many times as large; lines and markers grow half as fast.
    [[nodiscard]] Theme withTextScaled(double factor) const;
    /// The same colours for the last row of a hall: type of this size, of which nothing is below 20 pixels where it is
    /// 23 or more, and lines of which the thinnest has 3.
    [[nodiscard]] Theme forHall(int pixels) const;
    /// Whether it was made for a hall, where nobody can point at a sign to ask what it is.
    [[nodiscard]] bool isForHall() const { return leastFontPixels > Theme().leastFontPixels; }

    /// The pure colour of a regime; under-filled takes compute's, and hatching tells it apart.
    [[nodiscard]] QColor regimeColor(Regime regime) const;
    /// Inter at a multiple of fontPixels.
    [[nodiscard]] QFont font(double scale = 1.0, QFont::Weight weight = QFont::Normal) const;
};

/// "light", "dark", "print", "presenter".
[[nodiscard]] std::optional<ThemeName> themeNamed(std::string_view name);

/// Makes the compiled-in Inter (Regular, Medium, SemiBold, Bold) known to Qt, once; call it after QGuiApplication is
/// made. Its default figures are proportional and Qt 6.4 cannot switch on the font's tabular set (QFont has no
/// OpenType features before 6.7), so figures that change in place are drawn at a fixed advance.
void loadFonts();

/// "Inter" once loaded, else the system's sans serif.
[[nodiscard]] QString fontFamily();

} // namespace ridgepoint
