#include "crc32c_ways.h"

#include <string.h>

#if defined(__x86_64__)

#include <cpuid.h>

// The bits of the processor's answers. AVX-512 also needs a system that saves its registers, which XCR0 says.
static int has_instruction(void) {
  enum { pclmulqdq = 1 << 1, sse42 = 1 << 20 };
  unsigned a, b, c, d;
  return __get_cpuid(1, &a, &b, &c, &d) && (c & pclmulqdq) && (c & sse42);
}

static int has_folding(void) {
  enum { osxsave = 1 << 27, avx512f = 1 << 16, vpclmulqdq = 1 << 10, saved = 0xE6 };
  unsigned a, b, c, d;
  if (!has_instruction() || !__get_cpuid(1, &a, &b, &c, &d) || !(c & osxsave)) return 0;
  unsigned low, high;
  __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  if ((low & saved) != saved) return 0;
  return __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b & avx512f) && (c & vpclmulqdq);
}

#elif defined(CRC32C_HAS_INSTRUCTION)

#if defined(__APPLE__)
#include <sys/sysctl.h>
#elif defined(__linux__)
#include <sys/auxv.h>
#elif defined(_WIN32)
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
#endif

static int has_instruction(void) {
#if defined(__ARM_FEATURE_CRC32)
  return 1;
#elif defined(__APPLE__)
  int answer = 0;
  size_t size = sizeof answer;
  return sysctlbyname("hw.optional.armv8_crc32", &answer, &size, 0, 0) == 0 && answer == 1;
#elif defined(__linux__)
  enum { hwcap_crc32 = 1 << 7 };
  return (getauxval(AT_HWCAP) & hwcap_crc32) != 0;
#elif defined(_WIN32)
  enum { arm_v8_crc32_instructions_available = 31 };
  return IsProcessorFeaturePresent(arm_v8_crc32_instructions_available) != 0;
#else
  return 0;
#endif
}

#endif

typedef uint32_t (*way_function)(uint32_t crc, const unsigned char *bytes, size_t count);

// Returns the function of a way, or null if this processor cannot run it.
static way_function function_of(enum structcoding_crc32c_way way) {
  switch (way) {
  case structcoding_crc32c_by_tables: return crc32c_tables;
#if defined(CRC32C_HAS_INSTRUCTION)
  case structcoding_crc32c_by_instruction: return has_instruction() ? crc32c_instruction : 0;
#endif
#if defined(CRC32C_HAS_FOLDING)
  case structcoding_crc32c_by_folding: return has_folding() ? crc32c_folding : 0;
#endif
  default: return 0;
  }
}

int structcoding_crc32c_can(enum structcoding_crc32c_way way) { return function_of(way) != 0; }

uint32_t structcoding_crc32c_by(enum structcoding_crc32c_way way, uint32_t seed, const void *bytes, size_t count) {
  return ~function_of(way)(~seed, bytes, count);
}

// Several threads may ask the processor at once: they all get the same answer.
static way_function fastest = 0;

static __attribute__((noinline)) way_function find_fastest(void) {
  way_function found = function_of(structcoding_crc32c_by_folding);
  if (!found) found = function_of(structcoding_crc32c_by_instruction);
  if (!found) found = crc32c_tables;
  __atomic_store_n(&fastest, found, __ATOMIC_RELAXED);
  return found;
}

uint32_t structcoding_crc32c(uint32_t seed, const void *bytes, size_t count) {
  way_function function = __atomic_load_n(&fastest, __ATOMIC_RELAXED);
  if (!function) function = find_fastest();
  return ~function(~seed, bytes, count);
}

static uint32_t copy(way_function function, uint32_t crc, unsigned char *to, const unsigned char *from, size_t count) {
  if (count == 0) return crc;
#if defined(CRC32C_HAS_FOLDING)
  if (function == crc32c_folding) return crc32c_folding_copy(crc, to, from, count);
#endif
  // Few enough bytes that they are still in the nearest cache after they were copied.
  enum { most = 8192 };
  while (count > 0) {
    size_t part = count < most ? count : most;
    memcpy(to, from, part);
    crc = function(crc, from, part);
    to += part;
    from += part;
    count -= part;
  }
  return crc;
}

uint32_t structcoding_crc32c_copy(uint32_t seed, void *destination, const void *bytes, size_t count) {
  way_function function = __atomic_load_n(&fastest, __ATOMIC_RELAXED);
  if (!function) function = find_fastest();
  return ~copy(function, ~seed, destination, bytes, count);
}

uint32_t structcoding_crc32c_copy_by(
  enum structcoding_crc32c_way way, uint32_t seed, void *destination, const void *bytes, size_t count
) {
  return ~copy(function_of(way), ~seed, destination, bytes, count);
}
