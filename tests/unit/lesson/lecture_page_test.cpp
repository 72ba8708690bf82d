// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/registry.h"
#include "core/lesson/lecture.h"
#include "tests/support/mistakes.h"
#include "tests/support/test_main.h"
#include "tests/unit/lesson/synthetic_lesson.h"

#include <algorithm>

using namespace ridgepoint;
using namespace ridgepoint::test;

namespace {

const QString goodLecture = QStringLiteral("---\n"
                                           "title: Where it goes\n"
                                           "minutes: 45\n"
                                           "---\n"
                                           "\n"
                                           "## lesson twice\n"
                                           "Ask first.\n"
                                           "\n"
                                           "- Then **measure**.\n"
                                           "### Later\n"
                                           "## slice roofline op=mul k=8 N=2048\n"
                                           "## slice curves over size k=2\n"
                                           "Flat.\n"
                                           "## slice map\n"
                                           "## experiment fusion\n"
                                           "The end.\n");

/// As the window has it: only the lesson "twice" and the experiment "fusion" are known.
Result<void> checkNamed(const LectureItem& item)
{
    const bool isLesson = item.kind == LectureItem::Kind::Lesson;
    if (item.id == (isLesson ? "twice" : "fusion"))
        return {};
    return Error{ErrorKind::InvalidInput, "test", "expected another id, not %1", {item.id}};
}

Result<Lecture> lectureOf(const QString& page) { return parseLecture(page.toStdString(), checkNamed); }

} // namespace

class LecturePageTest : public Case {
    Q_OBJECT
private slots:
    void aPageOfALectureIsRead()
    {
        const auto lecture = lectureOf(goodLecture);
        QVERIFY2(lecture.ok(), lecture ? "" : lecture.error().message().c_str());
        QCOMPARE(lecture->title, "Where it goes");
        QCOMPARE(lecture->minutes, 45);
        QCOMPARE(lecture->items.size(), std::size_t{5});
        const LectureItem& lesson = lecture->items[0];
        QCOMPARE(lesson.kind, LectureItem::Kind::Lesson);
        QCOMPARE(lesson.id, "twice");
        QCOMPARE(lesson.notes, "Ask first.\n\n- Then **measure**.\n### Later");
        QCOMPARE(lesson.line, 6);
        const LectureItem& roofline = lecture->items[1];
        QCOMPARE(roofline.kind, LectureItem::Kind::Slice);
        QCOMPARE(roofline.slice.chart, LectureSlice::Chart::Roofline);
        QCOMPARE(roofline.slice.work, "op=mul k=8 N=2048");
        QVERIFY(!roofline.slice.along && roofline.notes.empty());
        const LectureItem& curves = lecture->items[2];
        QCOMPARE(curves.slice.chart, LectureSlice::Chart::Curves);
        QVERIFY(curves.slice.along == AxisKind::Size);
        QCOMPARE(curves.slice.work, "k=2");
        QCOMPARE(lecture->items[3].slice.chart, LectureSlice::Chart::Map);
        QVERIFY(lecture->items[3].slice.work.empty());
        QCOMPARE(lecture->items[4].kind, LectureItem::Kind::Experiment);
        QCOMPARE(lecture->items[4].notes, "The end.");
        QVERIFY(lectureOf(QString(goodLecture).replace(QLatin1Char('\n'), QStringLiteral("\r\n"))).ok());
    }

    void aMistakeOfALectureIsAnErrorWithItsLine_data()
    {
        beginMistakes();
        const auto row = addMistake;
        const char* anyItem = "expected \"## lesson ID\", \"## slice CHART …\" or \"## experiment ID\"";
        row("no fields", "---\ntitle", "title", "Line 1: expected \"---\", which opens the lecture's fields");
        row("no end of the fields", "45\n---\n\n", "45\n",
            "Line 4: expected a field such as \"title: …\", or \"---\" after the last one");
        row("a field that is not known", "minutes: 45\n", "minutes: 45\nauthor: me\n",
            "Line 4: expected title or minutes, not \"author\"");
        row("a field that is missing", "minutes: 45\n", "", "Line 3: expected the field \"minutes: …\" before \"---\"");
        row("no title", "title: Where it goes\n", "", "Line 3: expected the field \"title: …\" before \"---\"");
        row("an empty field", "title: Where it goes", "title:", "Line 2: expected a value after \"title:\"");
        row("minutes in words", "45", "long", "Line 3: expected whole minutes from 1 to 600, not \"long\"");
        row("no minutes", "45", "0", "Line 3: expected whole minutes from 1 to 600, not \"0\"");
        row("text before the items", "---\n\n", "---\nHello\n",
            qPrintable(QStringLiteral("Line 5: %1, not \"Hello\"").arg(QString::fromUtf8(anyItem))));
        row("an item of another kind", "## experiment", "## experience",
            qPrintable(QStringLiteral("Line 15: %1, not \"## experience fusion\"").arg(QString::fromUtf8(anyItem))));
        row("a lesson without an id", "lesson twice", "lesson",
            "Line 6: expected one id after \"lesson\", not the end of the line");
        row("two ids", "fusion", "fusion matmul", "Line 15: expected one id after \"experiment\", not \"matmul\"");
        row("a lesson that is not there", "twice", "thrice", "Line 6: expected another id, not thrice");
        row("an experiment that is not there", "fusion", "fission", "Line 15: expected another id, not fission");
        row("a slice of nothing", "slice map", "slice",
            "Line 14: expected roofline, map or curves after \"slice\", not the end of the line");
        row("a chart that is none", "slice map", "slice pie",
            "Line 14: expected roofline, map or curves after \"slice\", not \"pie\"");
        row("an axis that is none", "over size", "over time",
            "Line 12: expected ops, depth or size after \"over\", not \"time\"");
        row("only curves have an axis", "roofline op=mul", "roofline over size",
            "Line 11: column 1 of \"over size k=8 N=2048\": expected op=, precision=, launch=, k=, n=, d=, N= or "
            "threads=, not \"over\"");
        row("work that is none", "op=mul k", "op=mul q",
            "Line 11: column 8 of \"op=mul q=8 N=2048\": expected op=, precision=, launch=, k=, n=, d=, N= or "
            "threads=, not \"q=8\"");
    }
    void aMistakeOfALectureIsAnErrorWithItsLine()
    {
        const QString page = withMistake(goodLecture);
        QVERIFY(!page.isNull());
        const auto lecture = lectureOf(page);
        QVERIFY(!lecture);
        QCOMPARE(QString::fromStdString(lecture.error().message()), messageOfMistake());
    }

    void aLectureOfNothingIsAnError()
    {
        const auto lecture = lectureOf(QStringLiteral("---\ntitle: None\nminutes: 1\n---\n\n"));
        QVERIFY(!lecture);
        QVERIFY2(QString::fromStdString(lecture.error().message()).endsWith("before the end"),
                 lecture.error().message().c_str());
        QVERIFY(!lectureOf(QString()));
        QVERIFY(!parseLecture(std::string(100000, 'x'), checkNamed));
    }

    void aSliceNamesWhatDiffersFromOnePassThroughMemory()
    {
        const auto of = [](const char* work) { return sliceWorkload({.work = work}, syntheticMachine()).value(); };
        const Workload plain = of("");
        QCOMPARE(plain.operation, Operation::Fma);
        QCOMPARE(plain.operationsPerElement, std::int64_t{1});
        QCOMPARE(plain.threads, syntheticThreads);
        QCOMPARE(of("N=2048").elements, std::int64_t{2048});
        QCOMPARE(of("k=8").elements, plain.elements);
        const Workload doubles = of("precision=fp64 op=exp");
        QCOMPARE(doubles.operation, Operation::Exp);
        QCOMPARE(doubles.elements * 2, plain.elements); // as many bytes
        LessonMachine unmeasured = syntheticMachine();
        unmeasured.roofs = {};
        QVERIFY(!sliceWorkload({.work = "N=cache"}, unmeasured));
    }

    void theFolderHasTheShippedLecturesAndNoOthers()
    {
        QCOMPARE(filesIn("lectures/en"), filesOf(shippedLecturePages()));
    }

    void aShippedLectureIsOneOfLessonsAndExperimentsThatAreThere()
    {
        const auto isThere = [](const LectureItem& item) -> Result<void> {
            const auto pages = shippedLessonPages();
            const bool isKnown = item.kind == LectureItem::Kind::Lesson ? std::ranges::any_of(
                                     pages, [&](const LessonPage& page) { return page.id == item.id; })
                                                                        : findExperiment(item.id) != nullptr;
            if (isKnown)
                return {};
            return Error{ErrorKind::InvalidInput, "test", "%1 is not there", {item.id}};
        };
        QVERIFY(!shippedLecturePages().empty());
        for (const LessonPage& page : shippedLecturePages()) {
            const auto lecture = parseLecture(page.text, isThere);
            QVERIFY2(lecture.ok(), lecture ? "" : lecture.error().message().c_str());
            for (const LectureItem& item : lecture->items) {
                QVERIFY2(!item.notes.empty(), qPrintable(QString::number(item.line)));
                if (item.kind == LectureItem::Kind::Slice)
                    QVERIFY(sliceWorkload(item.slice, syntheticMachine()).ok());
            }
        }
    }
};

RIDGEPOINT_TEST(LecturePageTest)
#include "lecture_page_test.moc"
