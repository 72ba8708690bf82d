// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/unit/layering/tree_rules.h"

#include <filesystem>
#include <string>
#include <vector>

namespace ridgepoint::layering {

/// One Markdown file of the tree; path is relative to the tree's root, with '/'.
struct Document {
    std::string path;
    std::vector<std::string> lines;
};

/// Reads the Markdown files of the root and of core, gpu, app, tests, packaging and resources, by path.
std::vector<Document> readDocuments(const std::filesystem::path& root);

/// Each rule returns one line per offence, "path:line: what is wrong"; none means the rule holds.
/// Relative links lead to files of the tree, and anchors to headings.
std::vector<std::string> brokenLinks(const std::vector<Document>& documents, const std::filesystem::path& root);
/// Paths between backticks, such as `core/model/workload.h` or `chart_area.{h,cpp}` with their folder, are in the tree;
/// those with a placeholder (NAME, ID) are passed over.
std::vector<std::string> missingPaths(const Document& document, const std::filesystem::path& root);
/// The table of modules names every module once, with the edges of `allowed`. In it "core" stands for all of core but
/// cpu, "charts" for all of app/charts, and a module of the same folder needs no folder.
std::vector<std::string> tableFaults(const Document& architecture, const ModuleEdges& allowed);
/// The walk names files of the tree, as many as each stage says and as it says of all stages. A stage that begins with
/// "the same on a GPU" takes the place of the one before it.
std::vector<std::string> walkFaults(const Document& architecture, const Tree& tree);

} // namespace ridgepoint::layering
