public import ArchiveValues

/// Checks that archives keep values of a type, as `assertRoundTrip` does for one value, with thousands of generated
/// values.
///
/// ```swift
/// assertRoundTrip(arbitrary: Session.self, count: 1000)
/// ```
///
/// Values are the same in each run; see ``TestGenerator``. The failure shows the first value that is not kept, its
/// number and the seed.
///
/// - Parameters:
///   - type: The type.
///   - count: The number of values.
///   - coders: The coders to use.
///   - damagedCopies: The number of damaged copies of each archive of each value.
///   - configure: Adds your own generators; see ``ArbitraryGenerators``.
public func assertRoundTrip<Value: ArchiveValue & Equatable>(
  arbitrary type: Value.Type, count: Int = 1000, by coders: RoundTripCoders = .all, damagedCopies: Int = 4,
  fileID: StaticString = #fileID, file: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  _ configure: (inout ArbitraryGenerators) -> Void = { _ in }
) {
  let roundTrip = RoundTrip<Value>(==, coders, damagedCopies: damagedCopies)
  check(roundTrip, count, configure, at: TestPlace(fileID, file, line, column))
}

/// Checks that archives keep values of a type that is not `Equatable`, compared as nodes.
@_disfavoredOverload
public func assertRoundTrip<Value: ArchiveValue>(
  arbitrary type: Value.Type, count: Int = 1000, by coders: RoundTripCoders = .all, damagedCopies: Int = 4,
  fileID: StaticString = #fileID, file: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  _ configure: (inout ArbitraryGenerators) -> Void = { _ in }
) {
  let roundTrip = RoundTrip<Value>(nil, coders, damagedCopies: damagedCopies)
  check(roundTrip, count, configure, at: TestPlace(fileID, file, line, column))
}

private func check<Value>(
  _ roundTrip: RoundTrip<Value>, _ count: Int, _ configure: (inout ArbitraryGenerators) -> Void,
  at place: TestPlace
) {
  var generators = ArbitraryGenerators()
  configure(&generators)
  var decoder = ArbitraryDecoder(generators, TestGenerator(at: place))
  let seed = decoder.random.seed
  // The archives of many values are small and alike, so a few prefixes of each are enough.
  var roundTrip = roundTrip
  roundTrip.prefixes = 8
  for number in 0..<count {
    let value: Value
    do {
      value = try decoder.root(Value.self)
    } catch {
      return TestReport.fail(
        "Value \(number) of \(Value.self) cannot be made up (STRUCTCODING_SEED=\(seed)). \(error) Give a generator for the "
          + "field, or for its type: see ArbitraryGenerators.", at: place)
    }
    let problems = roundTrip.problems(with: value, &decoder.random)
    if problems.isEmpty { continue }
    return TestReport.fail(
      """
      Value \(number) of \(count) does not survive a round trip (STRUCTCODING_SEED=\(seed)).
      \(problems.joined(separator: "\n"))
      The value: \(ValueDifferences.shortened("\(value)"))
      """, at: place)
  }
}
