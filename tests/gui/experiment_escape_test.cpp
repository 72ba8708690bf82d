// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/experiment_support.h"

#include <QTemporaryDir>
#include <QTest>

#include <memory>

using namespace ridgepoint;
using namespace ridgepoint::test;

/// Escape while an experiment runs.
class ExperimentEscapeTest : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;

private slots:
    void init()
    {
        failOnWarningsOfTheWindow();
        m_folder = std::make_unique<QTemporaryDir>();
        useFreshSettings(m_folder->path());
    }

    void escapeStopsIt_data()
    {
        QTest::addColumn<bool>("isOpen");
        QTest::newRow("in its dialog") << true;
        QTest::newRow("in the window, behind a closed dialog") << false;
    }
    void escapeStopsIt()
    {
        QFETCH(const bool, isOpen);
        WindowUnderTest test(m_folder->path(), QStringLiteral("--rate 20000 --endless"));
        test.open();
        MainWindow& window = *test.window;
        QTRY_VERIFY_WITH_TIMEOUT(window.engine().bench.state() == BenchState::Ready, patienceMs);
        ExperimentDialog& dialog = opened(window);
        QTRY_VERIFY_WITH_TIMEOUT(dialog.runButton()->isEnabled(), patienceMs);
        QVERIFY(measureThreePoints(window, dialog));
        if (!isOpen)
            dialog.close();
        QTest::keyClick(isOpen ? static_cast<QWidget*>(&dialog) : &window, Qt::Key_Escape);
        QTRY_VERIFY_WITH_TIMEOUT(!window.experiments().controller().running(), patienceMs);
        QCOMPARE(dialog.isVisible(), isOpen);
        QCOMPARE(window.engine().session.frame().experiments.size(), std::size_t{1});
        if (isOpen)
            QTest::keyClick(&dialog, Qt::Key_Escape);
        QVERIFY2(!dialog.isVisible(), "where nothing runs it closes the dialog");
    }
};

RIDGEPOINT_GUI_TEST(ExperimentEscapeTest)
#include "experiment_escape_test.moc"
