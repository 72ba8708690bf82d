// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/base/machine_list.h"
#include "app/desktop/session/live_session.h"
#include "core/session/device_identity.h"

#include <QString>

#include <optional>
#include <string>

class QComboBox;

namespace ridgepoint {

/// Fills the choice of devices: those of the session, a GPU that cannot be used with its reason and an offer to look at
/// one by its datasheet instead, the machines elsewhere (greyed with the reason where one was away), then published
/// devices and datasheets under headings of their own, and last an offer to add a machine. Chooses `current`.
void fillDeviceList(QComboBox& box, const LiveSession& session, const MachineList* machines,
                    const std::string& current);
/// The device that a row of that list stands for; empty for a heading.
[[nodiscard]] std::string deviceOfRow(const QComboBox& box, int row);

/// What a row about machines leads to: another one, this one, or the question which one to add.
struct MachineRow {
    enum class What { Other, Here, Add };
    What what = What::Other;
    QString name{}; ///< of the other
};
/// Nothing for a row that stands for no machine.
[[nodiscard]] std::optional<MachineRow> machineOfRow(const QComboBox& box, int row);

/// "Host CPU · 2 threads · AVX-512"; of a machine elsewhere "gpu01: Host CPU · 192 threads · AVX-512".
[[nodiscard]] QString deviceWords(const DeviceInfo& device);
/// "datasheet", "published", "measured", "predicted", translated.
[[nodiscard]] QString provenanceWord(Provenance provenance);

/// On which machine a device is (Machine::place()), without the node of a job; empty for this one.
[[nodiscard]] std::string placeOf(const DeviceInfo& device);
/// Why a session's device cannot be measured here, where a device of another machine has its id.
[[nodiscard]] Error elsewhereError(const DeviceInfo& there, const DeviceInfo& here);
/// Whether a device of the session is that of another machine, while one of this machine goes by its id.
[[nodiscard]] bool isElsewhere(const DeviceInfo& device);

} // namespace ridgepoint
