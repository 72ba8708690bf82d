// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/compare/compare_commands.h"

#include "app/charts/draw/markers.h"
#include "app/desktop/base/message_strip.h"
#include "app/desktop/base/window_actions.h"
#include "app/desktop/compare/compare_dialog.h"
#include "app/desktop/compare/device_adder.h"
#include "app/desktop/views/chart_area.h"

#include <QAction>
#include <QDir>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonObject>
#include <QKeySequence>
#include <QMenu>

#include <utility>

namespace ridgepoint {
namespace {

QAction* make(QObject* parent, const QString& text, const QString& shortText, const QString& keys, const QString& tip)
{
    QAction* action = makeAction(parent, text, keys, tip);
    action->setIconText(shortText);
    return action;
}

/// Of a key the file, which stands before the device; empty where it names no file.
QString fileOf(const QString& key) { return key.section(QLatin1Char('#'), 0, -2); }
QString withFile(const QString& key, const QString& file)
{
    return file + QLatin1Char('#') + key.section(QLatin1Char('#'), -1);
}

/// The key as a session's file in `folder` keeps it: files beside it, below it or at most two folders up are named from
/// there.
QString keptKey(const QString& key, const QString& folder)
{
    if (folder.isEmpty() || fileOf(key).isEmpty())
        return key;
    const QString near = QDir(folder).relativeFilePath(fileOf(key));
    return near.startsWith(QLatin1String("../../../")) ? key : withFile(key, near);
}

/// And back.
QString wholeKey(const QString& key, const QString& folder)
{
    const QString file = fileOf(key);
    return folder.isEmpty() || file.isEmpty() || QFileInfo(file).isAbsolute()
             ? key
             : withFile(key, QDir::cleanPath(QDir(folder).absoluteFilePath(file)));
}

} // namespace

CompareCommands::CompareCommands(QWidget* window, const LiveSession& session, const Cursor& cursor, ChartArea& charts,
                                 MessageStrip& strip)
    : QObject(window),
      compare(make(this, tr("&Compare…"), tr("Compare…"), QStringLiteral("Ctrl+Shift+O"),
                   tr("Draw other sessions, published devices and datasheets into the same charts"))),
      lockAxes(make(this, tr("Loc&k axes"), tr("Lock axes"), QStringLiteral("Ctrl+Shift+L"),
                    tr("Keep the axes of every chart while other sessions and devices are shown"))),
      difference(make(this, tr("Map as &difference"), tr("Map: time over that of"), QStringLiteral("Ctrl+Shift+D"),
                      tr("Show in the map how many times longer each cell takes than on the compared device"))),
      m_window(window),
      m_session(session),
      m_charts(charts),
      m_strip(strip),
      m_comparison(session, cursor)
{
    lockAxes->setCheckable(true);
    difference->setCheckable(true);
    connect(compare, &QAction::triggered, this, &CompareCommands::show);
    connect(lockAxes, &QAction::triggered, this, [this](bool locked) { m_charts.setLocked(locked); });
    connect(difference, &QAction::triggered, this, &CompareCommands::chooseDifference);
    connect(difference, &QAction::toggled, this, [this](bool shown) {
        const bool isWanted = shown && !m_comparison.lacksTimes();
        if (isWanted != m_charts.showsDifference())
            m_charts.showMapView({.view = isWanted ? MapView::Difference : MapView::Regime});
    });
    connect(&m_charts, &ChartArea::mapViewChanged, this,
            [this] { difference->setChecked(m_charts.showsDifference()); });
    connect(&m_charts, &ChartArea::lockedKept, this, &CompareCommands::tellLocked);
    connect(&m_comparison, &Comparison::changed, this, &CompareCommands::draw);
}

void CompareCommands::fillMenu(QMenu* menu)
{
    menu->addSeparator();
    menu->addActions({compare, difference, lockAxes});
}

QJsonObject CompareCommands::toJson(const QString& folder) const
{
    QJsonArray devices;
    for (const QString& key : m_comparison.keptKeys())
        devices.append(keptKey(key, folder));
    if (devices.isEmpty())
        return {};
    return {{QLatin1String("devices"), devices},
            {QLatin1String("partner"), keptKey(m_comparison.chosenPartner(), folder)},
            {QLatin1String("difference"), difference->isChecked() || m_wantsDifference}};
}

void CompareCommands::restore(const QJsonObject& object, const QString& folder)
{
    constexpr qsizetype mostDevices = 64; // a damaged file must not have the window read for hours
    QStringList keys;
    for (const QJsonValue& key : object.value(QLatin1String("devices")).toArray())
        if (const QString text = key.toString(); !text.isEmpty() && keys.size() < mostDevices)
            keys << wholeKey(text, folder);
    difference->setChecked(false);
    m_wantsDifference = object.value(QLatin1String("difference")).toBool() && !keys.isEmpty();
    m_comparison.restore(keys, wholeKey(object.value(QLatin1String("partner")).toString(), folder));
}

void CompareCommands::setConcealed(Concealed level)
{
    m_concealed = level;
    if (m_dialog != nullptr)
        m_dialog->setConcealed(!showsRoofs(level));
}

void CompareCommands::setHidden(bool hidden)
{
    m_isHidden = hidden;
    m_wantsDifference = m_wantsDifference || (hidden && difference->isChecked());
    compare->setDisabled(hidden);
    difference->setDisabled(hidden);
    if (hidden && m_dialog != nullptr)
        m_dialog->close();
    draw();
}

void CompareCommands::show()
{
    if (m_dialog == nullptr) {
        m_dialog = new CompareDialog(m_comparison, m_session, lockAxes, difference, m_window);
        m_dialog->setTheme(m_theme);
        setConcealed(m_concealed);
    }
    if (m_dialog->isVisible())
        m_dialog->raise();
    else
        m_dialog->deviceChoice()->setFocus(); // what is typed at once is a device's name
    m_dialog->show();
    m_dialog->activateWindow();
}

std::vector<std::pair<QString, ComparedHere>> CompareCommands::here(const Sample* own, const Plan& plan) const
{
    std::vector<std::pair<QString, ComparedHere>> all;
    if (own == nullptr || m_isHidden || !showsResults(m_concealed))
        return all;
    for (const ComparedDevice& device : m_comparison.devices())
        if (device.cells)
            if (auto words = comparedHere(*own, modelOf(m_comparison.ownName()), plan, *device.cells,
                                          modelOf(device.name), Format()))
                all.emplace_back(device.key, *std::move(words));
    return all;
}

void CompareCommands::tellLocked()
{
    const QString keys =
        QKeySequence(QStringLiteral("Ctrl+Alt+L"), QKeySequence::PortableText).toString(QKeySequence::NativeText);
    m_strip.tell(Severity::Hint,
                 tr("Locked axes do not change. “Lock this chart's axes” (%1) unlocks the chart used last; the "
                    "button unlocks all of them.")
                     .arg(keys),
                 tr("Unlock and reset"), [this] { m_charts.resetViews(ChartArea::Which::All); });
}

void CompareCommands::followLocks() { lockAxes->setChecked(m_charts.isLocked()); }

void CompareCommands::setTheme(const Theme& theme)
{
    m_theme = theme;
    if (m_dialog != nullptr)
        m_dialog->setTheme(theme);
}

void CompareCommands::chooseDifference(bool shown)
{
    if (!shown || m_charts.showsDifference())
        return;
    difference->setChecked(false);
    const bool isAlone = m_comparison.devices().empty();
    if (m_dialog != nullptr && m_dialog->isActiveWindow()) {
        m_dialog->tell(isAlone ? tr("The difference needs a second device or session: add one here.")
                               : tr("None of these has times for this map; choose or add another."));
        return;
    }
    m_lack = isAlone ? tr("The difference needs a second device or session: add one in Compare (%1).")
                           .arg(compare->shortcut().toString(QKeySequence::NativeText))
                     : tr("None of the compared devices has times for this map; choose or add another in Compare "
                          "(%1).")
                           .arg(compare->shortcut().toString(QKeySequence::NativeText));
    m_strip.tell(Severity::Warning, m_lack, compare->iconText(), [this] { show(); });
}

void CompareCommands::draw()
{
    if (m_isHidden)
        return m_charts.setCompared(m_comparison.ownName(), {}, {});
    std::vector<Overlay> forMap = m_comparison.mapOverlays();
    const bool hasPartner = !forMap.empty();
    if (hasPartner)
        m_strip.dismiss(std::exchange(m_lack, {})); // it has been done
    m_charts.setCompared(m_comparison.ownLineName(), m_comparison.overlays(), std::move(forMap));
    if (hasPartner && !m_comparison.lacksTimes() && std::exchange(m_wantsDifference, false))
        difference->setChecked(true);
}

} // namespace ridgepoint
