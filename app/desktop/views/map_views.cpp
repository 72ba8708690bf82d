// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/views/map_views.h"

#include "app/charts/draw/regime_map_chart.h"
#include "app/desktop/base/view_json.h"
#include "app/desktop/base/window_actions.h"
#include "app/desktop/views/chart_area.h"

#include <QAction>
#include <QActionGroup>
#include <QJsonObject>
#include <QMenu>

namespace ridgepoint {
namespace {

const QLatin1String viewKey("map_view");
const QLatin1String linesKey("map_iso_lines");

} // namespace

QAction* MapViews::make(const QString& text, const QString& keys, const QString& tip)
{
    QAction* action = makeAction(this, text, keys, tip);
    action->setCheckable(true);
    return action;
}

MapViews::MapViews(ChartArea& charts, const LiveSession& session, QObject* parent)
    : QObject(parent),
      m_charts(charts),
      m_views(new QActionGroup(this)),
      m_runtimeLines(make(tr("Map: lines of equal r&untime"), QStringLiteral("F6"),
                          tr("Draw lines of equal runtime in the regime map"))),
      m_shareLines(make(tr("Map: l&ines of equal share"), QStringLiteral("F7"),
                        tr("Draw lines at 25, 50 and 75 % of the share shown in the map, or shown last")))
{
    // None is checked while the map shows a difference.
    m_views->setExclusionPolicy(QActionGroup::ExclusionPolicy::ExclusiveOptional);
    const auto add = [this](MapView view, Regime share, const QString& text, int key, const QString& tip) {
        QAction* action = make(text, QStringLiteral("Ctrl+%1").arg(key), tip);
        const MapChoice choice{view, share};
        m_views->addAction(action);
        m_choices.emplace_back(choice, action);
        connect(action, &QAction::triggered, this, [this, choice] { show(choice); });
    };
    add(MapView::Regime, Regime::Memory, tr("Map: re&gimes"), 1,
        tr("Colour the map by the measured shares of the three regimes"));
    add(MapView::Residual, Regime::Memory, tr("Map: measured &over predicted"), 2,
        tr("Colour the map by measured over predicted time"));
    add(MapView::Share, Regime::Memory, tr("Map: share of m&emory"), 3,
        tr("Colour the map by the share of the time due to the memory roof"));
    add(MapView::Share, Regime::Compute, tr("Map: share of &compute"), 4,
        tr("Colour the map by the share of the time due to the compute roof"));
    add(MapView::Share, Regime::Overhead, tr("Map: share of o&verhead"), 5,
        tr("Colour the map by the share of the time due to overhead"));
    add(MapView::Runtime, Regime::Memory, tr("Map: ru&ntime"), 6, tr("Colour the map by the runtime"));
    add(MapView::Roof, Regime::Memory, tr("Map: &percent of the roof"), 7,
        tr("Colour the map by the share of the roof reached: FLOP/s or B/s over its roof, whichever is nearer"));
    connect(m_runtimeLines, &QAction::triggered, this,
            [this](bool on) { chooseLines(on ? IsoLines::Runtime : IsoLines::None); });
    connect(m_shareLines, &QAction::triggered, this,
            [this](bool on) { chooseLines(on ? IsoLines::Share : IsoLines::None); });
    connect(&charts, &ChartArea::mapViewChanged, this, &MapViews::follow);
    connect(&session, &LiveSession::replaced, this, [this, &session] { restore(session.frame().viewJson); });
    follow();
}

void MapViews::fillMenu(QMenu* menu, QAction* before)
{
    menu->insertActions(before, m_views->actions());
    menu->insertSeparator(before);
    menu->insertActions(before, {m_runtimeLines, m_shareLines});
    menu->insertSeparator(before);
}

QAction* MapViews::action(const MapChoice& choice) const
{
    for (const auto& [each, action] : m_choices)
        if (each.view == choice.view && (each.view != MapView::Share || each.share == choice.share))
            return action;
    return nullptr;
}

void MapViews::show(const MapChoice& choice)
{
    m_charts.showMapView(choice);
    follow(); // a click on the view that is shown has taken its mark away
    bringToFront();
}

void MapViews::chooseLines(IsoLines lines)
{
    m_charts.map()->setIsoLines({lines, m_charts.map()->choice().share});
    follow();
    bringToFront();
}

void MapViews::bringToFront()
{
    if (m_charts.alone() == nullptr && !m_charts.map()->isVisibleTo(&m_charts))
        m_charts.showPage(ChartArea::Page::Map); // the one of roofline and map where they share a tab
}

void MapViews::follow()
{
    const MapChoice& choice = m_charts.map()->choice();
    const IsoLines lines = m_charts.map()->iso().lines;
    for (const auto& [each, action] : m_choices)
        action->setChecked(action == this->action(choice));
    m_runtimeLines->setChecked(lines == IsoLines::Runtime);
    m_shareLines->setChecked(lines == IsoLines::Share);
    m_charts.map()->setIsoLines({lines, choice.share});
}

std::string MapViews::addTo(const std::string& viewJson) const
{
    QJsonObject view = objectOf(viewJson);
    view[viewKey] = QString::fromStdString(nameOf(m_charts.map()->choice()));
    view[linesKey] = QString::fromStdString(nameOf(m_charts.map()->iso()));
    return compactJson(view);
}

void MapViews::restore(const std::string& viewJson)
{
    const QJsonObject view = objectOf(viewJson);
    if (const auto choice = mapChoiceNamed(view.value(viewKey).toString().toStdString()))
        m_charts.showMapView(*choice);
    if (const auto iso = isoChoiceNamed(view.value(linesKey).toString().toStdString()))
        m_charts.map()->setIsoLines(*iso);
    follow();
}

} // namespace ridgepoint
