/// The coders with which `assertRoundTrip` encodes and decodes a value.
public struct RoundTripCoders: OptionSet, Sendable, Hashable {
  public let rawValue: Int

  public init(rawValue: Int) { self.rawValue = rawValue }

  /// A keyed archive of the value.
  public static let keyed = RoundTripCoders(rawValue: 1)
  /// A column archive.
  public static let columns = RoundTripCoders(rawValue: 2)
  /// An `ArchiveNode`, without bytes.
  public static let nodes = RoundTripCoders(rawValue: 4)
  /// The nested `Coding` class, through `KeyedArchiver` and `KeyedUnarchiver`; only for `@Archivable` structs and enums.
  public static let coding = RoundTripCoders(rawValue: 8)
  /// The nested `Coding` class through Foundation's `NSKeyedUnarchiver`, and on Apple platforms its `NSKeyedArchiver`
  /// too. On Linux, Foundation cannot archive nested classes, and cannot read some values: those are skipped.
  public static let foundation = RoundTripCoders(rawValue: 16)

  /// Every coder of the library: the union of all options.
  public static let all: RoundTripCoders = [.keyed, .columns, .nodes, .coding, .foundation]
}
