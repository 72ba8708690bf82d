// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/render/guide.h"
#include "app/charts/style/texts.h"
#include "app/desktop/base/glossary.h"
#include "app/desktop/base/window_actions.h"
#include "app/desktop/base/word_search.h"
#include "app/desktop/explore/presenter_mode.h"
#include "app/desktop/window/glossary_dialog.h"
#include "app/desktop/window/guide_dialog.h"
#include "core/lesson/lecture.h"
#include "tests/gui/gui_support.h"
#include "tests/gui/window_support.h"

#include <QAction>
#include <QDirIterator>
#include <QLineEdit>
#include <QListView>
#include <QListWidget>
#include <QMenu>
#include <QMenuBar>
#include <QRegularExpression>
#include <QScreen>
#include <QScrollBar>
#include <QSet>
#include <QStyle>
#include <QTextBlock>
#include <QTextBrowser>

#include <algorithm>

using namespace ridgepoint;
using namespace ridgepoint::test;

class GlossaryTest : public FreshFolder {
    Q_OBJECT

    static QString textOf(const QString& path)
    {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
    }
    static bool hasEntry(const QString& term)
    {
        return std::any_of(glossary().begin(), glossary().end(), [&](const GlossaryEntry& entry) {
            return entry.term.compare(term, Qt::CaseInsensitive) == 0;
        });
    }
    static QString chosen(const GlossaryDialog& dialog) { return dialog.terms()->currentIndex().data().toString(); }

private slots:
    void readsTermsTextsAndWhatIsMarked()
    {
        const auto entries = parseGlossary(QStringLiteral("# A page\n\nWhat it is for.\n\n## Ridge point\nWhere two\n"
                                                          "roofs meet.\n\nFormula: I* = P / W\n\nSeen: roofline\n\n"
                                                          "Also: ridge, machine balance\n\n## Roof\nThe best rate.\n"));
        QCOMPARE(entries.size(), std::size_t{2});
        QCOMPARE(entries[0].term, QStringLiteral("Ridge point"));
        QCOMPARE(entries[0].text, QStringLiteral("Where two roofs meet."));
        QCOMPARE(entries[0].formula, QStringLiteral("I* = P / W"));
        QCOMPARE(entries[0].place, QStringLiteral("roofline"));
        QCOMPARE(entries[0].also, QStringList({"ridge", "machine balance"}));
        QCOMPARE(entries[1].text, QStringLiteral("The best rate."));
        QVERIFY(entries[1].formula.isEmpty() && entries[1].place.isEmpty() && entries[1].also.isEmpty());
        QVERIFY(parseGlossary({}).empty());
    }

    void thePageIsShortWholeAndInOrder()
    {
        constexpr qsizetype mostWords = 45;
        QVERIFY(glossary().size() > 60);
        QSet<QString> names;
        QString before;
        for (const GlossaryEntry& entry : glossary()) {
            QVERIFY2(!entry.term.isEmpty() && entry.text.endsWith(QLatin1Char('.')), qPrintable(entry.term));
            QVERIFY2(before.compare(entry.term, Qt::CaseInsensitive) < 0, qPrintable(entry.term));
            before = entry.term;
            const QStringList all{entry.text, entry.formula, entry.place, entry.also.join(QLatin1Char(' '))};
            const qsizetype words = all.join(QLatin1Char(' ')).simplified().split(QLatin1Char(' ')).size();
            QVERIFY2(words <= mostWords, qPrintable(QStringLiteral("%1: %2 words").arg(entry.term).arg(words)));
            for (const QString& name : QStringList(entry.term) + entry.also) {
                QVERIFY2(!names.contains(name.toLower()), qPrintable(name)); // who looks it up finds one entry
                names.insert(name.toLower());
            }
        }
    }

    void everyTermThatTheWindowAsksForIsThere()
    {
        const QRegularExpression call(QStringLiteral("glossaryTip\\(\"([^\"]*)\"\\)"));
        int asked = 0;
        for (QDirIterator file(QStringLiteral(RIDGEPOINT_SOURCE_DIR "/app/desktop"), {QStringLiteral("*.cpp")},
                               QDir::Files, QDirIterator::Subdirectories);
             file.hasNext();) {
            const QString path = file.next();
            for (auto each = call.globalMatch(textOf(path)); each.hasNext(); ++asked) {
                const QString term = each.next().captured(1);
                QVERIFY2(hasEntry(term), qPrintable(QStringLiteral("%1: \"%2\"").arg(path, term)));
            }
        }
        QVERIFY2(asked > 30, "the sources were not found, or labels lost their tool tips");
        const QString tip = glossaryTip("ridge point");
        QVERIFY2(tip.contains(QStringLiteral("Ridge point")) && tip.contains(QStringLiteral("I* = P / W")),
                 qPrintable(tip));
    }

    /// Where no translation is loaded, which is always so in English, "%n thread(s)" is shown as it is written.
    void noTextLeavesThePluralToTheReader()
    {
        const QRegularExpression left(QStringLiteral("\"[^\"\\n]*[a-z]\\(e?s\\)[^\"\\n]*\""));
        int files = 0;
        for (const char* folder : {"/app", "/core"})
            for (QDirIterator file(QStringLiteral(RIDGEPOINT_SOURCE_DIR) + QLatin1String(folder),
                                   {QStringLiteral("*.cpp")}, QDir::Files, QDirIterator::Subdirectories);
                 file.hasNext(); ++files) {
                const QString path = file.next();
                const QRegularExpressionMatch found = left.match(textOf(path));
                QVERIFY2(!found.hasMatch(), qPrintable(QStringLiteral("%1: %2").arg(path, found.captured())));
            }
        QVERIFY2(files > 200, "the sources were not found");
    }

    void theSearchFindsTermsByTheirOtherNamesToo_data()
    {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("found");
        QTest::newRow("the beginning of a term") << "ridge"
                                                 << "Ridge point";
        QTest::newRow("not what only mentions it first") << "roofline"
                                                         << "Roofline";
        QTest::newRow("another name") << "tensor core"
                                      << "Matrix unit";
        QTest::newRow("a word of the text") << "register"
                                            << "Fusion";
        QTest::newRow("words in another order") << "point ridge"
                                                << "Ridge point";
    }
    void theSearchFindsTermsByTheirOtherNamesToo()
    {
        QFETCH(QString, typed);
        QFETCH(QString, found);
        GlossaryDialog dialog;
        QTest::keyClicks(dialog.search(), typed);
        QCOMPARE(chosen(dialog), found);
        QVERIFY2(dialog.page()->toPlainText().startsWith(found), qPrintable(dialog.page()->toPlainText()));
        QVERIFY(dialog.terms()->model()->rowCount() < static_cast<int>(glossary().size()));
    }

    void keysAloneSearchChooseFollowAndClose()
    {
        auto* dialog = new GlossaryDialog;
        QPointer<GlossaryDialog> alive(dialog);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        dialog->show();
        QVERIFY(QTest::qWaitForWindowActive(dialog));
        QVERIFY(dialog->search()->hasFocus());
        QTest::keyClick(dialog->search(), Qt::Key_Down);
        QCOMPARE(chosen(*dialog), glossary()[1].term);
        QTest::keyClick(dialog->search(), Qt::Key_Return);
        QVERIFY(dialog->isVisible());
        QTest::keyClicks(dialog->search(), QStringLiteral("no such  zebra"));
        QVERIFY2(dialog->page()->toPlainText().contains(QStringLiteral("\"no\" and \"such\" and \"zebra\"")),
                 qPrintable(dialog->page()->toPlainText()));
        QTest::keyClick(dialog->search(), Qt::Key_Escape);
        QVERIFY(dialog->isVisible() && dialog->search()->text().isEmpty());
        QTest::keyClicks(dialog->search(), QStringLiteral("ridge point"));
        dialog->page()->setFocus();
        QTest::keyClick(dialog->page(), Qt::Key_Tab); // to the first link
        QTest::keyClick(dialog->page(), Qt::Key_Return);
        QCOMPARE(chosen(*dialog), QStringLiteral("Arithmetic intensity"));
        QVERIFY(dialog->search()->text().isEmpty());
        QTest::keyClick(dialog, Qt::Key_Escape);
        QTRY_VERIFY_WITH_TIMEOUT(alive.isNull(), patienceMs);
    }

    void opensOnceBesideItsWindow()
    {
        QWidget window;
        GlossaryDialog::open(&window);
        GlossaryDialog::open(&window);
        const auto dialogs = window.findChildren<GlossaryDialog*>();
        QCOMPARE(dialogs.size(), 1);
        QVERIFY(dialogs.front()->isVisible() && !dialogs.front()->isModal());
    }
    void wordsAreFoundByTheirBeginningInAnyOrder_data()
    {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<bool>("isFound");
        QTest::addColumn<int>("marks");
        QTest::newRow("none") << " " << true << 0;
        QTest::newRow("whole words, the last first") << "roof Slow" << true << 2;
        QTest::newRow("the beginning of a word, each time") << "kern" << true << 2;
        QTest::newRow("in the middle of a word") << "oof" << false << 0;
        QTest::newRow("behind a hyphen") << "bound" << true << 1;
        QTest::newRow("one of them is not there") << "slow zebra" << false << 1;
        QTest::newRow("the ridge, not the program") << "ridge" << true << 1;
        QTest::newRow("the program") << "ridgepoint" << true << 1;
        QTest::newRow("letters that patterns use") << "(F/P)" << true << 1;
    }
    void wordsAreFoundByTheirBeginningInAnyOrder()
    {
        QFETCH(QString, typed);
        const QString text = QStringLiteral(
            "Ridgepoint shows a slow kernel.\nKernels at the ridge are\nnot overhead-bound, "
            "(F/P) says the roof.");
        QTEST(text.contains(allTypedWords(typed)), "isFound");
        QTEST(static_cast<int>(text.count(anyTypedWord(typed))), "marks");
    }

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
        guide.search()->setText(QStringLiteral("roof ridge"));
        const int both = shownPages(guide);
        QVERIFY(both > 1 && both < some);
        guide.search()->setText(QStringLiteral("ridge roof"));
        QCOMPARE(shownPages(guide), both);
        for (const QTextEdit::ExtraSelection& mark : page->extraSelections()) {
            QTextCursor word = mark.cursor;
            word.movePosition(QTextCursor::EndOfWord, QTextCursor::KeepAnchor);
            QVERIFY(!word.selectedText().startsWith(QStringLiteral("Ridgepoint"), Qt::CaseInsensitive));
        }
        page->moveCursor(QTextCursor::End);
        page->setCurrentFont(QFont(page->font().family(), -1, QFont::Bold, true));
        guide.search()->setText(QStringLiteral("xyzzy"));
        QVERIFY2(!page->document()->begin().begin().fragment().charFormat().fontItalic(), "as what stood there before");
        QCOMPARE(shownPages(guide), 0);
        QVERIFY(page->toPlainText().startsWith(QStringLiteral("No page contains \"xyzzy\"")));
        QTest::keyClick(guide.search(), Qt::Key_Escape);
        QVERIFY(guide.isVisible() && guide.search()->text().isEmpty());
        QCOMPARE(shownPages(guide), all);
        QCOMPARE(guide.marks(), 0);
        QTest::keyClick(guide.search(), Qt::Key_Escape);
        QVERIFY(!guide.isVisible());
    }

    void aSearchListsPagesOfThatTitleFirst()
    {
        const WindowLook look(ThemeChoice::Light);
        GuideDialog guide(look);
        guide.setAttribute(Qt::WA_DontShowOnScreen);
        guide.show();
        guide.search()->setText(QStringLiteral("lecture"));
        QStringList titles;
        for (int i = 0; i < guide.pages()->count(); ++i)
            if (!guide.pages()->item(i)->isHidden())
                titles << guide.pages()->item(i)->text();
        QVERIFY(titles.size() > 1);
        QCOMPARE(titles.first(), QStringLiteral("A lecture"));
        auto* page = qobject_cast<QTextBrowser*>(guide.page());
        QVERIFY(page->toPlainText().startsWith(titles.first()));
        guide.search()->clear();
        QCOMPARE(guide.pages()->item(0)->text(), guidePages().front().title); // in their order again
        QVERIFY(page->toPlainText().startsWith("A lecture"));
        QCOMPARE(guide.pages()->currentItem()->text(), QStringLiteral("A lecture"));
    }
    void titlesOfPagesAreWholeInAPresentersType_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<bool>("isOneLine");
        QTest::newRow("on a screen of 1366x768") << QSize(1342, 708) << true;
        QTest::newRow("on a screen of 900x600") << QSize(876, 540) << false;
    }
    void titlesOfPagesAreWholeInAPresentersType()
    {
        QFETCH(QSize, size);
        QFETCH(bool, isOneLine);
        WindowLook look(ThemeChoice::Light);
        look.setPresenting(PresenterMode::typePixels(768));
        GuideDialog guide(look);
        guide.setAttribute(Qt::WA_DontShowOnScreen);
        guide.resize(size);
        guide.show();
        QCoreApplication::processEvents();
        const QListWidget& pages = *guide.pages();
        const QFontMetrics type = pages.fontMetrics();
        const int margins = 2 * (pages.style()->pixelMetric(QStyle::PM_FocusFrameHMargin, nullptr, &pages) + 1);
        for (int row = 0; row < pages.count(); ++row) {
            const QListWidgetItem* item = pages.item(row);
            const int width = pages.viewport()->width() - 2 * pages.spacing() - margins;
            const int height = pages.visualItemRect(item).height();
            QVERIFY2(!isOneLine || type.horizontalAdvance(item->text()) <= width, qPrintable(item->text()));
            QVERIFY2(type.boundingRect(QRect(0, 0, width, 1000), Qt::TextWordWrap, item->text()).height() <= height,
                     qPrintable(item->text()));
        }
        QCOMPARE(pages.horizontalScrollBar()->maximum(), 0);
        guide.search()->setText(QStringLiteral("lecture")); // other titles in the first rows
        QVERIFY(pages.visualItemRect(pages.item(0)).height() >= type.height());
        look.setPresenting(0);
        QVERIFY(guide.pages()->fontMetrics().height() < type.height());
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

    void keysLeadFromOneHelpToTheNext()
    {
        WindowUnderTest test(m_folder->path());
        test.open();
        test.window->actions_().glossary->trigger();
        auto* glossary = test.window->findChild<GlossaryDialog*>();
        QVERIFY(glossary != nullptr && !glossary->isModal() && QTest::qWaitForWindowActive(glossary));
        QTest::keyClick(glossary, Qt::Key_F3);
        auto* guide = test.window->findChild<GuideDialog*>();
        QVERIFY(guide != nullptr && QTest::qWaitForWindowActive(guide));
        QTest::keyClick(guide, Qt::Key_F2);
        QVERIFY(QTest::qWaitForWindowActive(glossary));
        QTest::keyClick(glossary, Qt::Key_F1);
        const auto all = test.window->findChildren<QDialog*>();
        QVERIFY(std::any_of(all.begin(), all.end(), [](const QDialog* each) {
            return each->isVisible() && each->windowTitle() == QStringLiteral("Keyboard shortcuts");
        }));
    }

private:
    static int shownPages(const GuideDialog& guide)
    {
        int count = 0;
        for (int i = 0; i < guide.pages()->count(); ++i)
            count += guide.pages()->item(i)->isHidden() ? 0 : 1;
        return count;
    }
};

RIDGEPOINT_GUI_TEST(GlossaryTest)
#include "glossary_test.moc"
