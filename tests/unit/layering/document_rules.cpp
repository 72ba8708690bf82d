// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/layering/document_rules.h"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <regex>
#include <set>

namespace ridgepoint::layering {
namespace {

std::string at(const Document& document, std::size_t line, const std::string& what)
{
    return document.path + ":" + std::to_string(line + 1) + ": " + what;
}

std::string trimmed(const std::string& text)
{
    const auto first = text.find_first_not_of(' ');
    return first == std::string::npos ? std::string() : text.substr(first, text.find_last_not_of(' ') - first + 1);
}

std::vector<std::string> split(const std::string& text, char separator)
{
    std::vector<std::string> parts;
    std::string part;
    for (const char c : text + separator) {
        if (c != separator) {
            part += c;
        } else {
            parts.push_back(trimmed(part));
            part.clear();
        }
    }
    return parts;
}

/// The cells of a table's row; none where the line is no row or only rules a line.
std::vector<std::string> cellsOf(const std::string& line)
{
    if (!line.starts_with("| "))
        return {};
    std::vector<std::string> cells = split(line.substr(1), '|');
    cells.pop_back(); // behind the last bar
    return cells;
}

/// Whether each line stands in a fenced block of code.
std::vector<bool> fenced(const Document& document)
{
    std::vector<bool> inside;
    bool isOpen = false;
    for (const std::string& line : document.lines) {
        const bool isFence = line.starts_with("```");
        inside.push_back(isOpen || isFence);
        isOpen = isOpen != isFence;
    }
    return inside;
}

/// The anchor of a heading, as GitHub makes it: lower case, no punctuation, hyphens between words.
std::string anchorOf(const std::string& heading)
{
    std::string anchor;
    for (const char c : heading) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == ' ')
            anchor += '-';
        else if (std::isalnum(byte) != 0 || c == '-' || c == '_' || byte >= 0x80)
            anchor += static_cast<char>(std::tolower(byte));
    }
    return anchor;
}

std::set<std::string> anchorsOf(const Document& document)
{
    std::set<std::string> anchors;
    const std::vector<bool> isCode = fenced(document);
    for (std::size_t i = 0; i < document.lines.size(); ++i)
        if (const std::string& line = document.lines[i]; !isCode[i] && line.starts_with('#'))
            anchors.insert(anchorOf(trimmed(line.substr(line.find_first_not_of('#')))));
    return anchors;
}

Document readDocument(const std::filesystem::path& root, const std::filesystem::path& path)
{
    Document document{.path = path.lexically_relative(root).generic_string(), .lines = {}};
    std::ifstream stream(path);
    for (std::string line; std::getline(stream, line);)
        document.lines.push_back(line);
    return document;
}

/// "a.h" and "a.cpp" of "a.{h,cpp}"; the text itself where it has no braces.
std::vector<std::string> expanded(const std::string& path)
{
    const auto open = path.find('{');
    const auto close = path.find('}');
    if (open == std::string::npos || close == std::string::npos)
        return {path};
    std::vector<std::string> paths;
    for (const std::string& ending : split(path.substr(open + 1, close - open - 1), ','))
        paths.push_back(path.substr(0, open) + ending + path.substr(close + 1));
    return paths;
}

std::string folderOf(const std::string& path)
{
    return path.substr(0, path.rfind('/') == std::string::npos ? 0 : path.rfind('/') + 1);
}

/// What a word of the table stands for in the row of a module.
std::set<std::string> modulesNamed(const std::string& word, const std::string& module, const ModuleEdges& allowed)
{
    std::set<std::string> all;
    for (const auto& [name, edges] : allowed)
        if ((word == "core" && name.starts_with("core/") && name != "core/cpu" && name != "core/agenda")
            || (word == "charts" && name.starts_with("app/charts/")))
            all.insert(name);
    if (!all.empty())
        return all;
    for (const std::string& name : {folderOf(module) + word, module + "/" + word})
        if (allowed.contains(name))
            return {name};
    return {word};
}

struct Stage {
    std::size_t line = 0;
    std::string name;
    int stated = 0;
    int counted = 0;
};

/// The line after the heading of a section; the document's length where there is none.
std::size_t sectionBegin(const Document& document, const std::string& heading)
{
    const auto found = std::find(document.lines.begin(), document.lines.end(), heading);
    return found == document.lines.end() ? document.lines.size()
                                         : static_cast<std::size_t>(found - document.lines.begin()) + 1;
}

} // namespace

std::vector<Document> readDocuments(const std::filesystem::path& root)
{
    std::vector<Document> documents;
    for (const auto& entry : std::filesystem::directory_iterator(root))
        if (entry.is_regular_file() && entry.path().extension() == ".md")
            documents.push_back(readDocument(root, entry.path()));
    for (const char* folder : {"core", "gpu", "app", "tests", "packaging", "resources"})
        if (std::filesystem::is_directory(root / folder))
            for (const auto& entry : std::filesystem::recursive_directory_iterator(root / folder))
                if (entry.is_regular_file() && entry.path().extension() == ".md")
                    documents.push_back(readDocument(root, entry.path()));
    std::sort(documents.begin(), documents.end(), [](const Document& a, const Document& b) { return a.path < b.path; });
    return documents;
}

std::vector<std::string> brokenLinks(const std::vector<Document>& documents, const std::filesystem::path& root)
{
    static const std::regex link("\\]\\(([^)#]*)#?([^)]*)\\)");
    std::vector<std::string> found;
    for (const Document& document : documents) {
        const std::vector<bool> isCode = fenced(document);
        for (std::size_t i = 0; i < document.lines.size(); ++i) {
            const std::string& line = document.lines[i];
            for (std::sregex_iterator match(line.begin(), line.end(), link), end; !isCode[i] && match != end; ++match) {
                const std::string target = (*match)[1].str();
                const std::string anchor = (*match)[2].str();
                // The guide's pictures are drawn: charts.guide holds that each of them can be.
                if (target.find("://") != std::string::npos || target.starts_with("chart:"))
                    continue;
                const std::string path =
                    target.empty()
                        ? document.path
                        : std::filesystem::path(folderOf(document.path) + target).lexically_normal().generic_string();
                const auto linked = std::find_if(documents.begin(), documents.end(),
                                                 [&](const Document& other) { return other.path == path; });
                if (!std::filesystem::exists(root / path))
                    found.push_back(at(document, i, target + " is not in the tree"));
                else if (!anchor.empty() && (linked == documents.end() || !anchorsOf(*linked).contains(anchor)))
                    found.push_back(at(document, i, path + " has no heading #" + anchor));
            }
        }
    }
    return found;
}

std::vector<std::string> missingPaths(const Document& document, const std::filesystem::path& root)
{
    static const std::regex named("`((?:core|gpu|app|tests|packaging|resources)/[A-Za-z0-9_./{},-]+)`");
    std::vector<std::string> found;
    for (std::size_t i = 0; i < document.lines.size(); ++i) {
        const std::string& line = document.lines[i];
        for (std::sregex_iterator match(line.begin(), line.end(), named), end; match != end; ++match)
            for (const std::string& path : expanded((*match)[1].str())) {
                const bool isPlaceholder = path.find("NAME") != std::string::npos
                                        || path.find("ID") != std::string::npos;
                const bool isThere = std::filesystem::exists(root / path)
                                  || std::filesystem::exists(root / (path + ".h"));
                if (!isPlaceholder && !isThere)
                    found.push_back(at(document, i, path + " is not in the tree"));
            }
    }
    return found;
}

std::vector<std::string> tableFaults(const Document& architecture, const ModuleEdges& allowed)
{
    std::vector<std::string> found;
    std::set<std::string> named;
    const std::size_t begin = sectionBegin(architecture, "## Modules");
    for (std::size_t i = begin; i < architecture.lines.size() && !architecture.lines[i].starts_with('#'); ++i) {
        const std::vector<std::string> cells = cellsOf(architecture.lines[i]);
        if (cells.size() != 3 || cells.front() == "module")
            continue;
        const std::string& module = cells.front();
        named.insert(module);
        if (!allowed.contains(module)) {
            found.push_back(at(architecture, i, module + " has no place in the layering"));
            continue;
        }
        std::set<std::string> stated;
        for (const std::string& word : split(cells.back(), ','))
            if (!word.empty())
                stated.merge(modulesNamed(word, module, allowed));
        const std::set<std::string>& edges = allowed.at(module);
        for (const std::string& other : stated)
            if (!edges.contains(other))
                found.push_back(at(architecture, i, module + " may not include " + other));
        for (const std::string& other : edges)
            if (!stated.contains(other) && other != module)
                found.push_back(at(architecture, i, module + " may include " + other + ", which is not said"));
    }
    for (const auto& [module, edges] : allowed)
        if (!named.contains(module))
            found.push_back(architecture.path + ":1: the table of modules lacks " + module);
    return found;
}

std::vector<std::string> walkFaults(const Document& architecture, const Tree& tree)
{
    static const std::regex count("\\(([0-9]+)");
    static const std::regex aside("\\([^)]*\\)");
    static const std::regex sum("On a processor these are ([0-9]+) files, on a GPU ([0-9]+)\\.");
    std::set<std::string> names;
    for (const auto& [path, file] : tree) {
        names.insert(std::filesystem::path(path).filename().string());
        names.insert(std::filesystem::path(path).stem().string());
    }
    std::vector<std::string> found;
    std::vector<Stage> stages;
    std::string text;
    const std::size_t begin = sectionBegin(architecture, "## The walk");
    for (std::size_t i = begin; i < architecture.lines.size() && !architecture.lines[i].starts_with('#'); ++i) {
        text += architecture.lines[i] + " ";
        const std::vector<std::string> cells = cellsOf(architecture.lines[i]);
        std::smatch match;
        if (cells.size() != 2 || !std::regex_search(cells.front(), match, count))
            continue;
        Stage stage{.line = i, .name = cells.front(), .stated = std::stoi(match[1].str()), .counted = 0};
        for (const std::string& name : split(std::regex_replace(cells.back(), aside, ""), ',')) {
            stage.counted += name.empty() ? 0 : 1;
            if (!name.empty() && !names.contains(name))
                found.push_back(at(architecture, i, "no file has the name " + name));
        }
        if (stage.counted != stage.stated)
            found.push_back(
                at(architecture, i,
                   "these are " + std::to_string(stage.counted) + " files, not " + std::to_string(stage.stated)));
        stages.push_back(stage);
    }
    int onProcessor = 0;
    int onGpu = 0;
    for (std::size_t i = 0; i < stages.size(); ++i) {
        const bool isOfGpu = stages[i].name.starts_with("the same on a GPU");
        onProcessor += isOfGpu ? 0 : stages[i].counted;
        onGpu += stages[i].counted - (isOfGpu && i > 0 ? stages[i - 1].counted : 0);
    }
    std::smatch match;
    const std::string stated = std::regex_search(text, match, sum) ? match[1].str() + " and " + match[2].str()
                                                                   : "nothing";
    const std::string counted = std::to_string(onProcessor) + " and " + std::to_string(onGpu);
    if (stated != counted)
        found.push_back(at(architecture, begin - 1, "the walk passes " + counted + " files, and it says " + stated));
    return found;
}

} // namespace ridgepoint::layering
