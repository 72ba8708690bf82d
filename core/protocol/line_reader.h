// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/result.h"
#include "core/protocol/messages.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace ridgepoint::protocol {

/// Splits a stream of bytes into lines, in bounded memory: a line beyond the limit is one error, its bytes are dropped
/// as they come, and reading goes on after its newline. Empty lines are skipped, a carriage return before the newline
/// is cut off. The buffer never holds more than one line's limit and what the last feed() brought.
class LineReader {
public:
    explicit LineReader(std::size_t maximumBytes = maximumLineBytes) : m_maximum(maximumBytes) {}

    /// Takes bytes as they arrive; views from next() end their life here.
    void feed(std::string_view bytes);
    /// The next whole line without its newline, valid until the next feed(); Corrupt ("protocol.line-too-long") once
    /// for a line beyond the limit; nothing while no line is complete.
    [[nodiscard]] std::optional<Result<std::string_view>> next();
    /// What has come after the last newline: at the end of the stream, a line that its writer did not finish.
    [[nodiscard]] std::string_view unfinished() const { return std::string_view(m_buffer).substr(m_start); }

private:
    std::string m_buffer;
    std::size_t m_start = 0;   // of the first line not handed out
    std::size_t m_scanned = 0; // no newline lies between m_start and here
    std::size_t m_maximum;
    bool m_skipping = false; // inside a line that was already reported as too long
};

/// The error for a line beyond the limit.
[[nodiscard]] Error lineTooLong();

} // namespace ridgepoint::protocol
