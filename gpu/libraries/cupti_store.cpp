// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/libraries/cupti_store.h"

#include <cstddef>
#include <cstdlib>

namespace ridgepoint {
namespace {

/// Room for thousands of records of some 200 bytes, so that the chain is written down into the buffer that its warm-up asked for.
constexpr std::size_t bufferBytes = std::size_t{1} << 20U;
constexpr std::size_t recordAlignment = 8; // ACTIVITY_RECORD_ALIGNMENT in the versions that are accepted

// The library may be older or newer than the header. What is read of a kernel lies at the same place from CUDA 11 on
// (CUpti_ActivityKernel5) to 13 (CUpti_ActivityKernel10), and every header from 12.0 on has this one.
using KernelRecord = CUpti_ActivityKernel9;
static_assert(offsetof(KernelRecord, start) == 16 && offsetof(KernelRecord, end) == 24);
using CopyRecord = CUpti_ActivityMemcpy5;
static_assert(offsetof(CopyRecord, start) == 16 && offsetof(CopyRecord, end) == 24);

template <class Record>
Activity timesOf(const CUpti_Activity* record)
{
    const auto* whole = reinterpret_cast<const Record*>(record);
    return {whole->start, whole->end};
}

void keep(const CUpti_Activity* record, ActivityRecords& records)
{
    if (record->kind == CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL || record->kind == CUPTI_ACTIVITY_KIND_KERNEL)
        records.kernels.push_back(timesOf<KernelRecord>(record));
    else if (record->kind == CUPTI_ACTIVITY_KIND_MEMCPY)
        records.copies.push_back(timesOf<CopyRecord>(record));
    else if (record->kind == CUPTI_ACTIVITY_KIND_RUNTIME)
        records.calls.push_back(timesOf<CUpti_ActivityAPI>(record));
}

} // namespace

CuptiStore& CuptiStore::instance()
{
    static CuptiStore& store = *new CuptiStore; // never destroyed: CUPTI may hand a buffer over while the process ends
    return store;
}

void CuptiStore::begin(const CuptiCalls& calls)
{
    const std::lock_guard lock(m_mutex);
    m_calls = calls;
    m_records = {};
    m_status = CUPTI_SUCCESS;
}

std::pair<ActivityRecords, CUptiResult> CuptiStore::take()
{
    const std::lock_guard lock(m_mutex);
    return {std::exchange(m_records, {}), std::exchange(m_status, CUPTI_SUCCESS)};
}

void CUPTIAPI CuptiStore::requested(std::uint8_t** buffer, std::size_t* bytes, std::size_t* mostRecords)
{
    // Without one the record is lost, and CUPTI counts it.
    *buffer = static_cast<std::uint8_t*>(std::aligned_alloc(recordAlignment, bufferBytes));
    *bytes = *buffer != nullptr ? bufferBytes : 0;
    *mostRecords = 0; // as many as fit
}

void CUPTIAPI CuptiStore::completed(CUcontext context, std::uint32_t stream, std::uint8_t* buffer, std::size_t, std::size_t validBytes)
{
    instance().read(context, stream, buffer, validBytes);
    std::free(buffer);
}

void CuptiStore::read(CUcontext context, std::uint32_t stream, std::uint8_t* buffer, std::size_t validBytes)
{
    const std::lock_guard lock(m_mutex);
    if (m_calls.nextRecord == nullptr)
        return;
    CUpti_Activity* record = nullptr;
    CUptiResult status = validBytes > 0 ? CUPTI_SUCCESS : CUPTI_ERROR_MAX_LIMIT_REACHED;
    while (status == CUPTI_SUCCESS) {
        status = m_calls.nextRecord(buffer, validBytes, &record);
        if (status == CUPTI_SUCCESS)
            keep(record, m_records);
    }
    if (status != CUPTI_ERROR_MAX_LIMIT_REACHED && m_status == CUPTI_SUCCESS)
        m_status = status;
    std::size_t lost = 0;
    if (m_calls.droppedRecords(context, stream, &lost) == CUPTI_SUCCESS)
        m_records.lost += lost;
}

} // namespace ridgepoint
