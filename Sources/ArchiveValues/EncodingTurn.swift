package import ArchiveBytes

/// Whose turn it is while a value is stored. An encoder asks it, so that a conformance written by hand that does not
/// keep the contract of ``FieldEncoder`` or ``ValueEncoder`` is an error, and never a damaged archive.
///
/// A value is stored by one call of one method; parts are stored in the order of their positions, each once.
package struct EncodingTurn {
  private enum Wanted { case value, nothing, caseName, parts, anything }

  private var wanted: Wanted
  /// The position of the next part, and how many parts there are.
  private var next = 0
  private var count: Int

  private init(_ wanted: Wanted, _ count: Int = 0) { (self.wanted, self.count) = (wanted, count) }

  /// One value is wanted.
  package static var value: EncodingTurn { EncodingTurn(.value) }
  /// Nothing is checked: what is stored is no conformance's work.
  package static var unchecked: EncodingTurn { EncodingTurn(.anything) }
  /// So many parts are wanted.
  package static func parts(_ count: Int) -> EncodingTurn { EncodingTurn(.parts, count) }
  /// The fields of a record are wanted; in an enumeration its case first.
  package static func fields(of schema: ArchiveSchema) -> EncodingTurn {
    schema.isEnumeration ? EncodingTurn(.caseName) : EncodingTurn(.parts, schema.cases[0].fields.count)
  }

  /// A method without a position was called.
  @inline(__always)
  package mutating func storeValue() throws {
    guard wanted == .value || wanted == .anything else { throw ArchiveError.notOneValue("several") }
    if wanted == .value { wanted = .nothing }
  }

  /// The part at a position begins.
  @inline(__always)
  package mutating func beginPart(_ position: Int) throws {
    guard wanted == .parts, position == next, position < count else { throw partOutOfTurn(position) }
    wanted = .value
  }

  /// The part ends, which is one value.
  @inline(__always)
  package mutating func endPart() throws {
    try endValue()
    wanted = .parts
    next += 1
  }

  /// The part at a position is left out.
  package mutating func omit(_ position: Int) throws {
    try beginPart(position)
    wanted = .parts
    next += 1
  }

  /// The case is named, which has so many parts.
  package mutating func nameCase(_ schema: ArchiveSchema, _ index: Int) throws {
    guard wanted == .caseName, schema.cases.indices.contains(index) else {
      throw ArchiveError.caseOutOfTurn(index)
    }
    self = .parts(schema.cases[index].fields.count)
  }

  /// Checks that one value was stored.
  @inline(__always)
  package func endValue() throws {
    if wanted != .nothing, wanted != .anything { throw ArchiveError.notOneValue("none") }
  }

  /// Checks that all parts were stored.
  @inline(__always)
  package func endParts() throws {
    if wanted != .parts || next != count, wanted != .anything { throw incomplete() }
  }

  @inline(never)
  private func partOutOfTurn(_ position: Int) -> ArchiveError {
    switch wanted {
    case .parts where position >= count || position < 0: .notInParts("one at \(position), of \(count)")
    case .parts: .notInParts("one at \(position) in place of \(next)")
    case .caseName: .notInParts("one at \(position) before encodeCase(_:)")
    case .value, .nothing, .anything: .notInParts("one at \(position) after one that failed")
    }
  }

  @inline(never)
  private func incomplete() -> ArchiveError {
    wanted == .caseName ? .caseOutOfTurn(nil) : .notInParts("\(next) of \(count)")
  }
}

extension ArchiveError {
  /// An `encodeValue(to:)` stored none, or more.
  package static func notOneValue(_ found: String) -> ArchiveError {
    ArchiveError(
      .invalidValue, expected: "one encoded value", found: found,
      advice: "An encodeValue(to:) must call exactly one method of the encoder.")
  }

  /// An `encodeFields(to:)`, or what stores the elements of a collection, did not store all parts, or others.
  package static func notInParts(_ found: String) -> ArchiveError {
    ArchiveError(
      .invalidValue, expected: "every part once, in the order of positions", found: found,
      advice: "An encodeFields(to:) must encode or omit every field of its schema.")
  }

  package static func caseOutOfTurn(_ index: Int?) -> ArchiveError {
    ArchiveError(
      .unsupported, expected: "encodeCase(_:) in an enumeration, and nowhere else",
      found: index.map { "case \($0)" } ?? "none",
      advice: "An encodeFields(to:) must name the case of an enumeration first, and once.")
  }
}
