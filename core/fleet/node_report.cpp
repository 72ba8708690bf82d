// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/fleet/node_report.h"

#include <algorithm>
#include <charconv>
#include <utility>

namespace ridgepoint {
namespace {

constexpr std::size_t bytesOfPiece = 800;                       ///< with nonce, kind and number below 1024
constexpr std::size_t longestMessage = 600;                     ///< bytes
constexpr std::size_t largestSession = std::size_t{256} << 20U; ///< as readSession takes

/// The word up to the next space, which is taken off the text with it.
std::string_view takeWord(std::string_view& text)
{
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return word;
}

template <class Number> std::optional<Number> numberFrom(std::string_view text)
{
    Number number{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

std::string lineOf(std::string_view nonce, std::string_view kind, std::string_view rest)
{
    std::string line(nonce);
    line.append(" ").append(kind).append(" ").append(rest);
    return line;
}

/// In one line, however it was written.
std::string oneLine(std::string_view text)
{
    std::string line(text.substr(0, longestMessage));
    std::ranges::replace_if(
        line, [](char c) { return c == '\n' || c == '\r'; }, ' ');
    return line;
}

} // namespace

std::uint64_t checksumOf(std::string_view text)
{
    constexpr std::uint64_t offset = 14695981039346656037U;
    constexpr std::uint64_t prime = 1099511628211U;
    std::uint64_t sum = offset;
    for (const char byte : text)
        sum = (sum ^ static_cast<unsigned char>(byte)) * prime;
    return sum;
}

void putBegin(std::string_view nonce, std::string_view name, const PutLine& put)
{
    put(lineOf(nonce, "begin", oneLine(name)));
}

void putReport(std::string_view nonce, const NodeReport& report, const PutLine& put)
{
    std::size_t pieces = 0;
    for (std::size_t at = 0; at < report.session.size(); at += bytesOfPiece)
        put(lineOf(nonce, "data", std::to_string(pieces++) + " " + report.session.substr(at, bytesOfPiece)));
    if (!report.message.empty())
        put(lineOf(nonce, "says", oneLine(report.message)));
    put(lineOf(nonce, "end",
               std::to_string(report.status) + " " + std::to_string(report.session.size()) + " "
                   + std::to_string(checksumOf(report.session))));
}

NodeReports::Step NodeReports::take(std::string_view line, std::size_t& task)
{
    if (line.ends_with('\r')) // a pseudo-terminal's line end
        line.remove_suffix(1);
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos)
        return Step::Nothing;
    std::string_view label = line.substr(0, colon);
    label.remove_prefix(std::min(label.find_first_not_of(' '), label.size())); // srun fills it up
    const auto number = numberFrom<std::size_t>(label);
    line.remove_prefix(colon + 1);
    if (line.starts_with(' '))
        line.remove_prefix(1);
    if (!number || takeWord(line) != m_nonce)
        return Step::Nothing;
    task = *number;
    const std::string_view kind = takeWord(line);
    if (kind == "begin") {
        m_partial[task] = Partial{.report = {.name = std::string(line), .message = {}, .session = {}}};
        return Step::Begun;
    }
    const auto partial = m_partial.find(task);
    return partial == m_partial.end() ? Step::Nothing : takePart(partial->second, kind, line);
}

NodeReports::Step NodeReports::takePart(Partial& partial, std::string_view kind, std::string_view rest)
{
    NodeReport& report = partial.report;
    if (kind == "data") {
        const auto number = numberFrom<std::size_t>(takeWord(rest));
        partial.isWhole = partial.isWhole && number == partial.pieces++
                       && report.session.size() + rest.size() <= largestSession;
        if (partial.isWhole)
            report.session += rest;
        return Step::Nothing;
    }
    if (kind == "says")
        report.message = rest;
    if (kind != "end")
        return Step::Nothing;
    const auto status = numberFrom<int>(takeWord(rest));
    const auto bytes = numberFrom<std::size_t>(takeWord(rest));
    const auto sum = numberFrom<std::uint64_t>(takeWord(rest));
    partial.isWhole = partial.isWhole && status && bytes == report.session.size() && sum == checksumOf(report.session);
    report.status = status.value_or(0);
    return Step::Done;
}

std::string NodeReports::nameOf(std::size_t task) const
{
    const auto found = m_partial.find(task);
    return found == m_partial.end() ? std::string() : found->second.report.name;
}

std::optional<NodeReport> NodeReports::takeReport(std::size_t task)
{
    const auto found = m_partial.find(task);
    if (found == m_partial.end())
        return std::nullopt;
    NodeReport report = std::move(found->second.report);
    found->second.report = {.name = report.name, .message = {}, .session = {}};
    return found->second.isWhole ? std::optional(std::move(report)) : std::nullopt;
}

} // namespace ridgepoint
