import Foundation
import LiveValues
import XCTest

/// What is kept for derived properties when the types around it do something unusual.
final class DerivedCacheTests: XCTestCase {
  // MARK: Code that runs while values are compared and released

  /// `==` asks for the derived property that depends on what it compares.
  private struct Tree: Equatable {
    var number = 0
    var children: [Tree] = []
    private let cache = _DerivedCache<Int>()

    init(number: Int, children: [Tree] = []) { (self.number, self.children) = (number, children) }

    var sum: Int { cache.value(of: number, children) { children.reduce(number) { $0 + $1.sum } } }

    static func == (left: Tree, right: Tree) -> Bool { left.sum == right.sum }
  }

  func testEqualityThatAsksForTheValue() {
    var tree = Tree(number: 1)
    for depth in 1...6 {
      // Copies share what is kept, so the children's comparison asks the cache that is asked.
      let copy = tree
      tree.children = [copy]
      XCTAssertEqual(tree.sum, depth + 1)
      XCTAssertEqual(tree.sum, depth + 1)
      tree.children = [copy].map { $0 }
      XCTAssertEqual(tree.sum, depth + 1)
    }
    tree.number = 100
    XCTAssertEqual(tree.sum, 106)
  }

  /// Asks for a derived value when it goes.
  private final class Asking: Equatable {
    let ask: () -> Void
    init(_ ask: @escaping () -> Void) { self.ask = ask }
    deinit { ask() }
    static func == (left: Asking, right: Asking) -> Bool { left === right }
  }

  func testReleaseThatAsksForTheValue() {
    let cache = _DerivedCache<Int>()
    var asked = 0
    for number in 0..<20 {
      let part = Asking { asked += cache.value(of: number) { 1 } }
      XCTAssertEqual(cache.value(of: part) { number }, number)
    }
    XCTAssertGreaterThan(asked, 10)
  }

  // MARK: Memory

  private final class Witness: Equatable {
    static func == (left: Witness, right: Witness) -> Bool { true }
  }

  private struct Sorted {
    var items: [Int]
    var witness: Witness
    private let cache = _DerivedCache<Sorted>()
    private let ownCache = _DerivedCache<Int>()

    init(items: [Int], witness: Witness) { (self.items, self.witness) = (items, witness) }

    /// Made by the initialiser, the value has a cache of its own.
    var sorted: Sorted { cache.value(of: items) { Sorted(items: items.sorted(), witness: witness) } }
    var own: Int { ownCache.value(of: items, witness) { items.count } }
  }

  func testReleasesWhatIsKept() {
    weak var witness: Witness?
    do {
      let own = Witness()
      witness = own
      let value = Sorted(items: [2, 1], witness: own)
      XCTAssertEqual(value.sorted.sorted.items, [1, 2])
      XCTAssertEqual(value.own, 2)
    }
    XCTAssertNil(witness)
  }

  // MARK: What counts as the same

  private struct Parts {
    var numbers: [Double] = [0]
    var text: [String?] = ["\u{E9}"]
    var ratio: Float? = 0
    var nested: [[Double]]? = [[1], [0]]
    private let cache = _DerivedCache<[String]>()

    var description: [String] {
      cache.value(of: numbers, text, ratio, nested) {
        [
          "\(numbers)", "\(text.compactMap { $0?.unicodeScalars.count })", "\(ratio.map { "\($0)" } ?? "")",
          "\(nested ?? [])",
        ]
      }
    }
  }

  func testEqualPartsThatAreNotTheSame() {
    var parts = Parts()
    XCTAssertEqual(parts.description, ["[0.0]", "[1]", "0.0", "[[1.0], [0.0]]"])
    parts.numbers = [-0.0]
    XCTAssertEqual(parts.description[0], "[-0.0]")
    parts.text = ["e\u{301}"]
    XCTAssertEqual(parts.description[1], "[2]")
    parts.ratio = -0.0
    XCTAssertEqual(parts.description[2], "-0.0")
    parts.nested = [[1], [-0.0]]
    XCTAssertEqual(parts.description[3], "[[1.0], [-0.0]]")
    (parts.nested, parts.ratio, parts.text) = (nil, nil, [nil])
    XCTAssertEqual(parts.description, ["[-0.0]", "[]", "", "[]"])
  }

  /// What is the same bit for bit needs no `==`, and so NaN is kept.
  func testSameBits() {
    let cache = _DerivedCache<Int>()
    var made = 0
    func make() -> Int {
      made += 1
      return made
    }
    for _ in 0..<3 {
      XCTAssertEqual(
        cache.value(of: Double.nan, [1, 2].map { $0 + 1 }, "a long text, not stored inline", making: make), 1)
    }
    XCTAssertEqual(made, 1)
  }
}
