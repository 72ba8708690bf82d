// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/unit/layering/tree_rules.h"

namespace ridgepoint::layering {

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

/// Rules as in tree_rules.h, over core, gpu and app: a class of more than 25 public functions, 12 virtuals or 20
/// members has more than one purpose; one whose functions lie in more than two source files has too many.
std::vector<std::string> overlargeClasses(const Tree& tree);
std::vector<std::string> scatteredClasses(const Tree& tree);

} // namespace ridgepoint::layering
