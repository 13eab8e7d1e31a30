import ArchiveDocuments
import ColumnArchives
import StructCoding
import XCTest

@testable import ArchiveBytes
@testable import ArchiveTestSupport

/// Nesting that the depth limit allows and the stack of a thread may not.
final class KeyedSmallStackTests: XCTestCase {
  private static func chain(_ length: Int) -> Node {
    (0..<length).reduce(Node(name: "end", children: [])) { inner, _ in Node(name: "link", children: [inner]) }
  }

  /// A thread of half a megabyte, as on Apple platforms: an error or the value, where a crash would be.
  func testDeepValuesOnSmallStacks() throws {
    let deep = Self.chain(254)
    let data = try onThread(stackSize: 16 << 20) { try KeyedArchive.encode(deep) }
    XCTAssertEqual(try onThread(stackSize: 16 << 20) { try KeyedArchive.decode(Node.self, from: data) }, deep)
    for size in [128 << 10, 192 << 10, 256 << 10, 512 << 10, 1 << 20] {
      check(is: deep) { try onThread(stackSize: size) { try KeyedArchive.decode(Node.self, from: data) } }
      check(is: data) { try onThread(stackSize: size) { try KeyedArchive.encode(deep) } }
    }
  }

  private func check<Value: Equatable>(is expected: Value, _ body: () throws -> Value) {
    do {
      let value = try body()
      XCTAssertEqual(value, expected)
    } catch {
      XCTAssertEqual((error as? ArchiveError)?.code, .limitExceeded)
      XCTAssert("\(error)".contains("stack"), "\(error)")
    }
  }

  /// The same without types: trees of both archives, of a value, and values of them.
  func testDeepTreesOnSmallStacks() throws {
    let deep = Self.chain(254)
    let keyed = try onThread(stackSize: 32 << 20) { try KeyedArchive.encode(deep) }
    let columns = try onThread(stackSize: 32 << 20) { try ColumnArchive.encode(deep) }
    let node = try onThread(stackSize: 32 << 20) { try ArchiveNode(encoding: deep) }
    for size in [128 << 10, 256 << 10, 512 << 10, 1 << 20] {
      let roads: [() throws -> ArchiveNode] = [
        { try KeyedArchive(keyed).node() }, { try ColumnArchive(columns).node() },
        { try ArchiveNode(encoding: deep) }, { node },
      ]
      for make in roads {
        check(is: deep) { try onThread(stackSize: size) { try make().decode(Node.self) } }
      }
    }
  }

  /// Lists in XML that nest deeper than the stack of a thread holds, read by all that may meet one.
  func testDeepXMLOnSmallStacks() throws {
    func list(_ depth: Int, _ open: String, _ close: String) -> Data {
      Data(
        ("<plist><dict><key>$archiver</key><string>NSKeyedArchiver</string><key>$objects</key>"
          + String(repeating: open, count: depth) + "<true/>" + String(repeating: close, count: depth)
          + "<key>$top</key><dict/></dict></plist>").utf8)
    }
    for (size, depth) in [(128 << 10, 150), (512 << 10, 400), (512 << 10, 100_000)] {
      for data in [
        list(depth, "<array>", "</array>"), list(depth, "<dict><key>a</key>", "</dict>"),
        list(depth, "<array>", ""),
      ] {
        let results = [
          try onThread(stackSize: size) { code { _ = try KeyedArchive(data) } },
          try onThread(stackSize: size) { code { _ = try KeyedArchive.decode(Int.self, from: data) } },
          try onThread(stackSize: size) { code { _ = try KeyedUnarchiver(forReadingFrom: data) } },
          try onThread(stackSize: size) { code { _ = try ArchiveDocument(data) } },
          try onThread(stackSize: size) { code { _ = try ArchiveNode(propertyList: data, notation: false) } },
        ]
        for found in results {
          // A list of four hundred levels may be read where the stack holds them; it is no archive then, or one without
          // a root.
          let codes: [ArchiveError.Code?] = [.limitExceeded, .malformed, .truncated, .missingField, nil]
          XCTAssert(codes.contains(found), "\(size), \(depth): \(found.map { "\($0)" } ?? "read")")
        }
      }
    }
  }

  /// A value that is refused when it was decoded leaves the reader as it was, too.
  func testRefusedValuesDoNotAddUp() throws {
    let bad = [Sorted](repeating: Sorted(numbers: [13]), count: 40)
    let archive = try KeyedArchive.encode(AsTree(value: bad + [Sorted(numbers: [2, 1])]))
    for depth in [3, 4] {
      let read = try KeyedArchive.decode(
        [Attempt].self, from: archive, options: .init(limits: .init(maximumDepth: depth)))
      XCTAssertEqual(read, bad.map { _ in Attempt(value: nil) } + [Attempt(value: Sorted(numbers: [1, 2]))])
    }
    XCTAssertEqual(
      try KeyedArchive.decode([Attempt].self, from: archive, options: .init(limits: .init(maximumDepth: 2)))
        .last,
      Attempt(value: nil))
  }

  /// What is not deep needs no large stack.
  func testShallowValuesOnTheSmallestStack() throws {
    let shallow = Self.chain(5)
    let data = try KeyedArchive.encode(shallow)
    XCTAssertEqual(
      try onThread(stackSize: 192 << 10) { try KeyedArchive.decode(Node.self, from: data) }, shallow)
  }

  /// A value that is too deep leaves the reader as it was, for whoever tries another type.
  func testRefusedDepthDoesNotAddUp() throws {
    let archive = try KeyedArchive.encode([Self.chain(3), Self.chain(1)])
    let limits = ArchiveLimits(maximumDepth: 5)
    let read = try KeyedArchive.decode([Shallow].self, from: archive, options: .init(limits: limits))
    XCTAssertEqual(read, [Shallow(node: nil), Shallow(node: Self.chain(1))])
    let many = try KeyedArchive.encode(Array(repeating: Self.chain(3), count: 20) + [Self.chain(1)])
    let last = try KeyedArchive.decode([Shallow].self, from: many, options: .init(limits: limits)).last
    XCTAssertEqual(last, Shallow(node: Self.chain(1)))
  }
}

/// The code of the error that `body` throws.
private func code(_ body: () throws -> Void) -> ArchiveError.Code? {
  do {
    try body()
    return nil
  } catch {
    return ArchiveError.wrapping(error).code
  }
}

/// A sorted value, or nothing where it is refused.
private struct Attempt: ArchiveValue, Equatable {
  var value: Sorted?
  func encodeValue(to encoder: inout some ValueEncoder) throws { try value.encodeValue(to: &encoder) }
  static func decodeValue(from decoder: inout some ValueDecoder) throws -> Attempt {
    Attempt(value: try? Sorted.decodeValue(from: &decoder))
  }
}

/// A node, or nothing where it is too deep.
private struct Shallow: ArchiveValue, Equatable {
  var node: Node?

  func encodeValue(to encoder: inout some ValueEncoder) throws { try node.encodeValue(to: &encoder) }

  static func decodeValue(from decoder: inout some ValueDecoder) throws -> Shallow {
    Shallow(node: try? Node.decodeValue(from: &decoder))
  }
}
