// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/gpu/runtime/queued_cuda.h"

#include <cstring>

namespace ridgepoint::test {

void QueuedCuda::tell(const std::string& line)
{
    advance(1e-6); // everything takes some time
    if (keepsLog)
        log.push_back(line);
}

void QueuedCuda::submit(StreamHandle stream, Task task)
{
    Queue& queue = m_queues[stream];
    queue.tasks.push_back(std::move(task));
    ++queue.submitted;
}

void QueuedCuda::reach(const Place& place)
{
    Queue& queue = m_queues[place.stream];
    while (queue.done < place.count) {
        const Task task = std::move(queue.tasks.front());
        queue.tasks.pop_front();
        if (task.after)
            reach(*task.after);
        if (task.work)
            task.work();
        ++queue.done;
    }
}

CudaStatus QueuedCuda::copy(void* to, const void* from, std::size_t bytes, CopyDirection, StreamHandle stream)
{
    const CudaStatus status = onStream("copy", stream);
    if (status == cudaOk)
        submit(stream, {[this, to, from, bytes] {
                            tell("did copy");
                            if (onCopy)
                                onCopy(from);
                            std::memcpy(to, from, bytes);
                        },
                        {}});
    return status;
}

CudaStatus QueuedCuda::launch(const BoundLaunch& launch, StreamHandle stream)
{
    const Launched launched = launchedBy(launch);
    const CudaStatus status = onStream("launch", stream, launched.kernel);
    if (status == cudaOk)
        submit(stream, {[this, launched] {
                            tell("did launch " + launched.kernel);
                            compute(launched);
                        },
                        {}});
    return status;
}

CudaStatus QueuedCuda::record(EventHandle event, StreamHandle stream)
{
    const CudaStatus status = onStream("record", stream);
    if (status != cudaOk)
        return status;
    submit(stream, {[this, event] { happens(event); }, {}});
    m_recorded[event] = {stream, m_queues[stream].submitted};
    return cudaOk;
}

CudaStatus QueuedCuda::follow(StreamHandle stream, EventHandle event)
{
    const CudaStatus status = onStream("follow", stream);
    if (status == cudaOk)
        submit(stream, {{}, m_recorded.at(event)});
    return status;
}

CudaStatus QueuedCuda::wait(StreamHandle stream)
{
    reach({stream, m_queues[stream].submitted});
    return FakeCuda::wait(stream);
}

CudaStatus QueuedCuda::waitFor(EventHandle event)
{
    reach(m_recorded.at(event));
    return FakeCuda::waitFor(event);
}

bool QueuedCuda::hasHappened(EventHandle event) const
{
    const auto place = m_recorded.find(event);
    return place != m_recorded.end() && m_queues.at(place->second.stream).done >= place->second.count;
}

CudaStatus QueuedCuda::elapsed(Seconds& time, EventHandle start, EventHandle stop)
{
    constexpr CudaStatus notReady = 600;
    return hasHappened(start) && hasHappened(stop) ? FakeCuda::elapsed(time, start, stop) : notReady;
}

} // namespace ridgepoint::test
