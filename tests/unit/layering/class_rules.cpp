// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/layering/class_rules.h"

#include <algorithm>
#include <cctype>
#include <regex>

namespace ridgepoint::layering {
namespace {

constexpr int mostPublicFunctions = 25;
constexpr int mostVirtuals = 12;
constexpr int mostMembers = 20;
constexpr std::size_t mostSources = 2;

bool isOfProduct(const std::string& path)
{
    return path.starts_with("core/") || path.starts_with("gpu/") || path.starts_with("app/");
}

/// The place after `closing`, looked for from there on; the end of the text where it is missing.
std::size_t after(const std::string& text, const std::string& closing, std::size_t from)
{
    const std::size_t found = text.find(closing, from);
    return found == std::string::npos ? text.size() : found + closing.size();
}

/// The place after the comment or literal that begins here; the same place where none does.
std::size_t afterSkipped(const std::string& text, std::size_t at)
{
    if (text.compare(at, 2, "//") == 0)
        return text.find('\n', at);
    if (text.compare(at, 2, "/*") == 0)
        return after(text, "*/", at + 2);
    if (text.compare(at, 2, "R\"") == 0) {
        const std::size_t open = text.find('(', at);
        return after(text, ")" + text.substr(at + 2, open - at - 2) + "\"", open);
    }
    const char quote = text[at];
    const bool isSeparator = quote == '\'' && at > 0 && std::isalnum(static_cast<unsigned char>(text[at - 1])) != 0;
    if ((quote != '"' && quote != '\'') || isSeparator)
        return at;
    for (++at; at < text.size() && text[at] != quote; ++at)
        at += text[at] == '\\' ? 1 : 0;
    return std::min(at + 1, text.size());
}

/// The file's text without comments, literals and preprocessor lines, so that every brace left is one of the code. Line
/// ends stay, and with them the numbers of lines.
std::string codeOf(const SourceFile& file)
{
    std::string text;
    bool isContinued = false;
    for (const std::string& line : file.lines) {
        const std::size_t first = line.find_first_not_of(" \t");
        const bool isDirective = isContinued || (first != std::string::npos && line[first] == '#');
        isContinued = isDirective && line.ends_with('\\');
        text += (isDirective ? std::string() : line) + '\n';
    }
    std::string code;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = afterSkipped(text, at);
        if (end == at) {
            code += text[at++];
            continue;
        }
        code.append(static_cast<std::size_t>(std::count(text.begin() + static_cast<std::ptrdiff_t>(at),
                                                        text.begin() + static_cast<std::ptrdiff_t>(end), '\n')),
                    '\n');
        at = end;
    }
    return code;
}

/// The place after the brace that closes the one at `open`; the end of the text where none does.
std::size_t afterBlock(const std::string& code, std::size_t open)
{
    int depth = 0;
    for (std::size_t at = open; at < code.size(); ++at) {
        depth += code[at] == '{' ? 1 : code[at] == '}' ? -1 : 0;
        if (depth == 0)
            return at + 1;
    }
    return code.size();
}

/// Counts a declaration of the class's body, given without the block that may follow it.
void count(ClassShape& shape, const std::string& declaration, bool isPublic)
{
    static const std::regex variable(R"(\bm_\w+\s*(=[^]*|\[[^]*)?$)");
    static const std::regex function(R"(([\w~]+)\s*\()");
    static const std::regex elsewhere(R"(^\s*(using|typedef|friend|static_assert|enum|Q_\w+)\b)");
    std::smatch match;
    if (std::regex_search(declaration, elsewhere))
        return;
    if (std::regex_search(declaration, variable)) {
        ++shape.members;
        return;
    }
    const bool isOperator = declaration.find("operator") != std::string::npos;
    if (isOperator || !std::regex_search(declaration, match, function) || match[1].str().ends_with(shape.name))
        return;
    shape.virtuals += std::regex_search(declaration, std::regex(R"(\bvirtual\b)")) ? 1 : 0;
    // What is declared by a base is a part of that class's surface.
    shape.publicFunctions += isPublic && !std::regex_search(declaration, std::regex(R"(\b(override|final)\s*$)")) ? 1
                                                                                                                  : 0;
}

/// Reads the body that begins after the brace at `open`.
void readBody(ClassShape& shape, const std::string& code, std::size_t open, bool isPublic)
{
    static const std::regex access(
        R"(^\s*(?:Q_\w+(?:\([^)]*\))?\s*)*(public|protected|private|signals)\s*(slots)?\s*:)");
    std::string declaration;
    int parentheses = 0;
    for (std::size_t at = open + 1, end = afterBlock(code, open) - 1; at < end; ++at) {
        const char character = code[at];
        std::smatch match;
        if (character == '{') {
            // A block ends a declaration, unless it initialises a variable or a member of a constructor's list.
            at = afterBlock(code, at) - 1;
            const std::size_t next = code.find_first_not_of(" \t\n", at + 1);
            const bool goesOn = next != std::string::npos
                             && (code[next] == ';' || code[next] == ',' || code[next] == '{');
            if (parentheses == 0 && !goesOn) {
                count(shape, declaration, isPublic);
                declaration.clear();
            }
        } else if (character == ';' && parentheses == 0) {
            count(shape, declaration, isPublic);
            declaration.clear();
        } else {
            parentheses += character == '(' ? 1 : character == ')' ? -1 : 0;
            declaration += character;
            if (character == ':' && std::regex_search(declaration, match, access)) {
                isPublic = match[1] == "public";
                declaration.clear();
            }
        }
    }
}

} // namespace

std::vector<ClassShape> classesOf(const SourceFile& file)
{
    static const std::regex head(R"((^|[;{}>:\n])\s*(class|struct)\s+(\w+)(\s+final)?(\s*:[^;{()]*)?\s*\{)");
    const std::string code = codeOf(file);
    std::vector<ClassShape> shapes;
    for (std::sregex_iterator match(code.begin(), code.end(), head), none; match != none; ++match) {
        const auto name = static_cast<std::size_t>(match->position(3));
        const auto line = 1 + std::count(code.begin(), code.begin() + static_cast<std::ptrdiff_t>(name), '\n');
        ClassShape shape{.name = (*match)[3].str(), .line = static_cast<int>(line)};
        const auto open = static_cast<std::size_t>(match->position(0) + match->length(0)) - 1;
        readBody(shape, code, open, (*match)[2] == "struct");
        shapes.push_back(std::move(shape));
    }
    return shapes;
}

std::vector<std::string> overlargeClasses(const Tree& tree)
{
    std::vector<std::string> found;
    for (const auto& [path, file] : tree) {
        if (!isOfProduct(path))
            continue;
        for (const ClassShape& shape : classesOf(file)) {
            const auto check = [&, &path = path](int number, int most, const char* what) {
                if (number > most)
                    found.push_back(path + ":" + std::to_string(shape.line) + ": " + shape.name + " has "
                                    + std::to_string(number) + " " + what + "; " + std::to_string(most)
                                    + " is the limit");
            };
            check(shape.publicFunctions, mostPublicFunctions, "public functions");
            check(shape.virtuals, mostVirtuals, "virtual functions");
            check(shape.members, mostMembers, "members");
        }
    }
    return found;
}

std::vector<std::string> scatteredClasses(const Tree& tree)
{
    static const std::regex definition(R"(^(?:[A-Za-z_][^;=(]*?[\s*&])?(\w+)::~?\w+\(.*)");
    std::set<std::string> classes;
    for (const auto& [path, file] : tree) {
        if (isOfProduct(path))
            for (const ClassShape& shape : classesOf(file))
                classes.insert(shape.name);
    }
    std::map<std::string, std::set<std::string>> sources;
    for (const auto& [path, file] : tree) {
        if (!isOfProduct(path) || !path.ends_with(".cpp"))
            continue;
        for (const std::string& line : file.lines) {
            std::smatch match;
            if (std::regex_match(line, match, definition) && classes.contains(match[1].str()))
                sources[match[1].str()].insert(path);
        }
    }
    std::vector<std::string> found;
    for (const auto& [name, files] : sources) {
        if (files.size() <= mostSources)
            continue;
        std::string list;
        for (const std::string& path : files)
            list += (list.empty() ? "" : ", ") + path.substr(path.rfind('/') + 1);
        found.push_back(*files.begin() + ":1: the functions of " + name + " lie in " + std::to_string(files.size())
                        + " source files (" + list + "); 2 is the limit");
    }
    return found;
}

} // namespace ridgepoint::layering
