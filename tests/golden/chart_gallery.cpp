// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/data/snapshot_from_session.h"
#include "app/charts/style/theme.h"
#include "tests/golden/gallery.h"
#include "tests/support/synthetic_snapshot.h"

#include <QApplication>
#include <QDir>

#include <cstdio>

using namespace ridgepoint;

namespace {

SnapshotPointer loaded(const QString& path)
{
    const auto session = readSession(path.toStdString());
    if (!session)
        return nullptr;
    auto snapshot = snapshotFromSession(*session);
    return snapshot ? std::make_shared<const Snapshot>(std::move(*snapshot)) : nullptr;
}

} // namespace

/// Draws every chart in every theme and size into a folder, for people to look at: chart_gallery FOLDER [SESSION].
int main(int argc, char** argv)
{
    QApplication application(argc, argv);
    const QStringList arguments = application.arguments();
    if (arguments.size() < 2) {
        std::fputs("Usage: chart_gallery FOLDER [SESSION.ridge]\n", stderr);
        return 2;
    }
    const QDir folder(arguments[1]);
    folder.mkpath(QStringLiteral("."));
    SnapshotPointer snapshot = test::syntheticSnapshotPointer();
    Workload cursor = test::syntheticCursor();
    if (arguments.size() > 2) {
        snapshot = loaded(arguments[2]);
        if (!snapshot) {
            std::fputs("The session could not be read.\n", stderr);
            return 2;
        }
        cursor = snapshot->plan.base;
        cursor.operationsPerElement = 8;
    }
    const std::pair<const char*, QSize> sizes[] = {
        {"360x260", {360, 260}}, {"500x420", {500, 420}}, {"900x600", {900, 600}}};
    for (const auto& [themeName, theme] :
         {std::pair{"light", Theme::light()}, {"dark", Theme::darkTheme()}, {"presenter", Theme::presenter()}})
        for (const test::GalleryEntry& entry : test::gallery(snapshot, cursor))
            for (const auto& [sizeName, size] : sizes) {
                const bool wide = entry.name.startsWith(QLatin1String("curves"));
                const auto chart = entry.shown(theme, wide ? QSize(size.width() * 2, size.height() * 3 / 4) : size);
                chart->grab().save(folder.filePath(
                    QStringLiteral("%1-%2-%3.png").arg(entry.name, QLatin1String(themeName), QLatin1String(sizeName))));
            }
    return 0;
}
