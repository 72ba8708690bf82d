// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/device.h"
#include "core/model/units.h"

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace ridgepoint {

/// Tells when other programs take the processor, and which. A disturbance begins where they use more than a quarter of
/// a processor from one look to the next, and is over after two looks in a row at which they used less than 0.15.
/// Programs are looked through only while one lasts.
class LoadWatch {
public:
    /// `proc` is where the system tells of processes; the processes of `own` are no disturbance.
    explicit LoadWatch(std::filesystem::path proc = "/proc", std::vector<long> own = ownProcesses());

    /// To be called about twice a second; a call within 0.4 s of the last look is none. What is to be told: the load
    /// while it lasts (without a program at first, which takes two looks), one of 0 when it is over, else nothing.
    [[nodiscard]] std::optional<OtherLoad> look(Seconds now);

private:
    struct Use { ///< since the machine started
        Seconds at;
        Seconds busy;
        Seconds stolen;
    };
    struct Process {
        std::string name;
        Seconds used;
    };

    /// This process and the window that started it (RIDGEPOINT_WINDOW).
    [[nodiscard]] static std::vector<long> ownProcesses();
    [[nodiscard]] std::optional<Use> useNow();
    [[nodiscard]] std::optional<OtherLoad> between(const Use& before, const Use& now);
    void nameProgram(OtherLoad& load, Seconds time);

    std::filesystem::path m_proc;
    std::map<long, Seconds> m_own; ///< what they had used last, also of one that has ended
    std::optional<Use> m_last;
    std::map<long, Process> m_others; ///< as of the last look; empty unless a disturbance lasts
    int m_quietLooks = 0;
    bool m_lasts = false;
    int m_processors;
    long m_ticks; ///< a second
};

} // namespace ridgepoint
