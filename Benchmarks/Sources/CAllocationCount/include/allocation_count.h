#ifndef ALLOCATION_COUNT_H
#define ALLOCATION_COUNT_H

#include <stdint.h>

/// How many times the calling thread has asked for memory since it began, by `malloc` and all its
/// kin, from C, Swift or a library.
uint64_t allocation_count(void);

#endif
