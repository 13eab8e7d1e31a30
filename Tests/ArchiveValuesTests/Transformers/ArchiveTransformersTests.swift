import ArchiveBytes
import ArchiveTestSupport
import Foundation
import XCTest

@testable import ArchiveValues

/// The registry: which type a name stands for.
final class ArchiveTransformersTests: XCTestCase {
  struct Doubling: ArchiveTransformer {
    func encode(_ value: Int) -> Int { value * 2 }
    func decode(_ stored: Int) -> Int { stored / 2 }
  }

  private static let shipped = ["HexDataTransformer", "ISO8601DateTransformer"]

  func testShippedNames() throws {
    XCTAssertEqual(ArchiveTransformers.names.filter(Self.shipped.contains), Self.shipped)
    for name in Self.shipped {
      XCTAssertEqual("\(type(of: try ArchiveTransformers.transformer(named: name)))", name)
    }
  }

  func testRegistering() throws {
    ArchiveTransformers.register(Doubling.self, forName: "Tests.doubling")
    ArchiveTransformers.register(Doubling.self, forName: "Tests.doubling")
    ArchiveTransformers.register(Doubling.self, forName: "Tests.doubling, also")
    ArchiveTransformers.register(Doubling.self)
    XCTAssert(ArchiveTransformers.names.contains("Doubling"))
    XCTAssertEqual(ArchiveTransformers.names.filter { $0 == "Tests.doubling" }.count, 1)
    let transformer = try ArchiveTransformers.transformer(named: "Tests.doubling")
    XCTAssertEqual((transformer as? Doubling)?.encode(4), 8)
  }

  func testTakenNames() throws {
    XCTAssertNil(ArchiveTransformers.add(Doubling.self, forName: "Tests.double"))
    XCTAssertNil(ArchiveTransformers.add(Doubling.self, forName: "Tests.double"))
    let taken = try XCTUnwrap(ArchiveTransformers.add(HexDataTransformer.self, forName: "Tests.double"))
    XCTAssert(taken == Doubling.self)
    let kept = try ArchiveTransformers.transformer(named: "Tests.double")
    XCTAssert(kept is Doubling, "the first keeps the name")
  }

  func testUnknownNames() {
    assertThrows(
      .unsupported,
      saying: "found \"HexDataTranformer\"", "Did you mean \"HexDataTransformer\"?",
      "HexDataTransformer, ISO8601DateTransformer", "ArchiveTransformers.register"
    ) { try ArchiveTransformers.transformer(named: "HexDataTranformer") }
    let error = assertThrows(.unsupported, saying: "Registered are: ", "HexDataTransformer") {
      try ArchiveTransformers.transformer(named: "something else")
    }
    XCTAssertEqual(error?.description.contains("Did you mean"), false)
  }

  /// A field takes a transformer of its type, or of what that is an optional of.
  func testOtherValues() throws {
    assertThrows(
      .unsupported, saying: "a transformer of String", "“HexDataTransformer”, a transformer of Data"
    ) {
      try FieldStorage<String>.part(ofTransformerNamed: "HexDataTransformer")
    }
    XCTAssert(
      try FieldStorage<Data>.part(ofTransformerNamed: "HexDataTransformer")
        == TransformedPart<HexDataTransformer>.self)
    XCTAssert(
      try FieldStorage<Data?>.part(ofTransformerNamed: "HexDataTransformer")
        == TransformedPart<HexDataTransformer>?.self)
  }

  /// Many threads register and look up at once.
  func testThreads() throws {
    let failures = Locked(0)
    DispatchQueue.concurrentPerform(iterations: 200) { number in
      let name = "Tests.thread \(number % 20)"
      ArchiveTransformers.register(Doubling.self, forName: name)
      let found = try? ArchiveTransformers.transformer(named: name)
      let unknown = try? ArchiveTransformers.transformer(named: "Tests.none \(number)")
      guard found is Doubling, unknown == nil, ArchiveTransformers.names.contains(name) else {
        return failures.withLock { $0 += 1 }
      }
    }
    XCTAssertEqual(failures.withLock { $0 }, 0)
    XCTAssertEqual(ArchiveTransformers.names.filter { $0.hasPrefix("Tests.thread") }.count, 20)
  }
}
