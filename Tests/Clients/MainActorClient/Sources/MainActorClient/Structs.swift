import ColumnArchives
import Foundation
import StructCoding

// Structs that conform to a protocol of the module, which is of the main actor, and so are they. Their conformances to the
// library's protocols are not: what an archive needs of them are properties of `Sendable` types.

protocol Model {}
protocol Titled { var title: String { get } }
typealias Named = Model & Titled

@Archivable
struct Empty: Model, Equatable {}

@Archivable
struct Note: Named, Identifiable, Hashable {
  var id = UUID()
  var title: String
  let created: Date
  var count = 0 { didSet { changes += 1 } }
  private(set) var changes = 0
  var place: (x: Double, y: Double) = (1, 2)
  var due: Date?
  lazy var words = title.split(separator: " ").count
  @Transient var isSelected = false
  let format = 3

  static func == (a: Note, b: Note) -> Bool {
    (a.id, a.title, a.created, a.count, a.due) == (b.id, b.title, b.created, b.count, b.due)
      && a.place == b.place && a.changes == b.changes
  }
  func hash(into hasher: inout Hasher) { hasher.combine(id) }

  @Archivable
  struct Line: Model, Equatable {
    var text: String
    var style: Style
  }

  @Archivable
  enum Style: Model, Equatable {
    case plain
    case heading(level: Int)
    case link(URL)
  }
}

@Archivable
struct Sent: Model, Sendable, Equatable { var number: Int }

@Archivable
struct Collections: Model, Equatable {
  var notes: [Note]
  var optional: Note?
  var byName: [String: Note.Line] = [:]
  var numbers: Set<Int> = []
  var nested: [[Int?]] = []
  var byKey: [Key: [Note.Style]] = [:]
  var keys: Set<Key> = []
}

/// The keys of dictionaries are hashed by archives, so the type cannot be of the main actor. Without a protocol of the
/// module it is not.
@Archivable
struct Key: Hashable {
  var name: String

  static func == (a: Key, b: Key) -> Bool { a.name.lowercased() == b.name.lowercased() }
  func hash(into hasher: inout Hasher) { hasher.combine(name.lowercased()) }
}

/// With one, it says so.
@Archivable
nonisolated struct NumberedKey: Model, Hashable { var number: Int }

@Archivable(className: "Versioned", version: 2)
struct Versioned: Equatable {
  var first: String
  var last: String

  static func upgrade(_ fields: inout ArchiveNode.Fields, from version: Int) throws {
    fields.rename("given", to: "first")
  }

  mutating func awakeAfterDecoding() throws { last = last.uppercased() }
}

/// The hooks of a type that is of the main actor are called by decoders on any thread.
@Archivable(className: "IsolatedVersioned", formerly: ["Versioned"], version: 2)
struct IsolatedVersioned: Model, Equatable {
  var first: String

  nonisolated static func upgrade(_ fields: inout ArchiveNode.Fields, from version: Int) throws {
    fields.rename("given", to: "first")
  }

  nonisolated mutating func awakeAfterDecoding() throws { first += "!" }
}

@Archivable(className: "Versioned")
struct FirstVersion {
  var given: String
  var last = "king"
}

/// The whole conformance by hand.
struct ByHand: Archivable, ArchiveStruct, Equatable {
  var name: String

  static let archiveFields = ArchiveFields<ByHand>("ByHand", isMemberwise: true) {
    $0.field("name", \.name)
  }

  final class Coding: CodingObject, ArchiveWrapper, @unchecked Sendable {
    typealias Value = ByHand
    override class var supportsSecureCoding: Bool { true }
  }
}

nonisolated extension ByHand {
  func encodeFields(to encoder: inout some FieldEncoder) throws {
    try encoder.encode(name, at: 0)
  }

  init(fields decoder: inout some FieldDecoder) throws {
    name = try decoder.decode(at: 0)
  }
}

func checkStructs() throws {
  try check(Empty(), ==)
  let note = Note(title: "a b", created: Date(timeIntervalSince1970: 5), due: Date(timeIntervalSince1970: 6))
  try check(note) { $0 == $1 }
  let line = Note.Line(text: "a", style: .heading(level: 2))
  try check(line, ==)
  try check(Note.Style.plain, ==)
  try check(Note.Style.link(URL(fileURLWithPath: "/a")), ==)
  try check(Sent(number: 4), ==)
  try check(
    Collections(
      notes: [note], optional: note, byName: ["a": line], numbers: [3, 4], nested: [[1, nil], []],
      byKey: [Key(name: "K"): [.plain]], keys: [Key(name: "L")]), ==)
  try check(Key(name: "k"), ==)
  try check(NumberedKey(number: 2), ==)
  try check(ByHand(name: "n"), ==)
  var selected = note
  selected.isSelected = true
  expect(try !KeyedArchive.decode(Note.self, from: KeyedArchive.encode(selected)).isSelected)

  let first = FirstVersion(given: "Ada")
  for copy in [
    try KeyedArchive.decode(Versioned.self, from: KeyedArchive.encode(first)),
    try ColumnArchive.decode(Versioned.self, from: ColumnArchive.encode(first)),
  ] {
    expect(copy == Versioned(first: "Ada", last: "KING"))
  }
  expect(try KeyedArchive.decode(IsolatedVersioned.self, from: KeyedArchive.encode(first)).first == "Ada!")
  expect(try ColumnArchive(ColumnArchive.encode([note])).values(at: Note.path.title) == ["a b"])
}
