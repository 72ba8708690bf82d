// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/bench/fleet_gathering.h"
#include "core/fleet/fleet_folder.h"
#include "core/session/session.h"

#include <algorithm>
#include <memory>
#include <string_view>
#include <utility>

namespace ridgepoint {
namespace {

/// A host that is being measured.
struct RunningHost {
    std::size_t host = 0; ///< its place in the request
    std::unique_ptr<NodeProcess> process;
    NodeProcess::Moment until;
    std::string message; ///< what it said last
};

/// Measures some hosts at once, the next as soon as one has ended.
class HostGatherer {
public:
    HostGatherer(const FleetPlan& plan, const Interruption& interruption) : m_plan(plan), m_interruption(interruption)
    {
        for (const std::string& host : plan.request.hosts)
            m_gathering.nodes.push_back({.name = host});
    }

    /// Whether there is more to do.
    bool step()
    {
        if (m_interruption.requested() && !m_gathering.interrupted)
            interruptAll();
        while (!m_gathering.interrupted && m_running.size() < mostHostsAtOnce && m_next < m_gathering.nodes.size())
            start(m_next++);
        const auto now = std::chrono::steady_clock::now();
        for (auto running = m_running.begin(); running != m_running.end();)
            running = hasEnded(*running, now) ? m_running.erase(running) : running + 1;
        if (m_running.empty())
            return !m_gathering.interrupted && m_next < m_gathering.nodes.size();
        std::vector<NodeProcess*> processes;
        NodeProcess::Moment first = m_running.front().until;
        for (const RunningHost& running : m_running) {
            processes.push_back(running.process.get());
            first = std::min(first, running.until);
        }
        waitForNodes(processes, m_interruption, first);
        return true;
    }
    [[nodiscard]] std::size_t done() const { return m_next - m_running.size(); }
    [[nodiscard]] std::size_t withoutResult() const { return m_withoutResult; }
    [[nodiscard]] FleetGathering take() { return std::move(m_gathering); }

private:
    [[nodiscard]] std::filesystem::path fileOf(std::size_t host) const
    {
        return m_plan.folder / sessionFileOf(m_gathering.nodes[host].name);
    }
    void start(std::size_t host)
    {
        std::vector<std::string> words = nodeWords(m_plan.request, m_plan.program, fileOf(host));
        words.emplace_back("--target");
        words.push_back(m_gathering.nodes[host].name);
        auto process = NodeProcess::start(std::move(words));
        if (process)
            m_running.push_back({.host = host,
                                 .process = std::move(*process),
                                 .until = momentAfter(m_plan.request.limit),
                                 .message = {}});
        else
            fail(host, process.error());
    }
    void fail(std::size_t host, Error error)
    {
        m_gathering.nodes[host].failure = std::move(error);
        ++m_withoutResult;
    }
    /// Hosts that have not begun are left out; the others save what they have.
    void interruptAll()
    {
        m_gathering.interrupted = true;
        for (; m_next < m_gathering.nodes.size(); ++m_next)
            fail(m_next, {.kind = ErrorKind::Cancelled, .id = "fleet.not-begun", .text = "cancelled before it began"});
        for (RunningHost& running : m_running) {
            running.process->interrupt();
            running.until = std::min(running.until, std::chrono::steady_clock::now() + timeToSave);
        }
    }
    [[nodiscard]] bool hasEnded(RunningHost& running, NodeProcess::Moment now)
    {
        const auto keepMessage = [&running](bool isError, std::string_view line) {
            if (isError && !line.empty())
                running.message = line;
        };
        running.process->read(keepMessage);
        const auto status = running.process->status();
        if (status) {
            running.process->read(keepMessage);
            conclude(running, *status);
            return true;
        }
        if (now < running.until)
            return false;
        running.process.reset(); // with all that it started
        fail(running.host, m_gathering.interrupted ? nodeStatusError(static_cast<int>(ExitCode::Cancelled), {})
                                                   : nodeLimitError(m_plan.request.limit));
        return true;
    }
    /// A session that was saved counts, also of a run that was cancelled.
    void conclude(const RunningHost& running, int status)
    {
        FleetNode& node = m_gathering.nodes[running.host];
        const std::filesystem::path file = fileOf(running.host);
        std::error_code unknown;
        const bool isThere = std::filesystem::exists(file, unknown);
        std::optional<Error> failure;
        if (status != 0 || !isThere)
            failure = nodeStatusError(status, running.message);
        if (isThere) {
            const auto session = readSession(file);
            if (session)
                node = fleetNodeOf(node.name, *session);
            else
                failure = session.error();
        }
        if (failure)
            fail(running.host, std::move(*failure));
    }

    const FleetPlan& m_plan;
    const Interruption& m_interruption;
    FleetGathering m_gathering;
    std::vector<RunningHost> m_running;
    std::size_t m_next = 0; ///< host that begins next
    std::size_t m_withoutResult = 0;
};

} // namespace

FleetGathering gatherFromHosts(const FleetPlan& plan, Surroundings& surroundings, ProgressBar& progress)
{
    HostGatherer gatherer(plan, surroundings.interruption);
    bool goesOn = true;
    while (goesOn) {
        goesOn = gatherer.step();
        showFleet(progress, gatherer.done(), plan.request.hosts.size(), gatherer.withoutResult());
    }
    progress.clear();
    return gatherer.take();
}

} // namespace ridgepoint
