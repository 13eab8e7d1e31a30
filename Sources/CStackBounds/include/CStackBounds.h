#ifndef C_STACK_BOUNDS_H
#define C_STACK_BOUNDS_H

#include <stddef.h>
#include <stdint.h>

/// The lowest address of the current thread's stack, or 0 where the system does not tell. Asked once a thread.
///
/// In C because glibc declares the call for it only to sources that define _GNU_SOURCE.
uintptr_t stack_lowest_address(void);

/// How many bytes the current thread's stack has, or 0 where the system does not tell.
size_t stack_byte_count(void);

/// Calls a function on a thread of its own, with a stack of so many bytes, and waits for its end.
///
/// Returns 0 when there is no such thread, and then the function was not called.
int stack_call(size_t byte_count, void (*function)(void *), void *context);

#endif
