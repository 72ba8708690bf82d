// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace ridgepoint::layering {

/// One #include as it stands: 1-based line, the text between the quotes or brackets.
struct Include {
    int line = 0;
    std::string target;
};

/// One text file of the tree; path is relative to the tree's root, with '/'.
struct SourceFile {
    std::string path;
    std::vector<std::string> lines;
    std::vector<Include> includes;
};

/// A tree's files by path.
using Tree = std::map<std::string, SourceFile>;

/// What each module may include besides itself.
using ModuleEdges = std::map<std::string, std::set<std::string>>;
/// The edges that forbiddenEdges() allows.
const ModuleEdges& allowedModules();

/// Reads the C++, CUDA, CMake and script files under core, gpu, app, tests, packaging and resources.
Tree readTree(const std::filesystem::path& root);

/// Each rule returns one line per offence, "path:line: what is wrong"; none means the rule holds.
std::vector<std::string> forbiddenEdges(const Tree& tree);
std::vector<std::string> forbiddenLibraries(const Tree& tree);
std::vector<std::string> missingIncludes(const Tree& tree);
std::vector<std::string> includeCircles(const Tree& tree);
std::vector<std::string> licenceFaults(const Tree& tree);
std::vector<std::string> overlongFiles(const Tree& tree);
/// A file's name says which file is meant, wherever it is read; each program has its own main.cpp.
std::vector<std::string> sharedNames(const Tree& tree);
/// The tests of an area are one program, in which two types of one name are a fault that no linker tells: those beside
/// a file's test class, whose name the linker does check, belong into an unnamed namespace.
std::vector<std::string> exposedTestTypes(const Tree& tree);

/// What one class shows and holds, as its definition in a header or source file says.
struct ClassShape {
    std::string name;        ///< without the namespace; of a nested class its own name
    int line = 0;            ///< of its definition, from 1
    int publicFunctions = 0; ///< without constructors, destructor, operators, overrides and signals
    int virtuals = 0;        ///< declared virtual here, the destructor not counted
    int members = 0;         ///< variables named m_…
};

/// The classes and structs that a file defines, nested ones included.
std::vector<ClassShape> classesOf(const SourceFile& file);

/// Rules as above, over core, gpu and app: a class of more than 25 public functions, 12 virtuals or 20
/// members has more than one purpose; one whose functions lie in more than two source files has too many.
std::vector<std::string> overlargeClasses(const Tree& tree);
std::vector<std::string> scatteredClasses(const Tree& tree);

} // namespace ridgepoint::layering
