// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/text_file.h"

#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <optional>
#include <string>
#include <system_error>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace ridgepoint {
namespace {

namespace fs = std::filesystem;

/// A file descriptor that closes itself.
class Descriptor {
public:
    explicit Descriptor(int number) : m_number(number) {}
    ~Descriptor() { close(); }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    [[nodiscard]] int number() const { return m_number; }
    [[nodiscard]] bool isOpen() const { return m_number >= 0; }
    bool close()
    {
        const int number = std::exchange(m_number, -1);
        return number < 0 || ::close(number) == 0;
    }

private:
    int m_number;
};

Error writeFailure(const fs::path& path, int code)
{
    const std::string file = path.string();
    switch (code) {
    case ENOSPC:
    case EDQUOT:
    case EFBIG:
        return {ErrorKind::Unavailable,
                "file.no-space",
                "There is no space left to write %1; free some space or choose another folder.",
                {file}};
    case EACCES:
    case EPERM:
    case EROFS:
        return {ErrorKind::Unavailable,
                "file.not-writable",
                "No permission to write %1; choose a folder with write permission.",
                {file}};
    case ENOENT:
    case ENOTDIR:
        return {ErrorKind::Unavailable,
                "file.no-folder",
                "The folder of %1 does not exist; create it or choose another folder.",
                {file}};
    case EISDIR: return {ErrorKind::InvalidInput, "file.is-folder", "%1 is a folder; give the name of a file.", {file}};
    default:
        return {ErrorKind::Unavailable,
                "file.write-failed",
                "%1 could not be written: %2; try another folder.",
                {file, std::generic_category().message(code)}};
    }
}

/// Zero, or errno.
int writeAll(int descriptor, std::string_view text)
{
    while (!text.empty()) {
        const ssize_t written = ::write(descriptor, text.data(), text.size());
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return errno;
        text.remove_prefix(static_cast<std::size_t>(written));
    }
    return 0;
}

using Produce = std::function<Result<void>(const PutText&)>;

/// What came of producing a text: errno of a write that failed, or the producer's own error.
struct Outcome {
    int failure = 0;
    Result<void> produced;
    [[nodiscard]] bool ok() const { return failure == 0 && produced.ok(); }
};

Outcome produceInto(int descriptor, const Produce& produce)
{
    Outcome outcome;
    outcome.produced = produce([&](std::string_view piece) {
        if (outcome.failure == 0)
            outcome.failure = writeAll(descriptor, piece);
        return outcome.failure == 0;
    });
    return outcome;
}

fs::path temporaryBeside(const fs::path& path)
{
    static std::atomic<unsigned> counter{0};
    // Cut, so that whatever is a possible name for the file has a possible temporary name.
    constexpr std::size_t shownBytes = 200;
    fs::path name = path;
    name.replace_filename('.' + path.filename().string().substr(0, shownBytes) + '.' + std::to_string(::getpid()) + '-'
                          + std::to_string(counter++) + ".tmp");
    return name;
}

Outcome writeDirectly(const Produce& produce, const fs::path& path)
{
    Descriptor file(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
    if (!file.isOpen())
        return {errno, {}};
    Outcome outcome = produceInto(file.number(), produce);
    if (outcome.ok() && !file.close())
        outcome.failure = errno;
    return outcome;
}

Outcome writeTemporary(const Produce& produce, const fs::path& temporary, std::optional<mode_t> mode)
{
    Descriptor file(::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
    if (!file.isOpen() || (mode && ::fchmod(file.number(), *mode) != 0))
        return {errno, {}};
    Outcome outcome = produceInto(file.number(), produce);
    if (outcome.ok() && (::fsync(file.number()) != 0 || !file.close()))
        outcome.failure = errno;
    return outcome;
}

/// The new name is on the disk only when its folder is; not every file system can do this, and the text is safe then
/// too.
void syncFolder(const fs::path& folder)
{
    const Descriptor descriptor(::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (descriptor.isOpen())
        (void)::fsync(descriptor.number());
}

/// What a symbolic link names; the path itself otherwise, or where the link leads nowhere.
fs::path resolved(const fs::path& path)
{
    std::error_code failure;
    if (!fs::is_symlink(path, failure))
        return path;
    fs::path target = fs::canonical(path, failure);
    return failure ? path : target;
}

} // namespace

Result<void> writeTextFile(std::string_view text, const fs::path& path)
{
    return writeTextFile(
        [text](const PutText& put) {
            (void)put(text);
            return Result<void>();
        },
        path);
}

Result<void> writeTextFile(const Produce& produce, const fs::path& path)
{
    const fs::path target = resolved(path);
    struct stat old {};
    const bool exists = ::stat(target.c_str(), &old) == 0;
    if (target.filename().empty() || (exists && S_ISDIR(old.st_mode)))
        return writeFailure(path, EISDIR);
    if (exists && !S_ISREG(old.st_mode)) {
        const Outcome outcome = writeDirectly(produce, target);
        return outcome.failure == 0 ? outcome.produced : writeFailure(path, outcome.failure);
    }
    if (exists && ::access(target.c_str(), W_OK) != 0)
        return writeFailure(path, errno); // a rename would replace a file that its owner has locked

    const fs::path temporary = temporaryBeside(target);
    Outcome outcome = writeTemporary(produce, temporary,
                                     exists ? std::optional<mode_t>(old.st_mode & 07777) : std::nullopt);
    if (outcome.ok() && ::rename(temporary.c_str(), target.c_str()) != 0)
        outcome.failure = errno;
    if (!outcome.ok()) {
        ::unlink(temporary.c_str());
        return outcome.failure == 0 ? outcome.produced : writeFailure(path, outcome.failure);
    }
    syncFolder(target.parent_path());
    return {};
}

std::optional<std::filesystem::path> writeToFallback(
    const std::function<Result<void>(const std::filesystem::path&)>& write, const std::filesystem::path& name)
{
    std::error_code failure;
    // A folder of its own, of a name that nobody can guess: in a shared one another user could have laid a link.
    std::string folder = (std::filesystem::temp_directory_path(failure) / "ridgepoint-XXXXXX").string();
    if (failure || mkdtemp(folder.data()) == nullptr)
        return std::nullopt;
    std::filesystem::path refuge = std::filesystem::path(folder) / name;
    if (write(refuge))
        return refuge;
    rmdir(folder.c_str());
    return std::nullopt;
}

} // namespace ridgepoint
