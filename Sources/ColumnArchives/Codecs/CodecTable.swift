internal import ArchiveBytes
internal import ArchiveValues
internal import Foundation

/// The codecs of all types used so far; each is made once per process.
final class CodecTable: @unchecked Sendable {
  // Sendable: its state is accessed only under the lock.
  static let shared = CodecTable()

  /// No code of types runs under the lock.
  private let lock = NSLock()
  private var codecs: [ObjectIdentifier: any ColumnCodec] = [:]

  /// Returns the codec of a type.
  ///
  /// - Throws: The type's own error, if it says that it cannot be archived. The next call asks it again.
  func codec<Value: ArchiveValue>(of type: Value.Type) throws -> any ColumnCodec {
    let known = lock.withLock { codecs }
    if let codec = known[ObjectIdentifier(type)] { return codec }
    let builder = CodecBuilder(known: known)
    let codec = try builder.codec(of: type)
    return lock.withLock {
      // Another thread may have been faster. Its codecs read and write the same.
      codecs.merge(builder.added) { first, _ in first }
      return codecs[ObjectIdentifier(type)] ?? codec
    }
  }
}
