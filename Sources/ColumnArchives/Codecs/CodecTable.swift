internal import ArchiveBytes
internal import ArchiveValues
internal import CRuntime
internal import Foundation

/// The codecs of all types used so far; each is made once per process.
@safe
final class CodecTable: @unchecked Sendable {
  // Safe: `recent` is allocated once, and its only index is a remainder of division by its count.
  // Sendable: its state is accessed only under the lock, or atomically.
  static let shared = CodecTable(.found)

  private let layouts: KnownLayouts

  /// No code of types runs under the lock.
  private let lock = NSLock()
  private var roots: [ObjectIdentifier: RootType] = [:]
  private var codecs: [ObjectIdentifier: ColumnCodec] = [:]

  /// The roots requested most recently, by the address of their type; finding one of them takes no lock. They live as
  /// long as the process, in ``roots``.
  private let recent: UnsafeMutablePointer<UnsafeMutableRawPointer?>
  private static let recentCount = 64

  init(_ layouts: KnownLayouts) {
    self.layouts = layouts
    unsafe recent = .allocate(capacity: Self.recentCount)
    unsafe recent.initialize(repeating: nil, count: Self.recentCount)
  }

  deinit { unsafe recent.deallocate() }

  /// Returns the root of a type.
  ///
  /// - Throws: The type's own error, if it says that it cannot be archived. The next call asks it again.
  func root<Value: ArchiveValue>(_ type: Value.Type) throws -> RootType {
    let address = UInt(bitPattern: ObjectIdentifier(type))
    let slot = unsafe recent + Int((address >> 4 ^ address >> 10) % UInt(Self.recentCount))
    if let pointer = unsafe atomic_pointer_load(slot) {
      let root = unsafe Unmanaged<RootType>.fromOpaque(pointer).takeUnretainedValue()
      if root.codec.memory.type == type { return root }
    }
    let root = try findRoot(type)
    unsafe atomic_pointer_store(slot, Unmanaged.passUnretained(root).toOpaque())
    return root
  }

  private func findRoot<Value: ArchiveValue>(_ type: Value.Type) throws -> RootType {
    let (found, known) = lock.withLock { (roots[ObjectIdentifier(type)], codecs) }
    if let found { return found }
    let builder = CodecBuilder(layouts, known: known)
    let root = RootType(try builder.codec(of: type), layouts)
    return lock.withLock {
      // Another thread may have been faster. Its codecs read and write the same.
      if let root = roots[ObjectIdentifier(type)] { return root }
      codecs.merge(builder.added) { first, _ in first }
      roots[ObjectIdentifier(type)] = root
      return root
    }
  }
}
