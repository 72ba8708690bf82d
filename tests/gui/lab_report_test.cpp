// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/data/report.h"
#include "app/desktop/base/message_strip.h"
#include "app/desktop/explore/exploration.h"
#include "app/desktop/views/export_dialog.h"
#include "app/desktop/views/file_commands.h"
#include "tests/gui/explore_support.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFile>
#include <QFileDialog>
#include <QLineEdit>
#include <QPushButton>
#include <QTimer>

using namespace ridgepoint;
using namespace ridgepoint::test;

/// The lab report from the window: by keys, by the Export dialog, as PDF and HTML.
class LabReportTest : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<WindowUnderTest> m_test;

    MainWindow& window() { return *m_test->window; }
    QByteArray written(const QString& name)
    {
        const QString path = m_folder->filePath(name);
        window().files().exportTo(ExportWhat::Report, path, ExportOptions{});
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

    static QCheckBox* checkBoxOf(QDialog& dialog, const QString& name)
    {
        for (QCheckBox* box : dialog.findChildren<QCheckBox*>())
            if (box->accessibleName() == name)
                return box;
        return nullptr;
    }

private slots:
    void init()
    {
        failOnWarningsOfTheWindow();
        m_folder = std::make_unique<QTemporaryDir>();
        useFreshSettings(m_folder->path());
        m_test = std::make_unique<WindowUnderTest>(m_folder->path());
    }
    void cleanup() { m_test.reset(); }

    void writesPdfAndHtmlOfWhatIsShown()
    {
        m_test->openAndMeasure();
        QTest::keyClick(&window(), Qt::Key_P, Qt::ControlModifier);
        QVERIFY(written(QStringLiteral("report.pdf")).startsWith("%PDF"));
        QVERIFY(window().strip().text().contains("report.pdf"));
        const QByteArray html = written(QStringLiteral("report.html"));
        QCOMPARE(html.count("<svg "), 3);
        QVERIFY(html.contains("Pinned") && html.contains("Ridge points") && html.contains("How this was measured"));
        QVERIFY(html.contains("measured"));
    }

    void itsKeysProposeItWithAPreview()
    {
        m_test->openAndMeasure();
        bool proposed = false;
        QString note;
        QTimer::singleShot(0, this, [&] {
            // Whatever stands there has to go: nothing may wait for a dialog that no one closes.
            auto* modal = qobject_cast<QDialog*>(QApplication::activeModalWidget());
            if (const auto* dialog = qobject_cast<ExportDialog*>(modal)) {
                proposed = dialog->what() == ExportWhat::Report && dialog->format() == QLatin1String("pdf");
                note = dialog->note();
            }
            if (modal != nullptr)
                modal->reject();
        });
        QTest::keyClick(&window(), Qt::Key_E, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(proposed);
        QVERIFY2(note.contains("roofs"), qPrintable(note));
    }

    /// Through both dialogs as a person goes: every point listed, by the mouse, a name typed, Enter.
    void goesToAFileByTheMouse()
    {
        m_test->openAndMeasure();
        Sample sample = window().session().samples().front().operator*();
        for (std::size_t i = 0; i <= mostListedSamples; ++i) {
            sample.workload.elements = 100001 + static_cast<std::int64_t>(i);
            window().session().putSample(sample);
        }
        m_test->waitForViews();
        QVERIFY(written(QStringLiteral("short.html")).contains("too many to list"));
        const QString path = m_folder->filePath(QStringLiteral("home.html"));
        bool onlyForReports = false;
        QTimer driver;
        connect(&driver, &QTimer::timeout, this, [&] {
            QWidget* modal = QApplication::activeModalWidget();
            if (auto* ask = qobject_cast<ExportDialog*>(modal)) {
                auto* every = checkBoxOf(*ask, QStringLiteral("Every measured point"));
                if (!every->isChecked()) {
                    ask->propose(ExportWhat::Map);
                    const bool off = !every->isEnabled();
                    ask->propose(ExportWhat::Report);
                    onlyForReports = off && every->isEnabled();
                    for (QComboBox* box : ask->findChildren<QComboBox*>())
                        if (const int html = box->findData(QStringLiteral("html")); html >= 0)
                            box->setCurrentIndex(html);
                    clickAt(every, {8, every->height() / 2});
                    if (!every->isChecked())
                        ask->reject();
                } else {
                    QAbstractButton* choose = ask->findChild<QDialogButtonBox*>()->buttons().front();
                    clickAt(choose, choose->rect().center());
                }
            } else if (auto* file = qobject_cast<QFileDialog*>(modal)) {
                file->findChild<QLineEdit*>(QStringLiteral("fileNameEdit"))->setText(path);
                QMetaObject::invokeMethod(file, "accept", Qt::QueuedConnection);
            } else if (auto* other = qobject_cast<QDialog*>(modal)) {
                other->reject();
            }
        });
        driver.start(10);
        window().files().exportReport();
        driver.stop();
        QVERIFY(onlyForReports);
        QFile written(path);
        QVERIFY2(written.open(QIODevice::ReadOnly), qPrintable(window().strip().text()));
        QVERIFY(!written.readAll().contains("too many to list"));
    }

    void nothingMeasuredIsSaidWithWhatToDo()
    {
        m_test = std::make_unique<WindowUnderTest>(m_folder->path(), QStringLiteral("--rate 1"));
        m_test->open();
        QVERIFY(written(QStringLiteral("early.pdf")).isEmpty());
        QVERIFY2(window().strip().text().contains("F5"), qPrintable(window().strip().text()));
    }

    void hiddenResultsAreNotGivenAway()
    {
        m_test->openAndMeasure();
        QTest::keyClick(&window(), Qt::Key_G, Qt::ControlModifier);
        QTest::keyClick(&window(), Qt::Key_E, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(QApplication::activeModalWidget() == nullptr);
        QVERIFY2(window().strip().text().contains("hidden until you have guessed"), qPrintable(window().strip().text()));
    }
};

QTEST_MAIN(LabReportTest)
#include "lab_report_test.moc"
