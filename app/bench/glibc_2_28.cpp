// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
// Linked into the portable program (packaging/portable.sh) only: what the start code, libgcc and libstdc++ of a system
// with glibc 2.34 or newer ask for and glibc 2.28 has not. Nothing is visible to libraries that are loaded.
#include <cerrno>
#include <ctime>

#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

using Start = int(int (*)(int, char**, char**), int, char**, void (*)(int, char**, char**), void (*)(), void (*)(),
                  void*);
extern "C" Start olderStart;
#pragma GCC visibility push(hidden)
extern "C" {
void _init();
extern void (*__init_array_start[])(int, char**, char**);
extern void (*__init_array_end[])(int, char**, char**);
}
// The name under which every glibc has it: this one is only defined here and never asks for itself.
#if defined(__aarch64__)
__asm__(".symver olderStart, __libc_start_main@GLIBC_2.17");
#else
__asm__(".symver olderStart, __libc_start_main@GLIBC_2.2.5");
#endif

namespace {

/// Before 2.34 constructors of a program were called by code linked into it, which no newer glibc brings along.
void callConstructors(int count, char** words, char** environment)
{
    _init();
    for (auto* constructor = __init_array_start; constructor != __init_array_end; ++constructor)
        (*constructor)(count, words, environment);
}

/// What is asked of dl_iterate_phdr, and found.
struct Search {
    ElfW(Addr) address;
    void* begin;
    void* end;
    void* unwinding;
};

int findSegment(dl_phdr_info* info, std::size_t, void* opaque)
{
    auto& search = *static_cast<Search*>(opaque);
    void* unwinding = nullptr;
    bool isHere = false;
    for (const ElfW(Phdr)* segment = info->dlpi_phdr; segment != info->dlpi_phdr + info->dlpi_phnum; ++segment) {
        const ElfW(Addr) begin = info->dlpi_addr + segment->p_vaddr;
        if (segment->p_type == PT_GNU_EH_FRAME)
            unwinding = reinterpret_cast<void*>(begin);
        if (segment->p_type != PT_LOAD || search.address < begin || search.address >= begin + segment->p_memsz)
            continue;
        isHere = true;
        search.begin = reinterpret_cast<void*>(begin);
        search.end = reinterpret_cast<void*>(begin + segment->p_memsz);
    }
    if (!isHere)
        return 0;
    search.unwinding = unwinding;
    return 1;
}

int statAt(int folder, const char* path, struct stat* result, int flags)
{
    // The kernel's own structure is glibc's on 64 bits.
    return static_cast<int>(syscall(SYS_newfstatat, folder, path, result, flags));
}

} // namespace

extern "C" {

int __libc_start_main(int (*program)(int, char**, char**), int count, char** words, void (*)(int, char**, char**),
                      void (*atEnd)(), void (*loaderAtEnd)(), void* stackEnd)
{
    return olderStart(program, count, words, callConstructors, atEnd, loaderAtEnd, stackEnd);
}

/// 2.32: whether threads were never started; counting references by atomic instructions is always right.
char __libc_single_threaded = 0;

/// 2.35: where the unwinding of exceptions finds the tables of an address.
int _dl_find_object(void* address, dl_find_object* found) noexcept
{
    Search search{reinterpret_cast<ElfW(Addr)>(address), nullptr, nullptr, nullptr};
    if (dl_iterate_phdr(findSegment, &search) == 0 || search.unwinding == nullptr)
        return -1;
    *found = {};
    found->dlfo_map_start = search.begin;
    found->dlfo_map_end = search.end;
    found->dlfo_eh_frame = search.unwinding;
    return 0;
}

/// 2.30: as libstdc++ itself waits where there is no such function.
int pthread_cond_clockwait(pthread_cond_t* condition, pthread_mutex_t* mutex, clockid_t clock,
                           const timespec* until) noexcept(false)
{
    timespec now{};
    timespec realTime{};
    clock_gettime(clock, &now);
    clock_gettime(CLOCK_REALTIME, &realTime);
    realTime.tv_sec += until->tv_sec - now.tv_sec;
    realTime.tv_nsec += until->tv_nsec - now.tv_nsec;
    if (realTime.tv_nsec < 0) {
        realTime.tv_nsec += 1'000'000'000;
        --realTime.tv_sec;
    } else if (realTime.tv_nsec >= 1'000'000'000) {
        realTime.tv_nsec -= 1'000'000'000;
        ++realTime.tv_sec;
    }
    const int status = pthread_cond_timedwait(condition, mutex, &realTime);
    clock_gettime(clock, &now);
    const bool isTooEarly = now.tv_sec < until->tv_sec || (now.tv_sec == until->tv_sec && now.tv_nsec < until->tv_nsec);
    return status == ETIMEDOUT && isTooEarly ? 0 : status; // somebody set the clock: as if woken for nothing
}

/// 2.33: before, headers turned these into other functions.
int stat(const char* path, struct stat* result) noexcept { return statAt(AT_FDCWD, path, result, 0); }
int lstat(const char* path, struct stat* result) noexcept
{
    return statAt(AT_FDCWD, path, result, AT_SYMLINK_NOFOLLOW);
}
int fstat(int file, struct stat* result) noexcept { return statAt(file, "", result, AT_EMPTY_PATH); }
int fstat64(int file, struct stat64* result) noexcept
{
    static_assert(sizeof(struct stat64) == sizeof(struct stat));
    return fstat(file, reinterpret_cast<struct stat*>(result));
}

} // extern "C"

#pragma GCC visibility pop
