// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
// Stands in for Slurm's srun where a fleet is tested: one process that writes what the nodes of a made-up fleet report,
// labelled and mixed as srun does. FAKE_SRUN says what is wrong: "refuse", or "NODE:FAULT,…" of hang, die, lose, cut,
// absent, slow, boast and interrupt, which sends SIGINT to who started it when that node should begin.
// FAKE_SRUN_MORE is how many tasks there are besides those that were asked for.
#include "core/fleet/node_report.h"
#include "tests/support/synthetic_fleet.h"

#include <csignal>
#include <cstdlib>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <unistd.h>

using namespace ridgepoint;
using namespace ridgepoint::test;

namespace {

constexpr std::size_t nodesAtOnce = 8;

std::map<std::size_t, std::string> faultsOf(const std::string& text)
{
    std::map<std::size_t, std::string> faults;
    std::istringstream parts(text);
    for (std::string part; std::getline(parts, part, ',');)
        if (const std::size_t colon = part.find(':'); colon != std::string::npos)
            faults[std::stoul(part.substr(0, colon))] = part.substr(colon + 1);
    return faults;
}

/// The lines of one node, in their order.
std::vector<std::string> nodeLines(std::size_t node, const std::string& fault, const std::string& nonce)
{
    std::vector<std::string> lines;
    const std::string label = std::to_string(node) + ": ";
    const PutLine put = [&](std::string_view line) { lines.push_back(label + std::string(line)); };
    lines.push_back(label + "Welcome to " + syntheticNodeName(node) + ".");
    putBegin(nonce, syntheticNodeName(node), put);
    if (fault == "hang" || fault == "lose")
        return lines;
    NodeReport report{.name = syntheticNodeName(node), .message = {}, .session = {}};
    if (fault == "die") {
        report.status = 3;
        report.message = "the device fell off the bus";
    } else {
        const NodeFault what = fault == "slow"  ? NodeFault::SlowMemory
                             : fault == "boast" ? NodeFault::BoastsSpeed
                                                : NodeFault::None;
        report.session = toJson(syntheticNodeSession(1000 + node, what, {}));
    }
    putReport(nonce, report, put);
    if (fault == "cut")
        lines.erase(lines.begin() + 3);
    return lines;
}

/// Lines of several nodes in turn.
void writeMixed(const std::vector<std::vector<std::string>>& nodes)
{
    bool goesOn = true;
    for (std::size_t i = 0; goesOn; ++i) {
        goesOn = false;
        for (const std::vector<std::string>& lines : nodes)
            if (i < lines.size()) {
                std::cout << lines[i] << '\n';
                goesOn = true;
            }
    }
    std::cout << std::flush;
}

} // namespace

int main(int count, char** values)
{
    const std::vector<std::string> words(values, values + count);
    const char* said = std::getenv("FAKE_SRUN");
    const std::string faultText = said != nullptr ? said : "";
    std::size_t total = 0;
    std::string nonce;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (words[i].starts_with("--nodes="))
            total = std::stoul(words[i].substr(8));
        if (words[i] == "--node" && i + 1 < words.size())
            nonce = words[i + 1];
    }
    if (const char* more = std::getenv("FAKE_SRUN_MORE"))
        total += std::stoul(more);
    if (faultText == "refuse") {
        std::cerr << "srun: error: invalid partition specified: nowhere" << std::endl;
        return 1;
    }
    std::cerr << "srun: job 5 queued and waiting for resources" << std::endl;
    const std::map<std::size_t, std::string> faults = faultsOf(faultText);
    bool hangs = false;
    std::vector<std::vector<std::string>> group;
    for (std::size_t node = 0; node < total; ++node) {
        const auto found = faults.find(node);
        const std::string fault = found == faults.end() ? std::string() : found->second;
        hangs = hangs || fault == "hang" || fault == "interrupt";
        if (fault == "interrupt") {
            writeMixed(group);
            group.clear();
            kill(getppid(), SIGINT);
            break;
        }
        if (fault != "absent")
            group.push_back(nodeLines(node, fault, nonce));
        if (group.size() == nodesAtOnce) {
            writeMixed(group);
            group.clear();
        }
    }
    writeMixed(group);
    while (hangs) // until it is ended
        pause();
    return 0;
}
