internal import ArchiveBytes
internal import ArchiveValues
internal import Foundation

/// The codecs of all types used so far; each is made once per process.
final class CodecTable: @unchecked Sendable {
  // Sendable: its state is accessed only under the lock.
  static let shared = CodecTable(.found)

  private let layouts: KnownLayouts

  /// No code of types runs under the lock.
  private let lock = NSLock()
  private var roots: [ObjectIdentifier: RootType] = [:]
  private var codecs: [ObjectIdentifier: ColumnCodec] = [:]

  init(_ layouts: KnownLayouts) { self.layouts = layouts }

  /// Returns the root of a type.
  ///
  /// - Throws: The type's own error, if it says that it cannot be archived. The next call asks it again.
  func root<Value: ArchiveValue>(_ type: Value.Type) throws -> RootType {
    if let root = lock.withLock({ roots[ObjectIdentifier(type)] }) { return root }
    let builder = CodecBuilder(layouts, known: lock.withLock { codecs })
    let root = RootType(try builder.codec(of: type))
    return lock.withLock {
      // Another thread may have been faster. Its codecs read and write the same.
      if let root = roots[ObjectIdentifier(type)] { return root }
      codecs.merge(builder.added) { first, _ in first }
      roots[ObjectIdentifier(type)] = root
      return root
    }
  }
}
