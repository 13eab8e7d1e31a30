#include "CChecksum.h"

#include <string.h>

// The functions below take and return the register of the algorithm: the checksum with all bits inverted.

static const uint32_t polynomial = 0x82F63B78;

static uint32_t by_bits(uint32_t crc, const unsigned char *bytes, size_t count) {
  for (; count > 0; bytes++, count--) {
    crc ^= *bytes;
    for (int bit = 0; bit < 8; bit++) crc = crc >> 1 ^ (crc & 1 ? polynomial : 0);
  }
  return crc;
}

/// Returns the product of two polynomials, modulo that of the checksum.
static uint32_t multiply(uint32_t a, uint32_t b) {
  uint32_t product = 0;
  for (; a; a <<= 1, b = b >> 1 ^ (b & 1 ? polynomial : 0)) product ^= a >> 31 ? b : 0;
  return product;
}

uint32_t structcoding_crc32c_combine(uint32_t first, uint32_t second, size_t count) {
  // x to the power of 8 for each byte.
  uint32_t power = 1u << 31, square = 1u << 23;
  for (; count; count >>= 1, square = multiply(square, square)) {
    if (count & 1) power = multiply(power, square);
  }
  return multiply(power, first) ^ second;
}

// MARK: The instruction

#if defined(__x86_64__)

#include <cpuid.h>
#include <immintrin.h>

#define WITH_INSTRUCTION __attribute__((target("sse4.2")))
#define step8(crc, word) (uint32_t)_mm_crc32_u64(crc, word)
#define step1(crc, byte) _mm_crc32_u8(crc, byte)

static int can_instruction(void) {
  unsigned a, b, c, d;
  return __get_cpuid(1, &a, &b, &c, &d) && (c & bit_SSE42);
}

#elif defined(__aarch64__) && !defined(__AARCH64EB__)

#if defined(__APPLE__)
#include <sys/sysctl.h>
#elif defined(__linux__)
#include <sys/auxv.h>
#endif

#define WITH_INSTRUCTION __attribute__((target("crc")))
#define step8(crc, word) __builtin_arm_crc32cd(crc, word)
#define step1(crc, byte) __builtin_arm_crc32cb(crc, byte)

static int can_instruction(void) {
#if defined(__ARM_FEATURE_CRC32)
  return 1;
#elif defined(__APPLE__)
  int answer = 0;
  size_t size = sizeof answer;
  return sysctlbyname("hw.optional.armv8_crc32", &answer, &size, 0, 0) == 0 && answer == 1;
#elif defined(__linux__)
  enum { hwcap_crc32 = 1 << 7 };
  return (getauxval(AT_HWCAP) & hwcap_crc32) != 0;
#else
  return 0;
#endif
}

#endif

#if defined(WITH_INSTRUCTION)

/// Eight bytes at any address.
typedef uint64_t __attribute__((aligned(1), may_alias)) eight_bytes;
#define load64(bytes) (*(const eight_bytes *)(bytes))

/// The instruction's result comes three cycles later, so three parts of the bytes are read at once. What follows a part
/// multiplies its register by a power of x.
WITH_INSTRUCTION static uint32_t by_instruction(uint32_t crc, const unsigned char *bytes, size_t count) {
  enum { part = 16384 };
  for (; count >= 3 * part; bytes += 3 * part, count -= 3 * part) {
    uint32_t second = 0, third = 0;
    for (const unsigned char *next = bytes; next < bytes + part; next += 8) {
      crc = step8(crc, load64(next));
      second = step8(second, load64(next + part));
      third = step8(third, load64(next + 2 * part));
    }
    // x to the power of 8 * 2 * part, and of 8 * part.
    crc = multiply(0xE2EA32DC, crc) ^ multiply(0xBF455269, second) ^ third;
  }
  for (; count >= 8; bytes += 8, count -= 8) crc = step8(crc, load64(bytes));
  for (; count > 0; bytes++, count--) crc = step1(crc, *bytes);
  return crc;
}

#endif

// MARK: Folding

// Encoding and decoding the benchmark `mesh`, 6 MB of floats, take 0.6 times as long as with the instruction.
#if defined(__x86_64__) && !defined(_WIN32)

#define WITH_FOLDING __attribute__((target("avx2,vpclmulqdq,sse4.2")))

static int can_folding(void) {
  return can_instruction() && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("vpclmulqdq");
}

/// Bytes that are n bits further ahead in the message count x to the power of n times as much. So 16 bytes, multiplied by
/// that power modulo the polynomial, can be added to the 16 bytes that are n bits behind them, without carries, and the
/// checksum stays the same. This goes on with 256 bytes side by side, until these are left.
WITH_FOLDING static uint32_t by_folding(uint32_t crc, unsigned char *to, const unsigned char *bytes, size_t count) {
  enum { part = 256, registers = part / 32 };
  // x to the power of 2048 + 31 for the first half of 16 bytes, and of 2048 - 33 for the second.
  const __m256i factors = _mm256_set_epi64x(0xB9E02B86, 0xDCB17AA4, 0xB9E02B86, 0xDCB17AA4);
  __m256i folded[registers];
  for (size_t done = 0; count >= part; done += part, bytes += part, count -= part) {
    for (int i = 0; i < registers; i++) {
      __m256i next = _mm256_loadu_si256((const __m256i *)(bytes + 32 * i));
      if (to) _mm256_storeu_si256((__m256i *)(to + done + 32 * i), next);
      if (done == 0) {
        folded[i] = i ? next : _mm256_xor_si256(next, _mm256_zextsi128_si256(_mm_cvtsi32_si128((int)crc)));
      } else {
        __m256i low = _mm256_clmulepi64_epi128(folded[i], factors, 0x00);
        __m256i high = _mm256_clmulepi64_epi128(folded[i], factors, 0x11);
        folded[i] = _mm256_xor_si256(_mm256_xor_si256(low, high), next);
      }
    }
  }
  return by_instruction(0, (const unsigned char *)folded, part);
}

#endif

// MARK: The fastest way

int structcoding_crc32c_can(enum structcoding_crc32c_way way) {
  switch (way) {
#if defined(WITH_INSTRUCTION)
  case structcoding_crc32c_by_instruction: return can_instruction();
#endif
#if defined(WITH_FOLDING)
  case structcoding_crc32c_by_folding: return can_folding();
#endif
  default: return way == structcoding_crc32c_by_bits;
  }
}

uint32_t structcoding_crc32c_by(
  enum structcoding_crc32c_way way, uint32_t seed, void *destination, const void *source, size_t count
) {
  uint32_t crc = ~seed;
  unsigned char *to = destination;
  const unsigned char *bytes = source;
#if defined(WITH_FOLDING)
  if (way == structcoding_crc32c_by_folding && count >= 512) {
    size_t folded = count & ~(size_t)255;
    crc = by_folding(crc, to, bytes, folded);
    to = to ? to + folded : to;
    bytes += folded;
    count -= folded;
  }
#endif
  if (to && count) memcpy(to, bytes, count);
#if defined(WITH_INSTRUCTION)
  if (way != structcoding_crc32c_by_bits) return ~by_instruction(crc, bytes, count);
#endif
  return ~by_bits(crc, bytes, count);
}

// Several threads may ask the processor at once: they all get the same answer.
static int fastest = -1;

uint32_t structcoding_crc32c(uint32_t seed, void *destination, const void *bytes, size_t count) {
  int way = __atomic_load_n(&fastest, __ATOMIC_RELAXED);
  if (way < 0) {
    way = structcoding_crc32c_by_folding;
    while (!structcoding_crc32c_can((enum structcoding_crc32c_way)way)) way--;
    __atomic_store_n(&fastest, way, __ATOMIC_RELAXED);
  }
  return structcoding_crc32c_by((enum structcoding_crc32c_way)way, seed, destination, bytes, count);
}
