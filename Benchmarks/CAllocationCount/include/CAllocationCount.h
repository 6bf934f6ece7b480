#pragma once
#include <stdint.h>

// Linking this target replaces the allocator of the whole process with one that counts.

/// Calls of malloc, calloc, realloc, aligned_alloc, posix_memalign and memalign that gave memory.
uint64_t allocation_count(void);

/// The same, of the calling thread alone.
uint64_t thread_allocation_count(void);

/// Calls of free with memory to free.
uint64_t free_count(void);
