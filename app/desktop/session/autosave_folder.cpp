// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/session/autosave_folder.h"

#include <QDateTime>
#include <QDir>
#include <QFileInfo>
#include <QLockFile>

#include <algorithm>
#include <map>
#include <utility>

namespace ridgepoint {
namespace {

constexpr int keptAutosaves = 20;
const QString anySession = QStringLiteral("*.ridge");

/// Whether a window, of this program or another, has claimed an autosave.
bool isClaimed(const QString& path)
{
    QLockFile lock(path + QStringLiteral(".lock"));
    lock.setStaleLockTime(0);
    return !lock.tryLock(0) && lock.error() == QLockFile::LockFailedError;
}

/// Whether the autosave has measurements, results of experiments or kernels that the document lacks; where the sliders
/// stood counts for nothing.
bool holdsMore(const Session& autosave, const Session& document)
{
    std::map<std::pair<std::string, Workload>, std::pair<Seconds, int>> saved;
    for (const Sample& sample : document.samples)
        saved[{sample.device, sample.workload}] = {sample.time, sample.rounds};
    const auto isSaved = [&saved](const Sample& sample) {
        const auto found = saved.find({sample.device, sample.workload});
        return found != saved.end() && found->second == std::pair(sample.time, sample.rounds);
    };
    const auto hasRoof = [&document](const RoofSet& set, const Roof& roof) {
        return std::any_of(document.roofs.begin(), document.roofs.end(), [&](const RoofSet& other) {
            const Roof* same = other.device == set.device && other.threads == set.threads ? other.find(roof.id)
                                                                                          : nullptr;
            return same != nullptr && same->value == roof.value;
        });
    };
    const auto hasAllRoofs = [&hasRoof](const RoofSet& set) {
        return std::all_of(set.roofs.begin(), set.roofs.end(), [&](const Roof& roof) { return hasRoof(set, roof); });
    };
    // A run is known by when it began; one that went on since has more in it.
    const auto hasExperiment = [&document](const ExperimentResult& result) {
        return std::any_of(
            document.experiments.begin(), document.experiments.end(), [&](const ExperimentResult& other) {
                return other.id == result.id && other.device == result.device && other.created == result.created
                    && other.points.size() >= result.points.size() && other.lanes.size() >= result.lanes.size();
            });
    };
    return !std::all_of(autosave.samples.begin(), autosave.samples.end(), isSaved)
        || !std::all_of(autosave.experiments.begin(), autosave.experiments.end(), hasExperiment)
        || !std::all_of(autosave.roofs.begin(), autosave.roofs.end(), hasAllRoofs)
        || autosave.ownKernels != document.ownKernels;
}

/// The last written of a session's autosaves that is newer than its document and not another window's.
QString newestAfter(const QDateTime& written, const QString& usual, const QString& own)
{
    const QFileInfo first(usual);
    QString newest;
    QDateTime latest = written;
    for (const QFileInfo& file : first.dir().entryInfoList({anySession}, QDir::Files)) {
        if (!file.completeBaseName().startsWith(first.completeBaseName()))
            continue; // not by a pattern: a name may hold brackets
        bool isNumber = false;
        (void)file.completeBaseName().mid(first.completeBaseName().size() + 1).toInt(&isNumber);
        if (file.lastModified() <= latest || (file.fileName() != first.fileName() && !isNumber))
            continue;
        if (file.filePath() != own && isClaimed(file.filePath()))
            continue;
        latest = file.lastModified();
        newest = file.filePath();
    }
    return newest;
}

} // namespace

QString usualAutosave(const QString& folder, const std::string& created, const QString& document)
{
    QString name = QString::fromStdString(created);
    for (QChar& letter : name)
        if (!letter.isLetterOrNumber() && letter != QLatin1Char('-'))
            letter = QLatin1Char('-');
    const QString stem = document.isEmpty() ? QString() : QLatin1Char('-') + QFileInfo(document).completeBaseName();
    return folder + QLatin1Char('/') + name + stem + QStringLiteral(".ridge");
}

QString numberedAutosave(const QString& usual, int number)
{
    return number == 1 ? usual : QStringLiteral("%1-%2.ridge").arg(usual.chopped(6)).arg(number);
}

DocumentReading readDocument(const QString& path, const QString& folder, const QString& own)
{
    DocumentReading reading{readSession(path.toStdString()), {}};
    if (!reading.session)
        return reading;
    const QString usual = usualAutosave(folder, reading.session->created, path);
    const QString newest = newestAfter(QFileInfo(path).lastModified(), usual, own);
    if (newest.isEmpty())
        return reading;
    const auto autosave = readSession(newest.toStdString());
    if (autosave && holdsMore(*autosave, *reading.session))
        reading.newerAutosave = newest;
    return reading;
}

void dropOldAutosaves(const QString& folder, const QString& own)
{
    // By their last use: a session of last year that was gone on with today is as young as any.
    const QStringList names = QDir(folder).entryList({anySession}, QDir::Files, QDir::Time);
    for (qsizetype i = keptAutosaves; i < names.size(); ++i) {
        const QString path = folder + QLatin1Char('/') + names[i];
        if (path != own && !isClaimed(path))
            QFile::remove(path);
    }
}

} // namespace ridgepoint
