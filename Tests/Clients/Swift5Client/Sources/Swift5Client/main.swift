import ColumnArchives
import Foundation
import Models
import StructCoding

func check<Value: Archivable & Equatable>(_ value: Value, line: Int = #line) throws {
  let data = try KeyedArchive.encode(value)
  guard try KeyedArchive.decode(Value.self, from: data) == value else {
    fatalError("other value, line \(line)")
  }
  let root = try KeyedArchive.archivedData(withRootObject: value.encoded, requiringSecureCoding: true)
  guard let object = try KeyedArchive.unarchivedObject(ofClass: Value.Coding.self, from: root),
    object.decoded == value
  else { fatalError("other object, line \(line)") }
  let columns = try ColumnArchive.encode([value])
  guard try ColumnArchive.decode([Value].self, from: columns) == [value],
    try ColumnArchive.decode(Value.self, from: ColumnArchive.encode(value)) == value
  else { fatalError("other value in columns, line \(line)") }
}

var lent = Library.Shelf.Book(title: "Origins")
lent.state = .lent(to: "Ada", until: Date(timeIntervalSinceReferenceDate: 800_000_000))
var moved = Library.Shelf.Book(title: "Cells")
moved.state = .moved(3, nil)
moved.size = (12.5, 19)
let library = Library(
  name: "Main",
  shelves: [.init(books: [lent, moved], subject: .history), .init(books: [], subject: .default)],
  opened: Date(timeIntervalSinceReferenceDate: 0))
try check(library)
try check(Box.sample)
try check(Box(Box("inner")))
try check(Models.`Protocol`(7))
guard try plainRoundTrip() else { fatalError("plain") }

// One column of an archive, through types of another module and under a name of its own.
let archive = try ColumnArchive(ColumnArchive.encode([library, library]))
guard try archive.values(at: Library.path.shelves.books.title) == ["Origins", "Cells", "Origins", "Cells"],
  try archive.values(at: Library.path.shelves.subject) == [.history, .default, .history, .default],
  try archive.values(of: Int.self, at: "guests") == [0, 0],
  try archive.elements(of: Library.self, in: 1..<2) == [library]
else { fatalError("other columns") }

guard Library.Shelf.archiveSchema.accepts(className: "LIBShelf") else { fatalError("formerly") }
// The module is `Models`, or one of its variants.
let module = String(reflecting: Library.self).prefix { $0 != "." }
guard Library.archiveSchema.className == "\(module)_Library_Coding" else { fatalError("class name") }

try checkPlants()
try checkGarden()
