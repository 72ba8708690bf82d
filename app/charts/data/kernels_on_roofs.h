// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/data/kernel_choice.h"
#include "app/charts/data/own_kernels.h"
#include "core/model/device.h"
#include "core/model/roof.h"

#include <QString>

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ridgepoint {

struct ReferenceDevice;

/// A kernel of the user's own under the roofs of its device.
struct DrawnKernel {
    OwnKernel kernel;
    std::vector<std::size_t> members; ///< by their place in the whole list; several are shown as their sum
    double shareOfTime = 0.0;         ///< of the time of all kernels under the roofs of its device
    std::size_t series = 0;           ///< whose roofs: 0 the chart's own, else those of what is drawn beside
    std::vector<LevelDot> dots = {};  ///< by level, its own place last
    QString name = {};                ///< as short as it can stand beside its mark (KernelNames)

    /// Out of a file of another program: a dot, where one that was typed is a star.
    [[nodiscard]] bool isImported() const { return !kernel.source.empty(); }
    [[nodiscard]] bool contains(std::size_t place) const;
    /// Where the list has it, or the first of them.
    [[nodiscard]] std::size_t place() const { return members.front(); }
    friend bool operator==(const DrawnKernel&, const DrawnKernel&) = default;
};

/// Kernels that are not drawn because the roofs are another device's.
struct AbsentKernels {
    std::string device; ///< as their file names it; empty where it names none
    std::size_t count = 0;

    friend bool operator==(const AbsentKernels&, const AbsentKernels&) = default;
};

/// What of a list stands on one roofline, and what does not.
struct KernelsOnRoofs {
    std::vector<DrawnKernel> drawn;   ///< of a device the longest time first
    std::size_t matching = 0;         ///< as many would be drawn without the choice's number
    std::size_t matchingImported = 0; ///< of these, out of files
    std::size_t placeless = 0;        ///< beside them have no FLOP or no bytes
    std::size_t lists = 0;            ///< of each of which the longest are drawn: a device's, of files or typed
    double shareOfTime = 0.0;         ///< of those drawn, of the time of all kernels of their devices
    KernelChoice choice;
    std::vector<AbsentKernels> absent; ///< a device each

    /// The largest share of one that was imported: the largest dot's.
    [[nodiscard]] double largestShare() const;
    /// The one of this place in the list; null where it is not drawn.
    [[nodiscard]] const DrawnKernel* find(std::size_t place) const;
    [[nodiscard]] bool hasImported() const;
    friend bool operator==(const KernelsOnRoofs&, const KernelsOnRoofs&) = default;
};

/// A device whose roofs are drawn.
struct ChartedDevice {
    DeviceInfo device;
    Provenance provenance = Provenance::Measured; ///< Published or Datasheet of one that is not here
};

/// Whether another program's name for a device is that of this one (isSameDeviceName). A device of a datasheet also
/// goes by the names that its driver gives it.
[[nodiscard]] bool isDeviceCalled(const DeviceInfo& device, std::string_view name);

/// The reference device that files name so, its datasheet first, which has all of its roofs; null for none.
[[nodiscard]] std::shared_ptr<const ReferenceDevice> referenceCalled(std::string_view name);

/// Under whose roofs kernels stand of a device that files name so, by place; nothing where its roofs are not charted.
[[nodiscard]] std::optional<std::size_t> placeCharted(std::string_view device, std::span<const ChartedDevice> charted);

/// Puts every kernel under the roofs of its device; `charted` begins with the chart's own. One that was typed without a
/// device stands under the chart's own roofs, whatever they are. One from a file that names no device is taken as of
/// the measured processor.
[[nodiscard]] KernelsOnRoofs kernelsOnRoofs(const KernelList& list, std::span<const ChartedDevice> charted);

/// What a reader of the chart must know of what is not drawn.
struct KernelNote {
    QString what; ///< without a full stop
    QString hint; ///< a sentence; what to do about it in the window, may be empty
};
[[nodiscard]] std::vector<KernelNote> kernelNotes(const KernelsOnRoofs& kernels, const Format& format);

/// "3 of NVIDIA A100 not shown: other roofs": why no mark stands for some, as short as a key; empty for none.
[[nodiscard]] QString absentWords(const KernelsOnRoofs& kernels, const Format& format);
/// "no kernel with “gemm” here": that a filter leaves none; empty for some, and without a filter.
[[nodiscard]] QString nothingFoundWords(const KernelsOnRoofs& kernels);
/// "37 not shown: no FLOP or bytes", likewise.
[[nodiscard]] QString placelessWords(const KernelsOnRoofs& kernels, const Format& format);

/// What a chart says of one under the mouse, in few lines; the first is its name.
[[nodiscard]] QStringList describeDrawn(const DrawnKernel& kernel, const Format& format);

} // namespace ridgepoint
