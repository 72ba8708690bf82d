// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/bench/surroundings.h"
#include "core/protocol/messages.h"
#include "core/remote/failure.h"

#include <optional>
#include <string>

namespace ridgepoint {

/// Tells whoever waits how far it is with another machine: the client of `serve` in messages, which come again every
/// five seconds, others in lines on a terminal.
class TargetNews {
public:
    TargetNews(Surroundings& surroundings, bool isServing) : m_surroundings(surroundings), m_isServing(isServing) {}

    /// What is done now.
    void tell(protocol::TargetProgress progress);
    /// The same, unless it was the last that was told.
    void tellIfNew(protocol::TargetProgress progress);
    /// Says it again where that is due.
    void repeat();
    /// The last that is told: nothing lasts any more.
    void leave() { m_lasting.reset(); }
    /// Nothing is measured, or no longer; the status of that. `inLine`: what was relayed before ended within a line.
    ExitCode fail(const remote::TargetFailure& failure, bool inLine = false);

private:
    void write();

    Surroundings& m_surroundings;
    bool m_isServing;
    std::optional<protocol::TargetProgress> m_lasting;
    std::string m_lastLine;
    Seconds m_told;
};

} // namespace ridgepoint
