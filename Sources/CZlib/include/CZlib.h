#ifndef C_ZLIB_H
#define C_ZLIB_H

// The system's zlib, loaded when it is first used, so that a program links nothing for it and needs no header of it.

/// zlib's `z_stream`, whose layout has been the same since version 1.0.
///
/// zlib is told the size of it whenever a stream begins, and refuses another one. A stream must not move in memory
/// while it is in use.
typedef struct {
  const unsigned char *_Nullable next_in;
  unsigned int avail_in;
  unsigned long total_in;

  unsigned char *_Nullable next_out;
  unsigned int avail_out;
  unsigned long total_out;

  const char *_Nullable message;
  void *_Nullable state;

  void *_Nullable allocate;
  void *_Nullable free;
  void *_Nullable opaque;

  int data_type;
  unsigned long checksum;
  unsigned long reserved;
} zlib_stream;

/// What zlib's functions return, and what is returned here in place of them.
static const int zlib_ok = 0;
static const int zlib_stream_end = 1;
static const int zlib_needs_dictionary = 2;
static const int zlib_memory_error = -4;
static const int zlib_buffer_error = -5;
static const int zlib_version_error = -6;
/// There is no zlib here.
static const int zlib_missing = -100;

/// What a step is told of the input: that more of it may follow, or that this is the end of it.
static const int zlib_no_flush = 0;
static const int zlib_finish = 4;

/// The version of the library, as it tells; a null pointer when there is none. Any thread may ask.
const char *_Nullable zlib_version(void);

/// Begins to decompress. `window_bits` is 15 for the zlib format and 31 for gzip.
int zlib_inflate_begin(zlib_stream *_Nonnull stream, int window_bits);
int zlib_inflate_step(zlib_stream *_Nonnull stream, int flush);
/// Begins anew with the same memory, after the end of a stream.
int zlib_inflate_again(zlib_stream *_Nonnull stream);
void zlib_inflate_end(zlib_stream *_Nonnull stream);

/// Begins to compress, at a level from 0 to 9, or -1 for zlib's default.
int zlib_deflate_begin(zlib_stream *_Nonnull stream, int level, int window_bits);
int zlib_deflate_step(zlib_stream *_Nonnull stream, int flush);
void zlib_deflate_end(zlib_stream *_Nonnull stream);

#endif
