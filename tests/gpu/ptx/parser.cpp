// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/gpu/ptx/parser.h"
#include "tests/gpu/ptx/token_reader.h"

#include <cctype>
#include <charconv>

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

/// The registers that one pair of braces declares: single names, and ranges such as %r<40>.
struct Scope {
    std::map<std::string, int, std::less<>> names;
    struct Range {
        int first = 0;
        std::uint64_t count = 0;
    };
    std::map<std::string, Range, std::less<>> ranges;

    [[nodiscard]] std::optional<int> find(std::string_view name) const
    {
        if (const auto found = names.find(name); found != names.end())
            return found->second;
        std::size_t digits = name.size();
        while (digits > 0 && std::isdigit(static_cast<unsigned char>(name[digits - 1])) != 0)
            --digits;
        const auto range = ranges.find(name.substr(0, digits));
        std::uint64_t index = 0;
        const auto [end, problem] = std::from_chars(name.data() + digits, name.data() + name.size(), index);
        if (range == ranges.end() || problem != std::errc{} || index >= range->second.count)
            return std::nullopt;
        return range->second.first + static_cast<int>(index);
    }
};

class BodyReader {
public:
    BodyReader(TokenReader& reader, Entry& entry) : m_reader(reader), m_entry(entry) {}

    void read()
    {
        m_reader.expect("{");
        m_scopes.emplace_back();
        while (!m_scopes.empty())
            readStatement();
    }

private:
    void readStatement()
    {
        const std::string_view next = m_reader.peek();
        if (next == "{") {
            m_reader.take();
            m_scopes.emplace_back();
        } else if (next == "}") {
            m_reader.take();
            m_scopes.pop_back();
        } else if (next == ";") {
            m_reader.take(); // an inline assembly text that ends with one semicolon too many
        } else if (m_reader.peek(1) == ":") {
            readLabel();
        } else if (next.substr(0, 1) == ".") {
            readDirective();
        } else {
            readInstruction();
        }
    }

    void readLabel()
    {
        const std::string name(m_reader.peek());
        if (!m_entry.labels.emplace(name, m_entry.statements.size()).second)
            m_reader.fail("ptx.label", "the label " + name + " is there twice");
        m_reader.take();
        m_reader.expect(":");
    }

    void readDirective()
    {
        const std::string_view directive = m_reader.take();
        if (directive == ".reg") {
            readRegisters();
        } else if (directive == ".local" || directive == ".shared") {
            m_entry.variables.push_back(readVariable(m_reader, directive == ".local" ? Space::Local : Space::Shared));
            m_reader.expect(";");
        } else if (directive == ".pragma") {
            m_reader.skipPast(";"); // advice to the assembler
        } else {
            m_reader.fail("ptx.directive",
                          "unknown directive '" + std::string(directive) + "' in kernel " + m_entry.name);
        }
    }

    void readRegisters()
    {
        const std::string_view type = m_reader.take();
        if (type.substr(0, 1) != "." || !bytesOfType(type.substr(1)))
            m_reader.fail("ptx.type", "unknown register type '" + std::string(type) + "'");
        do {
            const std::string name(m_reader.take());
            if (m_reader.takeIf("<")) {
                const std::uint64_t count = m_reader.integer();
                if (count > 100'000)
                    m_reader.fail("ptx.registers", "more than 100000 registers named " + name);
                m_scopes.back().ranges[name] = {m_entry.registers, count};
                m_entry.registers += static_cast<int>(count);
                m_reader.expect(">");
            } else {
                m_scopes.back().names[name] = m_entry.registers++;
            }
        } while (m_reader.takeIf(","));
        m_reader.expect(";");
    }

    void readInstruction()
    {
        Statement statement{.line = m_reader.line()};
        if (m_reader.takeIf("@")) {
            statement.negated = m_reader.takeIf("!");
            const std::string_view name = m_reader.take();
            const auto found = findRegister(name);
            if (!found)
                m_reader.fail("ptx.register", "'" + std::string(name) + "' is not declared");
            statement.predicate = *found;
        }
        statement.opcode = m_reader.take();
        while (!m_reader.takeIf(";")) {
            statement.operands.push_back(readOperand());
            if (m_reader.takeIf("|")) {
                statement.paired = true;
                statement.operands.push_back(readOperand());
            }
            if (m_reader.peek() != ";")
                m_reader.expect(",");
        }
        m_entry.statements.push_back(std::move(statement));
    }

    Operand readOperand()
    {
        Operand operand;
        if (m_reader.takeIf("{")) {
            operand.kind = Operand::Kind::Vector;
            do {
                operand.elements.push_back(readOperand());
            } while (m_reader.takeIf(","));
            m_reader.expect("}");
        } else if (m_reader.takeIf("[")) {
            operand.kind = Operand::Kind::Address;
            operand.elements.push_back(readOperand());
            if (m_reader.takeIf("+"))
                operand.bits = m_reader.integer();
            else if (m_reader.peek() == "-")
                operand.bits = m_reader.integer();
            m_reader.expect("]");
        } else {
            readScalar(operand);
        }
        return operand;
    }

    void readScalar(Operand& operand)
    {
        const std::string_view text = m_reader.peek();
        const bool isNumber = text == "-" || (!text.empty() && std::isdigit(static_cast<unsigned char>(text[0])) != 0);
        if (text.substr(0, 2) == "0f" || text.substr(0, 2) == "0d") {
            readReal(operand, m_reader.take());
        } else if (isNumber) {
            operand.bits = m_reader.integer();
        } else if (text == "_") {
            m_reader.take();
            operand.kind = Operand::Kind::Sink;
        } else if (const auto found = findRegister(text)) {
            m_reader.take();
            operand.kind = Operand::Kind::Register;
            operand.index = *found;
        } else if (!text.empty()
                   && (std::isalpha(static_cast<unsigned char>(text[0])) != 0 || text[0] == '_' || text[0] == '$'
                       || text[0] == '%')) {
            operand.kind = Operand::Kind::Name;
            operand.name = m_reader.take();
        } else {
            m_reader.fail("ptx.operand", "'" + std::string(text) + "' is no operand");
        }
    }

    void readReal(Operand& operand, std::string_view text)
    {
        operand.kind = Operand::Kind::Real;
        const std::size_t digits = text[1] == 'f' ? 8 : 16;
        const auto [end, problem] = std::from_chars(text.data() + 2, text.data() + text.size(), operand.bits, 16);
        if (problem != std::errc{} || end != text.data() + text.size() || text.size() != digits + 2)
            m_reader.fail("ptx.number", "'" + std::string(text) + "' is not a floating-point constant");
    }

    [[nodiscard]] std::optional<int> findRegister(std::string_view name) const
    {
        for (auto scope = m_scopes.rbegin(); scope != m_scopes.rend(); ++scope)
            if (const auto found = scope->find(name))
                return found;
        return std::nullopt;
    }

    TokenReader& m_reader;
    Entry& m_entry;
    std::vector<Scope> m_scopes;
};

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

void readBody(TokenReader& reader, Entry& entry) { BodyReader(reader, entry).read(); }

} // namespace ridgepoint::ptx
