// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cpu/instruction_set.h"
#include "tests/support/test_main.h"

#include <algorithm>

using namespace ridgepoint;

class InstructionSetTest : public test::Case {
    Q_OBJECT
private slots:
    void prefersTheWidestThatTheProcessorSupports()
    {
        const auto chosen = chooseInstructionSet("");
        QVERIFY(chosen.ok());
        for (const InstructionSet set : allInstructionSets) {
            if (set == *chosen)
                break;
            QVERIFY(!isSupported(set));
        }
    }
    void theBaselineIsAlwaysSupported() { QVERIFY(isSupported(InstructionSet::Scalar)); }
    void setsOfAnotherArchitectureAreNotSupported()
    {
        for (std::size_t number = 0; number < instructionSetCount; ++number) {
            const auto set = static_cast<InstructionSet>(number);
            const bool isOurs = std::find(allInstructionSets.begin(), allInstructionSets.end(), set)
                             != allInstructionSets.end();
            QVERIFY(!nameOf(set).empty());
            QVERIFY(isOurs || !isSupported(set));
        }
    }
    void widerSetsIncludeNarrowerOnes()
    {
        bool wider = false;
        for (const InstructionSet set : allInstructionSets) {
            QVERIFY(!wider || isSupported(set));
            wider = wider || isSupported(set);
        }
    }
    void takesEverySupportedNameAndRefusesTheOthersByName()
    {
        for (const InstructionSet set : allInstructionSets) {
            const auto chosen = chooseInstructionSet(nameOf(set));
            QCOMPARE(chosen.ok(), isSupported(set));
            if (chosen.ok()) {
                QCOMPARE(nameOf(*chosen), nameOf(set));
            } else {
                QCOMPARE(chosen.error().kind, ErrorKind::Unsupported);
                QVERIFY(chosen.error().message().find(nameOf(set)) != std::string::npos);
            }
        }
    }
    void refusesUnknownNames_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::newRow("another processor's") << QByteArray("NEON");
        QTest::newRow("lower case") << QByteArray("avx2");
        QTest::newRow("with a space") << QByteArray("AVX2 ");
        QTest::newRow("long") << QByteArray(10000, 'x');
    }
    void refusesUnknownNames()
    {
        QFETCH(QByteArray, name);
        const auto chosen = chooseInstructionSet(name.constData());
        QVERIFY(!chosen.ok());
        QCOMPARE(chosen.error().id, std::string("cpu.isa-unknown"));
        QVERIFY(chosen.error().message().find(instructionSetVariable) != std::string::npos);
        QVERIFY(chosen.error().message().find("SCALAR") != std::string::npos);
    }
    void readsTheEnvironmentVariable()
    {
        const QByteArray before = qgetenv(instructionSetVariable);
        qputenv(instructionSetVariable, "SCALAR");
        const auto forced = chosenInstructionSet();
        qputenv(instructionSetVariable, "nonsense");
        const auto refused = chosenInstructionSet();
        qputenv(instructionSetVariable, before);
        QVERIFY(forced.ok());
        QCOMPARE(nameOf(*forced), std::string_view("SCALAR"));
        QVERIFY(!refused.ok());
    }
};

RIDGEPOINT_TEST(InstructionSetTest)
#include "instruction_set_test.moc"
