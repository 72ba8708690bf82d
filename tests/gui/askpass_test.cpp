// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/base/askpass_dialog.h"
#include "tests/gui/gui_support.h"

#include <QApplication>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QProcess>
#include <QPushButton>
#include <QTimer>

#include <cstdio>
#include <functional>

using namespace ridgepoint;
using namespace ridgepoint::test;

/// The program as ssh's way to ask.
class AskpassTest : public FreshFolder {
    Q_OBJECT

    const QString m_hostKey = QStringLiteral(
        "The authenticity of host 'gpu01 (10.0.0.1)' can't be established.\n"
        "ED25519 key fingerprint is SHA256:uNiVztksCsDhcc0u9e8BrYXVMhCZ9lP8PJxTzxVhRQw.\n"
        "This key is not known by any other names.\n"
        "Are you sure you want to continue connecting (yes/no/[fingerprint])? ");

    /// What askForSsh writes and returns where the user does this.
    struct Asked {
        int status = -1;
        QByteArray answer;
    };
    static Asked ask(const QString& prompt, const QString& hint, std::function<void(AskpassDialog&)> act)
    {
        QTimer::singleShot(0, qApp, [act = std::move(act)] {
            if (auto* dialog = qobject_cast<AskpassDialog*>(QApplication::activeModalWidget()))
                act(*dialog);
        });
        std::FILE* answers = std::tmpfile();
        Asked asked;
        asked.status = askForSsh(prompt, hint, answers);
        std::rewind(answers);
        char bytes[256];
        const std::size_t count = std::fread(bytes, 1, sizeof bytes, answers);
        asked.answer = QByteArray(bytes, static_cast<qsizetype>(count));
        std::fclose(answers);
        return asked;
    }

private slots:
    void showsThePromptLetterByLetterAndNoMarkup()
    {
        const QString prompt = QStringLiteral(
            "<b>me</b>@gpu01's <a href=\"http://x\">password</a> &amp; code:\nline two ");
        const AskpassDialog dialog(prompt, {});
        QCOMPARE(dialog.prompt()->toPlainText(), prompt);
        for (const QLabel* label : dialog.findChildren<QLabel*>())
            QVERIFY(label->textFormat() == Qt::PlainText);
    }
    void whatCannotBeSeenInAPromptIsMadeVisible()
    {
        const AskpassDialog dialog(QStringLiteral("a\u202eb\u001b[2Kc\r\nd"), {});
        QCOMPARE(dialog.prompt()->toPlainText(), QStringLiteral("a\ufffdb\ufffd[2Kc\nd"));
    }
    void anEndlessPromptIsCut()
    {
        const AskpassDialog dialog(QString(1000000, QLatin1Char('x')), {});
        QVERIFY(dialog.prompt()->toPlainText().size() < 10000);
    }

    void writesThePasswordThatWasTypedHidden()
    {
        const Asked asked = ask("me@gpu01's password: ", {}, [](AskpassDialog& dialog) {
            QCOMPARE(dialog.secret()->echoMode(), QLineEdit::Password);
            QTest::keyClicks(dialog.secret(), "open sesame");
            QTest::keyClick(dialog.secret(), Qt::Key_Return);
        });
        QCOMPARE(asked.status, 0);
        QCOMPARE(asked.answer, QByteArray("open sesame\n"));
        QVERIFY2(QSettings().allKeys().isEmpty(), "something was stored");
    }
    void writesNothingWhereTheUserCancels()
    {
        const Asked asked = ask("me@gpu01's password: ", {}, [](AskpassDialog& dialog) {
            QTest::keyClicks(dialog.secret(), "half a pass");
            dialog.rejectButton()->click();
        });
        QCOMPARE(asked.status, 1);
        QCOMPARE(asked.answer, QByteArray());
    }

    void asksForAHostKeyWithYesAndNo_data()
    {
        QTest::addColumn<bool>("trusts");
        QTest::addColumn<QByteArray>("answer");
        QTest::newRow("yes") << true << QByteArray("yes\n");
        QTest::newRow("no") << false << QByteArray("no\n");
    }
    void asksForAHostKeyWithYesAndNo()
    {
        QFETCH(bool, trusts);
        QFETCH(QByteArray, answer);
        const Asked asked = ask(m_hostKey, {}, [trusts](AskpassDialog& dialog) {
            QVERIFY(dialog.secret() == nullptr);
            QVERIFY(dialog.prompt()->toPlainText().contains("SHA256:uNiVztksCsDhcc0u9e8BrYXVMhCZ9lP8PJxTzxVhRQw"));
            QVERIFY2(!dialog.acceptButton()->isDefault(), "Enter would trust a key that nobody has read");
            (trusts ? dialog.acceptButton() : dialog.rejectButton())->click();
        });
        QCOMPARE(asked.status, 0);
        QCOMPARE(asked.answer, answer);
    }
    void aConfirmationThatIsRefusedIsNoAnswer()
    {
        const Asked asked = ask("Allow use of key id_ed25519?", "confirm",
                                [](AskpassDialog& dialog) { dialog.rejectButton()->click(); });
        QCOMPARE(asked.status, 1);
        QCOMPARE(asked.answer, QByteArray());
    }
    void aMessageHasNothingToAnswer()
    {
        const AskpassDialog dialog("Confirm user presence for key", "none");
        QVERIFY(dialog.secret() == nullptr && dialog.acceptButton()->isHidden());
    }
    void fitsASmallScreen()
    {
        AskpassDialog dialog(m_hostKey, {});
        dialog.show();
        QVERIFY(QTest::qWaitForWindowExposed(&dialog));
        QVERIFY(dialog.width() <= 900 && dialog.height() <= 600);
    }

    /// What ssh starts gets the question as its only word, whatever that begins with.
    void theProgramTakesItsFirstWordForTheQuestion()
    {
        QProcess program;
        auto environment = QProcessEnvironment::systemEnvironment();
        for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"})
            environment.remove(QLatin1String(name));
        environment.insert(QStringLiteral("RIDGEPOINT_ASKPASS"), QStringLiteral("1"));
        program.setProcessEnvironment(environment);
        program.start(QStringLiteral(RIDGEPOINT_PROGRAM), {QStringLiteral("--help")});
        QVERIFY(program.waitForFinished(patienceMs));
        QCOMPARE(program.exitCode(), 2); // there is no display to ask on
        QCOMPARE(program.readAllStandardOutput(), QByteArray());
        QVERIFY(program.readAllStandardError().contains("DISPLAY"));
    }
};

RIDGEPOINT_GUI_TEST(AskpassTest)
#include "askpass_test.moc"
