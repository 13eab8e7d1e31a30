import ArchiveDocuments
import FastCoding
import Foundation
import StructCoding
import XCTest

// The code blocks of the page `LeavingFastCoding.md`. `print` is caught, as for the other pages.

enum LeavingFastCoding {
  /// Four references to three persons, as FastCoder 3.3 wrote them: the file `persons.fast` of the recorded ones.
  static func recordedFile() throws -> Data {
    try HexDataTransformer().decode(
      """
      54534146030003000500000001000000020000000a000000040000001d506572736f6e00020000006e616d6500667269656e\
      6473001e0008416c000a010000001e0008426f62000002011e0000000200
      """)
  }

  static func look() throws -> [String] {
    let printed = PrintedLines()
    func print(_ items: Any...) { printed.printAll(items) }
    // FASTCODING look
    // Four references to three persons, as FastCoder 3.3 wrote them; of a file, `Data(contentsOf: url)`.
    let data = try HexDataTransformer().decode(
      """
      54534146030003000500000001000000020000000a000000040000001d506572736f6e00020000006e616d6500667269656e\
      6473001e0008416c000a010000001e0008426f62000002011e0000000200
      """)
    print(try ArchiveDocument(data, formats: ArchiveFormat.standard + [.fastCoding]).node.formatted(depth: 4))
    // END
    XCTAssertEqual(data, try recordedFile())
    return printed.lines
  }

  // FASTCODING struct
  @Archivable(className: "Person")
  struct Person: Equatable {
    var name: String?
    var friends: [Person]?
  }
  // END

  static func readStructs() throws -> [String] {
    let printed = PrintedLines()
    func print(_ items: Any...) { printed.printAll(items) }
    let data = try recordedFile()
    // FASTCODING struct
    let persons = try FastCodingArchive.decode([Person].self, from: data)
    print(persons.map { $0.name ?? "nobody" }, persons[0].friends?.count ?? 0)
    // END
    return printed.lines
  }

  // FASTCODING lost
  @Archivable(className: "Person")
  struct Misspelt {
    var name: String?
    var freinds: [Misspelt]?
  }
  // END

  static func lost() throws -> [String] {
    let printed = PrintedLines()
    func print(_ items: Any...) { printed.printAll(items) }
    let data = try recordedFile()
    let persons = try FastCodingArchive.decode([Person].self, from: data)
    // FASTCODING lost
    let before = try FastCodingArchive(data, options: .init(classes: .all)).node()
    print(try ArchiveNode(encoding: persons).differences(from: before).count)

    let after = try ArchiveNode(encoding: FastCodingArchive.decode([Misspelt].self, from: data))
    for difference in after.differences(from: before).prefix(2) { print(difference) }
    // END
    return printed.lines
  }

  // FASTCODING class
  @Archivable(className: "Person")
  final class Member {
    var name: String?
    var friends: [Member]?

    init() {}
  }
  // END

  static func readClasses() throws -> [String] {
    let printed = PrintedLines()
    func print(_ items: Any...) { printed.printAll(items) }
    let data = try recordedFile()
    // FASTCODING class
    let members = try FastCodingArchive.decode([Member].self, from: data)
    print(members[0] === members[3], members[0].friends?[0] === members[1])
    // END
    return printed.lines
  }

  static func safe() throws -> [String] {
    let printed = PrintedLines()
    func print(_ items: Any...) { printed.printAll(items) }
    let data = try recordedFile()
    // FASTCODING safe
    do {
      _ = try FastCodingArchive(data).node()
    } catch {
      print(error)
    }
    let node = try FastCodingArchive(data, options: .init(classes: .types(Person.self))).node()
    print(node.count)
    // END
    return printed.lines
  }

  static func bootstrap() throws -> [String] {
    let printed = PrintedLines()
    func print(_ items: Any...) { printed.printAll(items) }
    // FASTCODING bootstrap
    let json = """
      [
        {"$class": "Person", "name": "Al", "friends": [{"$alias": "1"}]},
        {"$class": "Person", "name": "Bob"}
      ]
      """
    let team = try ArchiveBootstrap.decode([Member].self, from: Data(json.utf8))
    print(team[0].friends?[0] === team[1])

    let types = ArchiveTypes(Person.self)
    do {
      _ = try ArchiveBootstrap(json: Data(#"{"$class": "Persn"}"#.utf8), types: types)
    } catch {
      print(error)
    }
    // END
    return printed.lines
  }

  static func convert(_ folder: URL) throws -> [String] {
    let printed = PrintedLines()
    func print(_ items: Any...) { printed.printAll(items) }
    try recordedFile().write(to: folder.appendingPathComponent("team.fast"))
    try Data("TSAF".utf8).write(to: folder.appendingPathComponent("torn.fast"))
    // FASTCODING folder
    for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    where file.pathExtension == "fast" {
      do {
        let data = try Data(contentsOf: file)
        let persons = try FastCodingArchive.decode([Person].self, from: data)
        let archive = try ColumnArchive.encode(persons)
        guard try ColumnArchive.decode([Person].self, from: archive) == persons else { continue }
        try archive.write(to: file.deletingPathExtension().appendingPathExtension("column"), options: .atomic)
      } catch let error as ArchiveError {
        print(file.lastPathComponent, "stays as it is:", error.code)
      }
    }
    // END
    return printed.lines
  }

  static func open(_ data: Data) throws -> [Person] {
    // FASTCODING opening
    func openPersons(_ data: Data) throws -> [Person] {
      switch try ArchiveFormat.format(of: data, among: ArchiveFormat.standard + [.fastCoding]) {
      case .fastCoding: try FastCodingArchive.decode([Person].self, from: data)
      case .keyedArchive: try KeyedArchive.decode([Person].self, from: data)
      default: try ColumnArchive.decode([Person].self, from: data)
      }
    }
    // END
    return try openPersons(data)
  }

  static func back() throws -> [String] {
    let printed = PrintedLines()
    func print(_ items: Any...) { printed.printAll(items) }
    let data = try recordedFile()
    // FASTCODING back
    let objects = try FastCodingArchive(data, options: .init(classes: .all)).node()
    print(try FastCodingArchive.encode(objects) == data)

    let person = Person(name: "Ann", friends: nil)
    let file = try FastCodingArchive.encode(person, options: .init(objects: .properties))
    print(try FastCodingArchive(file, options: .init(classes: .all)).node())
    // END
    return printed.lines
  }
}
