#pragma once

/// From here on, until `allocation_counter_stop`, allocations of this thread are counted.
void allocation_counter_start(void);

/// How many times memory was asked for since `allocation_counter_start`; -1 where the C library is not glibc.
long allocation_counter_stop(void);
