// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/bench/fleet_gathering.h"
#include "app/bench/text_format.h"
#include "core/fleet/fleet_folder.h"
#include "core/fleet/node_report.h"
#include "core/session/session.h"
#include "core/session/text_file.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <string_view>
#include <utility>

namespace ridgepoint {
namespace {

constexpr double mostGrace = 10.0; ///< seconds for a report to come after its node's limit

/// A word that no other line begins with, unless it was made to.
std::string newNonce()
{
    constexpr std::string_view digits = "0123456789abcdef";
    std::random_device random;
    std::string nonce = "ridgepoint";
    for (int i = 0; i < 16; ++i)
        nonce += digits[random() % digits.size()];
    return nonce;
}

/// A task of srun, which is a node.
struct SlurmTask {
    FleetNode node;
    NodeProcess::Moment until; ///< its report is waited for
    bool isDone = false;
};

/// Takes the reports of all nodes out of srun's output.
class SlurmGatherer {
public:
    SlurmGatherer(const FleetPlan& plan, std::unique_ptr<NodeProcess> srun, const std::string& nonce,
                  const Interruption& interruption)
        : m_plan(plan), m_srun(std::move(srun)), m_reports(nonce), m_interruption(interruption)
    {}

    /// Whether there is more to do.
    bool step()
    {
        readLines();
        if (const auto status = m_srun->status()) {
            readLines();
            conclude(*status);
            return false;
        }
        const auto now = std::chrono::steady_clock::now();
        if (m_end && now >= *m_end) {
            m_srun->kill();
            return true; // and its status comes
        }
        if (m_interruption.requested() && !m_isInterrupted) {
            m_isInterrupted = true;
            endSrun(now);
        } else if (!m_end && isSettled(now)) {
            endSrun(now);
        }
        NodeProcess* const waited = m_srun.get();
        waitForNodes(std::span(&waited, 1), m_interruption, m_end.value_or(momentAfter(Seconds(1.0))));
        return true;
    }
    [[nodiscard]] std::size_t done() const { return m_done; }
    [[nodiscard]] std::size_t withoutResult() const { return m_withoutResult; }
    /// What srun says while no node has begun.
    [[nodiscard]] std::string waiting() const { return m_tasks.empty() ? printable(m_lastWords) : std::string(); }
    [[nodiscard]] FleetGathering take() { return std::move(m_gathering); }

private:
    [[nodiscard]] std::size_t wanted() const { return static_cast<std::size_t>(m_plan.request.nodes.value_or(1)); }
    [[nodiscard]] NodeProcess::Moment reportMoment() const
    {
        const double limit = m_plan.request.limit.value();
        return momentAfter(Seconds(limit + std::min(limit, mostGrace)));
    }
    void readLines()
    {
        m_srun->read([this](bool isError, std::string_view line) {
            std::size_t task = 0;
            if (isError) {
                m_lastWords = line.empty() ? m_lastWords : std::string(line);
            } else if (const NodeReports::Step step = m_reports.take(line, task); step == NodeReports::Step::Begun) {
                begin(task);
            } else if (const auto of = m_tasks.find(task);
                       step == NodeReports::Step::Done && of != m_tasks.end() && !of->second.isDone) {
                takeReport(task, of->second);
            }
        });
    }
    void begin(std::size_t task)
    {
        if (m_tasks.contains(task) || task >= wanted())
            return;
        m_tasks[task] = {.node = {.name = printable(m_reports.nameOf(task))}, .until = reportMoment()};
        if (m_tasks.size() == 1)
            m_beginUntil = reportMoment();
    }
    void takeReport(std::size_t task, SlurmTask& of)
    {
        of.isDone = true;
        ++m_done;
        const auto report = m_reports.takeReport(task);
        std::optional<Error> failure;
        if (!report)
            failure = Error{.kind = ErrorKind::Corrupt,
                            .id = "fleet.broken-report",
                            .text = "parts of its report were lost on the way; measure it again"};
        else if (report->status == NodeReport::statusOfLimit)
            failure = nodeLimitError(m_plan.request.limit);
        else if (report->status != 0 || report->session.empty())
            failure = nodeStatusError(report->status, printable(report->message));
        if (report && !report->session.empty())
            if (auto saved = save(of.node, report->session); !saved)
                failure = saved.error();
        if (failure)
            ++m_withoutResult;
        of.node.failure = std::move(failure);
    }
    /// Saves the session as the node wrote it.
    [[nodiscard]] Result<void> save(FleetNode& node, const std::string& text)
    {
        const auto session = parseSession(text);
        if (!session)
            return session.error();
        // Tasks of one name are on one machine, or were called alike.
        while (!m_files.insert(sessionFileOf(node.name)).second)
            node.name.insert(0, "2-"); // in front: a long name is cut at its end
        node = fleetNodeOf(node.name, *session);
        return writeTextFile(text, m_plan.folder / sessionFileOf(node.name));
    }
    /// Whether no report is to be waited for any more, once any node has begun.
    [[nodiscard]] bool isSettled(NodeProcess::Moment now) const
    {
        if (m_tasks.empty() || (m_tasks.size() < wanted() && now < m_beginUntil))
            return false;
        return std::ranges::all_of(m_tasks,
                                   [now](const auto& task) { return task.second.isDone || now >= task.second.until; });
    }
    /// Asks srun to end the job; it has a while for that.
    void endSrun(NodeProcess::Moment now)
    {
        m_srun->interrupt();
        m_end = now + timeToSave;
    }
    void conclude(int status)
    {
        m_gathering.interrupted = m_isInterrupted;
        if (m_tasks.empty() && !m_isInterrupted)
            m_gathering.error = Error{.kind = ErrorKind::Unavailable,
                                      .id = "fleet.no-job",
                                      .text = m_lastWords.empty()
                                                ? "srun ended with status %1 before any node began"
                                                : "srun ended with status %1 before any node began: %2",
                                      .arguments = {std::to_string(status), printable(m_lastWords)}};
        std::size_t missing = wanted() - m_tasks.size();
        for (auto& [task, of] : m_tasks) {
            if (!of.isDone)
                of.node.failure = lostError(of);
            m_gathering.nodes.push_back(std::move(of.node));
        }
        for (; missing > 0; --missing)
            m_gathering.nodes.push_back(
                {.name = "node " + std::to_string(m_gathering.nodes.size() + 1) + " of " + std::to_string(wanted()),
                 .failure = m_isInterrupted ? nodeStatusError(static_cast<int>(ExitCode::Cancelled), {})
                                            : Error{.kind = ErrorKind::Unavailable,
                                                    .id = "fleet.never-began",
                                                    .text = "it never began; see what Slurm says with sinfo -R"}});
    }
    [[nodiscard]] Error lostError(const SlurmTask& of) const
    {
        if (m_isInterrupted)
            return nodeStatusError(static_cast<int>(ExitCode::Cancelled), {});
        if (std::chrono::steady_clock::now() >= of.until)
            return nodeLimitError(m_plan.request.limit);
        return {.kind = ErrorKind::DeviceFailure,
                .id = "fleet.lost",
                .text = "it began and ended without a report; see what Slurm says with sinfo -R"};
    }

    const FleetPlan& m_plan;
    std::unique_ptr<NodeProcess> m_srun;
    NodeReports m_reports;
    const Interruption& m_interruption;
    FleetGathering m_gathering;
    std::map<std::size_t, SlurmTask> m_tasks; ///< that have begun, in the order of the nodes
    std::set<std::string> m_files;            ///< of sessions
    std::string m_lastWords;                  ///< of srun's
    NodeProcess::Moment m_beginUntil;         ///< nodes that have not begun until then never do
    std::optional<NodeProcess::Moment> m_end; ///< when srun is ended at last, once it was asked to
    std::size_t m_done = 0;
    std::size_t m_withoutResult = 0;
    bool m_isInterrupted = false;
};

} // namespace

FleetGathering gatherFromSlurm(const FleetPlan& plan, Surroundings& surroundings, ProgressBar& progress)
{
    const std::string nonce = newNonce();
    auto srun = NodeProcess::start(
        srunWords(plan.request, plan.program, nonce, std::getenv("SLURM_JOB_ID") != nullptr));
    if (!srun)
        return {.nodes = {}, .error = srun.error()};
    SlurmGatherer gatherer(plan, std::move(*srun), nonce, surroundings.interruption);
    bool goesOn = true;
    while (goesOn) {
        goesOn = gatherer.step();
        showFleet(progress, gatherer.done(), static_cast<std::size_t>(plan.request.nodes.value_or(1)),
                  gatherer.withoutResult(), gatherer.waiting());
    }
    progress.clear();
    return gatherer.take();
}

} // namespace ridgepoint
