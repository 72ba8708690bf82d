// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/render/guide.h"
#include "app/charts/style/texts.h"
#include "app/desktop/base/window_actions.h"
#include "app/desktop/window/guide_dialog.h"
#include "core/lesson/lecture.h"
#include "tests/gui/window_support.h"

#include <QAction>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QMenuBar>
#include <QRegularExpression>
#include <QScreen>
#include <QScrollBar>
#include <QSet>
#include <QTextBlock>
#include <QTextBrowser>

#include <algorithm>

using namespace ridgepoint;
using namespace ridgepoint::test;

/// The guide in the window.
class GuideWindowTest : public FreshFolder {
    Q_OBJECT

    static int shownPages(const GuideDialog& guide)
    {
        int count = 0;
        for (int i = 0; i < guide.pages()->count(); ++i)
            count += guide.pages()->item(i)->isHidden() ? 0 : 1;
        return count;
    }

private slots:
    void aSearchLeavesThePagesWithTheWords()
    {
        const WindowLook look(ThemeChoice::Light);
        GuideDialog guide(look);
        guide.setAttribute(Qt::WA_DontShowOnScreen);
        guide.show();
        const QSize screen = guide.screen()->availableGeometry().size();
        QVERIFY2(guide.width() <= screen.width() && guide.height() <= screen.height(), "its buttons are on the screen");
        const int all = static_cast<int>(guidePages().size());
        QCOMPARE(shownPages(guide), all);
        auto* page = qobject_cast<QTextBrowser*>(guide.page());
        QVERIFY(page != nullptr && page->toPlainText().startsWith(guidePages().front().title));
        QTest::keyClicks(guide.search(), QStringLiteral("hatched"));
        QCOMPARE(shownPages(guide), 1);
        QVERIFY(page->toPlainText().contains(QStringLiteral("under-filled")));
        QVERIFY(guide.marks() >= 1);
        guide.search()->setText(QStringLiteral("roof"));
        const int some = shownPages(guide);
        QVERIFY(some > 1 && some <= all);
        const QString before = page->toPlainText();
        QTest::keyClick(guide.search(), Qt::Key_Down);
        QTest::keyClick(guide.search(), Qt::Key_Down);
        QVERIFY(page->toPlainText() != before);
        guide.search()->setText(QStringLiteral("xyzzy"));
        QCOMPARE(shownPages(guide), 0);
        QVERIFY(page->toPlainText().startsWith(QStringLiteral("No page contains \"xyzzy\"")));
        QTest::keyClick(guide.search(), Qt::Key_Escape);
        QVERIFY(guide.isVisible() && guide.search()->text().isEmpty());
        QCOMPARE(shownPages(guide), all);
        QCOMPARE(guide.marks(), 0);
        QTest::keyClick(guide.search(), Qt::Key_Escape);
        QVERIFY(!guide.isVisible());
    }

    /// In the narrowest window; the lines of a block of code stand together.
    void pagesAreNoWiderThanTheirWindowAndParagraphsStandApart()
    {
        const WindowLook look(ThemeChoice::Light);
        GuideDialog guide(look);
        guide.setAttribute(Qt::WA_DontShowOnScreen);
        guide.resize(876, 560);
        guide.show();
        auto* page = qobject_cast<QTextBrowser*>(guide.page());
        int code = 0;
        for (int row = 0; row < guide.pages()->count(); ++row) {
            guide.pages()->setCurrentRow(row);
            QCOMPARE(page->horizontalScrollBar()->maximum(), 0);
            const QTextDocument& document = *page->document();
            const auto isCode = [](const QTextBlock& block) {
                return block.isValid() && block.blockFormat().hasProperty(QTextFormat::BlockCodeFence);
            };
            for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
                const bool goesOn = isCode(block) && isCode(block.next());
                QCOMPARE(block.blockFormat().bottomMargin() > 0.0, !goesOn);
                code += goesOn ? 1 : 0;
            }
        }
        QVERIFY(code > 30);
    }

    void everyKeyThatItNamesIsOneOfTheWindow()
    {
        WindowUnderTest test(m_folder->path());
        test.open();
        QSet<QString> known{QStringLiteral("Ctrl+C"), QStringLiteral("F1")};
        for (const QAction* action : test.window->findChildren<QAction*>())
            known << action->shortcut().toString(QKeySequence::PortableText);
        static const QRegularExpression keys(
            QStringLiteral("\\b(?:Ctrl\\+|Shift\\+|Alt\\+)*F\\d{1,2}\\b|\\b(?:Ctrl\\+)(?:"
                           "Shift\\+)?[A-Z0-9]\\b"));
        int found = 0;
        for (const GuidePage& page : guidePages())
            for (auto each = keys.globalMatch(page.text); each.hasNext(); ++found) {
                const QString key = each.next().captured();
                QVERIFY2(known.contains(key), qPrintable(page.id + QStringLiteral(": ") + key));
            }
        QVERIFY(found > 20);
    }

    void theWaysToKernelsAreOnThePageOfKeys()
    {
        WindowUnderTest test(m_folder->path());
        test.open();
        const auto page = std::find_if(guidePages().begin(), guidePages().end(),
                                       [](const GuidePage& each) { return each.id == QLatin1String("keyboard"); });
        QVERIFY(page != guidePages().end());
        for (const QAction* action : {test.window->actions_().importKernels, test.window->actions_().runProgram}) {
            const QString key = action->shortcut().toString(QKeySequence::PortableText);
            QVERIFY2(page->text.contains(key), qPrintable(key));
        }
    }

    void theLessonThatItShowsIsOne()
    {
        const auto page = std::find_if(guidePages().begin(), guidePages().end(),
                                       [](const GuidePage& each) { return each.id == QLatin1String("own-lesson"); });
        QVERIFY(page != guidePages().end());
        const QString text = page->text.section(QStringLiteral("```"), 1, 1).mid(1);
        const auto lesson = parseLesson(text.toStdString(), "twice-the-work");
        QVERIFY2(lesson, lesson ? "" : qPrintable(errorMessage(lesson.error())));
        QCOMPARE(lesson->choices.size(), std::size_t{2});
        QVERIFY(!parseLesson(text.toStdString() + "## Further\nmore\n", "further"));
    }

    void theLectureThatItShowsIsOne()
    {
        const auto page = std::find_if(guidePages().begin(), guidePages().end(),
                                       [](const GuidePage& each) { return each.id == QLatin1String("lectures"); });
        QVERIFY(page != guidePages().end());
        const QString text = page->text.section(QStringLiteral("```"), 1, 1).mid(1);
        const auto lecture = parseLecture(text.toStdString(), {});
        QVERIFY2(lecture, lecture ? "" : qPrintable(errorMessage(lecture.error())));
        QCOMPARE(lecture->items.size(), std::size_t{4});
    }

    void theMenuOpensItOnce()
    {
        WindowUnderTest test(m_folder->path());
        test.open();
        test.window->actions_().guide->trigger();
        test.window->actions_().guide->trigger();
        QCOMPARE(test.window->findChildren<GuideDialog*>().size(), 1);
    }
};

RIDGEPOINT_GUI_TEST(GuideWindowTest)
#include "guide_window_test.moc"
