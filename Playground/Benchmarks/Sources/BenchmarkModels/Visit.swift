public import StructCoding

/// A record of plain strings and a number, which an `NSDictionary` holds as well.
public struct Visit: Equatable, Codable, Sendable {
  public var date: String
  public var page: String
  public var visitor: String
  public var seconds: Int

  public init(date: String, page: String, visitor: String, seconds: Int) {
    self.date = date
    self.page = page
    self.visitor = visitor
    self.seconds = seconds
  }
}

// What `@Archivable` writes.
extension Visit: Archivable {
  public static let archiveSchema = ArchiveSchema(
    className: "BenchmarkModels_Visit_Coding", fields: ["date", "page", "visitor", "seconds"])

  public func encodeFields(to encoder: inout some KeyedEncoder) throws {
    try encoder.encode(date, at: 0)
    try encoder.encode(page, at: 1)
    try encoder.encode(visitor, at: 2)
    try encoder.encode(seconds, at: 3)
  }

  public init(fields decoder: inout some KeyedDecoder) throws {
    date = try decoder.decode(at: 0)
    page = try decoder.decode(at: 1)
    visitor = try decoder.decode(at: 2)
    seconds = try decoder.decode(at: 3)
  }

  public final class Coding: NSObject, NSSecureCoding, ArchiveDecodable {
    public let decoded: Visit
    public init(_ value: Visit) { decoded = value }
    public static var supportsSecureCoding: Bool { true }
    public func encode(with coder: NSCoder) { archive(to: coder) }
    public init?(coder: NSCoder) {
      guard let value = Self.unarchive(from: coder) else { return nil }
      decoded = value
    }
  }
}
