#pragma once
#include <stdbool.h>
#include <stdint.h>

/// Starts to count the instructions of the calling thread; false where the machine cannot.
bool instruction_count_start(void);

/// Instructions of user code since the start, or 0 where they are not counted.
uint64_t instruction_count(void);
