/// Limits on the resources for one archive, so that a small hostile file cannot exhaust memory or time.
///
/// All limits are on by default. Exceeding one throws an ``ArchiveError`` with the code
/// ``ArchiveError/Code/limitExceeded`` that names the limit.
public struct ArchiveLimits: Sendable, Hashable {
  /// The maximum nesting depth of values, in levels; 512 by default. Writers enforce it as well, so that their output
  /// can be read.
  public var maximumDepth: Int
  /// The maximum size of the decoded content of one archive, in bytes. Shared objects count each time they are
  /// decoded.
  ///
  /// `nil`, the default, allows 64 MiB plus 100 times the size of the archive. No legitimate keyed archive reaches
  /// that, and a bomb of shared references exceeds it at once. A column archive of millions of equal values does
  /// reach it, since they take no bytes: raise the limit for archives you trust.
  public var maximumDecodedSize: Int?
  /// The maximum length of a chain of class instances in which each holds the next.
  ///
  /// Swift deallocates such a chain recursively, which takes stack for every instance. `nil`, the default, allows as
  /// many as the stack of the decoding thread can deallocate, at 512 bytes each: about 16,000 on a main thread of 8
  /// MB, and 800 on a thread of 512 KB. Set it if the classes unlink long chains themselves.
  public var maximumReferenceDepth: Int?

  /// Creates limits; the defaults suit untrusted files.
  public init(
    maximumDepth: Int = 512, maximumDecodedSize: Int? = nil, maximumReferenceDepth: Int? = nil
  ) {
    self.maximumDepth = maximumDepth
    self.maximumDecodedSize = maximumDecodedSize
    self.maximumReferenceDepth = maximumReferenceDepth
  }

  /// The decoded bytes allowed for an archive of `count` bytes.
  package func decodedSizeAllowed(forArchiveOf count: Int) -> Int {
    if let maximumDecodedSize { return maximumDecodedSize }
    // Watches have an `Int` of 32 bits.
    let (size, overflow) = count.multipliedReportingOverflow(by: 100)
    return overflow || size > .max - 64 << 20 ? .max : size + 64 << 20
  }
}
