// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cpu/onednn/onednn_calls.h"

#include <array>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace ridgepoint {

/// An object of the library with the function that destroys it.
class OneDnnObject {
public:
    OneDnnObject() = default;
    OneDnnObject(onednn::Handle handle, int (*destroy)(onednn::Handle)) : m_handle(handle), m_destroy(destroy) {}
    OneDnnObject(OneDnnObject&& other) noexcept
        : m_handle(std::exchange(other.m_handle, nullptr)), m_destroy(other.m_destroy)
    {}
    OneDnnObject& operator=(OneDnnObject&& other) noexcept
    {
        std::swap(m_handle, other.m_handle);
        std::swap(m_destroy, other.m_destroy);
        return *this;
    }
    ~OneDnnObject()
    {
        if (m_handle != nullptr)
            m_destroy(m_handle);
    }
    [[nodiscard]] onednn::Handle get() const { return m_handle; }

private:
    onednn::Handle m_handle = nullptr;
    int (*m_destroy)(onednn::Handle) = nullptr;
};

/// How a tensor lies in memory, as the library describes it: an object of the third generation, a structure of the
/// second, which only the library looks into and which is smaller than this.
struct OneDnnLayout {
    std::unique_ptr<std::array<std::uint64_t, 512>> structure;
    OneDnnObject object;
    [[nodiscard]] const void* get() const
    {
        return structure ? static_cast<const void*>(structure->data()) : object.get();
    }
};

/// A tensor's extents, with strides in elements; without strides the library may choose the layout.
struct OneDnnShape {
    std::vector<std::int64_t> dimensions;
    std::vector<std::int64_t> strides;
    int type = onednn::f32;
};

/// oneDNN, the well-kept reference on a processor, loaded when something asks for it. One thread at a time.
class OneDnn : public std::enable_shared_from_this<OneDnn> {
public:
    /// The names to look for, newest first.
    [[nodiscard]] static std::vector<std::string> libraryNames();
    /// Unavailable: "libdnnl.so not found", or what the library lacks or says. Lets OpenMP's threads sleep a
    /// millisecond after their last work, or they would spin beside what is measured next.
    [[nodiscard]] static Result<std::shared_ptr<OneDnn>> open(std::span<const std::string> names);
    /// The same with libraryNames(), once a process: a failure is kept too.
    [[nodiscard]] static Result<std::shared_ptr<OneDnn>> shared();

    /// "oneDNN 2.6.3".
    [[nodiscard]] std::string version() const;
    /// The same, and where nobody can tell it how many threads to use, that it takes its own.
    [[nodiscard]] std::string method() const;
    [[nodiscard]] const OneDnnCalls& calls() const { return m_calls; }

    /// What follows on this thread is described, made and run for so many threads: a primitive splits its work and its
    /// scratch memory when it is made.
    void useThreads(int threads) const;
    [[nodiscard]] Result<OneDnnLayout> layout(const OneDnnShape& shape) const;
    /// Descriptions of primitives; Unsupported where the library has none for these layouts.
    [[nodiscard]] Result<OneDnnObject> elementwise(int algorithm, const OneDnnLayout& from,
                                                   const OneDnnLayout& to) const;
    [[nodiscard]] Result<OneDnnObject> add(const OneDnnLayout& first, const OneDnnLayout& second,
                                           const OneDnnLayout& to) const;
    [[nodiscard]] Result<OneDnnObject> softmax(const OneDnnLayout& from,
                                               const OneDnnLayout& to) const; ///< over the second axis
    [[nodiscard]] Result<OneDnnObject> layerNorm(const OneDnnLayout& from,
                                                 const OneDnnLayout& to) const; ///< with scale and shift
    [[nodiscard]] Result<OneDnnObject> maxPool(const OneDnnLayout& from, const OneDnnLayout& to) const;
    [[nodiscard]] Result<OneDnnObject> reorder(const OneDnnLayout& from, const OneDnnLayout& to) const;
    [[nodiscard]] Result<OneDnnObject> product(const OneDnnLayout& a, const OneDnnLayout& b,
                                               const OneDnnLayout& c) const;

    /// gelu's and others' numbers differ between the generations.
    [[nodiscard]] int reluAlgorithm() const { return m_calls.generation == 2 ? 0x1f : 0x20; }
    [[nodiscard]] int geluAlgorithm() const { return m_calls.generation == 2 ? 0xcf : 0x2b; }
    [[nodiscard]] int expAlgorithm() const { return m_calls.generation == 2 ? 0xbf : 0x2a; }

    [[nodiscard]] Result<OneDnnObject> primitive(const OneDnnObject& description) const;
    /// A tensor over `data`, laid out as `layout` says, which may be one of a description's.
    [[nodiscard]] Result<OneDnnObject> memory(const void* layout, void* data) const;
    /// Runs a primitive on `threads` threads `repetitions` times and waits. DeviceFailure in words.
    [[nodiscard]] Result<void> run(const OneDnnObject& primitive, std::span<const onednn::Argument> arguments,
                                   int threads, std::int64_t repetitions) const;

private:
    OneDnn(DynamicLibrary library, const OneDnnCalls& calls) : m_library(std::move(library)), m_calls(calls) {}
    [[nodiscard]] Error failure(const std::string& what, int status) const;
    /// Describes by the second generation's way: a structure that `initialise` fills, then a description of it.
    [[nodiscard]] Result<OneDnnObject> described(const std::string& what, const std::function<int(void*)>& initialise,
                                                 onednn::Handle forward = nullptr) const;
    [[nodiscard]] Result<OneDnnObject> made(const std::string& what, int status, onednn::Handle handle,
                                            int (*destroy)(onednn::Handle)) const;

    DynamicLibrary m_library;
    OneDnnCalls m_calls;
    OneDnnObject m_engine;
    OneDnnObject m_stream;
};

} // namespace ridgepoint
