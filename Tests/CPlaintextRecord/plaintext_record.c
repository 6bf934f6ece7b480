// Loaded before libsodium: writes down what is about to be encrypted, which is all that a codec made.
// Each piece goes to plaintext-<pid> in $SHOAL_RECORD, behind its length in four bytes.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/uio.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void record(const unsigned char *bytes, unsigned long long count) {
    static int file = -1;
    const char *folder = getenv("SHOAL_RECORD");
    if (!folder || !count) return;
    pthread_mutex_lock(&mutex);
    if (file < 0) {
        char path[4096];
        snprintf(path, sizeof path, "%s/plaintext-%d", folder, getpid());
        file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
        if (file < 0) abort();
    }
    uint32_t length = (uint32_t)count;
    struct iovec pieces[] = {{&length, sizeof length}, {(void *)bytes, count}};
    if (writev(file, pieces, 2) != (ssize_t)(sizeof length + count)) abort();
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
