// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace ridgepoint {

/// What others take of a machine's processors, in processors.
struct OtherLoad {
    double processors = 0.0; ///< other programs and the hypervisor together; 0 where nothing is taken
    double stolen = 0.0;     ///< of these, withheld by the hypervisor
    int of = 0;              ///< processors that the machine has
    std::string
        program{}; ///< that uses most, all processes of that name together; empty where the system does not tell
    double ofProgram = 0.0; ///< what it uses

    friend bool operator==(const OtherLoad&, const OtherLoad&) = default;
};

} // namespace ridgepoint
