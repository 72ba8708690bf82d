// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/charts/draw/dot_names.h"
#include "tests/support/test_main.h"

#include <QTest>

using namespace ridgepoint;

class DotNamesTest : public test::Case {
    Q_OBJECT
private slots:
    void dotsAtOnePlaceShareAName()
    {
        const std::vector<NamedDot> dots{{{100, 52}, "relu", 0, Qt::blue},
                                         {{100, 50}, "copy", 0, Qt::blue},
                                         {{103, 58}, "gelu", 0, Qt::blue},
                                         {{100, 58}, "copy", 0, Qt::blue},
                                         {{160, 50}, "sum", 0, Qt::blue}};
        const std::vector<DotName> names = sharedNames(dots, 9.0);
        QCOMPARE(names.size(), std::size_t{2});
        QCOMPARE(names[0].words.join(QLatin1Char(' ')), QStringLiteral("copy relu gelu")); // from the highest down
        QCOMPARE(names[0].around(), QRectF(100, 50, 3, 8));
        QCOMPARE(names[1].words, QStringList{QStringLiteral("sum")});
    }
    void aRowOfDotsIsNoOnePlace()
    {
        std::vector<NamedDot> dots;
        for (int i = 0; i < 12; ++i)
            dots.push_back({QPointF(100.0 + 8.0 * i, 50.0), QString::number(i), 0, Qt::blue});
        for (const DotName& name : sharedNames(dots, 9.0))
            QVERIFY(name.around().width() <= 27.0);
    }
    /// "kernel = launch" of three modes, all at the end of one dashed line.
    void oneNameOfSeveralSeriesIsWrittenOnce()
    {
        const std::vector<NamedDot> dots{{{100, 50}, "crossing", 0, Qt::blue},
                                         {{112, 56}, "crossing", 1, Qt::green},
                                         {{300, 56}, "crossing", 2, Qt::red}};
        const std::vector<DotName> names = sharedNames(dots, 9.0);
        QCOMPARE(names.size(), std::size_t{2});
        QCOMPARE(names[0].dots.size(), std::size_t{2});
        QVERIFY(!names[0].color.isValid() && names[1].color.isValid());
    }
    void otherSeriesKeepTheirNames()
    {
        const std::vector<NamedDot> dots{{{100, 50}, "own", 0, Qt::blue}, {{100, 50}, "library", 1, Qt::green}};
        QCOMPARE(sharedNames(dots, 9.0).size(), std::size_t{2});
    }
};

RIDGEPOINT_TEST(DotNamesTest)
#include "dot_names_test.moc"
