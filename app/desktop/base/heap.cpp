// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/base/heap.h"

#include <cstdlib>
#ifdef __GLIBC__
    #include <malloc.h>
#endif

namespace ridgepoint {

void keepHeapSmall()
{
#ifdef __GLIBC__
    constexpr int wholePages = 128 * 1024;
    // Set by hand, the limits no longer grow with the largest block ever freed.
    (void)mallopt(M_MMAP_THRESHOLD, wholePages);
    (void)mallopt(M_TRIM_THRESHOLD, wholePages);
    // The window has two threads that work; each further arena would keep freed memory of its own.
    (void)mallopt(M_ARENA_MAX, 2);
#endif
}

} // namespace ridgepoint
