// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/import/import_formats.h"
#include "core/import/import_json.h"
#include "core/session/json_limits.h"
#include "core/session/own_kernels_csv.h"
#include "core/session/session_fields.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <iterator>
#include <memory>
#include <system_error>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

namespace ridgepoint {
namespace {

constexpr std::size_t pieceBytes = std::size_t{1} << 18U;
constexpr std::size_t beginningBytes = std::size_t{1} << 16U;
/// A small packed file can be any number of zeros.
constexpr std::uint64_t maximumUnpackedBytes = std::uint64_t{8} << 30U;
constexpr std::uint64_t maximumPlainBytes = std::uint64_t{64} << 30U;

/// The next bytes of a file; fewer only at its end. errno, or 0.
int readPiece(int descriptor, std::vector<char>& buffer, std::size_t& got)
{
    ssize_t count = 0;
    do {
        count = ::read(descriptor, buffer.data(), buffer.size());
    } while (count < 0 && errno == EINTR);
    got = count < 0 ? 0 : static_cast<std::size_t>(count);
    return count < 0 ? errno : 0;
}

/// Unpacks a gzip file, which may be several one after the other (RFC 1952).
class Unpacker {
public:
    Unpacker()
    {
        constexpr int gzipOnly = 16; // added to the window's size, by zlib.h
        m_state.next_in = nullptr;
        m_isReady = ::inflateInit2(&m_state, MAX_WBITS + gzipOnly) == Z_OK;
    }
    ~Unpacker()
    {
        if (m_isReady)
            ::inflateEnd(&m_state);
    }
    Unpacker(const Unpacker&) = delete;
    Unpacker& operator=(const Unpacker&) = delete;

    [[nodiscard]] bool needsInput() const { return m_state.avail_in == 0; }
    void give(std::vector<char>& packed, std::size_t bytes)
    {
        m_state.next_in = reinterpret_cast<Bytef*>(packed.data());
        m_state.avail_in = static_cast<uInt>(bytes);
    }
    /// Whether the file may end here.
    [[nodiscard]] bool isBetweenMembers() const { return m_isBetweenMembers; }
    /// Unpacks into the buffer; EBADMSG for what is no gzip.
    int take(std::vector<char>& buffer, std::size_t& got)
    {
        if (!m_isReady)
            return ENOMEM;
        if (m_isBetweenMembers && ::inflateReset(&m_state) != Z_OK)
            return EBADMSG;
        m_state.next_out = reinterpret_cast<Bytef*>(buffer.data());
        m_state.avail_out = static_cast<uInt>(buffer.size());
        const int outcome = ::inflate(&m_state, Z_NO_FLUSH);
        got = buffer.size() - m_state.avail_out;
        m_isBetweenMembers = outcome == Z_STREAM_END;
        return outcome == Z_OK || outcome == Z_STREAM_END || outcome == Z_BUF_ERROR ? 0 : EBADMSG;
    }

private:
    z_stream m_state{};
    bool m_isReady = false;
    bool m_isBetweenMembers = false;
};

/// The bytes of a file, piece by piece.
class Pieces {
public:
    Pieces(int descriptor, bool isPacked, ImportProgress progress, std::uint64_t fileBytes)
        : m_descriptor(descriptor),
          m_fileBytes(fileBytes),
          m_progress(std::move(progress)),
          m_unpacker(isPacked ? std::make_unique<Unpacker>() : nullptr),
          m_packed(isPacked ? pieceBytes : 0),
          m_piece(pieceBytes)
    {}

    std::string_view next(int& failure)
    {
        std::size_t got = 0;
        failure = m_unpacker ? unpack(got) : readPiece(m_descriptor, m_piece, got);
        if (!m_unpacker)
            m_read += got;
        m_given += got;
        if (failure == 0 && m_given > (m_unpacker ? maximumUnpackedBytes : maximumPlainBytes))
            failure = EFBIG;
        if (failure == 0 && m_progress && !m_progress(std::min(m_read, m_fileBytes), m_fileBytes))
            failure = ECANCELED;
        return {m_piece.data(), failure == 0 ? got : 0};
    }

private:
    int unpack(std::size_t& got)
    {
        while (got == 0) {
            if (m_unpacker->needsInput()) {
                std::size_t packed = 0;
                if (const int failure = readPiece(m_descriptor, m_packed, packed); failure != 0)
                    return failure;
                if (packed == 0)
                    return m_unpacker->isBetweenMembers() ? 0 : EBADMSG;
                m_read += packed;
                m_unpacker->give(m_packed, packed);
            }
            if (const int failure = m_unpacker->take(m_piece, got); failure != 0)
                return failure;
        }
        return 0;
    }

    int m_descriptor;
    std::uint64_t m_fileBytes;
    std::uint64_t m_read = 0;  // of the file
    std::uint64_t m_given = 0; // unpacked
    ImportProgress m_progress;
    std::unique_ptr<Unpacker> m_unpacker;
    std::vector<char> m_packed;
    std::vector<char> m_piece;
};

Error cannotOpen(const std::filesystem::path& path, const std::string& why)
{
    return {ErrorKind::Unavailable, "import.cannot-open", "%1 could not be opened: %2.", {path.string(), why}};
}

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

/// Why a file that no format recognises is none of them, and what to do.
Error unknownContent(const std::filesystem::path& path, std::string_view beginning)
{
    const auto refused = [&](const char* text) {
        return Error{ErrorKind::Corrupt, "import.unknown", text, {path.string()}};
    };
    const auto paths = jsonPathsIn(beginning);
    const auto isEmpty = [&](std::string_view array) {
        const auto found = paths.find(array);
        return found != paths.end()
            && (std::next(found) == paths.end() || !std::next(found)->starts_with(std::string(array) + '.'));
    };
    if (paths.contains("format") && beginning.find('"' + std::string(sessionFormat) + '"') != std::string_view::npos)
        return refused("%1 is a Ridgepoint session: open it with File › Open.");
    if (isEmpty("benchmarks"))
        return refused("%1 is of Google Benchmark and has no benchmark: run it again with --benchmark_out=FILE.");
    if (isEmpty("traceEvents"))
        return refused("%1 is a trace and has no event: let the profiler run while the program works, and export the "
                       "trace anew.");
    if (parseOwnKernels(beginning.substr(0, beginning.find('\n'))).ok())
        return refused(
            "%1 is a table of own kernels: in Ridgepoint's window File › Import kernels adds it, where it is "
            "not compressed.");
    return {ErrorKind::Corrupt,
            "import.unknown",
            "%1 is not in a format Ridgepoint can import. It reads files of %2. The window also adds CSV tables of own "
            "kernels: their first line has at least the columns flops and time_s.",
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

ImportFile::ImportFile(std::filesystem::path path, int descriptor, std::uint64_t bytes, bool isPacked)
    : m_path(std::move(path)), m_descriptor(descriptor), m_bytes(bytes), m_isPacked(isPacked)
{}

ImportFile::ImportFile(ImportFile&& other) noexcept
    : m_path(std::move(other.m_path)),
      m_descriptor(std::exchange(other.m_descriptor, -1)),
      m_bytes(other.m_bytes),
      m_isPacked(other.m_isPacked)
{}

ImportFile::~ImportFile()
{
    if (m_descriptor >= 0)
        ::close(m_descriptor);
}

Result<ImportFile> ImportFile::open(const std::filesystem::path& path)
{
    // Without O_NONBLOCK, opening a pipe that nobody writes to would wait for ever.
    ImportFile file(path, ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK), 0, false);
    struct stat status {};
    if (file.m_descriptor < 0 || ::fstat(file.m_descriptor, &status) != 0)
        return cannotOpen(path, std::generic_category().message(errno));
    if (!S_ISREG(status.st_mode))
        return cannotOpen(path, "it is not a file");
    if (status.st_size == 0)
        return Error{ErrorKind::Corrupt,
                     "import.empty",
                     "%1 is empty; run the program that should have written it again.",
                     {path.string()}};
    file.m_bytes = static_cast<std::uint64_t>(status.st_size);
    std::array<unsigned char, 2> magic{};
    constexpr std::array<unsigned char, 2> gzipMagic{0x1f, 0x8b};
    if (::pread(file.m_descriptor, magic.data(), magic.size(), 0) < 0)
        return cannotOpen(path, std::generic_category().message(errno));
    file.m_isPacked = magic == gzipMagic;
    return file;
}

Result<std::string> ImportFile::beginning()
{
    ByteSource source = bytes({});
    std::string text;
    while (text.size() < beginningBytes && !source.atEnd()) {
        const std::string_view piece = source.atHand().substr(0, beginningBytes - text.size());
        text += piece;
        source.skip(piece.size());
    }
    // What was damaged further on may be recognised still: the error then says where.
    if (text.empty() && source.failure() != 0)
        return failure(source.failure());
    return text;
}

ByteSource ImportFile::bytes(const ImportProgress& progress)
{
    ::lseek(m_descriptor, 0, SEEK_SET);
    const auto pieces = std::make_shared<Pieces>(m_descriptor, m_isPacked, progress, m_bytes);
    return ByteSource([pieces](int& failure) { return pieces->next(failure); });
}

Error ImportFile::failure(int code) const
{
    const std::string name = m_path.string();
    if (code == ECANCELED)
        return {ErrorKind::Cancelled, "import.cancelled", "The import of %1 was cancelled.", {name}};
    if (code == EBADMSG)
        return {ErrorKind::Corrupt,
                "import.gzip",
                "%1 is damaged or incomplete: gzip cannot unpack it. Write or copy it again.",
                {name}};
    if (code == EFBIG)
        return {ErrorKind::Corrupt,
                "import.too-large",
                m_isPacked ? "%1 holds more than %2 GiB; profile a shorter run, or unpack it if it is meant to."
                           : "%1 holds more than %2 GiB; profile a shorter run.",
                {name, std::to_string((m_isPacked ? maximumUnpackedBytes : maximumPlainBytes) >> 30U)}};
    return {ErrorKind::Unavailable,
            "import.cannot-read",
            "%1 could not be read: %2.",
            {name, std::generic_category().message(code)}};
}

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
        // A program that declares no FLOP leaves them open: 0 stands for what it does not know.
        kernel.flopsUnknown = kernel.flopsUnknown
                           || (kernel.work == WorkOrigin::Declared && kernel.flops == Flops()
                               && !trafficOf(kernel).empty());
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
        return unknownContent(path, *beginning);
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
