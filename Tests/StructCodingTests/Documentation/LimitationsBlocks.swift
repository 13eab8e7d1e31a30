import ArchiveDocuments
import Foundation
import StructCoding

// The code blocks of the page `Limitations.md`. `print` is caught, as for the other pages.

enum Limitations {
  // LIMITS unknown
  @Archivable(className: "Entry")
  struct NewEntry {
    var title: String
    var author: String
  }

  @Archivable(className: "Entry")
  struct OldEntry {
    var title: String
  }
  // END

  static func unknown() throws -> [String] {
    let printed = PrintedLines()
    func print(_ items: Any...) { printed.printAll(items) }
    // LIMITS unknown
    let data = try KeyedArchive.encode(NewEntry(title: "Sea", author: "Ann"))

    // An older program reads the file, and writes it again: the author is gone.
    let again = try KeyedArchive.encode(KeyedArchive.decode(OldEntry.self, from: data))
    print(try ArchiveDocument(again).node)

    // The way out: a node keeps what it does not know.
    var document = try ArchiveDocument(data)
    document.node["title"] = "Lake"
    print(document.node)
    // END
    return printed.lines
  }

  // LIMITS path
  @Archivable(className: "Entry")
  struct RatedEntry {
    var title: String
    var rating = 3
  }
  // END

  static func path() throws -> [String] {
    let printed = PrintedLines()
    func print(_ items: Any...) { printed.printAll(items) }
    // LIMITS path
    let archive = try ColumnArchive(ColumnArchive.encode([OldEntry(title: "Sea")]))
    print(try archive.elements(of: RatedEntry.self).map(\.rating))
    do {
      _ = try archive.values(at: RatedEntry.path.rating)
    } catch {
      print(error)
    }
    // END
    return printed.lines
  }
}
