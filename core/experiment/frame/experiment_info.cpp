// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/frame/experiment_info.h"

#include "core/sweep/plan.h"

#include <algorithm>
#include <charconv>
#include <string_view>
#include <utility>

namespace ridgepoint {
namespace {

std::string joined(const std::vector<std::string>& words)
{
    std::string text;
    for (const std::string& word : words)
        text += (text.empty() ? "" : ", ") + word;
    return text;
}

/// What an automatic Size may be in its place: the ranges of all of them hold it.
constexpr const char* sizeExample = "16Mi";

constexpr std::pair<std::string_view, std::int64_t> sizePrefixes[] = {
    {"Ti", std::int64_t{1} << 40}, {"Gi", 1 << 30}, {"Mi", 1 << 20}, {"Ki", 1 << 10}};

/// An end of a range as one would type it: a Size of a power of two with its prefix.
std::string endText(const ExperimentParameter& parameter, double end)
{
    const auto whole = static_cast<std::int64_t>(end);
    if (parameter.kind == ParameterKind::Size)
        for (const auto& [prefix, count] : sizePrefixes)
            if (whole >= count && whole % count == 0)
                return std::to_string(whole / count) + std::string(prefix);
    return std::to_string(whole);
}

/// Whether a text is a whole number, however large and of whatever sign; of a Size perhaps with a prefix.
bool isWholeText(const ExperimentParameter& parameter, std::string_view text)
{
    if (parameter.kind == ParameterKind::Size)
        for (const auto& [prefix, count] : sizePrefixes)
            if (text.ends_with(prefix)) {
                text.remove_suffix(prefix.size());
                break;
            }
    if (text.starts_with('-'))
        text.remove_prefix(1);
    return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

Error badValue(const ExperimentParameter& parameter, const std::string& given)
{
    constexpr std::size_t mostShown = 64;
    const std::string shown = given.substr(0, mostShown);
    if (parameter.kind == ParameterKind::Choice)
        return {ErrorKind::InvalidInput,
                "experiment.choice",
                "%1: '%2' is not a choice; choose one of: %3.",
                {parameter.name, shown, joined(parameter.choices)}};
    const bool takesAuto = parameter.defaultValue == automaticSize;
    std::vector<std::string> arguments{parameter.name, shown, endText(parameter, parameter.lowest),
                                       endText(parameter, parameter.highest),
                                       takesAuto ? sizeExample : parameter.defaultValue};
    if (isWholeText(parameter, given))
        return {ErrorKind::InvalidInput, takesAuto ? "experiment.size" : "experiment.number",
                takesAuto ? "%1: %2 is out of range; write a whole number from %3 to %4, or auto."
                          : "%1: %2 is out of range; write a whole number from %3 to %4.",
                std::move(arguments)};
    return {ErrorKind::InvalidInput, takesAuto ? "experiment.size" : "experiment.number",
            takesAuto ? "%1: '%2' is not a whole number; write one from %3 to %4 such as %5, or auto."
                      : "%1: '%2' is not a whole number; write one from %3 to %4 such as %5.",
            std::move(arguments)};
}

/// 256 MiB of floats.
constexpr std::int64_t unsettledElements = std::int64_t{64} << 20;

bool isAutomatic(const ExperimentParameter& parameter, const std::string& text)
{
    return parameter.kind == ParameterKind::Size && parameter.defaultValue == automaticSize && text == automaticSize;
}

std::int64_t within(const ExperimentParameter& parameter, std::int64_t elements)
{
    return std::clamp(elements, static_cast<std::int64_t>(parameter.lowest),
                      static_cast<std::int64_t>(parameter.highest));
}

Result<std::int64_t> numberOf(const ExperimentParameter& parameter, const std::string& text)
{
    if (isAutomatic(parameter, text))
        return within(parameter, unsettledElements / std::max(parameter.tensors, 1));
    std::int64_t value = 0;
    if (parameter.kind == ParameterKind::Size) {
        // Nothing is no count, but what a parameter may say that leaves its size to the device.
        const auto count = text == "0" ? Result<std::int64_t>(0) : parseCount(text);
        if (!count)
            return badValue(parameter, text);
        value = *count;
    } else {
        const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (failure != std::errc() || end != text.data() + text.size())
            return badValue(parameter, text);
    }
    const auto number = static_cast<double>(value);
    return number >= parameter.lowest && number <= parameter.highest ? Result<std::int64_t>(value)
                                                                     : badValue(parameter, text);
}

Error noSuchParameter(const ExperimentInfo& info, const std::string& name)
{
    std::vector<std::string> names;
    for (const ExperimentParameter& parameter : info.parameters)
        names.push_back(parameter.name);
    if (names.empty())
        return {ErrorKind::InvalidInput,
                "experiment.parameter",
                "the experiment %1 has no parameters; leave '%2' out.",
                {info.id, name.substr(0, 64)}};
    return {ErrorKind::InvalidInput,
            "experiment.parameter",
            "the experiment %1 has no parameter '%2'; its parameters are: %3.",
            {info.id, name.substr(0, 64), joined(names)}};
}

} // namespace

std::int64_t ExperimentParameters::number(const std::string& name) const
{
    const auto found = m_numbers.find(name);
    return found == m_numbers.end() ? 0 : found->second;
}

void ExperimentParameters::settle(const ExperimentInfo& info, std::int64_t elements)
{
    constexpr std::int64_t mebi = 1 << 20;
    for (const ExperimentParameter& parameter : info.parameters)
        if (isAutomatic(parameter, choice(parameter.name))) {
            const std::int64_t number = within(parameter, elements / std::max(parameter.tensors, 1));
            m_numbers[parameter.name] = number;
            m_texts[parameter.name] = number % mebi == 0 ? std::to_string(number / mebi) + "Mi"
                                                         : std::to_string(number);
        }
}

bool ExperimentParameters::hasAutomatic(const ExperimentInfo& info) const
{
    return std::any_of(info.parameters.begin(), info.parameters.end(), [&](const ExperimentParameter& parameter) {
        return isAutomatic(parameter, choice(parameter.name));
    });
}

const std::string& ExperimentParameters::choice(const std::string& name) const
{
    static const std::string none;
    const auto found = m_texts.find(name);
    return found == m_texts.end() ? none : found->second;
}

Result<ExperimentParameters> readParameters(const ExperimentInfo& info, const ParameterTexts& given)
{
    for (const auto& [name, text] : given)
        if (std::none_of(info.parameters.begin(), info.parameters.end(),
                         [&wanted = name](const auto& one) { return one.name == wanted; }))
            return noSuchParameter(info, name);
    ExperimentParameters values;
    for (const ExperimentParameter& parameter : info.parameters) {
        const auto found = given.find(parameter.name);
        const std::string text = found == given.end() ? parameter.defaultValue : found->second;
        if (parameter.kind == ParameterKind::Choice) {
            if (std::find(parameter.choices.begin(), parameter.choices.end(), text) == parameter.choices.end())
                return badValue(parameter, text);
        } else {
            const auto number = numberOf(parameter, text);
            if (!number)
                return number.error();
            values.m_numbers[parameter.name] = *number;
        }
        values.m_texts[parameter.name] = text;
    }
    return values;
}

std::string_view nameOf(ExperimentChartKind kind)
{
    switch (kind) {
    case ExperimentChartKind::Lines: return "lines";
    case ExperimentChartKind::Bars: return "bars";
    case ExperimentChartKind::Roofline: return "roofline";
    case ExperimentChartKind::Timeline: return "timeline";
    case ExperimentChartKind::Flame: return "flame";
    }
    return {};
}

std::string_view nameOf(ParameterKind kind)
{
    switch (kind) {
    case ParameterKind::Number: return "number";
    case ParameterKind::Size: return "size";
    case ParameterKind::Choice: return "choice";
    }
    return {};
}

} // namespace ridgepoint
