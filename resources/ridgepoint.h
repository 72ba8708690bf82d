// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#ifndef RIDGEPOINT_H
#define RIDGEPOINT_H

/**
 * Tells Ridgepoint what parts of a program do and how long they take. C99 and C++, nothing to link.
 *
 *     rp_region region = rp_begin("triad", 2.0 * n, 24.0 * n);  // name, FLOP, bytes from and to memory; 0: not known
 *     for (size_t i = 0; i < n; ++i) a[i] = b[i] + s * c[i];
 *     rp_end(&region);                                          // region.flops and .bytes may be set until here
 *
 * Each rp_end writes one line to the file descriptor that the environment variable RIDGEPOINT_REGIONS_FD names, as
 * `ridgepoint-bench run` sets it; by hand, `RIDGEPOINT_REGIONS_FD=3 ./program 3>regions.jsonl`. Without the variable
 * both do nothing, nor where `run` gave a pipe (RIDGEPOINT_REGIONS_INODE is its inode) and the descriptor is something
 * else by now: a program may have closed it and opened a file of its own. Any thread may call them; a region belongs to
 * one. Nothing that goes wrong here disturbs the program: what cannot be written is left out. A full pipe is waited
 * for.
 *
 * The line, this place is its definition (ridgepoint.py writes the same): a JSON object, at most 1024 bytes with the
 * newline and written at once, in this order
 *
 *     {"ridgepoint":1,"name":"triad","begin_ns":81234,"ns":1250000,"flops":20000000,"bytes":240000000}
 *
 * ridgepoint  version of this form
 * name        the region's, UTF-8; regions of one name are launches of one kernel
 * begin_ns    when it began, by a clock that only goes forward; ns  how long it took; both in whole nanoseconds
 * flops,bytes of this one run of it, whole numbers up to 1e24; 0: not known
 * device      the name of the GPU that ran it, UTF-8, "GPU" for one that is not known; left out for a processor
 */

/* Warnings of this file are no concern of a program that includes it; Ridgepoint's own test wants to see them. */
#if defined(__GNUC__) && !defined(RIDGEPOINT_H_WITH_WARNINGS)
    #pragma GCC system_header
#endif

/* Strict C hides the clock unless asked for; elsewhere this would hide what the program uses. */
#if defined(__STRICT_ANSI__) && !defined(__cplusplus) && !defined(_POSIX_C_SOURCE) && !defined(_XOPEN_SOURCE)          \
    && !defined(_GNU_SOURCE) && !defined(_DEFAULT_SOURCE)
    #define _POSIX_C_SOURCE 200809L
#endif

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#ifndef CLOCK_MONOTONIC
    #error "include ridgepoint.h before system headers, or define _POSIX_C_SOURCE as 200809L"
#endif

typedef struct rp_region {
    const char* name; /* must stay there until rp_end */
    double flops;
    double bytes;
    int64_t begin_ns;
    int descriptor; /* -1: nobody listens */
} rp_region;

static inline int64_t rp_now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + (int64_t)now.tv_nsec;
}

static inline int rp_descriptor(void)
{
    const char* text = getenv("RIDGEPOINT_REGIONS_FD");
    char* end = NULL;
    long number = 0;
    if (text == NULL || *text < '0' || *text > '9')
        return -1;
    number = strtol(text, &end, 10);
    return *end == '\0' && number < 1048576 ? (int)number : -1;
}

/* Whether this is still the pipe that `run` gave, where it did. */
static inline int rp_is_given(int descriptor)
{
    const char* inode = getenv("RIDGEPOINT_REGIONS_INODE");
    const int before = errno;
    struct stat there;
    int is_given = 1;
    if (inode != NULL)
        is_given = fstat(descriptor, &there) == 0 && S_ISFIFO(there.st_mode)
                && (uintmax_t)there.st_ino == strtoumax(inode, NULL, 10);
    errno = before;
    return is_given;
}

/* How many bytes from here are one whole character of UTF-8; 0: none. */
static inline size_t rp_utf8_length(const unsigned char* text)
{
    size_t length = text[0] < 0x80 ? 1 : 0;
    size_t i = 1;
    if (text[0] >= 0xc2 && text[0] < 0xe0)
        length = 2;
    else if (text[0] >= 0xe0 && text[0] < 0xf0)
        length = 3;
    else if (text[0] >= 0xf0 && text[0] < 0xf5)
        length = 4;
    for (; i < length; ++i)
        if ((text[i] & 0xc0) != 0x80)
            return 0;
    if (length > 2) { /* longer than needed, half of a pair, or beyond the last character */
        if ((text[0] == 0xe0 && text[1] < 0xa0) || (text[0] == 0xed && text[1] > 0x9f)
            || (text[0] == 0xf0 && text[1] < 0x90) || (text[0] == 0xf4 && text[1] > 0x8f))
            return 0;
    }
    return length;
}

/* The name as the inside of a JSON string of at most `size` bytes with the 0, cut between characters. */
static inline void rp_quote(char* out, size_t size, const char* name)
{
    const unsigned char* from = (const unsigned char*)(name == NULL ? "" : name);
    size_t used = 0;
    while (*from != 0 && used + 8 < size) {
        const size_t length = rp_utf8_length(from);
        if (length == 0) {
            out[used++] = '?';
            ++from;
        } else if (*from == '"' || *from == '\\') {
            out[used++] = '\\';
            out[used++] = (char)*from++;
        } else if (*from < 0x20) {
            used += (size_t)snprintf(out + used, size - used, "\\u%04x", (unsigned)*from++);
        } else {
            memcpy(out + used, from, length);
            used += length;
            from += length;
        }
    }
    out[used] = '\0';
}

/* Writes at once or not at all. The signal of a pipe that nobody reads any more would end the program, so that it is
 * held back and taken away. */
static inline void rp_write(int descriptor, const char* line, size_t length)
{
    const int before = errno;
    sigset_t pipes;
    sigset_t pending;
    sigset_t mask;
    int was_pending = 0;
    int number = 0;
    ssize_t written = 0;
    sigemptyset(&pipes);
    sigaddset(&pipes, SIGPIPE);
    sigemptyset(&pending);
    sigpending(&pending);
    was_pending = sigismember(&pending, SIGPIPE);
    sigprocmask(SIG_BLOCK, &pipes, &mask); /* of this thread, on Linux and macOS */
    do {
        written = write(descriptor, line, length);
    } while (written < 0 && errno == EINTR);
    if (written < 0 && errno == EPIPE && was_pending == 0) {
        sigpending(&pending);
        if (sigismember(&pending, SIGPIPE) == 1)
            sigwait(&pipes, &number);
    }
    sigprocmask(SIG_SETMASK, &mask, NULL);
    errno = before;
}

/* What can be written; what is no count, or beyond any machine, is not known. */
static inline double rp_count(double count) { return count >= 0.0 && count <= 1e24 ? count : 0.0; }

static inline rp_region rp_begin(const char* name, double flops, double bytes)
{
    rp_region region;
    region.name = name;
    region.flops = flops;
    region.bytes = bytes;
    region.descriptor = rp_descriptor();
    region.begin_ns = region.descriptor < 0 ? 0 : rp_now_ns();
    return region;
}

static inline void rp_end(const rp_region* region)
{
    char name[512];
    char line[1024];
    int64_t taken = 0;
    int length = 0;
    if (region->descriptor < 0)
        return;
    taken = rp_now_ns() - region->begin_ns;
    if (!rp_is_given(region->descriptor))
        return;
    rp_quote(name, sizeof name, region->name);
    /* Whole numbers: a decimal point would be the locale's. */
    length = snprintf(
        line, sizeof line,
        "{\"ridgepoint\":1,\"name\":\"%s\",\"begin_ns\":%lld,\"ns\":%lld,\"flops\":%.0f,\"bytes\":%.0f}\n", name,
        (long long)region->begin_ns, (long long)taken, rp_count(region->flops), rp_count(region->bytes));
    if (length > 0 && (size_t)length < sizeof line)
        rp_write(region->descriptor, line, (size_t)length);
}

#endif
