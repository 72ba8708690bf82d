// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/registry.h"

#include <algorithm>
#include <memory>
#include <string>

namespace ridgepoint {
namespace {

using Experiments = std::vector<std::unique_ptr<const ExperimentDefinition>>;

/// One line an experiment, in the order of the menu.
Experiments makeAll()
{
    Experiments all;
    all.push_back(makeEnvelope());
    all.push_back(makeComputeIntensity());
    all.push_back(makeFusion());
    all.push_back(makeTensorSize());
    all.push_back(makeOverheadLadder());
    all.push_back(makeLaunchModes());
    all.push_back(makeUtilisation());
    all.push_back(makeMatmul());
    all.push_back(makeMatmulShapes());
    all.push_back(makeMatmulWaves());
    all.push_back(makePredictableData());
    all.push_back(makeRecompute());
    all.push_back(makeTransformerLayer());
    all.push_back(makeOperatorGallery());
    all.push_back(makeTransfers());
    all.push_back(makeBenchmarkMistakes());
    all.push_back(makeWhatWouldHelp());
    return all;
}

} // namespace

const std::vector<const ExperimentDefinition*>& experimentDefinitions()
{
    static const Experiments owned = makeAll();
    static const std::vector<const ExperimentDefinition*> all = [] {
        std::vector<const ExperimentDefinition*> pointers;
        for (const auto& one : owned)
            pointers.push_back(one.get());
        return pointers;
    }();
    return all;
}

const ExperimentDefinition* findExperiment(std::string_view id)
{
    const auto& all = experimentDefinitions();
    const auto found = std::find_if(all.begin(), all.end(),
                                    [&](const ExperimentDefinition* one) { return one->info().id == id; });
    return found == all.end() ? nullptr : *found;
}

Result<const ExperimentDefinition*> requireExperiment(std::string_view id)
{
    if (const ExperimentDefinition* found = findExperiment(id))
        return found;
    std::string names;
    for (const ExperimentDefinition* one : experimentDefinitions())
        names += (names.empty() ? "" : ", ") + one->info().id;
    return Error{ErrorKind::InvalidInput,
                 "experiment.unknown",
                 "there is no experiment '%1'; the experiments are: %2",
                 {std::string(id.substr(0, 64)), names}};
}

Result<void> canRun(const ExperimentDefinition& experiment, const DeviceInfo& device, const LibraryLack& lack)
{
    if (auto possible = experiment.availability(device); !possible || !experiment.needsLibrary(device))
        return possible;
    if (const auto why = lack())
        return Error{ErrorKind::Unavailable,
                     "experiment.no-library",
                     "This experiment needs the matrix product library, which is not available: %1; install it and "
                     "restart the program.",
                     {why->message()}};
    return {};
}

Result<void> ExperimentDefinition::availability(const DeviceInfo& device) const
{
    return device.available
             ? Result<void>()
             : Result<void>(device.reason.value_or(
                 Error{ErrorKind::Unavailable, "experiment.device", "The device %1 cannot be used.", {device.id}}));
}

std::vector<std::string> ExperimentDefinition::roofs(const ExperimentParameters&, const DeviceInfo&) const
{
    return {};
}

std::vector<ExperimentPoint> ExperimentDefinition::predictEarly(const ExperimentParameters& parameters,
                                                                const RoofSet& roofs, const DeviceInfo& device) const
{
    return predict(parameters, roofs, device);
}

std::vector<ExperimentPoint> ExperimentDefinition::predict(const ExperimentParameters&, const RoofSet&,
                                                           const DeviceInfo&) const
{
    return {};
}

std::vector<Finding> ExperimentDefinition::analyse(const ExperimentResult& result) const
{
    std::vector<Finding> findings = seenIn(result);
    const auto isMeasured = [](const ExperimentPoint& point) { return point.provenance == Provenance::Measured; };
    const auto isDisturbed = [&](const ExperimentPoint& point) {
        return isMeasured(point) && point.flags.has(Flag::MachineBusy);
    };
    if (const auto disturbed = std::ranges::count_if(result.points, isDisturbed); disturbed > 0)
        findings.insert(
            findings.begin(),
            {"Other programs used the processor during %1 of %2 measurements: run it again on an idle "
             "machine before trusting differences from the prediction.",
             {std::to_string(disturbed), std::to_string(std::ranges::count_if(result.points, isMeasured))}});
    return findings;
}

} // namespace ridgepoint
