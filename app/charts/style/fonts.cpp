// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/style/fonts.h"

#include <QFontDatabase>
#include <QGuiApplication>

// Static libraries must ask for their resources by name; the macro may not be used inside a namespace.
static void initFontResources() { Q_INIT_RESOURCE(ridgepoint_fonts); }

namespace ridgepoint {
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
