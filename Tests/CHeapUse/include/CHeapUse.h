#ifndef C_HEAP_USE_H
#define C_HEAP_USE_H

#include <stddef.h>

/// Bytes that this process has allocated and not freed.
size_t heap_bytes_in_use(void);

/// Has the system take back what is free, so that resident memory shows what is used.
void give_free_memory_back(void);

#endif
