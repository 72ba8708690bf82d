// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/runtime/event_timer.h"

namespace ridgepoint {

EventTimer::~EventTimer()
{
    for (const EventHandle event : {m_start, m_stop})
        if (event != nullptr)
            static_cast<void>(m_api.releaseEvent(event));
}

CudaStatus EventTimer::prepare()
{
    const CudaStatus status = m_api.createEvent(m_start);
    return status == cudaOk ? m_api.createEvent(m_stop) : status;
}

CudaStatus EventTimer::time(StreamHandle stream, const std::function<CudaStatus()>& submit, Seconds& time)
{
    CudaStatus status = m_api.record(m_start, stream);
    if (status == cudaOk)
        status = submit();
    if (status == cudaOk)
        status = m_api.record(m_stop, stream);
    // Waited for whatever happened: what was submitted before a failure must not run into the next reading.
    const CudaStatus waited = m_api.wait(stream);
    if (status == cudaOk)
        status = waited;
    return status == cudaOk ? m_api.elapsed(time, m_start, m_stop) : status;
}

} // namespace ridgepoint
