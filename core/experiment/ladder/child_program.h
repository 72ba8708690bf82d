// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/result.h"
#include "core/model/units.h"

#include <string>
#include <vector>

#include <sys/types.h>

namespace ridgepoint {

/// A program of the machine's own, such as python3, whose output is read without ever waiting for it: it may hang,
/// flood or never end. It is killed with this object, and what it started with it, also where it has ended by itself.
class ChildProgram {
public:
    ChildProgram() = default;
    ~ChildProgram() { kill(); }
    ChildProgram(const ChildProgram&) = delete;
    ChildProgram& operator=(const ChildProgram&) = delete;

    /// Starts it by name or path with these words; its input and messages go nowhere. Unavailable when there is none.
    [[nodiscard]] Result<void> start(const std::string& program, const std::vector<std::string>& words);
    /// Waits at most so long for output; takes what came. What is beyond 64 KiB in all is thrown away.
    void poll(Seconds longest);
    [[nodiscard]] bool running() const { return m_process > 0; }
    /// So far.
    [[nodiscard]] const std::string& output() const { return m_output; }
    /// Once it has ended: whether by itself, with status 0.
    [[nodiscard]] bool succeeded() const { return m_succeeded; }
    void kill();

private:
    void close();
    void reap(bool wait);
    bool reapNow(); ///< whether it has ended

    pid_t m_process = 0;
    int m_pipe = -1;
    std::string m_output;
    bool m_succeeded = false;
};

} // namespace ridgepoint
