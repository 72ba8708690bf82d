// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/gpu/proofs/artifacts.h"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <iterator>
#include <set>

namespace ridgepoint::proofs {
namespace {

/// "75" out of "compute_75.ptx" or "sm_75.cubin"; 0 where there is none.
int architectureIn(const std::string& name)
{
    const std::size_t underscore = name.find('_');
    int number = 0;
    if (underscore != std::string::npos)
        std::from_chars(name.data() + underscore + 1, name.data() + name.size(), number);
    return number;
}

std::vector<int> architecturesOf(const std::string& suffix)
{
    std::set<int> numbers;
    for (const Artifact& artifact : artifactsEndingIn(suffix))
        numbers.insert(artifact.architecture);
    return {numbers.begin(), numbers.end()};
}

Result<KernelSet> load(int architecture)
{
    KernelSet kernels(architecture);
    for (const Artifact& artifact : artifactsEndingIn(".ptx")) {
        if (artifact.architecture != architecture)
            continue;
        const auto text = readText(artifact.path);
        if (!text)
            return text.error();
        if (auto added = kernels.add(*text); !added)
            return Error{ErrorKind::Corrupt,
                         added.error().id,
                         "%1: %2",
                         {artifact.path.filename().string(), added.error().message()}};
    }
    return kernels;
}

} // namespace

bool hasArtifacts() { return !artifactFolder().empty(); }

std::string whyNoArtifacts() { return RIDGEPOINT_NO_PROOFS; }

std::filesystem::path artifactFolder() { return RIDGEPOINT_PROOF_FOLDER; }

Result<std::string> readText(const std::filesystem::path& path)
{
    std::ifstream file(path, std::ios::binary);
    if (!file)
        return Error{ErrorKind::Unavailable,
                     "proofs.file",
                     "%1 cannot be read; build the target gpu_proof_artifacts",
                     {path.string()}};
    return std::string(std::istreambuf_iterator<char>(file), {});
}

std::vector<Artifact> artifactsEndingIn(const std::string& suffix)
{
    std::vector<Artifact> artifacts;
    std::error_code problem;
    for (const auto& entry : std::filesystem::directory_iterator(artifactFolder(), problem)) {
        const std::string name = entry.path().filename().string();
        const std::size_t dot = name.find('.');
        if (!name.ends_with(suffix) || dot == std::string::npos)
            continue;
        const int architecture = architectureIn(name.substr(dot));
        if (architecture > 0)
            artifacts.push_back({name.substr(0, dot), architecture, entry.path()});
    }
    std::sort(artifacts.begin(), artifacts.end(), [](const Artifact& a, const Artifact& b) { return a.path < b.path; });
    return artifacts;
}

std::vector<int> ptxArchitectures() { return architecturesOf(".ptx"); }

std::vector<int> cubinArchitectures() { return architecturesOf(".cubin"); }

const Result<KernelSet>& kernelsOf(int architecture)
{
    static std::map<int, Result<KernelSet>> loaded;
    const auto found = loaded.find(architecture);
    return found != loaded.end() ? found->second : loaded.emplace(architecture, load(architecture)).first->second;
}

} // namespace ridgepoint::proofs
