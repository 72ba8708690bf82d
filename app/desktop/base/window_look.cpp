// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/base/window_look.h"

#include "app/charts/style/text_painter.h"
#include "app/charts/style/theme.h"
#include "app/desktop/base/style_sheet.h"

#include <QApplication>
#include <QSettings>
#include <QToolTip>

#include <algorithm>
#include <array>
#include <cmath>

namespace ridgepoint {
namespace {

const QString themeKey = QStringLiteral("view/theme");

const QString textKey = QStringLiteral("view/text");
const QString detailKey = QStringLiteral("view/detail");
constexpr std::array textSteps{1.0, 1.15, 1.3, 1.5, 1.75, 2.0};
constexpr int textPixels = 13;

std::size_t nearestTextStep(double scale)
{
    const auto nearest = std::min_element(textSteps.begin(), textSteps.end(), [scale](double a, double b) {
        return std::abs(a - scale) < std::abs(b - scale);
    });
    return static_cast<std::size_t>(nearest - textSteps.begin());
}

/// The palette as the desktop gave it, before this program put its own in its place.
bool systemIsDark()
{
    static const bool dark = QGuiApplication::palette().color(QPalette::Window).lightness()
                           < QGuiApplication::palette().color(QPalette::WindowText).lightness();
    return dark;
}

double rememberedTextScale() { return textSteps[nearestTextStep(QSettings().value(textKey, 1.0).toDouble())]; }

void setFontScaled(double scale)
{
    QFont font(fontFamily());
    font.setPixelSize(static_cast<int>(std::lround(textPixels * scale)));
    if (font != QApplication::font())
        QApplication::setFont(font);
    QToolTip::setFont(asTyped(font)); // which tell names of kernels
}

} // namespace

void WindowLook::prepare() { setFontScaled(rememberedTextScale()); }

WindowLook::WindowLook(std::optional<ThemeChoice> requested, QObject* parent)
    : QObject(parent),
      m_choice(
          requested.value_or(themeChoiceNamed(QSettings().value(themeKey).toString()).value_or(ThemeChoice::System))),
      m_systemIsDark(systemIsDark()),
      m_textScale(rememberedTextScale()),
      m_detailed(QSettings().value(detailKey, false).toBool())
{}

Theme WindowLook::theme() const
{
    const bool dark = m_choice == ThemeChoice::Dark || (m_choice == ThemeChoice::System && m_systemIsDark);
    const Theme theme = dark ? Theme::darkTheme() : Theme::light();
    return presenting() ? theme.forHall(m_presentingPixels) : theme.withTextScaled(m_textScale);
}

void WindowLook::setPresenting(int pixels)
{
    if (pixels == m_presentingPixels)
        return;
    m_presentingPixels = pixels;
    apply();
}

void WindowLook::choose(ThemeChoice choice)
{
    m_choice = choice;
    QSettings().setValue(themeKey, nameOf(choice));
    apply();
}

void WindowLook::stepText(int direction)
{
    const std::size_t now = nearestTextStep(m_textScale);
    const std::size_t next = direction == 0 ? 0
                           : direction > 0  ? std::min(now + 1, textSteps.size() - 1)
                                            : now - std::min<std::size_t>(now, 1);
    if (next == now)
        return;
    m_textScale = textSteps[next];
    QSettings().setValue(textKey, m_textScale);
    apply();
}

void WindowLook::setDetailed(bool detailed)
{
    m_detailed = detailed;
    QSettings().setValue(detailKey, detailed);
    emit detailedChanged(detailed);
}

void WindowLook::apply()
{
    const Theme current = theme();
    const double scale = presenting() ? static_cast<double>(m_presentingPixels) / Theme().fontPixels : m_textScale;
    setFontScaled(scale);
    QApplication::setPalette(paletteFor(current));
    qApp->setStyleSheet(styleSheetFor(current, scale));
    emit changed(current);
}

} // namespace ridgepoint
