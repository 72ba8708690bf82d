// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cpu/cpu_device.h"
#include "core/cpu/onednn/onednn.h"

#include <memory>
#include <vector>

namespace ridgepoint {

/// A primitive of the library with its tensors, ready to run. Whatever else it needs alive lies in `keeps`.
struct LibraryPrimitive {
    std::shared_ptr<OneDnn> library;
    std::vector<std::shared_ptr<void>> keeps;
    std::vector<std::unique_ptr<OneDnnLayout>> layouts;
    std::vector<OneDnnObject> objects; ///< descriptions before what was made of them, memories
    std::vector<onednn::Argument> arguments;
    OneDnnObject primitive;

    /// Adds a layout, and gives it.
    [[nodiscard]] Result<const OneDnnLayout*> layout(const OneDnnShape& shape);
    /// Adds a tensor as an argument.
    [[nodiscard]] Result<void> bind(int which, const void* itsLayout, void* data);
};

/// The work of a primitive, run once already so that the library's threads are there. They are not bound to processors:
/// the library places them.
[[nodiscard]] Result<std::unique_ptr<PreparedWork>> libraryWork(const std::shared_ptr<CpuDevice>& device,
                                                                LibraryPrimitive primitive, int threads);

} // namespace ridgepoint
