// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <filesystem>
#include <string_view>

#include <sys/types.h>

namespace ridgepoint::bench {

/// What else uses the machine.
enum class LoadKind {
    None,
    BusyCore,     ///< one thread that computes all the time, on whichever core the system puts it
    MemoryStream, ///< one thread that goes over 768 MiB, on and off for half a second to four seconds each, at random
    Compile,      ///< two compilers at a time, without end
};
inline constexpr std::array allLoads{LoadKind::None, LoadKind::BusyCore, LoadKind::MemoryStream, LoadKind::Compile};
/// "quiet", "one core busy", "memory stream", "compile -j2".
[[nodiscard]] std::string_view nameOf(LoadKind kind);

/// A load that runs in processes of its own, from construction to destruction; they end with this program.
class Load {
public:
    /// `folder` holds what a compiler is given.
    Load(LoadKind kind, unsigned seed, const std::filesystem::path& folder);
    ~Load();
    Load(const Load&) = delete;
    Load& operator=(const Load&) = delete;
    /// False when a load has ended by itself, as it does without a compiler.
    [[nodiscard]] bool isRunning() const;

private:
    pid_t m_process = 0; ///< leads a group of its own; 0 without a load
};

} // namespace ridgepoint::bench
