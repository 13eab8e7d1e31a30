internal import ArchiveBytes
package import ArchiveValues
package import Foundation

// `NSCoder` support of the generated `Coding` class: its `encode(with:)` calls `archive(to:)`, and its `init(coder:)`
// calls `unarchive(from:)`.

extension ArchiveWrapper {
  /// Stores the fields of the value in `coder`, under their stored names.
  ///
  /// `encode(with:)` cannot throw. If a field cannot be stored, ``KeyedArchiver`` throws the error when it finishes.
  /// Foundation's archiver cannot report an error: calling `failWithError(_:)` would end the program. This method
  /// marks its archive instead, and every reader of the object throws the error. A coder without keys, such as
  /// `NSArchiver`, is not supported: its `failWithError(_:)` ends the program.
  package func archive(to coder: NSCoder) {
    do {
      try CoderFailure.checkKeys(of: coder)
      var encoder = CoderEncoder(coder: coder, schema: Value.archiveSchema)
      try encoder.encodeFields(of: decoded)
      if Value.archiveSchema.version > 1 {
        coder.encode(Int64(Value.archiveSchema.version), forKey: ArchiveSchema.versionKey)
      }
    } catch {
      CoderFailure.report(.wrapping(error), whileEncodingTo: coder)
    }
  }

  /// Reads a value stored by ``archive(to:)`` from `coder`.
  ///
  /// - Returns: `nil` on failure, after passing the error to `failWithError(_:)` of `coder`, since `init(coder:)`
  ///   cannot throw. If the coder's policy is `.raiseException`, as for an `NSKeyedUnarchiver` created with
  ///   `init(forReadingWith:)`, `failWithError(_:)` raises an Objective-C exception, which Swift cannot catch.
  ///   ``KeyedUnarchiver`` and `NSKeyedUnarchiver(forReadingFrom:)` keep the error.
  package static func unarchive(from coder: NSCoder) -> Value? {
    do {
      try CoderFailure.checkKeys(of: coder)
      var decoder = CoderDecoder(coder: coder, schema: Value.archiveSchema)
      try CoderFailure.check(coder)
      return try decoder.decodeWhole(Value.self)
    } catch {
      CoderFailure.report(.wrapping(error), whileDecodingFrom: coder)
      return nil
    }
  }
}
