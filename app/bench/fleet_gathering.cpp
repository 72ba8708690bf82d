// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
// What is common to nodes however they are reached, and what runs on a node.
#include "app/bench/fleet_gathering.h"

#include "core/fleet/node_report.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>
#include <string_view>

#include <unistd.h>

namespace ridgepoint {
namespace {

constexpr int endedBySignal = 128;

/// A folder of our own that goes with us.
class NodeFolder {
public:
    NodeFolder()
    {
        std::error_code unknown;
        std::string name = (std::filesystem::temp_directory_path(unknown) / "ridgepoint-node-XXXXXX").string();
        if (mkdtemp(name.data()) != nullptr)
            m_path = name;
    }
    ~NodeFolder()
    {
        std::error_code ignored;
        if (!m_path.empty())
            std::filesystem::remove_all(m_path, ignored);
    }
    NodeFolder(const NodeFolder&) = delete;
    NodeFolder& operator=(const NodeFolder&) = delete;
    [[nodiscard]] const std::filesystem::path& path() const { return m_path; }

private:
    std::filesystem::path m_path;
};

/// As Slurm calls this node, which may run under another name on a machine of several.
std::string ownNodeName()
{
    if (const char* name = std::getenv("SLURMD_NODENAME"); name != nullptr && *name != '\0')
        return name;
    std::array<char, 256> name{};
    return gethostname(name.data(), name.size() - 1) == 0 ? std::string(name.data()) : std::string("node");
}

/// Without the program's name, which every message of ours begins with.
std::string withoutProgramName(std::string_view line)
{
    constexpr std::string_view name = "ridgepoint-bench: ";
    if (line.starts_with(name))
        line.remove_prefix(name.size());
    return std::string(line);
}

std::string textOfFile(const std::filesystem::path& path)
{
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return file ? text.str() : std::string();
}

/// Runs the command to its end, its limit, or until it has saved what it has after an interruption.
void runWithin(Seconds limit, NodeProcess& process, NodeReport& report, const Interruption& interruption)
{
    NodeProcess::Moment until = momentAfter(limit);
    bool isInterrupted = false;
    NodeProcess* const waited = &process;
    const auto keepMessage = [&report](bool isError, std::string_view line) {
        if (isError && !line.empty())
            report.message = withoutProgramName(line);
    };
    while (true) {
        process.read(keepMessage);
        if (const auto status = process.status()) {
            process.read(keepMessage);
            report.status = *status;
            return;
        }
        if (interruption.requested() && !isInterrupted) {
            isInterrupted = true;
            process.interrupt();
            until = std::min(until, NodeProcess::Moment(std::chrono::steady_clock::now() + timeToSave));
        }
        if (std::chrono::steady_clock::now() >= until) {
            process.kill();
            report.status = NodeReport::statusOfLimit;
            return;
        }
        waitForNodes(std::span(&waited, 1), interruption, until);
    }
}

} // namespace

Error nodeLimitError(Seconds limit)
{
    std::array<char, 32> text{};
    const int length = std::snprintf(text.data(), text.size(), "%.3g s", limit.value());
    return {.kind = ErrorKind::Timeout,
            .id = "fleet.limit",
            .text = "no result within %1, so that it was ended; --limit gives more time",
            .arguments = {std::string(text.data(), static_cast<std::size_t>(length))}};
}

Error nodeStatusError(int status, const std::string& message)
{
    if (status == static_cast<int>(ExitCode::Cancelled))
        return {.kind = ErrorKind::Cancelled, .id = "fleet.cancelled", .text = "cancelled"};
    if (status > endedBySignal)
        return {.kind = ErrorKind::DeviceFailure,
                .id = "fleet.signal",
                .text = "it was ended by signal %1 (%2)",
                .arguments = {std::to_string(status - endedBySignal), strsignal(status - endedBySignal)}};
    return {.kind = ErrorKind::DeviceFailure,
            .id = "fleet.status",
            .text = message.empty() ? "it ended with status %1 and said nothing" : "%2 (status %1)",
            .arguments = {std::to_string(status), withoutProgramName(message)}};
}

NodeProcess::Moment momentAfter(Seconds time)
{
    return std::chrono::steady_clock::now()
         + std::chrono::duration_cast<std::chrono::steady_clock::duration>(std::chrono::duration<double>(time.value()));
}

void showFleet(ProgressBar& progress, std::size_t done, std::size_t total, std::size_t withoutResult,
               const std::string& waiting)
{
    progress.show({.phase = "fleet",
                   .item = !waiting.empty()   ? waiting
                         : withoutResult == 0 ? std::string()
                                              : std::to_string(withoutResult) + " without result",
                   .done = static_cast<std::int64_t>(done),
                   .total = static_cast<std::int64_t>(total),
                   .fraction = total == 0 ? 0.0 : static_cast<double>(done) / static_cast<double>(total),
                   .left = {}});
}

ExitCode measureNode(const FleetPlan& plan, Surroundings& surroundings)
{
    const std::string nonce = plan.request.nonce.value_or(std::string());
    const PutLine put = [&surroundings](std::string_view line) {
        surroundings.out << std::string(line) + "\n" << std::flush; // in one piece
    };
    NodeReport report{.name = ownNodeName(), .message = {}, .session = {}};
    putBegin(nonce, report.name, put);
    const NodeFolder folder;
    const std::filesystem::path file = folder.path() / "session.ridge";
    const auto process = folder.path().empty() ? Result<std::unique_ptr<NodeProcess>>(
                             Error{.kind = ErrorKind::Unavailable,
                                   .id = "fleet.no-temporary",
                                   .text = "no folder for temporary files; set TMPDIR to one that can be written"})
                                               : NodeProcess::start(nodeWords(plan.request, plan.program, file));
    if (process) {
        runWithin(plan.request.limit, **process, report, surroundings.interruption);
        report.session = textOfFile(file);
    } else {
        report.status = static_cast<int>(ExitCode::DeviceFailed);
        report.message = process.error().message();
    }
    putReport(nonce, report, put);
    return surroundings.out.good() ? ExitCode::Done : ExitCode::DeviceFailed;
}

} // namespace ridgepoint
