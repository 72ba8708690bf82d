// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <string>

namespace ridgepoint {

class ChartArea;
class CompareCommands;
class LiveSession;
class MessageStrip;
class SessionStore;
class WhatIfWiring;

/// Keeps in a session's view what stands around the measurements: what is compared, typed and locked axes, the what-if.
/// A session without them is shown without them, whatever the last one had.
class KeptView : public QObject {
    Q_OBJECT

public:
    KeptView(const LiveSession& session, const SessionStore& store, ChartArea& charts, CompareCommands& compare,
             WhatIfWiring& whatIf, MessageStrip& strip, QObject* parent = nullptr);

    /// The view's JSON with all of it, for a file in this folder; empty for no certain one.
    [[nodiscard]] std::string addTo(const std::string& viewJson, const QString& folder) const;

signals:
    /// The view of a session that was opened is back.
    void restored();

private:
    void restore(const std::string& viewJson, const QString& folder);

    ChartArea& m_charts;
    CompareCommands& m_compare;
    WhatIfWiring& m_whatIf;
};

} // namespace ridgepoint
