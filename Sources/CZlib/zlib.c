#include "CZlib.h"

#include <stddef.h>

#if defined(_WIN32)

// No zlib comes with Windows.
const char *zlib_version(void) { return NULL; }
int zlib_inflate_begin(zlib_stream *stream, int window_bits) { return zlib_missing; }
int zlib_inflate_step(zlib_stream *stream, int flush) { return zlib_missing; }
int zlib_inflate_again(zlib_stream *stream) { return zlib_missing; }
void zlib_inflate_end(zlib_stream *stream) {}
int zlib_deflate_begin(zlib_stream *stream, int level, int window_bits) { return zlib_missing; }
int zlib_deflate_step(zlib_stream *stream, int flush) { return zlib_missing; }
void zlib_deflate_end(zlib_stream *stream) {}

#else

#include <dlfcn.h>
#include <pthread.h>

// The interface that zlib has kept since version 1.2: the names with underscores are behind the macros of its header.
static struct {
  const char *(*version)(void);
  int (*inflate_begin)(zlib_stream *, int window_bits, const char *version, int stream_size);
  int (*inflate)(zlib_stream *, int flush);
  int (*inflate_reset)(zlib_stream *);
  int (*inflate_end)(zlib_stream *);
  int (*deflate_begin)(
    zlib_stream *, int level, int method, int window_bits, int memory_level, int strategy, const char *version,
    int stream_size);
  int (*deflate)(zlib_stream *, int flush);
  int (*deflate_end)(zlib_stream *);
} library;

static int is_loaded = 0;
static pthread_once_t once = PTHREAD_ONCE_INIT;

// The library stays loaded for as long as the process lives.
static void load(void) {
  static const char *const names[] = {
#if defined(__APPLE__)
    "/usr/lib/libz.1.dylib", "libz.1.dylib", "libz.dylib",
#else
    "libz.so.1", "libz.so",
#endif
  };
  void *handle = NULL;
  for (size_t i = 0; handle == NULL && i < sizeof names / sizeof names[0]; i++) {
    handle = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
  }
  if (handle == NULL) return;
  // POSIX guarantees that the address of a function fits a data pointer, ISO C does not: hence the detour.
#define FIND(member, symbol) *(void **)&library.member = dlsym(handle, symbol)
  FIND(version, "zlibVersion");
  FIND(inflate_begin, "inflateInit2_");
  FIND(inflate, "inflate");
  FIND(inflate_reset, "inflateReset");
  FIND(inflate_end, "inflateEnd");
  FIND(deflate_begin, "deflateInit2_");
  FIND(deflate, "deflate");
  FIND(deflate_end, "deflateEnd");
#undef FIND
  is_loaded = library.version && library.inflate_begin && library.inflate && library.inflate_reset
    && library.inflate_end && library.deflate_begin && library.deflate && library.deflate_end;
}

static int is_there(void) {
  return pthread_once(&once, load) == 0 && is_loaded;
}

const char *zlib_version(void) { return is_there() ? library.version() : NULL; }

// The version of the interface that is declared above. zlib compares its first digit and the size of the stream with
// its own, and returns zlib_version_error when one differs.
static const char interface_version[] = "1.2.3";

int zlib_inflate_begin(zlib_stream *stream, int window_bits) {
  if (!is_there()) return zlib_missing;
  return library.inflate_begin(stream, window_bits, interface_version, (int)sizeof *stream);
}

int zlib_inflate_step(zlib_stream *stream, int flush) {
  return is_there() ? library.inflate(stream, flush) : zlib_missing;
}

int zlib_inflate_again(zlib_stream *stream) { return is_there() ? library.inflate_reset(stream) : zlib_missing; }

void zlib_inflate_end(zlib_stream *stream) {
  if (is_there()) library.inflate_end(stream);
}

int zlib_deflate_begin(zlib_stream *stream, int level, int window_bits) {
  enum { method_deflate = 8, default_memory_level = 8, default_strategy = 0 };
  if (!is_there()) return zlib_missing;
  return library.deflate_begin(
    stream, level, method_deflate, window_bits, default_memory_level, default_strategy, interface_version,
    (int)sizeof *stream);
}

int zlib_deflate_step(zlib_stream *stream, int flush) {
  return is_there() ? library.deflate(stream, flush) : zlib_missing;
}

void zlib_deflate_end(zlib_stream *stream) {
  if (is_there()) library.deflate_end(stream);
}

#endif
