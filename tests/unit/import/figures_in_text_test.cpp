// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/import/csv_table.h"
#include "core/import/figures_in_text.h"
#include "tests/support/test_main.h"

using namespace ridgepoint;

class FiguresInTextTest : public test::Case {
    Q_OBJECT

private slots:
    void aNumberIsReadAsEitherDecimalMarkHasIt_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<double>("withPoint"); // -1: none
        QTest::addColumn<double>("withComma");
        QTest::newRow("digits") << "117344" << 117344.0 << 117344.0;
        QTest::newRow("open, comma") << "2,816" << 2816.0 << 2.816;
        QTest::newRow("open, point") << "117.344" << 117.344 << 117344.0;
        QTest::newRow("grouped twice") << "27.595.520" << -1.0 << 27595520.0;
        QTest::newRow("two decimals") << "65,77" << -1.0 << 65.77;
        QTest::newRow("a zero begins no group") << "0.123" << 0.123 << -1.0;
        QTest::newRow("more than a group") << "1234.567" << 1234.567 << -1.0;
        QTest::newRow("both marks") << "1,234.5" << 1234.5 << -1.0;
        QTest::newRow("both marks, comma last") << "1.234,5" << -1.0 << 1234.5;
        QTest::newRow("narrow blanks") << QString::fromUtf8("27\u202f595\u202f520,5") << -1.0 << 27595520.5;
        QTest::newRow("apostrophes") << "1'048'576.25" << 1048576.25 << -1.0;
        QTest::newRow("two sorts of groups") << "1 048'576" << -1.0 << -1.0;
        QTest::newRow("exponent") << "1.25e+03" << 1250.0 << -1.0;
        QTest::newRow("negative") << "-1" << -1.0 << -1.0;
        QTest::newRow("word") << "n/a" << -1.0 << -1.0;
        QTest::newRow("infinite") << "inf" << -1.0 << -1.0;
        QTest::newRow("too large") << "1e25" << -1.0 << -1.0;
        QTest::newRow("nothing") << "" << -1.0 << -1.0;
        QTest::newRow("group at the end") << "1,234," << -1.0 << -1.0;
    }
    void aNumberIsReadAsEitherDecimalMarkHasIt()
    {
        QFETCH(QString, text);
        QFETCH(double, withPoint);
        QFETCH(double, withComma);
        const Figure figure = figureIn(text.toStdString());
        QCOMPARE(figure.withPoint.value_or(-1.0), withPoint);
        QCOMPARE(figure.withComma.value_or(-1.0), withComma);
    }

    void unitsAreKnownByName_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("of");
        QTest::addColumn<int>("per");
        QTest::addColumn<double>("factor");
        using Of = TextUnit::Of;
        using Per = TextUnit::Per;
        const auto row = [](const char* text, Of of, Per per, double factor) {
            QTest::newRow(text) << QString::fromUtf8(text) << int(of) << int(per) << factor;
        };
        row("nsecond", Of::Time, Per::Whole, 1e-9);
        row("usecond", Of::Time, Per::Whole, 1e-6);
        row("\u03bcs", Of::Time, Per::Whole, 1e-6);
        row("msec", Of::Time, Per::Whole, 1e-3);
        row("s", Of::Time, Per::Whole, 1.0);
        row("byte", Of::Volume, Per::Whole, 1.0);
        row("Kbyte", Of::Volume, Per::Whole, 1e3);
        row("GB", Of::Volume, Per::Whole, 1e9);
        row("MiB", Of::Volume, Per::Whole, 1048576.0);
        row("Gbyte/second", Of::Volume, Per::Second, 1e9);
        row("MBps", Of::Volume, Per::Second, 1e6);
        row("byte/cycle", Of::Volume, Per::Cycle, 1.0);
        row("cycle/nsecond", Of::Cycles, Per::Second, 1e9);
        row("Ghz", Of::Cycles, Per::Second, 1e9);
        row("inst", Of::Count, Per::Whole, 1.0);
        row("inst/cycle", Of::Count, Per::Cycle, 1.0);
    }
    void unitsAreKnownByName()
    {
        QFETCH(QString, text);
        QFETCH(int, of);
        QFETCH(int, per);
        QFETCH(double, factor);
        const auto unit = unitIn(text.toStdString());
        QVERIFY(unit.has_value());
        QCOMPARE(int(unit->of), of);
        QCOMPARE(int(unit->per), per);
        QVERIFY(test::isNear(unit->factor, factor));
    }
    void whatIsNoUnitIsNotTakenForOne()
    {
        for (const char* text : {"%", "Ms", "mbyte", "Mbps", "byte/", "/s", "Ghz/s", "parsec", "byte/byte"})
            QVERIFY2(!unitIn(text), text);
    }

    void cellsKnowTheirPlaces()
    {
        ByteSource source("\xef\xbb\xbf"
                          "noise\r\n\r\na, \"b\"\"c\",\r\n\"two\nlines\" , d");
        CsvLines lines(source);
        QVERIFY(lines.next());
        QCOMPARE(lines.text(), std::string("noise"));
        QVERIFY(lines.next());
        // A quote after a blank opens no cell; nothing is lost of it.
        const auto first = lines.row(',');
        QVERIFY(first.ok());
        QCOMPARE(first->cells.size(), std::size_t{3});
        QCOMPARE(first->cells[1].text, std::string("\"b\"\"c\""));
        QCOMPARE(first->cells[1].column, std::size_t{3});
        QCOMPARE(first->line, std::size_t{3});
        QVERIFY(lines.next());
        const auto second = lines.row(',');
        QVERIFY(second.ok());
        QCOMPARE(second->cells.size(), std::size_t{2});
        QCOMPARE(second->cells[0].text, std::string("two\nlines"));
        QCOMPARE(second->cells[1].line, std::size_t{5});
        QVERIFY(!lines.next());
        QVERIFY(lines.status().ok());
    }
    void aQuoteThatStaysOpenIsNamedByItsPlace()
    {
        ByteSource source("a,\"b\nc");
        CsvLines lines(source);
        QVERIFY(lines.next());
        const auto row = lines.row(',');
        QVERIFY(!row.ok());
        QVERIFY(row.error().message().starts_with("line 1, column 3: a quote is opened"));
    }
    void aLineWithoutEndIsRefused()
    {
        const std::string text(std::size_t{3} << 20U, 'x');
        ByteSource source(text);
        CsvLines lines(source);
        QVERIFY(!lines.next());
        QVERIFY(!lines.status().ok());
    }
};

RIDGEPOINT_TEST(FiguresInTextTest)
#include "figures_in_text_test.moc"
