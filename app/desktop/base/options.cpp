// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/base/options.h"

#include <QFileInfo>

#include <utility>

namespace ridgepoint {
namespace {

Error usageError(const char* id, const char* text, const QString& word)
{
    return Error{ErrorKind::InvalidInput, id, text, {word.toStdString()}};
}

/// Splits "--name=value"; a plain "--name" takes the next word as its value.
Result<QString> takeValue(const QStringList& words, qsizetype& index)
{
    const QString word = words[index];
    if (const qsizetype equals = word.indexOf(QLatin1Char('=')); equals >= 0)
        return word.mid(equals + 1);
    if (index + 1 >= words.size())
        return usageError("options.value-missing", "The option %1 needs a value; see ridgepoint --help.", word);
    return words[++index];
}

/// One of those that say where to measure.
Result<void> applyTargetOption(const remote::TargetOption& option, remote::TargetOptions& target,
                               const QStringList& words, qsizetype& index)
{
    const bool isFlag = option.value.empty();
    if (isFlag && words[index].contains(QLatin1Char('=')))
        return usageError("options.value-unwanted", "The option %1 takes no value; see ridgepoint --help.",
                          words[index]);
    const auto value = isFlag ? Result<QString>(QString()) : takeValue(words, index);
    if (!value)
        return value.error();
    const auto taken = option.take(target, value->toStdString());
    if (taken)
        return {};
    return Error{taken.error().kind, taken.error().id, "%1: %2", {option.name, taken.error().message()}};
}

Result<void> applyOption(Options& options, const QStringList& words, qsizetype& index)
{
    const QString name = words[index].section(QLatin1Char('='), 0, 0);
    if (name != QLatin1String("--bench") && name != QLatin1String("--session") && name != QLatin1String("--theme"))
        return usageError("options.unknown", "There is no option %1; see ridgepoint --help.", name);
    const auto value = takeValue(words, index);
    if (!value)
        return value.error();
    if (name == QLatin1String("--bench")) {
        options.bench = *value;
    } else if (name == QLatin1String("--session")) {
        options.session = *value;
    } else {
        options.theme = themeChoiceNamed(*value);
        if (!options.theme)
            return usageError("options.theme", "There is no theme \"%1\"; choose light, dark or system.", *value);
    }
    return {};
}

} // namespace

QString nameOf(ThemeChoice choice)
{
    switch (choice) {
    case ThemeChoice::System: return QStringLiteral("system");
    case ThemeChoice::Light: return QStringLiteral("light");
    case ThemeChoice::Dark: return QStringLiteral("dark");
    }
    return {};
}

std::optional<ThemeChoice> themeChoiceNamed(const QString& name)
{
    for (const ThemeChoice choice : {ThemeChoice::System, ThemeChoice::Light, ThemeChoice::Dark})
        if (nameOf(choice) == name)
            return choice;
    return std::nullopt;
}

Result<Options> parseOptions(const QStringList& words)
{
    Options options;
    remote::TargetOptions target;
    for (qsizetype i = 0; i < words.size(); ++i) {
        const QString& word = words[i];
        if (word == QLatin1String("--help") || word == QLatin1String("-h")) {
            options.help = true;
        } else if (word == QLatin1String("--version")) {
            options.version = true;
        } else if (const auto* option = remote::targetOption(word.section(QLatin1Char('='), 0, 0).toStdString())) {
            if (auto applied = applyTargetOption(*option, target, words, i); !applied)
                return applied.error();
        } else if (word.startsWith(QLatin1Char('-'))) {
            if (auto applied = applyOption(options, words, i); !applied)
                return applied.error();
        } else if (options.session.isEmpty()) {
            options.session = word;
        } else {
            return usageError("options.second-session", "%1 is a second session; the window shows one at a time.",
                              word);
        }
    }
    if (const auto fine = remote::check(target); !fine)
        return fine.error();
    if (target.isElsewhere()) {
        options.target = machineFrom(target);
        if (const auto fine = checkMachine(*options.target); !fine)
            return fine.error();
    }
    if (QFileInfo(options.session).isDir())
        options.fleet = std::exchange(options.session, {});
    return options;
}

QString helpText()
{
    return QStringLiteral(
        "Usage: ridgepoint [SESSION.ridge|FOLDER] [--bench PATH|COMMAND]\n"
        "                  [--session FILE] [--theme light|dark|system]\n"
        "                  [--target HOST] [--slurm [--partition P] [--gpus N] [--time T] [--slurm-extra ARG]…]\n"
        "       ridgepoint render SESSION… --chart roofline|map|curves|report|EXPERIMENT -o FILE.(pdf|svg|png|html)\n"
        "       ridgepoint guide FILE.html\n"
        "\n"
        "Measures whether workloads on this machine are compute-, memory-bandwidth- or overhead-bound, and draws\n"
        "rooflines and regime maps.\n"
        "\n"
        "  --bench PATH|COMMAND  the measuring program; default: ridgepoint-bench next to this program, then on "
        "PATH.\n"
        "  --target HOST         measure this machine, reached by ssh; Measure > Devices does the same\n"
        "  --slurm               measure in a job of Slurm, on this machine or on that of --target, with\n"
        "                        --partition P, --gpus N, --time T and --slurm-extra ARG as in ridgepoint-bench\n"
        "  --session FILE        open this session; default: the last one. A folder of sessions, one a node, is shown "
        "as a\n"
        "                        fleet\n"
        "  --theme NAME          light, dark or system; default: the last one used\n"
        "  --version             print the version\n"
        "  -h, --help            print this\n"
        "\n"
        "Examples: ridgepoint --theme dark measured.ridge\n"
        "          ridgepoint --target gpu01\n"
        "          ridgepoint --target login1 --slurm --partition gpu --gpus 1 --time 1:00:00\n"
        "`ridgepoint render --help` describes how to draw charts without a window.\n");
}

} // namespace ridgepoint
