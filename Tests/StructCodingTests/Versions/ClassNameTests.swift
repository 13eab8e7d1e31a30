import ArchiveDocuments
import ArchiveTestSupport
import ColumnArchives
import StructCoding
import XCTest

@Archivable
private struct Größe: Equatable {
  var cm = 180
}

@Archivable
private struct Grüße: Equatable {
  var text = "Hallo"
}

@Archivable(className: "Mig.Order")
private struct Order: Equatable {
  var number = 1
}

@ArchivableObject
private class Tier {
  var name = ""
  class var archiveSubclasses: [any ArchivableObject.Type] { [Bär.self, Bör.self] }
  init(name: String) { self.name = name }
}

@ArchivableObject
private final class Bär: Tier {
  override init(name: String) { super.init(name: name) }
}

@ArchivableObject
private final class Bör: Tier {
  override init(name: String) { super.init(name: name) }
}

/// Names of classes in archives: default ones, which no two types share, those of older archives, and those with dots.
final class ClassNameTests: XCTestCase {
  func testDefaultNames() throws {
    XCTAssertEqual(Größe.archiveSchema.className, "StructCodingTests_Gr_0f6__0df_e_Coding")
    XCTAssertEqual(Grüße.archiveSchema.className, "StructCodingTests_Gr_0fc__0df_e_Coding")
    let data = try KeyedArchive.encode(Größe())
    assertThrows(.classMismatch) { try KeyedArchive.decode(Grüße.self, from: data) }
  }

  /// Archives from when the two had one name.
  func testFormerNames() throws {
    for field in ["cm", "text"] {
      let fields = ArchiveNode.Fields(
        className: "StructCodingTests_Gr__e_Coding", field == "cm" ? ["cm": 170] : ["text": "Servus"])
      let data = try KeyedArchive.encode(ArchiveNode.record(fields))
      if field == "cm" {
        XCTAssertEqual(try KeyedArchive.decode(Größe.self, from: data), Größe(cm: 170))
      } else {
        XCTAssertEqual(try KeyedArchive.decode(Grüße.self, from: data), Grüße(text: "Servus"))
      }
    }
  }

  /// Two classes of a family had one name: archives could not be written then, and can now.
  func testFamily() throws {
    XCTAssertEqual(Bär.archiveSchema.formerClassNames, Bör.archiveSchema.formerClassNames)
    let animals = [Bär(name: "a"), Bör(name: "b"), Tier(name: "c")]
    for data in [try KeyedArchive.encode(animals), try ColumnArchive.encode(animals)] {
      let back =
        try ArchiveFormat.format(of: data) == .columnArchive
        ? ColumnArchive.decode([Tier].self, from: data) : KeyedArchive.decode([Tier].self, from: data)
      XCTAssertEqual(back.map { "\(type(of: $0)) \($0.name)" }, ["Bär a", "Bör b", "Tier c"])
    }
  }

  /// A name of a Swift class stands in the archive by the letter, and Foundation finds it.
  func testDottedName() throws {
    let data = try KeyedArchive.encode(Order(number: 7))
    XCTAssertEqual(try KeyedArchive.decode(Order.self, from: data), Order(number: 7))
    XCTAssertEqual(try KeyedArchive(data).node().className, "Mig.Order")
    Order.Coding.registerArchiveNames()
    XCTAssertEqual(
      try decodedByFoundation(Order.Coding.self, from: data)?.decoded,
      Order(number: 7))
  }
}
