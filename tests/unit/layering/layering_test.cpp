// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_main.h"
#include "tests/unit/layering/tree_rules.h"

#include <QTemporaryDir>

#include <fstream>

using namespace ridgepoint::layering;

namespace {

using Files = std::vector<std::pair<std::string, std::string>>;
using Rule = std::vector<std::string> (*)(const Tree&);

const std::string apache =
    "// SPDX-FileCopyrightText: Ridgepoint contributors\n// SPDX-License-Identifier: Apache-2.0\n";
const std::string gpl =
    "// SPDX-FileCopyrightText: Ridgepoint contributors\n// SPDX-License-Identifier: GPL-3.0-or-later\n";

std::string include(const std::string& target) { return "#include \"" + target + "\"\n"; }

Tree treeOf(const QTemporaryDir& folder, const Files& files)
{
    const std::filesystem::path root = folder.path().toStdString();
    for (const auto& [path, text] : files) {
        std::filesystem::create_directories((root / path).parent_path());
        std::ofstream(root / path) << text;
    }
    return readTree(root);
}

QString joined(const std::vector<std::string>& lines)
{
    QStringList list;
    for (const std::string& line : lines) {
        list << QString::fromStdString(line);
    }
    return list.join(QLatin1Char('\n'));
}

} // namespace

Q_DECLARE_METATYPE(Files)
Q_DECLARE_METATYPE(Rule)

class LayeringTest : public ridgepoint::test::Case {
    Q_OBJECT
private slots:
    void theSourceTreeKeepsEveryRule_data()
    {
        QTest::addColumn<Rule>("rule");
        QTest::newRow("modules include only what they may") << Rule{forbiddenEdges};
        QTest::newRow("libraries stay in their places") << Rule{forbiddenLibraries};
        QTest::newRow("project includes are root-relative and exist") << Rule{missingIncludes};
        QTest::newRow("no include circle") << Rule{includeCircles};
        QTest::newRow("every file carries its licence") << Rule{licenceFaults};
        QTest::newRow("no file over 800 lines") << Rule{overlongFiles};
        QTest::newRow("no two files of one name") << Rule{sharedNames};
        QTest::newRow("no class of several purposes") << Rule{overlargeClasses};
        QTest::newRow("no class in more than two source files") << Rule{scatteredClasses};
        QTest::newRow("types of a test's own are in an unnamed namespace") << Rule{exposedTestTypes};
    }
    void theSourceTreeKeepsEveryRule()
    {
        QFETCH(Rule, rule);
        const Tree tree = readTree(RIDGEPOINT_SOURCE_DIR);
        QVERIFY2(tree.size() > 40, "the tree was not found, so nothing was checked");
        QCOMPARE(joined(rule(tree)), QString{});
    }

    void aBadTreeIsFound_data()
    {
        QTest::addColumn<Rule>("rule");
        QTest::addColumn<Files>("files");
        QTest::addColumn<QString>("report");
        addEdgeRows();
        addLibraryRows();
        addFileRows();
        addClassRows();
    }
    void aBadTreeIsFound()
    {
        QFETCH(Rule, rule);
        QFETCH(Files, files);
        QFETCH(QString, report);
        const QTemporaryDir folder;
        QVERIFY(folder.isValid());
        QCOMPARE(joined(rule(treeOf(folder, files))), report);
    }

private:
    static void addEdgeRows()
    {
        const Rule edges = forbiddenEdges;
        QTest::newRow("the model reaches up into statistics")
            << edges << Files{{"core/model/a.h", include("core/stats/b.h")}}
            << "core/model/a.h:1: core/model may not include core/stats (core/stats/b.h)";
        QTest::newRow("the CPU backend decides what to sweep")
            << edges << Files{{"core/cpu/a.cpp", "\n  #  include <core/sweep/b.h>\n"}}
            << "core/cpu/a.cpp:2: core/cpu may not include core/sweep (core/sweep/b.h)";
        QTest::newRow("the desktop measures by itself")
            << edges << Files{{"app/desktop/a.cpp", include("core/cpu/b.h")}}
            << "app/desktop/a.cpp:1: app/desktop may not include core/cpu (core/cpu/b.h)";
        QTest::newRow("the agenda runs what it decides on")
            << edges << Files{{"core/agenda/a.h", include("core/measure/b.h")}}
            << "core/agenda/a.h:1: core/agenda may not include core/measure (core/measure/b.h)";
        QTest::newRow("charts know the window")
            << edges << Files{{"app/charts/draw/a.h", include("app/desktop/base/b.h")}}
            << "app/charts/draw/a.h:1: app/charts/draw may not include app/desktop/base (app/desktop/base/b.h)";
        QTest::newRow("a chart's data know how it is drawn")
            << edges << Files{{"app/charts/data/a.h", include("app/charts/draw/b.h")}}
            << "app/charts/data/a.h:1: app/charts/data may not include app/charts/draw (app/charts/draw/b.h)";
        QTest::newRow("a part of the window knows the window")
            << edges << Files{{"app/desktop/views/a.h", include("app/desktop/window/b.h")}}
            << "app/desktop/views/a.h:1: app/desktop/views may not include app/desktop/window (app/desktop/window/b.h)";
        QTest::newRow("a chart outside the parts")
            << edges << Files{{"app/charts/a.h", ""}}
            << "app/charts/a.h:1: app/charts has no place in the layering; add it to the rules and to ARCHITECTURE.md";
        QTest::newRow("the core knows the GPU") << edges << Files{{"core/sweep/a.h", include("gpu/b.h")}}
                                                << "core/sweep/a.h:1: core/sweep may not include gpu (gpu/b.h)";
        QTest::newRow("the GPU's plans know its run-time")
            << edges << Files{{"gpu/plan/a.h", include("gpu/runtime/b.h")}}
            << "gpu/plan/a.h:1: gpu/plan may not include gpu (gpu/runtime/b.h)";
        QTest::newRow("a program includes a test")
            << edges << Files{{"gpu/a.cpp", include("tests/support/test_main.h")}}
            << "gpu/a.cpp:1: the programs may not include tests/support/test_main.h";
        QTest::newRow("a module nobody placed")
            << edges << Files{{"core/extra/a.h", ""}}
            << "core/extra/a.h:1: core/extra has no place in the layering; add it to the rules and to ARCHITECTURE.md";
        QTest::newRow("an allowed edge passes")
            << edges
            << Files{{"core/analysis/a.h",
                      include("core/stats/b.h") + include("core/analysis/c.h") + "#include <vector>\n"}}
            << "";
    }
    static void addLibraryRows()
    {
        const Rule libraries = forbiddenLibraries;
        QTest::newRow("Qt in the core") << libraries << Files{{"core/stats/a.h", "#include <QString>\n"}}
                                        << "core/stats/a.h:1: core/stats may not use Qt (QString)";
        QTest::newRow("Qt in the measuring program, by its module")
            << libraries << Files{{"app/bench/a.cpp", "#include <QtCore/QString>\n"}}
            << "app/bench/a.cpp:1: app/bench may not use Qt (QtCore/QString)";
        QTest::newRow("Qt by its lower-case header") << libraries << Files{{"gpu/a.cpp", "#include <qstring.h>\n"}}
                                                     << "gpu/a.cpp:1: gpu may not use Qt (qstring.h)";
        QTest::newRow("CUDA in the desktop") << libraries << Files{{"app/desktop/a.cpp", "#include <cuda_runtime.h>\n"}}
                                             << "app/desktop/a.cpp:1: app/desktop may not use CUDA (cuda_runtime.h)";
        QTest::newRow("CUDA in the GPU's plans") << libraries << Files{{"gpu/plan/a.cpp", "#include <cuda_fp16.h>\n"}}
                                                 << "gpu/plan/a.cpp:1: gpu/plan may not use CUDA (cuda_fp16.h)";
        QTest::newRow("Highway outside the CPU backend")
            << libraries << Files{{"core/sweep/a.cpp", "#include \"hwy/highway.h\"\n"}}
            << "core/sweep/a.cpp:1: core/sweep may not use Highway (hwy/highway.h)";
        QTest::newRow("JSON outside session and protocol")
            << libraries << Files{{"app/bench/a.cpp", "#include <nlohmann/json.hpp>\n"}}
            << "app/bench/a.cpp:1: app/bench may not use nlohmann-json (nlohmann/json.hpp)";
        QTest::newRow("the parser of command lines outside the measuring program")
            << libraries << Files{{"app/desktop/a.cpp", "#include <CLI/CLI.hpp>\n"}}
            << "app/desktop/a.cpp:1: app/desktop may not use CLI11 (CLI/CLI.hpp)";
        QTest::newRow("each library at home passes")
            << libraries
            << Files{{"core/cpu/a.cpp", "#include \"hwy/highway.h\"\n"},
                     {"core/protocol/a.cpp", "#include <nlohmann/json.hpp>\n"},
                     {"app/bench/a.cpp", "#include <CLI/CLI.hpp>\n"},
                     {"app/charts/draw/a.h", "#include <qcustomplot.h>\n#include <QWidget>\n"},
                     {"gpu/a.cu", "#include <cuda.h>\n"}}
            << "";
    }
    static void addFileRows()
    {
        QTest::newRow("two headers in a circle") << Rule{includeCircles}
                                                 << Files{{"core/model/a.h", include("core/model/b.h")},
                                                          {"core/model/b.h", "\n" + include("core/model/a.h")}}
                                                 << "core/model/b.h:2: including core/model/a.h closes a circle";
        QTest::newRow("a diamond is no circle")
            << Rule{includeCircles}
            << Files{{"core/model/a.h", include("core/model/b.h") + include("core/model/c.h")},
                     {"core/model/b.h", include("core/model/c.h")},
                     {"core/model/c.h", ""}}
            << "";
        QTest::newRow("an include that dodges the rules by a bare name")
            << Rule{missingIncludes} << Files{{"core/model/a.h", include("b.h")}, {"core/model/b.h", ""}}
            << "core/model/a.h:1: write b.h from the root of the tree";
        QTest::newRow("an include that dodges the rules upwards")
            << Rule{missingIncludes} << Files{{"core/model/a.h", include("../stats/b.h")}}
            << "core/model/a.h:1: write ../stats/b.h from the root of the tree";
        QTest::newRow("a header that is gone")
            << Rule{missingIncludes} << Files{{"core/stats/a.h", include("core/model/gone.h")}}
            << "core/stats/a.h:1: core/model/gone.h is not in the tree";
        QTest::newRow("a header that the build writes is there")
            << Rule{missingIncludes}
            << Files{{"core/stats/a.h", include("core/stats/version.h")}, {"core/stats/version.h.in", ""}} << "";
        QTest::newRow("no licence at the top")
            << Rule{licenceFaults} << Files{{"core/model/a.h", "#pragma once\n" + apache}, {"tests/empty.cpp", ""}}
            << "core/model/a.h:1: the two SPDX lines are missing from the top\ntests/empty.cpp:1: the two SPDX lines "
               "are missing from the top";
        QTest::newRow("the wrong licence, both ways")
            << Rule{licenceFaults} << Files{{"app/charts/a.h", apache}, {"app/bench/b.cpp", gpl}}
            << "app/bench/b.cpp:2: GPL-3.0-or-later should be Apache-2.0\napp/charts/a.h:2: Apache-2.0 should be "
               "GPL-3.0-or-later";
        QTest::newRow("the right licences pass, after an interpreter line too")
            << Rule{licenceFaults}
            << Files{{"app/charts/a.h", gpl},
                     {"packaging/a.sh", "#!/bin/sh\n# SPDX-FileCopyrightText: Ridgepoint contributors\n# "
                                        "SPDX-License-Identifier: Apache-2.0\n"}}
            << "";
        QTest::newRow("two files of one name")
            << Rule{sharedNames} << Files{{"core/model/a.h", ""}, {"core/model/a.cpp", ""}, {"core/stats/a.cpp", ""}}
            << "core/stats/a.cpp:1: core/model/a.cpp has this name already";
        QTest::newRow("every program has a main, every folder its list") << Rule{sharedNames}
                                                                         << Files{{"app/bench/main.cpp", ""},
                                                                                  {"app/desktop/main.cpp", ""},
                                                                                  {"app/CMakeLists.txt", ""},
                                                                                  {"core/CMakeLists.txt", ""}}
                                                                         << "";
        QTest::newRow("a test's type that the area's other files see")
            << Rule{exposedTestTypes}
            << Files{{"tests/unit/a_test.cpp", "namespace {\nstruct A {\n};\n} // namespace\nstruct B {\n};\n"},
                     {"tests/unit/b_test.cpp", "class B : public QObject {\n    Q_OBJECT\n};\nstruct C;\n"},
                     {"tests/unit/c.h", "struct B {\n};\n"}}
            << "tests/unit/a_test.cpp:5: B belongs into an unnamed namespace";
        QTest::newRow("801 lines are one too many")
            << Rule{overlongFiles}
            << Files{{"core/a/long.cpp", std::string(801, '\n')}, {"core/a/whole.cpp", std::string(800, '\n')}}
            << "core/a/long.cpp:801: the file has 801 lines; 800 is the limit";
    }
    static void addClassRows()
    {
        const auto repeated = [](int times, const std::string& before, const std::string& after) {
            std::string text;
            for (int i = 0; i < times; ++i)
                text += before + std::to_string(i) + after;
            return text;
        };
        const auto header = [](const std::string& body) {
            return Files{{"core/a/long.h",
                          "namespace a {\n/// class Not { };\nclass Long : public Base {\n" + body + "};\n}\n"}};
        };
        const Rule large = overlargeClasses;
        QTest::newRow("26 public functions are one too many")
            << large
            << header("    Q_OBJECT\n\npublic:\n    Long();\n    ~Long();\n    bool operator==(int) const;\n"
                      + repeated(25, "    int f", "() const { return m_x; }\n") + "    void last(int a, int b = {});\n")
            << "core/a/long.h:3: Long has 26 public functions; 25 is the limit";
        QTest::newRow("what is private, a signal or another's does not count")
            << large
            << header("public:\n" + repeated(25, "    void f", "();\n")
                      + "    void g() override;\nsignals:\n    void h();\n"
                      + "private:\n    void i();\n    struct Nested {\n        void j();\n    };\n")
            << "";
        QTest::newRow("13 virtual functions are one too many")
            << large
            << header("protected:\n    virtual ~Long() = default;\n" + repeated(13, "    virtual void f", "() = 0;\n"))
            << "core/a/long.h:3: Long has 13 virtual functions; 12 is the limit";
        QTest::newRow("21 members are one too many, however they are set")
            << large
            << header("private:\n    int m_a = 0;\n    std::vector<int> m_b{1, 2};\n    char m_c[2] = {'{', '\\''};\n"
                      + repeated(18, "    std::map<int, int> m_d", ";\n"))
            << "core/a/long.h:3: Long has 21 members; 20 is the limit";
        QTest::newRow("a test may have as many as it likes")
            << large << Files{{"tests/long.h", "class Long {\n" + repeated(21, "    int m_d", ";\n") + "};\n"}} << "";
        const auto source = [](const std::string& function) {
            return "namespace a {\nint Long::" + function + "(int x)\n{\n}\n}\n";
        };
        QTest::newRow("a class in three source files")
            << Rule{scatteredClasses}
            << Files{{"core/a/long.h", "class Long {};\n"},
                     {"core/a/b.cpp", source("b")},
                     {"core/a/c.cpp", source("c")},
                     {"core/a/d.cpp", "Long::Long() = default;\n"}}
            << "core/a/b.cpp:1: the functions of Long lie in 3 source files (b.cpp, c.cpp, d.cpp); 2 is the limit";
        QTest::newRow("a call is no definition") << Rule{scatteredClasses}
                                                 << Files{{"core/a/long.h", "class Long {};\n"},
                                                          {"core/a/b.cpp", source("b")},
                                                          {"core/a/c.cpp", source("c")},
                                                          {"core/a/d.cpp", "int d()\n{\n    return Long::b(1);\n}\n"}}
                                                 << "";
    }
};

RIDGEPOINT_TEST(LayeringTest)
#include "layering_test.moc"
