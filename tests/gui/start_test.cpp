// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/session.h"
#include "tests/gui/gui_support.h"

#include <QDir>
#include <QProcess>

#include <csignal>

using namespace ridgepoint;
using namespace ridgepoint::test;

/// The program itself, as a process: how it starts and how it ends.
class StartTest : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;

    /// The environment of a user with an empty home.
    [[nodiscard]] QProcessEnvironment surroundings(const QString& platform) const
    {
        auto environment = QProcessEnvironment::systemEnvironment();
        for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"})
            environment.remove(QLatin1String(name));
        if (!platform.isEmpty())
            environment.insert(QStringLiteral("QT_QPA_PLATFORM"), platform);
        for (const char* name : {"XDG_CONFIG_HOME", "XDG_DATA_HOME"})
            environment.insert(QLatin1String(name), m_folder->path());
        return environment;
    }

private slots:
    void init()
    {
        failOnQtWarnings();
        m_folder = std::make_unique<QTemporaryDir>();
    }

    void saysInOneLineThatThereIsNoDisplay_data()
    {
        QTest::addColumn<QString>("display");
        QTest::addColumn<QString>("words");
        QTest::newRow("none is named") << QString() << QStringLiteral("neither DISPLAY nor WAYLAND_DISPLAY is set");
        QTest::newRow("the one that is named cannot be opened")
            << QStringLiteral(":4711") << QStringLiteral("the display :4711 could not be opened");
    }
    void saysInOneLineThatThereIsNoDisplay()
    {
        QFETCH(QString, display);
        QFETCH(QString, words);
        QProcess program;
        auto environment = surroundings({});
        if (!display.isEmpty())
            environment.insert(QStringLiteral("DISPLAY"), display);
        program.setProcessEnvironment(environment);
        program.start(QStringLiteral(RIDGEPOINT_PROGRAM), QStringList());
        QVERIFY(program.waitForFinished(patienceMs));
        QCOMPARE(program.exitStatus(), QProcess::NormalExit);
        QCOMPARE(program.exitCode(), 2);
        const QByteArray said = program.readAllStandardError();
        QVERIFY2(said.contains(words.toUtf8()) && said.contains("ridgepoint render") && said.contains("--headless"),
                 said.constData());
        QCOMPARE(said.count('\n'), 1);
    }

    void closesItsWindowInGoodOrderWhenItIsAskedToEnd_data()
    {
        QTest::addColumn<int>("signal");
        QTest::newRow("SIGTERM") << SIGTERM;
        QTest::newRow("SIGHUP") << SIGHUP;
        QTest::newRow("SIGINT") << SIGINT;
    }
    void closesItsWindowInGoodOrderWhenItIsAskedToEnd()
    {
        QFETCH(int, signal);
        QProcess program;
        program.setProcessEnvironment(surroundings(QStringLiteral("offscreen")));
        program.start(QStringLiteral(RIDGEPOINT_PROGRAM),
                      {QStringLiteral("--bench"), fakeBenchLine(QStringLiteral("--endless --rate 200"))});
        QDir sessions(m_folder->path() + QStringLiteral("/ridgepoint/sessions"));
        const auto saved = [&] {
            sessions.refresh();
            return sessions.entryList({QStringLiteral("*.ridge")}, QDir::Files);
        };
        QTRY_VERIFY_WITH_TIMEOUT(!saved().isEmpty(), patienceMs);
        QCOMPARE(::kill(static_cast<pid_t>(program.processId()), signal), 0);
        QVERIFY(program.waitForFinished(patienceMs));
        QCOMPARE(program.exitStatus(), QProcess::NormalExit);
        QCOMPARE(program.exitCode(), 0);
        QCOMPARE(sessions.entryList({QStringLiteral("*.lock")}, QDir::Files), QStringList());
        const auto session = readSession((sessions.path() + QLatin1Char('/') + saved().front()).toStdString());
        QVERIFY(session && !session->samples.empty());
    }
};

RIDGEPOINT_GUI_TEST(StartTest)
#include "start_test.moc"
