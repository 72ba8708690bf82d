// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/bench/progress_bar.h"
#include "app/bench/text_format.h"
#include "tests/support/test_main.h"

#include <QJsonDocument>
#include <QJsonObject>

#include <cmath>
#include <sstream>

using namespace ridgepoint;

namespace {

class HandClock final : public Clock {
public:
    [[nodiscard]] Seconds now() const override { return time; }
    Seconds time{50.0};
};

ProgressStep stepAt(int done)
{
    return {.phase = "sweep", .item = "", .done = done, .total = 100, .fraction = done / 100.0, .left = Seconds(2.1)};
}

} // namespace

class ProgressBarTest : public test::Case {
    Q_OBJECT
private slots:
    void aTerminalGetsABarWithTimeLeftThatIsTakenAway()
    {
        HandClock clock;
        std::ostringstream err;
        {
            ProgressBar bar(err, ProgressMode::Bar, clock);
            bar.show(stepAt(50));
        }
        const QString text = QString::fromStdString(err.str());
        QVERIFY2(text.contains("50 %") && text.contains("50 of 100") && text.contains("about 3 s left"),
                 qPrintable(text));
        QVERIFY(text.startsWith('\r') && text.endsWith("\r\x1b[K") && !text.contains('\n'));
    }
    void aBarIsNeverWiderThanTheTerminal()
    {
        HandClock clock;
        std::ostringstream err;
        ProgressBar bar(err, ProgressMode::Bar, clock, 30);
        bar.show(stepAt(50));
        const QString text = QString::fromStdString(err.str());
        const auto end = text.indexOf('\x1b');
        QCOMPARE(end - 1, 29); // after the carriage return
        QVERIFY(text.startsWith("\rsweep ["));
    }
    void machinesGetOneJsonObjectALine()
    {
        HandClock clock;
        std::ostringstream err;
        ProgressBar bar(err, ProgressMode::Json, clock);
        bar.show(stepAt(25));
        bar.clear();
        const QJsonObject step = QJsonDocument::fromJson(QByteArray::fromStdString(err.str())).object();
        QCOMPARE(step["phase"].toString(), QStringLiteral("sweep"));
        QCOMPARE(step["done"].toInt(), 25);
        QCOMPARE(step["total"].toInt(), 100);
        QCOMPARE(step["fraction"].toDouble(), 0.25);
        QCOMPARE(step["left_s"].toDouble(), 2.1);
        QCOMPARE(QString::fromStdString(err.str()).count('\n'), 1);
    }
    void silenceIsSilent()
    {
        HandClock clock;
        std::ostringstream err;
        ProgressBar(err, ProgressMode::Silent, clock).show(stepAt(1));
        QVERIFY(err.str().empty());
    }
    void showsAtMostTenStepsASecondButAlwaysTheLast()
    {
        HandClock clock;
        std::ostringstream err;
        ProgressBar bar(err, ProgressMode::Json, clock);
        for (int i = 0; i < 100; ++i) {
            bar.show(stepAt(i));
            clock.time += Seconds(0.01);
        }
        bar.show(stepAt(100));
        const auto lines = QString::fromStdString(err.str()).count('\n');
        QVERIFY2(lines >= 9 && lines <= 12, qPrintable(QString::number(lines)));
        QVERIFY(err.str().find("\"done\":100") != std::string::npos);
    }
    void tellsWhenAStepIsWorthWorkingOut()
    {
        HandClock clock;
        std::ostringstream err;
        ProgressBar bar(err, ProgressMode::Json, clock);
        QVERIFY(bar.isDue("sweep"));
        bar.show(stepAt(1));
        QVERIFY(!bar.isDue("sweep") && bar.isDue("another phase"));
        clock.time += Seconds(0.11);
        QVERIFY(bar.isDue("sweep"));
        QVERIFY(!ProgressBar(err, ProgressMode::Silent, clock).isDue("sweep"));
    }
    void aSweepThatSharpensItsLastCellIsNotShownMoreOften()
    {
        HandClock clock;
        std::ostringstream err;
        ProgressBar bar(err, ProgressMode::Json, clock);
        for (int i = 0; i < 100; ++i) {
            bar.show({.phase = "sweep", .item = "", .done = 35, .total = 35, .fraction = 0.9, .left = Seconds(1.0)});
            clock.time += Seconds(0.01);
        }
        QVERIFY(QString::fromStdString(err.str()).count('\n') <= 12);
    }
    void estimatesTheTimeLeft()
    {
        QVERIFY(!timeLeft(Seconds(3.0), 0.0));
        QVERIFY(!timeLeft(Seconds(3.0), 0.01));
        QCOMPARE(timeLeft(Seconds(3.0), 0.25)->value(), 9.0);
        QCOMPARE(timeLeft(Seconds(3.0), 1.2)->value(), 0.0);
    }
    void formatsNumbersForPeople()
    {
        QCOMPARE(withPrefix(63.2e9, "B/s"), std::string("63.2 GB/s"));
        QCOMPARE(withPrefix(999.7e9, "B/s"), std::string("1.00 TB/s"));
        QCOMPARE(withPrefix(385e-9, "s"), std::string("385 ns"));
        QCOMPARE(withPrefix(4.1e-6, "s"), std::string("4.10 µs"));
        QCOMPARE(withPrefix(0.0, "s"), std::string("0.00 s"));
        QCOMPARE(bytesText(Bytes(32768)), std::string("32 KiB"));
        QCOMPARE(bytesText(Bytes(1.5 * 1024 * 1024)), std::string("1.5 MiB"));
        QCOMPARE(bytesText(Bytes(HUGE_VAL)), std::string("unlimited"));
        QCOMPARE(countText(32 << 20), std::string("32Mi"));
        QCOMPARE(countText(1000), std::string("1000"));
        QCOMPARE(padded("µs", 4), std::string("µs  "));
    }
};

RIDGEPOINT_TEST(ProgressBarTest)
#include "progress_bar_test.moc"
