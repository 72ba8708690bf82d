// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/gpu/ptx/parser.h"

#include "tests/gpu/ptx/body_parser.h"
#include "tests/gpu/ptx/token_reader.h"

namespace ridgepoint::ptx {
namespace {

void readParameters(TokenReader& reader, Entry& entry)
{
    if (!reader.takeIf("("))
        return;
    std::size_t offset = 0;
    while (!reader.takeIf(")")) {
        reader.expect(".param");
        const Variable variable = readVariable(reader, Space::Parameter);
        offset = (offset + variable.alignment - 1) / variable.alignment * variable.alignment;
        entry.parameters.push_back({variable.name, variable.bytes, offset});
        offset += variable.bytes;
        reader.takeIf(",");
    }
}

/// .maxntid and .reqntid give up to three extents; a launch with larger blocks would fail on a device.
std::uint64_t readExtents(TokenReader& reader)
{
    std::uint64_t product = reader.integer();
    while (reader.takeIf(","))
        product *= reader.integer();
    return product;
}

Entry readEntry(TokenReader& reader)
{
    Entry entry{.line = reader.line()};
    entry.name = reader.take();
    readParameters(reader, entry);
    while (reader.peek() != "{") {
        const std::string_view directive = reader.take();
        if (directive == ".maxntid" || directive == ".reqntid")
            entry.maximumThreads = readExtents(reader);
        else if (directive == ".minnctapersm" || directive == ".maxnreg")
            reader.integer();
        else
            reader.fail("ptx.directive", "unknown directive '" + std::string(directive) + "' of kernel " + entry.name);
    }
    readBody(reader, entry);
    return entry;
}

void skipFunction(TokenReader& reader)
{
    while (reader.peek() != "{" && reader.peek() != ";")
        reader.take();
    if (!reader.takeIf(";"))
        reader.skipBlock();
}

void readTarget(TokenReader& reader, Module& module)
{
    module.target = reader.take();
    while (reader.takeIf(","))
        reader.take();
}

void readTopLevel(TokenReader& reader, Module& module)
{
    const std::string_view directive = reader.take();
    if (directive == ".version" || directive == ".address_size") {
        reader.take();
    } else if (directive == ".target") {
        readTarget(reader, module);
    } else if (directive == ".visible" || directive == ".weak" || directive == ".extern") {
        return; // says how a linker sees what follows
    } else if (directive == ".entry") {
        module.entries.push_back(readEntry(reader));
    } else if (directive == ".func") {
        skipFunction(reader);
    } else if (directive == ".global" || directive == ".const" || directive == ".shared") {
        const Space space = directive == ".global" ? Space::Global
                          : directive == ".const"  ? Space::Constant
                                                   : Space::Shared;
        module.variables.push_back(readVariable(reader, space));
        reader.expect(";");
    } else {
        reader.fail("ptx.directive", "unknown directive '" + std::string(directive) + "'");
    }
}

} // namespace

Result<Module> parse(std::string_view source)
{
    const auto tokens = tokenize(source);
    if (!tokens)
        return tokens.error();
    try {
        TokenReader reader(*tokens);
        Module module;
        while (!reader.atEnd())
            readTopLevel(reader, module);
        return module;
    } catch (const SyntaxFault& fault) {
        return fault.error;
    }
}

} // namespace ridgepoint::ptx
