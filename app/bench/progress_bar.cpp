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

std::string barLine(const ProgressStep& step)
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

void ProgressBar::show(const ProgressStep& step)
{
    if (m_mode == ProgressMode::Silent)
        return;
    const Seconds now = m_clock.now();
    const bool ends = step.done >= step.total;
    if (m_lastShown && step.phase == m_phase && !ends && (now - *m_lastShown).value() < shortestPause)
        return;
    m_lastShown = now;
    m_phase = step.phase;
    if (m_mode == ProgressMode::Json) {
        m_err << jsonLine(step) << '\n' << std::flush;
        return;
    }
    m_err << '\r' << barLine(step) << "\x1b[K" << std::flush;
    m_visible = true;
}

void ProgressBar::clear()
{
    if (m_visible)
        m_err << "\r\x1b[K" << std::flush;
    m_visible = false;
}

Result<ProgressMode> progressMode(const Arguments& arguments, bool errIsTerminal)
{
    const auto word = arguments.value("--progress");
    if (!word)
        return errIsTerminal ? ProgressMode::Bar : ProgressMode::Silent;
    if (*word == "json")
        return ProgressMode::Json;
    if (*word == "bar")
        return ProgressMode::Bar;
    if (*word == "none")
        return ProgressMode::Silent;
    return Error{.id = "arguments.bad-progress", .text = "--progress '%1' must be json, bar or none", .arguments = {*word}};
}

std::optional<Seconds> timeLeft(Seconds elapsed, std::int64_t done, std::int64_t total)
{
    if (done <= 0)
        return std::nullopt;
    return elapsed * (static_cast<double>(std::max<std::int64_t>(0, total - done)) / static_cast<double>(done));
}

} // namespace ridgepoint
