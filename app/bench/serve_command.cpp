// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/bench/program.h"
#include "app/bench/serve_input.h"
#include "app/bench/serve_output.h"
#include "app/bench/server.h"
#include "core/cpu/load_watch.h"

namespace ridgepoint {

namespace {

/// The next event, for which an idle server waits, and a measuring one only in its gaps.
std::optional<InputEvent> next(ServeInput& input, Server& server)
{
    if (!server.busy())
        return input.take();
    if (const auto gap = server.gap())
        return input.take(*gap);
    return input.tryTake();
}

ExitCode run(Surroundings& surroundings)
{
    ServeInput input(surroundings.serveInput, surroundings.interruption.wakeDescriptor());
    const Server* serving = nullptr;
    // At rest it waits for a line that may never come: an output that is lost is no reason to wait on.
    ServeOutput output(
        surroundings.serveOutput,
        [&] { return input.ended() || surroundings.interruption.requested() || serving->finished(); },
        [&] { input.wake(); });
    Server server(surroundings, [&](std::string_view lines) { output.write(lines); });
    serving = &server;
    LoadWatch load;
    const Heartbeat heartbeat(output, [&] { // ends before what it looks at
        const auto told = load.look(surroundings.clock.now());
        return told ? protocol::encodeNotification(protocol::MachineLoad{*told}) + "\n" : std::string();
    });
    ExitCode code = ExitCode::Done;
    while (!server.finished() && !output.closed()) {
        const auto event = next(input, server);
        if (!event) {
            server.step();
            continue;
        }
        if (event->kind == InputEvent::Kind::Line)
            server.receive(event->line);
        else if (event->kind == InputEvent::Kind::BadLine)
            server.reject(event->error);
        else if (event->kind != InputEvent::Kind::Woken) {
            code = event->kind == InputEvent::Kind::Interrupted ? ExitCode::Cancelled : ExitCode::Done;
            break;
        }
    }
    server.stop();
    if (server.lostDevice()) {
        // One line, the last: whoever started this process shows it.
        fail(surroundings, *server.lostDevice());
        return ExitCode::DeviceFailed;
    }
    if (output.failed())
        return fail(surroundings, outputFailure());
    return code;
}

} // namespace

Command serveCommand()
{
    return {.name = "serve",
            .summary = "measure on request: JSON-RPC 2.0, one object a line, on standard input and output",
            .options = {},
            .notes = {"Requests: initialize, roofs/measure, sweep/start, sweep/focus, sweep/cancel, probe/set, "
                      "probe/stop, measuring/resume, "
                      "experiment/list, experiment/start, experiment/cancel, shutdown. "
                      "The end of the input stops what runs. Logs go to standard error."},
            .examples = {"echo "
                         "'{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocol_version\":1,"
                         "\"client\":\"shell\"}}' | ridgepoint-bench serve",
                         "ssh HOST ridgepoint-bench serve"},
            .run = run};
}

} // namespace ridgepoint
