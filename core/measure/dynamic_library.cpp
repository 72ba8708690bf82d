// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/measure/dynamic_library.h"

#include <string_view>
#include <utility>

#include <dlfcn.h>

namespace ridgepoint {
namespace {

std::string loaderWords()
{
    const char* words = dlerror();
    return words != nullptr ? words : "no reason was given";
}

/// Whether the loader complains that this very file is not there, rather than about one that it needs or its content.
bool saysNotThere(std::string_view words, const std::string& name)
{
    return words.starts_with(name + ": cannot open shared object file") && words.ends_with("No such file or directory");
}

Error notFound(const std::string& name) { return {ErrorKind::Unavailable, "library.not-found", "%1 not found", {name}}; }

Error notLoadable(const std::string& name, const std::string& words)
{
    return {ErrorKind::Unavailable, "library.not-loadable", "%1 is there but cannot be loaded: %2", {name, words}};
}

} // namespace

Result<DynamicLibrary> DynamicLibrary::open(std::span<const std::string> names, Unloading unloading)
{
    const int flags = RTLD_LAZY | RTLD_LOCAL | (unloading == Unloading::Never ? RTLD_NODELETE : 0);
    Error reason = notFound(names.empty() ? std::string("a library without a name") : names.front());
    for (const std::string& name : names) {
        if (void* handle = dlopen(name.c_str(), flags))
            return DynamicLibrary(handle, name);
        // A library that is there but broken says more than another that is not there.
        if (const std::string words = loaderWords(); reason.id == "library.not-found" && !saysNotThere(words, name))
            reason = notLoadable(name, words);
    }
    return reason;
}

Result<DynamicLibrary> DynamicLibrary::open(const std::string& name, Unloading unloading)
{
    return open(std::span(&name, 1), unloading);
}

DynamicLibrary::DynamicLibrary(DynamicLibrary&& other) noexcept
    : m_handle(std::exchange(other.m_handle, nullptr)), m_name(std::move(other.m_name))
{
}

DynamicLibrary& DynamicLibrary::operator=(DynamicLibrary&& other) noexcept
{
    std::swap(m_handle, other.m_handle);
    std::swap(m_name, other.m_name);
    return *this;
}

DynamicLibrary::~DynamicLibrary()
{
    if (m_handle != nullptr)
        dlclose(m_handle);
}

void* DynamicLibrary::addressOf(const char* symbol) const
{
    // Without a handle dlsym would search the whole program and find a stranger.
    return m_handle != nullptr ? dlsym(m_handle, symbol) : nullptr;
}

Error DynamicLibrary::missing(const char* symbol) const
{
    return {ErrorKind::Unavailable, "library.no-function", "%1 has no function %2: another version of it is needed", {m_name, symbol}};
}

} // namespace ridgepoint
