internal import ArchiveBytes

// Ranges are stored as arrays of their bounds, the lower before the upper. In columns, a range with one bound is
// stored as the bound itself.

/// Checks that two bounds are in order. Bounds that cannot be ordered, such as NaN, fail.
private func check<Bound: Comparable>(_ lower: Bound, _ upper: Bound) throws {
  guard lower <= upper else {
    throw ArchiveError(
      .invalidValue, expected: "bounds of a range, in ascending order", found: "\(lower) and \(upper)")
  }
}

/// Checks that a bound equals itself, which excludes NaN.
private func check<Bound: Comparable>(_ bound: Bound) throws {
  guard bound == bound else {
    throw ArchiveError(.invalidValue, expected: "a bound of a range", found: "\(bound)")
  }
}

extension Range: ArchiveValue, ArchiveRepresentable where Bound: ArchiveValue {
  public var archiveForm: ArchiveTuple<Bound, Bound> { ArchiveTuple(lowerBound, upperBound) }

  public init(archiveForm: ArchiveTuple<Bound, Bound>) throws {
    let (lower, upper) = archiveForm.parts
    try check(lower, upper)
    self = lower..<upper
  }

  public static var archiveName: String { "Range_\(Bound.archiveName)" }
}

extension ClosedRange: ArchiveValue, ArchiveRepresentable where Bound: ArchiveValue {
  public var archiveForm: ArchiveTuple<Bound, Bound> { ArchiveTuple(lowerBound, upperBound) }

  public init(archiveForm: ArchiveTuple<Bound, Bound>) throws {
    let (lower, upper) = archiveForm.parts
    try check(lower, upper)
    self = lower...upper
  }

  public static var archiveName: String { "ClosedRange_\(Bound.archiveName)" }
}

/// A range with one bound.
package protocol OneSidedRange<Bound>: ArchiveRepresentable where ArchiveForm == ArchiveTuple<Bound> {
  associatedtype Bound: Comparable & ArchiveValue
  var bound: Bound { get }
  init(_ bound: Bound)
}

extension OneSidedRange {
  public var archiveForm: ArchiveTuple<Bound> { ArchiveTuple(bound) }

  public init(archiveForm: ArchiveTuple<Bound>) throws {
    try check(archiveForm.parts)
    self.init(archiveForm.parts)
  }

  /// Reads an array that contains the bound or, in nodes of a column archive, the bound itself.
  public static func decodeValue(from decoder: inout some ValueDecoder) throws -> Self {
    let form: ArchiveTuple<Bound>
    do {
      form = try ArchiveTuple<Bound>.decodeValue(from: &decoder)
    } catch let error as ArchiveError where error.code == .typeMismatch && error.path.isEmpty {
      guard let bound = try? Bound.decodeValue(from: &decoder) else { throw error }
      form = ArchiveTuple(bound)
    }
    return try decoder.locating { try Self(archiveForm: form) }
  }
}

extension PartialRangeFrom: ArchiveValue, ArchiveRepresentable, OneSidedRange where Bound: ArchiveValue {
  package var bound: Bound { lowerBound }
  public static var archiveName: String { "PartialRangeFrom_\(Bound.archiveName)" }
}

extension PartialRangeThrough: ArchiveValue, ArchiveRepresentable, OneSidedRange where Bound: ArchiveValue {
  package var bound: Bound { upperBound }
  public static var archiveName: String { "PartialRangeThrough_\(Bound.archiveName)" }
}

extension PartialRangeUpTo: ArchiveValue, ArchiveRepresentable, OneSidedRange where Bound: ArchiveValue {
  package var bound: Bound { upperBound }
  public static var archiveName: String { "PartialRangeUpTo_\(Bound.archiveName)" }
}

/// Stored as an array of two elements: the value and `nil` for a success, or `nil` and the error for a failure.
extension Result: ArchiveValue, ArchiveRepresentable where Success: ArchiveValue, Failure: ArchiveValue {
  public var archiveForm: ArchiveTuple<Success?, Failure?> {
    var (value, error): (Success?, Failure?)
    switch self {
    case .success(let content): value = content
    case .failure(let failure): error = failure
    }
    return ArchiveTuple(value, error)
  }

  public init(archiveForm: ArchiveTuple<Success?, Failure?>) throws {
    switch archiveForm.parts {
    case (let value?, nil): self = .success(value)
    case (nil, let error?): self = .failure(error)
    case (let value, _):
      throw ArchiveError(
        .invalidValue, expected: "a value or an error", found: value == nil ? "neither" : "both")
    }
  }

  public static var archiveName: String { "Result_\(Success.archiveName)_\(Failure.archiveName)" }
}
