// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/import/import_format.h"

#include <QByteArray>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

namespace ridgepoint::test {

/// A file of tests/samples/import; empty where it is missing.
inline std::string importSample(std::string_view name)
{
    std::ifstream file(std::string(RIDGEPOINT_SOURCE_DIR "/tests/samples/import/") + std::string(name),
                       std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

inline Result<ImportedKernels> importedFrom(const ImportFormat& format, std::string_view text,
                                            const ImportOptions& options = {})
{
    ByteSource source(text);
    return format.read(source, options);
}

/// The kernel of that name whose work was got in that way; an empty one where there is none or more than one.
inline ImportedKernel kernelNamed(const ImportedKernels& kernels, std::string_view name, WorkOrigin work)
{
    const auto isIt = [&](const ImportedKernel& each) { return each.kernel.name == name && each.work == work; };
    const auto found = std::ranges::find_if(kernels.kernels, isIt);
    return std::ranges::count_if(kernels.kernels, isIt) == 1 ? *found : ImportedKernel{};
}

inline bool hasRemark(const ImportedKernels& kernels, std::string_view part)
{
    return std::ranges::any_of(kernels.remarks,
                               [&](const std::string& remark) { return remark.find(part) != std::string::npos; });
}

/// Reads each beginning of a text; the longest that gave more kernels than the whole text, or npos.
inline std::size_t beginningWithMoreKernels(const ImportFormat& format, const std::string& text)
{
    const auto whole = importedFrom(format, text);
    std::size_t worst = std::string::npos;
    for (std::size_t length = 0; length < text.size(); ++length) {
        // A copy of its own, so that a sanitizer sees a byte read beyond it.
        const std::string beginning = text.substr(0, length);
        const auto read = importedFrom(format, beginning);
        if (read.ok() && (!whole.ok() || read->kernels.size() > whole->kernels.size()))
            worst = length;
    }
    return worst;
}

/// The message where a text cannot be read, else nothing.
inline QByteArray errorIn(const ImportFormat& format, std::string_view text)
{
    const auto read = importedFrom(format, text);
    return read ? QByteArray() : QByteArray::fromStdString(read.error().message());
}

/// A text with one part replaced, which must be in it.
inline std::string changed(std::string text, std::string_view part, std::string_view with)
{
    const std::size_t at = text.find(part);
    if (at == std::string::npos)
        return {};
    return text.replace(at, part.size(), with);
}

} // namespace ridgepoint::test
