// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/measure/bench_command.h"
#include "tests/support/test_main.h"

#include <QCoreApplication>
#include <QFile>
#include <QRegularExpression>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>

#include <memory>

namespace ridgepoint::test {

#if defined(__has_feature) // how Clang tells; GCC has macros
    #define RIDGEPOINT_HAS_FEATURE(name) __has_feature(name)
#else
    #define RIDGEPOINT_HAS_FEATURE(name) 0
#endif
/// How long anything may take before a test gives up; generous, because test machines are shared.
#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__) || RIDGEPOINT_HAS_FEATURE(thread_sanitizer)          \
    || RIDGEPOINT_HAS_FEATURE(address_sanitizer)
inline constexpr int patienceMs = 120000; // all of it runs many times slower
#else
inline constexpr int patienceMs = 30000;
#endif

/// Fails on any Qt warning but the offscreen platform's own about what it cannot do: size hints, which it has for every
/// real window, and what a menu asks for.
inline void failOnWarningsOfTheWindow()
{
    QTest::failOnWarning(
        QRegularExpression(QStringLiteral("^(?!This plugin does not support (propagateSizeHints|raise|grabbing))")));
}

/// The fake bench with its options, as BenchProcess starts it.
inline BenchCommand fakeBench(const QStringList& options = {})
{
    return {QStringLiteral(RIDGEPOINT_FAKE_BENCH), options};
}
/// The same as a --bench command line.
inline QString fakeBenchLine(const QString& options = {})
{
    return options.isEmpty() ? QStringLiteral(RIDGEPOINT_FAKE_BENCH)
                             : QStringLiteral("\"" RIDGEPOINT_FAKE_BENCH "\" ") + options;
}

/// Settings of this test program alone, empty.
inline void useFreshSettings(const QString& folder)
{
    QSettings::setDefaultFormat(QSettings::IniFormat);
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, folder);
    QCoreApplication::setOrganizationName(QStringLiteral("ridgepoint-tests"));
    QCoreApplication::setApplicationName(QStringLiteral("ridgepoint-tests"));
    QSettings().clear();
}

/// What a test class of the window derives from: a folder and settings of each test function's own.
class FreshFolder : public Case {
protected:
    void begin() override
    {
        failOnWarningsOfTheWindow();
        m_folder = std::make_unique<QTemporaryDir>();
        useFreshSettings(m_folder->path());
    }

    /// The path of a new file in the folder with these bytes; empty where it cannot be written.
    [[nodiscard]] QString fileWith(const QString& name, const QByteArray& content) const
    {
        QFile file(m_folder->filePath(name));
        return file.open(QIODevice::WriteOnly) && file.write(content) == content.size() ? file.fileName() : QString();
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

} // namespace ridgepoint::test
