// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/data/snapshot_from_session.h"
#include "app/charts/draw/curves_chart.h"
#include "app/charts/draw/regime_map_chart.h"
#include "app/charts/draw/roofline_chart.h"
#include "app/charts/style/fonts.h"
#include "tests/support/synthetic_snapshot.h"

#include <QApplication>
#include <QDir>

#include <cstdio>
#include <functional>

using namespace ridgepoint;

namespace {

struct Entry {
    QString name;
    std::function<std::unique_ptr<ChartWidget>()> make;
};

std::vector<Entry> entries(const SnapshotPointer& snapshot, const SnapshotPointer& coarse, const SnapshotPointer& other)
{
    const auto roofline = [] { return std::make_unique<RooflineChart>(); };
    const auto map = [](MapView view) { auto chart = std::make_unique<RegimeMapChart>(); chart->setView(view); return chart; };
    const auto with = [](auto chart, const SnapshotPointer& data) { chart->setSnapshot(data); return chart; };
    return {
        {QStringLiteral("roofline"), [=] { return with(roofline(), snapshot); }},
        {QStringLiteral("roofline-empty"), [=] { return roofline(); }},
        {QStringLiteral("roofline-overlay"), [=] {
             auto chart = with(roofline(), snapshot);
             chart->setSessionName(QStringLiteral("first"));
             chart->setOverlays({{other, QStringLiteral("second, slower")}});
             return chart;
         }},
        {QStringLiteral("map"), [=] { return with(map(MapView::Regime), snapshot); }},
        {QStringLiteral("map-coarse"), [=] { return with(map(MapView::Regime), coarse); }},
        {QStringLiteral("map-empty"), [=] { return map(MapView::Regime); }},
        {QStringLiteral("map-residual"), [=] { return with(map(MapView::Residual), snapshot); }},
        {QStringLiteral("map-share"), [=] { return with(map(MapView::Share), snapshot); }},
        {QStringLiteral("map-roof"), [=] { return with(map(MapView::Roof), snapshot); }},
        {QStringLiteral("map-runtime"), [=] { return with(map(MapView::Runtime), snapshot); }},
        {QStringLiteral("map-lines"), [=] {
             auto chart = with(map(MapView::Regime), snapshot);
             chart->setIsoLines({IsoLines::Runtime, Regime::Memory});
             return chart;
         }},
        {QStringLiteral("map-share-lines"), [=] {
             auto chart = with(map(MapView::Residual), snapshot);
             chart->setIsoLines({IsoLines::Share, Regime::Compute});
             return chart;
         }},
        {QStringLiteral("map-difference"), [=] {
             auto chart = with(map(MapView::Difference), snapshot);
             chart->setOverlays({{other, QStringLiteral("second")}});
             return chart;
         }},
        {QStringLiteral("curves"), [=] { return with(std::make_unique<CurvesChart>(), snapshot); }},
        {QStringLiteral("curves-size"), [=] {
             auto chart = with(std::make_unique<CurvesChart>(), snapshot);
             chart->setSharedAxis(AxisKind::Size);
             return chart;
         }},
    };
}

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
    const auto coarse = test::syntheticSnapshotPointer({.measuredFraction = 0.06});
    const auto other = test::syntheticSnapshotPointer({.slowdown = 1.4});
    const std::pair<const char*, QSize> sizes[] = {{"360x260", {360, 260}}, {"500x420", {500, 420}}, {"900x600", {900, 600}}};
    for (const auto& [themeName, theme] : {std::pair{"light", Theme::light()}, {"dark", Theme::darkTheme()}, {"presenter", Theme::presenter()}})
        for (const Entry& entry : entries(snapshot, coarse, other))
            for (const auto& [sizeName, size] : sizes) {
                const auto chart = entry.make();
                const bool wide = entry.name.startsWith(QLatin1String("curves"));
                chart->resize(wide ? QSize(size.width() * 2, size.height() * 3 / 4) : size);
                chart->setTheme(theme);
                chart->setCursor(cursor);
                chart->setSelected(cursor);
                chart->setAttribute(Qt::WA_DontShowOnScreen);
                chart->show();
                chart->flush();
                chart->grab().save(folder.filePath(QStringLiteral("%1-%2-%3.png").arg(entry.name, QLatin1String(themeName), QLatin1String(sizeName))));
            }
    return 0;
}
