// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QCoreApplication>
#include <QFile>
#include <QObject>
#include <QTest>

#include <cmath>

namespace ridgepoint::test {

/// Fails the running test function on any Qt warning (a wrong connect, a painter misuse, a dangling parent).
inline void failOnQtWarnings() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".?"))); }

/// Whether a figure is the wanted one but for a share of it.
inline bool isNear(double value, double wanted, double tolerance = 1e-9)
{
    return std::abs(value / wanted - 1.0) < tolerance;
}

/// All of a file; where it cannot be read the test fails.
inline QByteArray contentOf(const QString& path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        QTest::qFail(qPrintable(path + QStringLiteral(": ") + file.errorString()), __FILE__, __LINE__);
    return file.readAll();
}

/// What a test class derives from. One with an `init()` of its own, which Qt Test then runs in place of this one, says
/// there what fails.
class Case : public QObject {
    Q_OBJECT

protected:
    /// Before every test function.
    virtual void begin() { failOnQtWarnings(); }
    /// After every test function.
    virtual void end() {}

private slots:
    void init() { begin(); }
    void cleanup() { end(); }
};

/// Runs one test class with the arguments that main() would get; the result is the exit status.
using TestRun = int (*)(int count, char** arguments);

/// Makes a test class known to its program's main() under the name of its file, which ends in "_test.cpp".
struct TestEntry {
    TestEntry(const char* file, TestRun run);
};

/// What QTEST_MAIN's main() does, for a program of many test classes. Application is QCoreApplication or QApplication.
template <class Application, class Test> int runTest(int count, char** arguments)
{
    Application application(count, arguments);
    Application::setAttribute(Qt::AA_Use96Dpi);
    Test test;
    return QTest::qExec(&test, count, arguments);
}

} // namespace ridgepoint::test

/// Stands in a test's file in place of QTEST_GUILESS_MAIN. The program runs the class by the file's name without
/// "_test.cpp".
#define RIDGEPOINT_TEST(Class)                                                                                         \
    static const ridgepoint::test::TestEntry testEntryOf##Class(__FILE__,                                              \
                                                                ridgepoint::test::runTest<QCoreApplication, Class>);
/// The same in place of QTEST_MAIN, for tests of widgets and pictures.
#define RIDGEPOINT_GUI_TEST(Class)                                                                                     \
    static const ridgepoint::test::TestEntry testEntryOf##Class(__FILE__,                                              \
                                                                ridgepoint::test::runTest<QApplication, Class>);
