// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace ridgepoint {

/// What one node reports of the command that ran there.
struct NodeReport {
    /// The exit status of a command that did not end within its limit, as of timeout(1).
    static constexpr int statusOfLimit = 124;

    std::string name;    ///< the node's own
    int status = 0;      ///< as a shell has it: 128 and the signal that ended it, or statusOfLimit
    std::string message; ///< what the command said last on standard error; may be empty
    std::string session; ///< the text of its session file; empty where it wrote none
};

/// Takes one line, without its end; the line is written at once, so that lines of several nodes do not mix.
using PutLine = std::function<void(std::string_view line)>;

/// A report as lines of text, each begun by a word that nothing else on the stream begins with and shorter than the
/// 1024 bytes up to which Slurm keeps a line in one piece (MAX_MSG_LEN of its slurmstepd). The first line goes out when
/// the node begins, the others when it is done.
void putBegin(std::string_view nonce, std::string_view name, const PutLine& put);
void putReport(std::string_view nonce, const NodeReport& report, const PutLine& put);

/// Takes reports of many nodes out of one stream, whose lines begin with a task's number as `srun --label` writes them
/// ("17: …"). Lines of anything else are left out.
class NodeReports {
public:
    explicit NodeReports(std::string nonce) : m_nonce(std::move(nonce)) {}

    enum class Step { Nothing, Begun, Done };
    /// What came with the line: of `task`, which is set then.
    Step take(std::string_view line, std::size_t& task);
    /// The name of a task that has begun; empty for others.
    [[nodiscard]] std::string nameOf(std::size_t task) const;
    /// The whole report of a task that is done, once; nothing where parts are missing, or differ from what was sent.
    [[nodiscard]] std::optional<NodeReport> takeReport(std::size_t task);

private:
    /// What has come of one node.
    struct Partial {
        NodeReport report;
        std::size_t pieces = 0;
        bool isWhole = true;
    };
    [[nodiscard]] Step takePart(Partial& partial, std::string_view kind, std::string_view rest);

    std::string m_nonce;
    std::map<std::size_t, Partial> m_partial; ///< by task
};

/// FNV-1a of 64 bits (Fowler, Noll, Vo): what a report was and what came of it agree.
[[nodiscard]] std::uint64_t checksumOf(std::string_view text);

} // namespace ridgepoint
