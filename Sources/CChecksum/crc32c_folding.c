#include "crc32c_ways.h"

#if defined(CRC32C_HAS_FOLDING)

#include <immintrin.h>
#include <string.h>

// Bytes that are n bits further ahead in the message count x to the power of n times as much. So 16 bytes, multiplied
// by that power modulo the polynomial, can be added to the 16 bytes that are n bits behind them, without carries, and
// the checksum stays the same. This goes on with 4 registers of 64 bytes side by side, until 16 bytes are left. What is
// behind the last 64 bytes goes the way of the instruction, as do few bytes.

#define WITH_FOLDING __attribute__((target("avx512f,vpclmulqdq,sse4.2,pclmul")))

/// The factors that move 16 bytes by a number of bits: x to the power of bits + 31, modulo the polynomial, for their
/// first half, and of bits - 33 for the second.
#define MOVE_2048 0xDCB17AA4, 0xB9E02B86
#define MOVE_1536 0xA87AB8A8, 0xAB7AFF2A
#define MOVE_1024 0x6992CEA2, 0x0D3B6092
#define MOVE_512 0x740EEF02, 0x9E4ADDF8

/// The same factors for each of the 16 bytes in a register.
WITH_FOLDING static inline __m512i factors(uint32_t first, uint32_t second) {
  return _mm512_set_epi64(second, first, second, first, second, first, second, first);
}

/// Returns `ahead`, moved, plus `behind`.
WITH_FOLDING static inline __m512i fold(__m512i ahead, __m512i factors, __m512i behind) {
  enum { exclusive_or_of_three = 0x96 };
  return _mm512_ternarylogic_epi64(
    _mm512_clmulepi64_epi128(ahead, factors, 0x00), _mm512_clmulepi64_epi128(ahead, factors, 0x11), behind,
    exclusive_or_of_three);
}

WITH_FOLDING static inline __m512i start(__m512i first, uint32_t crc) {
  return _mm512_xor_si512(first, _mm512_zextsi128_si512(_mm_cvtsi32_si128((int)crc)));
}

/// Returns the register after the 64 bytes.
WITH_FOLDING static inline uint32_t finish(__m512i bytes) {
  // For each 16 bytes, the highest first: nothing, and the factors for 128, 256 and 384 bits, the second one first.
  const __m512i by_place = _mm512_set_epi64(
    0, 0, 0x493C7D27, 0xF20C0DFE, 0xBA4FC28E, 0x3DA6D0CB, 0xDDC0152B, 0x1C291D04);
  // The first three quarters are moved to the place of the last.
  __m512i moved = fold(bytes, by_place, _mm512_maskz_mov_epi64(0xC0, bytes));
  __m128i sum = _mm_xor_si128(
    _mm_xor_si128(_mm512_extracti32x4_epi32(moved, 0), _mm512_extracti32x4_epi32(moved, 1)),
    _mm_xor_si128(_mm512_extracti32x4_epi32(moved, 2), _mm512_extracti32x4_epi32(moved, 3)));
  uint64_t crc = _mm_crc32_u64(0, (uint64_t)_mm_cvtsi128_si64(sum));
  return (uint32_t)_mm_crc32_u64(crc, (uint64_t)_mm_extract_epi64(sum, 1));
}

/// Loads 64 bytes, and stores them at `*destination` unless it is null.
WITH_FOLDING static inline __m512i take(const unsigned char *bytes, unsigned char **destination) {
  __m512i taken = _mm512_loadu_si512((const void *)bytes);
  if (*destination) {
    _mm512_storeu_si512((void *)*destination, taken);
    *destination += 64;
  }
  return taken;
}

/// Takes few bytes.
WITH_FOLDING static inline uint32_t take_few(
  uint32_t crc, const unsigned char *bytes, size_t count, unsigned char **destination
) {
  if (*destination) {
    memcpy(*destination, bytes, count);
    *destination += count;
  }
  return crc32c_instruction(crc, bytes, count);
}

/// Inlined twice, once with a null `destination`.
WITH_FOLDING static inline __attribute__((always_inline)) uint32_t take_all(
  uint32_t crc, const unsigned char *bytes, size_t count, unsigned char *destination
) {
  if (count < 192) return take_few(crc, bytes, count, &destination);
  if (count >= 2048) {
    // Loads of 64 bytes at addresses that are multiples of 64 are faster.
    size_t ahead = -(uintptr_t)bytes & 63;
    crc = take_few(crc, bytes, ahead, &destination);
    bytes += ahead;
    count -= ahead;
  }
  __m512i one = start(take(bytes, &destination), crc);
  bytes += 64;
  count -= 64;
  if (count >= 192) {
    __m512i two = take(bytes, &destination), three = take(bytes + 64, &destination);
    __m512i four = take(bytes + 128, &destination);
    bytes += 192;
    count -= 192;
    for (__m512i by256 = factors(MOVE_2048); count >= 256; bytes += 256, count -= 256) {
      one = fold(one, by256, take(bytes, &destination));
      two = fold(two, by256, take(bytes + 64, &destination));
      three = fold(three, by256, take(bytes + 128, &destination));
      four = fold(four, by256, take(bytes + 192, &destination));
    }
    one = fold(one, factors(MOVE_1536), four);
    two = fold(two, factors(MOVE_1024), fold(three, factors(MOVE_512), _mm512_setzero_si512()));
    one = _mm512_xor_si512(one, two);
  }
  for (__m512i by64 = factors(MOVE_512); count >= 64; bytes += 64, count -= 64) {
    one = fold(one, by64, take(bytes, &destination));
  }
  return take_few(finish(one), bytes, count, &destination);
}

WITH_FOLDING uint32_t crc32c_folding(uint32_t crc, const unsigned char *bytes, size_t count) {
  return take_all(crc, bytes, count, 0);
}

WITH_FOLDING uint32_t crc32c_folding_copy(
  uint32_t crc, unsigned char *destination, const unsigned char *bytes, size_t count
) {
  return take_all(crc, bytes, count, destination);
}

#endif
