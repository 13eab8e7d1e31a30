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
#endif

#endif
