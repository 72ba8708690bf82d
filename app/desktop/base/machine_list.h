// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/base/remote_machine.h"

#include <QObject>

#include <optional>
#include <vector>

namespace ridgepoint {

/// The machines elsewhere that the user added, remembered in the settings (never a password), and which of them is
/// measured now.
class MachineList : public QObject {
    Q_OBJECT

public:
    struct Entry {
        Machine machine;
        QString away; ///< why it cannot be measured now; empty where nobody has tried
    };

    explicit MachineList(QObject* parent = nullptr);

    [[nodiscard]] const std::vector<Entry>& entries() const { return m_entries; }
    /// The one of that name; null where there is none.
    [[nodiscard]] const Entry* find(const QString& name) const;
    /// The first whose Machine::place() it is; null where there is none.
    [[nodiscard]] const Entry* findPlace(const QString& place) const;
    /// Adds a machine, or takes the place of the one of its name, and remembers it.
    void put(const Machine& machine);
    void remove(const QString& name);
    /// Why the machine cannot be measured now.
    void setAway(const QString& name, const QString& reason);
    /// The machine that is measured, or was until it went away; empty for this one.
    [[nodiscard]] const QString& connected() const { return m_connected; }
    void setConnected(const QString& name);

signals:
    void changed();

private:
    void remember() const;

    std::vector<Entry> m_entries;
    QString m_connected;
};

} // namespace ridgepoint
