internal import ArchiveValues
internal import Foundation

/// The codecs of all types used so far, and the roots of the archived types. Each is created once per process.
final class RootTable: @unchecked Sendable {
  // Sendable: its state is accessed only under the lock.
  static let shared = RootTable()

  /// No code of archived types runs under the lock.
  private let lock = NSLock()
  private var codecs: [ObjectIdentifier: any ColumnCodec] = [:]
  private var roots: [ObjectIdentifier: RootType] = [:]

  /// Returns the codec of a type.
  ///
  /// - Throws: The type's own error, if it reports that it cannot be archived. The next call asks the type again.
  func codec<Value: ArchiveValue>(of type: Value.Type) throws -> any ColumnCodec {
    let known = lock.withLock { codecs }
    if let codec = known[ObjectIdentifier(type)] { return codec }
    let builder = CodecBuilder(known: known)
    let codec = try builder.codec(of: type)
    return lock.withLock {
      // Another thread may have been faster. Its codecs behave the same.
      codecs.merge(builder.added) { first, _ in first }
      return codecs[ObjectIdentifier(type)] ?? codec
    }
  }

  /// Returns the root of a type.
  ///
  /// - Throws: The errors of ``codec(of:)``.
  func root<Value: ArchiveValue>(_ type: Value.Type) throws -> RootType {
    if let root = lock.withLock({ roots[ObjectIdentifier(type)] }) { return root }
    let root = RootType(try codec(of: type))
    return lock.withLock {
      let known = roots[ObjectIdentifier(type)] ?? root
      roots[ObjectIdentifier(type)] = known
      return known
    }
  }
}
