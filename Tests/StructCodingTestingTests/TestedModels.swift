import Foundation
import StructCoding

@Archivable
struct Visit: Equatable, Sendable {
  enum Mood: String, ArchiveValue, CaseIterable, Sendable { case calm, busy }

  @Archivable
  enum Purpose: Equatable, Sendable {
    case none
    case talk(with: String, minutes: Int)
  }

  var place: String
  var start: Date
  var end: Date?
  var mood: Mood
  var purpose: Purpose = .none
  var notes: [Note] = []
  var tags: Set<String> = []
  var scores: [String: Double] = [:]
  var photo: Data?
  var id: UUID
}

@Archivable
struct Note: Equatable, Sendable {
  var text: String
  var level: Int8 = 0
  var parts: [Note] = []
}

extension Visit {
  static let sample = Visit(
    place: "Kiel", start: Date(timeIntervalSinceReferenceDate: 7_000), end: nil, mood: .busy,
    purpose: .talk(with: "Ada", minutes: 20),
    notes: [Note(text: "näher", level: -3, parts: [Note(text: "x")]), Note(text: "")],
    tags: ["a", "b", "c"], scores: ["x": 1.5, "y": -.infinity], photo: Data([1, 2, 3]),
    id: UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)))
}

/// A codec that loses something.
struct Rounded: Equatable, ArchiveRepresentable {
  var value: Double
  init(_ value: Double) { self.value = value }
  var archiveForm: Double { value.rounded() }
  init(archiveForm: Double) { value = archiveForm }
}

/// Another form each time.
struct Unstable: Equatable, ArchiveRepresentable {
  nonisolated(unsafe) static var count = 0
  var archiveForm: [Int] {
    Self.count += 1
    return [0, Self.count]
  }
  init() {}
  init(archiveForm: [Int]) {}
}

@Archivable
struct Measured: Equatable {
  var name = "m"
  var readings: [Rounded] = []
}

/// Compares what is not stored.
@Archivable
struct Cached: Equatable {
  var name: String
  @Transient var isFresh = false
}

/// Not equatable.
@Archivable
struct Plain {
  var name: String
  var reading: Rounded
}

/// Identity, and a cycle.
@ArchivableObject
final class Person {
  var name: String
  var friends: [Person] = []
  weak var best: Person?
  init(name: String) { self.name = name }
}

/// Adjusts itself when it is decoded.
@Archivable
struct Sorted: Equatable, AwakesAfterDecoding {
  var items: [Int]
  mutating func awakeAfterDecoding() { items.sort() }
}

/// Refuses half of what it is given.
struct Even: Equatable, ArchiveRepresentable {
  var number: Int
  init(number: Int) { self.number = number }
  var archiveForm: Int { number }
  init(archiveForm: Int) throws {
    guard archiveForm % 2 == 0 else { throw NotEven() }
    number = archiveForm
  }
  struct NotEven: Error, CustomStringConvertible { var description: String { "an even number, please" } }
}

struct Unstorable: Equatable, ArchiveRepresentable {
  struct None: Error {}
  var archiveForm: Int { get throws { throw None() } }
  init() {}
  init(archiveForm: Int) {}
}
