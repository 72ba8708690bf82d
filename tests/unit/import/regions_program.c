// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
// Regions of one name, a name that has to be quoted, counts that are none, and no name.
#include "ridgepoint.h"
#include <stdio.h>
int main(void)
{
    int i = 0;
    const double none = -1.0;
    rp_region odd;
    for (i = 0; i < 3; ++i) {
        rp_region region = rp_begin("triad", 2e6, 24e6);
        region.flops = 3e6;
        rp_end(&region);
    }
    odd = rp_begin("a \"name\"\\ \xc3\xa4 \xff\n", none, 1e300);
    rp_end(&odd);
    odd = rp_begin(0, 0.0, 0.0);
    rp_end(&odd);
    puts("done");
    return 0;
}
