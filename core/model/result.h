// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cassert>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace ridgepoint {

/// What sort of failure an Error is; scripts and the window decide by it what to offer.
enum class ErrorKind {
    InvalidInput,  ///< the caller asked for something impossible
    Unsupported,   ///< possible elsewhere, not on this device or build
    Unavailable,   ///< a device, library or file is not there
    DeviceFailure, ///< the device or the operating system failed while working
    Timeout,       ///< nothing came back in time
    Cancelled,     ///< the user asked to stop
    Corrupt,       ///< data from outside does not follow its format
};

/// An expected failure as a value. `text` says what, which, and what to try, in English with %1, %2 … for the
/// arguments; the window translates `text` and puts the same arguments in.
struct Error {
    ErrorKind kind = ErrorKind::InvalidInput;
    std::string id;   ///< stable name for scripts and tests, such as "workload.depth-not-divisor"
    std::string text; ///< translatable template, one line
    std::vector<std::string> arguments;

    /// The template with its arguments put in.
    [[nodiscard]] std::string message() const;
};

/// A value or an Error. Reading the side that is not there is a bug and asserts.
template <class T> class [[nodiscard]] Result {
public:
    // Not "value": for a function pointer GCC says that this shadows the member.
    Result(T content) : m_state(std::in_place_index<0>, std::move(content)) {}
    Result(Error error) : m_state(std::in_place_index<1>, std::move(error)) {}

    [[nodiscard]] bool ok() const { return m_state.index() == 0; }
    explicit operator bool() const { return ok(); }

    [[nodiscard]] T& value() &
    {
        assert(ok());
        return std::get<0>(m_state);
    }
    [[nodiscard]] const T& value() const&
    {
        assert(ok());
        return std::get<0>(m_state);
    }
    [[nodiscard]] T&& value() &&
    {
        assert(ok());
        return std::get<0>(std::move(m_state));
    }
    [[nodiscard]] const Error& error() const
    {
        assert(!ok());
        return std::get<1>(m_state);
    }

    T& operator*() & { return value(); }
    const T& operator*() const& { return value(); }
    T* operator->() { return &value(); }
    const T* operator->() const { return &value(); }

private:
    std::variant<T, Error> m_state;
};

/// Success without a value, or an Error.
template <> class [[nodiscard]] Result<void> {
public:
    Result() = default;
    Result(Error error) : m_error(std::move(error)) {}

    [[nodiscard]] bool ok() const { return !m_error.has_value(); }
    explicit operator bool() const { return ok(); }
    [[nodiscard]] const Error& error() const
    {
        assert(!ok());
        return *m_error;
    }

private:
    std::optional<Error> m_error;
};

} // namespace ridgepoint
