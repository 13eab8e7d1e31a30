/// A value that archives store as another value.
///
/// Use it to make your own types usable as fields. For most types, a conformance needs nothing else, in every format:
///
/// ```swift
/// extension Celsius: ArchiveRepresentable {
///   var archiveForm: Double { degrees }
///   init(archiveForm: Double) { self.init(degrees: archiveForm) }
/// }
/// ```
///
/// Store a value of several parts as an ``ArchiveTuple``. The form is part of the format: if you change it, older
/// archives become unreadable.
public protocol ArchiveRepresentable: ArchiveValue {
  /// The type of the value that is stored.
  associatedtype ArchiveForm: ArchiveValue

  /// The value to store. Throws for a value that has no stored form.
  var archiveForm: ArchiveForm { get throws }

  /// Creates the value from its stored form.
  ///
  /// The form comes from untrusted bytes. Throw any error for a form that matches no value; the decoder then throws an
  /// ``ArchiveError`` with the place in the archive.
  init(archiveForm: ArchiveForm) throws
}

// Inlined, so that a conformance calls the coder as directly as hand-written code.
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

  public static var _isNilStorable: Bool { ArchiveForm._isNilStorable }
}
