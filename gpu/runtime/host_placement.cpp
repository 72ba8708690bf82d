// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/runtime/host_placement.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <fstream>
#include <sstream>

#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace ridgepoint {
namespace {

constexpr int mostProcessors = CPU_SETSIZE;

std::string firstLine(const std::filesystem::path& path)
{
    std::string line;
    std::ifstream file(path);
    std::getline(file, line);
    return line.substr(0, 4096);
}

std::optional<int> numberIn(const std::string& text)
{
    int number = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
    return read.ec == std::errc() && read.ptr == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

/// "0-3,8" as 0, 1, 2, 3, 8; empty where it is anything else.
std::vector<int> listIn(const std::string& text)
{
    std::vector<int> numbers;
    std::istringstream parts(text);
    for (std::string part; std::getline(parts, part, ',');) {
        const std::size_t dash = part.find('-');
        const auto first = numberIn(part.substr(0, dash));
        const auto last = dash == std::string::npos ? first : numberIn(part.substr(dash + 1));
        if (!first || !last || *first < 0 || *last < *first || *last >= mostProcessors)
            return {};
        for (int number = *first; number <= *last; ++number)
            numbers.push_back(number);
    }
    return numbers;
}

/// "0000:65:00.0", as the system's folders are named, out of "00000000:65:00.0"; empty where it is no PCI place.
std::string folderOf(const std::string& pci)
{
    unsigned domain = 0;
    unsigned bus = 0;
    unsigned device = 0;
    unsigned function = 0;
    if (std::sscanf(pci.c_str(), "%8x:%2x:%2x.%1x", &domain, &bus, &device, &function) != 4)
        return {};
    char name[32];
    std::snprintf(name, sizeof name, "%04x:%02x:%02x.%x", domain, bus, device, function);
    return name;
}

} // namespace

NearHost findNearHost(const std::string& pci, const std::filesystem::path& root)
{
    NearHost host;
    host.nodes = std::max(1, static_cast<int>(listIn(firstLine(root / "sys/devices/system/node/online")).size()));
    const std::string folder = folderOf(pci);
    if (folder.empty())
        return host;
    const std::filesystem::path device = root / "sys/bus/pci/devices" / folder;
    const auto node = numberIn(firstLine(device / "numa_node"));
    if (node && *node >= 0) // -1: the firmware does not say
        host.node = node;
    host.processors = listIn(firstLine(device / "local_cpulist"));
    return host;
}

bool bindNear(const NearHost& host)
{
    if (host.nodes <= 1 || !host.node)
        return false;
    cpu_set_t allowed;
    CPU_ZERO(&allowed);
    if (sched_getaffinity(0, sizeof allowed, &allowed) != 0)
        return false;
    cpu_set_t wanted;
    CPU_ZERO(&wanted);
    for (const int processor : host.processors)
        if (CPU_ISSET(static_cast<std::size_t>(processor), &allowed))
            CPU_SET(static_cast<std::size_t>(processor), &wanted);
    return CPU_COUNT(&wanted) > 0 && sched_setaffinity(0, sizeof wanted, &wanted) == 0;
}

std::optional<int> nodeOf(const void* page)
{
    constexpr unsigned long nodeOfAddress = 1UL | 2UL; // MPOL_F_NODE | MPOL_F_ADDR of get_mempolicy(2)
    int node = -1;
    const long status = syscall(SYS_get_mempolicy, &node, nullptr, 0UL, page, nodeOfAddress);
    return status == 0 && node >= 0 ? std::optional(node) : std::nullopt;
}

std::string placementWords(const NearHost& host, bool isBound, std::optional<int> actual)
{
    if (host.nodes <= 1)
        return {};
    if (!host.node)
        return ", host memory of " + (actual ? "NUMA node " + std::to_string(*actual) : std::string("some NUMA node"))
             + " (the system does not say which is the GPU's)";
    const std::string own = std::to_string(*host.node);
    const std::string untold = "; location of the memory unknown";
    const std::string barred = ", whose processors this program may not use";
    if (!actual)
        return (isBound ? ", bound next to the GPU's own NUMA node " + own
                        : ", not bound next to the GPU's own NUMA node " + own + barred)
             + untold;
    if (*actual == *host.node)
        return ", host memory of NUMA node " + own + ", the GPU's own";
    const std::string where = ", host memory of NUMA node " + std::to_string(*actual) + ", not of the GPU's own, "
                            + own;
    return isBound ? where : where + barred;
}

} // namespace ridgepoint
