package import ArchiveBytes

/// Tracks which call an encoder expects next. Encoders check it, so a hand-written conformance that breaks the contract
/// of ``FieldEncoder`` or ``ValueEncoder`` causes an error and never a damaged archive.
///
/// A value is stored with one call of one method. Parts are stored in the order of their positions, each once.
package struct EncodingTurn {
  private enum Wanted { case value, nothing, caseName, parts }

  private var wanted: Wanted
  /// The position of the next part, and how many parts there are.
  private var next = 0
  private var count: Int

  private init(_ wanted: Wanted, _ count: Int = 0) { (self.wanted, self.count) = (wanted, count) }

  /// Expects one value.
  package static var value: EncodingTurn { EncodingTurn(.value) }
  /// Expects `count` parts.
  package static func parts(_ count: Int) -> EncodingTurn { EncodingTurn(.parts, count) }
  /// Expects the fields of a record; in an enumeration, its case first.
  package static func fields(of schema: ArchiveSchema) -> EncodingTurn {
    schema.isEnumeration ? EncodingTurn(.caseName) : EncodingTurn(.parts, schema.cases[0].fields.count)
  }

  /// Records a call of a method without a position.
  @inline(__always)
  package mutating func storeValue() throws {
    guard wanted == .value else { throw ArchiveError.notOneValue("several") }
    wanted = .nothing
  }

  /// Begins the part at a position.
  @inline(__always)
  package mutating func beginPart(_ position: Int) throws {
    guard wanted == .parts, position == next, position < count else { throw partOutOfTurn(position) }
    wanted = .value
  }

  /// Ends the part, which must be one value.
  @inline(__always)
  package mutating func endPart() throws {
    try endValue()
    wanted = .parts
    next += 1
  }

  /// Omits the part at a position.
  package mutating func omit(_ position: Int) throws {
    try beginPart(position)
    wanted = .parts
    next += 1
  }

  /// Names the case, and expects its parts.
  package mutating func nameCase(_ schema: ArchiveSchema, _ index: Int) throws {
    guard wanted == .caseName, schema.cases.indices.contains(index) else {
      throw ArchiveError.caseOutOfTurn(index)
    }
    self = .parts(schema.cases[index].fields.count)
  }

  /// Checks that one value was stored.
  @inline(__always)
  package func endValue() throws {
    if wanted != .nothing { throw ArchiveError.notOneValue("none") }
  }

  /// Checks that all parts were stored.
  @inline(__always)
  package func endParts() throws {
    if wanted != .parts || next != count { throw incomplete() }
  }

  @inline(never)
  private func partOutOfTurn(_ position: Int) -> ArchiveError {
    switch wanted {
    case .parts where position >= count || position < 0: .notInParts("one at \(position), of \(count)")
    case .parts: .notInParts("one at \(position) in place of \(next)")
    case .caseName: .notInParts("one at \(position) before encodeCase(_:)")
    case .value, .nothing: .notInParts("one at \(position) after one that failed")
    }
  }

  @inline(never)
  private func incomplete() -> ArchiveError {
    wanted == .caseName ? .caseOutOfTurn(nil) : .notInParts("\(next) of \(count)")
  }
}

extension ArchiveError {
  /// Returns the error for an `encodeValue(to:)` that stored no value, or more than one.
  package static func notOneValue(_ found: String) -> ArchiveError {
    ArchiveError(
      .invalidValue, expected: "one encoded value", found: found,
      advice: .changeCode("An encodeValue(to:) must call exactly one method of the encoder."))
  }

  /// Returns the error for an `encodeFields(to:)`, or a body that stores elements, that did not store exactly the
  /// expected parts.
  package static func notInParts(_ found: String) -> ArchiveError {
    ArchiveError(
      .invalidValue, expected: "every part once, in the order of positions", found: found,
      advice: .changeCode("An encodeFields(to:) must encode or omit every field of its schema."))
  }

  package static func caseOutOfTurn(_ index: Int?) -> ArchiveError {
    ArchiveError(
      .unsupported, expected: "encodeCase(_:) in an enumeration, and nowhere else",
      found: index.map { "case \($0)" } ?? "none",
      advice: .changeCode("An encodeFields(to:) must name the case of an enumeration first, and once."))
  }
}

extension ArchiveSchema {
  /// The key of the mark in an object whose encoder failed, and had no other way to say so. Its value is the reason. The
  /// format reserves it, so a reader refuses the object, whose other fields may be missing.
  package static let failureKey = "archive.error"

  /// Describes an object with the mark, for errors.
  package static func halfWritten(_ reason: String?) -> String {
    "an object that could not be written: \(reason ?? "no reason given")"
  }
}
