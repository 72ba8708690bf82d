// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <functional>
#include <optional>

namespace ridgepoint {

class FirstSteps;
class MessageStrip;

/// What the window warns of about the figures that it has measured: that their roofs are doubtful. Nothing has to be done
/// about that at once, so the sentences that lead through a first start are not pushed aside: the warning waits until
/// those are followed or closed, and can be asked for meanwhile.
class FigureWarnings : public QObject {
    Q_OBJECT

public:
    FigureWarnings(FirstSteps& steps, MessageStrip& strip, QObject* parent = nullptr);

    /// Warns in place of what was said before; `act` is done when the button is pressed.
    void tell(const QString& text, const QString& actionText, std::function<void()> act);
    /// It is no longer so, or another session is shown.
    void withdraw();
    /// Another device is looked at, above whose figures nothing of it is true.
    void setHeldBack(bool held);
    /// A dialog covers the strip: what comes up meanwhile is told after it, and after what came of the dialog.
    void setCovered(bool covered);
    /// The text that waits; empty where none does.
    [[nodiscard]] QString waiting() const;

signals:
    /// Another waits than before, or none.
    void waitingChanged();

private:
    struct Warning {
        QString text;
        QString actionText;
        std::function<void()> act;
        bool told = false; ///< is, or was, in the strip
    };
    void refresh();
    [[nodiscard]] bool mayBeTold() const;

    FirstSteps& m_steps;
    MessageStrip& m_strip;
    std::optional<Warning> m_warning;
    bool m_heldBack = false;
    bool m_covered = false;
    bool m_waitsForStrip = false; ///< since a dialog covered it
};

} // namespace ridgepoint
