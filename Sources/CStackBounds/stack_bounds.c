#if defined(__linux__)
#define _GNU_SOURCE
#endif

#include "CStackBounds.h"

#if defined(__APPLE__) || defined(__linux__)
#include <pthread.h>
#endif

// The system may read a file to tell, so each thread keeps what it was told.
static _Thread_local uintptr_t lowest_address = 0;
static _Thread_local size_t byte_count = 0;

static void find_bounds(void) {
#if defined(__APPLE__)
  pthread_t thread = pthread_self();
  byte_count = pthread_get_stacksize_np(thread);
  lowest_address = (uintptr_t)pthread_get_stackaddr_np(thread) - byte_count;
#elif defined(__linux__)
  pthread_attr_t attributes;
  void *address = 0;
  size_t size = 0;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return;
  if (pthread_attr_getstack(&attributes, &address, &size) == 0) {
    lowest_address = (uintptr_t)address;
    byte_count = size;
  }
  pthread_attr_destroy(&attributes);
#endif
}

uintptr_t stack_lowest_address(void) {
  if (byte_count == 0) find_bounds();
  return lowest_address;
}

size_t stack_byte_count(void) {
  if (byte_count == 0) find_bounds();
  return byte_count;
}

#if defined(__APPLE__) || defined(__linux__)
struct call {
  void (*function)(void *);
  void *context;
};

static void *run_call(void *argument) {
  struct call *call = argument;
  call->function(call->context);
  return 0;
}
#endif

int stack_call(size_t byte_count, void (*function)(void *), void *context) {
#if defined(__APPLE__) || defined(__linux__)
  pthread_attr_t attributes;
  pthread_t thread;
  struct call call = {function, context};
  if (pthread_attr_init(&attributes) != 0) return 0;
  // Whole pages, as some systems ask for.
  int failed = pthread_attr_setstacksize(&attributes, (byte_count + 0xFFFF) & ~(size_t)0xFFFF) != 0 ||
               pthread_create(&thread, &attributes, run_call, &call) != 0;
  pthread_attr_destroy(&attributes);
  if (failed) return 0;
  pthread_join(thread, 0);
  return 1;
#else
  return 0;
#endif
}
