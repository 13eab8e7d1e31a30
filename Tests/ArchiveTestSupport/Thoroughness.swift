import Foundation

/// How much the tests try that try very many cases.
///
/// `swift test` tries a part of them, so that it takes minutes. `STRUCTCODING_THOROUGH=1` in the environment asks for
/// all, as `.ci/nightly` does; `STRUCTCODING_ROUNDS` asks for a number of random cases.
public enum Thoroughness {
  public static let isFull = ProcessInfo.processInfo.environment["STRUCTCODING_THOROUGH"] != nil

  /// The number that `STRUCTCODING_ROUNDS` asks for.
  public static let askedRounds = ProcessInfo.processInfo.environment["STRUCTCODING_ROUNDS"].flatMap {
    Int($0)
  }

  /// The number of random cases to try.
  ///
  /// - Parameters:
  ///   - usual: How many `swift test` tries.
  ///   - full: How many a thorough run tries.
  public static func rounds(_ usual: Int, full: Int) -> Int { askedRounds ?? (isFull ? full : usual) }

  /// The cases to try of those that exist: one of each `part` of them, or all of them in a thorough run.
  ///
  /// - Parameter first: Which of the first `part` cases is taken, modulo `part`. Tests pass the position of the byte they
  ///   change, so that all cases are tried somewhere.
  public static func some<Case>(of cases: some Sequence<Case>, oneIn part: Int, first: Int = 0) -> [Case] {
    if isFull { return Array(cases) }
    return cases.enumerated().filter { $0.offset % part == first % part }.map(\.element)
  }

  /// The lengths to which to cut a file of so many bytes: the first and the last, and some between. A thorough run tries
  /// all of a short file. Which ones are between depends on the size, so files of several sizes show each other's.
  public static func prefixes(of count: Int) -> Set<Int> {
    let (some, ends) = isFull ? (count < 4096 ? count : 512, 64) : (12, 8)
    let step = max(count / max(some, 1), 1)
    return Set(stride(from: count % step, to: count, by: step))
      .union(0..<min(ends, count)).union(max(0, count - ends)..<count)
  }
}
