// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/base/message_strip.h"
#include "app/desktop/lessons/class_dialog.h"
#include "app/desktop/lessons/lesson_commands.h"
#include "tests/gui/measured_window.h"

#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QLabel>
#include <QPlainTextEdit>

using namespace ridgepoint;
using namespace ridgepoint::test;

/// From a folder of a class' answers to the window that shows them.
class GatherAnswersTest : public MeasuredWindow {
    Q_OBJECT

    [[nodiscard]] LessonCommands& lessons() const { return *window().findChild<LessonCommands*>(); }
    /// A folder of these answers, one file each.
    [[nodiscard]] QString folderWith(const char* name, const QByteArrayList& files) const
    {
        const QString path = folder().filePath(QString::fromLatin1(name));
        if (!QDir().mkpath(path))
            return {};
        for (const QByteArray& text : files)
            if (fileWith(QStringLiteral("%1/%2.json").arg(QLatin1String(name)).arg(files.indexOf(text)), text)
                    .isEmpty())
                return {};
        return path;
    }

private slots:
    void answersOfAClassAreShownByLesson()
    {
        const QByteArray one = R"({"lesson":"double-the-work","title":"Double the work","device_name":"Some CPU",
            "prediction":%1,"unit":"x","measured":1.02})";
        lessons().gather(folderWith("class", {QByteArray(one).replace("%1", "1"), QByteArray(one).replace("%1", "2"),
                                              QByteArray(one).replace("%1", "0"), "{",
                                              R"({"lesson":"one-or-2048","prediction":3})"}));
        ClassDialog* dialog = lessons().classDialog();
        QVERIFY(dialog != nullptr && dialog->isVisible());
        QCOMPARE(dialog->choice()->count(), 2);
        QCOMPARE(dialog->choice()->currentText(), QStringLiteral("Double the work (2)"));
        QCOMPARE(dialog->chart()->group().predictions, 2);
        QCOMPARE(dialog->chart()->leftOutWords(), QStringLiteral("One person made no prediction."));
        QVERIFY2(dialog->skipped()->isVisible() && dialog->skipped()->toPlainText().startsWith("3.json: "),
                 qPrintable(dialog->skipped()->toPlainText()));
        dialog->choice()->setCurrentIndex(1);
        QCOMPARE(dialog->chart()->group().lesson, "one-or-2048");
        QVERIFY(!dialog->chart()->leftOutWords().contains("not drawn"));
        const QString picture = folder().filePath(QStringLiteral("class.svg"));
        QVERIFY(dialog->exportTo(picture).ok() && dialog->exportTo(folder().filePath("class.csv")).ok());
        QFile written(picture);
        QVERIFY(written.open(QIODevice::ReadOnly));
        const QByteArray svg = written.readAll(); // which stands without the list of the window
        QVERIFY(svg.contains(">one-or-2048<") && svg.contains(">One file of the folder holds no answers.<"));
        lessons().gather(folderWith("empty", {})); // says so in front of the window
        QVERIFY2(dialog->message()->isVisible() && dialog->message()->text().startsWith("There are no answers in "),
                 qPrintable(dialog->message()->text()));
        QCOMPARE(dialog->chart()->group().lesson, "one-or-2048");
    }

    void aFolderWithoutAnswersIsToldInTheStrip()
    {
        lessons().gather(folderWith("empty", {}));
        QVERIFY(lessons().classDialog() == nullptr);
        QVERIFY2(window().strip().text().startsWith("There are no answers in "), qPrintable(window().strip().text()));
        lessons().gather(folder().filePath(QStringLiteral("gone")));
        QVERIFY2(window().strip().text().startsWith("Cannot read the folder "), qPrintable(window().strip().text()));
    }
};

RIDGEPOINT_GUI_TEST(GatherAnswersTest)
#include "gather_answers_test.moc"
