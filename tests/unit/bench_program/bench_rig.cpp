// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/bench_program/bench_rig.h"

namespace ridgepoint::test {

std::vector<DeviceInfo> SyntheticDevices::list()
{
    DeviceInfo unusable;
    unusable.id = "cuda:0";
    unusable.kind = DeviceKind::Cuda;
    unusable.reason = Error{.kind = ErrorKind::Unsupported, .id = "cuda.not-built", .text = "built without CUDA"};
    return {syntheticDevice(), gpu.value_or(unusable)};
}

Result<std::unique_ptr<Backend>> SyntheticDevices::open(const std::string& id)
{
    if (openFailure)
        return *openFailure;
    auto backend = std::make_unique<SyntheticBackend>();
    if (gpu && id == gpu->id)
        backend->editableInfo() = *gpu;
    backend->failureLasts = failureLasts;
    backend->selftestPasses = selftestPasses;
    backend->besides = besides;
    backend->roofSlowdown = roofSlowdown;
    backend->onRoof = [this](const std::string& roof) { askedRoofs.insert(roof); };
    backend->otherLoad = otherLoad;
    if (otherLoad > 0.0)
        backend->flags = Flag::MachineBusy;
    SyntheticBackend* raw = backend.get();
    backend->onBatch = [this, raw, batches = 0](Seconds time) mutable {
        m_clock.advance(time + Seconds(1e-6));
        ++batches;
        if (failAfterBatches > 0 && batches >= failAfterBatches)
            raw->failure = Error{
                .kind = ErrorKind::DeviceFailure, .id = "synthetic.broke", .text = "the synthetic processor broke"};
        if (onBatch)
            onBatch(batches);
    };
    std::unique_ptr<Backend> opened = std::move(backend);
    return opened;
}

BenchRig::BenchRig()
    : surroundings{.devices = devices,
                   .clock = clock,
                   .interruption = interruption,
                   .out = out,
                   .err = err,
                   .locks = m_folder.path().toStdString(),
                   .commandLine = "ridgepoint-bench test"}
{}

Ran BenchRig::run(const std::vector<std::string>& words)
{
    out.str({});
    err.str({});
    const ExitCode code = runProgram(words, surroundings);
    return {static_cast<int>(code), QString::fromStdString(out.str()), QString::fromStdString(err.str())};
}

Ran BenchRig::experiment(const QStringList& words)
{
    std::vector<std::string> all{"experiment"};
    for (const QString& word : words)
        all.push_back(word.toStdString());
    return run(all);
}

} // namespace ridgepoint::test
