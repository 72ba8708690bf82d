// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/bench/kernel_session.h"

#include "app/bench/environment.h"
#include "app/bench/option_values.h"
#include "app/bench/save_session.h"
#include "core/session/own_kernels_csv.h"

#include <string>
#include <system_error>
#include <utility>

namespace ridgepoint {

Result<void> check(const KernelTarget& target)
{
    if (target.append && !target.session)
        return Error{.id = "import.append-where", .text = "--append: needs a session; give it with -o FILE.ridge"};
    if (target.session && target.session->extension() != ".ridge")
        return Error{.id = "import.not-a-session",
                     .text = "--output: \"%1\" must end in .ridge",
                     .arguments = {target.session->string()}};
    std::error_code unknown;
    if (target.session && !target.append && std::filesystem::exists(*target.session, unknown))
        return Error{
            .id = "import.session-exists",
            .text = "--output: \"%1\" exists already; add to it with --append, or remove it first to replace it",
            .arguments = {target.session->string()}};
    return {};
}

Result<Session> sessionFor(const KernelTarget& target)
{
    std::error_code unknown;
    if (target.append && std::filesystem::exists(*target.session, unknown)) {
        auto session = readSession(*target.session);
        return session ? std::move(session) : about("--append", inFile(*target.session, session.error()));
    }
    Session session;
    session.created = timeStamp();
    return session;
}

Result<void> saveKernels(const Session& session, const KernelTarget& target)
{
    if (session.ownKernels.size() > maximumOwnKernels)
        return Error{.id = "import.too-many",
                     .text = "these are %1 kernels, but a session holds at most %2; write fewer into one",
                     .arguments = {std::to_string(session.ownKernels.size()), std::to_string(maximumOwnKernels)}};
    return saveSession(session, *target.session);
}

} // namespace ridgepoint
