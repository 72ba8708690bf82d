// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QScrollArea;

namespace ridgepoint {

class InspectorPanel;
class LeverTrial;

/// Connects the inspector's links with what they try out; `room` is what the inspector scrolls in. What limits the
/// point that was gone to is then in sight, wherever the list of levers was scrolled to.
void connectTrial(LeverTrial& trial, InspectorPanel& inspector, QScrollArea& room);

} // namespace ridgepoint
