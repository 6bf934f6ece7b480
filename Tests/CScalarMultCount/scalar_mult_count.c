// Stands before libsodium's functions of the same names, so that a test can show what was not computed.
#define _GNU_SOURCE
#include "CScalarMultCount.h"
#include <dlfcn.h>

static _Thread_local uint64_t count;

uint64_t scalar_multiplications(void) { return count; }

int crypto_scalarmult(unsigned char *q, const unsigned char *n, const unsigned char *p) {
    static int (*next)(unsigned char *, const unsigned char *, const unsigned char *);
    if (!next) *(void **)&next = dlsym(RTLD_NEXT, "crypto_scalarmult");
    count++;
    return next(q, n, p);
}

int crypto_scalarmult_base(unsigned char *q, const unsigned char *n) {
    static int (*next)(unsigned char *, const unsigned char *);
    if (!next) *(void **)&next = dlsym(RTLD_NEXT, "crypto_scalarmult_base");
    count++;
    return next(q, n);
}
