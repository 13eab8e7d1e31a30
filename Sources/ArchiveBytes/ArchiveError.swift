public import Foundation

/// An error in writing or reading an archive: what was expected, what was found, where, and what to do about it.
///
/// Everything in StructCoding that reads or writes values throws only this type; methods that open a file by URL also
/// throw Foundation's file errors. Input never traps a program: any bytes give a value or an `ArchiveError`.
public struct ArchiveError: Error, Sendable {
  /// A stable identifier of the failure, to switch on. The wording of ``description`` may change between
  /// versions; these identifiers do not change within a major version.
  public let code: Code
  /// The value that the reader needed at this place, such as `a date`.
  public let expected: String?
  /// The value that was found instead, such as `a string`.
  public let found: String?
  /// The path from the root of the archived value to the place of the error.
  public package(set) var path: [PathComponent]
  /// The byte offset, from the start of the archive, of the object that could not be read. In a compressed batch of a
  /// column archive, it is the offset of the batch plus the object's offset in the uncompressed columns.
  ///
  /// `nil` while writing, and for XML archives, whose bytes are converted before they are read.
  public package(set) var offset: Int?
  /// The path of the file that could not be read or written, if the error is from a reader or writer of files.
  public package(set) var file: String?
  /// A remedy, if there is one.
  public let advice: Advice?
  /// The error thrown by the caller's own code, if that is the cause.
  public let underlyingError: (any Error)?
  /// The object at which a depth error was thrown, so that a caller up the stack can detect a cycle.
  package var object: Int?

  package init(
    _ code: Code, expected: String? = nil, found: String? = nil, path: [PathComponent] = [],
    offset: Int? = nil,
    advice: Advice? = nil, underlying: (any Error)? = nil, object: Int? = nil
  ) {
    self.code = code
    self.expected = expected
    self.found = found
    self.path = path
    self.offset = offset
    self.advice = advice
    self.underlyingError = underlying
    self.object = object
  }

  /// A stable identifier of one kind of failure.
  public struct Code: Hashable, Sendable, RawRepresentable, CustomStringConvertible {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public var description: String { rawValue }

    /// The bytes end before the archive does.
    public static let truncated = Code(rawValue: "truncated")
    /// The bytes break a rule of the format.
    public static let malformed = Code(rawValue: "malformed")
    /// The bytes no longer match their checksum: they changed after they were written.
    public static let damaged = Code(rawValue: "damaged")
    /// A value of a different kind than the type needs, such as a string instead of a date.
    public static let typeMismatch = Code(rawValue: "typeMismatch")
    /// An object of a different class than the requested type.
    public static let classMismatch = Code(rawValue: "classMismatch")
    /// The archive lacks a field, and the type has no default for it.
    public static let missingField = Code(rawValue: "missingField")
    /// A value of the right kind that the type cannot hold, such as 300 for an `Int8`.
    public static let invalidValue = Code(rawValue: "invalidValue")
    /// A limit of ``ArchiveLimits`` was exceeded.
    public static let limitExceeded = Code(rawValue: "limitExceeded")
    /// An object contains itself where only a value is possible.
    public static let cycle = Code(rawValue: "cycle")
    /// Something this version cannot write or read.
    public static let unsupported = Code(rawValue: "unsupported")
    /// The archive names another program as its writer.
    public static let foreignArchiver = Code(rawValue: "foreignArchiver")
    /// A record with a newer version than the type's.
    public static let newerVersion = Code(rawValue: "newerVersion")
    /// A system call on a file failed; see ``ArchiveError/underlyingError``, which is a `POSIXError`, and
    /// ``ArchiveError/file``.
    public static let fileSystem = Code(rawValue: "fileSystem")
    /// Another writer has the file or the folder open.
    public static let inUse = Code(rawValue: "inUse")
    /// A writer that is closed, or that stopped after an earlier error; see ``ArchiveError/underlyingError``.
    public static let stopped = Code(rawValue: "stopped")
    /// Code of the caller, such as an initialiser, threw; see ``ArchiveError/underlyingError``.
    public static let custom = Code(rawValue: "custom")
  }

  /// One step from a value into a part of it.
  public enum PathComponent: Hashable, Sendable {
    /// A field, by its stored name.
    case field(String)
    /// An element of an array, by its position.
    case index(Int)
    /// A value of a dictionary, by the description of its key.
    case key(String)
  }

  /// The coding path as one string, such as `[3].events[0].timeStamp`; `the root` when it is empty.
  public var pathDescription: String {
    guard !path.isEmpty else { return "the root" }
    // A path can be as long as the depth limit allows; its two ends are enough to find the place.
    if path.count > 48 {
      return Self.describe(path.prefix(24)) + " … " + Self.describe(path.suffix(24))
    }
    return Self.describe(path[...])
  }

  private static func describe(_ path: ArraySlice<PathComponent>) -> String {
    var text = ""
    for component in path { component.append(to: &text, quotesDots: false) }
    return text
  }

  /// Returns the error with one more step at the start of its path, as seen from the enclosing value.
  package func prefixed(_ component: PathComponent) -> ArchiveError {
    var error = self
    error.path.insert(component, at: 0)
    return error
  }

  /// Runs `body`, and prefixes the paths of its errors with `component`.
  @inlinable
  package static func located<Result>(
    at component: @autoclosure () -> PathComponent, _ body: () throws -> Result
  ) throws -> Result {
    do {
      return try body()
    } catch {
      throw inside(component(), error)
    }
  }

  @usableFromInline @inline(never)
  package static func inside(_ component: PathComponent, _ error: any Error) -> ArchiveError {
    wrapping(error).prefixed(component)
  }

  /// Returns the error with another error's path and offset.
  package func at(_ other: ArchiveError) -> ArchiveError {
    var error = self
    error.path = other.path
    error.offset = other.offset
    return error
  }

  /// Whether the error concerns a single value, so that the rest of the archive can still be read. Truncated or
  /// malformed bytes, cycles and exceeded limits concern the whole archive.
  package var isOfOneValue: Bool {
    ![.truncated, .malformed, .limitExceeded, .cycle].contains(code)
  }

  /// The cost of creating the error, charged to the budget of decoded bytes.
  package var size: Int {
    [expected, found, advice?.description].reduce(512 + 64 * path.count) { $0 + ($1?.utf8.count ?? 0) }
  }

  /// Returns any error as an `ArchiveError`: itself, or wrapped as ``Code/custom``.
  package static func wrapping(_ error: any Error) -> ArchiveError {
    if let error = error as? ArchiveError { return error }
    return ArchiveError(.custom, found: "\(error)", underlying: error)
  }
}

extension ArchiveError: CustomStringConvertible {
  /// The whole error as sentences: place, expectation, finding, advice.
  public var description: String {
    var place = "at \(pathDescription)"
    if let offset { place += ", byte \(offset)" }
    if let file { place = path.isEmpty && offset == nil ? "in \(file)" : place + " of \(file)" }
    var sentence: String
    switch (expected, found) {
    case (let expected?, let found?): sentence = "expected \(expected), found \(found)"
    case (let expected?, nil): sentence = "expected \(expected)"
    case (nil, let found?): sentence = "found \(found)"
    case (nil, nil): sentence = "the archive is \(code)"
    }
    sentence += " (\(code)), \(place)."
    if let advice { sentence += " \(advice)" }
    return sentence.prefix(1).uppercased() + sentence.dropFirst()
  }
}

extension ArchiveError: LocalizedError {
  public var errorDescription: String? { description }
}
