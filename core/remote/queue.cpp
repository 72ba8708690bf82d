// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/remote/queue.h"

#include <algorithm>
#include <array>
#include <map>

namespace ridgepoint::remote {

std::optional<std::string> jobFromSrun(std::string_view line)
{
    constexpr std::string_view begin = "srun: job ";
    const std::size_t at = line.find(begin);
    if (at == std::string_view::npos)
        return std::nullopt;
    line.remove_prefix(at + begin.size());
    const std::size_t digits = std::min(line.find_first_not_of("0123456789"), line.size());
    if (digits == 0 || !line.substr(digits).starts_with(" queued"))
        return std::nullopt;
    return std::string(line.substr(0, digits));
}

std::vector<std::string> squeueCommand()
{
    return {"squeue", "--noheader", "--states=PENDING", "--sort=-p,i", "--format=%i|%P|%r|%S"};
}

std::optional<QueueState> queueStateFrom(std::string_view list, std::string_view job)
{
    std::map<std::string_view, int> waiting; // by partition
    while (!list.empty()) {
        std::string_view line = list.substr(0, list.find('\n'));
        list.remove_prefix(std::min(line.size() + 1, list.size()));
        std::array<std::string_view, 4> fields;
        for (std::string_view& field : fields) {
            field = line.substr(0, line.find('|'));
            line.remove_prefix(std::min(field.size() + 1, line.size()));
        }
        const int position = ++waiting[fields[1]];
        if (fields[0] == job)
            return QueueState{.reason = fields[2] == "None" ? std::string() : std::string(fields[2]),
                              .position = position,
                              .start = fields[3] == "N/A" ? std::string() : std::string(fields[3])};
    }
    return std::nullopt;
}

bool neverStarts(std::string_view reason)
{
    constexpr std::array<std::string_view, 11> forGood{
        "PartitionTimeLimit", "PartitionNodeLimit", "PartitionInactive",
        "BadConstraints",     "JobHeldUser",        "JobHeldAdmin",
        "InvalidAccount",     "InvalidQOS",         "DependencyNeverSatisfied",
        "AccountNotAllowed",  "QOSNotAllowed"};
    return std::find(forGood.begin(), forGood.end(), reason) != forGood.end();
}

} // namespace ridgepoint::remote
