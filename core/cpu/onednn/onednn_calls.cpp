// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cpu/onednn/onednn_calls.h"

#include <optional>
#include <string>

namespace ridgepoint {
namespace {

/// Takes functions one after the other and keeps the first that is missing.
class Taker {
public:
    explicit Taker(const DynamicLibrary& library) : m_library(library) {}
    template <class Function> void operator()(Function& call, const char* symbol)
    {
        if (const auto found = m_library.function<Function>(symbol))
            call = *found;
        else if (!m_missing)
            m_missing = found.error();
    }
    [[nodiscard]] const std::optional<Error>& missing() const { return m_missing; }

private:
    const DynamicLibrary& m_library;
    std::optional<Error> m_missing;
};

void takeCommon(Taker& take, OneDnnCalls& calls)
{
    take(calls.createEngine, "dnnl_engine_create");
    take(calls.destroyEngine, "dnnl_engine_destroy");
    take(calls.createStream, "dnnl_stream_create");
    take(calls.destroyStream, "dnnl_stream_destroy");
    take(calls.wait, "dnnl_stream_wait");
    take(calls.createPrimitive, "dnnl_primitive_create");
    take(calls.destroyPrimitive, "dnnl_primitive_destroy");
    take(calls.destroyDescription, "dnnl_primitive_desc_destroy");
    take(calls.execute, "dnnl_primitive_execute");
    take(calls.createMemory, "dnnl_memory_create");
    take(calls.destroyMemory, "dnnl_memory_destroy");
    take(calls.queryLayout, "dnnl_primitive_desc_query_md");
    take(calls.layoutBytes, "dnnl_memory_desc_get_size");
    take(calls.reorder, "dnnl_reorder_primitive_desc_create");
}

void takeSecond(Taker& take, OneDnnCalls::Second& calls)
{
    take(calls.layoutByStrides, "dnnl_memory_desc_init_by_strides");
    take(calls.layoutByTag, "dnnl_memory_desc_init_by_tag");
    take(calls.describe, "dnnl_primitive_desc_create");
    take(calls.elementwise, "dnnl_eltwise_forward_desc_init");
    take(calls.binary, "dnnl_binary_desc_init");
    take(calls.softmax, "dnnl_softmax_forward_desc_init");
    take(calls.layerNorm, "dnnl_layer_normalization_forward_desc_init");
    take(calls.pooling, "dnnl_pooling_forward_desc_init");
    take(calls.product, "dnnl_matmul_desc_init");
}

void takeThird(Taker& take, OneDnnCalls::Third& calls)
{
    take(calls.layoutByStrides, "dnnl_memory_desc_create_with_strides");
    take(calls.layoutByTag, "dnnl_memory_desc_create_with_tag");
    take(calls.destroyLayout, "dnnl_memory_desc_destroy");
    take(calls.elementwise, "dnnl_eltwise_forward_primitive_desc_create");
    take(calls.binary, "dnnl_binary_primitive_desc_create");
    take(calls.softmax, "dnnl_softmax_forward_primitive_desc_create");
    take(calls.layerNorm, "dnnl_layer_normalization_forward_primitive_desc_create");
    take(calls.pooling, "dnnl_pooling_forward_primitive_desc_create");
    take(calls.product, "dnnl_matmul_primitive_desc_create");
}

} // namespace

Result<OneDnnCalls> loadOneDnnCalls(const DynamicLibrary& library)
{
    OneDnnCalls calls;
    Taker take(library);
    take(calls.version, "dnnl_version");
    if (take.missing())
        return *take.missing();
    const onednn::Version* version = calls.version();
    calls.generation = version != nullptr ? version->major : 0;
    if (calls.generation != 2 && calls.generation != 3)
        return Error{ErrorKind::Unavailable,
                     "onednn.version",
                     "%1 is version %2 of oneDNN; version 2 or 3 is needed.",
                     {library.name(), version != nullptr
                                          ? std::to_string(version->major) + '.' + std::to_string(version->minor)
                                          : "unknown"}};
    takeCommon(take, calls);
    if (calls.generation == 2)
        takeSecond(take, calls.second);
    else
        takeThird(take, calls.third);
    if (take.missing())
        return *take.missing();
    calls.setThreads = library.functionOrNull<void (*)(int)>("omp_set_num_threads");
    return calls;
}

} // namespace ridgepoint
