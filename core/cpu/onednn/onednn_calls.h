// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The part of oneDNN's C interface that is used here, declared anew: its headers need not be there to build, and one
// program serves the second and the third generation of the library, which differ.

#include "core/measure/dynamic_library.h"
#include "core/model/result.h"

#include <cstddef>
#include <cstdint>

namespace ridgepoint {

namespace onednn {

struct Object; ///< whatever the library makes
using Handle = Object*;
using Dimensions = std::int64_t[12];

inline constexpr int success = 0;
inline constexpr int cpuEngine = 1;
inline constexpr unsigned inOrder = 1;
inline constexpr int bf16 = 2, f32 = 3; ///< data types
inline constexpr int anyLayout = 1;     ///< format tag: the library may choose
inline constexpr int inference = 96;    ///< propagation
inline constexpr int poolingMax = 0x1ff, binaryAdd = 0x1fff0, softmaxAccurate = 0x30000;
inline constexpr int sourceQuery = 129, weightsQuery = 131, resultQuery = 133;
/// Arguments of an execution.
inline constexpr int source = 1, source1 = 2, result = 17, weights = 33, scale = 51, shift = 52;

/// What dnnl_version() points to; later fields are not read.
struct Version {
    int major, minor, patch;
};
struct Argument { ///< one of an execution: which tensor, and its memory
    int which;
    Handle memory;
};

} // namespace onednn

/// The library's functions: those of both generations, then those of either, which are null in the other.
struct OneDnnCalls {
    using Handle = onednn::Handle;
    using Sizes = const std::int64_t*;

    const onednn::Version* (*version)() = nullptr;
    int (*createEngine)(Handle*, int kind, std::size_t index) = nullptr;
    int (*destroyEngine)(Handle) = nullptr;
    int (*createStream)(Handle*, Handle engine, unsigned flags) = nullptr;
    int (*destroyStream)(Handle) = nullptr;
    int (*wait)(Handle stream) = nullptr;
    int (*createPrimitive)(Handle*, Handle description) = nullptr;
    int (*destroyPrimitive)(Handle) = nullptr;
    int (*destroyDescription)(Handle) = nullptr;
    int (*execute)(Handle primitive, Handle stream, int count, const onednn::Argument*) = nullptr;
    int (*createMemory)(Handle*, const void* layout, Handle engine, void* data) = nullptr;
    int (*destroyMemory)(Handle) = nullptr;
    const void* (*queryLayout)(Handle description, int what, int index) = nullptr;
    std::size_t (*layoutBytes)(const void* layout) = nullptr;
    int (*reorder)(Handle*, const void* from, Handle engine, const void* to, Handle sameEngine,
                   const void* attributes) = nullptr;

    struct Second {
        int (*layoutByStrides)(void* layout, int count, Sizes dimensions, int type, Sizes strides) = nullptr;
        int (*layoutByTag)(void* layout, int count, Sizes dimensions, int type, int tag) = nullptr;
        int (*describe)(Handle*, const void* operation, const void* attributes, Handle engine,
                        Handle forward) = nullptr;
        int (*elementwise)(void* operation, int propagation, int algorithm, const void* layout, float alpha,
                           float beta) = nullptr;
        int (*binary)(void* operation, int algorithm, const void* first, const void* second, const void* to) = nullptr;
        int (*softmax)(void* operation, int propagation, const void* layout, int axis) = nullptr;
        int (*layerNorm)(void* operation, int propagation, const void* layout, const void* statistics, float epsilon,
                         unsigned flags) = nullptr;
        int (*pooling)(void* operation, int propagation, int algorithm, const void* from, const void* to, Sizes strides,
                       Sizes kernel, Sizes before, Sizes after) = nullptr;
        int (*product)(void* operation, const void* a, const void* b, const void* bias, const void* c) = nullptr;
    } second;

    struct Third {
        int (*layoutByStrides)(Handle* layout, int count, Sizes dimensions, int type, Sizes strides) = nullptr;
        int (*layoutByTag)(Handle* layout, int count, Sizes dimensions, int type, int tag) = nullptr;
        int (*destroyLayout)(Handle) = nullptr;
        int (*elementwise)(Handle*, Handle engine, int propagation, int algorithm, const void* from, const void* to,
                           float alpha, float beta, const void* attributes) = nullptr;
        int (*binary)(Handle*, Handle engine, int algorithm, const void* first, const void* second, const void* to,
                      const void* attributes) = nullptr;
        int (*softmax)(Handle*, Handle engine, int propagation, int algorithm, const void* from, const void* to,
                       int axis, const void* attributes) = nullptr;
        int (*layerNorm)(Handle*, Handle engine, int propagation, const void* from, const void* to,
                         const void* statistics, float epsilon, unsigned flags, const void* attributes) = nullptr;
        int (*pooling)(Handle*, Handle engine, int propagation, int algorithm, const void* from, const void* to,
                       Sizes strides, Sizes kernel, Sizes dilation, Sizes before, Sizes after,
                       const void* attributes) = nullptr;
        int (*product)(Handle*, Handle engine, const void* a, const void* b, const void* bias, const void* c,
                       const void* attributes) = nullptr;
    } third;

    /// OpenMP's, which the library brings along; null where it runs on other threads.
    void (*setThreads)(int) = nullptr;
    int generation = 0; ///< 2 or 3
};

/// Takes every function that the library's generation has. Unavailable for a version before 2 or after 3 (it says
/// which) and for a function that is missing.
[[nodiscard]] Result<OneDnnCalls> loadOneDnnCalls(const DynamicLibrary& library);

} // namespace ridgepoint
