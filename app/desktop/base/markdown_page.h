// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QTextDocument;

namespace ridgepoint {

/// Sets the paragraphs of a page apart, and a block of code from them: Markdown comes without room between, which makes
/// half a page one grey block.
void spaceParagraphs(QTextDocument& page);

} // namespace ridgepoint
