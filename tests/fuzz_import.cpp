// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
// libFuzzer's target of the readers of core/import: `fuzz_import tests/samples/import -runs=1000000` in a build with
// -DRIDGEPOINT_FUZZ=ON by clang.
#include "core/import/import_formats.h"

#include <cmath>
#include <cstdlib>

namespace {

void check(const ridgepoint::ImportedKernels& kernels)
{
    for (const ridgepoint::ImportedKernel& imported : kernels.kernels)
        if (std::isnan(imported.kernel.time.value()) || std::isnan(imported.kernel.flops.value())
            || std::isnan(imported.kernel.bytes.value()) || std::isnan(imported.kernel.launches))
            std::abort(); // a number that compares with nothing would pass every check after this
}

} // namespace

/// Each reader takes the bytes, those that do not recognise them too: a user may name the format.
extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t bytes)
{
    const std::string_view text(reinterpret_cast<const char*>(data), bytes);
    for (const ridgepoint::ImportFormat& format : ridgepoint::importFormats()) {
        (void)format.recognises(text.substr(0, 65536));
        for (const std::optional<char> mark : {std::optional<char>(), std::optional('.'), std::optional(',')}) {
            ridgepoint::ByteSource source(text);
            ridgepoint::ImportOptions options;
            options.decimalMark = mark;
            const auto read = format.read(source, options);
            if (read)
                check(*read);
            else
                (void)read.error().message();
        }
    }
    return 0;
}
