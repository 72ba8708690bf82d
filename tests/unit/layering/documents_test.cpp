// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_main.h"
#include "tests/unit/layering/document_rules.h"

#include <QTemporaryDir>

#include <fstream>

using namespace ridgepoint::layering;

namespace {

using Lines = std::vector<std::string>;

QString joined(const std::vector<std::string>& lines)
{
    QStringList list;
    for (const std::string& line : lines)
        list << QString::fromStdString(line);
    return list.join(QLatin1Char('\n'));
}

const ModuleEdges edges{{"core/model", {}},
                        {"core/cpu", {"core/model"}},
                        {"core/stats", {"core/model"}},
                        {"app/bench", {"core/model", "core/stats"}}};

/// What the table of modules says where it is right, with the row of core/stats as given.
Document tableWith(const std::string& row)
{
    return {.path = "A.md",
            .lines = {"## Modules", "| module | what it holds | may include |", "|---|---|---|",
                      "| core/model | numbers | |", row, "| core/cpu | kernels | model |",
                      "| app/bench | main | core |", "## Next"}};
}

Document walkWith(const std::string& sum, const std::string& row)
{
    return {.path = "A.md",
            .lines = {"## The walk", sum, "", "| stage | files, in order |", "|---|---|",
                      "| there (2) | slider, panel |", row, "| the same on a GPU (3) | a, b.cu, c |"}};
}

} // namespace

class DocumentsTest : public ridgepoint::test::Case {
    Q_OBJECT
private slots:
    void theDocumentsAgreeWithTheTree()
    {
        const std::filesystem::path root = RIDGEPOINT_SOURCE_DIR;
        const std::vector<Document> documents = readDocuments(root);
        QVERIFY2(documents.size() > 10, "the documents were not found, so nothing was checked");
        QCOMPARE(joined(brokenLinks(documents, root)), QString());
        for (const Document& document : documents)
            QCOMPARE(joined(missingPaths(document, root)), QString());
        const auto architecture = std::find_if(documents.begin(), documents.end(), [](const Document& document) {
            return document.path == "ARCHITECTURE.md";
        });
        QVERIFY(architecture != documents.end());
        QCOMPARE(joined(tableFaults(*architecture, allowedModules())), QString());
        QCOMPARE(joined(walkFaults(*architecture, readTree(root))), QString());
        QVERIFY2(architecture->lines.size() <= 150,
                 "ARCHITECTURE.md has more than 150 lines; move details next to their code");
    }

    void aBrokenLinkIsFound_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QString>("report");
        QTest::newRow("a page beside") << "see [b](b.md)"
                                       << "";
        QTest::newRow("a page in a folder, by its heading") << "see [two](sub/c.md#two-words-and-code)"
                                                            << "";
        QTest::newRow("a heading of its own page") << "see [first](#first)"
                                                   << "";
        QTest::newRow("another site") << "see [site](https://example.org/x#y)"
                                      << "";
        QTest::newRow("no such page") << "see [b](gone.md)"
                                      << "a.md:2: gone.md is not in the tree";
        QTest::newRow("no such heading") << "[b](b.md#gone)"
                                         << "a.md:2: b.md has no heading #gone";
        QTest::newRow("no such heading of its own") << "[a](#gone) and [b](b.md)"
                                                    << "a.md:2: a.md has no heading #gone";
        QTest::newRow("a heading that is code") << "[c](sub/c.md#not-a-heading)"
                                                << "a.md:2: sub/c.md has no heading #not-a-heading";
    }
    void aBrokenLinkIsFound()
    {
        QFETCH(QString, line);
        QFETCH(QString, report);
        const QTemporaryDir folder;
        const std::filesystem::path root = folder.path().toStdString();
        std::filesystem::create_directories(root / "sub");
        std::ofstream(root / "b.md") << "# B\n";
        std::ofstream(root / "sub" / "c.md") << "# C\n## Two words, and `code`\n```\n# Not a heading\n```\n";
        const Document a{.path = "a.md", .lines = {"# First", line.toStdString()}};
        std::ofstream(root / "a.md") << "# First\n";
        const Document b{.path = "b.md", .lines = {"# B"}};
        const Document c{.path = "sub/c.md",
                         .lines = {"# C", "## Two words, and `code`", "```", "# Not a heading", "```"}};
        QCOMPARE(joined(brokenLinks({a, b, c}, root)), report);
    }

    void aMissingPathIsFound()
    {
        const QTemporaryDir folder;
        const std::filesystem::path root = folder.path().toStdString();
        std::filesystem::create_directories(root / "core" / "model");
        for (const char* name : {"a.h", "a.cpp", "b.h"})
            std::ofstream(root / "core" / "model" / name) << "";
        const Document document{
            .path = "a.md",
            .lines = {"`core/model/a.{h,cpp}`, `core/model/b`, `core/model` and `core/model/NAME.h`",
                      "`core/model/b.{h,cpp}`"}};
        QCOMPARE(joined(missingPaths(document, root)), QStringLiteral("a.md:2: core/model/b.cpp is not in the tree"));
    }

    void aWrongTableIsFound_data()
    {
        QTest::addColumn<QString>("row");
        QTest::addColumn<QString>("report");
        QTest::newRow("right") << "| core/stats | sums | model |"
                               << "";
        QTest::newRow("an edge that is not allowed") << "| core/stats | sums | model, cpu |"
                                                     << "A.md:5: core/stats may not include core/cpu";
        QTest::newRow("an edge that is left out") << "| core/stats | sums | |"
                                                  << "A.md:5: core/stats may include core/model, which is not said";
        QTest::newRow("a module that the rules lack")
            << "| core/extra | sums | model |"
            << "A.md:5: core/extra has no place in the layering\nA.md:1: the table of modules lacks core/stats";
    }
    void aWrongTableIsFound()
    {
        QFETCH(QString, row);
        QFETCH(QString, report);
        QCOMPARE(joined(tableFaults(tableWith(row.toStdString()), edges)), report);
    }

    void aWrongWalkIsFound_data()
    {
        QTest::addColumn<QString>("sum");
        QTest::addColumn<QString>("row");
        QTest::addColumn<QString>("report");
        const QString sum = QStringLiteral("On a processor these are 3 files, on a GPU 5.");
        const QString row = QStringLiteral("| back (1, and 1 again) | a, (slider) |");
        QTest::newRow("right") << sum << row << "";
        QTest::newRow("a file that is gone") << sum << "| back (1) | gone |"
                                             << "A.md:7: no file has the name gone";
        QTest::newRow("a stage that is counted wrongly") << sum << "| back (2) | a |"
                                                         << "A.md:7: these are 1 files, not 2";
        QTest::newRow("a sum that is counted wrongly") << "On a processor these are 30 files, on a GPU 5." << row
                                                       << "A.md:1: the walk passes 3 and 5 files, and it says 30 and 5";
        QTest::newRow("no sum") << "Many files." << row << "A.md:1: the walk passes 3 and 5 files, and it says nothing";
    }
    void aWrongWalkIsFound()
    {
        QFETCH(QString, sum);
        QFETCH(QString, row);
        QFETCH(QString, report);
        Tree tree;
        for (const char* path : {"app/slider.h", "app/panel.cpp", "core/a.cpp", "gpu/b.cu", "gpu/c.h"})
            tree.emplace(path, SourceFile{.path = path, .lines = {}, .includes = {}});
        QCOMPARE(joined(walkFaults(walkWith(sum.toStdString(), row.toStdString()), tree)), report);
    }
};

RIDGEPOINT_TEST(DocumentsTest)
#include "documents_test.moc"
