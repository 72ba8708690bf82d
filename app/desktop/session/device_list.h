// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/session/live_session.h"

#include <QString>

#include <string>

class QComboBox;

namespace ridgepoint {

/// Fills the choice of devices: those of the session, a GPU that cannot be used with its reason and an offer to look at
/// one by its datasheet instead, then published devices and datasheets under headings of their own. Chooses `current`.
void fillDeviceList(QComboBox& box, const LiveSession& session, const std::string& current);
/// The device that a row of that list stands for; empty for a heading.
[[nodiscard]] std::string deviceOfRow(const QComboBox& box, int row);

/// "Host CPU · 2 threads · AVX-512".
[[nodiscard]] QString deviceWords(const DeviceInfo& device);
/// "datasheet", "published", "measured", "predicted", translated.
[[nodiscard]] QString provenanceWord(Provenance provenance);

} // namespace ridgepoint
