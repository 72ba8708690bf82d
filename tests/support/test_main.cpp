// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_main.h"

#include <iostream>
#include <map>
#include <string>
#include <string_view>

namespace ridgepoint::test {
namespace {

// A function's static: the entries are registered before main(), in any order of the files.
std::map<std::string, TestRun>& allTests()
{
    static std::map<std::string, TestRun> tests;
    return tests;
}

} // namespace

TestEntry::TestEntry(const char* file, TestRun run)
{
    const std::string_view path = file;
    const std::string_view name = path.substr(path.find_last_of('/') + 1);
    allTests().emplace(name.substr(0, name.find("_test.cpp")), run);
}

} // namespace ridgepoint::test

// Usage: test_AREA SUBJECT [OPTION OF QT TEST…]
int main(int count, char** arguments)
{
    const auto& tests = ridgepoint::test::allTests();
    const std::string name = count > 1 ? arguments[1] : "";
    if (const auto found = tests.find(name); found != tests.end()) {
        arguments[1] = arguments[0]; // Qt Test expects the program's name, then its own options
        return found->second(count - 1, arguments + 1);
    }
    std::cerr << arguments[0] << ": there is no test named \"" << name
              << "\" in this program. Name one of these first:\n";
    for (const auto& entry : tests) {
        std::cerr << "  " << entry.first << "\n";
    }
    return 2;
}
