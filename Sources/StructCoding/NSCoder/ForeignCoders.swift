internal import ArchiveBytes
internal import ArchiveValues
internal import Foundation
internal import KeyedArchives

/// Reports errors from `encode(with:)` and `init(coder:)`, which cannot throw.
enum CoderFailure {
  /// Throws if the coder does not support keys, like `NSArchiver` of macOS, whose methods with keys raise exceptions.
  static func checkKeys(of coder: NSCoder) throws {
    guard !coder.allowsKeyedCoding else { return }
    throw ArchiveError(
      .unsupported, expected: "a coder with keys", found: "\(type(of: coder))",
      advice: .changeCode("Use KeyedArchiver or NSKeyedArchiver, and their unarchivers."))
  }

  /// Reports an error of `encode(with:)`.
  ///
  /// `failWithError(_:)` is for decoders: “This method is only meaningful to call for decodes” (Apple's `NSCoder.h`).
  /// In an archiver, whose policy cannot be set, this method would raise an exception on Apple platforms, and trap on
  /// Linux. So the archive is marked instead, and reading the object fails with the same error.
  ///
  /// A coder without keys cannot store the mark. It raises the exception, or traps, since the object would otherwise
  /// be lost silently.
  static func report(_ error: ArchiveError, whileEncodingTo coder: NSCoder) {
    // `KeyedArchiver` keeps the error and throws it when it finishes.
    if coder is KeyedArchiver || !coder.allowsKeyedCoding || coder.decodingFailurePolicy != .raiseException {
      return coder.failWithError(error)
    }
    coder.encode(error.description, forKey: ArchiveSchema.failureKey)
  }

  /// Throws the error that the encoder marked, if any.
  static func check(_ coder: NSCoder) throws {
    guard coder.containsValue(forKey: ArchiveSchema.failureKey) else { return }
    let reason = coder.decodeObject(of: NSString.self, forKey: ArchiveSchema.failureKey) as String?
    throw ArchiveError(
      .invalidValue, expected: "a whole object", found: ArchiveSchema.halfWritten(reason))
  }

  static func report(_ error: ArchiveError, whileDecodingFrom coder: NSCoder) {
    // The first error is the cause; a later error would hide it. Only unarchivers keep their error (asking any other
    // coder for it crashes on Linux).
    if coder is NSKeyedUnarchiver, coder.error != nil { return }
    if coder is KeyedUnarchiver { return coder.failWithError(error) }
    #if !canImport(ObjectiveC)
      // With this policy Foundation on Linux crashes in `failWithError(_:)`. Returning `nil` from `init(coder:)` also
      // crashes, but first names the failed class, so this returns without calling it.
      if coder.decodingFailurePolicy == .raiseException { return }
    #endif
    coder.failWithError(error)
  }
}

/// Limits the cost of archives embedded in a coder's data: all archives of one coder share a budget.
enum EmbeddedBudgets {
  /// The remaining budget of a coder that does not keep its own.
  private struct Rest {
    weak var coder: NSCoder?
    var budget: Int
  }

  private static let rests = Locked<[ObjectIdentifier: Rest]>([:])

  /// Calls `body` with the budget of the coder that contains the data.
  static func spending<Result>(
    on data: Data, in coder: NSCoder, _ body: (inout Int) throws -> Result
  ) throws -> Result {
    let identity = ObjectIdentifier(coder)
    var budget = rests.withLock { rests in
      rests = rests.filter { $0.value.coder != nil }
      return rests[identity]?.budget ?? ArchiveLimits().decodedSizeAllowed(forArchiveOf: 0)
    }
    // The size of the whole archive is unknown; each part adds its own share.
    budget +=
      ArchiveLimits().decodedSizeAllowed(forArchiveOf: data.count)
      - ArchiveLimits().decodedSizeAllowed(forArchiveOf: 0)
    defer { rests.withLock { $0[identity] = Rest(coder: coder, budget: budget) } }
    return try body(&budget)
  }
}

/// Refuses objects that Foundation's archivers on Linux cannot archive, before they try.
///
/// Archiving an `NSDecimalNumber` overflows the stack there, and an `NSDateInterval` loses its duration. Apple's
/// archivers and this library's have neither fault.
enum LinuxLimits {
  static func check(_ classes: [AnyClass], in coder: NSCoder) throws {
    #if !canImport(ObjectiveC)
      guard coder is NSKeyedArchiver || coder is NSKeyedUnarchiver else { return }
      for broken: AnyClass in [NSDecimalNumber.self, NSDateInterval.self]
      where classes.contains(where: { $0 == broken }) {
        throw ArchiveError(
          .unsupported, found: "an \(broken)",
          advice:
            .changeCode(
              "Foundation on Linux cannot archive this class; use KeyedArchive, which writes the same format."
            ))
      }
    #endif
  }

  /// Returns the classes to request from the coder instead of `classes`. The caller must check the class of the
  /// result.
  ///
  /// Foundation's unarchiver on Linux crashes on an object of another class. So the list includes the classes of
  /// plain values: a date instead of a string then causes an ordinary error.
  static func classesToRead(_ classes: [AnyClass], in coder: NSCoder) -> [AnyClass] {
    #if canImport(ObjectiveC)
      return classes
    #else
      guard coder is NSKeyedUnarchiver else { return classes }
      return classes + [
        NSString.self, NSData.self, NSDate.self, NSArray.self, NSSet.self, NSDictionary.self,
      ]
    #endif
  }
}
