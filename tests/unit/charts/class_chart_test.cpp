// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/charts/draw/class_chart.h"
#include "tests/support/test_main.h"

#include <QFile>
#include <QImage>
#include <QPainter>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QtEndian>

#include <cmath>
#include <set>

using namespace ridgepoint;

namespace {

constexpr QSize chartSize(900, 540);

LessonAnswers answer(const char* device, double prediction, std::optional<double> measured)
{
    return {.lesson = "double-the-work",
            .title = "Double the work",
            .deviceName = device,
            .prediction = prediction,
            .unit = "x",
            .measured = measured};
}

/// Sixty people on three devices, of whom those on the last measured nothing.
LessonClass sixty()
{
    std::vector<LessonAnswers> answers;
    for (int i = 0; i < 30; ++i)
        answers.push_back(answer("Big", i < 20 ? 2.0 : 1.0, 1.0 + 0.01 * i));
    for (int i = 0; i < 20; ++i)
        answers.push_back(answer("Middle", 2.0, 4.0));
    for (int i = 0; i < 10; ++i)
        answers.push_back(answer("Small", 0.5, std::nullopt));
    return classesOf(answers).front();
}

void showOn(ClassChart& chart, LessonClass group, QSize size = chartSize)
{
    chart.setAttribute(Qt::WA_DontShowOnScreen);
    chart.resize(size);
    chart.show();
    chart.setClass(std::move(group));
    chart.flush();
}

std::size_t binAt(const LessonClass& group, double centre)
{
    std::size_t bin = 0;
    while (bin < group.bins.size() && std::abs(group.bins[bin].centre / centre - 1.0) > 1e-9)
        ++bin;
    return bin;
}

/// The operators of a PDF's pages: its streams, as far as they are compressed text.
QByteArray operatorsOf(const QByteArray& pdf)
{
    QByteArray all;
    for (qsizetype begin = pdf.indexOf("stream\n"); begin >= 0; begin = pdf.indexOf("\nstream\n", begin)) {
        begin = pdf.indexOf('\n', begin + 1) + 1;
        const QByteArray packed = pdf.mid(begin, pdf.indexOf("endstream", begin) - begin);
        if (!packed.startsWith('\x78')) // of zlib
            continue;
        QByteArray sized(4, '\0');
        qToBigEndian<quint32>(1U << 20U, sized.data());
        all += qUncompress(sized + packed) + '\n';
    }
    return all;
}

} // namespace

class ClassChartTest : public test::Case {
    Q_OBJECT
private slots:
    void aBarIsAsHighAsItHasPeopleByDevice()
    {
        ClassChart chart;
        showOn(chart, sixty());
        QCOMPARE(chart.devices().size(), std::size_t{3});
        QCOMPARE(chart.devices().front().names, std::vector<std::string>{"Big"});
        const std::size_t two = binAt(chart.group(), 2.0);
        const QRectF big = chart.partOf(two, 0);
        const QRectF middle = chart.partOf(two, 1);
        QVERIFY(big.height() > 50.0);
        QVERIFY(std::abs(big.height() - middle.height()) < 1.5); // twenty each, one on the other
        QVERIFY(std::abs(middle.bottom() - big.top()) < 1.5);
        QVERIFY(std::abs(chart.partOf(two, 2).height()) < 0.5);
        const QRectF ten = chart.partOf(binAt(chart.group(), 1.0), 0);
        QVERIFY(std::abs(ten.height() * 2.0 - big.height()) < 1.5);
        QVERIFY(std::abs(ten.bottom() - big.bottom()) < 1.5);
    }

    void whatADeviceMeasuredStandsOverItsValueInARowOfItsOwn()
    {
        ClassChart chart;
        showOn(chart, sixty());
        QCOMPARE(chart.devices()[0].words,
                 QStringLiteral("1.15× measured on Big (1.00× to 1.29×, 30 people)")
                     .replace(QLatin1String("1.15"), Format().significant(std::sqrt(1.14 * 1.15))));
        QCOMPARE(chart.devices()[2].words, QStringLiteral("Small: not measured"));
        const auto big = chart.medianOf(0);
        const auto middle = chart.medianOf(1);
        QVERIFY(big && middle && !chart.medianOf(2));
        QVERIFY(middle->y() > big->y() + 5.0);
        const std::size_t two = binAt(chart.group(), 2.0);
        QVERIFY(big->x() < chart.partOf(two, 0).left() && middle->x() > chart.partOf(two, 0).right());
        QVERIFY(middle->y() < chart.partOf(two, 1).top());
    }

    void whatRoofsSayIsNotCalledMeasured()
    {
        LessonAnswers answers = answer("Big", 2.0, 1.5);
        answers.isByRoofs = true;
        ClassChart chart;
        showOn(chart, classesOf(std::vector{answers}).front());
        const QString words = chart.devices().front().words + captionOf(chart.group(), Format());
        QVERIFY2(words.contains("1.50× by the roofs of Big") && !words.contains("measured"), qPrintable(words));
        QVERIFY(!QString::fromStdString(chart.dataCsv()).contains("measured"));
    }

    /// The line of what was measured goes through the bars, but not through the number over one.
    void noLineStrikesTheNumberOfABarThrough()
    {
        const auto numberAt2 = [](double measured) {
            std::vector<LessonAnswers> answers(20, answer("Big", 2.0, measured));
            answers.push_back(answer("Big", 8.0, measured));
            ClassChart chart;
            showOn(chart, classesOf(answers).front());
            const QImage picture = chart.grab().toImage();
            const QRectF plate = chart.countPlateOf(binAt(chart.group(), 2.0));
            const double scale = picture.devicePixelRatio();
            return picture.copy(QRectF(plate.topLeft() * scale, plate.size() * scale).toRect().adjusted(1, 1, -1, -1));
        };
        const QImage without = numberAt2(8.0);
        QVERIFY(without.width() > 5 && without.height() > 5);
        QVERIFY(numberAt2(2.0) == without);
        ClassChart empty;
        showOn(empty, sixty());
        QVERIFY(empty.countPlateOf(binAt(empty.group(), 4.0)).isEmpty()); // nobody predicted it
    }

    void eachColourIsSeenInItsBar()
    {
        ClassChart chart;
        showOn(chart, sixty());
        const QImage picture = chart.grab().toImage();
        const auto at = [&](const QRectF& part) {
            return picture.pixelColor((part.center() * picture.devicePixelRatio()).toPoint()).rgb();
        };
        const std::size_t two = binAt(chart.group(), 2.0);
        const std::set<QRgb> colors{at(chart.partOf(two, 0)), at(chart.partOf(two, 1)),
                                    at(chart.partOf(binAt(chart.group(), 0.5), 2)), chart.theme().plot.rgb()};
        QCOMPARE(colors.size(), std::size_t{4});
    }

    void devicesWithoutAColourAreOneRowTogether()
    {
        std::vector<LessonAnswers> answers;
        for (int device = 0; device < 9; ++device)
            for (int i = 0; i <= 9 - device; ++i)
                answers.push_back(
                    answer(QByteArray("device ").append(QByteArray::number(device)).constData(), 2.0, 1.0 + device));
        ClassChart chart;
        showOn(chart, classesOf(answers).front());
        QCOMPARE(chart.devices().size(), ClassChart::mostDevices);
        QCOMPARE(chart.devices().front().names, std::vector<std::string>{"device 0"});
        QCOMPARE(chart.devices().back().names.size(), std::size_t{4});
        QVERIFY2(chart.devices().back().words.contains("× measured on 4 other devices (6.00× to 9.00×, "),
                 qPrintable(chart.devices().back().words));
        QVERIFY(std::is_sorted(chart.devices().back().measured.begin(), chart.devices().back().measured.end()));
        answers.erase(std::remove_if(answers.begin(), answers.end(),
                                     [](const LessonAnswers& one) { return one.deviceName > "device 5"; }),
                      answers.end());
        chart.setClass(classesOf(answers).front());
        QCOMPARE(chart.devices().back().names, std::vector<std::string>{"device 5"});
    }

    void keysReadItBinByBin()
    {
        ClassChart chart;
        showOn(chart, sixty());
        QVERIFY(chart.chosenWords().isEmpty() && chart.chosenPlace() == 0);
        QTest::keyClick(&chart, Qt::Key_Right);
        QVERIFY2(chart.chosenWords().startsWith("half as long (0.500×), predicted by 10 people, 10 with Small"),
                 qPrintable(chart.chosenWords()));
        QTest::keyClick(&chart, Qt::Key_Left);
        QCOMPARE(chart.chosenPlace(), 1);
        for (int i = 0; i < 20; ++i)
            QTest::keyClick(&chart, Qt::Key_Right);
        QCOMPARE(chart.chosenPlace(), chart.placesToChoose());
        QVERIFY2(chart.chosenWords().endsWith("predicted by 0 people, measured by 20 people"),
                 qPrintable(chart.chosenWords()));
        QTest::keyClick(&chart, Qt::Key_Escape);
        QCOMPARE(chart.chosenPlace(), 0);
        const QString all = chart.accessibility().spokenWords();
        QVERIFY2(all.contains("60 predictions, 23 of them the offered answer nearest to what was measured")
                     && all.contains("4.00× measured on Middle (20 people)"),
                 qPrintable(all));
    }

    void aDeviceWithoutANameIsCalledSo()
    {
        ClassChart chart;
        showOn(chart, classesOf(std::vector{answer("", 2.0, 2.0), answer("Big", 2.0, 2.0)}).front());
        const QString words = chart.wordsOf(binAt(chart.group(), 2.0)).join('|');
        QVERIFY2(words.contains("1 with Device without a name") && words.contains("1 with Big"), qPrintable(words));
    }

    void numbersAreWrittenWhole()
    {
        ClassChart chart;
        showOn(chart, sixty());
        const QByteArray csv = QByteArray::fromStdString(chart.dataCsv());
        QVERIFY(csv.startsWith("lesson,what,device,value,low,high,unit,people\n"));
        QVERIFY2(csv.contains("double-the-work,predicted,Middle,2,2,2,x,20") && csv.contains(",x,20\n"),
                 csv.constData());
        QCOMPARE(csv.count(",measured,Middle,4,4,4,x,1\n"), 20);
    }

    /// 5 and 12 of a question with answers to choose from are no 5.66 and 11.3, the middles of their half octaves.
    void aChoiceStandsAtItsOwnNumber()
    {
        std::vector<LessonAnswers> answers;
        for (const double choice : {1.0, 5.0, 5.0, 12.0})
            answers.push_back(answer("Big", choice, 2.0));
        for (LessonAnswers& one : answers)
            one.lesson = "own"; // of which it is not known what was offered
        ClassChart chart;
        showOn(chart, classesOf(answers).front());
        const QCPAxis& axis = *chart.axisRect()->axis(QCPAxis::atBottom);
        for (std::size_t bin = 0; bin < chart.group().bins.size(); ++bin)
            if (const LessonClass::Bin& its = chart.group().bins[bin]; its.predictions > 0) {
                QCOMPARE(its.least, its.most);
                QVERIFY(std::abs(chart.partOf(bin, 0).center().x() - axis.coordToPixel(its.least)) < 1.0);
            }
        QTest::keyClick(&chart, Qt::Key_Left); // the last one
        QVERIFY2(chart.chosenWords().startsWith("12.0×, predicted by one person"), qPrintable(chart.chosenWords()));
        // Of several values it is the half octave that is told.
        answers.push_back(answers[1]);
        answers.back().prediction = 5.2;
        chart.setClass(classesOf(answers).front());
        chart.flush();
        QVERIFY(chart.dataCsv().find("predicted,Big,5.65") != std::string::npos);
    }
    void eachBarOfAChoiceHasTheWordsOfItsAnswer()
    {
        const std::vector<LessonAnswers> answers{answer("Big", 1.0, 1.0), answer("Big", 1.5, 1.0),
                                                 answer("Big", 2.0, 1.0)};
        ClassChart wide;
        showOn(wide, classesOf(answers).front(), {1600, 540});
        const QCPAxis& whole = *wide.axisRect()->axis(QCPAxis::atBottom);
        QCOMPARE(whole.tickVectorLabels(),
                 (QVector<QString>{"as long as before", "one and a half times as long", "twice as long"}));
        QCOMPARE(whole.tickVector(), (QVector<double>{1.0, 1.5, 2.0}));
        // Without room they are cut, and none touches the next.
        ClassChart narrow;
        showOn(narrow, classesOf(answers).front(), {420, 540});
        const QCPAxis& axis = *narrow.axisRect()->axis(QCPAxis::atBottom);
        const QVector<QString> labels = axis.tickVectorLabels();
        QCOMPARE(labels.size(), 3);
        QVERIFY2(labels[1].startsWith("one") && labels[1].endsWith(QChar(0x2026)), qPrintable(labels[1]));
        for (int i = 0; i + 1 < 3; ++i)
            QVERIFY((TextPainter::sizeOf(labels[i], axis.tickLabelFont()).width()
                     + TextPainter::sizeOf(labels[i + 1], axis.tickLabelFont()).width())
                        / 2.0
                    < axis.coordToPixel(axis.tickVector()[i + 1]) - axis.coordToPixel(axis.tickVector()[i]));
    }
    void aQuestionWithChoicesInWhichNobodyPredictedHasNumbersOnItsAxis()
    {
        std::vector<LessonAnswers> answers{answer("Big", 1.0, 1.0), answer("Big", 1.0, 4.0)};
        for (LessonAnswers& one : answers)
            one.prediction.reset();
        ClassChart chart;
        showOn(chart, classesOf(answers).front());
        QVERIFY(!chart.group().offered.empty());
        const QStringList labels = chart.axisRect()->axis(QCPAxis::atBottom)->tickVectorLabels();
        QVERIFY2(labels.contains(QStringLiteral("2×")), qPrintable(labels.join(QLatin1Char('|'))));
    }
    void barsDoNotRunIntoEachOther()
    {
        std::vector<LessonAnswers> answers{answer("Big", 4.6, 2.0), answer("Big", 4.9, 2.0)};
        ClassChart chart;
        showOn(chart, classesOf(answers).front());
        const std::size_t last = chart.group().bins.size() - 1;
        QVERIFY(last > 0 && chart.partOf(last - 1, 0).width() > 1.0);
        QVERIFY(chart.partOf(last - 1, 0).right() <= chart.partOf(last, 0).left());
    }
    void aLongNameLosesItsMiddleAndNotTheNumberOfPeople()
    {
        std::vector<LessonAnswers> answers;
        for (int i = 0; i < 20; ++i)
            answers.push_back(answer("AMD Ryzen 9 7950X 16-Core Processor", 2.0, 1.0 + 0.01 * i));
        ClassChart chart;
        showOn(chart, classesOf(answers).front());
        const QString whole = chart.devices().front().words;
        QCOMPARE(chart.rowWordsIn(0, 2000.0), whole);
        const QString fewer = chart.rowWordsIn(
            0, TextPainter::sizeOf(whole, chart.theme().font(1.0, QFont::Medium)).width() - 1.0);
        QVERIFY2(fewer.endsWith("Processor (20 people)"), qPrintable(fewer));
        const QString least = chart.rowWordsIn(0, 250.0);
        QVERIFY2(least.contains(QChar(0x2026)) && least.endsWith("(20 people)") && least.startsWith("1."),
                 qPrintable(least));
        QVERIFY(TextPainter::sizeOf(least, chart.theme().font(1.0, QFont::Medium)).width() <= 250.0);
    }
    void aNameIsCutOnlyWhereItHasRoomOnNoSide()
    {
        std::vector<LessonAnswers> answers;
        for (int i = 0; i < 20; ++i)
            answers.push_back(answer("AMD Ryzen 9 7950X 16-Core Processor", 2.0, 1.0 + 0.01 * i));
        ClassChart chart;
        showOn(chart, classesOf(answers).front());
        const ClassChart::Device& device = chart.devices().front();
        using Sides = std::pair<QString, QString>;
        QVERIFY(chart.rowWordsBeside(0, 2000.0, 2000.0) == Sides(QString(), device.words));
        QVERIFY(chart.rowWordsBeside(0, 2000.0, 10.0) == Sides(device.words, QString()));
        const double room = TextPainter::sizeOf(device.name, chart.theme().font(1.0, QFont::Medium)).width() + 1.0;
        const Sides apart = chart.rowWordsBeside(0, room, room);
        QCOMPARE(apart.second, device.name);
        QVERIFY2(apart.first.startsWith("1.") && apart.first.endsWith("× measured (20 people)"),
                 qPrintable(apart.first));
        QCOMPARE(chart.rowWordsBeside(0, room + 1.0, room).first, device.name); // where there is more room
        const Sides cut = chart.rowWordsBeside(0, 10.0, room);
        QVERIFY2(cut.first.isEmpty() && cut.second.contains(QChar(0x2026)), qPrintable(cut.second));
    }
    /// In the picture itself: a file says it too.
    void whatIsLeftOutIsToldUnderTheAxis()
    {
        ClassChart chart;
        showOn(chart, sixty());
        const int usual = chart.axisRect()->bottom();
        QVERIFY(chart.leftOutWords().isEmpty());
        LessonClass group = sixty();
        group.unpredicted = 4;
        group.leftOut = 3;
        group.doubted = 1;
        chart.setClass(group, 2);
        chart.flush();
        QVERIFY2(chart.leftOutWords().startsWith("4 people made no prediction. 3 numbers are not drawn: ")
                     && chart.leftOutWords().contains("One measurement is not counted, because the roofs")
                     && chart.leftOutWords().endsWith("2 files of the folder hold no answers."),
                 qPrintable(chart.leftOutWords()));
        QVERIFY(chart.axisRect()->bottom() < usual - 8);
        QVERIFY(chart.accessibility().spokenWords().contains("3 numbers are not drawn"));
    }

    /// A row of no length, as of one value, was a path that is closed before it has a point.
    void aPdfHasNoPathWithoutAPoint()
    {
        ClassChart chart;
        showOn(chart, sixty()); // on "Middle" all measured the same
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("class.pdf"));
        QVERIFY(chart.exportTo(path, {}).ok());
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QString operators = QString::fromLatin1(operatorsOf(file.readAll()));
        QVERIFY2(operators.contains(QRegularExpression(QStringLiteral(" [lc]\\s+h f\\n"))), "pages are read");
        static const QRegularExpression pointless(QStringLiteral("[^lch\\s]\\s+h f\\n"));
        const auto found = pointless.match(operators);
        QVERIFY2(!found.hasMatch(), qPrintable(operators.mid(std::max<qsizetype>(0, found.capturedStart() - 80), 120)));
    }

    void ctrlWithPlusIsNoZoom()
    {
        ClassChart chart;
        showOn(chart, sixty());
        const QCPRange whole = chart.xAxis->range();
        QTest::keyClick(&chart, Qt::Key_Plus, Qt::ControlModifier);
        QTest::keyClick(&chart, Qt::Key_Minus, Qt::ControlModifier);
        QCOMPARE(chart.xAxis->range(), whole);
        QTest::keyClick(&chart, Qt::Key_Plus);
        QVERIFY(chart.xAxis->range() != whole);
        chart.setClass(sixty());
        QCOMPARE(chart.xAxis->range(), whole);
    }

    void aClassOfNobodySaysSo()
    {
        ClassChart chart;
        showOn(chart, LessonClass{.lesson = "x"});
        QCOMPARE(chart.missingWords(), QStringLiteral("There is no prediction that can be drawn."));
        QCOMPARE(noteOf(chart.group(), Format()), QStringLiteral("0 predictions"));
    }

    void placesAreOnTheirAxis()
    {
        LessonAnswers one = answer("one", 2048.0, 4096.0);
        one.unit.clear();
        one.axis = "N";
        ClassChart chart;
        showOn(chart, classesOf(std::vector{one, one}).front());
        const QCPAxis& axis = *chart.axisRect()->axis(QCPAxis::atBottom);
        QCOMPARE(axis.label(), QStringLiteral("Predicted place (numbers)"));
        QVERIFY2(axis.tickVectorLabels().contains(Format().count(2048.0)), // with a prefix, as sizes are written
                 qPrintable(axis.tickVectorLabels().join(QLatin1Char('|'))));
        LessonAnswers curve = one;
        curve.curve = {{1.0, 1.0}, {8.0, 1.0}, {16.0, 2.0}};
        ClassChart curves;
        showOn(curves, classesOf(std::vector{curve}).front());
        QCOMPARE(curves.axisRect()->axis(QCPAxis::atBottom)->label(),
                 QStringLiteral("Where the predicted curve begins to rise (numbers)"));
    }

    void everyUnitHasAnAxis_data()
    {
        QTest::addColumn<QString>("unit");
        QTest::addColumn<double>("value");
        QTest::addColumn<QString>("name");
        QTest::newRow("factor") << "x" << 2.0 << "Predicted factor";
        QTest::newRow("count") << "" << 64.0 << "Prediction";
        QTest::newRow("share") << "%" << 0.25 << "Prediction (%)";
        QTest::newRow("time") << "s" << 2e-3 << "Prediction (ms)";
        QTest::newRow("rate") << "B/s" << 4e10 << "Prediction (GB/s)";
        QTest::newRow("size") << "B" << 65536.0 << "Prediction (B)";
    }
    void everyUnitHasAnAxis()
    {
        QFETCH(QString, unit);
        QFETCH(double, value);
        QFETCH(QString, name);
        std::vector<LessonAnswers> answers{answer("one", value, value * 2.0), answer("one", value / 4.0, value)};
        for (LessonAnswers& one : answers) {
            one.lesson = "own"; // which asks for a number
            one.unit = unit.toStdString();
        }
        ClassChart chart;
        showOn(chart, classesOf(answers).front());
        const QCPAxis& axis = *chart.axisRect()->axis(QCPAxis::atBottom);
        QCOMPARE(axis.label(), name);
        const QStringList labels = axis.tickVectorLabels();
        QVERIFY(labels.size() >= 2);
        QVERIFY2(std::all_of(labels.begin(), labels.end(),
                             [&](const QString& label) { return label.endsWith(QChar(0x00D7)) == (unit == "x"); }),
                 qPrintable(labels.join(QLatin1Char(' '))));
    }
};

RIDGEPOINT_GUI_TEST(ClassChartTest)
#include "class_chart_test.moc"
