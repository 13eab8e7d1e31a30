#include "allocation_counter.h"

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>

#ifdef __GLIBC__

// These replace glibc's functions of the same names in the whole program, and call the originals.

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

static __thread int counts;
static __thread long allocations;

void *malloc(size_t size) {
  if (counts) allocations++;
  return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
  if (counts) allocations++;
  return __libc_calloc(count, size);
}

void *realloc(void *block, size_t size) {
  if (counts) allocations++;
  return __libc_realloc(block, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  if (counts) allocations++;
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **block, size_t alignment, size_t size) {
  if (counts) allocations++;
  if (alignment % sizeof(void *) != 0 || (alignment & (alignment - 1)) != 0 || alignment == 0) return EINVAL;
  void *memory = __libc_memalign(alignment, size);
  if (memory == NULL) return ENOMEM;
  *block = memory;
  return 0;
}

void allocation_counter_start(void) {
  allocations = 0;
  counts = 1;
}

long allocation_counter_stop(void) {
  counts = 0;
  return allocations;
}

#else

void allocation_counter_start(void) {}
long allocation_counter_stop(void) { return -1; }

#endif
