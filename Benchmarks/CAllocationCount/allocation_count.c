#include "CAllocationCount.h"

#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);
extern void __libc_free(void *memory);

static atomic_uint_fast64_t allocations;
static atomic_uint_fast64_t frees;
static _Thread_local uint64_t allocations_here;

static void *counted(void *memory) {
    if (memory) {
        atomic_fetch_add_explicit(&allocations, 1, memory_order_relaxed);
        allocations_here++;
    }
    return memory;
}

uint64_t allocation_count(void) {
    return atomic_load_explicit(&allocations, memory_order_relaxed);
}

uint64_t free_count(void) {
    return atomic_load_explicit(&frees, memory_order_relaxed);
}

uint64_t thread_allocation_count(void) {
    return allocations_here;
}

void *malloc(size_t size) {
    return counted(__libc_malloc(size));
}

void *calloc(size_t count, size_t size) {
    return counted(__libc_calloc(count, size));
}

void *realloc(void *memory, size_t size) {
    return counted(__libc_realloc(memory, size));
}

void *memalign(size_t alignment, size_t size) {
    return counted(__libc_memalign(alignment, size));
}

void *aligned_alloc(size_t alignment, size_t size) {
    return counted(__libc_memalign(alignment, size));
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
    if (alignment % sizeof(void *) != 0 || (alignment & (alignment - 1)) != 0) return EINVAL;
    void *aligned = counted(__libc_memalign(alignment, size));
    if (!aligned) return ENOMEM;
    *memory = aligned;
    return 0;
}

void free(void *memory) {
    if (memory) atomic_fetch_add_explicit(&frees, 1, memory_order_relaxed);
    __libc_free(memory);
}
