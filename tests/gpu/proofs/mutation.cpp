// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/gpu/proofs/mutation.h"

#include "tests/gpu/proofs/artifacts.h"
#include "tests/gpu/proofs/proof_report.h"

#include <optional>
#include <regex>

namespace ridgepoint::proofs {
namespace {

/// The text with the mutation made, or nothing where the pattern is not in the kernel.
std::optional<std::string> mutated(const std::string& text, const Mutation& mutation)
{
    const std::size_t begin = text.find(".entry " + mutation.kernel + "(");
    const std::size_t end = text.find("\n}", begin);
    if (begin == std::string::npos || end == std::string::npos)
        return std::nullopt;
    const std::string body = text.substr(begin, end - begin);
    const std::string changed = std::regex_replace(body, std::regex(mutation.pattern), mutation.replacement,
                                                   std::regex_constants::format_first_only);
    if (changed == body)
        return std::nullopt;
    return text.substr(0, begin) + changed + text.substr(end);
}

/// The kernels of the mutated file; a roof of traffic needs the fill kernel.
Result<KernelSet> kernelsWith(const Mutation& mutation, bool mutate)
{
    KernelSet kernels(mutatedArchitecture);
    for (const Artifact& artifact : artifactsEndingIn(".ptx")) {
        if (artifact.architecture != mutatedArchitecture || (artifact.stem != mutation.stem && artifact.stem != "fill"))
            continue;
        auto text = readText(artifact.path);
        if (!text)
            return text.error();
        if (mutate && artifact.stem == mutation.stem) {
            const auto changed = mutated(*text, mutation);
            if (!changed)
                return Error{ErrorKind::InvalidInput,
                             "proofs.mutation",
                             "%1 holds nothing like %2",
                             {mutation.kernel, mutation.pattern}};
            *text = *changed;
        }
        if (auto added = kernels.add(*text); !added)
            return added.error();
    }
    return kernels;
}

} // namespace

std::string whatIsMissed(const Mutation& mutation)
{
    const auto good = kernelsWith(mutation, false);
    if (!good)
        return good.error().message();
    if (const std::string faults = joined(mutation.proof(*good)); !faults.empty())
        return "without the mutation: " + faults;
    const auto bad = kernelsWith(mutation, true);
    if (!bad)
        return bad.error().message();
    const std::string faults = joined(mutation.proof(*bad));
    return faults.find(mutation.complaint) != std::string::npos ? "" : "the proof says: " + faults;
}

} // namespace ridgepoint::proofs
