#pragma once

/// Starts counting the allocations of this thread, until `allocation_counter_stop`.
void allocation_counter_start(void);

/// Returns the number of allocations since `allocation_counter_start`; -1 if the C library is not glibc.
long allocation_counter_stop(void);
