// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/gpu/ptx/code.h"

#include "tests/gpu/ptx/movement.h"
#include "tests/gpu/ptx/operation_table.h"
#include "tests/gpu/ptx/token_reader.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace ridgepoint::ptx {
namespace {

std::optional<Special> specialNamed(std::string_view name)
{
    static constexpr std::array<std::pair<std::string_view, Special>, 13> names{{
        {"%tid.x", Special::ThreadX},
        {"%tid.y", Special::ThreadY},
        {"%tid.z", Special::ThreadZ},
        {"%ctaid.x", Special::BlockX},
        {"%ctaid.y", Special::BlockY},
        {"%ctaid.z", Special::BlockZ},
        {"%ntid.x", Special::ThreadsX},
        {"%ntid.y", Special::ThreadsY},
        {"%ntid.z", Special::ThreadsZ},
        {"%nctaid.x", Special::BlocksX},
        {"%nctaid.y", Special::BlocksY},
        {"%nctaid.z", Special::BlocksZ},
        {"%laneid", Special::LaneInWarp},
    }};
    for (const auto& [text, special] : names)
        if (text == name)
            return special;
    return std::nullopt;
}

std::size_t alignedUp(std::size_t value, std::size_t alignment)
{
    return (value + alignment - 1) / alignment * alignment;
}

class Decoder {
public:
    Decoder(const Module& module, const Entry& entry) : m_entry(entry)
    {
        m_code.name = entry.name;
        m_code.parameters = entry.parameters;
        m_code.maximumThreads = entry.maximumThreads;
        m_code.slotCount = static_cast<std::size_t>(entry.registers);
        m_code.declaredRegisters = m_code.slotCount;
        placeVariables(module);
    }

    Code decode()
    {
        for (const Statement& statement : m_entry.statements) {
            m_line = statement.line;
            m_code.instructions.push_back(decodeOne(statement));
        }
        // Falling off the end of a kernel returns from it.
        m_code.instructions.push_back({.control = Control::Exit, .line = m_line, .opcode = opcodeIndex("ret")});
        return std::move(m_code);
    }

private:
    void placeVariables(const Module& module)
    {
        for (const Parameter& parameter : m_entry.parameters)
            m_addresses[parameter.name] = parameter.offset;
        std::uint64_t index = 0;
        for (const Variable& variable : module.variables)
            if (variable.space == Space::Shared)
                place(variable);
            else
                m_addresses[variable.name] = moduleWindow + (index++ << 40);
        for (const Variable& variable : m_entry.variables)
            place(variable);
    }

    void place(const Variable& variable)
    {
        std::size_t& used = variable.space == Space::Shared ? m_code.sharedBytes : m_code.localBytes;
        used = alignedUp(used, variable.alignment);
        m_addresses[variable.name] = used;
        used += variable.bytes;
    }

    Instruction decodeOne(const Statement& statement)
    {
        Instruction result{.line = statement.line, .opcode = opcodeIndex(statement.opcode)};
        if (statement.predicate >= 0) {
            result.guarded = true;
            result.negated = statement.negated;
            result.predicate = static_cast<std::size_t>(statement.predicate);
        }
        const std::string& opcode = statement.opcode;
        const std::string root = opcode.substr(0, opcode.find('.'));
        if (root == "bra")
            decodeBranch(statement, result);
        else if (opcode == "ret" || opcode == "exit")
            result.control = Control::Exit;
        else if (opcode == "bar.sync" || opcode == "barrier.sync" || opcode == "barrier.sync.aligned")
            decodeBarrier(statement, result);
        else if (root == "ld" || root == "st")
            decodeAccess(statement, result);
        else if (root == "mov")
            decodeMove(statement, result);
        else
            decodeOperation(statement, result);
        return result;
    }

    void decodeBranch(const Statement& statement, Instruction& result)
    {
        if ((statement.opcode != "bra" && statement.opcode != "bra.uni") || statement.operands.size() != 1)
            unknown(statement);
        const auto label = m_entry.labels.find(statement.operands[0].name);
        if (label == m_entry.labels.end())
            fail("ptx.label", "there is no label '" + statement.operands[0].name + "' in kernel " + m_entry.name);
        result.control = Control::Branch;
        result.target = label->second;
    }

    void decodeBarrier(const Statement& statement, Instruction& result)
    {
        const bool plain = statement.operands.size() == 1 && statement.operands[0].kind == Operand::Kind::Integer
                        && statement.operands[0].bits == 0;
        if (!plain)
            fail("ptx.barrier", "only barrier 0 of the whole block is known");
        result.control = Control::Barrier;
    }

    void decodeAccess(const Statement& statement, Instruction& result)
    {
        const AccessName name = readAccessName(statement.opcode);
        const std::size_t addressAt = name.isStore ? 0 : 1;
        if (!name.known)
            unknown(statement);
        if (statement.operands.size() != 2 || statement.operands[addressAt].kind != Operand::Kind::Address)
            fail("ptx.operand", statement.opcode + " needs one address and one value");
        const Operand& address = statement.operands[addressAt];
        const Operand& value = statement.operands[1 - addressAt];
        result.handler = name.isStore ? store : load;
        result.space = name.space;
        result.elementBytes = name.elementBytes;
        result.isSigned = name.isSigned;
        result.offset = address.bits;
        result.sources.push_back(slotOf(address.elements[0]));
        std::vector<std::size_t>& elements = name.isStore ? result.sources : result.destinations;
        const std::size_t before = elements.size();
        appendSlots(value, elements, !name.isStore);
        if (elements.size() - before != name.vector)
            fail("ptx.operand", statement.opcode + " moves " + std::to_string(name.vector) + " elements, not "
                                    + std::to_string(elements.size() - before));
    }

    void decodeMove(const Statement& statement, Instruction& result)
    {
        const std::string type = statement.opcode.substr(statement.opcode.find('.') + 1);
        const auto bytes = bytesOfType(type);
        if (!bytes || *bytes > 8 || statement.operands.size() != 2)
            unknown(statement);
        appendSlots(statement.operands[0], result.destinations, true);
        appendSlots(statement.operands[1], result.sources, false);
        const std::size_t parts = std::max(result.destinations.size(), result.sources.size());
        if (parts == 0 || *bytes % parts != 0 || (result.destinations.size() > 1 && result.sources.size() > 1))
            fail("ptx.operand", "mov between these operands is not known");
        result.elementBytes = *bytes / parts;
        result.handler = parts == 1 ? move : result.sources.size() > 1 ? pack : unpack;
    }

    void decodeOperation(const Statement& statement, Instruction& result)
    {
        const OperationKind* kind = operationTable().find(statement.opcode);
        if (kind == nullptr)
            unknown(statement);
        const bool mayBePaired = statement.opcode.substr(0, 5) == "shfl.";
        if (statement.paired && !mayBePaired)
            fail("ptx.operand", statement.opcode + " with two destinations is not known");
        const std::size_t destinations = statement.paired ? 2 : 1;
        if (statement.operands.size() != destinations + kind->sources)
            fail("ptx.operand",
                 statement.opcode + " takes " + std::to_string(kind->sources) + " operands after its destination");
        result.handler = kind->handler;
        for (std::size_t i = 0; i < statement.operands.size(); ++i) {
            const bool isDestination = i < destinations;
            if (statement.operands[i].kind == Operand::Kind::Vector
                || statement.operands[i].kind == Operand::Kind::Address)
                fail("ptx.operand", statement.opcode + " with a vector or an address is not known");
            appendSlots(statement.operands[i], isDestination ? result.destinations : result.sources, isDestination);
        }
    }

    void appendSlots(const Operand& operand, std::vector<std::size_t>& places, bool written)
    {
        if (operand.kind == Operand::Kind::Vector) {
            for (const Operand& element : operand.elements)
                appendSlots(element, places, written);
            return;
        }
        if (operand.kind == Operand::Kind::Sink && written) {
            places.push_back(m_code.slotCount++);
            return;
        }
        if (written && operand.kind != Operand::Kind::Register)
            fail("ptx.operand", "only a register can be written");
        places.push_back(slotOf(operand));
    }

    /// Constants, special registers and addresses get a slot of their own, filled before a block starts.
    std::size_t slotOf(const Operand& operand)
    {
        switch (operand.kind) {
        case Operand::Kind::Register: return static_cast<std::size_t>(operand.index);
        case Operand::Kind::Integer:
        case Operand::Kind::Real: return constantSlot(operand.bits);
        case Operand::Kind::Name: break;
        case Operand::Kind::Vector:
        case Operand::Kind::Address:
        case Operand::Kind::Sink: fail("ptx.operand", "an operand of this form is not known here");
        }
        if (const auto special = specialNamed(operand.name))
            return specialSlot(*special);
        const auto address = m_addresses.find(operand.name);
        if (address == m_addresses.end())
            fail("ptx.name", "'" + operand.name + "' is not declared");
        return constantSlot(address->second);
    }

    std::size_t constantSlot(std::uint64_t value)
    {
        const auto [place, added] = m_constantSlots.try_emplace(value, m_code.slotCount);
        if (added)
            m_code.constants[m_code.slotCount++] = value;
        return place->second;
    }

    std::size_t specialSlot(Special special)
    {
        const auto [place, added] = m_specialSlots.try_emplace(special, m_code.slotCount);
        if (added)
            m_code.specials[m_code.slotCount++] = special;
        return place->second;
    }

    std::size_t opcodeIndex(const std::string& name)
    {
        const auto [place, added] = m_opcodeIndices.try_emplace(name, m_code.opcodes.size());
        if (added)
            m_code.opcodes.push_back(name);
        return place->second;
    }

    [[noreturn]] void unknown(const Statement& statement) const
    {
        fail("ptx.opcode", "the interpreter does not know '" + statement.opcode + "'");
    }
    [[noreturn]] void fail(std::string_view id, const std::string& what) const
    {
        throw SyntaxFault{errorAt(m_line, id, what)};
    }

    const Entry& m_entry;
    Code m_code;
    int m_line = 0;
    std::map<std::string, std::uint64_t, std::less<>> m_addresses;
    std::map<std::uint64_t, std::size_t> m_constantSlots;
    std::map<Special, std::size_t> m_specialSlots;
    std::map<std::string, std::size_t> m_opcodeIndices;
};

} // namespace

Result<Code> decode(const Module& module, const Entry& entry)
{
    try {
        return Decoder(module, entry).decode();
    } catch (const SyntaxFault& fault) {
        return fault.error;
    }
}

} // namespace ridgepoint::ptx
