/// A value that another value stands for in archives.
///
/// This is how most types of your own become fields, and it is all that they need, in every format:
///
/// ```swift
/// extension Celsius: ArchiveRepresentable {
///   var archiveForm: Double { degrees }
///   init(archiveForm: Double) { self.init(degrees: archiveForm) }
/// }
/// ```
///
/// An ``ArchiveTuple`` stands for a value of several parts. The form is format: changing it makes older archives
/// unreadable.
public protocol ArchiveRepresentable: ArchiveValue {
  /// The type of the value that is stored.
  associatedtype ArchiveForm: ArchiveValue

  /// The value that is stored. It throws for a value that has no stored form.
  var archiveForm: ArchiveForm { get throws }

  /// Makes the value of the one that was stored.
  ///
  /// Bytes decide what that is. Throw any error for a form that no value has; what decodes then throws an
  /// ``ArchiveError`` with its place in the archive.
  init(archiveForm: ArchiveForm) throws
}

// Inlined, so that a conformance calls the coder as directly as one that is written out.
extension ArchiveRepresentable {
  @inlinable @inline(__always)
  public func encodeValue(to encoder: inout some ValueEncoder) throws {
    try archiveForm.encodeValue(to: &encoder)
  }

  @inlinable @inline(__always)
  public static func decodeValue(from decoder: inout some ValueDecoder) throws -> Self {
    let form = try ArchiveForm.decodeValue(from: &decoder)
    do {
      return try Self(archiveForm: form)
    } catch {
      throw decoder.located(error)
    }
  }

  public static var archiveClasses: [AnyClass] { ArchiveForm.archiveClasses }

  public static var isNilStorable: Bool { ArchiveForm.isNilStorable }

  @inlinable
  public static var archiveColumn: ArchiveColumn {
    .stored(as: ArchiveForm.self) { (value: Self) in
      try value.archiveForm
    } decode: {
      try Self(archiveForm: $0)
    }
  }
}
