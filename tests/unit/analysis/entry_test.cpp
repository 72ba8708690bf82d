// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/entry.h"
#include "tests/support/test_main.h"

#include <QTest>

#include <cmath>

using namespace ridgepoint;

class EntryTest : public test::Case {
    Q_OBJECT
private slots:
    void readsNumbersAsPeopleWriteThem_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<int>("quantity");
        QTest::addColumn<double>("value");
        const auto row = [](const char* text, EntryKind quantity, double value) {
            QTest::newRow(text) << QByteArray(text) << static_cast<int>(quantity) << value;
        };
        row("1.5 TB/s", EntryKind::Bandwidth, 1.5e12);
        row("1.5TB/s", EntryKind::Bandwidth, 1.5e12);
        row("1.5e12", EntryKind::Bandwidth, 1.5e12);
        row("1.5 T", EntryKind::Bandwidth, 1.5e12);
        row("1500 GB/s", EntryKind::Bandwidth, 1.5e12);
        row("2 GiB/s", EntryKind::Bandwidth, 2147483648.0);
        row("19.5 TFLOP/s", EntryKind::Rate, 19.5e12);
        row("19.5 TFLOPS", EntryKind::Rate, 19.5e12);
        row("19.5 tflops", EntryKind::Rate, -1.0); // a small t is no prefix
        row("19.5 Tflop/s", EntryKind::Rate, 19.5e12);
        row("8 Gop/s", EntryKind::Rate, 8e9);
        row("400e9", EntryKind::Count, 400e9);
        row("400 billion floats", EntryKind::Count, 400e9);
        row("400 Billion", EntryKind::Count, 400e9);
        row("100", EntryKind::Count, 100.0);
        row("16 Mi", EntryKind::Count, 16777216.0);
        row("16\u00a0Mi floats", EntryKind::Count, 16777216.0);
        row("16 M", EntryKind::Count, 16e6);
        row("0", EntryKind::Count, 0.0);
        row("128 MiB", EntryKind::Traffic, 134217728.0);
        row("4 bytes", EntryKind::Traffic, 4.0);
        row("134 MB", EntryKind::Traffic, 134e6);
        row("4", EntryKind::Factor, 4.0);
        row("2.5x", EntryKind::Factor, 2.5);
        row("1/2 times", EntryKind::Factor, 0.5);
        row("3\u00d7", EntryKind::Factor, 3.0);
        row("4 ms", EntryKind::Factor, -1.0);
        row("5", EntryKind::Share, 0.05);
        row("0.5 %", EntryKind::Share, 0.005);
        row("90 percent", EntryKind::Share, 0.9);
        row("537 MFLOP", EntryKind::Work, 537e6);
        row("2 Gop", EntryKind::Work, 2e9);
        row("4.3 ms", EntryKind::Duration, 4.3e-3);
        row("10 \u00b5s", EntryKind::Duration, 10e-6);
        row("10 \u03bcs", EntryKind::Duration, 10e-6);
        row("10us", EntryKind::Duration, 10e-6);
        row("390 ns", EntryKind::Duration, 390e-9);
        row("2 s", EntryKind::Duration, 2.0);
        row("2 m", EntryKind::Duration, 2e-3);
        row("15 us", EntryKind::Duration, 15e-6);
        row("90 min", EntryKind::Duration, 5400.0);
        row("1 h", EntryKind::Duration, 3600.0);
        row("1.5h", EntryKind::Duration, 5400.0);
        row("2 hours", EntryKind::Duration, 7200.0);
        row("1 min", EntryKind::Any, -1.0); // an axis counts seconds
        row("3 mmin", EntryKind::Duration, -1.0);
        row("1/8", EntryKind::Count, 0.125);
        row("3 / 4 million", EntryKind::Count, 750e3);
        row("32 Mi", EntryKind::Any, 33554432.0);
        row("430 GFLOP/s", EntryKind::Any, 430e9);
        row("430 G", EntryKind::Any, 430e9);
        row("1/8", EntryKind::Any, 0.125);
        row("1/8 FLOP/B", EntryKind::Any, 0.125);
        row("2.1 ms", EntryKind::Any, 2.1e-3);
        row("5 \u00b5s", EntryKind::Any, 5e-6);
        row("1e9", EntryKind::Any, 1e9);
        row("62.4 GB/s", EntryKind::Any, 62.4e9);
        row(" 12 ", EntryKind::Any, 12.0);
    }
    void readsNumbersAsPeopleWriteThem()
    {
        QFETCH(QByteArray, text);
        QFETCH(int, quantity);
        QFETCH(double, value);
        const auto read = parseEntry(text.toStdString(), static_cast<EntryKind>(quantity));
        QCOMPARE(read.ok(), value >= 0.0);
        if (read)
            QVERIFY2(std::abs(*read - value) <= 1e-12 * value, qPrintable(QString::number(*read)));
    }
    void saysWhatIsWrongAndWhatWouldBeRight_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<int>("quantity");
        QTest::addColumn<QByteArray>("words");
        const auto row = [](const char* text, EntryKind quantity, const char* words) {
            QTest::newRow(text) << QByteArray(text) << static_cast<int>(quantity) << QByteArray(words);
        };
        row("", EntryKind::Bandwidth, "Enter a number, such as 1.5 TB/s");
        row("  ", EntryKind::Count, "Enter a number");
        row("fast", EntryKind::Rate, "\"fast\" does not start with a number");
        row("1.5 TX/s", EntryKind::Bandwidth, "the unit is B/s, as in 1.5 TB/s");
        row("1.5 TFLOP/s", EntryKind::Bandwidth, "the unit is B/s");
        row("1.5 TB/s", EntryKind::Rate, "the unit is FLOP/s");
        row("1.5 Tb/s", EntryKind::Bandwidth, "use B for bytes");
        row("4 kb", EntryKind::Traffic, "use B for bytes");
        row("1,500", EntryKind::Count, "without commas");
        row("-3", EntryKind::Count, "must not be negative");
        row("nan", EntryKind::Count, "too large or too small");
        row("inf", EntryKind::Duration, "too large or too small");
        row("1e400", EntryKind::Rate, "too large or too small");
        row("1e25", EntryKind::Rate, "too large or too small");
        row("4 Ki s", EntryKind::Duration, "is not valid");
        row("3 days", EntryKind::Duration, "the unit is ns, \u00b5s (or us), ms, s, min or h, as in 4.3 ms");
        row("1 2x", EntryKind::Count, "is not valid");
        row("many", EntryKind::Any, "does not start with a number");
        row("", EntryKind::Any, "such as 32 Mi");
        row("1/0", EntryKind::Any, "too large or too small");
        row("0/0", EntryKind::Any, "too large or too small");
        row("1/", EntryKind::Any, "is not valid");
        row("3 apples", EntryKind::Any, "is not valid");
    }
    void saysWhatIsWrongAndWhatWouldBeRight()
    {
        QFETCH(QByteArray, text);
        QFETCH(int, quantity);
        QFETCH(QByteArray, words);
        const auto read = parseEntry(text.toStdString(), static_cast<EntryKind>(quantity));
        QVERIFY(!read.ok());
        QCOMPARE(read.error().kind, ErrorKind::InvalidInput);
        QVERIFY2(QByteArray::fromStdString(read.error().message()).contains(words), read.error().message().c_str());
    }
    void aUnitTellsWhatItsNumbersCount()
    {
        QCOMPARE(entryKindOf("s"), EntryKind::Duration);
        QCOMPARE(entryKindOf("%"), EntryKind::Share);
        QCOMPARE(entryKindOf(""), EntryKind::Count);
        QCOMPARE(entryKindOf("FLOP/B"), EntryKind::Any); // which has a unit, but no kind of its own
    }
    void takesTheDecimalPointThatItIsTold()
    {
        QCOMPARE(*parseEntry("1,5 TB/s", EntryKind::Bandwidth, ','), 1.5e12);
        QCOMPARE(*parseEntry("1.5 TB/s", EntryKind::Bandwidth, ','), 1.5e12);
        QVERIFY(!parseEntry("1,5 TB/s", EntryKind::Bandwidth).ok());
    }
    void anyBytesAreReadOrRefused()
    {
        const std::string_view odd("\x00\xff 1e5 \xc2", 9);
        for (std::size_t length = 0; length <= odd.size(); ++length)
            for (const EntryKind quantity : {EntryKind::Count, EntryKind::Traffic, EntryKind::Work, EntryKind::Duration,
                                             EntryKind::Bandwidth, EntryKind::Rate, EntryKind::Any})
                QVERIFY(!parseEntry(odd.substr(0, length), quantity).ok());
    }
};

RIDGEPOINT_TEST(EntryTest)
#include "entry_test.moc"
