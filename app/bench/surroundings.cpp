// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/bench/surroundings.h"

namespace ridgepoint {

ExitCode exitCodeFor(const Error& error)
{
    if (error.id == "cpu.too-long")
        return ExitCode::BadUsage; // only a run shows how long one takes, but the size was asked for
    switch (error.kind) {
    case ErrorKind::InvalidInput:
    case ErrorKind::Unsupported:
    case ErrorKind::Corrupt: return ExitCode::BadUsage;
    case ErrorKind::Unavailable:
    case ErrorKind::DeviceFailure:
    case ErrorKind::Timeout: return ExitCode::DeviceFailed;
    case ErrorKind::Cancelled: return ExitCode::Cancelled;
    }
    return ExitCode::DeviceFailed;
}

ExitCode fail(Surroundings& surroundings, const Error& error)
{
    std::string line = "ridgepoint-bench: " + error.message();
    // An argument of the user's may hold a line break or an escape; the contract promises one line.
    for (char& character : line)
        if (static_cast<unsigned char>(character) < 0x20 || character == 0x7f)
            character = ' ';
    surroundings.err << line << '\n' << std::flush;
    return exitCodeFor(error);
}

ExitCode printResult(Surroundings& surroundings, const std::string& text)
{
    surroundings.out << text << std::flush;
    if (surroundings.out.good())
        return ExitCode::Done;
    return fail(surroundings, outputFailure());
}

Error outputFailure()
{
    return {.kind = ErrorKind::DeviceFailure,
            .id = "output.write-failed",
            .text = "standard output could not be written whole: is the disk full or the reader gone?"};
}

} // namespace ridgepoint
