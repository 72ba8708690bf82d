// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/window_look.h"

#include "app/desktop/style_sheet.h"

#include <QApplication>
#include <QSettings>

namespace ridgepoint {
namespace {

const QString themeKey = QStringLiteral("view/theme");

/// The palette as the desktop gave it, before this program put its own in its place.
bool systemIsDark()
{
    static const bool dark = QGuiApplication::palette().color(QPalette::Window).lightness()
        < QGuiApplication::palette().color(QPalette::WindowText).lightness();
    return dark;
}

} // namespace

WindowLook::WindowLook(std::optional<ThemeChoice> wish, QObject* parent)
    : QObject(parent),
      m_choice(wish.value_or(themeChoiceNamed(QSettings().value(themeKey).toString()).value_or(ThemeChoice::System))),
      m_systemIsDark(systemIsDark())
{
}

Theme WindowLook::theme() const
{
    const bool dark = m_choice == ThemeChoice::Dark || (m_choice == ThemeChoice::System && m_systemIsDark);
    return dark ? Theme::darkTheme() : Theme::light();
}

void WindowLook::choose(ThemeChoice choice)
{
    m_choice = choice;
    QSettings().setValue(themeKey, nameOf(choice));
    apply();
}

void WindowLook::apply()
{
    const Theme current = theme();
    QApplication::setPalette(paletteFor(current));
    qApp->setStyleSheet(styleSheetFor(current));
    emit changed(current);
}

} // namespace ridgepoint
