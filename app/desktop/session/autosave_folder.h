// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/session.h"

#include <QString>

namespace ridgepoint {

/// Where a session is autosaved by default: its date of creation and its document's name in `folder`. Autosaves of the
/// same session beside it carry a number: see numberedAutosave.
[[nodiscard]] QString usualAutosave(const QString& folder, const std::string& created, const QString& document);
/// The same for the `number`th autosave of that session; 1 is the usual one.
[[nodiscard]] QString numberedAutosave(const QString& usual, int number);

/// A session read from a document, and the autosave that holds more of it than the document does.
struct DocumentReading {
    Result<Session> session;
    QString newerAutosave; ///< empty where there is none
};

/// Reads a document, and looks among the autosaves of the same session for the newest one that was written after it and
/// has samples, roofs, experiments or kernels that the document lacks. One that another window writes to is that
/// window's; `own` is this window's. Reads two files at most, so call it in a thread.
[[nodiscard]] DocumentReading readDocument(const QString& path, const QString& folder, const QString& own);

/// Removes all but the autosaves last used; never `own` and never one that a window has claimed.
void dropOldAutosaves(const QString& folder, const QString& own);

} // namespace ridgepoint
