// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/runtime/transfer_works.h"

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

constexpr Bytes usualCopy{64.0 * 1024 * 1024};
constexpr Bytes largestCopy{1024.0 * 1024 * 1024};

struct PeerRoof {
    std::string_view id;
    bool isBothWays;
    bool isDirect;
};
constexpr std::array peerRoofs{
    PeerRoof{"bandwidth.peer", false, true},
    PeerRoof{"bandwidth.peer.both", true, true},
    PeerRoof{"bandwidth.peer.staged", false, false},
    PeerRoof{"bandwidth.peer.both.staged", true, false},
};

const PeerRoof* peerRoof(std::string_view id)
{
    const auto found = std::find_if(peerRoofs.begin(), peerRoofs.end(),
                                    [&](const PeerRoof& roof) { return roof.id == id; });
    return found == peerRoofs.end() ? nullptr : &*found;
}

/// The first of two statuses that is no success.
CudaStatus firstOf(CudaStatus first, CudaStatus second) { return first == cudaOk ? second : first; }

/// What leaves each device lies in the first half of its memory, what comes in the second.
class PeerWork final : public PreparedWork {
public:
    PeerWork(std::shared_ptr<CudaDevice> device, std::shared_ptr<PeerLink> link, const PeerRoof& roof,
             std::size_t bytes)
        : m_device(std::move(device)),
          m_link(std::move(link)),
          m_roof(roof),
          m_bytes(bytes),
          m_buffers{{.usefulBytes = 2 * bytes,
                     .bytes = 2 * bytes,
                     .precision = Precision::Fp32,
                     .content = InitialContent::Unspecified}}
    {}

    [[nodiscard]] Result<void> makeReady()
    {
        if (m_device->lost())
            return *m_device->lost();
        if (auto reserved = m_device->reserve(m_buffers, what()); !reserved)
            return reserved;
        m_device->memory().setOwner(0); // what lay there is overwritten
        if (auto linked = m_link->makeReady(m_bytes, m_roof.isDirect); !linked)
            return linked;
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
    [[nodiscard]] std::string what() const { return "the copies between two GPUs"; }

    CudaStatus copies(std::int64_t repetitions)
    {
        CudaApi& api = m_device->api();
        const int own = m_device->setup().ordinal;
        const int peer = *m_device->setup().peer;
        std::byte* const here = m_device->memory().place(m_buffers).front();
        std::byte* const there = m_link->memory();
        CudaStatus status = cudaOk;
        for (std::int64_t i = 0; i < repetitions && status == cudaOk; ++i) {
            status = api.copyBetween(there + m_bytes, peer, here, own, m_bytes, m_device->stream());
            if (status == cudaOk && m_roof.isBothWays)
                status = api.copyBetween(here + m_bytes, own, there, peer, m_bytes, m_link->stream());
        }
        // Waited for whatever happened, so that nothing runs into the next reading.
        status = firstOf(status, api.wait(m_device->stream()));
        return m_roof.isBothWays ? firstOf(status, api.wait(m_link->stream())) : status;
    }

    std::shared_ptr<CudaDevice> m_device;
    std::shared_ptr<PeerLink> m_link;
    const PeerRoof& m_roof;
    std::size_t m_bytes;
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

std::vector<std::string> peerRoofIds(const CudaDeviceSetup& setup)
{
    std::vector<std::string> ids;
    for (const PeerRoof& roof : peerRoofs)
        if (setup.peer)
            ids.emplace_back(roof.id);
    return ids;
}

bool isPeerRoof(std::string_view id) { return peerRoof(id) != nullptr; }

PeerLink::~PeerLink()
{
    CudaApi& api = m_device->api();
    if (m_memory == nullptr && m_stream == nullptr)
        return;
    // Statuses have nowhere to go: the device is being let go of.
    static_cast<void>(api.useDevice(*m_device->setup().peer));
    if (m_stream != nullptr)
        static_cast<void>(api.releaseStream(m_stream));
    if (m_memory != nullptr)
        static_cast<void>(api.release(m_memory));
    static_cast<void>(api.useDevice(m_device->setup().ordinal));
}

/// With the other device current.
CudaStatus PeerLink::open(std::size_t bytes)
{
    CudaApi& api = m_device->api();
    if (m_stream == nullptr)
        if (const CudaStatus status = api.createStream(m_stream); status != cudaOk)
            return status;
    if (2 * bytes <= m_bytes)
        return cudaOk;
    if (m_memory != nullptr) {
        m_bytes = 0;
        if (const CudaStatus status = api.release(std::exchange(m_memory, nullptr)); status != cudaOk)
            return status;
    }
    const CudaStatus status = api.allocate(m_memory, 2 * bytes);
    if (status == cudaOk)
        m_bytes = 2 * bytes;
    else
        m_memory = nullptr;
    return status;
}

CudaStatus PeerLink::setReach(bool isDirect)
{
    if (m_isDirect == isDirect)
        return cudaOk;
    m_isDirect.reset();
    CudaApi& api = m_device->api();
    const int own = m_device->setup().ordinal;
    const int peer = *m_device->setup().peer;
    CudaStatus status = api.letReach(peer, isDirect);
    if (status == cudaOk)
        status = api.useDevice(peer);
    if (status == cudaOk)
        status = api.letReach(own, isDirect);
    status = firstOf(status, api.useDevice(own));
    if (status == cudaOk)
        m_isDirect = isDirect;
    return status;
}

Result<void> PeerLink::makeReady(std::size_t bytes, bool isDirect)
{
    CudaApi& api = m_device->api();
    const int own = m_device->setup().ordinal;
    const int peer = *m_device->setup().peer;
    const std::string what = "opening cuda:" + std::to_string(peer) + " beside " + m_device->setup().info.id;
    CudaStatus status = cudaOk;
    if (isDirect && !m_isDirect.value_or(false)) {
        bool there = false;
        bool back = false;
        status = firstOf(api.canReach(own, peer, there), api.canReach(peer, own, back));
        if (status == cudaOk && !(there && back))
            return Error{ErrorKind::Unavailable,
                         "cuda.no-peer-access",
                         "cuda:%1 and cuda:%2 cannot access each other's memory; copies between them go through the "
                         "host (bandwidth.peer.staged).",
                         {std::to_string(own), std::to_string(peer)}};
    }
    if (status == cudaOk && 2 * bytes > m_bytes) {
        status = api.useDevice(peer);
        if (status == cudaOk)
            status = open(bytes);
        status = firstOf(status, api.useDevice(own));
    }
    if (status == cudaOk)
        status = setReach(isDirect);
    return m_device->check(status, what);
}

Result<RoofWork> preparePeerRoof(const std::shared_ptr<CudaDevice>& device, const std::shared_ptr<PeerLink>& link,
                                 const RoofRequest& request)
{
    const PeerRoof* roof = peerRoof(request.id);
    if (roof == nullptr || !device->setup().peer)
        return Error{ErrorKind::Unsupported,
                     "cuda.no-peer",
                     "The roof %1 needs another GPU to copy to or from; leave it out.",
                     {request.id}};
    const Bytes size = request.footprint > Bytes(0.0) ? std::min(request.footprint, largestCopy) : usualCopy;
    auto work = std::make_unique<PeerWork>(device, link, *roof, static_cast<std::size_t>(size.value()));
    if (auto ready = work->makeReady(); !ready)
        return ready.error();
    const std::string peer = "cuda:" + std::to_string(*device->setup().peer);
    return RoofWork{.kind = RoofKind::Bandwidth,
                    .amount = size.value() * (roof->isBothWays ? 2.0 : 1.0),
                    .method = (roof->isBothWays ? "copies to " + peer + " and back at the same time, both counted, "
                                                : "copies to " + peer + ", ")
                            + (roof->isDirect ? "with access to each other's memory, "
                                              : "without access to each other's memory, through the host, ")
                            + sizeWords(size) + timedByHost,
                    .work = std::move(work)};
}

} // namespace ridgepoint
