// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/bench/program.h"
#include "tests/support/synthetic_device.h"

#include <QString>
#include <QTemporaryDir>

#include <atomic>
#include <functional>
#include <memory>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace ridgepoint::test {

/// Time that passes only when a synthetic batch runs, so that budgets are exact and tests take no time. The heartbeat's
/// thread reads it too.
class SimulatedClock final : public Clock {
public:
    [[nodiscard]] Seconds now() const override { return Seconds(m_seconds); }
    void advance(Seconds time) { m_seconds = m_seconds + time.value(); } // one thread measures

private:
    std::atomic<double> m_seconds{1000.0};
};

/// The synthetic processor, and a GPU that cannot be used.
class SyntheticDevices final : public DeviceCatalogue {
public:
    explicit SyntheticDevices(SimulatedClock& clock) : m_clock(clock) {}
    [[nodiscard]] std::vector<DeviceInfo> list() override;
    [[nodiscard]] Result<std::unique_ptr<Backend>> open(const std::string& id) override;
    [[nodiscard]] std::optional<Error> libraryLack(const std::string& id) override
    {
        return id == "cpu" ? cpuLibraryLack : std::nullopt;
    }

    bool selftestPasses = true;
    std::vector<Roof> besides;                ///< that the processor has besides the usual roofs
    std::set<std::string> askedRoofs;         ///< ids that were prepared on any device
    double roofSlowdown = 1.0;                ///< of the processor's roofs against its work
    std::function<void(int batches)> onBatch; ///< with the number of batches since the device was opened
    double otherLoad = 0.0;        ///< share of the processor that other programs use; above 0 every batch is flagged
    int failAfterBatches = 0;      ///< 0: never
    bool failureLasts = false;     ///< and only a new process can measure on
    std::optional<DeviceInfo> gpu; ///< in place of the one that cannot be used
    std::optional<Error> openFailure;    ///< what opening a device fails with
    std::optional<Error> cpuLibraryLack; ///< why the processor's library cannot be used

private:
    SimulatedClock& m_clock;
};

/// What a subcommand did.
struct Ran {
    int code = 0;
    QString out;
    QString err;
};

/// Runs subcommands in this process on synthetic devices.
class BenchRig {
public:
    BenchRig();
    [[nodiscard]] Ran run(const std::vector<std::string>& words);
    /// The command "experiment" with these words.
    [[nodiscard]] Ran experiment(const QStringList& words);
    [[nodiscard]] QString path(const QString& name) const { return m_folder.filePath(name); }

    SimulatedClock clock;
    SyntheticDevices devices{clock};
    Interruption interruption;
    std::ostringstream out;
    std::ostringstream err;

private:
    QTemporaryDir m_folder; // before what names it

public:
    Surroundings surroundings;
};

} // namespace ridgepoint::test
