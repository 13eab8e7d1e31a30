#include "crc32c_ways.h"

#if defined(CRC32C_HAS_INSTRUCTION)

#include <string.h>

// The instruction takes 8 bytes, and its result three cycles later. So three parts of the bytes, one behind the other,
// are read at once, each with a register of its own, and the three registers are then combined.

// The functions of this file are compiled for processors with the instruction; `crc32c.c` calls them only there.
#if defined(__x86_64__)

#include <nmmintrin.h>
#include <wmmintrin.h>

#define WITH_INSTRUCTION __attribute__((target("sse4.2,pclmul")))

WITH_INSTRUCTION static inline uint32_t step8(uint32_t crc, uint64_t word) {
  return (uint32_t)_mm_crc32_u64(crc, word);
}
WITH_INSTRUCTION static inline uint32_t step4(uint32_t crc, uint32_t word) { return _mm_crc32_u32(crc, word); }
WITH_INSTRUCTION static inline uint32_t step2(uint32_t crc, uint16_t word) { return _mm_crc32_u16(crc, word); }
WITH_INSTRUCTION static inline uint32_t step1(uint32_t crc, uint8_t byte) { return _mm_crc32_u8(crc, byte); }

/// The product without carries, which has 63 bits.
WITH_INSTRUCTION static inline uint64_t multiply(uint32_t a, uint32_t b) {
  __m128i product = _mm_clmulepi64_si128(_mm_cvtsi32_si128((int)a), _mm_cvtsi32_si128((int)b), 0);
  return (uint64_t)_mm_cvtsi128_si64(product);
}

#else

#if defined(__ARM_FEATURE_CRC32)
#define WITH_INSTRUCTION
#else
#define WITH_INSTRUCTION __attribute__((target("crc")))
#endif

WITH_INSTRUCTION static inline uint32_t step8(uint32_t crc, uint64_t word) { return __builtin_arm_crc32cd(crc, word); }
WITH_INSTRUCTION static inline uint32_t step4(uint32_t crc, uint32_t word) { return __builtin_arm_crc32cw(crc, word); }
WITH_INSTRUCTION static inline uint32_t step2(uint32_t crc, uint16_t word) { return __builtin_arm_crc32ch(crc, word); }
WITH_INSTRUCTION static inline uint32_t step1(uint32_t crc, uint8_t byte) { return __builtin_arm_crc32cb(crc, byte); }

// Not all processors with the instruction have one for products without carries.
#define multiply crc32c_multiply

#endif

WITH_INSTRUCTION static inline uint64_t load64(const unsigned char *bytes) {
  uint64_t word;
  memcpy(&word, bytes, sizeof word);
  return word;
}

/// Reads three parts of `size` bytes. `shift1` is x to the power of 8 * size - 33, modulo the polynomial, and `shift2`
/// the same for 2 * size: a product with it is the register after so many bytes of zero, once eight bytes of it have
/// been read.
WITH_INSTRUCTION static inline uint32_t read_parts(
  uint32_t crc, const unsigned char *bytes, size_t size, uint32_t shift1, uint32_t shift2
) {
  const unsigned char *second = bytes + size, *third = second + size, *end = second;
  uint32_t crc2 = 0, crc3 = 0;
  for (; bytes < end; bytes += 8, second += 8, third += 8) {
    crc = step8(crc, load64(bytes));
    crc2 = step8(crc2, load64(second));
    crc3 = step8(crc3, load64(third));
  }
  return step8(0, multiply(crc, shift2) ^ multiply(crc2, shift1)) ^ crc3;
}

WITH_INSTRUCTION uint32_t crc32c_instruction(uint32_t crc, const unsigned char *bytes, size_t count) {
  enum { large = 4096, small = 256 };
  for (; count >= 3 * large; bytes += 3 * large, count -= 3 * large) {
    crc = read_parts(crc, bytes, large, 0x82F89C77, 0x54A86326);
  }
  for (; count >= 3 * small; bytes += 3 * small, count -= 3 * small) {
    crc = read_parts(crc, bytes, small, 0xB9E02B86, 0xDD7E3B0C);
  }
  for (; count >= 8; bytes += 8, count -= 8) crc = step8(crc, load64(bytes));
  if (count & 4) {
    uint32_t word;
    memcpy(&word, bytes, sizeof word);
    crc = step4(crc, word);
    bytes += 4;
  }
  if (count & 2) {
    uint16_t word;
    memcpy(&word, bytes, sizeof word);
    crc = step2(crc, word);
    bytes += 2;
  }
  return count & 1 ? step1(crc, *bytes) : crc;
}

#endif
