// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPointer>

#include <vector>

class QWidget;

namespace ridgepoint {

/// Lets the Tab key go through these widgets of one window, each with all that is in it, in this order. What is made
/// later has to find its own place (QWidget::setTabOrder).
void chainFocus(const std::vector<QWidget*>& parts);

/// Leads the keyboard from part to part of a window: what a key would else reach by many presses of Tab.
class PartFocus : public QObject {
    Q_OBJECT

public:
    /// The parts in the order in which they are gone through; they outlive this.
    PartFocus(const std::vector<QWidget*>& parts, QObject* parent);

    /// To the next part (1) or the one before (-1) that can take the keyboard now: where it was there last, or to its
    /// first control, as always of a message.
    void step(int direction);

private:
    struct Part {
        QWidget* whole = nullptr;
        QPointer<QWidget> last; ///< had the keyboard when this part was left
    };

    std::vector<Part> m_parts;
};

} // namespace ridgepoint
