import ArchiveDocuments
import ArchiveTestSupport
import FastCoding
import StructCoding
import XCTest

/// What documents say of the losses of each format, compared with what is lost.
final class LossTests: XCTestCase {
  private struct Target {
    let format: ArchiveFormat
    var options = ArchiveFormat.WritingOptions()
  }

  private let targets = [
    Target(format: .keyedArchive), Target(format: .keyedArchive, options: .init(propertyListFormat: .xml)),
    Target(format: .columnArchive), Target(format: .fastCoding), Target(format: .json),
    Target(format: .propertyList),
    Target(format: .propertyList, options: .init(propertyListFormat: .xml)),
  ]

  private struct Tally {
    var losing = 0
    var faithful = 0
    /// Where losses are said and none shows in an archive made of the file.
    var needless: [String] = []
  }

  /// Writes an archive in each format and reads it back: if the values or the object table of an archive made of them differ,
  /// the document says so.
  private func check(_ name: String, _ data: Data, _ tally: inout Tally) throws {
    let all = KeyedArchive.DecodingOptions(archivers: nil)
    let document = try ArchiveDocument(data, formats: .all)
    let original = try KeyedArchive(data, options: all)
    for target in targets {
      // Not every format holds everything.
      guard let written = try? document.data(as: target.format, options: target.options) else { continue }
      let losses = document.losses(as: target.format, options: target.options)
      let back = try ArchiveDocument(written, formats: .all)
      var differences = back.node.differences(from: document.node).map(\.description)
      if let again = try? back.data(as: .keyedArchive) {
        differences += try KeyedArchive(again, options: all).tableDifferences(from: original)
          .filter { $0.path.steps != [.field("$objects")] }.map(\.description)
      }
      let words = "\(name) as \(target.format) \(target.options.propertyListFormat)"
      if losses.isEmpty {
        XCTAssertEqual(differences.prefix(5), [], words)
        tally.faithful += 1
      } else if differences.isEmpty, (try? back.data(as: .keyedArchive)) != nil {
        tally.needless.append("\(words): \(losses)")
      } else {
        tally.losing += 1
      }
    }
  }

  func testArchivesLikeThoseOfOthers() throws {
    var tally = Tally()
    for archive in ForeignArchive.made { try check(archive.name, archive.data, &tally) }
    XCTAssertGreaterThan(tally.losing, 20)
    XCTAssertGreaterThan(tally.faithful, 100)
    XCTAssertEqual(tally.needless, [])
  }

  func testFilesOfOthers() throws {
    var tally = Tally()
    for archive in try ForeignArchive.files() { try check(archive.name, archive.data, &tally) }
    XCTAssertGreaterThan(tally.losing, 20)
    XCTAssertEqual(tally.needless, [])
  }

  func testKinds() throws {
    func losses(_ node: ArchiveNode, _ format: ArchiveFormat, isXML: Bool = false) throws -> [String] {
      let document = ArchiveDocument(node, format: .json)
      let options = ArchiveFormat.WritingOptions(propertyListFormat: isXML ? .xml : .binary)
      _ = try document.data(as: format, options: options)
      return document.losses(as: format, options: options).map(\.description)
    }
    let event: ArchiveNode = .object("Event", ["tag": "open", "end": .null])
    let node: ArchiveNode = [
      .object("Day", ["name": "a", "events": [event, event]]), .object("Day", ["name": "b", "events": []]),
    ]
    XCTAssertEqual(
      try losses(node, .fastCoding), ["fields that are nil are left out: 2, first at [0].events[0].end"])
    for format in [ArchiveFormat.json, .propertyList, .keyedArchive, .columnArchive] {
      XCTAssertEqual(try losses(node, format), [])
    }
    XCTAssertEqual(
      try losses(["x": [.float(1), .float(2)]], .keyedArchive, isXML: true),
      ["numbers of 32 bits are of 64: 2, first at x[0]"])
    // Values without columns are as in a keyed archive.
    XCTAssertEqual(
      try losses(
        [.instance(ArchiveClass("NSMutableArray", superclassNames: ["NSArray", "NSObject"]), [1])],
        .columnArchive), [])
    let shared = ArchiveNode.graph(ArchiveGraph(root: [.reference(0), .reference(0)], objects: [["a"]]))
    XCTAssertEqual(try losses(shared, .columnArchive), [])
    let archive = try ArchiveDocument(ArchiveDocument(shared, format: .json).data(as: .keyedArchive))
    XCTAssertEqual(archive.losses(as: .columnArchive), [])
    // A tree keeps the classes of its records.
    XCTAssertEqual(try losses([event, .object("Other", ["events": [event]])], .columnArchive), [])
  }

  /// A property list that is made from another says where it has keywords.
  func testKeywords() throws {
    let list = ArchiveNode.array([
      .graph(ArchiveGraph(root: .reference(0), objects: [[.reference(0)]])),
      .dictionary([.init(key: 1, value: 2)]),
      .date(Date(timeIntervalSinceReferenceDate: 0.5)),
    ])
    let document = ArchiveDocument(list, format: .propertyList)
    for (form, count) in [(PropertyListSerialization.PropertyListFormat.binary, 2), (.xml, 3)] {
      let options = ArchiveFormat.WritingOptions(propertyListFormat: form)
      let losses = document.losses(as: .propertyList, options: options)
      XCTAssertEqual(losses.map(\.count), [count])
      XCTAssertEqual(losses.first?.kind, "keywords, which other programs do not know, stand for values")
    }
  }
}
