#pragma once
#include <stdint.h>

/// How many X25519 agreements and key derivations this thread has computed in all.
uint64_t scalar_multiplications(void);
