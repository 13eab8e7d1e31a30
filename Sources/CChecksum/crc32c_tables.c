#include "crc32c_ways.h"

#include <string.h>

// The checksum is linear: the entry of a byte is the exclusive or of those of its bits, which are the parameters.
#define ENTRY(byte, a, b, c, d, e, f, g, h)                                                                        \
  (((byte) & 1 ? a : 0) ^ ((byte) & 2 ? b : 0) ^ ((byte) & 4 ? c : 0) ^ ((byte) & 8 ? d : 0)                       \
   ^ ((byte) & 16 ? e : 0) ^ ((byte) & 32 ? f : 0) ^ ((byte) & 64 ? g : 0) ^ ((byte) & 128 ? h : 0))
#define ENTRIES_4(first, ...)                                                                                      \
  ENTRY(first, __VA_ARGS__), ENTRY((first) + 1, __VA_ARGS__), ENTRY((first) + 2, __VA_ARGS__),                     \
    ENTRY((first) + 3, __VA_ARGS__)
#define ENTRIES_16(first, ...)                                                                                     \
  ENTRIES_4(first, __VA_ARGS__), ENTRIES_4((first) + 4, __VA_ARGS__), ENTRIES_4((first) + 8, __VA_ARGS__),         \
    ENTRIES_4((first) + 12, __VA_ARGS__)
#define ENTRIES_64(first, ...)                                                                                     \
  ENTRIES_16(first, __VA_ARGS__), ENTRIES_16((first) + 16, __VA_ARGS__), ENTRIES_16((first) + 32, __VA_ARGS__),    \
    ENTRIES_16((first) + 48, __VA_ARGS__)
#define TABLE(...)                                                                                                 \
  { ENTRIES_64(0, __VA_ARGS__), ENTRIES_64(64, __VA_ARGS__), ENTRIES_64(128, __VA_ARGS__),                         \
    ENTRIES_64(192, __VA_ARGS__) }

// Table n has the register after a byte and n bytes of zero.
static const uint32_t tables[8][256] = {
  TABLE(0xF26B8303, 0xE13B70F7, 0xC79A971F, 0x8AD958CF,
    0x105EC76F, 0x20BD8EDE, 0x417B1DBC, 0x82F63B78),
  TABLE(0x13A29877, 0x274530EE, 0x4E8A61DC, 0x9D14C3B8,
    0x3FC5F181, 0x7F8BE302, 0xFF17C604, 0xFBC3FAF9),
  TABLE(0xA541927E, 0x4F6F520D, 0x9EDEA41A, 0x38513EC5,
    0x70A27D8A, 0xE144FB14, 0xC76580D9, 0x8B277743),
  TABLE(0xDD45AAB8, 0xBF672381, 0x7B2231F3, 0xF64463E6,
    0xE964B13D, 0xD725148B, 0xABA65FE7, 0x52A0C93F),
  TABLE(0x38116FAC, 0x7022DF58, 0xE045BEB0, 0xC5670B91,
    0x8F2261D3, 0x1BA8B557, 0x37516AAE, 0x6EA2D55C),
  TABLE(0xEF306B19, 0xDB8CA0C3, 0xB2F53777, 0x6006181F,
    0xC00C303E, 0x85F4168D, 0x0E045BEB, 0x1C08B7D6),
  TABLE(0x68032CC8, 0xD0065990, 0xA5E0C5D1, 0x4E2DFD53,
    0x9C5BFAA6, 0x3D5B83BD, 0x7AB7077A, 0xF56E0EF4),
  TABLE(0x493C7D27, 0x9278FA4E, 0x211D826D, 0x423B04DA,
    0x847609B4, 0x0D006599, 0x1A00CB32, 0x34019664),
};

static inline uint32_t load32(const unsigned char *bytes) {
  uint32_t word;
  memcpy(&word, bytes, sizeof word);
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  word = __builtin_bswap32(word);
#endif
  return word;
}

uint32_t crc32c_tables(uint32_t crc, const unsigned char *bytes, size_t count) {
  for (; count >= 8; bytes += 8, count -= 8) {
    uint32_t low = crc ^ load32(bytes), high = load32(bytes + 4);
    crc = tables[7][low & 0xFF] ^ tables[6][low >> 8 & 0xFF] ^ tables[5][low >> 16 & 0xFF] ^ tables[4][low >> 24]
      ^ tables[3][high & 0xFF] ^ tables[2][high >> 8 & 0xFF] ^ tables[1][high >> 16 & 0xFF] ^ tables[0][high >> 24];
  }
  for (; count > 0; bytes++, count--) crc = crc >> 8 ^ tables[0][(crc ^ *bytes) & 0xFF];
  return crc;
}
