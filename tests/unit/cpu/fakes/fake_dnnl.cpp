// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0

// A library with oneDNN's names that computes nothing: of the version FAKE_VERSION, failing at what the environment
// variable FAKE_DNNL_FAILS names, with the status FAKE_DNNL_STATUS. Counts what it made and what was given back.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>

namespace {

struct Version {
    int major, minor, patch;
};

int living = 0;
int executions = 0;
int threads = 0;
int threadsDescribed = 0; // of the last description

int statusOf(const char* what)
{
    const char* fails = std::getenv("FAKE_DNNL_FAILS");
    if (fails == nullptr || std::strcmp(fails, what) != 0)
        return 0;
    const char* status = std::getenv("FAKE_DNNL_STATUS");
    return status != nullptr ? std::atoi(status) : 5;
}

int make(void** object, const char* what)
{
    if (const int status = statusOf(what); status != 0)
        return status;
    if (std::strcmp(what, "description") == 0)
        threadsDescribed = threads;
    *object = new int(++living);
    return 0;
}

int destroy(void* object)
{
    delete static_cast<int*>(object);
    --living;
    return 0;
}

} // namespace

extern "C" {

int fakeDnnlLiving() { return living; }
int fakeDnnlExecutions() { return executions; }
int fakeDnnlThreads() { return threads; }
int fakeDnnlThreadsDescribed() { return threadsDescribed; }
void omp_set_num_threads(int count) { threads = count; }

const void* dnnl_version()
{
    static const Version version{FAKE_VERSION, 6, 1};
    return &version;
}
#ifndef FAKE_WITHOUT_FUNCTIONS
int dnnl_engine_create(void** object, int, std::size_t) { return make(object, "engine"); }
int dnnl_engine_destroy(void* object) { return destroy(object); }
int dnnl_stream_create(void** object, void*, unsigned) { return make(object, "stream"); }
int dnnl_stream_destroy(void* object) { return destroy(object); }
int dnnl_stream_wait(void*) { return statusOf("wait"); }
int dnnl_primitive_create(void** object, const void*) { return make(object, "primitive"); }
int dnnl_primitive_destroy(void* object) { return destroy(object); }
int dnnl_primitive_desc_destroy(void* object) { return destroy(object); }
int dnnl_primitive_execute(const void*, void*, int, const void*)
{
    ++executions;
    return statusOf("execute");
}
int dnnl_memory_create(void** object, const void*, void*, void*) { return make(object, "memory"); }
int dnnl_memory_destroy(void* object) { return destroy(object); }
const void* dnnl_primitive_desc_query_md(const void* description, int, int) { return description; }
std::size_t dnnl_memory_desc_get_size(const void*) { return 4096; }
int dnnl_reorder_primitive_desc_create(void** object, const void*, void*, const void*, void*, const void*)
{
    return make(object, "description");
}
    #if FAKE_VERSION == 2
int dnnl_memory_desc_init_by_strides(void*, int, const std::int64_t*, int, const std::int64_t*)
{
    return statusOf("layout");
}
int dnnl_memory_desc_init_by_tag(void*, int, const std::int64_t*, int, int) { return statusOf("layout"); }
int dnnl_primitive_desc_create(void** object, const void*, const void*, void*, const void*)
{
    return make(object, "description");
}
int dnnl_eltwise_forward_desc_init() { return 0; }
int dnnl_binary_desc_init() { return 0; }
int dnnl_softmax_forward_desc_init() { return 0; }
int dnnl_layer_normalization_forward_desc_init() { return 0; }
int dnnl_pooling_forward_desc_init() { return 0; }
int dnnl_matmul_desc_init() { return 0; }
    #else
int dnnl_memory_desc_create_with_strides(void** object, int, const std::int64_t*, int, const std::int64_t*)
{
    return make(object, "layout");
}
int dnnl_memory_desc_create_with_tag(void** object, int, const std::int64_t*, int, int)
{
    return make(object, "layout");
}
int dnnl_memory_desc_destroy(void* object) { return destroy(object); }
int dnnl_eltwise_forward_primitive_desc_create(void** object) { return make(object, "description"); }
int dnnl_binary_primitive_desc_create(void** object) { return make(object, "description"); }
int dnnl_softmax_forward_primitive_desc_create(void** object) { return make(object, "description"); }
int dnnl_layer_normalization_forward_primitive_desc_create(void** object) { return make(object, "description"); }
int dnnl_pooling_forward_primitive_desc_create(void** object) { return make(object, "description"); }
int dnnl_matmul_primitive_desc_create(void** object) { return make(object, "description"); }
    #endif
#endif

} // extern "C"
