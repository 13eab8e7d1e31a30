import Foundation

/// Measures contenders with the C library's own settings of the heap, in a separate process: once
/// `measuring_keep_freed_memory` has changed them, there is no way back.
enum DefaultHeap {
  static let childOption = "--default-heap-as-json"
  fileprivate static let suffix = ", default heap"

  /// Returns the results of a benchmark, as measured by a child process. Their contenders' names say so.
  static func results(of benchmark: Benchmark) throws -> [Result] {
    let output = try Child.output([childOption, benchmark.name])
    return try JSONDecoder().decode([Result].self, from: output).map { result in
      var result = result
      result.contender += suffix
      return result
    }
  }

  /// Runs the measurement in the child process.
  static func runChild(_ benchmark: Benchmark) throws {
    var report = Report(effort: .fast)
    try benchmark.run(&report)
    FileHandle.standardOutput.write(try JSONEncoder().encode(report.results))
  }
}

extension Result {
  /// Whether it was measured without `measuring_keep_freed_memory`.
  var hasDefaultHeap: Bool { contender.hasSuffix(DefaultHeap.suffix) }
}
