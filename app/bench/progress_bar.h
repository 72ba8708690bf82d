// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/bench/arguments.h"
#include "core/model/units.h"
#include "core/sweep/clock.h"

#include <cstdint>
#include <optional>
#include <ostream>
#include <string>

namespace ridgepoint {

enum class ProgressMode { Silent, Bar, Json };

/// How far a measurement is.
struct ProgressStep {
    std::string phase; ///< "roofs", "sweep", "selftest"
    std::string item;  ///< what is measured now; may be empty
    std::int64_t done = 0;
    std::int64_t total = 0;
    double fraction = 0.0;       ///< of the work, 0 to 1
    std::optional<Seconds> left; ///< estimated; absent while unknown
};

/// Writes progress to standard error: a bar that redraws itself on a terminal, one JSON object a line for machines,
/// or nothing. At most ten times a second, so that it costs no measuring time.
class ProgressBar {
public:
    ProgressBar(std::ostream& err, ProgressMode mode, const Clock& clock) : m_err(err), m_mode(mode), m_clock(clock) {}
    ~ProgressBar() { clear(); }
    ProgressBar(const ProgressBar&) = delete;
    ProgressBar& operator=(const ProgressBar&) = delete;

    void show(const ProgressStep& step);
    /// Takes the bar off the terminal, before a message or the result.
    void clear();

private:
    std::ostream& m_err;
    ProgressMode m_mode;
    const Clock& m_clock;
    std::optional<Seconds> m_lastShown;
    std::string m_phase;
    bool m_visible = false;
};

/// --progress, or a bar on a terminal and silence elsewhere; InvalidInput for another word.
[[nodiscard]] Result<ProgressMode> progressMode(const Arguments& arguments, bool errIsTerminal);

/// The time that the rest takes when each part takes as long as the parts so far; absent before the first.
[[nodiscard]] std::optional<Seconds> timeLeft(Seconds elapsed, std::int64_t done, std::int64_t total);

} // namespace ridgepoint
