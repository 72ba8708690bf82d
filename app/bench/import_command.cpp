// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/bench/kernel_session.h"
#include "app/bench/option_values.h"
#include "app/bench/program.h"
#include "app/bench/text_format.h"
#include "core/import/import_formats.h"

#include <memory>
#include <utility>

namespace ridgepoint {
namespace {

struct ImportRequest {
    std::vector<std::filesystem::path> files;
    KernelTarget target;
    std::optional<std::string> format;
    ImportOptions options;
};

Result<std::string> parseFormat(const std::string& text)
{
    std::vector<std::string> ids;
    for (const ImportFormat& format : importFormats())
        ids.emplace_back(format.id);
    if (importFormatOf(text) == nullptr)
        return unknownName(text, ids);
    return text;
}

Result<char> parseDecimalMark(const std::string& text)
{
    if (text != "." && text != ",")
        return Error{.id = "arguments.not-a-mark",
                     .text = "\"%1\" is not a decimal mark; write . for 1.5 or , for 1,5",
                     .arguments = {text}};
    return text.front();
}

std::string describe(const ImportedFile& file, const std::filesystem::path& path)
{
    std::string text = printable(path.string()) + ": " + std::string(importFormatOf(file.formatId)->program);
    text += file.device.empty() ? "" : ", " + printable(file.device);
    text += ", " + std::to_string(file.kernels.size()) + (file.kernels.size() == 1 ? " kernel\n" : " kernels\n");
    return text + kernelsText(file);
}

/// A failure to read a file is of what was given, except when the user stopped it.
Error ofInput(Error error)
{
    if (error.id == "import.decimal-mark")
        error.text += " Say which with --decimal . or --decimal ,";
    if (error.kind != ErrorKind::Cancelled)
        error.kind = ErrorKind::InvalidInput;
    return error;
}

/// One file that is refused takes the others with it, and who gave several must know.
ExitCode refuse(Error error, const ImportRequest& request, Surroundings& surroundings)
{
    if (request.files.size() > 1)
        error.text += std::string(error.text.ends_with('.') ? "" : ".") + " Nothing was imported.";
    return fail(surroundings, error);
}

/// Why a file that could be read gave no kernel.
Error nothingIn(const ImportedFile& file, const std::filesystem::path& path)
{
    return {.kind = ErrorKind::InvalidInput,
            .id = "import.no-kernels",
            .text = "%1: no kernel could be taken from it. %2",
            .arguments = {path.string(),
                          file.remarks.empty() ? "Run what it profiles or measures again." : file.remarks.back()}};
}

Result<void> check(const ImportRequest& request)
{
    for (const std::filesystem::path& file : request.files)
        if (request.target.session && isSameFile(file, *request.target.session))
            return Error{.id = "import.same-file",
                         .text = "--output: \"%1\" is a file to import; give another",
                         .arguments = {file.string()}};
    return check(request.target);
}

ExitCode runImport(const ImportRequest& request, Surroundings& surroundings)
{
    if (const auto fine = check(request); !fine)
        return fail(surroundings, fine.error());
    auto session = sessionFor(request.target);
    if (!session)
        return fail(surroundings, session.error());
    ImportOptions options = request.options;
    options.progress = [&](std::uint64_t, std::uint64_t) { return !surroundings.interruption.requested(); };
    std::string text;
    for (const std::filesystem::path& path : request.files) {
        const auto file = importKernels(path, options, request.format);
        if (!file)
            return refuse(ofInput(file.error()), request, surroundings);
        if (file->kernels.empty())
            return refuse(nothingIn(*file, path), request, surroundings);
        text += describe(*file, path);
        session->ownKernels.insert(session->ownKernels.end(), file->kernels.begin(), file->kernels.end());
    }
    if (request.target.session) {
        if (const auto saved = saveKernels(*session, request.target); !saved)
            return fail(surroundings, saved.error());
        text += "saved as " + printable(request.target.session->string()) + "\n";
    }
    return printResult(surroundings, text);
}

} // namespace

Command importCommand()
{
    const auto request = std::make_shared<ImportRequest>();
    std::string programs;
    for (const ImportFormat& format : importFormats())
        programs += (programs.empty() ? "" : ", ") + std::string(format.program) + " (" + std::string(format.id) + ")";
    return {.name = "import",
            .summary = "read kernels from what a profiler or a benchmark program wrote",
            .options = {{"FILE", "", "a file to import, also compressed by gzip; several are read one after the other",
                         [request](const std::string& text) -> Result<void> {
                             request->files.emplace_back(text);
                             return {};
                         },
                         true, true},
                        {"-o,--output", "FILE", "write the kernels into a new session (.ridge)",
                         into(request->target.session, parseOutputFile)},
                        {"--append", "", "add to the session in the file of -o; create it if it does not exist",
                         set(request->target.append)},
                        {"--format", "ID", "read the files as this format instead of finding it by their content",
                         into(request->format, parseFormat)},
                        {"--decimal", ".|,", "the decimal mark of numbers, where a file does not tell",
                         into(request->options.decimalMark, parseDecimalMark)}},
            .notes = {"Formats: " + programs + ".",
                      "Work is counted (by counters), formula (from shapes), declared (by the program) or unknown. "
                      "Without -o the kernels are printed only."},
            .examples = {"ridgepoint-bench import benchmark.json -o kernels.ridge"},
            .run = [request](Surroundings& surroundings) { return runImport(*request, surroundings); }};
}

} // namespace ridgepoint
