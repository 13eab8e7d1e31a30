#include "CZstd.h"

#if defined(_WIN32)

// No libzstd comes with Windows.
int zstd_is_there(void) { return 0; }
size_t zstd_bound(size_t count) { return count; }
size_t zstd_compress(void *target, size_t capacity, const void *source, size_t count, int level) { return 0; }
size_t zstd_decompress(void *target, size_t capacity, const void *source, size_t count) { return 0; }
const char *zstd_error(size_t result) { return "no libzstd"; }

#else

#include <dlfcn.h>
#include <pthread.h>

// The interface that libzstd has kept since version 1.0.
static struct {
  size_t (*bound)(size_t count);
  size_t (*compress)(void *target, size_t capacity, const void *source, size_t count, int level);
  size_t (*decompress)(void *target, size_t capacity, const void *source, size_t count);
  unsigned (*is_error)(size_t result);
  const char *(*error_name)(size_t result);
} library;

static int is_loaded = 0;
static pthread_once_t once = PTHREAD_ONCE_INIT;

// The library stays loaded for as long as the process lives.
static void load(void) {
  static const char *const names[] = {
#if defined(__APPLE__)
    "libzstd.1.dylib", "/opt/homebrew/lib/libzstd.1.dylib", "/usr/local/lib/libzstd.1.dylib",
#else
    "libzstd.so.1",
#endif
  };
  void *handle = NULL;
  for (size_t i = 0; handle == NULL && i < sizeof names / sizeof names[0]; i++) {
    handle = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
  }
  if (handle == NULL) return;
  // POSIX guarantees that the address of a function fits a data pointer, ISO C does not: hence the detour.
#define FIND(member, symbol) *(void **)&library.member = dlsym(handle, symbol)
  FIND(bound, "ZSTD_compressBound");
  FIND(compress, "ZSTD_compress");
  FIND(decompress, "ZSTD_decompress");
  FIND(is_error, "ZSTD_isError");
  FIND(error_name, "ZSTD_getErrorName");
#undef FIND
  is_loaded =
    library.bound && library.compress && library.decompress && library.is_error && library.error_name;
}

int zstd_is_there(void) { return pthread_once(&once, load) == 0 && is_loaded; }

size_t zstd_bound(size_t count) { return zstd_is_there() ? library.bound(count) : count; }

size_t zstd_compress(void *target, size_t capacity, const void *source, size_t count, int level) {
  return zstd_is_there() ? library.compress(target, capacity, source, count, level) : 0;
}

size_t zstd_decompress(void *target, size_t capacity, const void *source, size_t count) {
  return zstd_is_there() ? library.decompress(target, capacity, source, count) : 0;
}

const char *zstd_error(size_t result) {
  if (!zstd_is_there()) return "no libzstd";
  return library.is_error(result) ? library.error_name(result) : NULL;
}

#endif
