#include "CHeapUse.h"

#include <malloc.h>

size_t heap_bytes_in_use(void) {
    struct mallinfo2 use = mallinfo2();
    return use.uordblks + use.hblkhd;
}

void give_free_memory_back(void) {
    malloc_trim(0);
}
