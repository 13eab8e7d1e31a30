import Foundation

/// A way in for bytes: what is done with each input, and the inputs to begin with.
package struct FuzzTarget: Sendable {
  package let name: String
  /// What the target reads, in a few words.
  package let about: String
  /// Words that the format uses: the fuzzer puts them into inputs.
  package let tokens: [Token]
  /// Sound inputs, made by the library itself.
  package let seeds: @Sendable () throws -> [Data]
  /// Reads an input.
  ///
  /// - Throws: Whatever is wrong with the library. An ``ArchiveError`` for the input is not.
  package let run: @Sendable (Data) throws -> Void

  /// Runs an input, and checks that it takes a bounded amount of the processor's time.
  ///
  /// The targets allow 64 KiB of decoded content, so that no input has a reason to take longer.
  package func tryOut(_ input: Data, seconds: Double = 1) throws {
    let start = Self.processorTime()
    try run(input)
    let time = Self.processorTime() - start
    if time > seconds { throw Finding("\(input.count) bytes took \(time) s") }
  }

  /// The time that the calling thread has run, in seconds.
  private static func processorTime() -> Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}

/// Something that is wrong with the library.
package struct Finding: Error, CustomStringConvertible {
  package let description: String
  package init(_ description: String) { self.description = description }
}

extension FuzzTarget {
  /// Every target, in the order in which they are listed.
  package static let all: [FuzzTarget] = [
    .columns, .columnNodes, .incompleteColumns, .columnInstances, .columnParts, .columnConditions, .keyed,
    .keyedInstances,
    .keyedXML,
    .keyedNodes, .keyedObjects, .documents, .conversions, .fastCoding, .bootstrap, .transformers, .logs,
    .logCatalogs,
    .parquet,
  ]

  package static func named(_ name: String) -> FuzzTarget? { all.first { $0.name == name } }
}

/// A word of a format.
package struct Token: Sendable, ExpressibleByStringLiteral, ExpressibleByArrayLiteral {
  let bytes: [UInt8]
  package init(stringLiteral text: String) { bytes = Array(text.utf8) }
  package init(arrayLiteral bytes: UInt8...) { self.bytes = bytes }
}

extension FuzzTarget {
  /// The dictionary, in the form that libFuzzer reads.
  package var dictionary: String {
    tokens.map { token in
      let digits = token.bytes.map { "\\x" + ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }
      return "\"\(digits.joined())\"\n"
    }.joined()
  }
}
