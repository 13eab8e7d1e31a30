#ifndef C_CHECKSUM_H
#define C_CHECKSUM_H

#include <stddef.h>
#include <stdint.h>

/// Returns the CRC-32C (Castagnoli) of some bytes: that of RFC 3720, so that "123456789" has E3069283.
///
/// `seed` is 0, or the checksum of the bytes before these: the result is then the checksum of both together. `bytes` may
/// be null if `count` is 0, and may have any alignment. The bytes are copied unless `destination` is null, which takes
/// hardly longer for many bytes; they must not overlap.
uint32_t structcoding_crc32c(
  uint32_t seed, void *_Nullable destination, const void *_Nullable bytes, size_t count);

/// Returns the checksum of some bytes and those after them, from the checksums of both; `count` is the number of bytes
/// of the second. Takes about a microsecond, however many they are.
uint32_t structcoding_crc32c_combine(uint32_t first, uint32_t second, size_t count);

/// The ways to compute it, from the slowest to the fastest.
enum structcoding_crc32c_way {
  structcoding_crc32c_by_bits,
  structcoding_crc32c_by_instruction,
  structcoding_crc32c_by_folding,
};

/// Returns 1 if this processor can compute it in a way, otherwise 0.
int structcoding_crc32c_can(enum structcoding_crc32c_way way);

/// The same checksum, computed in one way, for tests: `structcoding_crc32c_can` must have returned 1.
uint32_t structcoding_crc32c_by(
  enum structcoding_crc32c_way way, uint32_t seed, void *_Nullable destination, const void *_Nullable bytes,
  size_t count);

#endif
