// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/bench/progress_bar.h"

#include "core/session/json_writer.h"

#include <algorithm>
#include <cmath>

namespace ridgepoint {

namespace {

constexpr double shortestPause = 0.1;
constexpr int barCells = 24;

std::string barLine(const ProgressStep& step, int columns)
{
    const double fraction = std::clamp(step.fraction, 0.0, 1.0);
    const int filled = static_cast<int>(fraction * barCells);
    std::string line = step.phase + " [" + std::string(static_cast<std::size_t>(filled), '#')
                     + std::string(static_cast<std::size_t>(barCells - filled), '.') + "] "
                     + std::to_string(static_cast<int>(fraction * 100.0)) + " %  " + std::to_string(step.done) + " of "
                     + std::to_string(step.total);
    if (step.left)
        line += "  about " + std::to_string(static_cast<int>(std::ceil(step.left->value()))) + " s left";
    if (!step.item.empty())
        line += "  " + step.item;
    // A line that wraps would not be drawn over but again and again. All of it is ASCII.
    if (columns > 0)
        line.resize(std::min(line.size(), static_cast<std::size_t>(columns - 1)));
    return line;
}

std::string jsonLine(const ProgressStep& step)
{
    JsonWriter json;
    json.beginObject().field("phase", step.phase).field("done", step.done).field("total", step.total);
    json.field("fraction", std::clamp(step.fraction, 0.0, 1.0));
    if (step.left)
        json.field("left_s", step.left->value());
    if (!step.item.empty())
        json.field("item", step.item);
    return json.endObject().take();
}

} // namespace

bool ProgressBar::isDue(std::string_view phase) const
{
    return m_mode != ProgressMode::Silent
        && (!m_lastShown || phase != m_phase || (m_clock.now() - *m_lastShown).value() >= shortestPause);
}

void ProgressBar::show(const ProgressStep& step)
{
    const bool ends = step.fraction >= 1.0;
    if (m_mode == ProgressMode::Silent || (!ends && !isDue(step.phase)))
        return;
    m_lastShown = m_clock.now();
    m_phase = step.phase;
    if (m_mode == ProgressMode::Json) {
        m_err << jsonLine(step) << '\n' << std::flush;
        return;
    }
    m_err << '\r' << barLine(step, m_columns) << "\x1b[K" << std::flush;
    m_visible = true;
}

void ProgressBar::clear()
{
    if (m_visible)
        m_err << "\r\x1b[K" << std::flush;
    m_visible = false;
}

Result<ProgressMode> parseProgressMode(const std::string& text)
{
    if (text == "json")
        return ProgressMode::Json;
    if (text == "bar")
        return ProgressMode::Bar;
    if (text == "none")
        return ProgressMode::Silent;
    return Error{
        .id = "arguments.bad-progress", .text = "\"%1\" is unknown; write json, bar or none", .arguments = {text}};
}

std::optional<Seconds> timeLeft(Seconds elapsed, double fraction)
{
    constexpr double fewest = 0.05;
    if (!(fraction >= fewest))
        return std::nullopt;
    return elapsed * (std::max(0.0, 1.0 - fraction) / fraction);
}

} // namespace ridgepoint
