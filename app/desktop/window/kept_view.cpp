// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/window/kept_view.h"

#include "app/charts/draw/curves_chart.h"
#include "app/charts/draw/regime_map_chart.h"
#include "app/charts/draw/roofline_chart.h"
#include "app/charts/style/texts.h"
#include "app/desktop/base/message_strip.h"
#include "app/desktop/base/view_json.h"
#include "app/desktop/compare/compare_commands.h"
#include "app/desktop/explore/what_if_wiring.h"
#include "app/desktop/session/live_session.h"
#include "app/desktop/session/session_store.h"
#include "app/desktop/views/chart_area.h"

#include <QAction>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonObject>

#include <algorithm>

namespace ridgepoint {
namespace {

const char* const compareKey = "compare";
const char* const axesKey = "axes";
const char* const whatIfKey = "what_if";
const char* const curvesAxisKey = "curves_axis";
const char* const lockKey = "lock_axes";
/// In the order of ChartArea::charts().
const char* const chartKeys[] = {"roofline", "map", "curves"};
constexpr qsizetype mostFactors = 64; ///< more than any device has roofs

/// Only what differs from axes that follow the data.
QJsonObject axesJson(const ChartWidget& chart)
{
    const ChartRanges ranges = chart.axisRanges().current();
    if (!ranges.zoomed && !ranges.locked)
        return {};
    QJsonArray rows;
    for (const QCPRange& range : ranges.ranges)
        rows.append(QJsonArray{range.lower, range.upper});
    QJsonArray kinds;
    for (const AxisKind kind : ranges.axes)
        kinds.append(text(nameOf(kind)));
    return {{QLatin1String("ranges"), rows},
            {QLatin1String("of"), kinds},
            {QLatin1String("zoomed"), ranges.zoomed},
            {QLatin1String("locked"), ranges.locked}};
}

/// Ranges far beyond anything that is ever measured would show nothing, and a file could lock them. Linear axes count
/// in powers of two.
bool fits(const QCPAxis& axis, const QCPRange& range)
{
    constexpr double mostPowers = 200.0;
    constexpr double least = 1e-40;
    constexpr double most = 1e40;
    const bool isLinear = axis.scaleType() == QCPAxis::stLinear;
    return range.lower < range.upper && range.lower >= (isLinear ? -mostPowers : least)
        && range.upper <= (isLinear ? mostPowers : most);
}

/// Axes that follow the data where nothing was kept, or nothing that fits the chart.
ChartRanges axesFrom(const ChartWidget& chart, const QJsonObject& object)
{
    ChartRanges kept{.ranges = {},
                     .zoomed = object.value(QLatin1String("zoomed")).toBool(),
                     .locked = object.value(QLatin1String("locked")).toBool()};
    for (const QJsonValue& name : object.value(QLatin1String("of")).toArray())
        if (const auto kind = axisKindNamed(name.toString().toStdString()))
            kept.axes.push_back(*kind);
    const auto axes = chart.axisRanges().axes();
    const QJsonArray rows = object.value(QLatin1String("ranges")).toArray();
    for (qsizetype i = 0; i < rows.size() && kept.ranges.size() < axes.size(); ++i) {
        const QCPRange range(rows[i].toArray().at(0).toDouble(), rows[i].toArray().at(1).toDouble());
        if (!fits(*axes[kept.ranges.size()], range))
            break;
        kept.ranges.push_back(range);
    }
    return kept.ranges.size() == axes.size() ? kept : ChartRanges{};
}

QJsonObject whatIfJson(const WhatIf& whatIf)
{
    QJsonObject object;
    for (const auto& [key, factor] : whatIf.factors())
        object[text(key)] = factor;
    return object;
}

WhatIf whatIfFrom(const QJsonObject& object)
{
    WhatIf whatIf;
    qsizetype taken = 0;
    for (auto it = object.begin(); it != object.end() && taken < mostFactors; ++it, ++taken)
        whatIf.set(it.key().toStdString(), it.value().toDouble()); // which leaves alone what is no factor
    return whatIf;
}

} // namespace

KeptView::KeptView(const LiveSession& session, const SessionStore& store, ChartArea& charts, CompareCommands& compare,
                   WhatIfWiring& whatIf, MessageStrip& strip, QObject* parent)
    : QObject(parent), m_charts(charts), m_compare(compare), m_whatIf(whatIf)
{
    connect(&session, &LiveSession::replaced, this, [this, &session, &store] {
        restore(session.frame().viewJson,
                store.document().isEmpty() ? QString() : QFileInfo(store.document()).absolutePath());
    });
    connect(&compare.comparison(), &Comparison::missing, this, [&strip](const QStringList& names) {
        strip.tell(Severity::Hint, tr("No longer found for comparison: %1. Everything else is restored; add them "
                                      "again with Compare (Ctrl+Shift+O).")
                                       .arg(names.join(QStringLiteral(", "))));
    });
}

std::string KeptView::addTo(const std::string& viewJson, const QString& folder) const
{
    QJsonObject view = objectOf(viewJson);
    const auto keep = [&](const char* key, const QJsonObject& object) {
        if (!object.isEmpty())
            view[QLatin1String(key)] = object;
    };
    QJsonObject axes;
    const auto charts = m_charts.charts();
    for (std::size_t i = 0; i < charts.size(); ++i)
        if (const QJsonObject kept = axesJson(*charts[i]); !kept.isEmpty())
            axes[QLatin1String(chartKeys[i])] = kept;
    keep(axesKey, axes);
    keep(compareKey, m_compare.toJson(folder));
    keep(whatIfKey, whatIfJson(m_whatIf.control().whatIf()));
    if (m_compare.lockAxes->isChecked())
        view[QLatin1String(lockKey)] = true;
    view[QLatin1String(curvesAxisKey)] = text(nameOf(m_charts.curves()->sharedAxis()));
    return compactJson(view);
}

void KeptView::restore(const std::string& viewJson, const QString& folder)
{
    const QJsonObject view = objectOf(viewJson);
    if (const auto axis = axisKindNamed(view.value(QLatin1String(curvesAxisKey)).toString().toStdString()))
        m_charts.chooseCurvesAxis(*axis);
    const QJsonObject axes = view.value(QLatin1String(axesKey)).toObject();
    const auto charts = m_charts.charts();
    for (std::size_t i = 0; i < charts.size(); ++i)
        charts[i]->axisRanges().restore(axesFrom(*charts[i], axes.value(QLatin1String(chartKeys[i])).toObject()));
    m_compare.lockAxes->setChecked(view.value(QLatin1String(lockKey)).toBool() && m_charts.isLocked());
    m_compare.restore(view.value(QLatin1String(compareKey)).toObject(), folder);
    m_whatIf.control().takeOver(whatIfFrom(view.value(QLatin1String(whatIfKey)).toObject()));
    emit restored();
}

} // namespace ridgepoint
