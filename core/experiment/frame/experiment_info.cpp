// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/frame/experiment_info.h"

#include "core/sweep/axis.h"

#include <algorithm>
#include <charconv>

namespace ridgepoint {
namespace {

std::string joined(const std::vector<std::string>& words)
{
    std::string text;
    for (const std::string& word : words)
        text += (text.empty() ? "" : ", ") + word;
    return text;
}

std::string wholeText(double value) { return std::to_string(static_cast<std::int64_t>(value)); }

Error badValue(const ExperimentParameter& parameter, const std::string& given)
{
    if (parameter.kind == ParameterKind::Choice)
        return {ErrorKind::InvalidInput,
                "experiment.choice",
                "%1: '%2' is not a choice; choose one of: %3.",
                {parameter.name, given.substr(0, 64), joined(parameter.choices)}};
    if (parameter.defaultValue == automaticSize)
        return {ErrorKind::InvalidInput,
                "experiment.size",
                "%1: '%2' is out of range; give a whole number from %3 to %4, or auto.",
                {parameter.name, given.substr(0, 64), wholeText(parameter.lowest), wholeText(parameter.highest)}};
    return {ErrorKind::InvalidInput,
            "experiment.number",
            "%1: '%2' is out of range; give a whole number from %3 to %4.",
            {parameter.name, given.substr(0, 64), wholeText(parameter.lowest), wholeText(parameter.highest)}};
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
        const auto count = parseCount(text);
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
