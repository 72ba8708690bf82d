// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
// libFuzzer's target of the readers of core/import, which tests/fuzz.sh builds and runs.
#include "core/import/import_formats.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <span>

namespace {

void check(const ridgepoint::ImportedKernels& kernels)
{
    for (const ridgepoint::ImportedKernel& imported : kernels.kernels)
        if (std::isnan(imported.kernel.time.value()) || std::isnan(imported.kernel.flops.value())
            || std::isnan(imported.kernel.bytes.value()) || std::isnan(imported.kernel.launches))
            std::abort(); // a number that compares with nothing would pass every check after this
}

/// All formats, or the one that RIDGEPOINT_FUZZ_FORMAT names.
std::span<const ridgepoint::ImportFormat> fuzzedFormats()
{
    const char* id = std::getenv("RIDGEPOINT_FUZZ_FORMAT");
    if (id == nullptr || *id == '\0')
        return ridgepoint::importFormats();
    if (const ridgepoint::ImportFormat* format = ridgepoint::importFormatOf(id); format != nullptr)
        return {format, 1};
    std::fprintf(stderr, "%s is no format; ridgepoint-bench import --help lists them\n", id);
    std::exit(2);
}

} // namespace

/// Each reader takes the bytes, those that do not recognise them too: a user may name the format.
extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t bytes)
{
    const std::string_view text(reinterpret_cast<const char*>(data), bytes);
    static const std::span<const ridgepoint::ImportFormat> formats = fuzzedFormats();
    for (const ridgepoint::ImportFormat& format : formats) {
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
