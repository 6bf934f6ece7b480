// Stands before libsodium's functions of the same names, and keeps what is about to be encrypted, which is
// all that a codec made: in memory, or, where it is loaded into a program and $SHOAL_RECORD names a folder, in
// the file plaintext-<pid> there, each piece behind its length in four bytes.
#define _GNU_SOURCE
#include "CPlaintextRecord.h"
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int is_kept;
static unsigned char *kept;
static size_t kept_count;

static void forget(int begins) {
    pthread_mutex_lock(&mutex);
    free(kept);
    kept = NULL;
    kept_count = 0;
    is_kept = begins;
    pthread_mutex_unlock(&mutex);
}

void plaintext_begin(void) { forget(1); }

void plaintext_end(void) { forget(0); }

int plaintext_holds(const void *bytes, size_t count) {
    pthread_mutex_lock(&mutex);
    int holds = kept && memmem(kept, kept_count, bytes, count) != NULL;
    pthread_mutex_unlock(&mutex);
    return holds;
}

static void keep(const unsigned char *bytes, size_t count) {
    unsigned char *grown = realloc(kept, kept_count + count);
    if (!grown) abort();
    kept = grown;
    memcpy(kept + kept_count, bytes, count);
    kept_count += count;
}

static void write_down(const char *folder, const unsigned char *bytes, size_t count) {
    static int file = -1;
    if (file < 0) {
        char path[4096];
        snprintf(path, sizeof path, "%s/plaintext-%d", folder, getpid());
        file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
        if (file < 0) abort();
    }
    uint32_t length = (uint32_t)count;
    struct iovec pieces[] = {{&length, sizeof length}, {(void *)bytes, count}};
    if (writev(file, pieces, 2) != (ssize_t)(sizeof length + count)) abort();
}

static void record(const unsigned char *bytes, unsigned long long count) {
    if (!count) return;
    pthread_mutex_lock(&mutex);
    const char *folder = getenv("SHOAL_RECORD");
    if (folder) write_down(folder, bytes, count);
    if (is_kept) keep(bytes, count);
    pthread_mutex_unlock(&mutex);
}

int crypto_aead_chacha20poly1305_ietf_encrypt(
    unsigned char *c, unsigned long long *clen, const unsigned char *m, unsigned long long mlen,
    const unsigned char *ad, unsigned long long adlen, const unsigned char *nsec,
    const unsigned char *npub, const unsigned char *k) {
    static int (*next)(
        unsigned char *, unsigned long long *, const unsigned char *, unsigned long long,
        const unsigned char *, unsigned long long, const unsigned char *, const unsigned char *,
        const unsigned char *);
    if (!next) *(void **)&next = dlsym(RTLD_NEXT, "crypto_aead_chacha20poly1305_ietf_encrypt");
    record(m, mlen);
    return next(c, clen, m, mlen, ad, adlen, nsec, npub, k);
}

int crypto_stream_chacha20_ietf_xor_ic(
    unsigned char *c, const unsigned char *m, unsigned long long mlen, const unsigned char *n,
    uint32_t ic, const unsigned char *k) {
    static int (*next)(
        unsigned char *, const unsigned char *, unsigned long long, const unsigned char *,
        uint32_t, const unsigned char *);
    if (!next) *(void **)&next = dlsym(RTLD_NEXT, "crypto_stream_chacha20_ietf_xor_ic");
    record(m, mlen);
    return next(c, m, mlen, n, ic, k);
}
