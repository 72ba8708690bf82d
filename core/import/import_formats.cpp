// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/import/import_formats.h"

#include "core/import/import_file.h"
#include "core/session/json_limits.h"
#include "core/session/own_kernels_csv.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

namespace ridgepoint {
namespace {

std::string joined(std::string_view separator, auto word)
{
    std::string text;
    for (const ImportFormat& format : importFormats())
        text += (text.empty() ? "" : std::string(separator)) + std::string(word(format));
    return text;
}

Error unknownFormatId(std::string_view id)
{
    return {ErrorKind::InvalidInput,
            "import.no-such-format",
            "there is no format \"%1\"; choose one of %2",
            {std::string(id), joined(", ", [](const ImportFormat& format) { return format.id; })}};
}

Error unknownContent(const std::filesystem::path& path)
{
    return {ErrorKind::Corrupt,
            "import.unknown",
            "%1 is of no format that can be imported; known are files of %2. A CSV table of own kernels opens in the "
            "calculator.",
            {path.string(), joined(", ", [](const ImportFormat& format) { return format.program; })}};
}

Error withFile(Error error, const std::filesystem::path& path)
{
    const std::string name = path.string();
    error.arguments.push_back(name);
    error.text = "%" + std::to_string(error.arguments.size()) + ": " + error.text;
    return error;
}

/// Windows PowerShell writes what is sent into a file so.
bool isUtf16(std::string_view beginning)
{
    return beginning.starts_with("\xff\xfe") || beginning.starts_with("\xfe\xff");
}

/// What a format that was asked for could not read is often of another.
Error withWhatItLooksLike(Error error, const ImportFormat& asked, const ImportFormat* found)
{
    if (found == &asked)
        return error;
    error.arguments.emplace_back(asked.id);
    error.text += (error.text.ends_with('.') ? " " : ". ") + std::string("The format %")
                + std::to_string(error.arguments.size()) + " does not fit: ";
    if (found == nullptr) {
        error.text += "this looks like none that is known.";
    } else {
        error.arguments.push_back(std::string(found->program) + " (" + std::string(found->id) + ")");
        error.text += "this looks like a file of %" + std::to_string(error.arguments.size()) + ".";
    }
    return error;
}

std::string shortName(const OwnKernel& kernel)
{
    constexpr std::size_t shownBytes = 64;
    return kernel.name.empty() ? "a kernel without a name" : '"' + kernel.name.substr(0, shownBytes) + '"';
}

/// A program's own name may colour a terminal.
void makePrintable(std::string& text)
{
    constexpr unsigned char lastControl = 0x7f;
    std::ranges::replace_if(
        text, [](unsigned char c) { return c < ' ' || c == lastControl; }, ' ');
}

/// Of a device: one of a million letters would be kept once a kernel.
void makeWord(std::string& text)
{
    text.resize(std::min(text.size(), limits::wordBytes));
    makePrintable(text);
}

const ImportFormat* formatOf(std::string_view beginning)
{
    const auto found = std::ranges::find_if(importFormats(),
                                            [&](const ImportFormat& format) { return format.recognises(beginning); });
    return found == importFormats().end() ? nullptr : &*found;
}

} // namespace

void remarkOn(std::vector<std::string>& remarks, std::size_t count, std::string_view one, std::string_view several)
{
    if (count > 0)
        remarks.push_back(std::to_string(count).append(count == 1 ? one : several));
}

ImportedFile forSession(ImportedKernels read, std::string_view formatId, const std::string& source)
{
    ImportedFile file{.formatId = std::string(formatId),
                      .device = std::move(read.device),
                      .kernels = {},
                      .remarks = std::move(read.remarks)};
    makeWord(file.device);
    std::size_t leftOut = 0;
    std::string firstLeftOut;
    file.kernels.reserve(std::min(read.kernels.size(), maximumOwnKernels));
    for (ImportedKernel& imported : read.kernels) {
        OwnKernel& kernel = imported.kernel;
        kernel.work = imported.work;
        kernel.profiled = imported.profiled;
        kernel.source = source;
        makePrintable(kernel.name);
        makeWord(kernel.device);
        if (kernel.device.empty())
            kernel.device = read.ofGpu && file.device.empty() ? std::string(unnamedGpu) : file.device;
        if (file.kernels.size() < maximumOwnKernels && isStorable(kernel))
            file.kernels.push_back(std::move(kernel));
        else if (leftOut++ == 0)
            firstLeftOut = shortName(kernel);
    }
    if (leftOut > 0)
        file.remarks.push_back(std::to_string(leftOut) + (leftOut == 1 ? " kernel was" : " kernels were")
                               + " left out, the first of them " + firstLeftOut
                               + ": a kernel needs a time above 1e-12 s and numbers up to 1e24, and a session holds "
                               + std::to_string(maximumOwnKernels) + ".");
    return file;
}

std::span<const ImportFormat> importFormats()
{
    static const std::array formats{
        nsightComputeFormat(),   nsightSystemsFormat(), pytorchFormat(),           likwidFormat(),
        perfStatFormat(),        rocprofv3Format(),     advisorFormat(),           nvbenchFormat(),
        googleBenchmarkFormat(), hyperfineFormat(),     ridgepointRegionsFormat(),
    };
    return formats;
}

const ImportFormat* importFormatOf(std::string_view id)
{
    const auto found = std::ranges::find(importFormats(), id, &ImportFormat::id);
    return found == importFormats().end() ? nullptr : &*found;
}

Result<ImportedFile> importKernels(const std::filesystem::path& path, const ImportOptions& options,
                                   std::optional<std::string_view> formatId)
{
    const ImportFormat* format = formatId ? importFormatOf(*formatId) : nullptr;
    if (formatId && format == nullptr)
        return unknownFormatId(*formatId);
    auto opened = ImportFile::open(path);
    if (!opened)
        return opened.error();
    ImportFile& file = *opened;
    const auto beginning = file.beginning();
    if (!beginning)
        return beginning.error();
    if (isUtf16(*beginning))
        return withFile({ErrorKind::Corrupt, "import.utf-16", "it is UTF-16; save it as UTF-8", {}}, path);
    const ImportFormat* const found = formatOf(*beginning);
    if (format == nullptr)
        format = found;
    if (format == nullptr)
        return unknownContent(path);
    ByteSource source = file.bytes(options.progress);
    auto read = format->read(source, options);
    // A reader that met the early end of its bytes says that they are damaged, which is not the cause.
    if (source.failure() != 0)
        return file.failure(source.failure());
    if (!read)
        return withFile(withWhatItLooksLike(read.error(), *format, found), path);
    return forSession(std::move(*read), format->id, path.filename().string());
}

} // namespace ridgepoint
