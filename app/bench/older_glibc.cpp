// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
// Linked into the program itself, so that the one file built with glibc 2.36 also runs with 2.35, which many machines
// with a GPU have: the static library of GCC 12 asks for this function, for std::random_device, and strings of the
// older kind bring that into every program. With a definition here nobody asks glibc for it.
#include <chrono>
#include <cstdint>
#include <cstdlib>

#include <sys/random.h>

extern "C" std::uint32_t arc4random() noexcept
{
    std::uint32_t number = 0;
    if (getrandom(&number, sizeof number, 0) == static_cast<ssize_t>(sizeof number))
        return number;
    // Only a kernel from before 3.17 has no such call; nothing here needs secrets.
    return static_cast<std::uint32_t>(std::chrono::steady_clock::now().time_since_epoch().count());
}
