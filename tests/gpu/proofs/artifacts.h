// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/gpu/proofs/kernel_set.h"

#include <filesystem>
#include <string>
#include <vector>

namespace ridgepoint::proofs {

/// Whether this build has a CUDA compiler, and with it what the proofs read.
[[nodiscard]] bool hasArtifacts();
/// Why there is nothing to prove, in one line, where hasArtifacts() is false.
[[nodiscard]] std::string whyNoArtifacts();
/// Where the build puts PTX, cubins and the assembler's logs.
[[nodiscard]] std::filesystem::path artifactFolder();

/// One file as text; an error names it.
[[nodiscard]] Result<std::string> readText(const std::filesystem::path& path);

/// STEM.compute_NN.ptx, STEM.sm_NN.cubin and the like.
struct Artifact {
    std::string stem;
    int architecture = 0; ///< 10 major + minor
    std::filesystem::path path;
};
/// Files of the folder that end in `suffix` (".ptx", ".cubin", ".cubin.log"), in the order of their names.
[[nodiscard]] std::vector<Artifact> artifactsEndingIn(const std::string& suffix);

/// The virtual architectures that there is PTX for, ascending.
[[nodiscard]] std::vector<int> ptxArchitectures();
/// The real architectures that there are cubins for, ascending.
[[nodiscard]] std::vector<int> cubinArchitectures();

/// Every kernel that there is PTX for on that virtual architecture. Parsed once.
[[nodiscard]] const Result<KernelSet>& kernelsOf(int architecture);

} // namespace ridgepoint::proofs
