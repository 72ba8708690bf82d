// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/base/message_strip.h"

#include <QObject>

#include <array>
#include <functional>
#include <optional>

namespace ridgepoint {

class FirstSteps;

/// What the window warns of about the figures that it has measured: that their roofs are doubtful, or that the machine
/// is in another state than its roofs. Nothing has to be done about that at once, so the sentences that lead through a
/// first start are not pushed aside: the warnings wait until those are followed or closed, and can be asked for
/// meanwhile. One waits for the other, too.
class FigureWarnings : public QObject {
    Q_OBJECT

public:
    enum class About { Roofs, State };

    FigureWarnings(FirstSteps& steps, MessageStrip& strip, QObject* parent = nullptr);

    /// Warns in place of what was said about the same before; `act` is done when the button is pressed.
    void tell(About about, const QString& text, const QString& actionText, std::function<void()> act,
              OtherChoice other = {});
    /// It is no longer so.
    void withdraw(About about);
    /// Another device is looked at, above whose figures nothing of it is true.
    void setHeldBack(bool held);
    /// A dialog covers the strip: what comes up meanwhile is told after it, and after what came of the dialog.
    void setCovered(bool covered);
    /// An audience sees the strip: what comes up meanwhile is told after it.
    void setPresented(bool presented);
    /// Of another session nothing of it is so.
    void withdrawAll();
    /// Whether it is to be seen, or waits for its turn.
    [[nodiscard]] bool holds(About about) const;
    /// Whether it is in the strip.
    [[nodiscard]] bool tells(About about) const;
    /// Why figures may be wrong, of a warning that waits; empty where none does.
    [[nodiscard]] QString waiting() const;

signals:
    /// Others wait, or are told, than before.
    void waitingChanged();

private:
    struct Warning {
        QString text;
        QString actionText;
        std::function<void()> act;
        OtherChoice other;
        bool told = false; ///< is, or was, in the strip
    };
    void refresh();
    void refresh(std::optional<Warning>& warning);
    [[nodiscard]] bool mayBeTold() const;
    [[nodiscard]] bool isOneShown() const;

    FirstSteps& m_steps;
    MessageStrip& m_strip;
    std::array<std::optional<Warning>, 2> m_warnings;
    bool m_heldBack = false;
    bool m_covered = false;
    bool m_presented = false;
    bool m_waitsForStrip = false; ///< since a dialog covered it
};

} // namespace ridgepoint
