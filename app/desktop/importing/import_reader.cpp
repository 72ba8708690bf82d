// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/importing/import_reader.h"

#include "core/session/session.h"

#include <QFile>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <sstream>
#include <string>
#include <utility>

namespace ridgepoint {
namespace {

Error readingCancelled(const std::filesystem::path& path)
{
    return {ErrorKind::Cancelled, "import.cancelled", "The import of %1 was cancelled.", {path.string()}};
}

Result<ImportedFile> kernelsOfSession(const std::filesystem::path& path)
{
    auto session = readSession(path);
    if (!session)
        return inFile(path, session.error());
    ImportedFile file{.formatId = {}, .device = {}, .kernels = std::move(session->ownKernels), .remarks = {}};
    if (!file.kernels.empty() && std::ranges::all_of(file.kernels, [&](const OwnKernel& kernel) {
            return kernel.device == file.kernels.front().device;
        }))
        file.device = file.kernels.front().device;
    std::istringstream notes(session->notes); // what slopes told when its program was run
    for (std::string line; std::getline(notes, line);)
        if (!line.empty())
            file.remarks.push_back(line);
    return file;
}

} // namespace

/// What both threads know of one file.
struct ImportReader::Read {
    int number = 0;
    std::filesystem::path path;
    std::optional<char> decimalMark;
    std::shared_ptr<const Result<ImportedFile>> result; ///< once it is read
    std::atomic<std::uint64_t> read = 0;
    std::atomic<std::uint64_t> bytes = 0;
    std::atomic<bool> isCancelled = false;

    Result<ImportedFile> run()
    {
        if (isCancelled)
            return readingCancelled(path);
        if (path.extension() == ".ridge")
            return kernelsOfSession(path);
        ImportOptions options;
        options.decimalMark = decimalMark;
        options.progress = [this](std::uint64_t done, std::uint64_t all) {
            read = done;
            bytes = all;
            return !isCancelled;
        };
        return importKernels(path, options);
    }
};

ImportReader::ImportReader(QObject* parent) : QObject(parent) {}
ImportReader::~ImportReader() { cancel(); }

void ImportReader::read(int number, const QString& path, std::optional<char> decimalMark)
{
    const auto read = std::make_shared<Read>();
    read->number = number;
    read->path = QFile::encodeName(path).toStdString();
    read->decimalMark = decimalMark;
    m_reads.push_back(read);
    m_thread.run([read] { read->result = std::make_shared<const Result<ImportedFile>>(read->run()); },
                 [this, read] {
                     m_reads.pop_front();
                     emit finished(read->number, read->result);
                 });
}

void ImportReader::cancel()
{
    for (const auto& read : m_reads)
        read->isCancelled = true;
}

int ImportReader::number() const { return m_reads.front()->number; }

double ImportReader::fraction() const
{
    const std::uint64_t bytes = m_reads.front()->bytes;
    return bytes > 0 ? static_cast<double>(m_reads.front()->read) / static_cast<double>(bytes) : 0.0;
}

} // namespace ridgepoint
