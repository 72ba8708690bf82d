// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

#include <cstddef>
#include <optional>
#include <string_view>

namespace ridgepoint {

/// Cuts a stream of bytes into lines without ever holding more than one line's limit and the last piece read.
class LineReader {
public:
    explicit LineReader(std::size_t maximumLineBytes) : m_maximumLineBytes(maximumLineBytes) {}

    void append(std::string_view bytes);
    /// The next whole line without its end; nullopt when there is none yet. Valid until the next call.
    [[nodiscard]] std::optional<std::string_view> next();
    /// Whether an unfinished line has passed the limit: the other side speaks nonsense.
    [[nodiscard]] bool overlong() const;
    [[nodiscard]] bool hasLine() const;
    void clear();

private:
    std::size_t m_maximumLineBytes;
    QByteArray m_buffer;
    qsizetype m_begin = 0; ///< what is before was handed out
};

} // namespace ridgepoint
