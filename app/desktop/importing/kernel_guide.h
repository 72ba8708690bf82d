// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/own_kernel.h"

#include <QObject>
#include <QString>

#include <functional>
#include <set>
#include <string>
#include <vector>

namespace ridgepoint {

class Cursor;
class LiveSession;
class MessageStrip;
class RooflineChart;
class SessionStore;

/// What the window says of the user's own kernels when they come in, by an import or with a session that is opened:
/// under whose roofs they stand, and what shows those that have none.
class KernelGuide : public QObject {
    Q_OBJECT

public:
    /// `roofline`: what is drawn beside is what the window compares with.
    KernelGuide(const LiveSession& session, Cursor& cursor, const SessionStore& store, const RooflineChart& roofline,
                MessageStrip& strip, QObject* parent);

    /// Answers that these were added, which `what` says.
    void tellAdded(const std::vector<OwnKernel>& kernels, const QString& what);
    /// What a session that was opened lacks, and what would show it, may be another by now: says that, while it is
    /// told.
    void refresh();

signals:
    /// The roofline is wanted, where they stand.
    void rooflineAsked();
    /// The list of the user's own kernels is wanted.
    void listAsked();
    /// The window's device is to be measured.
    void measureAsked();
    /// The reference of this id is to be compared with the window's device.
    void compareAsked(const std::string& id);
    /// Sessions are to be chosen for comparison.
    void sessionsAsked();
    /// As if the user had chosen a device in the toolbar.
    void userMoved();

private:
    /// Under whose roofs kernels stand.
    struct Standing {
        std::size_t all = 0;
        std::size_t placed = 0;               ///< with FLOP and bytes
        std::size_t bare = 0;                 ///< of these, on the window's device, which has no roofs
        std::size_t away = 0;                 ///< of these, not drawn
        bool isMeasurable = false;            ///< whether roofs for the bare ones can be measured
        std::set<std::string> here = {};      ///< the devices of those that have roofs, as their files name them
        std::set<std::string> elsewhere = {}; ///< of those away; empty for a processor that no file names
    };
    /// What shows those that are not under their roofs.
    struct Offer {
        QString words; ///< empty for nothing
        std::function<void()> act;
    };
    struct Notice {
        QString words;
        Offer offer;
    };

    /// Of the window's device.
    [[nodiscard]] bool hasRoofs() const;
    [[nodiscard]] bool hasRoofsOf(const std::string& name) const;
    [[nodiscard]] Standing standingOf(const std::vector<OwnKernel>& kernels) const;
    [[nodiscard]] QString wordsOf(const Standing& standing) const;
    [[nodiscard]] Offer offerFor(const Standing& standing);
    /// What a session that was opened lacks; empty for nothing.
    [[nodiscard]] Notice noticeOfSession();
    void tell(const Notice& notice);

    const LiveSession& m_session;
    Cursor& m_cursor;
    const RooflineChart& m_roofline;
    MessageStrip& m_strip;
    QString m_told;    ///< of a session that was opened
    QString m_offered; ///< with it
};

} // namespace ridgepoint
