#pragma once
#include <pthread.h>
#include <sys/eventfd.h>
#include <uv.h>

// glibc declares it only for _GNU_SOURCE, which the module's other headers are built without.
extern int pthread_setname_np(pthread_t thread, const char *name);
