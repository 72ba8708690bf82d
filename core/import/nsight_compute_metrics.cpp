// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/import/nsight_compute_metrics.h"

#include <algorithm>

namespace ridgepoint {
namespace {

constexpr std::string_view ncuTensorStem = "sm__ops_path_tensor_src_";

std::optional<NcuMetric> ncuInstructionMetric(std::string_view name)
{
    // derived__sm__… of the same section is the peak of the device and not what the kernel did.
    const bool isDerived = name.starts_with("derived__smsp__");
    if (isDerived)
        name.remove_prefix(std::string_view("derived__").size());
    name.remove_prefix(name.starts_with("smsp__") ? 6 : name.starts_with("sm__") ? 4 : 0);
    constexpr std::string_view stem = "sass_thread_inst_executed_op_";
    if (!name.starts_with(stem))
        return std::nullopt;
    name.remove_prefix(stem.size());
    const auto found = std::ranges::find(ncuOperations, name.substr(0, 4));
    if (found == ncuOperations.end())
        return std::nullopt;
    name.remove_prefix(4);
    const auto index = static_cast<std::size_t>(found - ncuOperations.begin());
    const double weight = found->ends_with("fma") ? 2.0 : 1.0;
    if (!isDerived && name == "_pred_on.sum")
        return NcuMetric{ncuFirstOperation + index, TextUnit::Of::Count, TextUnit::Per::Whole, weight};
    if (!isDerived && name == "_pred_on.sum.per_cycle_elapsed")
        return NcuMetric{ncuFirstPerCycle + index, TextUnit::Of::Count, TextUnit::Per::Cycle, weight};
    if (isDerived && (name == "_pred_on_x2" || name == "_pred_on_x4")) // FLOP a cycle already
        return NcuMetric{ncuFirstPerCycle + index, TextUnit::Of::Count, TextUnit::Per::Cycle, 1.0,
                         found->starts_with('h')};
    return std::nullopt;
}

} // namespace

std::optional<NcuMetric> ncuMetricNamed(std::string_view name)
{
    using Of = TextUnit::Of;
    using Per = TextUnit::Per;
    struct Known {
        std::string_view name;
        NcuSlot slot;
        Of of;
        Per per;
    };
    static constexpr std::array<Known, 14> known{
        {{"gpu__time_duration.sum", NcuSlot::Time, Of::Time, Per::Whole},
         {"Duration", NcuSlot::Time, Of::Time, Per::Whole}, // its label on the page of details
         {"dram__bytes.sum", NcuSlot::Dram, Of::Volume, Per::Whole},
         {"dram__bytes_read.sum", NcuSlot::DramRead, Of::Volume, Per::Whole},
         {"dram__bytes_write.sum", NcuSlot::DramWrite, Of::Volume, Per::Whole},
         {"dram__bytes.sum.per_second", NcuSlot::DramRate, Of::Volume, Per::Second},
         {"dram__bytes_read.sum.per_second", NcuSlot::DramReadRate, Of::Volume, Per::Second},
         {"dram__bytes_write.sum.per_second", NcuSlot::DramWriteRate, Of::Volume, Per::Second},
         {"lts__t_bytes.sum", NcuSlot::L2, Of::Volume, Per::Whole},
         {"lts__t_bytes.sum.per_second", NcuSlot::L2Rate, Of::Volume, Per::Second},
         {"l1tex__t_bytes.sum", NcuSlot::L1, Of::Volume, Per::Whole},
         {"l1tex__t_bytes.sum.per_second", NcuSlot::L1Rate, Of::Volume, Per::Second},
         {"smsp__cycles_elapsed.avg.per_second", NcuSlot::Clock, Of::Cycles, Per::Second},
         {"sm__cycles_elapsed.avg.per_second", NcuSlot::Clock, Of::Cycles, Per::Second}}};
    for (const Known& metric : known)
        if (metric.name == name)
            return NcuMetric{static_cast<std::size_t>(metric.slot), metric.of, metric.per, 1.0};
    return ncuInstructionMetric(name);
}

NcuTensor ncuTensorKind(std::string_view name)
{
    const bool isSum = name.ends_with(".sum") || name.ends_with(".sum.per_cycle_elapsed");
    const bool isPath = name.starts_with("sm__ops_path_tensor") || name.starts_with("smsp__ops_path_tensor");
    if (!isSum || !(isPath || name.find("inst_executed_pipe_tensor") != std::string_view::npos))
        return NcuTensor::None;
    if (!name.starts_with(ncuTensorStem))
        return NcuTensor::Unknown;
    name.remove_prefix(ncuTensorStem.size());
    name = name.substr(0, name.find('.'));
    bool hasSource = false;
    bool isInteger = false;
    while (!name.empty()) {
        const std::string_view word = name.substr(0, name.find('_'));
        name.remove_prefix(std::min(word.size() + 1, name.size()));
        static constexpr std::array<std::string_view, 7> floats{"fp64", "tf32", "fp32", "bf16", "fp16", "fp8", "fp4"};
        static constexpr std::array<std::string_view, 4> integers{"int32", "int8", "int4", "int1"};
        static constexpr std::array<std::string_view, 4> parts{"dst", "sparsity", "on", "off"};
        const bool isWhole = std::ranges::find(integers, word) != integers.end();
        if (!hasSource) {
            if (!isWhole && std::ranges::find(floats, word) == floats.end())
                return NcuTensor::Unknown;
            hasSource = true;
            isInteger = isWhole;
        } else if (!isWhole && std::ranges::find(floats, word) == floats.end()
                   && std::ranges::find(parts, word) == parts.end()) {
            return NcuTensor::Unknown;
        }
    }
    if (!hasSource)
        return NcuTensor::Unknown;
    return isInteger ? NcuTensor::Integer : NcuTensor::FloatingPoint;
}

} // namespace ridgepoint
