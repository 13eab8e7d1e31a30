#ifndef C_STACK_BOUNDS_H
#define C_STACK_BOUNDS_H

#include <stdint.h>

/// The lowest address of the current thread's stack, or 0 where the system does not tell.
///
/// In C because glibc declares the call for it only to sources that define _GNU_SOURCE.
uintptr_t stack_lowest_address(void);

#endif
