#pragma once
#include <stddef.h>

/// Begins to keep in memory whatever this process is about to encrypt, from nothing.
void plaintext_begin(void);

/// Whether what was kept holds these bytes.
int plaintext_holds(const void *bytes, size_t count);

/// Ends it, and forgets what was kept.
void plaintext_end(void);
