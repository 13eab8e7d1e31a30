#ifndef CRC32C_WAYS_H
#define CRC32C_WAYS_H

#include "CChecksum.h"

// Each takes and returns the register of the algorithm: the checksum with all bits inverted.

uint32_t crc32c_tables(uint32_t crc, const unsigned char *bytes, size_t count);

#if defined(__x86_64__) || (defined(__aarch64__) && !defined(__AARCH64EB__))
#define CRC32C_HAS_INSTRUCTION 1
uint32_t crc32c_instruction(uint32_t crc, const unsigned char *bytes, size_t count);
#endif

#if defined(__x86_64__)
#define CRC32C_HAS_FOLDING 1
uint32_t crc32c_folding(uint32_t crc, const unsigned char *bytes, size_t count);
uint32_t crc32c_folding_copy(uint32_t crc, unsigned char *destination, const unsigned char *bytes, size_t count);
#endif

/// The product without carries, which has 63 bits, made of products with carries: only every fourth bit of a factor is
/// used at a time, and up to 8 ones that are added in one place fit in the four bits there, so no carry reaches the next
/// bit that is kept.
static inline uint64_t crc32c_multiply(uint32_t a, uint32_t b) {
  const uint64_t every4 = 0x1111111111111111;
  uint64_t parts_a[4], parts_b[4], product = 0;
  for (int i = 0; i < 4; i++) {
    parts_a[i] = a & every4 << i;
    parts_b[i] = b & every4 << i;
  }
  for (int bit = 0; bit < 4; bit++) {
    uint64_t sum = 0;
    for (int i = 0; i < 4; i++) sum ^= parts_a[i] * parts_b[(bit - i) & 3];
    product |= sum & every4 << bit;
  }
  return product;
}

#endif
