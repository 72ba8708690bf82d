// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/layering/tree_rules.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <fstream>
#include <regex>
#include <set>
#include <string_view>

namespace ridgepoint::layering {
namespace {

constexpr std::size_t longestFile = 800;

const std::set<std::string> measuringCore{
    "core/model",   "core/stats",    "core/analysis", "core/measure", "core/sweep",  "core/experiment", "core/cpu",
    "core/session", "core/protocol", "core/import",   "core/lesson",  "core/remote", "core/fleet"};
// The desktop measures through its child only, so no backend may be reached from it.
const std::set<std::string> viewingCore{"core/model",  "core/stats",      "core/analysis", "core/measure",
                                        "core/sweep",  "core/experiment", "core/session",  "core/protocol",
                                        "core/import", "core/lesson",     "core/remote",   "core/fleet"};

std::set<std::string> with(std::set<std::string> modules, const std::set<std::string>& more)
{
    modules.insert(more.begin(), more.end());
    return modules;
}

const std::set<std::string> charts = with(
    viewingCore, {"app/charts/style", "app/charts/data", "app/charts/draw", "app/charts/render"});

std::set<std::string> desktop(const std::set<std::string>& parts)
{
    std::set<std::string> modules = with(charts, {"core/agenda"});
    for (const std::string& part : parts) {
        modules.insert("app/desktop/" + part);
    }
    return modules;
}

/// A module that is not named here is an offence of its own. ARCHITECTURE.md has the same table (documents_test).
const ModuleEdges edgesByModule{
    {"core/model", {}},
    {"core/stats", {"core/model"}},
    {"core/measure", {"core/model"}},
    // What is said to ssh and Slurm and what their words mean; the measuring program runs them.
    {"core/remote", {"core/model"}},
    {"core/analysis", {"core/model", "core/stats"}},
    {"core/sweep", {"core/analysis", "core/measure", "core/stats", "core/model"}},
    {"core/cpu", {"core/measure", "core/model"}},
    // Pure descriptions and results, and what runs them on any backend; the backends know nothing of experiments.
    {"core/experiment", {"core/sweep", "core/analysis", "core/measure", "core/stats", "core/model"}},
    {"core/session", {"core/experiment", "core/sweep", "core/analysis", "core/stats", "core/model"}},
    // What profilers and benchmark programs write, one reader a file.
    {"core/import", {"core/session", "core/analysis", "core/stats", "core/model"}},
    // A page, its expressions over roofs and times, and answers, which are JSON as sessions are.
    {"core/lesson", {"core/session", "core/experiment", "core/analysis", "core/stats", "core/model"}},
    // Many sessions of one plan side by side, which are JSON and CSV as sessions are.
    {"core/fleet", {"core/session", "core/model"}},
    // The session's JSON shapes of devices, roofs and samples are the protocol's too.
    {"core/protocol", {"core/session", "core/experiment", "core/sweep", "core/analysis", "core/stats", "core/model"}},
    // What is measured and when, as one pure state machine; it speaks in requests and notifications of the protocol.
    {"core/agenda", {"core/protocol", "core/sweep", "core/analysis", "core/stats", "core/model"}},
    // What to launch is planned and tested where there is no toolkit, so it may know nothing of CUDA.
    {"gpu/plan", {"core/measure", "core/model"}},
    {"gpu", {"gpu/plan", "core/measure", "core/model"}},
    {"app/bench", with(measuringCore, {"gpu"})},
    {"app/charts/style", viewingCore},
    {"app/charts/data", with(viewingCore, {"app/charts/style"})},
    {"app/charts/draw", with(viewingCore, {"app/charts/data", "app/charts/style"})},
    {"app/charts/render", charts},
    // The window's parts are layers too: the later ones know the earlier ones, the window itself knows all.
    {"app/desktop/base", charts},
    {"app/desktop/session", desktop({"base"})},
    {"app/desktop/measure", desktop({"base", "session"})},
    {"app/desktop/views", desktop({"base", "session"})},
    {"app/desktop/inspect", desktop({"base", "session", "measure"})},
    {"app/desktop/calculator", desktop({"base", "session", "measure"})},
    {"app/desktop/importing", desktop({"base", "session", "measure", "calculator"})},
    {"app/desktop/machines", desktop({"base", "session", "measure"})},
    {"app/desktop/compare", desktop({"base", "session", "views"})},
    {"app/desktop/explore", desktop({"base", "session", "measure", "views", "inspect"})},
    {"app/desktop/experiments", desktop({"base", "session", "measure", "calculator"})},
    {"app/desktop/lessons", desktop({"base", "session", "measure", "views", "inspect", "explore"})},
    // A lecture walks lessons, experiments and charts, which know nothing of it.
    {"app/desktop/lecture", desktop({"base", "session", "views", "explore", "experiments", "lessons"})},
    {"app/desktop/window", desktop({"base", "session", "measure", "views", "inspect", "calculator", "importing",
                                    "machines", "compare", "explore", "experiments", "lessons", "lecture"})},
    {"app/desktop", desktop({"base", "window"})},
};

bool startsWith(std::string_view text, std::string_view prefix) { return text.substr(0, prefix.size()) == prefix; }

/// "core/model" of "core/model/units.h", "gpu/plan" of its own, "gpu" of "gpu/kernels/x.cu", "app/charts/data" of
/// "app/charts/data/pin.h"; empty outside core, gpu and app.
std::string moduleOf(const std::string& path)
{
    if (startsWith(path, "gpu/plan/")) {
        return "gpu/plan";
    }
    if (startsWith(path, "gpu/")) {
        return "gpu";
    }
    if (!startsWith(path, "core/") && !startsWith(path, "app/")) {
        return {};
    }
    const auto second = path.find('/', path.find('/') + 1);
    if (second == std::string::npos) {
        return {};
    }
    const auto third = path.find('/', second + 1);
    const bool hasParts = startsWith(path, "app/charts/") || startsWith(path, "app/desktop/");
    return path.substr(0, hasParts && third != std::string::npos ? third : second);
}

/// The outside library an include belongs to, or nothing.
std::string libraryOf(const std::string& target)
{
    static const std::regex qt("^(Q[A-Z][A-Za-z0-9]*|Qt[A-Za-z0-9]*/.*|q[a-z0-9]+\\.h|.*\\.moc|moc_.*|ui_.*)$");
    static const std::regex cuda("^(cuda|cublas|cudnn|nvml|nvrtc|cooperative_groups|thrust/|cub/).*");
    if (startsWith(target, "qcustomplot")) {
        return "QCustomPlot";
    }
    if (startsWith(target, "hwy/")) {
        return "Highway";
    }
    if (startsWith(target, "CLI/")) {
        return "CLI11";
    }
    if (startsWith(target, "nlohmann/")) {
        return "nlohmann-json";
    }
    if (target == "zlib.h") {
        return "zlib";
    }
    if (std::regex_match(target, qt)) {
        return "Qt";
    }
    return std::regex_match(target, cuda) ? "CUDA" : "";
}

const std::map<std::string, std::set<std::string>> homesOfLibraries{
    {"Qt", {"app/charts", "app/desktop"}},
    {"QCustomPlot", {"app/charts", "app/desktop"}},
    {"CUDA", {"gpu"}},
    {"Highway", {"core/cpu"}},
    {"nlohmann-json", {"core/session", "core/protocol"}},
    {"zlib", {"core/import"}},
    {"CLI11", {"app/bench"}},
};

/// A library's home includes the parts of that module: Qt is at home in app/charts/style too. The GPU's plans are no
/// part of it: they build without CUDA.
bool isAtHome(const std::string& library, const std::string& module)
{
    const std::set<std::string>& homes = homesOfLibraries.at(library);
    const bool isPart = startsWith(module, "app/");
    return std::any_of(homes.begin(), homes.end(), [&](const std::string& home) {
        return module == home || (isPart && startsWith(module, home + "/"));
    });
}

std::string at(const SourceFile& file, int line, const std::string& what)
{
    return file.path + ":" + std::to_string(line) + ": " + what;
}

bool isCode(const std::string& path)
{
    static const std::array<std::string, 4> extensions{".h", ".cpp", ".cu", ".cuh"};
    return std::find(extensions.begin(), extensions.end(), std::filesystem::path(path).extension().string())
        != extensions.end();
}

bool isRead(const std::filesystem::path& path)
{
    static const std::set<std::string> extensions{".cmake", ".sh", ".py"};
    return isCode(path.string()) || path.filename() == "CMakeLists.txt"
        || extensions.contains(path.extension().string());
}

SourceFile readFile(const std::filesystem::path& root, const std::filesystem::path& path)
{
    static const std::regex include("^[ \\t]*#[ \\t]*include[ \\t]*[<\"]([^>\"]+)[>\"].*");
    SourceFile file{.path = path.lexically_relative(root).generic_string(), .lines = {}, .includes = {}};
    std::ifstream stream(path);
    for (std::string line; std::getline(stream, line);) {
        file.lines.push_back(line);
        std::smatch match;
        if (std::regex_match(line, match, include)) {
            file.includes.push_back({.line = static_cast<int>(file.lines.size()), .target = match[1].str()});
        }
    }
    return file;
}

enum class Mark { Open, Done };

/// Depth first; an include that leads back to an open file closes a circle.
void findCircles(const Tree& tree, const SourceFile& file, std::map<std::string, Mark>& marks,
                 std::vector<std::string>& found)
{
    marks[file.path] = Mark::Open;
    for (const Include& include : file.includes) {
        const auto next = tree.find(include.target);
        if (next == tree.end()) {
            continue;
        }
        const auto mark = marks.find(include.target);
        if (mark == marks.end()) {
            findCircles(tree, next->second, marks, found);
        } else if (mark->second == Mark::Open) {
            found.push_back(at(file, include.line, "including " + include.target + " closes a circle"));
        }
    }
    marks[file.path] = Mark::Done;
}

/// The programs that link the GPL charting library carry its licence; all else is Apache.
std::string licenceOf(const std::string& path)
{
    for (const std::string_view folder : {"app/desktop/", "app/charts/", "tests/gui/", "tests/golden/"}) {
        const bool isOurs = isCode(path) || path.ends_with("/CMakeLists.txt");
        if (isOurs && startsWith(path, folder)) {
            return "GPL-3.0-or-later";
        }
    }
    return "Apache-2.0";
}

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

const ModuleEdges& allowedModules() { return edgesByModule; }

Tree readTree(const std::filesystem::path& root)
{
    Tree tree;
    for (const char* folder : {"core", "gpu", "app", "tests", "packaging", "resources"}) {
        if (!std::filesystem::is_directory(root / folder)) {
            continue;
        }
        for (const auto& entry : std::filesystem::recursive_directory_iterator(root / folder)) {
            std::filesystem::path path = entry.path();
            // The build writes version.h from version.h.in; others include it by the name that it gets.
            const bool isTemplate = path.extension() == ".in";
            if (isTemplate) {
                path.replace_extension();
            }
            if (entry.is_regular_file() && isRead(path)) {
                SourceFile file = readFile(root, entry.path());
                file.path = path.lexically_relative(root).generic_string();
                tree.emplace(file.path, std::move(file));
            }
        }
    }
    return tree;
}

std::vector<std::string> forbiddenEdges(const Tree& tree)
{
    std::vector<std::string> found;
    for (const auto& [path, file] : tree) {
        const std::string from = moduleOf(path);
        if (from.empty() || !isCode(path)) {
            continue;
        }
        const auto allowed = edgesByModule.find(from);
        if (allowed == edgesByModule.end()) {
            found.push_back(
                at(file, 1, from + " has no place in the layering; add it to the rules and to ARCHITECTURE.md"));
            continue;
        }
        for (const Include& include : file.includes) {
            const std::string to = moduleOf(include.target);
            if (startsWith(include.target, "tests/")) {
                found.push_back(at(file, include.line, "the programs may not include " + include.target));
            } else if (!to.empty() && to != from && !allowed->second.contains(to)) {
                found.push_back(at(file, include.line, from + " may not include " + to + " (" + include.target + ")"));
            }
        }
    }
    return found;
}

std::vector<std::string> forbiddenLibraries(const Tree& tree)
{
    std::vector<std::string> found;
    for (const auto& [path, file] : tree) {
        const std::string from = moduleOf(path);
        if (from.empty()) {
            continue;
        }
        for (const Include& include : file.includes) {
            const std::string library = libraryOf(include.target);
            if (!library.empty() && !isAtHome(library, from)) {
                found.push_back(at(file, include.line, from + " may not use " + library + " (" + include.target + ")"));
            }
        }
    }
    return found;
}

std::vector<std::string> missingIncludes(const Tree& tree)
{
    std::vector<std::string> found;
    for (const auto& [path, file] : tree) {
        for (const Include& include : file.includes) {
            const bool named = !moduleOf(include.target).empty() || startsWith(include.target, "tests/");
            // A bare name that lies beside the file or reaches upwards dodges every rule above.
            const bool beside = tree.contains(path.substr(0, path.rfind('/') + 1) + include.target);
            if (beside || startsWith(include.target, "../") || startsWith(include.target, "./")) {
                found.push_back(at(file, include.line, "write " + include.target + " from the root of the tree"));
            } else if (named && !tree.contains(include.target)) {
                found.push_back(at(file, include.line, include.target + " is not in the tree"));
            }
        }
    }
    return found;
}

std::vector<std::string> includeCircles(const Tree& tree)
{
    std::vector<std::string> found;
    std::map<std::string, Mark> marks;
    for (const auto& [path, file] : tree) {
        if (!marks.contains(path)) {
            findCircles(tree, file, marks, found);
        }
    }
    return found;
}

std::vector<std::string> licenceFaults(const Tree& tree)
{
    static const std::regex identifier("(//|#) SPDX-License-Identifier: ([^ ]+)");
    std::vector<std::string> found;
    for (const auto& [path, file] : tree) {
        // A script's first line is its interpreter.
        const std::size_t first = !file.lines.empty() && startsWith(file.lines.front(), "#!") ? 1 : 0;
        // Named anew, because Clang 14 does not let a lambda capture a structured binding.
        const auto line = [&lines = file.lines](std::size_t index) {
            return index < lines.size() ? lines[index] : std::string{};
        };
        const std::string holder = line(first);
        const std::string licence = line(first + 1);
        std::smatch match;
        if (holder.find("SPDX-FileCopyrightText: Ridgepoint contributors") == std::string::npos
            || !std::regex_match(licence, match, identifier)) {
            found.push_back(at(file, 1, "the two SPDX lines are missing from the top"));
        } else if (match[2].str() != licenceOf(path)) {
            found.push_back(at(file, static_cast<int>(first) + 2, match[2].str() + " should be " + licenceOf(path)));
        }
    }
    return found;
}

std::vector<std::string> overlongFiles(const Tree& tree)
{
    std::vector<std::string> found;
    for (const auto& [path, file] : tree) {
        if (file.lines.size() > longestFile) {
            found.push_back(at(file, static_cast<int>(longestFile) + 1,
                               "the file has " + std::to_string(file.lines.size()) + " lines; 800 is the limit"));
        }
    }
    return found;
}

std::vector<std::string> sharedNames(const Tree& tree)
{
    std::map<std::string, const SourceFile*> first;
    std::vector<std::string> found;
    for (const auto& [path, file] : tree) {
        const std::filesystem::path name = std::filesystem::path(path).filename();
        const bool isCode = name.extension() == ".cpp" || name.extension() == ".h" || name.extension() == ".cu"
                         || name.extension() == ".cuh";
        if (!isCode || name == "main.cpp")
            continue;
        const auto [other, isNew] = first.emplace(name.string(), &file);
        if (!isNew)
            found.push_back(at(file, 1, other->second->path + " has this name already"));
    }
    return found;
}

std::vector<std::string> exposedTestTypes(const Tree& tree)
{
    static const std::regex type("(?:struct|class|enum|enum class|union) (\\w+)[^;]*\\{.*");
    std::vector<std::string> found;
    for (const auto& [path, file] : tree) {
        if (!startsWith(path, "tests/") || !path.ends_with("_test.cpp"))
            continue;
        bool isUnnamed = false;
        for (std::size_t i = 0; i < file.lines.size(); ++i) {
            const std::string& line = file.lines[i];
            isUnnamed = line == "namespace {" || (isUnnamed && line != "} // namespace");
            const bool isTest = i + 1 < file.lines.size() && file.lines[i + 1] == "    Q_OBJECT";
            if (std::smatch match; !isUnnamed && !isTest && std::regex_match(line, match, type))
                found.push_back(
                    at(file, static_cast<int>(i) + 1, match[1].str() + " belongs into an unnamed namespace"));
        }
    }
    return found;
}

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
