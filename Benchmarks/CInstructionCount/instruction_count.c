#include "CInstructionCount.h"

#ifdef __linux__
#include <linux/perf_event.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static int counter = -1;

bool instruction_count_start(void) {
    struct perf_event_attr attributes;
    memset(&attributes, 0, sizeof attributes);
    attributes.size = sizeof attributes;
    attributes.type = PERF_TYPE_HARDWARE;
    attributes.config = PERF_COUNT_HW_INSTRUCTIONS;
    attributes.exclude_kernel = 1;
    attributes.exclude_hv = 1;
    counter = (int)syscall(SYS_perf_event_open, &attributes, 0, -1, -1, 0);
    // Some virtual machines open the counter and never count.
    return counter >= 0 && instruction_count() > 0;
}

uint64_t instruction_count(void) {
    uint64_t count = 0;
    if (counter < 0 || read(counter, &count, sizeof count) != sizeof count) return 0;
    return count;
}
#else
bool instruction_count_start(void) { return false; }

uint64_t instruction_count(void) { return 0; }
#endif
