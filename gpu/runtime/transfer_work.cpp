// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/runtime/transfer_work.h"

#include "gpu/runtime/cuda_errors.h"
#include "gpu/runtime/host_memory.h"

#include <algorithm>
#include <array>
#include <utility>

namespace ridgepoint {
namespace {

constexpr double mebibyte = 1024.0 * 1024.0;
constexpr Bytes usualSize{64 * mebibyte};
constexpr Bytes largestSize{1024 * mebibyte};

struct TransferRoof {
    std::string_view id;
    CopyDirection direction;
    bool isPinned;
    std::string_view method;
};
constexpr std::array transferRoofs{
    TransferRoof{"bandwidth.h2d", CopyDirection::HostToDevice, false, "copy from pageable host memory to the device, "},
    TransferRoof{"bandwidth.h2d.pinned", CopyDirection::HostToDevice, true,
                 "copy from page-locked host memory to the device, "},
    TransferRoof{"bandwidth.d2h", CopyDirection::DeviceToHost, false, "copy from the device to pageable host memory, "},
    TransferRoof{"bandwidth.d2h.pinned", CopyDirection::DeviceToHost, true,
                 "copy from the device to page-locked host memory, "},
};

const TransferRoof* transferRoof(std::string_view id)
{
    const auto found = std::find_if(transferRoofs.begin(), transferRoofs.end(),
                                    [&](const TransferRoof& roof) { return roof.id == id; });
    return found == transferRoofs.end() ? nullptr : &*found;
}

class TransferWork final : public PreparedWork {
public:
    TransferWork(std::shared_ptr<CudaDevice> device, const TransferRoof& roof, std::size_t bytes)
        : m_device(std::move(device)),
          m_roof(roof),
          m_bytes(bytes),
          m_host(m_device, bytes, roof.isPinned ? HostMemoryKind::PageLocked : HostMemoryKind::Pageable),
          m_buffers{{.usefulBytes = bytes,
                     .bytes = bytes,
                     .precision = Precision::Fp32,
                     .content = InitialContent::Unspecified}}
    {}

    [[nodiscard]] const HostMemory& host() const { return m_host; }
    [[nodiscard]] Result<void> makeReady()
    {
        if (auto reserved = m_device->reserve(m_buffers, what()); !reserved)
            return reserved;
        m_device->memory().setOwner(0); // what lay there is overwritten
        if (std::exchange(m_isWarm, true))
            return {};
        return m_device->check(copies(1), "warming up for " + what());
    }

    Result<BatchTiming> run(std::int64_t repetitions) override
    {
        if (auto ready = makeReady(); !ready)
            return ready.error();
        return timedOn(*m_device, what(), [&] { return copies(repetitions); });
    }

private:
    [[nodiscard]] std::string what() const
    {
        return "the " + std::string(m_roof.id.substr(m_roof.id.find('.') + 1)) + " copies";
    }

    CudaStatus copies(std::int64_t repetitions)
    {
        CudaApi& api = m_device->api();
        std::byte* const onDevice = m_device->memory().place(m_buffers).front();
        const bool isUp = m_roof.direction == CopyDirection::HostToDevice;
        for (std::int64_t i = 0; i < repetitions; ++i) {
            const CudaStatus status = api.copy(isUp ? onDevice : m_host.get(), isUp ? m_host.get() : onDevice, m_bytes,
                                               m_roof.direction, m_device->stream());
            if (status != cudaOk)
                return status;
        }
        return api.wait(m_device->stream());
    }

    std::shared_ptr<CudaDevice> m_device;
    const TransferRoof& m_roof;
    std::size_t m_bytes;
    HostMemory m_host;
    std::vector<BufferPlan> m_buffers;
    bool m_isWarm = false;
};

} // namespace

std::vector<std::string> transferRoofIds()
{
    std::vector<std::string> ids;
    for (const TransferRoof& roof : transferRoofs)
        ids.emplace_back(roof.id);
    return ids;
}

bool isTransferRoof(std::string_view id) { return transferRoof(id) != nullptr; }

Result<RoofWork> prepareTransferRoof(const std::shared_ptr<CudaDevice>& device, const RoofRequest& request)
{
    const TransferRoof* roof = transferRoof(request.id);
    if (roof == nullptr)
        return Error{
            ErrorKind::Unsupported, "cuda.roof-unknown", "This GPU has no roof \"%1\"; leave it out.", {request.id}};
    const Bytes size = request.footprint > Bytes(0.0) ? std::min(request.footprint, largestSize) : usualSize;
    auto work = std::make_unique<TransferWork>(device, *roof, static_cast<std::size_t>(size.value()));
    if (auto got = work->host().check(); !got)
        return got.error();
    if (auto ready = work->makeReady(); !ready)
        return ready.error();
    return RoofWork{.kind = RoofKind::Bandwidth,
                    .amount = size.value(),
                    .method = std::string(roof->method) + sizeWords(size) + device->placementOf(work->host().get())
                            + timedByHost,
                    .work = std::move(work)};
}

} // namespace ridgepoint
