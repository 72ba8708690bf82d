// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/window/tool_bar.h"

#include "app/charts/style/texts.h"
#include "app/desktop/session/device_list.h"

#include <QAction>
#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QHelpEvent>
#include <QPushButton>
#include <QSignalBlocker>
#include <QStyleOptionComboBox>
#include <QStylePainter>
#include <QToolTip>

#include <algorithm>

namespace ridgepoint {

/// A button that is an action: text, tool tip, enabled state and clicks are the action's.
class ActionButton : public QPushButton {
public:
    ActionButton(QAction* action, const char* role, QWidget* parent) : QPushButton(parent), m_action(action)
    {
        setProperty("role", QLatin1String(role));
        connect(action, &QAction::changed, this, &ActionButton::adopt);
        connect(this, &QPushButton::clicked, action, &QAction::trigger);
        adopt();
    }

    void showKeys(bool shown)
    {
        m_withKeys = shown;
        adopt();
    }
    /// Never narrower than this, so that nothing moves when Run becomes Stop.
    void setLeastWidth(int width)
    {
        m_least = width;
        updateGeometry();
    }
    [[nodiscard]] QSize sizeHint() const override { return QPushButton::sizeHint().expandedTo({m_least, 0}); }
    /// The width with its shortcut or without, whichever is shown now.
    [[nodiscard]] int widthWith(bool keys) const
    {
        const int now = fontMetrics().horizontalAdvance(text());
        return std::max(m_least, QPushButton::sizeHint().width() - now + fontMetrics().horizontalAdvance(words(keys)));
    }

private:
    [[nodiscard]] QString words(bool withKeys) const
    {
        const QString keys = m_action->shortcut().toString(QKeySequence::NativeText);
        return withKeys && !keys.isEmpty() ? QStringLiteral("%1  %2").arg(m_action->iconText(), keys)
                                           : m_action->iconText();
    }
    void adopt()
    {
        setText(words(m_withKeys));
        setToolTip(m_action->toolTip());
        setAccessibleName(m_action->iconText());
        setEnabled(m_action->isEnabled());
        setCheckable(m_action->isCheckable());
        setChecked(m_action->isChecked());
    }

    QAction* m_action;
    bool m_withKeys = true;
    int m_least = 0;
};

namespace {

// Of the two lists on a narrow window, in letters.
constexpr int shortestList = 12;
constexpr int longestPair = 22; ///< of the pair of axes without operation and precision

/// Leaves out the parts at the end for which it has no room, where QComboBox cuts through a letter, and says all of
/// them under the mouse.
class ShorteningBox : public QComboBox {
public:
    using QComboBox::QComboBox;

    /// In which its first part can be read.
    [[nodiscard]] int shortestWidth() const
    {
        const QString first = currentText().split(betweenParts).front();
        return fontMetrics().horizontalAdvance(first) + width() - roomForWords();
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QStylePainter painter(this);
        QStyleOptionComboBox option;
        initStyleOption(&option);
        painter.drawComplexControl(QStyle::CC_ComboBox, option);
        option.currentText = shownText();
        painter.drawControl(QStyle::CE_ComboBoxLabel, option);
    }
    bool event(QEvent* event) override
    {
        if (event->type() != QEvent::ToolTip || shownText() == currentText())
            return QComboBox::event(event);
        QToolTip::showText(static_cast<QHelpEvent*>(event)->globalPos(),
                           QStringLiteral("%1\n%2").arg(currentText(), toolTip()), this);
        return true;
    }

private:
    static constexpr int atEnd = 2; ///< pixels after the words

    [[nodiscard]] int roomForWords() const
    {
        QStyleOptionComboBox option;
        initStyleOption(&option);
        return style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, this).width()
             - atEnd;
    }
    [[nodiscard]] QString shownText() const
    {
        const int room = roomForWords();
        QStringList parts = currentText().split(betweenParts);
        while (parts.size() > 1 && fontMetrics().horizontalAdvance(parts.join(betweenParts)) > room)
            parts.removeLast();
        return fontMetrics().elidedText(parts.join(betweenParts), Qt::ElideRight, room);
    }
};

QComboBox* makeBox(const QString& name, const QString& tip, QWidget* parent)
{
    auto* box = new ShorteningBox(parent);
    box->setAccessibleName(name);
    box->setToolTip(tip);
    box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    return box;
}

QString mapKindWords(MapKind mapKind, const Workload& workload)
{
    const QString name = mapKind == MapKind::IntensitySize ? ToolBar::tr("Intensity × size")
                       : mapKind == MapKind::DepthSize     ? ToolBar::tr("Fusion depth × size")
                                                           : ToolBar::tr("Intensity × fusion depth");
    return QStringLiteral("%1 · %2 · %3").arg(name, text(nameOf(workload.operation)), text(nameOf(workload.precision)));
}

} // namespace

ToolBar::ToolBar(Cursor& cursor, const LiveSession& session, QAction* runAction, QAction* exportAction, QWidget* parent)
    : QFrame(parent), m_cursor(cursor), m_session(session)
{
    setProperty("surface", QStringLiteral("topbar"));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(16, 8, 16, 8);
    row->setSpacing(10);
    m_devices = makeBox(tr("Device"), tr("The device to measure; an unavailable device shows the reason"), this);
    // Names of published devices are long: the list shows them whole, the button need not.
    m_devices->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_devices->setMinimumContentsLength(26);
    m_devices->setMaxVisibleItems(24);
    m_mapKinds = makeBox(tr("Map axes"), tr("The two axes of the map"), this);
    m_run = new ActionButton(runAction, "primary", this);
    m_run->setLeastWidth(110);
    m_export = new ActionButton(exportAction, "plain", this);
    row->addWidget(m_devices);
    row->addWidget(m_mapKinds);
    row->addWidget(m_run);
    row->addStretch();
    row->addWidget(m_export);
    connect(&session, &LiveSession::devicesChanged, this, &ToolBar::fillDevices);
    connect(&cursor, &Cursor::mapChanged, this, [this] {
        fillDevices();
        fillExperiments();
    });
    connect(m_devices, &QComboBox::activated, this, [this](int row_) {
        if (const auto machine = machineOfRow(*m_devices, row_)) {
            // It stays chosen, so that arrow keys lead on from there.
            emit machineChosen(*machine);
            return;
        }
        m_cursor.setDevice(deviceOfRow(*m_devices, row_));
        fillDevices(); // an offer that was taken stands for another row
        emit userMoved();
    });
    connect(m_mapKinds, &QComboBox::activated, this, [this](int row_) {
        m_cursor.setMapKind(static_cast<MapKind>(m_mapKinds->itemData(row_).toInt()));
        emit userMoved();
    });
    fillDevices();
    fillExperiments();
}

void ToolBar::setMachines(const MachineList& machines)
{
    m_machines = &machines;
    connect(&machines, &MachineList::changed, this, &ToolBar::fillDevices);
    fillDevices();
}

QPushButton* ToolBar::addButton(QAction* action)
{
    auto* row = static_cast<QHBoxLayout*>(layout());
    QWidget* before = m_added.empty() ? m_run : m_added.back();
    m_added.push_back(new ActionButton(action, "plain", this));
    setTabOrder(before, m_added.back()); // and not behind what stands at the right
    row->insertWidget(row->indexOf(m_run) + static_cast<int>(m_added.size()), m_added.back());
    return m_added.back();
}

QPushButton* ToolBar::runButton() const { return m_run; }

QSize ToolBar::minimumSizeHint() const { return {0, QFrame::minimumSizeHint().height()}; }

int ToolBar::widthFor(int shownButtons, bool withKeys, bool shortLists) const
{
    int width = layout()->contentsMargins().left() + layout()->contentsMargins().right() + m_run->widthWith(withKeys);
    for (const QComboBox* list : {m_devices, m_mapKinds})
        width += layout()->spacing() + (shortLists ? list->minimumWidth() : list->sizeHint().width());
    std::vector<ActionButton*> buttons{m_export};
    buttons.insert(buttons.end(), m_added.begin(), m_added.end());
    for (int i = 0; i < shownButtons; ++i)
        width += layout()->spacing() + buttons[static_cast<std::size_t>(i)]->widthWith(withKeys);
    return width + layout()->spacing(); // before the stretch
}

void ToolBar::arrange()
{
    const int letter = fontMetrics().averageCharWidth();
    m_devices->setMinimumWidth(letter * shortestList);
    // "Intensity × size" is read whole, which costs no button its place.
    m_mapKinds->setMinimumWidth(std::clamp(static_cast<const ShorteningBox*>(m_mapKinds)->shortestWidth(),
                                           letter * shortestList, letter * longestPair));
    const int all = static_cast<int>(m_added.size()) + 1;
    const bool withKeys = widthFor(all, true, false) <= width();
    int shown = all;
    while (shown > 0 && widthFor(shown, withKeys, true) > width())
        --shown;
    m_run->showKeys(withKeys);
    m_export->showKeys(withKeys);
    m_export->setVisible(shown > 0);
    for (std::size_t i = 0; i < m_added.size(); ++i) {
        m_added[i]->showKeys(withKeys);
        m_added[i]->setVisible(static_cast<int>(i) + 1 < shown);
    }
}

bool ToolBar::event(QEvent* event)
{
    // Words, type or buttons have changed.
    if (event->type() == QEvent::LayoutRequest)
        arrange();
    return QFrame::event(event);
}

void ToolBar::resizeEvent(QResizeEvent* event)
{
    QFrame::resizeEvent(event);
    arrange();
}

void ToolBar::fillDevices()
{
    const QSignalBlocker blocker(m_devices);
    fillDeviceList(*m_devices, m_session, m_machines, m_cursor.device());
}

void ToolBar::fillExperiments()
{
    const QSignalBlocker blocker(m_mapKinds);
    m_mapKinds->clear();
    for (const MapKind mapKind : allMapKinds)
        m_mapKinds->addItem(mapKindWords(mapKind, m_cursor.workload()), static_cast<int>(mapKind));
    m_mapKinds->setCurrentIndex(m_mapKinds->findData(static_cast<int>(m_cursor.mapKind())));
}

} // namespace ridgepoint
