// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/result.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace ridgepoint {

/// The lines of a page, a lesson's or a lecture's: fields between two lines of "---", then text. After the first error
/// nothing is read any more.
class PageLines {
public:
    /// `what` is a page of what, in errors ("lesson"); `errorId` is theirs.
    PageLines(std::string_view page, std::string what, std::string errorId)
        : m_rest(page), m_what(std::move(what)), m_errorId(std::move(errorId))
    {}

    /// The next one, without its end; nothing at the end of the page or after an error.
    [[nodiscard]] std::optional<std::string_view> next();
    /// Of the one read last, from 1.
    [[nodiscard]] int number() const { return m_number; }
    /// Hands over each field's name and value, neither of them with blanks at its ends and no value empty.
    void readFields(const std::function<void(std::string_view name, std::string_view value)>& take);
    /// An error in the line read last, or in another: the first one stays.
    void fail(const std::string& what) { fail(m_number, what); }
    void fail(int line, const std::string& what);
    [[nodiscard]] const std::optional<Error>& error() const { return m_error; }
    /// Whole minutes from 1 to `most`; 0 after an error.
    [[nodiscard]] int minutes(std::string_view value, int most);

private:
    std::string_view m_rest;
    std::string m_what;
    std::string m_errorId;
    int m_number = 0;
    std::optional<Error> m_error;
};

/// Without the blanks and ends of lines at both ends.
[[nodiscard]] std::string_view trimmed(std::string_view text);
/// Takes the first word off a text that has no blanks at its ends.
[[nodiscard]] std::string_view takeWord(std::string_view& text);

} // namespace ridgepoint
