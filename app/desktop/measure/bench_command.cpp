// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/measure/bench_command.h"

#include <QFileInfo>
#include <QProcess>
#include <QStandardPaths>

namespace ridgepoint {
namespace {

const QString benchName = QStringLiteral("ridgepoint-bench");

Result<BenchCommand> findRequested(const QString& requested)
{
    // A path with spaces in it is a path first, and only else a command line.
    if (const QFileInfo file(requested); file.isFile() && file.isExecutable())
        return BenchCommand{file.absoluteFilePath(), {}};
    QStringList words = QProcess::splitCommand(requested);
    if (!words.isEmpty()) {
        const QString program = words.takeFirst();
        const QFileInfo file(program);
        if (program.contains(QLatin1Char('/')) ? file.isFile() && file.isExecutable()
                                               : !QStandardPaths::findExecutable(program).isEmpty())
            return BenchCommand{program, words};
    }
    return Error{ErrorKind::Unavailable,
                 "bench.not-found-as-asked",
                 "The measuring program \"%1\" does not exist or cannot be run; pass the path of ridgepoint-bench with "
                 "--bench.",
                 {requested.toStdString()}};
}

} // namespace

Result<BenchCommand> findBench(const QString& requested, const QString& folderOfProgram)
{
    if (!requested.trimmed().isEmpty())
        return findRequested(requested.trimmed());
    const QFileInfo beside(folderOfProgram + QLatin1Char('/') + benchName);
    if (beside.isFile() && beside.isExecutable())
        return BenchCommand{beside.absoluteFilePath(), {}};
    if (const QString found = QStandardPaths::findExecutable(benchName); !found.isEmpty())
        return BenchCommand{found, {}};
    return Error{ErrorKind::Unavailable,
                 "bench.not-found",
                 "The measuring program ridgepoint-bench is neither in %1 nor on PATH; install it there, or pass its "
                 "path with --bench.",
                 {folderOfProgram.toStdString()}};
}

} // namespace ridgepoint
