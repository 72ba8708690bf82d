// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/runtime/cuda_kernel_check.h"

#include "core/model/cost.h"
#include "gpu/plan/element.h"
#include "gpu/runtime/launch_list.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace ridgepoint {
namespace {

constexpr std::uint64_t guardBytes = 256;
constexpr std::byte guardValue{0xA5};

/// One buffer of a check in host memory, guards and padding included.
class HostImage {
public:
    explicit HostImage(const CheckedBuffer& buffer)
        : m_buffer(buffer), m_bytes(buffer.bytes + 2 * guardBytes, guardValue)
    {
        const std::uint64_t slots = buffer.bytes / elementBytes();
        for (std::uint64_t i = 0; i < slots; ++i)
            writeElement(data(), buffer.precision, i, std::numeric_limits<double>::quiet_NaN());
        if (!buffer.input)
            return;
        for (std::uint64_t i = 0; i < buffer.elements; ++i) {
            write(i, buffer.input(i));
            m_inputs.push_back(read(i));
        }
    }

    [[nodiscard]] std::byte* data() { return m_bytes.data() + guardBytes; }
    [[nodiscard]] std::vector<std::byte>& bytes() { return m_bytes; }
    [[nodiscard]] bool guardsUntouched() const
    {
        const auto isGuard = [](std::byte byte) { return byte == guardValue; };
        return std::all_of(m_bytes.begin(), m_bytes.begin() + guardBytes, isGuard)
            && std::all_of(m_bytes.end() - guardBytes, m_bytes.end(), isGuard);
    }
    void compareWith(SelftestLine& line)
    {
        if (!m_buffer.expected)
            return;
        for (std::uint64_t i = 0; i < m_buffer.elements; ++i) {
            const double expected = m_buffer.expected(i, m_inputs.empty() ? 0.0 : m_inputs[i]);
            if (std::isnan(expected))
                continue; // padding
            const double got = read(i);
            const double scale = m_buffer.scale ? m_buffer.scale(i, expected) : std::max(1.0, std::abs(expected));
            double error = std::abs(got - expected) / (scale * epsilonOf(m_buffer.precision));
            if (std::isnan(error))
                error = std::numeric_limits<double>::infinity();
            if (error > line.tolerance && line.detail.empty())
                line.detail = "element " + std::to_string(i) + " of " + std::to_string(m_buffer.elements) + " is "
                            + std::to_string(got) + " instead of " + std::to_string(expected);
            line.largestError = std::max(line.largestError, error);
        }
    }

private:
    [[nodiscard]] double read(std::uint64_t i)
    {
        if (!m_buffer.isBits)
            return readElement(data(), m_buffer.precision, i);
        std::uint16_t bits = 0;
        std::memcpy(&bits, data() + i * sizeof bits, sizeof bits);
        return static_cast<double>(bits);
    }
    void write(std::uint64_t i, double value)
    {
        if (!m_buffer.isBits)
            return writeElement(data(), m_buffer.precision, i, value);
        const auto bits = static_cast<std::uint16_t>(value);
        std::memcpy(data() + i * sizeof bits, &bits, sizeof bits);
    }
    [[nodiscard]] std::uint64_t elementBytes() const
    {
        return static_cast<std::uint64_t>(bytesPerElement(m_buffer.precision));
    }

    const CheckedBuffer& m_buffer;
    std::vector<std::byte> m_bytes;
    std::vector<double> m_inputs;
};

CudaStatus copyAll(CudaDevice& device, std::vector<HostImage>& images, const std::vector<std::byte*>& places,
                   CopyDirection direction)
{
    CudaApi& api = device.api();
    for (std::size_t i = 0; i < images.size(); ++i) {
        std::vector<std::byte>& bytes = images[i].bytes();
        const bool isUp = direction == CopyDirection::HostToDevice;
        const CudaStatus status = isUp ? api.copy(places[i], bytes.data(), bytes.size(), direction, device.stream())
                                       : api.copy(bytes.data(), places[i], bytes.size(), direction, device.stream());
        if (status != cudaOk)
            return status;
    }
    return api.wait(device.stream());
}

CudaStatus launchAll(CudaDevice& device, const KernelCheck& check, const std::vector<std::byte*>& places)
{
    std::vector<std::byte*> inside;
    for (std::byte* place : places)
        inside.push_back(place + guardBytes);
    LaunchList list(device.api(), device.stream(), check.mode);
    const auto find = [&](const std::string& name, KernelHandle& kernel) { return device.findKernel(name, kernel); };
    CudaStatus status = list.prepare(check.calls, inside, find);
    for (int i = 0; i < check.submissions && status == cudaOk; ++i)
        status = list.submit();
    return status == cudaOk ? device.api().wait(device.stream()) : status;
}

} // namespace

Result<SelftestLine> runCheck(CudaDevice& device, const KernelCheck& check)
{
    if (device.lost())
        return *device.lost();
    std::vector<HostImage> images;
    std::vector<BufferPlan> buffers;
    images.reserve(check.buffers.size());
    for (const CheckedBuffer& buffer : check.buffers) {
        images.emplace_back(buffer);
        buffers.push_back({.usefulBytes = images.back().bytes().size(), .bytes = images.back().bytes().size()});
    }
    const std::string what = "checking " + check.kernel;
    if (auto reserved = device.reserve(buffers, what); !reserved)
        return reserved.error();
    device.memory().setOwner(0); // other works must fill again
    const std::vector<std::byte*> places = device.memory().place(buffers);
    CudaStatus status = copyAll(device, images, places, CopyDirection::HostToDevice);
    if (status == cudaOk)
        status = launchAll(device, check, places);
    if (status == cudaOk)
        status = copyAll(device, images, places, CopyDirection::DeviceToHost);
    if (auto ran = device.check(status, what); !ran)
        return ran.error();

    SelftestLine line{.kernel = check.kernel, .tolerance = check.tolerance};
    bool untouched = true;
    for (HostImage& image : images) {
        image.compareWith(line);
        untouched = untouched && image.guardsUntouched();
    }
    if (!untouched && line.detail.empty())
        line.detail = "wrote outside its buffer";
    line.passed = untouched && line.largestError <= line.tolerance;
    return line;
}

void mergeLines(SelftestLine& total, const SelftestLine& line)
{
    const bool passed = total.passed && line.passed;
    std::string detail = total.detail.empty() ? line.detail : total.detail;
    const double largest = std::max(total.largestError, line.largestError);
    total = line;
    total.passed = passed;
    total.detail = std::move(detail);
    total.largestError = largest;
}

} // namespace ridgepoint
