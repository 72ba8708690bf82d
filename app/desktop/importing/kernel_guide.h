// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/own_kernel.h"

#include <QObject>
#include <QString>
#include <QStringList>

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <tuple>
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

    /// Answers that these were added to the session, which `what` says, and asks for the roofline where one of them has
    /// a place there.
    void tellAdded(const std::vector<OwnKernel>& kernels, const QString& what);
    /// Under whose roofs they stand, and what would show the others, may be another by now: says that, while it is
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
        std::size_t ranElsewhere = 0;         ///< of all, on a device of those away
        bool isMeasurable = false;            ///< whether roofs for the bare ones can be measured
        std::set<std::string> here = {};      ///< the devices of those that have roofs, as their files name them
        std::set<std::string> elsewhere = {}; ///< of those away; empty for a processor that no file names
    };
    /// What shows those that are not under their roofs.
    struct Offer {
        QString words; ///< empty for nothing
        std::function<void()> act;
        QString how = {}; ///< "compare with it": the same in a sentence on one device
    };
    /// What the strip says, with a button for each offer.
    struct Notice {
        QString words; ///< empty for nothing
        Offer first{};
        Offer second{};

        [[nodiscard]] QStringList read() const { return {words, first.words, second.words}; }
    };
    /// Kernels that were imported, by what they are known by while their counts change.
    struct Added {
        using Key = std::tuple<std::string, std::string, double>;
        std::set<Key> keys;
        std::size_t count = 0;
        std::size_t before = 0; ///< that the session had already and are alike
        QString what;
    };

    /// What the strip tells of kernels; empty for nothing, or where it was closed.
    [[nodiscard]] QString told() const;
    /// Of the window's device.
    [[nodiscard]] bool hasRoofs() const;
    [[nodiscard]] bool hasRoofsOf(const std::string& name) const;
    [[nodiscard]] Standing standingOf(const std::vector<OwnKernel>& kernels) const;
    [[nodiscard]] QString wordsOf(const Standing& standing, const Offer& offer) const;
    [[nodiscard]] Offer offerFor(const Standing& standing);
    [[nodiscard]] Offer listOffer(const QString& words);
    /// Those of the session that are alike with what was added.
    [[nodiscard]] std::vector<OwnKernel> kernelsLike(const Added& added) const;
    /// What is to be said of them; empty once they are gone.
    [[nodiscard]] Notice noticeOf(const Added& added);
    /// What a session that was opened lacks; empty for nothing.
    [[nodiscard]] Notice noticeOfSession();

    const LiveSession& m_session;
    Cursor& m_cursor;
    const RooflineChart& m_roofline;
    MessageStrip& m_strip;
    QStringList m_told;           ///< what is to be read of the notice in the strip; empty for none
    std::optional<Added> m_added; ///< of which it tells, else of a session that was opened
};

} // namespace ridgepoint
