import CMeasuring

/// Returns the number of memory allocations during `work`, or nil if they cannot be counted.
func allocations(_ work: () throws -> Void) throws -> Int? {
  allocation_counter_start()
  let result = Swift.Result { try work() }
  let count = allocation_counter_stop()
  try result.get()
  return count < 0 ? nil : count
}
