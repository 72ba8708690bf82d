// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/compare/device_adder.h"

#include "app/desktop/session/device_list.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMouseEvent>
#include <QStyledItemDelegate>
#include <QWheelEvent>

#include <vector>

namespace ridgepoint {
namespace {

constexpr int mostRowsShown = 24;

} // namespace

DeviceAdder::DeviceAdder(QWidget* parent) : QComboBox(parent)
{
    setEditable(true);
    setInsertPolicy(QComboBox::NoInsert);
    setMaxVisibleItems(mostRowsShown);
    lineEdit()->setPlaceholderText(tr("Add a device…"));
    lineEdit()->setAccessibleName(tr("Add a device"));
    completer()->setCompletionMode(QCompleter::PopupCompletion);
    completer()->setFilterMode(Qt::MatchContains);
    completer()->setCaseSensitivity(Qt::CaseInsensitive);
    completer()->setMaxVisibleItems(mostRowsShown);
    completer()->popup()->setItemDelegate(
        new QStyledItemDelegate(completer()->popup())); // which the style sheet reaches
    completer()->popup()->setProperty("role", QStringLiteral("matches"));
    lineEdit()->installEventFilter(this);
    // Not the box's own activated(): it is also told of a whole name that stands in the field when the focus leaves it.
    connect(completer(), qOverload<const QModelIndex&>(&QCompleter::activated), this,
            [this](const QModelIndex& match) { take(findText(match.data().toString(), Qt::MatchExactly)); });
    connect(lineEdit(), &QLineEdit::returnPressed, this, &DeviceAdder::takeTyped);
}

void DeviceAdder::fill(std::span<const ReferencePointer> devices)
{
    const QString typed = currentText();
    clear();
    for (const ReferencePointer& device : devices)
        addItem(tr("%1 (%2)").arg(QString::fromStdString(device->device.name), provenanceWord(device->provenance)),
                QString::fromStdString(device->device.id));
    setCurrentIndex(-1);
    setEditText(typed);
}

void DeviceAdder::showPopup()
{
    lineEdit()->setFocus();
    completer()->setCompletionPrefix(lineEdit()->text());
    completer()->complete();
}

bool DeviceAdder::eventFilter(QObject* watched, QEvent* event)
{
    // Until something is typed it looks like any other list, and opens like one.
    const bool isRelease = event->type() == QEvent::MouseButtonRelease
                        && static_cast<QMouseEvent*>(event)->button() == Qt::LeftButton;
    if (watched == lineEdit() && isRelease && lineEdit()->text().isEmpty())
        showPopup();
    return QComboBox::eventFilter(watched, event);
}

void DeviceAdder::take(int row)
{
    const QString id = itemData(row).toString();
    if (m_isTaken || id.isEmpty()) // an Enter in the list of what matches tells twice
        return;
    m_isTaken = true;
    // The list writes the name into the field after this.
    QMetaObject::invokeMethod(
        this,
        [this] {
            m_isTaken = false;
            setCurrentIndex(-1);
            clearEditText();
        },
        Qt::QueuedConnection);
    emit chosen(id);
}

void DeviceAdder::takeTyped()
{
    const QString words = currentText().trimmed();
    if (m_isTaken || words.isEmpty())
        return;
    std::vector<int> rows;
    for (int row = 0; row < count(); ++row)
        if (itemText(row).contains(words, Qt::CaseInsensitive))
            rows.push_back(row);
    if (rows.size() == 1)
        take(rows.front());
    else if (rows.empty())
        emit unclear(
            tr("No device has “%1” in its name. Type another part, or press the down arrow for the whole list.")
                .arg(words));
    else
        emit unclear(tr("%1 devices have “%2” in their names. Choose one from the list, or type more.")
                         .arg(rows.size())
                         .arg(words));
}

void DeviceAdder::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Up:
    case Qt::Key_Down:
    case Qt::Key_PageUp:
    case Qt::Key_PageDown: showPopup(); return;
    default: QComboBox::keyPressEvent(event);
    }
}

void DeviceAdder::wheelEvent(QWheelEvent* event) { event->ignore(); }

} // namespace ridgepoint
