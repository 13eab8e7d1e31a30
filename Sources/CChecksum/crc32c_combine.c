#include "crc32c_ways.h"

// Bytes of zero multiply the register by a power of x. Number n is x to the power of 8 * 2^n - 33, modulo the polynomial,
// for 2^n bytes. They repeat, since x to the power of 2^31 is x.
static const uint32_t powers[31] = {
  0xBF818109, 0x780D5A4D, 0x05EC76F1, 0x00000001, 0x493C7D27, 0xBA4FC28E, 0x9E4ADDF8, 0x0D3B6092,
  0xB9E02B86, 0xDD7E3B0C, 0x170076FA, 0xA51B6135, 0x82F89C77, 0x54A86326, 0x1DC403CC, 0x5AE703AB,
  0xC5013A36, 0xAC2AC6DD, 0x9B4615A9, 0x688D1C61, 0xF6AF14E6, 0xB6FFE386, 0xB717425B, 0x478B0D30,
  0x54CC62E5, 0x7B2102EE, 0x8A99ADEF, 0xA7568C8F, 0xD610D67E, 0x6B086B3F, 0xD94F3C0B,
};

uint32_t structcoding_crc32c_combine(uint32_t first, uint32_t second, size_t count) {
  for (int n = 0; count > 0; n = n == 30 ? 0 : n + 1, count >>= 1) {
    if (!(count & 1)) continue;
    uint64_t product = crc32c_multiply(first, powers[n]);
    // To read eight bytes multiplies by x to the power of 32, and that bits are in reverse order, by x.
    unsigned char bytes[8];
    for (int i = 0; i < 8; i++) bytes[i] = (unsigned char)(product >> 8 * i);
    first = crc32c_tables(0, bytes, sizeof bytes);
  }
  return first ^ second;
}
