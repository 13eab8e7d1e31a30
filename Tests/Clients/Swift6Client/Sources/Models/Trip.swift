public import ColumnArchives
public import Foundation
public import StructCoding

/// What a client's library offers: public, `Sendable`, nested.
@Archivable
public struct Trip: Hashable, Sendable {
  public var identifier: UUID
  public var stops: [Stop]
  public var fare: Decimal?
  public var page: URL?
  public var tags: Set<String> = []
  public var notes: [String: Note] = [:]

  public init(identifier: UUID, stops: [Stop]) {
    self.identifier = identifier
    self.stops = stops
  }

  @Archivable
  public struct Stop: Hashable, Sendable {
    public var name: String
    public var arrival: Date?
    @Stored("track", formerly: "platform") public var platform: UInt8

    public init(name: String, arrival: Date? = nil, platform: UInt8) {
      self.name = name
      self.arrival = arrival
      self.platform = platform
    }
  }

  @Archivable
  public enum Note: Hashable, Sendable {
    @Stored("remark", formerly: "text") case text(String)
    case delay(minutes: Int, because: Reason = .unknown)
  }

  @Archivable
  public enum Reason: Int, Sendable { case unknown, weather, works }
}

@Archivable
public struct Pair<First: Archivable & Sendable, Second: ArchiveValue & Sendable>: Sendable {
  public var first: First
  public var second: Second

  public init(_ first: First, _ second: Second) {
    self.first = first
    self.second = second
  }
}

extension Pair: Equatable where First: Equatable, Second: Equatable {}

/// Used inside the module only.
@Archivable
struct Hidden: Equatable {
  var text = "hidden"
  fileprivate var number = 4
}

/// Whether an internal type comes back as it was.
public func hiddenRoundTrip() throws -> Bool {
  try KeyedArchive.decode(Hidden.self, from: KeyedArchive.encode(Hidden())) == Hidden()
    && ColumnArchive.decode([Hidden].self, from: ColumnArchive.encode([Hidden()])) == [Hidden()]
}

/// Whether an archive of trips has these platforms; a path in the interface of a library.
public func platforms(
  in data: Data, at path: ArchiveValuesPath<Trip, UInt8> = Trip.path.stops.platform
) throws -> [UInt8] {
  try ColumnArchive(data).values(at: path)
}
