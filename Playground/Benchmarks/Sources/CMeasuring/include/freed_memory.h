#pragma once

/// Makes the allocator keep freed memory, up to 1 GB, and reuse it. Only blocks of more than 32 MB are new memory each
/// time. By default, glibc returns memory to the system or keeps it, depending on what lies above it at that moment, and
/// the page faults that follow take longer than copying 6 MB.
void measuring_keep_freed_memory(void);
