// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
// Stands in for libcuda.so.1, the driver's library, as far as the run-time asks before there is a device. FAKE_CUDA in
// the environment says what is wrong: "no-device", "old", "fails" or "hangs" (starting). Success it cannot fake: behind
// it the run-time asks for private tables.
#include <cstdlib>
#include <cstring>

#include <unistd.h>

namespace {

constexpr int noDevice = 100;
constexpr int unknown = 999;

bool is(const char* way)
{
    const char* chosen = std::getenv("FAKE_CUDA");
    return chosen != nullptr && std::strcmp(chosen, way) == 0;
}

int anythingElse() { return unknown; }

} // namespace

extern "C" {

int cuDriverGetVersion(int* version)
{
    *version = is("old") ? FAKE_CUDA_OLD : 99000;
    return 0;
}
int cuInit(unsigned)
{
    while (is("hangs"))
        pause();
    return is("no-device") ? noDevice : is("fails") ? unknown : 0;
}
int cuGetExportTable(const void** table, const void*)
{
    *table = nullptr;
    return 0;
}
int cuGetProcAddress_v2(const char* name, void** function, int, unsigned long long, int* found)
{
    const auto address = [&](const char* wanted, auto* known) {
        if (std::strcmp(name, wanted) == 0)
            *function = reinterpret_cast<void*>(known);
    };
    *function = reinterpret_cast<void*>(&anythingElse);
    address("cuInit", &cuInit);
    address("cuDriverGetVersion", &cuDriverGetVersion);
    address("cuGetExportTable", &cuGetExportTable);
    address("cuGetProcAddress", &cuGetProcAddress_v2);
    if (found != nullptr)
        *found = 0;
    return 0;
}
int cuGetProcAddress(const char* name, void** function, int version, unsigned long long flags)
{
    return cuGetProcAddress_v2(name, function, version, flags, nullptr);
}

} // extern "C"
