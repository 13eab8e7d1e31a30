public import ArchiveValues

/// Checks that archives keep a value.
///
/// For every coder of ``RoundTripCoders``:
///
/// - the value is equal after decoding, and equal values have the same bytes;
/// - every truncated archive throws an error (of archives above 256 bytes, 64 prefixes at each end and 128 in between);
/// - hundreds of damaged copies give an error or a value, and never end the program.
///
/// A failure shows each difference with its path: `events[0].eventTag: "open" → ""`. It appears at the caller's line,
/// in XCTest and in Swift Testing.
///
/// ```swift
/// assertRoundTrip(session)
/// assertRoundTrip([session, Session(startTime: .distantPast)])
/// ```
///
/// The copies are damaged in the same way in each run; see ``TestGenerator``.
///
/// - Parameters:
///   - value: The value, or a sequence of values.
///   - coders: The coders to use.
///   - damagedCopies: The number of damaged copies of each archive.
public func assertRoundTrip<Value: ArchiveValue & Equatable>(
  _ value: Value, by coders: RoundTripCoders = .all, damagedCopies: Int = 250,
  fileID: StaticString = #fileID, file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
  check(
    value, RoundTrip(==, coders, damagedCopies: damagedCopies), at: TestPlace(fileID, file, line, column))
}

/// Checks that archives keep a value of a type that is not `Equatable`: the nodes that archives store are compared.
@_disfavoredOverload
public func assertRoundTrip<Value: ArchiveValue>(
  _ value: Value, by coders: RoundTripCoders = .all, damagedCopies: Int = 250,
  fileID: StaticString = #fileID, file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
  check(
    value, RoundTrip(nil, coders, damagedCopies: damagedCopies), at: TestPlace(fileID, file, line, column))
}

private func check<Value>(_ value: Value, _ roundTrip: RoundTrip<Value>, at place: TestPlace) {
  var (roundTrip, random) = (roundTrip, TestGenerator(at: place))
  let problems = roundTrip.problems(with: value, &random)
  if problems.isEmpty { return }
  let text = problems.joined(separator: "\n")
  TestReport.fail(
    "\(Value.self) does not survive a round trip (STRUCTCODING_SEED=\(random.seed)).\n\(text)", at: place)
}
