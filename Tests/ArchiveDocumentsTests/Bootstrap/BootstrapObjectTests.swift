import ArchiveDocuments
import ArchiveTestSupport
import FastCoding
import StructCoding
import XCTest

@ArchivableObject(className: "BootPerson")
final class BootPerson {
  var name: String
  var friends: [BootPerson] = []
  weak var best: BootPerson?

  init(name: String) { self.name = name }
}

/// Documents whose aliases are instances of classes, and the files that FastCoder makes of such documents.
final class BootstrapObjectTests: XCTestCase {
  private let text = #"""
    {
      "$class": "BootPerson", "name": "Ann",
      "best": {"$alias": "friends.0"},
      "friends": [
        {"$class": "BootPerson", "name": "Ben", "friends": [{"$alias": ""}, {"$alias": "friends.1"}]},
        {"$class": "BootPerson", "name": "Cy", "best": {"$alias": "best"}}
      ]
    }
    """#

  func testInstances() throws {
    let data = Data(text.utf8)
    for ann in [
      try ArchiveBootstrap.decode(BootPerson.self, from: data),
      try ArchiveBootstrap(json: data).node.decode(BootPerson.self),
      try ArchiveBootstrap(json: data).decode(BootPerson.self),
    ] {
      XCTAssertEqual(ann.friends.map(\.name), ["Ben", "Cy"])
      XCTAssert(ann.best === ann.friends[0])
      XCTAssert(ann.friends[0].friends[0] === ann)
      XCTAssert(ann.friends[0].friends[1] === ann.friends[1])
      XCTAssert(ann.friends[1].best === ann.friends[0])
      // Circles would keep each other.
      for friend in ann.friends { friend.friends = [] }
    }
    assertThrows(.invalidValue, at: "friends[1].nam", saying: "Did you mean “name”?") {
      try ArchiveBootstrap.decode(
        BootPerson.self,
        from: Data(text.replacingOccurrences(of: "\"name\": \"Cy\"", with: "\"nam\": \"Cy\"").utf8))
    }
  }

  /// The graph of a document in every format of archives.
  func testArchives() throws {
    let bootstrap = try ArchiveBootstrap(json: Data(text.utf8))
    for data in [
      try KeyedArchive.encode(bootstrap.node), try bootstrap.node.jsonData(),
      try bootstrap.node.propertyListData(),
    ] {
      let node = try ArchiveDocument(data, formats: .all).node
      assertSameContent(node, bootstrap.node)
      let ann = try node.decode(BootPerson.self)
      XCTAssert(ann.friends[0].friends[0] === ann)
      for friend in ann.friends { friend.friends = [] }
    }
    let ann = try KeyedArchive.decode(BootPerson.self, from: try KeyedArchive.encode(bootstrap.node))
    XCTAssert(ann.friends[0].friends[0] === ann)
    for friend in ann.friends { friend.friends = [] }
  }

  /// What FastCoder 3.3 makes of the same documents.
  func testFilesLikeFastCoders() throws {
    let files = FastCoderFile.likenesses.filter { $0.source != nil }
    XCTAssertEqual(files.count, 4)
    for file in files { try check(file.name, file.data, Data(XCTUnwrap(file.source).utf8)) }
  }

  func testFastCodersFiles() throws {
    let folder = try TestFiles.shared("fastcoding")
    for name in ["boot_alias", "boot_alias_object", "boot_class_known", "boot_class_unknown"] {
      let json = try ArchiveNode(
        json: Data(contentsOf: folder.appendingPathComponent("\(name).json")), notation: false)
      guard case .string(let note) = json["note"], let source = note.range(of: "source JSON: ") else {
        XCTFail(name)
        continue
      }
      try check(
        name, Data(contentsOf: folder.appendingPathComponent("\(name).fast")),
        Data(note[source.upperBound...].utf8))
    }
  }

  private func check(_ name: String, _ file: Data, _ source: Data) throws {
    let built = try ArchiveBootstrap(json: source).node
    let read = try ArchiveDocument(file, formats: .all).node
    // FastCoder writes a nil for each field that the first object of a class has and this one has not, and the
    // properties of a class that it knows.
    let again = try FastCodingArchive.encode(built, options: .init(objects: .properties))
    let rebuilt = try ArchiveDocument(again, formats: .all).node
    XCTAssertEqual(try plain(rebuilt), try plain(read), name)
    XCTAssertEqual(try plain(built), try plain(read), name)
  }

  /// The content without fields that are nil, and with keys in the order of the alphabet.
  private func plain(_ node: ArchiveNode) throws -> ArchiveNode {
    func sorted(_ node: ArchiveNode) -> ArchiveNode {
      switch node {
      case .array(let elements): .array(elements.map(sorted))
      case .dictionary(let entries):
        .dictionary(
          entries.filter { $0.value != .null }.map { .init(key: $0.key, value: sorted($0.value)) }
            .sorted { "\($0.key)" < "\($1.key)" })
      default: node
      }
    }
    return sorted(try ArchiveNode(json: node.plainJSON().data))
  }
}
