// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/own_kernel.h"

#include <QString>
#include <QStringList>

#include <cstddef>
#include <string>
#include <unordered_map>
#include <vector>

namespace ridgepoint {

/// What tells of a compiler's name for a kernel, for places that have little room: without return type, namespaces,
/// template arguments and parameters, of one that Triton's compiler named what is fused, of CUTLASS's wrappers
/// (Kernel2<…>, device_kernel<…>) what they wrap. Another name as it is.
[[nodiscard]] QString shortKernelName(const QString& name);

/// Different names, each as short as it stays apart from the others: those whose short names are alike keep template
/// arguments, then all of themselves; of long ones the parts that several share are left out, but for a first word:
/// "cutlass…128x64_32x6_tn_align8".
[[nodiscard]] QStringList namesApart(const QStringList& names);

/// Of names that stand beside each other no more than so many letters each: the first word and what tells it from the
/// one most like it, or else its beginning or both ends, whichever has that.
[[nodiscard]] QStringList shortenedApart(const QStringList& names, qsizetype mostLetters);

/// What kernels are called in lists and at marks of charts: the names of all of a list by namesApart, so that a kernel
/// is called alike wherever it stands and whatever is filtered. Beyond the 4,000 names that take longest as they are.
class KernelNames {
public:
    KernelNames() = default;
    explicit KernelNames(const std::vector<OwnKernel>& kernels);

    /// Of the kernel at this place of the list; "kernel 3" of the nameless.
    [[nodiscard]] QString of(const OwnKernel& kernel, std::size_t place) const;

private:
    std::unordered_map<std::string, QString> m_names; ///< by the whole name
};

} // namespace ridgepoint
