// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/bench/environment.h"
#include "app/bench/option_values.h"
#include "app/bench/program.h"
#include "app/bench/save_session.h"
#include "app/bench/text_format.h"
#include "core/import/import_formats.h"
#include "core/session/own_kernels_csv.h"
#include "core/session/session.h"

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

namespace ridgepoint {
namespace {

struct ImportRequest {
    std::vector<std::filesystem::path> files;
    std::optional<std::filesystem::path> session;
    std::optional<std::string> format;
    ImportOptions options;
    bool append = false;
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

/// Cut to so many places, at the end of a letter.
std::string shortened(const std::string& name, std::size_t places)
{
    std::size_t taken = 0;
    for (std::size_t i = 0; i < name.size(); ++i) {
        if ((static_cast<unsigned char>(name[i]) & 0xC0U) == 0x80U)
            continue;
        if (taken++ == places)
            return name.substr(0, i) + "\u2026";
    }
    return name;
}

std::string countOf(double value)
{
    return value < 1e6 && value == static_cast<double>(static_cast<std::int64_t>(value))
             ? std::to_string(static_cast<std::int64_t>(value))
             : withPrefix(value, "");
}

/// The longest kernels, one a line.
std::string tableOf(const ImportedFile& file)
{
    constexpr std::size_t shownRows = 40;
    constexpr std::size_t namePlaces = 44;
    constexpr std::size_t figureWidth = 12;
    std::vector<const OwnKernel*> kernels;
    for (const OwnKernel& kernel : file.kernels)
        kernels.push_back(&kernel);
    std::ranges::stable_sort(kernels, [](const OwnKernel* a, const OwnKernel* b) { return a->time > b->time; });
    std::array<bool, cacheLevels.size()> hasLevel{};
    for (std::size_t i = 0; i < cacheLevels.size(); ++i)
        hasLevel[i] = std::ranges::any_of(kernels,
                                          [&](const OwnKernel* kernel) { return kernel->throughCaches[i] > Bytes(); });

    const auto row = [&](const std::string& name, const auto& figure) {
        std::string line = "  " + padded(name, namePlaces + 2);
        for (const char* column : {"launches", "time", "FLOP", "dram"})
            line += padded(figure(column), figureWidth);
        for (std::size_t i = 0; i < cacheLevels.size(); ++i)
            if (hasLevel[i])
                line += padded(figure(cacheLevels[i]), figureWidth);
        return line + figure("work") + '\n';
    };
    std::string text = row("kernel",
                           [](std::string_view column) { return column == "dram" ? "memory" : std::string(column); });
    for (const OwnKernel* kernel : std::span(kernels).first(std::min(kernels.size(), shownRows)))
        text += row(shortened(printable(kernel->name), namePlaces), [&](std::string_view column) -> std::string {
            const auto amount = [](double value, const char* unit) {
                return value > 0.0 ? withPrefix(value, unit) : std::string("-");
            };
            if (column == "launches")
                return countOf(kernel->launches);
            if (column == "time")
                return withPrefix(kernel->time.value(), "s");
            if (column == "FLOP")
                return amount(kernel->flops.value(), "FLOP");
            if (column == "dram")
                return amount(kernel->bytes.value(), "B");
            if (column == "work")
                return std::string(nameOf(kernel->work)) + (kernel->profiled ? ", profiled" : "");
            const auto level = static_cast<std::size_t>(std::ranges::find(cacheLevels, column) - cacheLevels.begin());
            return amount(kernel->throughCaches[level].value(), "B");
        });
    if (kernels.size() > shownRows)
        text += "  and " + std::to_string(kernels.size() - shownRows) + " shorter ones\n";
    return text;
}

std::string describe(const ImportedFile& file, const std::filesystem::path& path)
{
    std::string text = printable(path.string()) + ": " + std::string(importFormatOf(file.formatId)->program);
    text += file.device.empty() ? "" : ", " + printable(file.device);
    text += ", " + std::to_string(file.kernels.size()) + (file.kernels.size() == 1 ? " kernel\n" : " kernels\n");
    text += tableOf(file);
    for (const std::string& remark : file.remarks)
        text += "  " + printable(remark) + '\n';
    return text;
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

/// Why a file that could be read gave no kernel.
Error nothingIn(const ImportedFile& file, const std::filesystem::path& path)
{
    return {.kind = ErrorKind::InvalidInput,
            .id = "import.no-kernels",
            .text = "%1: no kernel could be taken from it. %2",
            .arguments = {path.string(),
                          file.remarks.empty() ? "Run what it profiles or measures again." : file.remarks.back()}};
}

/// The session that the kernels go into: the one in the file with --append, else a new one.
Result<Session> sessionFor(const ImportRequest& request)
{
    std::error_code unknown;
    if (request.append && std::filesystem::exists(*request.session, unknown)) {
        auto session = readSession(*request.session);
        return session ? std::move(session) : about("--append", inFile(*request.session, session.error()));
    }
    Session session;
    session.created = timeStamp();
    return session;
}

Result<void> check(const ImportRequest& request)
{
    if (request.append && !request.session)
        return Error{.id = "import.append-where", .text = "--append: needs a session; give it with -o FILE.ridge"};
    if (request.session && request.session->extension() != ".ridge")
        return Error{.id = "import.not-a-session",
                     .text = "--output: \"%1\" must end in .ridge",
                     .arguments = {request.session->string()}};
    std::error_code unknown;
    for (const std::filesystem::path& file : request.files)
        if (request.session && isSameFile(file, *request.session))
            return Error{.id = "import.same-file",
                         .text = "--output: \"%1\" is a file to import; give another",
                         .arguments = {file.string()}};
    if (request.session && !request.append && std::filesystem::exists(*request.session, unknown))
        return Error{
            .id = "import.session-exists",
            .text = "--output: \"%1\" exists already; add to it with --append, or remove it first to replace it",
            .arguments = {request.session->string()}};
    return {};
}

ExitCode runImport(const ImportRequest& request, Surroundings& surroundings)
{
    if (const auto fine = check(request); !fine)
        return fail(surroundings, fine.error());
    auto session = sessionFor(request);
    if (!session)
        return fail(surroundings, session.error());
    ImportOptions options = request.options;
    options.progress = [&](std::uint64_t, std::uint64_t) { return !surroundings.interruption.requested(); };
    std::string text;
    for (const std::filesystem::path& path : request.files) {
        const auto file = importKernels(path, options, request.format);
        if (!file)
            return fail(surroundings, ofInput(file.error()));
        if (file->kernels.empty())
            return fail(surroundings, nothingIn(*file, path));
        text += describe(*file, path);
        session->ownKernels.insert(session->ownKernels.end(), file->kernels.begin(), file->kernels.end());
    }
    if (request.session && session->ownKernels.size() > maximumOwnKernels)
        return fail(surroundings,
                    {.id = "import.too-many",
                     .text = "these are %1 kernels, but a session holds at most %2; import fewer files into one",
                     .arguments = {std::to_string(session->ownKernels.size()), std::to_string(maximumOwnKernels)}});
    if (request.session) {
        if (const auto saved = saveSession(*session, *request.session); !saved)
            return fail(surroundings, saved.error());
        text += "saved as " + printable(request.session->string()) + "\n";
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
            .options = {{"FILE", "", "what it wrote, also compressed by gzip; several are read one after the other",
                         [request](const std::string& text) -> Result<void> {
                             request->files.emplace_back(text);
                             return {};
                         },
                         true, true},
                        {"-o,--output", "FILE", "write the kernels into a new session (.ridge)",
                         into(request->session, parseOutputFile)},
                        {"--append", "", "add to the session in the file of -o; create it if it does not exist",
                         set(request->append)},
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
