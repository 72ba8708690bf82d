// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/base/save_dialog.h"
#include "tests/gui/gui_support.h"

#include <QAbstractButton>
#include <QApplication>
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QLineEdit>
#include <QMessageBox>
#include <QScopeGuard>
#include <QStandardPaths>
#include <QTimer>

#include <functional>

using namespace ridgepoint;
using namespace ridgepoint::test;

/// Asking where to save: no file is written over under a name that was not asked about.
class SaveDialogTest : public FreshFolder {
    Q_OBJECT

    void put(const QString& name) const
    {
        QFile file(m_folder->filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
    }

    /// Types a name into the dialog and accepts it; answers each question with `answer`, and cancels what is asked
    /// after a refusal. Returns what was asked about.
    QStringList typing(const QString& name, QMessageBox::StandardButton answer, QString& result) const
    {
        QStringList asked;
        bool typed = false;
        QTimer driver;
        connect(&driver, &QTimer::timeout, this, [&] {
            QWidget* top = QApplication::activeModalWidget();
            if (auto* question = qobject_cast<QMessageBox*>(top)) {
                asked << question->text();
                question->button(answer)->click();
            } else if (auto* dialog = qobject_cast<QFileDialog*>(top)) {
                if (typed) {
                    dialog->reject();
                    return;
                }
                typed = true;
                dialog->findChild<QLineEdit*>(QStringLiteral("fileNameEdit"))->setText(name);
                QMetaObject::invokeMethod(dialog, "accept", Qt::QueuedConnection);
            }
        });
        driver.start(10);
        result = askWhereToSave(nullptr, QStringLiteral("Save"), m_folder->path(), QStringLiteral("Sessions (*.ridge)"),
                                QStringLiteral("ridge"));
        return asked;
    }

private slots:
    void withoutAFolderOfDocumentsTheHomeFolderIsProposed()
    {
        const QByteArray home = qgetenv("HOME");
        const auto back = qScopeGuard([&home] { qputenv("HOME", home); });
        qputenv("HOME", QFile::encodeName(m_folder->path()));
        const QString documents = QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation);
        QVERIFY2(documents.startsWith(m_folder->path()) && !QFileInfo::exists(documents), qPrintable(documents));
        QCOMPARE(usualFolder(), m_folder->path());
        QVERIFY(QDir().mkpath(documents));
        QCOMPARE(usualFolder(), documents);
    }

    void aNameWithoutEndingGetsIt()
    {
        QString path;
        QCOMPARE(typing(QStringLiteral("a"), QMessageBox::No, path), QStringList());
        QCOMPARE(path, m_folder->filePath("a.ridge"));
    }

    void asksBeforeAFileIsReplacedUnderTheNameWithItsEnding_data()
    {
        QTest::addColumn<QString>("typed");
        QTest::newRow("no ending") << "a";
        QTest::newRow("a dot in the name") << "a.b";
    }
    void asksBeforeAFileIsReplacedUnderTheNameWithItsEnding()
    {
        QFETCH(QString, typed);
        put(typed + QStringLiteral(".ridge"));
        QString path;
        QStringList asked = typing(typed, QMessageBox::No, path);
        QCOMPARE(asked.size(), 1);
        QVERIFY(asked.front().contains(typed + QStringLiteral(".ridge")));
        QCOMPARE(path, QString());
        asked = typing(typed, QMessageBox::Yes, path);
        QCOMPARE(asked.size(), 1);
        QCOMPARE(path, m_folder->filePath(typed + QStringLiteral(".ridge")));
    }

    void anotherFormatChangesTheNamesEnding()
    {
        const QList<SaveKind> kinds{{QStringLiteral("PDF"), QStringLiteral("pdf")},
                                    {QStringLiteral("Numbers"), QStringLiteral("csv")}};
        int turn = 0;
        QTimer driver;
        connect(&driver, &QTimer::timeout, this, [&] {
            auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
            if (dialog == nullptr)
                return;
            auto* formats = dialog->findChild<QComboBox*>(QStringLiteral("fileTypeCombo"));
            if (turn++ == 0) {
                formats->setCurrentIndex(1);
                emit formats->activated(1); // as by a click
                emit formats->textActivated(formats->itemText(1));
            } else {
                QMetaObject::invokeMethod(dialog, "accept", Qt::QueuedConnection);
            }
        });
        driver.start(10);
        QCOMPARE(askWhereToSave(nullptr, QStringLiteral("Save"), m_folder->filePath("a.pdf"), kinds),
                 m_folder->filePath("a.csv"));
    }
};

RIDGEPOINT_GUI_TEST(SaveDialogTest)
#include "save_dialog_test.moc"
