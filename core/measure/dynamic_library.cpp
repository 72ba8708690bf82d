// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/measure/dynamic_library.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <string_view>
#include <utility>
#include <vector>

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

Error notFound(const std::string& name)
{
    return {ErrorKind::Unavailable, "library.not-found", "%1 not found", {name}};
}

Error notLoadable(const std::string& name, const std::string& words)
{
    return {ErrorKind::Unavailable, "library.not-loadable", "%1 exists but cannot be loaded: %2", {name, words}};
}

/// Where a loader looks, as far as it is the same on every system.
std::vector<std::filesystem::path> usualFolders()
{
#if defined(__aarch64__)
    constexpr const char* debian[] = {"/lib/aarch64-linux-gnu", "/usr/lib/aarch64-linux-gnu"};
#else
    constexpr const char* debian[] = {"/lib/x86_64-linux-gnu", "/usr/lib/x86_64-linux-gnu"};
#endif
    std::vector<std::filesystem::path> folders{debian[0],    debian[1], "/usr/local/lib", "/lib64",
                                               "/usr/lib64", "/lib",    "/usr/lib"};
    const char* given = std::getenv("LD_LIBRARY_PATH");
    std::istringstream list(given != nullptr ? given : "");
    for (std::string folder; std::getline(list, folder, ':');)
        folders.emplace_back(folder.empty() ? "." : folder);
    return folders;
}

bool liesInAFolder(const std::string& name)
{
    std::error_code ignored;
    if (name.find('/') != std::string::npos)
        return std::filesystem::exists(name, ignored);
    const auto folders = usualFolders();
    return std::any_of(folders.begin(), folders.end(), [&](const std::filesystem::path& folder) {
        return std::filesystem::exists(folder / name, ignored);
    });
}

} // namespace

std::optional<Error> DynamicLibrary::lack(std::span<const std::string> names, Unloading unloading)
{
    if (std::any_of(names.begin(), names.end(), liesInAFolder))
        return std::nullopt;
    const auto found = open(names, unloading);
    return found ? std::nullopt : std::optional(found.error());
}

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
{}

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
    return {ErrorKind::Unavailable,
            "library.no-function",
            "%1 has no function %2: install another version of it",
            {m_name, symbol}};
}

} // namespace ridgepoint
