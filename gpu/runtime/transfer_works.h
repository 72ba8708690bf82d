// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/measure/backend.h"
#include "gpu/runtime/cuda_device.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ridgepoint {

/// bandwidth.h2d, bandwidth.d2h (memory as a program usually gets it) and the same with .pinned (page-locked).
[[nodiscard]] std::vector<std::string> transferRoofIds();
[[nodiscard]] bool isTransferRoof(std::string_view id);

/// Copies of 64 MiB (or of `footprint`) between host and device, one after the other, waited for at the end.
/// Unavailable when host or device has not the memory.
[[nodiscard]] Result<RoofWork> prepareTransferRoof(const std::shared_ptr<CudaDevice>& device,
                                                   const RoofRequest& request);

/// bandwidth.peer (copies from this GPU to another), bandwidth.peer.both (both ways at once), and the same with .staged
/// (through the host, neither reaching the other's memory); none without another GPU.
[[nodiscard]] std::vector<std::string> peerRoofIds(const CudaDeviceSetup& setup);
[[nodiscard]] bool isPeerRoof(std::string_view id);

/// The other GPU's end of the copies: memory and a stream there, made when the first roof asks for them. The device
/// stays the thread's current one between calls.
class PeerLink {
public:
    explicit PeerLink(std::shared_ptr<CudaDevice> device) : m_device(std::move(device)) {}
    ~PeerLink();
    PeerLink(const PeerLink&) = delete;
    PeerLink& operator=(const PeerLink&) = delete;

    /// Memory for a copy each way on the other device, and whether the two reach each other as requested. Unavailable
    /// where they cannot, or where the other one has not the memory.
    [[nodiscard]] Result<void> makeReady(std::size_t bytes, bool isDirect);
    [[nodiscard]] std::byte* memory() const { return static_cast<std::byte*>(m_memory); }
    [[nodiscard]] StreamHandle stream() const { return m_stream; }

private:
    [[nodiscard]] CudaStatus open(std::size_t bytes);
    [[nodiscard]] CudaStatus setReach(bool isDirect);

    std::shared_ptr<CudaDevice> m_device;
    void* m_memory = nullptr;
    std::size_t m_bytes = 0;
    StreamHandle m_stream = nullptr;
    std::optional<bool> m_isDirect;
};

/// Copies of 64 MiB (or of `footprint`), one after the other, waited for at the end. Unsupported without another GPU.
[[nodiscard]] Result<RoofWork> preparePeerRoof(const std::shared_ptr<CudaDevice>& device,
                                               const std::shared_ptr<PeerLink>& link, const RoofRequest& request);

} // namespace ridgepoint
