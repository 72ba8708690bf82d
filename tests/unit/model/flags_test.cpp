// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/flags.h"
#include "tests/support/test_main.h"

#include <QTest>

using namespace ridgepoint;

class FlagsTest : public test::Case {
    Q_OBJECT
private slots:
    void namesRoundTrip()
    {
        const FlagSet flags = Flag::Preempted | Flag::FewReadings;
        QCOMPARE(toString(flags), std::string("few-readings preempted"));
        QVERIFY(flagsFrom(toString(flags)) == flags);
        QVERIFY(flagsFrom("") == FlagSet{});
    }
    void rejectsUnknownNames() { QVERIFY(!flagsFrom("few-readings broken").has_value()); }
    void removesOnlyTheNamedFlag()
    {
        FlagSet flags = Flag::Edge | Flag::Ambiguous;
        flags.remove(Flag::Edge);
        QVERIFY(flags == FlagSet(Flag::Ambiguous));
    }
};

RIDGEPOINT_TEST(FlagsTest)
#include "flags_test.moc"
