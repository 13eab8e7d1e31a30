import ArchiveDocuments
import ArchiveTestSupport
import FastCoding
import StructCoding
import XCTest

/// Documents that nest, on a thread of 128 KB: every door gives the value, or an error that says what is too deep.
final class DocumentSmallStackTests: XCTestCase {
  private static let limits = ArchiveLimits(maximumDepth: 1_000_000)

  private func nested(_ depth: Int, _ wrap: (ArchiveNode) -> ArchiveNode) -> ArchiveNode {
    (0..<depth).reduce(into: "x") { node, _ in node = wrap(node) }
  }

  /// Files of every format whose values nest so deeply.
  private func files(_ depth: Int) throws -> [(name: String, data: Data)] {
    let limits = Self.limits
    let nodes: [(String, ArchiveNode)] = [
      ("arrays", nested(depth) { [$0] }), ("dictionaries", nested(depth) { ["key": $0] }),
      ("sets", nested(depth) { .set([$0]) }), ("records", nested(depth) { .object("Record", ["part": $0]) }),
      ("instances", nested(depth) { .instance(ArchiveClass("NSMutableArray"), [$0]) }),
      // A dictionary and the array that is its key: two levels.
      ("entries", nested(depth / 2) { .dictionary([.init(key: [$0], value: 1)]) }),
    ]
    var files: [(String, Data)] = []
    for (name, node) in nodes {
      files += [
        ("JSON of \(name)", try node.jsonData(limits: limits)),
        ("list of \(name)", try node.propertyListData(limits: limits)),
        ("XML of \(name)", try node.propertyListData(format: .xml, limits: limits)),
        ("archive of \(name)", try KeyedArchive.encode(node, options: .init(limits: limits))),
        ("FastCoding of \(name)", try FastCodingArchive.encode(node, options: .init(limits: limits))),
      ]
    }
    let plain = ArchiveNode.instance(ArchiveClass(""), nodes[0].1)
    files.append(("plain archive", try KeyedArchive.encode(plain, options: .init(limits: limits))))
    return files
  }

  /// Whether a call gives a value.
  private static func succeeds(_ what: String, _ body: () throws -> Void) -> Bool {
    do {
      try body()
      return true
    } catch let error as ArchiveError {
      XCTAssertEqual(error.code, .limitExceeded, "\(what): \(error)")
    } catch {
      XCTFail("\(what): \(error)")
    }
    return false
  }

  func testEveryDoor() throws {
    let samples = try Thoroughness.some(of: [4, 12, 20, 26, 40, 100, 400], oneIn: 2).map {
      ($0, try files($0))
    }
    try onThread(stackSize: 128 << 10) {
      for (depth, files) in samples {
        for (name, data) in files {
          let what = "\(depth) levels, \(name)"
          var document: ArchiveDocument?
          guard
            Self.succeeds(
              what,
              {
                document = try ArchiveDocument(data, options: .init(limits: Self.limits), formats: .all)
              }), let document
          else {
            if depth == 4 { XCTFail("\(what) does not open") }
            continue
          }
          for format in [ArchiveFormat.json, .propertyList, .keyedArchive, .fastCoding] {
            for list in [PropertyListSerialization.PropertyListFormat.binary, .xml] {
              // The XML of keyed archives is Foundation's.
              if list == .xml, format != .propertyList { continue }
              _ = Self.succeeds("\(what) to \(format)") {
                _ = try document.data(
                  as: format, options: .init(propertyListFormat: list, limits: Self.limits))
              }
            }
          }
          _ = Self.succeeds("\(what) to plain JSON") { _ = try document.node.plainJSON(limits: Self.limits) }
          _ = Self.succeeds("\(what) as an excerpt") {
            _ = try ArchiveInspection(data, limits: Self.limits, formats: .all).excerpt(elementLimit: 20)
          }
        }
      }
    }
  }
}
