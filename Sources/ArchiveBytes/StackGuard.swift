internal import CStackBounds

/// Keeps data-driven recursion from overflowing the thread's stack.
///
/// The depth limit alone is not enough. Secondary threads have as little as 512 KB of stack on Apple platforms, or
/// less if a program asks for it, and the stack use of a nesting level depends on the caller's types. So every level
/// checks, which only compares an address with a known one.
package struct StackGuard {
  /// The lowest address that recursion may reach.
  @usableFromInline package let limit: UInt
  /// The stack reserved for the code at the bottom: a leaf's own work, and Foundation's. On a small stack it is half
  /// of it.
  private static let reserve: UInt = 96 << 10

  /// Creates the guard of the current thread's stack.
  package init() {
    // If the system does not report its stack, any address is far enough from 0.
    limit = UInt(stack_lowest_address()) + min(Self.reserve, UInt(stack_byte_count()) / 2)
  }

  /// Checks that this depth is allowed, and that the stack has room for another level.
  ///
  /// - Throws: ``ArchiveError/Code/limitExceeded`` if not.
  package func check(depth: Int, _ limits: ArchiveLimits) throws {
    guard depth <= limits.maximumDepth, hasRoom() else { throw ArchiveError.tooDeep(depth, limits) }
  }

  /// Returns whether the stack has room for another level.
  @inlinable @inline(__always)
  package func hasRoom() -> Bool {
    var marker: UInt8 = 0
    return unsafe withUnsafeMutablePointer(to: &marker) { UInt(bitPattern: $0) } > limit
  }

  // MARK: Deallocating

  /// The stack in bytes to deallocate one instance from inside the instance that held it: its `deinit`, and the
  /// `deinit` of the array or dictionary between them. Measured: 170 bytes, optimised.
  private static let releaseCost = 512

  /// How many nested deallocations of class instances the thread's stack allows.
  package static var releaseDepth: Int {
    let size = Int(stack_byte_count())
    guard size > 0 else { return 8192 }
    var marker: UInt8 = 0
    let place = unsafe withUnsafeMutablePointer(to: &marker) { UInt(bitPattern: $0) }
    let left = Int(clamping: place) - Int(clamping: UInt(stack_lowest_address()))
    return max(left - min(Int(reserve), size / 2), 0) / releaseCost
  }

  /// Releases objects that may hold each other in a chain of any length, on a thread with a stack large enough for
  /// it.
  package static func release(_ objects: consuming [any AnyObject]) {
    let count = objects.count
    if count <= releaseDepth {
      objects = []
      return
    }
    let box = unsafe Unmanaged.passRetained(ReleaseBox(objects)).toOpaque()
    objects = []
    // If the thread cannot be created, the objects leak and the program continues.
    _ = unsafe stack_call(
      count * releaseCost + 256 << 10, { unsafe Unmanaged<ReleaseBox>.fromOpaque($0!).release() }, box)
  }
}

/// Carries objects to the thread that releases them.
private final class ReleaseBox {
  private let objects: [any AnyObject]
  init(_ objects: [any AnyObject]) { self.objects = objects }
}
