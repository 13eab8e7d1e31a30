internal import CStackBounds

/// Keeps recursion that data drives from running off the thread's stack.
///
/// The depth limit alone cannot: threads other than the main one have as little as 512 KB on Apple platforms, and less
/// when a program asks for it, and how much a level of nesting takes depends on the caller's types. So every level asks,
/// which is to compare an address with one that is known.
package struct StackGuard {
  /// The lowest address that recursion may reach; 0 before it is known.
  @usableFromInline package var limit: UInt = 0
  /// What is left for the code at the bottom: a leaf's own work, and Foundation's. Of a small stack it is a half.
  private static let reserve: UInt = 96 << 10

  package init() {}

  /// Checks that so many levels are allowed, and that there is stack for another one.
  ///
  /// - Throws: ``ArchiveError/Code/limitExceeded``, with the advice.
  package mutating func check(depth: Int, _ limits: ArchiveLimits, advice: String) throws {
    guard depth <= limits.maximumDepth, hasRoom() else {
      throw ArchiveError.tooDeep(depth, limits, advice: advice)
    }
  }

  /// Whether there is stack for another level.
  @inlinable
  package mutating func hasRoom() -> Bool {
    if limit == 0 { findLimit() }
    var marker: UInt8 = 0
    return unsafe withUnsafeMutablePointer(to: &marker) { UInt(bitPattern: $0) } > limit
  }

  @usableFromInline
  package mutating func findLimit() {
    // Where the system does not tell, any address is far enough from 1.
    limit = max(UInt(stack_lowest_address()) + min(Self.reserve, UInt(stack_byte_count()) / 2), 1)
  }

  // MARK: Letting go

  /// What letting go of one instance of a class takes from inside of the one that held it, in bytes: its `deinit`, and
  /// that of the array or the dictionary between them. Measured are 170, optimised.
  private static let releaseCost = 512

  /// How many instances of classes may be let go from inside of each other on the thread's stack.
  package static var releaseDepth: Int {
    let size = Int(stack_byte_count())
    guard size > 0 else { return 8192 }
    var marker: UInt8 = 0
    let place = unsafe withUnsafeMutablePointer(to: &marker) { UInt(bitPattern: $0) }
    let left = Int(clamping: place) - Int(clamping: UInt(stack_lowest_address()))
    return max(left - min(Int(reserve), size / 2), 0) / releaseCost
  }

  /// Lets go of objects that may hold each other in a chain of any length: on a stack that is long enough for it.
  package static func release(_ objects: consuming [any AnyObject]) {
    let count = objects.count
    if count <= releaseDepth {
      objects = []
      return
    }
    let box = unsafe Unmanaged.passRetained(ReleaseBox(objects)).toOpaque()
    objects = []
    // Where there is no such thread the objects stay: memory is lost, and the program goes on.
    _ = unsafe stack_call(
      count * releaseCost + 256 << 10, { unsafe Unmanaged<ReleaseBox>.fromOpaque($0!).release() }, box)
  }
}

/// Objects on their way to the thread that lets go of them.
private final class ReleaseBox {
  private let objects: [any AnyObject]
  init(_ objects: [any AnyObject]) { self.objects = objects }
}
