#ifndef C_ZSTD_H
#define C_ZSTD_H

#include <stddef.h>

// The system's libzstd, loaded when it is first used, so that a program links nothing for it and needs no header of it.
// Any thread may call these.

/// Whether there is one.
int zstd_is_there(void);

/// The number of bytes that compressing `count` bytes needs room for.
size_t zstd_bound(size_t count);

/// Compresses bytes to one frame, and returns its size, or an error.
size_t zstd_compress(
  void *_Nonnull target, size_t capacity, const void *_Nonnull source, size_t count, int level);

/// Decompresses frames, and returns the number of bytes they give, or an error; also if that is more than the capacity.
size_t zstd_decompress(void *_Nonnull target, size_t capacity, const void *_Nonnull source, size_t count);

/// Returns what is wrong if `result` is an error, and otherwise a null pointer.
const char *_Nullable zstd_error(size_t result);

#endif
