// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/data/reference_device.h"

#include <QComboBox>

#include <span>

namespace ridgepoint {

/// The devices to compare with, as a list that is searched by typing any part of a name. One is taken by Enter or a
/// click only: keys and the wheel, which step through the rows of another box, take none on their way. The list is the
/// completer's popup, so that one can type on while it is open.
class DeviceAdder : public QComboBox {
    Q_OBJECT

public:
    explicit DeviceAdder(QWidget* parent = nullptr);

    void fill(std::span<const ReferencePointer> devices);
    /// Opens the list of those that have what was typed in their names, or of all.
    void showPopup() override;
    bool eventFilter(QObject* watched, QEvent* event) override;

signals:
    /// The user chose the device of this id.
    void chosen(const QString& id);
    /// Enter was pressed on words that name no device, or several; what is wrong and what to try.
    void unclear(const QString& problem);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

private:
    void take(int row);
    void takeTyped();

    bool m_isTaken = false; ///< until the words of the one that was taken are gone
};

} // namespace ridgepoint
