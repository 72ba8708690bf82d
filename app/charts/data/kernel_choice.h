// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/data/kernel_names.h"
#include "core/analysis/own_kernel.h"

#include <QString>

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace ridgepoint {

/// Which kernels of the user's own are shown, of a list that may hold a hundred thousand.
struct KernelChoice {
    QString filter;       ///< those whose names contain it, in capitals or not; all where it is empty
    std::size_t top = 60; ///< so many that take longest; 0 stands for all
    bool grouped = false; ///< those of one name on one device as one, with their sums

    friend bool operator==(const KernelChoice&, const KernelChoice&) = default;
};

/// A kernel of the list, or the sum of those of one name.
struct ShownKernel {
    /// Launches, time, FLOP and bytes added; its work's origin is the weakest of them, its source names the first file
    /// and how many more.
    OwnKernel kernel;
    std::vector<std::size_t> members; ///< by their place in the list, ascending; one that is no sum has one
    /// Of the time of all kernels in the list that ran on its device (ranOn()), typed or out of files, whatever the
    /// filter says. Who knows which names are of one device adds those up (kernelsOnRoofs, OwnKernelModel).
    double shareOfTime = 0.0;

    friend bool operator==(const ShownKernel&, const ShownKernel&) = default;
};

/// A time that can be added up and compared; a file may say anything.
[[nodiscard]] Seconds countedTime(const OwnKernel& kernel);

/// Those that the choice shows, the longest time first, in the list's order where times are alike. Kernels of several
/// devices are never added up, nor those of files with those that were typed, those that have work with those that have
/// times only, nor the nameless.
[[nodiscard]] std::vector<ShownKernel> shownKernels(const std::vector<OwnKernel>& kernels, const KernelChoice& choice);

/// How many there would be without `top`: kernels, or names where they are grouped.
[[nodiscard]] std::size_t matchingKernels(const std::vector<OwnKernel>& kernels, const KernelChoice& choice);

/// Kernels of one device, of which the roofline has some.
struct DeviceKernels {
    std::string device;             ///< as the file names it; empty where nothing does
    bool imported = false;          ///< out of a file of another program, and not typed
    std::vector<ShownKernel> shown; ///< those with a place on a roofline
    std::size_t matching = 0;       ///< as many there would be without the choice's number
    Seconds time;                   ///< of all of this list's, whatever the filter says
    std::size_t placeless = 0;      ///< of those that pass the filter, the ones without FLOP or bytes

    friend bool operator==(const DeviceKernels&, const DeviceKernels&) = default;
};

/// All kernels of the user's own, and which of them rooflines and reports draw.
struct KernelList {
    std::shared_ptr<const std::vector<OwnKernel>> all = std::make_shared<const std::vector<OwnKernel>>();
    std::shared_ptr<const KernelNames> names = std::make_shared<const KernelNames>(); ///< what charts call them
    KernelChoice choice;
    std::vector<DeviceKernels> devices; ///< in the order in which the list names them
};
using KernelsPointer = std::shared_ptr<const KernelList>;

/// A roofline draws at most so many kernels of a device, whatever the choice says: more would be one blot, and slow.
inline constexpr std::size_t mostDrawnKernels = 1000;
/// How many kernels of a device a roofline draws at most by this choice.
[[nodiscard]] std::size_t mostDrawnOf(const KernelChoice& choice);

[[nodiscard]] KernelsPointer kernelList(std::vector<OwnKernel> kernels, const KernelChoice& choice = {});
/// The same kernels by another choice.
[[nodiscard]] KernelsPointer chosenAnew(const KernelList& list, const KernelChoice& choice);

} // namespace ridgepoint
