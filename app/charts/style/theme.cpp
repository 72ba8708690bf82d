// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/style/theme.h"

#include <QFontDatabase>
#include <QGuiApplication>

#include <algorithm>
#include <cmath>

// Static libraries must ask for their resources by name; the macro may not be used inside a namespace.
static void initFontResources() { Q_INIT_RESOURCE(ridgepoint_fonts); }

namespace ridgepoint {
namespace {

constexpr double thinnest = 0.6; ///< of lineWidth

QColor hex(QRgb rgb) { return QColor::fromRgb(rgb); }

/// The regimes' colours are the same in every theme: CIEDE2000 between any two is at least 33 in normal vision,
/// protanopia, deuteranopia and tritanopia.
void setRegimes(Theme& theme)
{
    theme.compute = QColor(0xB0, 0x2A, 0x4A);
    theme.memory = QColor(0x56, 0xB4, 0xE9);
    theme.overhead = QColor(0xF5, 0xB3, 0x35);
}

} // namespace

Theme Theme::light()
{
    Theme theme;
    setRegimes(theme);
    theme.window = hex(0xF4F5F7);
    theme.toolbar = hex(0xFFFFFF);
    theme.card = hex(0xFFFFFF);
    theme.cardBorder = hex(0xE4E7EC);
    theme.plot = hex(0xFFFFFF);
    theme.text = hex(0x1B1F27);
    theme.mutedText = hex(0x667085);
    theme.grid = hex(0xEBEDF1);
    theme.accent = hex(0x2457C5);
    theme.accentText = hex(0xFFFFFF);
    theme.control = hex(0xEEF1F6);
    theme.controlHover = hex(0xE3E8F0);
    theme.controlBorder = hex(0xD5DAE3);
    theme.track = hex(0xDFE3EA);
    theme.computeArea = hex(0xF7E9ED);
    theme.memoryArea = hex(0xEEF7FD);
    theme.overheadText = hex(0x9A6700);
    theme.markerOutline = hex(0x1B1F27);
    return theme;
}

Theme Theme::darkTheme()
{
    Theme theme;
    theme.name = ThemeName::Dark;
    theme.dark = true;
    setRegimes(theme);
    theme.window = hex(0x101318);
    theme.toolbar = hex(0x181C23);
    theme.card = hex(0x181C23);
    theme.cardBorder = hex(0x2A303A);
    theme.plot = hex(0x151920);
    theme.text = hex(0xE8EBF0);
    theme.mutedText = hex(0x98A2B3);
    theme.grid = hex(0x242A35);
    theme.accent = hex(0x7AA2FF);
    theme.accentText = hex(0x10131A);
    theme.control = hex(0x232933);
    theme.controlHover = hex(0x2D3541);
    theme.controlBorder = hex(0x363E4B);
    theme.track = hex(0x2D3440);
    theme.computeArea = hex(0x241A24);
    theme.memoryArea = hex(0x1B2834);
    theme.overheadText = hex(0xF5B335);
    theme.markerOutline = hex(0xE8EBF0);
    return theme;
}

Theme Theme::print()
{
    Theme theme = light();
    theme.name = ThemeName::Print;
    theme.window = hex(0xFFFFFF);
    theme.cardBorder = hex(0xFFFFFF);
    theme.text = hex(0x000000);
    theme.mutedText = hex(0x3C4350);
    theme.grid = hex(0xE2E4E8);
    theme.markerOutline = hex(0x000000);
    theme.overheadText = hex(0x8A5A00);
    theme.lineWidth = 1.4;
    theme.markerSize = 7.0;
    theme.fontPixels = 11;
    return theme;
}

Theme Theme::presenter()
{
    Theme theme = light();
    theme.name = ThemeName::Presenter;
    theme.text = hex(0x0E1116);
    theme.mutedText = hex(0x4A5264);
    theme.grid = hex(0xE2E5EB);
    theme.fontPixels = 18;
    theme.lineWidth = 3.0;
    theme.markerSize = 14.0;
    return theme;
}

Theme Theme::named(ThemeName wanted)
{
    switch (wanted) {
    case ThemeName::Light: return light();
    case ThemeName::Dark: return darkTheme();
    case ThemeName::Print: return print();
    case ThemeName::Presenter: return presenter();
    }
    return light();
}

Theme Theme::withTextScaled(double factor) const
{
    Theme theme = *this;
    theme.fontPixels = std::max(6, static_cast<int>(std::lround(fontPixels * factor)));
    theme.lineWidth *= std::sqrt(factor);
    theme.markerSize *= std::sqrt(factor);
    return theme;
}

double Theme::thinWidth() const { return std::max(1.0, lineWidth * thinnest); }

Theme Theme::forHall(int pixels) const
{
    Theme theme = *this;
    theme.fontPixels = pixels;
    theme.leastFontPixels = std::min(20, static_cast<int>(std::lround(pixels * 20.0 / 23.0)));
    theme.lineWidth = 3.0 / thinnest;
    theme.markerSize = pixels * 0.8;
    return theme;
}

QColor Theme::regimeColor(Regime regime) const
{
    switch (regime) {
    case Regime::Memory: return memory;
    case Regime::Overhead: return overhead;
    case Regime::Compute:
    case Regime::UnderFilled: return compute;
    }
    return compute;
}

QFont Theme::font(double scale, QFont::Weight weight) const
{
    QFont result(fontFamily());
    result.setPixelSize(std::max(leastFontPixels, static_cast<int>(std::lround(fontPixels * scale))));
    result.setWeight(weight);
    return result;
}

std::optional<ThemeName> themeNamed(std::string_view name)
{
    if (name == "light")
        return ThemeName::Light;
    if (name == "dark")
        return ThemeName::Dark;
    if (name == "print")
        return ThemeName::Print;
    if (name == "presenter")
        return ThemeName::Presenter;
    return std::nullopt;
}

namespace {

QString& family()
{
    static QString name;
    return name;
}

} // namespace

void loadFonts()
{
    if (!family().isEmpty() || qGuiApp == nullptr)
        return;
    initFontResources();
    for (const char* weight : {"Regular", "Medium", "SemiBold", "Bold"}) {
        const int id = QFontDatabase::addApplicationFont(
            QStringLiteral(":/fonts/Inter-%1.otf").arg(QLatin1String(weight)));
        const QStringList families = QFontDatabase::applicationFontFamilies(id);
        if (family().isEmpty() && !families.isEmpty())
            family() = families.first();
    }
}

QString fontFamily()
{
    loadFonts();
    return family().isEmpty() ? QFontDatabase::systemFont(QFontDatabase::GeneralFont).family() : family();
}

} // namespace ridgepoint
