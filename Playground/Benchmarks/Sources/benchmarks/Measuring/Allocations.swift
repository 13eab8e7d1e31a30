import CMeasuring

/// How many times a piece of work asks for memory, or nil where that cannot be counted.
func allocations(_ work: () throws -> Void) throws -> Int? {
  allocation_counter_start()
  let result = Swift.Result { try work() }
  let count = allocation_counter_stop()
  try result.get()
  return count < 0 ? nil : count
}
