// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cpu/onednn/onednn.h"

#include <algorithm>
#include <cstdlib>

namespace ridgepoint {
namespace {

/// More than the largest structure that describes an operation of the second generation.
constexpr std::size_t operationWords = 4096;
constexpr std::int64_t two[] = {2, 2};
constexpr std::int64_t none[] = {0, 0};
constexpr float normEpsilon = 1e-5F;

std::string wordsOf(int status)
{
    switch (status) {
    case 1: return "out of memory";
    case 2: return "invalid arguments";
    case 3: return "not implemented";
    case 5: return "run-time error";
    default: return "status " + std::to_string(status);
    }
}

} // namespace

std::vector<std::string> OneDnn::libraryNames() { return {"libdnnl.so.3", "libdnnl.so.2", "libdnnl.so"}; }

Result<std::shared_ptr<OneDnn>> OneDnn::open(std::span<const std::string> names)
{
    if (std::getenv("OMP_WAIT_POLICY") == nullptr)
        setenv("GOMP_SPINCOUNT", "20000", 0); // about a millisecond; read when OpenMP's library is loaded
    // Its threads live on, so its code must stay.
    auto library = DynamicLibrary::open(names, Unloading::Never);
    if (!library) {
        if (library.error().id == "library.not-found")
            return Error{ErrorKind::Unavailable,
                         "onednn.not-found",
                         "oneDNN (libdnnl.so) was not found; install the package libdnnl2 (Debian 12) or libdnnl3 "
                         "and restart.",
                         {}};
        return library.error();
    }
    const auto calls = loadOneDnnCalls(*library);
    if (!calls)
        return calls.error();
    std::shared_ptr<OneDnn> made(new OneDnn(std::move(*library), *calls));
    onednn::Handle engine = nullptr;
    if (const int status = calls->createEngine(&engine, onednn::cpuEngine, 0); status != onednn::success)
        return made->failure("start", status);
    made->m_engine = OneDnnObject(engine, calls->destroyEngine);
    onednn::Handle stream = nullptr;
    if (const int status = calls->createStream(&stream, engine, onednn::inOrder); status != onednn::success)
        return made->failure("start", status);
    made->m_stream = OneDnnObject(stream, calls->destroyStream);
    return made;
}

Result<std::shared_ptr<OneDnn>> OneDnn::shared()
{
    static const Result<std::shared_ptr<OneDnn>> opened = open(libraryNames());
    return opened;
}

std::string OneDnn::version() const
{
    const onednn::Version* version = m_calls.version();
    return "oneDNN " + std::to_string(version->major) + '.' + std::to_string(version->minor) + '.'
         + std::to_string(version->patch);
}

std::string OneDnn::method() const
{
    return version() + (m_calls.setThreads != nullptr ? "" : ", on the library's own threads");
}

Error OneDnn::failure(const std::string& what, int status) const
{
    if (status == 3)
        return {ErrorKind::Unsupported,
                "onednn.not-implemented",
                "%1 has no %2 for this shape and processor; choose another shape.",
                {version(), what}};
    return {status == 1 ? ErrorKind::Unavailable : ErrorKind::DeviceFailure,
            "onednn.failed",
            "%1 failed at %2: %3.",
            {version(), what, wordsOf(status)}};
}

Result<OneDnnObject> OneDnn::made(const std::string& what, int status, onednn::Handle handle,
                                  int (*destroy)(onednn::Handle)) const
{
    if (status != onednn::success)
        return failure(what, status);
    return OneDnnObject(handle, destroy);
}

Result<OneDnnLayout> OneDnn::layout(const OneDnnShape& shape) const
{
    const auto count = static_cast<int>(shape.dimensions.size());
    // The library copies as many numbers as a tensor can have dimensions, whatever the count.
    onednn::Dimensions dimensions{};
    onednn::Dimensions strides{};
    std::copy(shape.dimensions.begin(), shape.dimensions.end(), dimensions);
    std::copy(shape.strides.begin(), shape.strides.end(), strides);
    OneDnnLayout result;
    int status = 0;
    if (m_calls.generation == 2) {
        result.structure = std::make_unique<std::array<std::uint64_t, 512>>();
        status = shape.strides.empty()
                   ? m_calls.second.layoutByTag(result.structure->data(), count, dimensions, shape.type,
                                                onednn::anyLayout)
                   : m_calls.second.layoutByStrides(result.structure->data(), count, dimensions, shape.type, strides);
    } else {
        onednn::Handle handle = nullptr;
        status = shape.strides.empty()
                   ? m_calls.third.layoutByTag(&handle, count, dimensions, shape.type, onednn::anyLayout)
                   : m_calls.third.layoutByStrides(&handle, count, dimensions, shape.type, strides);
        if (status == onednn::success)
            result.object = OneDnnObject(handle, m_calls.third.destroyLayout);
    }
    if (status != onednn::success)
        return failure("layout", status);
    return result;
}

Result<OneDnnObject> OneDnn::described(const std::string& what, const std::function<int(void*)>& initialise,
                                       onednn::Handle forward) const
{
    const auto operation = std::make_unique<std::array<std::uint64_t, operationWords>>();
    if (const int status = initialise(operation->data()); status != onednn::success)
        return failure(what, status);
    onednn::Handle handle = nullptr;
    const int status = m_calls.second.describe(&handle, operation->data(), nullptr, m_engine.get(), forward);
    return made(what, status, handle, m_calls.destroyDescription);
}

Result<OneDnnObject> OneDnn::elementwise(int algorithm, const OneDnnLayout& from, const OneDnnLayout& to) const
{
    if (m_calls.generation == 2)
        return described("element-wise operation", [&](void* operation) {
            return m_calls.second.elementwise(operation, onednn::inference, algorithm, from.get(), 0.0F, 0.0F);
        });
    onednn::Handle handle = nullptr;
    const int status = m_calls.third.elementwise(&handle, m_engine.get(), onednn::inference, algorithm, from.get(),
                                                 to.get(), 0.0F, 0.0F, nullptr);
    return made("element-wise operation", status, handle, m_calls.destroyDescription);
}

Result<OneDnnObject> OneDnn::add(const OneDnnLayout& first, const OneDnnLayout& second, const OneDnnLayout& to) const
{
    if (m_calls.generation == 2)
        return described("addition", [&](void* operation) {
            return m_calls.second.binary(operation, onednn::binaryAdd, first.get(), second.get(), to.get());
        });
    onednn::Handle handle = nullptr;
    const int status = m_calls.third.binary(&handle, m_engine.get(), onednn::binaryAdd, first.get(), second.get(),
                                            to.get(), nullptr);
    return made("addition", status, handle, m_calls.destroyDescription);
}

Result<OneDnnObject> OneDnn::softmax(const OneDnnLayout& from, const OneDnnLayout& to) const
{
    if (m_calls.generation == 2)
        return described("softmax", [&](void* operation) {
            return m_calls.second.softmax(operation, onednn::inference, from.get(), 1);
        });
    onednn::Handle handle = nullptr;
    const int status = m_calls.third.softmax(&handle, m_engine.get(), onednn::inference, onednn::softmaxAccurate,
                                             from.get(), to.get(), 1, nullptr);
    return made("softmax", status, handle, m_calls.destroyDescription);
}

Result<OneDnnObject> OneDnn::layerNorm(const OneDnnLayout& from, const OneDnnLayout& to) const
{
    const unsigned scaleAndShift = m_calls.generation == 2 ? 0x18 : 0x6;
    if (m_calls.generation == 2)
        return described("layer normalisation", [&](void* operation) {
            return m_calls.second.layerNorm(operation, onednn::inference, from.get(), nullptr, normEpsilon,
                                            scaleAndShift);
        });
    onednn::Handle handle = nullptr;
    const int status = m_calls.third.layerNorm(&handle, m_engine.get(), onednn::inference, from.get(), to.get(),
                                               nullptr, normEpsilon, scaleAndShift, nullptr);
    return made("layer normalisation", status, handle, m_calls.destroyDescription);
}

Result<OneDnnObject> OneDnn::maxPool(const OneDnnLayout& from, const OneDnnLayout& to) const
{
    if (m_calls.generation == 2)
        return described("pooling", [&](void* operation) {
            return m_calls.second.pooling(operation, onednn::inference, onednn::poolingMax, from.get(), to.get(), two,
                                          two, none, none);
        });
    onednn::Handle handle = nullptr;
    const int status = m_calls.third.pooling(&handle, m_engine.get(), onednn::inference, onednn::poolingMax, from.get(),
                                             to.get(), two, two, none, none, none, nullptr);
    return made("pooling", status, handle, m_calls.destroyDescription);
}

Result<OneDnnObject> OneDnn::reorder(const OneDnnLayout& from, const OneDnnLayout& to) const
{
    onednn::Handle handle = nullptr;
    const int status = m_calls.reorder(&handle, from.get(), m_engine.get(), to.get(), m_engine.get(), nullptr);
    return made("reordering", status, handle, m_calls.destroyDescription);
}

Result<OneDnnObject> OneDnn::product(const OneDnnLayout& a, const OneDnnLayout& b, const OneDnnLayout& c) const
{
    if (m_calls.generation == 2)
        return described("matrix product", [&](void* operation) {
            return m_calls.second.product(operation, a.get(), b.get(), nullptr, c.get());
        });
    onednn::Handle handle = nullptr;
    const int status = m_calls.third.product(&handle, m_engine.get(), a.get(), b.get(), nullptr, c.get(), nullptr);
    return made("matrix product", status, handle, m_calls.destroyDescription);
}

Result<OneDnnObject> OneDnn::primitive(const OneDnnObject& description) const
{
    onednn::Handle handle = nullptr;
    const int status = m_calls.createPrimitive(&handle, description.get());
    return made("preparing", status, handle, m_calls.destroyPrimitive);
}

Result<OneDnnObject> OneDnn::memory(const void* layout, void* data) const
{
    onednn::Handle handle = nullptr;
    const int status = m_calls.createMemory(&handle, layout, m_engine.get(), data);
    return made("memory", status, handle, m_calls.destroyMemory);
}

void OneDnn::useThreads(int threads) const
{
    if (m_calls.setThreads != nullptr)
        m_calls.setThreads(threads);
}

Result<void> OneDnn::run(const OneDnnObject& primitive, std::span<const onednn::Argument> arguments, int threads,
                         std::int64_t repetitions) const
{
    useThreads(threads);
    for (; repetitions > 0; --repetitions)
        if (const int status = m_calls.execute(primitive.get(), m_stream.get(), static_cast<int>(arguments.size()),
                                               arguments.data());
            status != onednn::success)
            return failure("running", status);
    if (const int status = m_calls.wait(m_stream.get()); status != onednn::success)
        return failure("waiting", status);
    return {};
}

} // namespace ridgepoint
