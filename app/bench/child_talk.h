// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/bench/own_descriptor.h"
#include "app/bench/surroundings.h"

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ridgepoint {

/// A program that this one talks with over its three standard descriptors. It ends when this process ends, however that
/// ends.
class ChildTalk {
public:
    /// What is done with what comes; each may be empty.
    struct Handlers {
        std::function<void(std::string_view)> output;
        std::function<void(std::string_view)> error;
        std::function<void(std::string_view)> ownInput; ///< read from `ownInputDescriptor`
        std::function<void()> ownInputEnd;
        std::function<void()> interrupted; ///< once
        std::function<void()> tick;        ///< a few times a second
    };
    /// Which signals of the terminal reach the program.
    enum class Terminal {
        Shared, ///< it may ask there for a password; Ctrl+C is this program's to answer
        None,   ///< a process group of its own
    };

    /// Starts the program, found as a shell finds it. Unavailable with the id "child.not-found" or "child.not-started".
    [[nodiscard]] static Result<ChildTalk> start(const std::vector<std::string>& words, Terminal terminal);
    ChildTalk(ChildTalk&& other) noexcept;
    ChildTalk& operator=(ChildTalk&&) = delete;
    /// Ends the program if it still runs.
    ~ChildTalk();

    /// Writes this to the program while talk() runs.
    void send(std::string_view bytes);
    /// How many bytes are still to be written.
    [[nodiscard]] std::size_t unsent() const { return m_toSend.size() - m_sent; }
    /// Closes its standard input once all is written.
    void endInput() { m_endsInput = true; }
    /// Asks it to end.
    void terminate();
    /// Talks until it has ended; its exit status as a shell has it. `ownInputDescriptor` is read meanwhile, -1: none.
    int talk(const Handlers& handlers, Interruption& interruption, int ownInputDescriptor = -1);

private:
    ChildTalk(pid_t child, OwnDescriptor input, OwnDescriptor output, OwnDescriptor error);
    void writeSome();
    [[nodiscard]] bool hasEnded() const;

    pid_t m_child;
    OwnDescriptor m_input;
    OwnDescriptor m_output;
    OwnDescriptor m_error;
    std::string m_toSend;
    std::size_t m_sent = 0;
    bool m_endsInput = false;
};

/// What a short program writes to its standard output; empty where it cannot be started or fails. It is ended where it
/// takes longer than a few seconds.
[[nodiscard]] std::string outputOf(const std::vector<std::string>& words, const Clock& clock);

/// Writes all of the bytes; false where the reader has gone or the disk is full.
bool writeWhole(int descriptor, std::string_view bytes);

} // namespace ridgepoint
