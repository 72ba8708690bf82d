// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/base/style_sheet.h"

#include <QRegularExpression>

#include <cmath>
#include <utility>

namespace ridgepoint {
namespace {

constexpr const char* surfaces = R"(
QMainWindow, QDialog, QWidget[surface="window"] { background: @window; }
QWidget { color: @text; }
QFrame[surface="card"] { background: @card; border: 1px solid @border; border-radius: 8px; }
QFrame[surface="ground"] { background: @card; border: 0; }
QFrame[surface="bar"] { background: @toolbar; border: 0; }
QFrame[surface="topbar"] { background: @toolbar; border: 0; border-bottom: 1px solid @border; }
QFrame[surface="bottombar"] { background: @toolbar; border: 0; border-top: 1px solid @border; }
QLabel[surface="preview"] { background: @window; border: 1px solid @border; border-radius: 8px; }
QFrame[surface="rule"] { background: @border; border: 0; max-height: 1px; min-height: 1px; }
QFrame[surface="strip"] { background: @stripInfo; border: 1px solid @accent; border-radius: 8px; }
QFrame[surface="strip"][severity="warning"] { background: @stripWarning; border: 1px solid @overhead; }
QFrame[surface="strip"][severity="error"] { background: @stripError; border: 1px solid @compute; }
QScrollArea, QScrollArea > QWidget > QWidget { background: transparent; border: 0; }
QMenuBar { background: @toolbar; padding: 2px 8px; spacing: 4px; }
QMenuBar::item { padding: 5px 10px; border-radius: 5px; background: transparent; }
QMenuBar::item:selected { background: @controlHover; }
QMenu { background: @card; border: 1px solid @controlBorder; padding: 5px; }
QMenu::item { padding: 6px 28px 6px 26px; border-radius: 5px; }
QMenu::item:selected { background: @controlHover; }
QMenu::item:disabled { color: @muted; }
QMenu::separator { height: 1px; background: @border; margin: 5px 8px; }
QToolTip { background: @card; color: @text; border: 1px solid @controlBorder; padding: 4px; }
)";

constexpr const char* labels = R"(
QLabel { background: transparent; }
QLabel[role="title"] { font-size: 14px; font-weight: 600; }
QLabel[role="muted"] { color: @muted; font-size: 12px; }
QLabel[role="body"] { font-size: 12px; }
QLabel[role="reading"] { font-size: 14px; }
QLabel[role="value"] { font-weight: 600; font-size: 14px; }
QLabel[role="strong"] { font-weight: 600; font-size: 12px; }
QLabel[role="headline"] { font-size: 18px; font-weight: 600; }
QLabel[role="figure"] { font-size: 28px; font-weight: 700; }
QLabel[role="rate"] { font-size: 16px; font-weight: 600; }
QLabel[role="equation"] { font-style: italic; font-weight: 600; font-size: 13px; }
QLabel[role="whatif"] { color: @accent; font-weight: 600; font-size: 12px; }
QLabel[role="warning"] { color: @overheadText; font-size: 12px; }
)";

constexpr const char* controls = R"(
QPushButton, QToolButton, QComboBox { background: @control; border: 1px solid transparent; border-radius: 6px;
    padding: 6px 12px; font-weight: 500; }
QPushButton:hover, QToolButton:hover, QComboBox:hover { background: @controlHover; }
QPushButton:focus, QToolButton:focus, QComboBox:focus { border: 1px solid @accent; }
QPushButton:disabled, QToolButton:disabled, QComboBox:disabled { color: @muted; }
QPushButton:checked { background: @accentSoft; border: 1px solid @accent; }
QPushButton:checked:focus { border: 1px solid @text; }
QPushButton[role="primary"] { background: @accent; color: @accentText; font-weight: 600; padding: 6px 18px; }
QPushButton[role="primary"]:hover { background: @accentHover; }
QPushButton[role="primary"]:focus { border: 2px solid @text; padding: 5px 17px; }
QPushButton[role="primary"]:disabled { background: @control; color: @muted; }
QPushButton[role="flat"], QToolButton[role="flat"] { background: transparent; padding: 2px 6px; }
QFileDialog QToolButton { padding: 4px; }
QPushButton[role="link"] { background: transparent; color: @accent; padding: 1px 4px; font-size: 12px; font-weight: 600; border-radius: 4px; }
QPushButton[role="link"]:hover { background: @controlHover; }
QPushButton[role="fold"] { background: transparent; padding: 2px 0; text-align: left; font-size: 14px; font-weight: 600; }
QPushButton[role="flat"]:hover, QToolButton[role="flat"]:hover { background: @controlHover; }
QComboBox { padding: 5px 10px; combobox-popup: 0; }
QComboBox::drop-down { border: 0; width: @20px; }
QComboBox::down-arrow { image: url(:/desktop/arrow-@mode.svg); width: @9px; height: @6px; }
QComboBox QAbstractItemView::item, QListView[role="matches"]::item { min-height: 24px; padding: 0 6px; }
QComboBox QAbstractItemView::item:selected, QListView[role="matches"]::item:selected { background: @controlHover; color: @text; border: 0; border-radius: 4px; }
QComboBox QAbstractItemView, QListView[role="matches"] { background: @card; border: 1px solid @controlBorder; padding: 4px; outline: 0;
    selection-background-color: @controlHover; selection-color: @text; }
QLineEdit { background: @control; border: 1px solid transparent; border-radius: 6px; padding: 5px 10px;
    selection-background-color: @accent; selection-color: @accentText; }
QLineEdit:focus { border: 1px solid @accent; }
QLineEdit:disabled, QDoubleSpinBox:disabled { background: transparent; border: 1px solid @border; color: @muted; }
QPlainTextEdit { background: @control; border: 1px solid transparent; border-radius: 6px; padding: 4px 6px;
    selection-background-color: @accent; selection-color: @accentText; }
QPlainTextEdit:focus { border: 1px solid @accent; }
QRadioButton { spacing: 8px; font-size: 14px; background: transparent; outline: 0; }
QRadioButton::indicator { width: @14px; height: @14px; border: 1px solid @muted; border-radius: @7px; background: @control; }
QRadioButton::indicator:hover, QRadioButton::indicator:focus { border: 1px solid @accent; }
QRadioButton::indicator:checked { border: 1px solid @accent; background: qradialgradient(cx: 0.5, cy: 0.5, radius: 0.5, fx: 0.5, fy: 0.5, stop: 0 @accent, stop: 0.55 @accent, stop: 0.65 @control, stop: 1 @control); }
QRadioButton:disabled { color: @muted; }
QRadioButton[role="choice"] { border: 1px solid transparent; border-radius: 6px; padding: 3px 6px; }
QRadioButton[role="choice"]:focus { border: 1px solid @accent; }
QComboBox QLineEdit, QComboBox QLineEdit:focus, QComboBox QLineEdit:disabled { background: transparent; border: 0; padding: 0; }
QComboBox:editable:hover { background: @control; }
QListView[role="matches"] { padding: 0; }
QListView[role="matches"]::item { border: 0; }
QDoubleSpinBox { background: @control; border: 1px solid transparent; border-radius: 6px; padding: 4px 4px 4px 10px; font-weight: 500;
    selection-background-color: @accent; selection-color: @accentText; }
QDoubleSpinBox:hover { background: @controlHover; }
QDoubleSpinBox::up-button, QDoubleSpinBox::down-button { background: transparent; border: 0; width: @18px; }
QDoubleSpinBox::up-arrow { image: url(:/desktop/arrow-up-@mode.svg); width: @9px; height: @6px; }
QDoubleSpinBox::down-arrow { image: url(:/desktop/arrow-@mode.svg); width: @9px; height: @6px; }
QDoubleSpinBox:focus { border: 1px solid @accent; }
QDoubleSpinBox[narrow="true"] { padding: 4px 2px 4px 6px; }
QDoubleSpinBox[narrow="true"]::up-button, QDoubleSpinBox[narrow="true"]::down-button { width: 0; }
QCheckBox { spacing: 8px; }
QCheckBox::indicator { width: @14px; height: @14px; border: 1px solid @muted; border-radius: 4px; background: @control; }
QCheckBox::indicator:hover { background: @controlHover; }
QCheckBox::indicator:checked { background: @accent; border: 1px solid @accent; image: url(:/desktop/check-@mode.svg); }
QCheckBox::indicator:focus { border: 1px solid @accent; }
QCheckBox::indicator:checked:focus, QRadioButton::indicator:checked:focus { border: 1px solid @text; }
QCheckBox:disabled { color: @muted; }
QCheckBox::indicator:disabled { border: 1px solid @controlBorder; }
QCheckBox::indicator:checked:disabled { background: @muted; border: 1px solid @muted; }
QSlider { min-height: 20px; background: transparent; }
QSlider::groove:horizontal { height: 4px; border-radius: 2px; background: @track; }
QSlider::sub-page:horizontal { height: 4px; border-radius: 2px; background: @accent; }
QSlider::sub-page:horizontal:disabled { background: @track; }
QSlider::handle:horizontal { width: 10px; height: 10px; margin: -6px 0; border: 3px solid @accent; border-radius: 8px;
    background: @card; }
QSlider::handle:horizontal:hover { background: @controlHover; }
QSlider::handle:horizontal:focus { background: @accent; border: 3px solid @text; }
QSlider::handle:horizontal:disabled { border-color: @controlBorder; }
QDialogButtonBox { dialogbuttonbox-buttons-have-icons: 0; }
QProgressBar { background: @track; border: 0; border-radius: 3px; max-height: 6px; min-height: 6px; }
QProgressBar::chunk { background: @accent; border-radius: 3px; }
)";

constexpr const char* views = R"(
QTabBar { background: transparent; }
QTabBar::tab { background: transparent; padding: 6px 14px; border-bottom: 2px solid transparent; color: @muted; font-weight: 600; }
QTabBar::tab:selected { color: @text; border-bottom: 2px solid @accent; }
QTabBar::tab:hover { color: @text; }
QTabBar::tab:focus { background: @accentSoft; border-top-left-radius: 6px; border-top-right-radius: 6px; }
QTabWidget::pane { border: 0; }
QTableView { background: @card; alternate-background-color: @window; border: 1px solid transparent; gridline-color: @border;
    selection-background-color: @accentSoft; selection-color: @text; font-size: 12px; }
QTableView:focus { border: 1px solid @accent; }
QListWidget[role="options"] { border: 1px solid @controlBorder; border-radius: 4px; }
QListWidget[role="options"]:focus { border: 1px solid @accent; }
QListWidget { selection-background-color: @accentSoft; selection-color: @text; }
QTableView::item { padding: 2px 6px; }
QHeaderView { background: @card; border: 0; }
QHeaderView::section { background: @card; color: @muted; border: 0; border-bottom: 1px solid @border; padding: 6px 8px;
    font-weight: 600; font-size: 12px; }
/* The arrow stands over the words, but Qt keeps its width free at their right all the same: that is their padding there. */
QHeaderView::section:horizontal { padding: 6px 0 6px 8px; }
QHeaderView::up-arrow, QHeaderView::down-arrow { subcontrol-position: top center; width: 8px; height: 6px; }
QHeaderView::up-arrow { image: url(:/desktop/arrow-up-@mode.svg); }
QHeaderView::down-arrow { image: url(:/desktop/arrow-@mode.svg); }
QTableCornerButton::section { background: @card; border: 0; }
QDockWidget { titlebar-close-icon: none; }
QScrollBar:vertical { background: transparent; width: 10px; margin: 0; }
QScrollBar:horizontal { background: transparent; height: 10px; margin: 0; }
QScrollBar::handle { background: @controlBorder; border-radius: 4px; min-height: 30px; min-width: 30px; margin: 1px; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
QAbstractScrollArea::corner { background: transparent; border: 0; }
)";

/// Every "font-size: 12px" times the scale, and every "@12px", the size of what stands beside type.
QString withTextScaled(const QString& sheet, double scale)
{
    static const QRegularExpression size(QStringLiteral("(font-size: |@)(\\d+)px"));
    QString result;
    qsizetype end = 0;
    for (auto each = size.globalMatch(sheet); each.hasNext();) {
        const QRegularExpressionMatch match = each.next();
        result += QStringView(sheet).mid(end, match.capturedStart() - end);
        result += QStringLiteral("%1%2px")
                      .arg(match.captured(1).remove(QLatin1Char('@')))
                      .arg(std::lround(match.captured(2).toInt() * scale));
        end = match.capturedEnd();
    }
    result += QStringView(sheet).mid(end);
    return result;
}

QColor mixed(const QColor& a, const QColor& b, double share)
{
    const auto channel = [share](int one, int other) { return static_cast<int>(one * (1.0 - share) + other * share); };
    return {channel(a.red(), b.red()), channel(a.green(), b.green()), channel(a.blue(), b.blue())};
}

} // namespace

QString styleSheetFor(const Theme& theme, double textScale)
{
    QString sheet = withTextScaled(
        QLatin1String(surfaces) + QLatin1String(labels) + QLatin1String(controls) + QLatin1String(views), textScale);
    // Longer names first: "@control" is the beginning of "@controlHover".
    const std::pair<const char*, QColor> colors[] = {{"@controlHover", theme.controlHover},
                                                     {"@controlBorder", theme.controlBorder},
                                                     {"@control", theme.control},
                                                     {"@accentHover", mixed(theme.accent, theme.text, 0.15)},
                                                     {"@accentText", theme.accentText},
                                                     {"@accentSoft", mixed(theme.card, theme.accent, 0.22)},
                                                     {"@accent", theme.accent},
                                                     {"@stripInfo", mixed(theme.card, theme.accent, 0.10)},
                                                     {"@stripError", mixed(theme.card, theme.compute, 0.14)},
                                                     {"@stripWarning", mixed(theme.card, theme.overhead, 0.16)},
                                                     {"@overheadText", theme.overheadText},
                                                     {"@overhead", theme.overhead},
                                                     {"@compute", theme.compute},
                                                     {"@window", theme.window},
                                                     {"@toolbar", theme.toolbar},
                                                     {"@card", theme.card},
                                                     {"@border", theme.cardBorder},
                                                     {"@text", theme.text},
                                                     {"@muted", theme.mutedText},
                                                     {"@track", theme.track}};
    for (const auto& [name, color] : colors)
        sheet.replace(QLatin1String(name), color.name());
    return sheet.replace(QLatin1String("@mode"), theme.dark ? QStringLiteral("dark") : QStringLiteral("light"));
}

QPalette paletteFor(const Theme& theme)
{
    QPalette palette;
    palette.setColor(QPalette::Window, theme.window);
    palette.setColor(QPalette::WindowText, theme.text);
    palette.setColor(QPalette::Base, theme.card);
    palette.setColor(QPalette::AlternateBase, theme.window);
    palette.setColor(QPalette::Text, theme.text);
    palette.setColor(QPalette::PlaceholderText, theme.mutedText);
    palette.setColor(QPalette::Button, theme.control);
    palette.setColor(QPalette::ButtonText, theme.text);
    palette.setColor(QPalette::ToolTipBase, theme.card);
    palette.setColor(QPalette::ToolTipText, theme.text);
    palette.setColor(QPalette::Highlight, theme.accent);
    palette.setColor(QPalette::HighlightedText, theme.accentText);
    palette.setColor(QPalette::Link, theme.accent);
    for (const QPalette::ColorRole role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, theme.mutedText);
    return palette;
}

} // namespace ridgepoint
