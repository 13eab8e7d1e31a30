import ColumnArchives
import Foundation
import Models
import Screens
import StructCoding

@main
struct Swift6Client {
  static func main() async throws {
    var trip = Trip(
      identifier: UUID(uuidString: "11111111-2222-3333-4444-555555555555")!,
      stops: [
        Trip.Stop(name: "Start", platform: 1),
        Trip.Stop(name: "End", arrival: Date(timeIntervalSinceReferenceDate: 800_000_000), platform: 255),
      ])
    trip.fare = Decimal(string: "12.50")
    trip.page = URL(string: "https://example.org/trip")
    trip.tags = ["window", "quiet"]
    trip.notes = [
      "a": .text("bring water"), "b": .delay(minutes: 4, because: .weather), "c": .delay(minutes: 1),
    ]
    try check(trip)
    try check(Pair(trip, 4.5))
    guard try hiddenRoundTrip() else { fatalError("hidden") }
    guard try screenRoundTrip() else { fatalError("screen") }
    try check(Wrapped(trip.tags))

    // Values cross to another task; their bytes are made there.
    let sent = trip
    let data = try await Task.detached { try KeyedArchive.encode(sent) }.value
    guard try KeyedArchive.decode(Trip.self, from: data) == trip else { fatalError("task") }

    // The same in columns, and one of them read by another task than the one that opened the archive.
    let columns = try await Task.detached { try ColumnArchive.encode([sent, sent]) }.value
    guard try ColumnArchive.decode([Trip].self, from: columns) == [trip, trip] else { fatalError("columns") }
    let (archive, path) = (try ColumnArchive(columns), Trip.path.stops.arrival)
    let arrivals = try await Task.detached { try archive.values(at: path) }.value
    guard arrivals == [nil, trip.stops[1].arrival, nil, trip.stops[1].arrival],
      try platforms(in: columns) == [1, 255, 1, 255],
      try archive.values(of: UInt8.self, at: "stops.track") == [1, 255, 1, 255]
    else { fatalError("one column") }
    try checkFile([trip])
    try await checkDevices()
    guard try settingsRoundTrip() else { fatalError("settings") }
    try checkNetwork()
    guard try windowRoundTrip() else { fatalError("window") }

    // An error is a typed value, and `any Error` is written out.
    do {
      _ = try KeyedArchive.decode(Trip.Stop.self, from: data)
      fatalError("another class was read")
    } catch let error as ArchiveError {
      guard error.code == .classMismatch else { throw error }
    }
  }

  static func check<Value: Archivable & Equatable>(_ value: Value) throws {
    guard try KeyedArchive.decode(Value.self, from: KeyedArchive.encode(value)) == value else {
      fatalError("other values")
    }
    guard try ColumnArchive.decode([Value].self, from: ColumnArchive.encode([value])) == [value] else {
      fatalError("other values in columns")
    }
    let archiver = KeyedArchiver(requiringSecureCoding: true)
    archiver.encode(value.encoded, forKey: "value")
    let unarchiver = try KeyedUnarchiver(forReadingFrom: archiver.finishEncoding())
    let object = unarchiver.decodeObject(of: Value.Coding.self, forKey: "value")
    try unarchiver.finishDecoding()
    guard object?.decoded == value else { fatalError("other object") }
  }

  private static func checkFile(_ trips: [Trip]) throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: url) }
    let writer = try ColumnArchiveWriter<Trip>(appendingTo: url)
    for trip in trips { try writer.append(trip) }
    try writer.close()
    var found: [Trip] = []
    try ColumnArchive(contentsOf: url).forEachBatch(of: Trip.self) { found += $0 }
    guard found == trips else { fatalError("other trips in a file") }
  }
}
