// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/base/remote_machine.h"
#include "core/model/result.h"

#include <QString>
#include <QStringList>

#include <optional>

namespace ridgepoint {

/// How the window is coloured; System follows the desktop's palette.
enum class ThemeChoice { System, Light, Dark };

/// "system", "light", "dark".
[[nodiscard]] QString nameOf(ThemeChoice choice);
[[nodiscard]] std::optional<ThemeChoice> themeChoiceNamed(const QString& name);

/// What the command line of the window asks for.
struct Options {
    QString bench;                    ///< --bench: a path or a command line; empty for the usual places
    QString session;                  ///< --session or a plain file name; empty for the last one
    QString fleet;                    ///< the same where it is a folder, of sessions one a node
    std::optional<Machine> target;    ///< --target, --slurm: the machine to measure; nothing for this one
    std::optional<ThemeChoice> theme; ///< --theme; absent for the remembered one
    bool help = false;
    bool version = false;
};

/// Reads the words after the program's name. InvalidInput names the word and what would do.
[[nodiscard]] Result<Options> parseOptions(const QStringList& words);
/// What --help prints.
[[nodiscard]] QString helpText();

} // namespace ridgepoint
