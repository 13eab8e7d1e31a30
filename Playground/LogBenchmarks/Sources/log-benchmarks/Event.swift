import Foundation
import StructCoding

/// What a server writes for each request.
struct Event: Equatable, Codable, Sendable {
  var time: Date
  var name: String
  var host: String
  var path: String
  var client: String
  var user: Int
  var status: Int
  var byteCount: Int
  var duration: Double
}

extension Event: Archivable, ArchiveStruct {
  static let archiveFields = ArchiveFields<Event>("Event", isMemberwise: true) {
    $0.field("time", \.time)
    $0.field("name", \.name)
    $0.field("host", \.host)
    $0.field("path", \.path)
    $0.field("client", \.client)
    $0.field("user", \.user)
    $0.field("status", \.status)
    $0.field("byteCount", \.byteCount)
    $0.field("duration", \.duration)
  }

  func encodeFields(to encoder: inout some FieldEncoder) throws {
    try encoder.encode(time, at: 0)
    try encoder.encode(name, at: 1)
    try encoder.encode(host, at: 2)
    try encoder.encode(path, at: 3)
    try encoder.encode(client, at: 4)
    try encoder.encode(user, at: 5)
    try encoder.encode(status, at: 6)
    try encoder.encode(byteCount, at: 7)
    try encoder.encode(duration, at: 8)
  }

  init(fields decoder: inout some FieldDecoder) throws {
    time = try decoder.decode(at: 0)
    name = try decoder.decode(at: 1)
    host = try decoder.decode(at: 2)
    path = try decoder.decode(at: 3)
    client = try decoder.decode(at: 4)
    user = try decoder.decode(at: 5)
    status = try decoder.decode(at: 6)
    byteCount = try decoder.decode(at: 7)
    duration = try decoder.decode(at: 8)
  }

  #if canImport(ObjectiveC)
    @objc(Event_Coding)
  #endif
  final class Coding: CodingObject, ArchiveWrapper {
    typealias Value = Event
    override class var supportsSecureCoding: Bool { true }
  }
}

extension Event {
  /// Requests to a shop, the same in every run.
  static func requests(_ count: Int) -> [Event] {
    var random = Random(state: 20_261_123)
    let names = ["request", "login", "search", "purchase", "upload", "timeout", "retry", "logout"]
    let roads = ["/", "/search", "/cart", "/checkout", "/account/orders", "/static/app.js", "/api/v2/prices"]
    let devices = ["iPhone; iOS 18.1", "iPad; iPadOS 18.1", "Pixel 9; Android 15", "Macintosh; macOS 15.1"]
    var time = 812_000_000.0
    return (0..<count).map { _ in
      time += Double(1 + random.next(below: 40_000)) / 1e6
      let isProduct = random.next(below: 3) == 0
      return Event(
        time: Date(timeIntervalSinceReferenceDate: time),
        name: names[random.next(below: names.count)],
        host: "web-\(random.next(below: 12)).shop.example",
        path: isProduct ? "/products/\(random.next(below: 5_000))" : roads[random.next(below: roads.count)],
        client: "Shop/7.\(random.next(below: 6)).1 (\(devices[random.next(below: devices.count)]))",
        user: 100_000 + random.next(below: 50_000),
        status: random.next(below: 20) == 0 ? 404 : 200,
        byteCount: 300 + random.next(below: 40_000),
        duration: Double(random.next(below: 250_000)) / 1e6)
    }
  }
}

/// The generator of Steele, Lea and Flood (SplitMix64).
private struct Random {
  var state: UInt64

  mutating func next(below limit: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
    return Int((word ^ word >> 31) % UInt64(limit))
  }
}
