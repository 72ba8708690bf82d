// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/import/import_formats.h"
#include "core/import/import_json.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace ridgepoint {
namespace {

bool isNvbench(std::string_view beginning)
{
    const auto paths = jsonPathsIn(beginning);
    return paths.contains("meta.version.nvbench")
        || (paths.contains("devices.sm_version") && paths.contains("devices.ptx_version"));
}

/// "value" of a summary's data, which holds numbers as text.
std::optional<double> valueOf(const Json& summary)
{
    for (const Json& datum : elementsIn(summary, "data"))
        if (textIn(datum, "name") == "value")
            return numberIn(datum, "value");
    return std::nullopt;
}

/// What a state's summaries say.
struct StateFigures {
    std::optional<double> time; // s
    std::optional<double> bytesPerSecond;
    double namedBytes = 0.0; // of the reads and writes that the benchmark gave a column
};

StateFigures figuresOf(const Json& state)
{
    // A cold launch finds the caches flushed; batches and launches timed by the processor alone are second best.
    constexpr std::array<std::string_view, 3> times{"nv/cold/time/gpu/mean", "nv/batch/time/gpu/mean",
                                                    "nv/cpu_only/time/cpu/mean"};
    StateFigures figures;
    std::size_t best = times.size();
    for (const Json& summary : elementsIn(state, "summaries")) {
        const std::string tag = textIn(summary, "tag");
        const auto value = valueOf(summary);
        if (!value)
            continue;
        const auto rank = static_cast<std::size_t>(std::ranges::find(times, tag) - times.begin());
        if (rank < best) {
            best = rank;
            figures.time = value;
        } else if (tag == "nv/cold/bw/global/bytes_per_second" || tag == "nv/cpu_only/bw/global/bytes_per_second")
            figures.bytesPerSecond = value;
        else if (tag.starts_with("nv/gmem/reads/") || tag.starts_with("nv/gmem/writes/"))
            figures.namedBytes += *value;
    }
    return figures;
}

/// "copy [T=F32 Elements=1048576]".
std::string nameOf(const Json& benchmark, const Json& state)
{
    std::string axes;
    for (const Json& axis : elementsIn(state, "axis_values")) {
        const Json* value = memberOf(axis, "value");
        if (value != nullptr && !value->is_structured())
            axes += (axes.empty() ? "" : " ") + textIn(axis, "name") + '='
                  + (value->is_string() ? value->get<std::string>() : value->dump());
    }
    return textIn(benchmark, "name") + (axes.empty() ? "" : " [" + axes + ']');
}

std::map<double, std::string> deviceNames(const Json& json)
{
    std::map<double, std::string> names;
    for (const Json& device : elementsIn(json, "devices"))
        if (const auto id = numberIn(device, "id"))
            names[*id] = textIn(device, "name");
    return names;
}

class NvbenchReader {
public:
    [[nodiscard]] Result<ImportedKernels> read(const Json& json)
    {
        const Json* benchmarks = memberOf(json, "benchmarks");
        if (benchmarks == nullptr || !benchmarks->is_array())
            return wrongInJson("benchmarks",
                               "there is no such array; write the file with --json FILE of the benchmark");
        m_devices = deviceNames(json);
        for (std::size_t i = 0; i < benchmarks->size(); ++i) {
            const Json& states = elementsIn((*benchmarks)[i], "states");
            for (std::size_t j = 0; j < states.size(); ++j) {
                const std::string place = "benchmarks[" + std::to_string(i) + "].states[" + std::to_string(j) + "]";
                if (const auto taken = take((*benchmarks)[i], states[j], place); !taken)
                    return taken.error();
            }
        }
        return finish();
    }

private:
    Result<void> take(const Json& benchmark, const Json& state, const std::string& place)
    {
        const Json* skipped = memberOf(state, "is_skipped");
        if (skipped != nullptr && skipped->is_boolean() && skipped->get<bool>()) {
            ++m_skipped;
            return {};
        }
        const StateFigures figures = figuresOf(state);
        if (!figures.time || !(*figures.time > 0.0))
            return wrongInJson(place, "there is no summary nv/cold/time/gpu/mean above zero seconds; use a benchmark "
                                      "built with nvbench of 2022 or later");
        // The rate counts all of a benchmark's reads and writes, also those without a column of their own.
        const double bytes = figures.bytesPerSecond ? *figures.bytesPerSecond * *figures.time : figures.namedBytes;
        if (bytes < 0.0)
            return wrongInJson(place, "its bytes are negative");
        m_kernels.kernels.push_back({.kernel = {.name = nameOf(benchmark, state),
                                                .bytes = Bytes(bytes), // it has no way to declare FLOP
                                                .time = Seconds(*figures.time)},
                                     .work = bytes > 0.0 ? WorkOrigin::Declared : WorkOrigin::Unknown,
                                     .profiled = false});
        m_kernelDevices.push_back(numberIn(state, "device").value_or(-1.0));
        return {};
    }

    /// Names the device where all kernels ran on one; else each kernel's.
    Result<ImportedKernels> finish()
    {
        std::vector<ImportedKernel>& kernels = m_kernels.kernels;
        if (kernels.empty())
            return wrongInJson("benchmarks", m_skipped > 0 ? "every benchmark was skipped: nothing was timed"
                                                           : "none of them has states: nothing was timed");
        if (std::ranges::adjacent_find(m_kernelDevices, std::ranges::not_equal_to()) == m_kernelDevices.end()) {
            m_kernels.device = m_devices[m_kernelDevices.front()];
        } else {
            for (std::size_t i = 0; i < kernels.size(); ++i)
                if (const std::string& device = m_devices[m_kernelDevices[i]]; !device.empty())
                    kernels[i].kernel.name += " on " + device;
            m_kernels.remarks.emplace_back("The kernels ran on several devices, which their names tell.");
        }
        m_kernels.ofGpu = true;
        m_kernels.remarks.emplace_back("nvbench counts no FLOP; bytes are those that the benchmarks declare.");
        if (m_skipped > 0)
            m_kernels.remarks.push_back(
                std::to_string(m_skipped)
                + (m_skipped == 1 ? " benchmark was skipped by nvbench." : " benchmarks were skipped by nvbench."));
        return std::move(m_kernels);
    }

    ImportedKernels m_kernels;
    std::map<double, std::string> m_devices;
    std::vector<double> m_kernelDevices; // by kernel, their ids
    std::size_t m_skipped = 0;
};

Result<ImportedKernels> readNvbench(ByteSource& source, const ImportOptions& /*options*/)
{
    const auto json = wholeJson(source);
    return json ? NvbenchReader().read(*json) : json.error();
}

} // namespace

ImportFormat nvbenchFormat()
{
    return {.id = "nvbench", .program = "nvbench", .recognises = isNvbench, .read = readNvbench};
}

} // namespace ridgepoint
