// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace ridgepoint::ptx {

/// Where a variable lies.
enum class Space { Generic, Global, Constant, Shared, Local, Parameter };

/// One operand as written.
struct Operand {
    enum class Kind {
        Register, ///< `index`
        Integer,  ///< `bits`, sign-extended to 64 bits
        Real,     ///< `bits` of a 0f or 0d constant
        Name,     ///< `name`: a special register, a variable or a label
        Vector,   ///< `elements`
        Address,  ///< elements[0] + `bits`
        Sink,     ///< "_"
    };
    Kind kind = Kind::Integer;
    int index = 0;
    std::uint64_t bits = 0;
    std::string name;
    std::vector<Operand> elements;
};

/// One instruction as written; destinations come first among the operands.
struct Statement {
    int line = 0;
    std::string opcode;   ///< with all its modifiers: "fma.rn.f32"
    int predicate = -1;   ///< register that guards it, or -1
    bool negated = false; ///< guarded by the predicate's opposite
    bool paired = false;  ///< the second operand was joined to the first by '|'
    std::vector<Operand> operands;
};

/// A named piece of memory.
struct Variable {
    std::string name;
    Space space = Space::Global;
    std::size_t alignment = 1;
    std::size_t bytes = 0;
    std::vector<std::byte> initial; ///< empty: not initialised
};

/// A kernel parameter, at its offset in the parameter memory.
struct Parameter {
    std::string name;
    std::size_t bytes = 0;
    std::size_t offset = 0;
};

/// One kernel as parsed.
struct Entry {
    std::string name;
    int line = 0;
    std::vector<Parameter> parameters;
    std::uint64_t maximumThreads = 1024; ///< of a block, from .maxntid or .reqntid
    int registers = 0;
    std::vector<Variable> variables; ///< shared and local
    std::vector<Statement> statements;
    std::map<std::string, std::size_t> labels; ///< → index into `statements`
};

/// One PTX file as parsed.
struct Module {
    std::string target; ///< "sm_90"
    std::vector<Variable> variables;
    std::vector<Entry> entries;
};

} // namespace ridgepoint::ptx
