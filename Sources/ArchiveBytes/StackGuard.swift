internal import CStackBounds

/// Keeps recursion that data drives from running off the thread's stack.
///
/// The depth limit alone cannot: threads other than the main one have as little as 512 KB on Apple platforms, and how
/// much a level of nesting takes depends on the caller's types. Deep values are rare, so nothing is asked of the
/// system before the first of them.
package struct StackGuard {
  /// The lowest address that recursion may reach; 0 before it is known.
  private var limit: UInt = 0
  /// What is left for the code at the bottom: a leaf's own work, and Foundation's.
  private static let reserve: UInt = 96 << 10
  /// Up to here a level cannot be the one too many, even on small stacks, and need not ask.
  package static let safeDepth = 24

  package init() {}

  /// Checks that so many levels are allowed, and that there is stack for another one.
  ///
  /// - Parameter safeDepth: Up to where nothing is asked; less where a level takes much stack.
  /// - Throws: ``ArchiveError/Code/limitExceeded``, with the advice.
  package mutating func check(
    depth: Int, _ limits: ArchiveLimits, safeDepth: Int = StackGuard.safeDepth, advice: String
  ) throws {
    guard depth <= limits.maximumDepth, depth <= safeDepth || hasRoom() else {
      throw ArchiveError.tooDeep(depth, limits, advice: advice)
    }
  }

  /// Whether there is stack for another level.
  package mutating func hasRoom() -> Bool {
    if limit == 0 { limit = UInt(stack_lowest_address()) + Self.reserve }
    var marker: UInt8 = 0
    return unsafe withUnsafeMutablePointer(to: &marker) { UInt(bitPattern: $0) } > limit
  }
}
