// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lesson/lesson.h"
#include "tests/support/synthetic_device.h"

#include <QDir>
#include <QString>
#include <QStringList>

#include <span>
#include <string>

namespace ridgepoint::test {

/// The made-up processor with all of its roofs, every workload measured; the base is 1 Mi numbers.
inline LessonMachine syntheticMachine()
{
    LessonMachine machine{.roofs = syntheticRoofs(syntheticThreads),
                          .kind = DeviceKind::Cpu,
                          .memory = syntheticDevice().memory,
                          .base = {},
                          .time = [](const Workload& workload) { return std::optional(syntheticTime(workload)); }};
    machine.base.elements = 1 << 20;
    machine.base.threads = syntheticThreads;
    return machine;
}

/// The names of the files that these pages were made of, and of those that lie in a folder of resources, by name.
inline QStringList filesOf(std::span<const LessonPage> pages)
{
    QStringList names;
    for (const LessonPage& page : pages)
        names << QString::fromStdString(std::string(page.id)) + QStringLiteral(".md");
    names.sort();
    return names;
}
inline QStringList filesIn(const char* folder)
{
    return QDir(QStringLiteral(RIDGEPOINT_SOURCE_DIR "/resources/") + QLatin1String(folder))
        .entryList({QStringLiteral("*")}, QDir::Files, QDir::Name);
}

} // namespace ridgepoint::test
