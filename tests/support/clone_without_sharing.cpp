// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
//
// In tests built with ThreadSanitizer only. Qt starts a child by clone() with CLONE_VM and CLONE_VFORK: until it
// becomes another program, the child runs in the parent's memory. GCC 12's sanitizer takes every clone() for a fork and
// makes the child of a program with threads ignore all that follows, its locks too; there it thereby makes the parent's
// thread do so for good. From then on it would see no race of that thread, and call every hand-over through it one. So
// this clone() stands before the sanitizer's, and gives the child a memory of its own.
#include <cstdarg>
#include <sched.h>
#include <sys/types.h>

extern "C" int __interceptor_clone(int (*function)(void*), void* stack, int flags, void* argument,
                                   ...); // NOLINT: the sanitizer's name

extern "C" int clone(int (*function)(void*), void* stack, int flags, void* argument, ...) noexcept
{
    va_list rest;
    va_start(rest, argument);
    auto* const parentTid = va_arg(rest, pid_t*);
    void* const tls = va_arg(rest, void*);
    auto* const childTid = va_arg(rest, pid_t*);
    va_end(rest);
    if ((flags & CLONE_VFORK) != 0)
        flags &= ~(CLONE_VM | CLONE_VFORK);
    return __interceptor_clone(function, stack, flags, argument, parentTid, tls, childTid);
}
