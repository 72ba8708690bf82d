// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/base/task_thread.h"

#include <QObject>
#include <QString>

#include <atomic>
#include <cstddef>
#include <cstdint>

class QWidget;

namespace ridgepoint {

class Comparison;
class FleetDialog;
class MessageStrip;
class SessionStore;
class WindowLook;

/// What fleets work with.
struct FleetParts {
    QWidget* window = nullptr;
    SessionStore& store;
    Comparison& comparison;
    MessageStrip& strip;
    WindowLook& look;
};

/// The fleet's dialog: reads a folder of sessions, one a node, in a thread, and opens those that are asked for there in
/// the window.
class FleetCommands : public QObject {
    Q_OBJECT

public:
    FleetCommands(const FleetParts& parts, QObject* parent);
    /// Leaves what is being read.
    ~FleetCommands() override;

    /// Asks for a folder, and shows it.
    void open();
    /// Shows the nodes of this folder; the strip, or the dialog that is open, says why there are none.
    void open(const QString& folder);
    /// Null before a folder was shown.
    [[nodiscard]] FleetDialog* dialog() const { return m_dialog; }

signals:
    /// The strip, or the dialog that is open, says how far reading a folder is.
    void readingTold();

private:
    void tellReading(std::uint64_t generation, std::size_t done, std::size_t all);
    FleetDialog& shownDialog();
    void tell(const QString& why);
    void openSession(const QString& path, const QString& beside);

    FleetParts m_parts;
    FleetDialog* m_dialog = nullptr;
    QString m_opening; ///< the session that was asked for
    QString m_beside;  ///< what it shall be compared with; empty for nothing
    QString m_name;    ///< of the folder that is read
    QString m_reading; ///< how far that is, in words; empty where nothing is read
    /// Of what is read: the last folder asked for is shown, and the thread leaves the others.
    std::atomic<std::uint64_t> m_generation = 0;
    TaskThread m_thread; ///< last: joined first
};

} // namespace ridgepoint
