import Foundation

/// Returns the processor time that `work` takes, in milliseconds. Unlike wall-clock time, it does not depend on what else
/// the machine runs. The clock is that of the process, so that work which a contender gives to another thread counts too.
func milliseconds(_ work: () throws -> Void) rethrows -> Double {
  let start = processorTime()
  try work()
  return processorTime() - start
}

/// The processor time of this process so far, in milliseconds.
private func processorTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
}

extension [Double] {
  var median: Double {
    let sorted = sorted()
    let middle = count / 2
    return count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }
}
