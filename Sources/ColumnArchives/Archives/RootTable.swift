internal import ArchiveValues
internal import Foundation

/// The types at the root of archives that were used so far; each is made once per process.
final class RootTable: @unchecked Sendable {
  // Sendable: its state is accessed only under the lock.
  static let shared = RootTable(.shared)

  private let codecs: CodecTable
  private let lock = NSLock()
  private var roots: [ObjectIdentifier: RootType] = [:]

  init(_ codecs: CodecTable) { self.codecs = codecs }

  /// Returns the root of a type.
  ///
  /// - Throws: The type's own error, if it says that it cannot be archived. The next call asks it again.
  func root<Value: ArchiveValue>(_ type: Value.Type) throws -> RootType {
    if let root = lock.withLock({ roots[ObjectIdentifier(type)] }) { return root }
    let root = RootType(try codecs.codec(of: type))
    return lock.withLock {
      // Another thread may have been faster.
      let known = roots[ObjectIdentifier(type)] ?? root
      roots[ObjectIdentifier(type)] = known
      return known
    }
  }
}
