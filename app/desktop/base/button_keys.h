// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QMainWindow;
class QWidget;

namespace ridgepoint {

/// Has the Enter keys press the button of this window that has the keyboard, as the space bar does. Qt leaves that to
/// a dialog's automatic default buttons, of which each also takes the Enter that was meant for a field. The arrow keys
/// lead from button to button, and not on to a slider or a list, whose value the next press would change.
void letKeysPressButtons(QWidget& window);

/// Has the shortcuts of this window's menus win over the keys by which a text field moves and deletes, such as Ctrl+E
/// for the end of the line on X11. What text is edited with stays the field's: copy, undo, redo.
void letMenusTakeKeys(QMainWindow& window);

} // namespace ridgepoint
