// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QString>

#include <string_view>

namespace ridgepoint {

/// A text in the reader's language, for functions outside of classes; lupdate sees them in the context "ridgepoint".
inline QString tr(const char* text) { return QCoreApplication::translate("ridgepoint", text); }

/// A word of core/, which is UTF-8, as Qt has it.
inline QString text(std::string_view word)
{
    return QString::fromUtf8(word.data(), static_cast<qsizetype>(word.size()));
}

/// Stands between the parts of one line.
inline const QString betweenParts = QStringLiteral(" · ");

} // namespace ridgepoint
