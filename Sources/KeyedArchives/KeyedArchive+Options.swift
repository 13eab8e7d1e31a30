public import ArchiveBytes
public import Foundation

extension KeyedArchive {
  /// Options for encoding.
  public struct EncodingOptions: Sendable, Hashable {
    /// The kind of property list: `.binary`, the default, or `.xml`.
    ///
    /// Binary keeps every bit of a value. XML loses the payload of a NaN, and the difference between reals of four
    /// and eight bytes. XML cannot express control characters: encoding a string with one throws an error with its
    /// location.
    public var outputFormat: PropertyListSerialization.PropertyListFormat
    /// The name of the top-level value; `root` by default, as in Apple's one-shot methods.
    public var key: String
    /// The archiver class named in the archive; `NSKeyedArchiver` by default.
    public var archiver: String
    /// The number under `$version`; 100,000 by default, as in every archive seen.
    public var version: Int
    /// The limits of encoding, which uses only the depth.
    public var limits: ArchiveLimits

    /// Options with these values.
    public init(
      outputFormat: PropertyListSerialization.PropertyListFormat = .binary, key: String = "root",
      archiver: String = "NSKeyedArchiver", version: Int = 100_000, limits: ArchiveLimits = ArchiveLimits()
    ) {
      self.outputFormat = outputFormat
      self.key = key
      self.archiver = archiver
      self.version = version
      self.limits = limits
    }
  }

  /// Options for decoding.
  public struct DecodingOptions: Sendable, Hashable {
    /// The name of the top-level value; `root` by default.
    public var key: String
    /// The accepted archivers, by the name in `$archiver`. `NSKeyedArchiver` by default; some of Apple's frameworks
    /// write other names, such as `SCNKeyedArchiver`. `nil` accepts any.
    public var archivers: Set<String>?
    /// Limits on depth and decoded size; see ``ArchiveLimits``.
    public var limits: ArchiveLimits

    // Stored, because a default argument would be created for each call.
    private static let usualArchivers: Set<String> = ["NSKeyedArchiver"]

    /// Options for archives by `NSKeyedArchiver`.
    public init(key: String = "root", limits: ArchiveLimits = ArchiveLimits()) {
      self.init(key: key, archivers: Self.usualArchivers, limits: limits)
    }

    /// Options with these values.
    public init(key: String = "root", archivers: Set<String>?, limits: ArchiveLimits = ArchiveLimits()) {
      self.key = key
      self.archivers = archivers
      self.limits = limits
    }
  }
}

extension ObjectTableWriter {
  /// Writes the next archive with these options.
  mutating func use(_ options: KeyedArchive.EncodingOptions) {
    (limits, archiver, version) = (options.limits, options.archiver, options.version)
  }
}
