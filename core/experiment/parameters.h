// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/experiment/info.h"
#include "core/model/result.h"

#include <cstdint>
#include <map>
#include <string>

namespace ridgepoint {

/// Values as they were typed, by the parameter's name.
using ParameterTexts = std::map<std::string, std::string>;

/// A checked value for every parameter of one experiment.
class ExperimentParameters {
public:
    /// The whole number of a Number or Size parameter. Asking for a name that the experiment has not is a bug: 0.
    [[nodiscard]] std::int64_t number(const std::string& name) const;
    /// The word of a Choice parameter.
    [[nodiscard]] const std::string& choice(const std::string& name) const;
    /// Puts a number in the place of every automaticSize: so many elements (shared out among the
    /// parameter's tensors), held to its range. Until then
    /// number() is what a device of which nothing is known would get.
    void settle(const ExperimentInfo& info, std::int64_t elements);
    /// Whether a Size is still the device's to choose.
    [[nodiscard]] bool hasAutomatic(const ExperimentInfo& info) const;
    /// All of them, as typed.
    [[nodiscard]] const ParameterTexts& texts() const { return m_texts; }

private:
    friend Result<ExperimentParameters> readParameters(const ExperimentInfo& info, const ParameterTexts& given);
    ParameterTexts m_texts;
    std::map<std::string, std::int64_t> m_numbers;
};

/// The defaults with what was given in their place. InvalidInput names the parameter, what was given and what is
/// possible.
[[nodiscard]] Result<ExperimentParameters> readParameters(const ExperimentInfo& info, const ParameterTexts& given);

} // namespace ridgepoint
