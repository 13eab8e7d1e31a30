/// What a reader may spend on one archive, so that a small hostile file cannot exhaust memory or time.
///
/// All limits are on by default. Exceeding one is an ``ArchiveError`` with the code
/// ``ArchiveError/Code/limitExceeded`` that names the limit.
public struct ArchiveLimits: Sendable, Hashable {
  /// How deeply values may nest, in levels; 512 by default. Writers keep to it as well, so that what was written can
  /// be read.
  public var maximumDepth: Int
  /// How much decoded content one archive may expand to, in bytes, shared objects counted each time they are decoded.
  ///
  /// `nil`, the default, allows 64 MiB plus 100 times the size of the archive, which no honest keyed archive reaches and a
  /// bomb of shared references passes at once. A column archive of millions of equal values does reach it, since those
  /// take no bytes: set the size for archives that can be trusted.
  public var maximumDecodedSize: Int?
  /// How long a chain of instances of classes may be, each of which holds the next one.
  ///
  /// Swift lets go of such a chain from inside of each instance, which takes stack for every one of them. `nil`, the
  /// default, allows as many as the stack of the thread that decodes can let go of, at 512 bytes each: about 16,000 on a
  /// main thread of 8 MB, and 800 on one of 512 KB. Set it when the classes take long chains apart themselves.
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
    maximumDecodedSize ?? ((64 << 20) + 100 * count)
  }
}

extension ArchiveError {
  /// The error for a level of nesting too many: past the limit, or past what the thread's stack holds.
  package static func tooDeep(
    _ depth: Int, _ limits: ArchiveLimits, offset: Int? = nil, object: Int? = nil, advice: String
  ) -> ArchiveError {
    let isLimit = depth > limits.maximumDepth
    return ArchiveError(
      .limitExceeded,
      expected: isLimit
        ? "at most \(limits.maximumDepth) levels of nesting"
        : "as many levels of nesting as the thread's stack holds",
      found: "more", offset: offset, advice: isLimit ? advice : "Use a thread with a larger stack.",
      object: object)
  }

  /// The error for a chain of instances that is longer than ``ArchiveLimits/maximumReferenceDepth`` allows.
  package static func chainTooLong(_ limit: Int) -> ArchiveError {
    ArchiveError(
      .limitExceeded, expected: "chains of at most \(limit) instances that hold each other",
      found: "a longer one",
      advice: "If the class takes its chains apart in deinit, raise ArchiveLimits.maximumReferenceDepth.")
  }

  /// The error for more decoded content than ``ArchiveLimits/maximumDecodedSize`` allows.
  package static func tooMuchDecoded(path: [PathComponent] = [], offset: Int? = nil) -> ArchiveError {
    ArchiveError(
      .limitExceeded, expected: "fewer decoded bytes", found: "more than the limits allow", path: path,
      offset: offset, advice: "If the file is to be trusted, raise ArchiveLimits.maximumDecodedSize.")
  }
}
