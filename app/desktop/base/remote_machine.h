// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/result.h"
#include "core/remote/target_options.h"

#include <QString>
#include <QStringList>

#include <optional>

namespace ridgepoint {

/// What is asked of Slurm on a machine.
struct SlurmOptions {
    QString partition; ///< empty for the site's own choice
    int gpus = 1;      ///< 0 for none
    QString time;      ///< "1:00:00"; empty for the site's own choice
    QString extra;     ///< arguments of srun, as in a terminal
    friend bool operator==(const SlurmOptions&, const SlurmOptions&) = default;
};

/// A machine elsewhere that can be measured: what ssh calls it, and whether a job of Slurm's leads further.
struct Machine {
    QString host; ///< "gpu01", "me@gpu01", a Host of ~/.ssh/config; empty for Slurm on this machine itself
    std::optional<SlurmOptions> slurm{};
    friend bool operator==(const Machine&, const Machine&) = default;

    /// What it is called everywhere: "gpu01", "login1 (Slurm)", "login1 (Slurm gpu)", "Slurm gpu". Two of one name are
    /// one machine.
    [[nodiscard]] QString name() const;
    /// Where it is, for sessions: its name without the user's.
    [[nodiscard]] QString place() const;
    /// What follows `ridgepoint-bench serve`.
    [[nodiscard]] QStringList arguments() const;
};

/// Set for what ssh starts to ask the user: this program is SSH_ASKPASS then, and shows the question
/// (askpass_dialog.h).
inline const QString askpassVariable = QStringLiteral("RIDGEPOINT_ASKPASS");

/// Whether ssh may be given this as a host: letters, digits and . _ : @ [ ] -, at most 255, and no name in it
/// begins with -, which would be an option.
[[nodiscard]] Result<void> checkHost(const QString& host);
/// checkHost(), and what is wrong with the options of Slurm.
[[nodiscard]] Result<void> checkMachine(const Machine& machine);
/// The machine that a command line names: one that isElsewhere().
[[nodiscard]] Machine machineFrom(const remote::TargetOptions& options);
/// The names that the Host lines of an ssh configuration give, in its order, each once; patterns are left out.
[[nodiscard]] QStringList hostsOfSshConfig(const QString& text);
/// The same of ~/.ssh/config; none where it cannot be read.
[[nodiscard]] QStringList knownHosts();

} // namespace ridgepoint
