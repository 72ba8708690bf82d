// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/result.h"

#include <optional>
#include <span>
#include <string>

namespace ridgepoint {

/// Whether a library leaves memory with its owner. Libraries that register themselves with the CUDA run-time must
/// stay: unloading them leaves the run-time with pointers into nowhere.
enum class Unloading { WithOwner, Never };

/// A shared library that is loaded while the program runs, because it is large, belongs to a driver, or may be absent.
/// Only the measuring process loads any, and only when something asks for it, so that none can make a start fail.
class DynamicLibrary {
public:
    /// Loads the first of these names that is there. Unavailable: "libcublasLt.so.13 not found" for the first name when
    /// none is there; the loader's own words when one is there but cannot be loaded.
    [[nodiscard]] static Result<DynamicLibrary> open(std::span<const std::string> names,
                                                     Unloading unloading = Unloading::WithOwner);
    [[nodiscard]] static Result<DynamicLibrary> open(const std::string& name,
                                                     Unloading unloading = Unloading::WithOwner);

    /// Why none of these can be opened; nothing where a file of such a name lies in a folder where the loader looks (it
    /// is not loaded then, which can take a second and half a gigabyte), or where the loader finds one elsewhere.
    [[nodiscard]] static std::optional<Error> lack(std::span<const std::string> names,
                                                   Unloading unloading = Unloading::WithOwner);

    DynamicLibrary(DynamicLibrary&& other) noexcept;
    DynamicLibrary& operator=(DynamicLibrary&& other) noexcept;
    ~DynamicLibrary();

    /// The name under which it was found.
    [[nodiscard]] const std::string& name() const { return m_name; }

    /// A function of the type Function, such as decltype(&cublasLtCreate); Unavailable names the library and function.
    template <class Function> [[nodiscard]] Result<Function> function(const char* symbol) const
    {
        void* address = addressOf(symbol);
        if (address == nullptr)
            return missing(symbol);
        return reinterpret_cast<Function>(address);
    }
    /// The same for a function that older versions lack: null when it is not there.
    template <class Function> [[nodiscard]] Function functionOrNull(const char* symbol) const
    {
        return reinterpret_cast<Function>(addressOf(symbol));
    }

private:
    DynamicLibrary(void* handle, std::string name) : m_handle(handle), m_name(std::move(name)) {}
    [[nodiscard]] void* addressOf(const char* symbol) const;
    [[nodiscard]] Error missing(const char* symbol) const;

    void* m_handle = nullptr;
    std::string m_name;
};

} // namespace ridgepoint
