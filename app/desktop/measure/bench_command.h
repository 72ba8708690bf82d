// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/base/remote_machine.h"
#include "core/model/result.h"

#include <QString>
#include <QStringList>

#include <optional>

namespace ridgepoint {

/// The command line that starts the measuring program, without the `serve` that BenchProcess adds, and where it is to
/// measure.
struct BenchCommand {
    QString program;
    QStringList arguments;
    std::optional<Machine> target{}; ///< nothing for this machine
};

/// Finds the measuring program. `requested` is what --bench names: a path, or a whole command line such as
/// "ssh host ridgepoint-bench" (quotes as in a shell). Empty: ridgepoint-bench beside this program, then on PATH.
/// Unavailable when there is none: where it was looked for and what to try.
[[nodiscard]] Result<BenchCommand> findBench(const QString& requested, const QString& folderOfProgram);

} // namespace ridgepoint
