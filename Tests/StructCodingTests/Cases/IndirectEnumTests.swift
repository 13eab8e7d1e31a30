import ArchiveTestSupport
import Foundation
import StructCoding
import XCTest

/// Enumerations that hold themselves, in the shapes that a release build could get wrong: what is in them stays what it
/// was when archives and temporary values are gone, and goes when they go.
final class IndirectEnumTests: XCTestCase {
  private func check<Value: Archivable & Hashable>(
    _ make: (_ random: inout SeededGenerator, _ depth: Int) -> Value, file: StaticString = #filePath,
    line: UInt = #line
  ) throws {
    let before = Token.count
    try {
      var random = SeededGenerator(seed: 13)
      let count = Thoroughness.isFull ? 60 : 20
      let values = (0..<count).map { _ in make(&random, 4) }
      let held = Token.count
      // What values share is a value at each place afterwards, on every road.
      var places: Int?
      for road in Road.allCases {
        let back = try road.carry(values, to: [Value].self)
        XCTAssertEqual(Token.count - held, places ?? Token.count - held, "\(road)", file: file, line: line)
        places = Token.count - held
        // What was freed too early is overwritten.
        let others = (0..<count).map { _ in make(&random, 4) }
        XCTAssertEqual(back, values, "\(road)", file: file, line: line)
        XCTAssertEqual(others.count, count)
      }
      for value in values { try assertCoderRoundTrip(value, file: file, line: line) }
      let through = try KeyedArchive.unarchivedArrayOfObjects(
        ofClass: Value.Coding.self,
        from: KeyedArchive.archivedData(
          withRootObject: values.encoded as NSArray, requiringSecureCoding: true))
      XCTAssertEqual(through?.decoded, values, file: file, line: line)
    }()
    XCTAssertEqual(Token.count, before, "left over", file: file, line: line)
  }

  func testOneStruct() throws { try check(OfStruct.random) }
  func testSeveralValues() throws { try check(OfSeveral.random) }
  func testArrays() throws { try check(OfArrays.random) }
  func testOptionals() throws { try check(OfOptionals.random) }
  func testDefaults() throws {
    try check(OfDefaults.random)
    // An archive without the associated values that have defaults: what they hold is shared with the default.
    let old = OldDefaults.node(token: Token("old"))
    for road in Road.allCases where ![.columnByName, .columnTree].contains(road) {
      for _ in 0..<3 {
        let back = try road.carry([old, old], to: [OfDefaults].self)
        let new = OfDefaults.node(token: Token("old"))
        XCTAssertEqual(back, [new, new], "\(road)")
      }
    }
    XCTAssertEqual(OfDefaults.usual, .leaf(Token("usual")))
  }
}

/// A value that counts its instances.
private final class Token: ArchiveValue, Hashable, @unchecked Sendable {
  private static let lock = NSLock()
  private nonisolated(unsafe) static var instances = 0
  static var count: Int { lock.withLock { instances } }

  let text: String

  init(_ text: String) {
    self.text = text
    Self.lock.withLock { Self.instances += 1 }
  }

  deinit { Self.lock.withLock { Self.instances -= 1 } }

  static func random(_ random: inout SeededGenerator) -> Token {
    Token("a text of more than fifteen bytes, \(random.below(1000))")
  }

  static func == (left: Token, right: Token) -> Bool { left.text == right.text }
  func hash(into hasher: inout Hasher) { hasher.combine(text) }
  func encodeValue(to encoder: inout some ValueEncoder) throws { try text.encodeValue(to: &encoder) }
  static func decodeValue(from decoder: inout some ValueDecoder) throws -> Token {
    Token(try String.decodeValue(from: &decoder))
  }
  static var archiveClasses: [AnyClass] { String.archiveClasses }
}

@Archivable(className: "Indirect_Struct")
private enum OfStruct: Hashable {
  case leaf(Token)
  case list([OfStruct])
  indirect case branch(Branch)

  @Archivable(className: "Indirect_Branch")
  struct Branch: Hashable {
    var root: OfStruct
    var objects: [OfStruct]
    var name: String
    var number = 1
  }

  static func random(_ random: inout SeededGenerator, _ depth: Int) -> OfStruct {
    guard depth > 0, !random.oneIn(4) else { return .leaf(.random(&random)) }
    let parts = (0..<random.below(3)).map { _ in OfStruct.random(&random, depth - 1) }
    let chosen = random.oneIn(2) || parts.isEmpty ? .list(parts) : parts[0]
    return random.oneIn(3)
      ? chosen : .branch(Branch(root: chosen, objects: parts, name: "a name of more than fifteen bytes"))
  }
}

@Archivable(className: "Indirect_Several")
private indirect enum OfSeveral: Hashable {
  case leaf(Token)
  case pair(OfSeveral, OfSeveral)
  case named(String, of: OfSeveral, number: Int, Token)

  static func random(_ random: inout SeededGenerator, _ depth: Int) -> OfSeveral {
    guard depth > 0, !random.oneIn(4) else { return .leaf(.random(&random)) }
    let parts = (0..<2).map { _ in OfSeveral.random(&random, depth - 1) }
    return random.oneIn(2)
      ? .pair(parts[0], parts[1])
      : .named("a name of more than fifteen bytes", of: parts[0], number: depth, .random(&random))
  }
}

@Archivable(className: "Indirect_Arrays")
private enum OfArrays: Hashable {
  case empty
  case leaf(Token)
  case list([OfArrays])
  indirect case graph(OfArrays, [OfArrays], [String: OfArrays])

  static func random(_ random: inout SeededGenerator, _ depth: Int) -> OfArrays {
    guard depth > 0, !random.oneIn(4) else { return random.oneIn(3) ? .empty : .leaf(.random(&random)) }
    let parts = (0..<random.below(4)).map { _ in OfArrays.random(&random, depth - 1) }
    return random.oneIn(2) ? .list(parts) : .graph(.list(parts), parts, ["first": parts.first ?? .empty])
  }
}

@Archivable(className: "Indirect_Optionals")
private indirect enum OfOptionals: Hashable {
  case link(Token?, next: OfOptionals?)
  case fork(OfOptionals?, OfOptionals?, [OfOptionals?])

  static func random(_ random: inout SeededGenerator, _ depth: Int) -> OfOptionals {
    guard depth > 0, !random.oneIn(4) else { return .link(.random(&random), next: nil) }
    let parts = (0..<3).map { _ in random.oneIn(3) ? nil : OfOptionals.random(&random, depth - 1) }
    return random.oneIn(2)
      ? .link(random.oneIn(2) ? nil : .random(&random), next: parts[0])
      : .fork(parts[0], parts[1], [parts[2], nil])
  }
}

@Archivable(className: "Indirect_Defaults")
private indirect enum OfDefaults: Hashable, Sendable {
  case leaf(Token)
  case node(token: Token, next: OfDefaults = Self.usual, all: [OfDefaults] = [Self.usual])

  static let usual = OfDefaults.leaf(Token("usual"))

  static func random(_ random: inout SeededGenerator, _ depth: Int) -> OfDefaults {
    guard depth > 0, !random.oneIn(4) else { return .leaf(.random(&random)) }
    let parts = (0..<2).map { _ in OfDefaults.random(&random, depth - 1) }
    return .node(token: .random(&random), next: parts[0], all: parts)
  }
}

/// What an older program wrote.
@Archivable(className: "Indirect_Defaults")
private indirect enum OldDefaults: Hashable {
  case leaf(Token)
  case node(token: Token)
}
