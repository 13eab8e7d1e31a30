#pragma once

/// Does nothing, but the optimizer cannot see that, so it does not remove the contents of the memory.
void measuring_keep(const void *memory);
