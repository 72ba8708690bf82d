// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/remote/script.h"
#include "tests/support/test_main.h"

#include <QTest>

using namespace ridgepoint;
using namespace ridgepoint::remote;

namespace {

const std::string scriptNonce = "0123456789abcdef";
const ProgramFile someProgram{"x86_64", "aa11", 42};

} // namespace

class ScriptTest : public test::Case {
    Q_OBJECT
private slots:
    void noShellFindsAnythingOfItsOwnInAScript()
    {
        const std::vector<std::string> hostile{"a b", "'$(touch x)'", "!!", "new\nline", "\\", ";", "é", ""};
        for (const std::string& script :
             {checkScript(scriptNonce, {someProgram, {"aarch64", "bb22", 1}}),
              copyScript(scriptNonce, someProgram, Place::Home), copyScript(scriptNonce, someProgram, Place::Temporary),
              runScript(someProgram, Place::Temporary, hostile)})
            for (const char c : {'\'', '!', '\n', '\\'})
                QVERIFY2(script.find(c) == std::string::npos, script.c_str());
    }
    void wordsArriveAsTheyWere()
    {
        for (const std::string word : {"", "plain", "--ops=1..4:3", "a b", "%", "%41", "$x `y` 'z'", "é\n\x01"}) {
            const std::string encoded = encodedWord(word);
            QVERIFY(!encoded.empty());
            QVERIFY2(encoded.find_first_of(" '\"$`\n;&|<>*?~#!\\") == std::string::npos, encoded.c_str());
            QVERIFY(decodedWord(encoded) == word);
        }
        for (const char* word : {"%4", "a%", "%zz", "%4g"})
            QVERIFY2(!decodedWord(word), word);
    }
    void theCheckIsReadOutOfAShellsNoise()
    {
        const Checked checked = checkedFrom("Welcome!\nno newline" + scriptNonce + " system Linux x86_64\r\nmotd "
                                                + scriptNonce + "\n" + scriptNonce + " broken home not so\n"
                                                + scriptNonce + " found temporary {\"version\":\"1\"}\nbye "
                                                + scriptNonce + " found home",
                                            scriptNonce);
        QCOMPARE(checked.system, std::string("Linux"));
        QCOMPARE(checked.machine, std::string("x86_64"));
        QVERIFY(checked.found == Place::Temporary); // the last line is not whole
        QCOMPARE(checked.version, std::string("{\"version\":\"1\"}"));
        QCOMPARE(checked.whyNotStarted, std::string("not so"));
        QVERIFY(checkedFrom("This account is not available.\n", scriptNonce).system.empty());
    }
    void theCopyTellsStepByStep()
    {
        QVERIFY(!copiedFrom("noise\n", scriptNonce).send);
        QVERIFY(copiedFrom("noise\n" + scriptNonce + " send\n", scriptNonce).send);
        const Copied failed = copiedFrom(scriptNonce + " send\n" + scriptNonce + " failed write cat: No space left\n",
                                         scriptNonce);
        QVERIFY(!failed.done && failed.step == "write" && failed.reason == "cat: No space left");
        QVERIFY(copiedFrom(scriptNonce + " copied {}\n", scriptNonce).done);
    }
};

RIDGEPOINT_TEST(ScriptTest)
#include "script_test.moc"
