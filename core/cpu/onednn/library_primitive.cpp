// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cpu/onednn/library_primitive.h"

#include <chrono>

#include <sys/resource.h>

namespace ridgepoint {
namespace {

/// How often the system took a processor from a thread of this process: the library's threads are its own, so that all
/// are counted together.
long preemptionsHere()
{
    rusage used{};
    getrusage(RUSAGE_SELF, &used);
    return used.ru_nivcsw;
}

class LibraryWork final : public PreparedWork {
public:
    LibraryWork(std::shared_ptr<CpuDevice> device, LibraryPrimitive primitive, int threads)
        : m_device(std::move(device)), m_primitive(std::move(primitive)), m_threads(threads)
    {}

    Result<BatchTiming> run(std::int64_t repetitions) override
    {
        const FlushDenormals flush;
        const long before = preemptionsHere();
        const auto start = std::chrono::steady_clock::now();
        if (const auto done = m_primitive.library->run(m_primitive.primitive, m_primitive.arguments, m_threads,
                                                       repetitions);
            !done)
            return done.error();
        const auto end = std::chrono::steady_clock::now();
        BatchTiming timing{.time = Seconds(std::chrono::duration<double>(end - start).count())};
        if (preemptionsHere() != before)
            timing.flags |= Flag::Preempted;
        if (m_device->monitor().isBusy(m_threads))
            timing.flags |= Flag::MachineBusy;
        timing.otherLoad = m_device->monitor().otherLoad();
        return timing;
    }

private:
    std::shared_ptr<CpuDevice> m_device;
    LibraryPrimitive m_primitive;
    int m_threads;
};

} // namespace

Result<const OneDnnLayout*> LibraryPrimitive::layout(const OneDnnShape& shape)
{
    auto made = library->layout(shape);
    if (!made)
        return made.error();
    layouts.push_back(std::make_unique<OneDnnLayout>(std::move(*made)));
    return layouts.back().get();
}

Result<void> LibraryPrimitive::bind(int which, const void* itsLayout, void* data)
{
    auto memory = library->memory(itsLayout, data);
    if (!memory)
        return memory.error();
    arguments.push_back({which, memory->get()});
    objects.push_back(std::move(*memory));
    return {};
}

Result<std::unique_ptr<PreparedWork>> libraryWork(const std::shared_ptr<CpuDevice>& device, LibraryPrimitive primitive,
                                                  int threads)
{
    auto work = std::make_unique<LibraryWork>(device, std::move(primitive), threads);
    if (const auto first = work->run(1); !first)
        return first.error();
    return std::unique_ptr<PreparedWork>(std::move(work));
}

} // namespace ridgepoint
