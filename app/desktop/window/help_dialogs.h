// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QWidget;

namespace ridgepoint {

/// Lists every action of the window that has a shortcut.
void showShortcuts(QWidget* window);
/// Version, licences of the program and of what it is built with.
void showAbout(QWidget* window);

} // namespace ridgepoint
