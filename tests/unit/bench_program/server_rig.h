// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/bench/server.h"
#include "tests/unit/bench_program/bench_rig.h"

#include <QTest>

#include <cstdint>
#include <string_view>
#include <vector>

namespace ridgepoint::test {

/// A server on synthetic devices, and what it has said.
class ServerRig {
public:
    ServerRig()
    {
        send(protocol::Initialize{.client = "test"});
        messages.clear();
    }
    void send(const protocol::Request& request) { server.receive(protocol::encodeRequest(++lastId, request)); }
    void measureToTheEnd()
    {
        for (int steps = 0; server.busy() && steps < 1000000; ++steps)
            server.step();
    }
    template <class Message> [[nodiscard]] std::vector<Message> notifications() const
    {
        std::vector<Message> found;
        for (const protocol::Incoming& incoming : messages)
            if (const auto* notification = std::get_if<protocol::Notification>(&incoming))
                if (const auto* message = std::get_if<Message>(notification))
                    found.push_back(*message);
        return found;
    }
    [[nodiscard]] std::vector<protocol::IncomingError> errors() const
    {
        std::vector<protocol::IncomingError> found;
        for (const protocol::Incoming& incoming : messages)
            if (const auto* error = std::get_if<protocol::IncomingError>(&incoming))
                found.push_back(*error);
        return found;
    }
    /// The response to the request sent last.
    template <class Message> [[nodiscard]] const Message* answer() const
    {
        for (const protocol::Incoming& incoming : messages)
            if (const auto* response = std::get_if<protocol::IncomingResponse>(&incoming);
                response && response->id == lastId)
                return std::get_if<Message>(&response->response);
        return nullptr;
    }

    BenchRig rig;
    std::vector<protocol::Incoming> messages;
    std::int64_t lastId = 0;
    Server server{rig.surroundings, [this](std::string_view lines) {
                      while (!lines.empty()) {
                          const std::size_t end = lines.find('\n');
                          auto decoded = protocol::decodeFromBench(lines.substr(0, end));
                          QVERIFY2(end != std::string_view::npos && decoded.ok(),
                                   "every line is a message of the protocol");
                          messages.push_back(std::move(decoded).value());
                          lines.remove_prefix(end + 1);
                      }
                  }};
};

inline Plan smallPlan()
{
    Plan plan;
    plan.base = Workload{.elements = 1 << 20, .threads = 2};
    plan.axes = {{AxisKind::Operations, {1, 4, 16, 64, 256}}, {AxisKind::Size, {1 << 16, 1 << 20, 1 << 24}}};
    plan.strategy = Strategy::Full;
    plan.budget = Seconds(30.0);
    return plan;
}

} // namespace ridgepoint::test
