// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/result.h"
#include "core/model/units.h"
#include "core/sweep/clock.h"

#include <cstdint>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>

namespace ridgepoint {

enum class ProgressMode { Silent, Bar, Json }; ///< how a run's progress is told on standard error

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
    /// `columns` is the width of the terminal, which the bar must not exceed; 0 where it is unknown.
    ProgressBar(std::ostream& err, ProgressMode mode, const Clock& clock, int columns = 0)
        : m_err(err), m_mode(mode), m_clock(clock), m_columns(columns)
    {}
    ~ProgressBar() { clear(); }
    ProgressBar(const ProgressBar&) = delete;
    ProgressBar& operator=(const ProgressBar&) = delete;

    /// Whether show() would write a step of this phase now; working out a step can cost more than writing it.
    [[nodiscard]] bool isDue(std::string_view phase) const;
    void show(const ProgressStep& step);
    /// Takes the bar off the terminal, before a message or the result.
    void clear();

private:
    std::ostream& m_err;
    ProgressMode m_mode;
    const Clock& m_clock;
    int m_columns;
    std::optional<Seconds> m_lastShown;
    std::string m_phase;
    bool m_visible = false;
};

/// "json", "bar" or "none".
[[nodiscard]] Result<ProgressMode> parseProgressMode(const std::string& text);

/// The time that the rest takes when it goes on as it went so far; absent while too little is done to say.
[[nodiscard]] std::optional<Seconds> timeLeft(Seconds elapsed, double fraction);

} // namespace ridgepoint
