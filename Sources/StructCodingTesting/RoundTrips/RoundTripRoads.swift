/// The ways through which `assertRoundTrip` sends a value.
public struct RoundTripRoads: OptionSet, Sendable, Hashable {
  public let rawValue: Int

  public init(rawValue: Int) { self.rawValue = rawValue }

  /// A keyed archive of the value.
  public static let keyed = RoundTripRoads(rawValue: 1)
  /// A column archive.
  public static let columns = RoundTripRoads(rawValue: 2)
  /// An `ArchiveNode`, without bytes.
  public static let nodes = RoundTripRoads(rawValue: 4)
  /// The nested `Coding` class, through `KeyedArchiver` and `KeyedUnarchiver`; only for `@Archivable` structs and enums.
  public static let coding = RoundTripRoads(rawValue: 8)
  /// The nested `Coding` class through Foundation's `NSKeyedUnarchiver`, and on Apple platforms its `NSKeyedArchiver`
  /// too. On Linux, Foundation cannot archive nested classes, and has no way to read some values: those are skipped.
  public static let foundation = RoundTripRoads(rawValue: 16)

  /// Every way listed here.
  public static let all: RoundTripRoads = [.keyed, .columns, .nodes, .coding, .foundation]
}
