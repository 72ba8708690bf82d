// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/base/remote_machine.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QRegularExpression>

#include <algorithm>

namespace ridgepoint {
namespace {

constexpr qsizetype longestHost = 255;
/// Beyond this a configuration is no configuration.
constexpr qint64 mostConfigBytes = 1 << 20;

Error machineError(const char* id, const char* text, const QString& word)
{
    return Error{ErrorKind::InvalidInput, id, text, {word.toStdString()}};
}

bool matchesWhole(const char* pattern, const QString& text)
{
    return QRegularExpression(QRegularExpression::anchoredPattern(QLatin1String(pattern))).match(text).hasMatch();
}

/// As QProcess::splitCommand() takes it apart again.
QString quotedWord(QString word)
{
    word.replace(QLatin1Char('"'), QStringLiteral("\"\"\""));
    const bool hasSpace = std::any_of(word.cbegin(), word.cend(), [](QChar letter) { return letter.isSpace(); });
    return hasSpace ? QLatin1Char('"') + word + QLatin1Char('"') : word;
}

} // namespace

QString Machine::name() const
{
    if (!slurm)
        return host;
    const QString job = slurm->partition.isEmpty() ? QStringLiteral("Slurm")
                                                   : QStringLiteral("Slurm ") + slurm->partition;
    return host.isEmpty() ? job : QStringLiteral("%1 (%2)").arg(host, job);
}

QString Machine::place() const
{
    Machine machine = *this;
    machine.host = host.mid(host.lastIndexOf(QLatin1Char('@')) + 1);
    return machine.name();
}

QStringList Machine::arguments() const
{
    QStringList words;
    if (!host.isEmpty())
        words << QStringLiteral("--target") << host;
    if (!slurm)
        return words;
    words << QStringLiteral("--slurm");
    if (!slurm->partition.isEmpty())
        words << QStringLiteral("--partition") << slurm->partition;
    if (slurm->gpus > 0)
        words << QStringLiteral("--gpus") << QString::number(slurm->gpus);
    if (!slurm->time.isEmpty())
        words << QStringLiteral("--time") << slurm->time;
    for (const QString& each : QProcess::splitCommand(slurm->extra))
        words << QStringLiteral("--slurm-extra=") + each; // which may be an option itself
    return words;
}

Result<void> checkHost(const QString& host)
{
    if (host.isEmpty())
        return Error{ErrorKind::InvalidInput,
                     "machine.no-host",
                     "Enter the machine's name as you would after ssh, for example gpu01 or me@gpu01.",
                     {}};
    const QString machine = host.mid(host.lastIndexOf(QLatin1Char('@')) + 1);
    if (host.startsWith(QLatin1Char('-')) || machine.startsWith(QLatin1Char('-')))
        return machineError(
            "machine.option",
            "In %1 a name begins with a hyphen, which ssh takes for an option; enter the name of a machine.", host);
    if (!matchesWhole("[A-Za-z0-9._:@\\[\\]-]+", host) || machine.isEmpty() || host.startsWith(QLatin1Char('@'))
        || host.size() > longestHost)
        return machineError("machine.letters",
                            "%1 is no name of a machine, such as gpu01 or me@gpu01: it has letters, digits and "
                            ". _ : @ [ ] - only. For a port or "
                            "a key, give the machine a Host line in ~/.ssh/config.",
                            host);
    return {};
}

Result<void> checkMachine(const Machine& machine)
{
    const bool isHere = machine.slurm && machine.host.isEmpty();
    if (auto host = isHere ? Result<void>() : checkHost(machine.host); !host || !machine.slurm)
        return host;
    const SlurmOptions& slurm = *machine.slurm;
    if (!slurm.partition.isEmpty() && !matchesWhole("[A-Za-z0-9_][A-Za-z0-9_.,-]*", slurm.partition))
        return machineError("machine.partition",
                            "%1 is no name of a partition; sinfo on that machine lists those that there are.",
                            slurm.partition);
    if (!slurm.time.isEmpty() && !matchesWhole("[0-9]+(-[0-9]+)?(:[0-9]{1,2}){0,2}", slurm.time))
        return machineError("machine.time",
                            "%1 is no time of Slurm's; write minutes (90), hours:minutes:seconds (1:30:00) or "
                            "days-hours (1-12).",
                            slurm.time);
    return {};
}

Machine machineFrom(const remote::TargetOptions& options)
{
    Machine machine{.host = QString::fromStdString(options.target)};
    if (!options.slurm)
        return machine;
    const remote::SlurmRequest& request = options.request;
    const QString gpus = QString::fromStdString(request.gpus);
    bool isNumber = false;
    const int number = gpus.toInt(&isNumber);
    QStringList extra;
    if (!gpus.isEmpty() && !isNumber) // "a100:2"
        extra << QStringLiteral("--gpus=") + gpus;
    for (const std::string& each : request.extra)
        extra << quotedWord(QString::fromStdString(each));
    machine.slurm = SlurmOptions{.partition = QString::fromStdString(request.partition),
                                 .gpus = number,
                                 .time = QString::fromStdString(request.time),
                                 .extra = extra.join(QLatin1Char(' '))};
    return machine;
}

QStringList hostsOfSshConfig(const QString& text)
{
    static const QRegularExpression hostLine(QStringLiteral("^[ \\t]*host(?:[ \\t]+|[ \\t]*=[ \\t]*)(.+)$"),
                                             QRegularExpression::CaseInsensitiveOption
                                                 | QRegularExpression::MultilineOption);
    static const QRegularExpression space(QStringLiteral("\\s+"));
    QStringList hosts;
    for (auto lines = hostLine.globalMatch(text); lines.hasNext();)
        for (const QString& each : lines.next().captured(1).split(space, Qt::SkipEmptyParts)) {
            if (each.startsWith(QLatin1Char('#')))
                break;
            if (checkHost(each) && !hosts.contains(each)) // a pattern has letters that no name has
                hosts << each;
        }
    return hosts;
}

QStringList knownHosts()
{
    QFile config(QDir::homePath() + QStringLiteral("/.ssh/config"));
    if (!config.open(QIODevice::ReadOnly))
        return {};
    return hostsOfSshConfig(QString::fromUtf8(config.read(mostConfigBytes)));
}

} // namespace ridgepoint
