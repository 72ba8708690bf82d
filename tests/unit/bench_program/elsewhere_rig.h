// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/unit/bench_program/process_rig.h"

#include <QDir>
#include <QFile>

namespace ridgepoint::test {

/// The programs that stand in for ssh and another machine's own, in a folder that is FAKE in their environment.
class Elsewhere {
public:
    /// `ssh` is the script in its place.
    explicit Elsewhere(const char* ssh)
    {
        for (const char* name : {"bin", "home", "tmp", "there"})
            QDir(m_folder.path()).mkdir(QLatin1String(name));
        program(QStringLiteral("bin/ssh"), ssh);
    }
    void program(const QString& name, const QByteArray& text) const
    {
        QFile file(path(name));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) == text.size());
        file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    }
    [[nodiscard]] QString path(const QString& name) const { return m_folder.filePath(name); }
    [[nodiscard]] QByteArray content(const QString& name) const
    {
        QFile file(path(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    /// Readies a process of the program for this world.
    void lendTo(BenchProcess& bench, const QString& ssh = {}, const QString& srun = {}) const
    {
        QProcessEnvironment environment = bench.process.processEnvironment();
        environment.insert(QStringLiteral("PATH"), path(QStringLiteral("bin")) + ':' + environment.value("PATH"));
        environment.insert(QStringLiteral("FAKE"), m_folder.path());
        environment.insert(QStringLiteral("FAKE_SSH"), ssh);
        environment.insert(QStringLiteral("FAKE_SRUN"), srun);
        environment.remove(QStringLiteral("SSH_ASKPASS"));
        bench.process.setProcessEnvironment(environment);
        bench.process.setWorkingDirectory(m_folder.path());
    }

private:
    QTemporaryDir m_folder;
};

/// Whether a process is there and no zombie.
inline bool isRunning(const QByteArray& pid)
{
    QFile stat("/proc/" + QString::fromLatin1(pid.trimmed()) + "/stat");
    return !pid.isEmpty() && stat.open(QIODevice::ReadOnly) && !stat.readAll().contains(") Z ");
}

} // namespace ridgepoint::test
