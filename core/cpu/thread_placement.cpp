// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cpu/thread_placement.h"

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <memory>
#include <sched.h>
#include <string>

namespace ridgepoint {
namespace {

/// The kernel refuses a set smaller than its own; the largest kernels know 8192 processors.
constexpr int mostProcessors = 8192;

struct FreeSet {
    void operator()(cpu_set_t* set) const { CPU_FREE(set); }
};
using ProcessorSet = std::unique_ptr<cpu_set_t, FreeSet>;

ProcessorSet emptySet(int size)
{
    ProcessorSet set(CPU_ALLOC(static_cast<std::size_t>(size)));
    if (set)
        CPU_ZERO_S(CPU_ALLOC_SIZE(static_cast<std::size_t>(size)), set.get());
    return set;
}

bool bindToAll(const std::vector<int>& processors)
{
    if (processors.empty())
        return false;
    const int size = *std::max_element(processors.begin(), processors.end()) + 1;
    const ProcessorSet set = emptySet(size);
    if (!set)
        return false;
    const std::size_t bytes = CPU_ALLOC_SIZE(static_cast<std::size_t>(size));
    for (const int processor : processors)
        CPU_SET_S(static_cast<std::size_t>(processor), bytes, set.get());
    return sched_setaffinity(0, bytes, set.get()) == 0;
}

/// The lowest processor of the same core, which stands for the core; the processor itself where the system is silent.
int coreOf(int processor)
{
    std::ifstream file("/sys/devices/system/cpu/cpu" + std::to_string(processor) + "/topology/thread_siblings_list");
    int lowest = processor;
    file >> lowest; // "0,4" or "0-1"
    return file ? lowest : processor;
}

} // namespace

std::vector<int> allowedProcessors()
{
    std::vector<int> processors;
    for (int size = CPU_SETSIZE; size <= mostProcessors; size *= 2) {
        const ProcessorSet set = emptySet(size);
        const std::size_t bytes = CPU_ALLOC_SIZE(static_cast<std::size_t>(size));
        if (!set)
            break;
        if (sched_getaffinity(0, bytes, set.get()) != 0) {
            if (errno != EINVAL)
                break;
            continue;
        }
        for (int processor = 0; processor < size; ++processor)
            if (CPU_ISSET_S(static_cast<std::size_t>(processor), bytes, set.get()))
                processors.push_back(processor);
        break;
    }
    return processors;
}

std::vector<int> processorsFor(int threads)
{
    std::vector<int> allowed = allowedProcessors();
    if (threads < 2 || allowed.size() < static_cast<std::size_t>(threads))
        return {};
    std::vector<int> cores;
    // In front the first processor of every core, behind them its other ones.
    std::stable_partition(allowed.begin(), allowed.end(), [&](int processor) {
        const int core = coreOf(processor);
        const bool isFirst = std::find(cores.begin(), cores.end(), core) == cores.end();
        if (isFirst)
            cores.push_back(core);
        return isFirst;
    });
    allowed.resize(static_cast<std::size_t>(threads));
    return allowed;
}

bool bindTo(int processor) { return bindToAll({processor}); }

BoundHere::BoundHere(int processor)
{
    std::vector<int> before = allowedProcessors();
    if (bindTo(processor))
        m_before = std::move(before);
}

BoundHere::~BoundHere() { bindToAll(m_before); }

} // namespace ridgepoint
