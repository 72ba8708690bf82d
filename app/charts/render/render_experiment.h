// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/render/render_options.h"

namespace ridgepoint {

/// Draws the session's latest result of the experiment that the options name, with its numbers and caption where they
/// are wanted; Unavailable where the session holds none.
[[nodiscard]] Result<void> renderExperiment(const RenderOptions& options);

/// A file of another ending beside the one that is written.
[[nodiscard]] QString besideFile(const QString& output, const char* ending);

} // namespace ridgepoint
