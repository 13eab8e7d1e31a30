#pragma once

/// Does nothing that the optimiser can see, so that it does not leave out what is in the memory.
void measuring_keep(const void *memory);
