import ArchiveTestSupport
import ColumnArchives
import StructCoding
import StructCodingTesting
import XCTest

/// `onDecodeFailure: .dropElements`. The first models are those of CodableKit and MetaCodable.
final class ElementDroppingTests: XCTestCase {
  @Archivable(className: "Test_LossyItem")
  struct LooseItem { var id: ArchiveNode }

  @Archivable(className: "Test_Lossy")
  struct Loose {
    var items: [LooseItem]
    var tags: Set<ArchiveNode>?
    var map: [String: ArchiveNode]
    var data: [ArchiveNode]
  }

  @Archivable(className: "Test_LossyItem")
  struct Item: Equatable { let id: Int }

  @Archivable(className: "Test_Lossy")
  struct Lossy: Equatable {
    @Stored(onDecodeFailure: .dropElements) var items: [Item]
    @Stored(onDecodeFailure: .dropElements) var tags: Set<String>?
    @Stored(onDecodeFailure: .dropElements) var map: [String: Int]
    @Stored(onDecodeFailure: .dropElements) var data: [String]
  }

  private let loose = Loose(
    items: [1, "oops", 3, 4.5, 5].map(LooseItem.init), tags: ["a", 2, "c"],
    map: ["a": 1, "b": "oops", "c": 3, "e": 4], data: [1, "1", 2, "2"])

  private let lossy = Lossy(
    items: [1, 3, 5].map(Item.init), tags: ["a", "c"], map: ["a": 1, "c": 3, "e": 4], data: ["1", "2"])

  func testEveryRoad() throws {
    for road in Road.allCases {
      let (value, failures) = try DecodeFailures.collecting { try road.carry(loose, to: Lossy.self) }
      XCTAssertEqual(value, lossy, "\(road)")
      XCTAssertEqual(
        Set(failures.map(\.error.pathDescription)).subtracting(["tags[0]", "tags[1]", "tags[2]"]),
        ["items[1].id", "items[3].id", "map[\"b\"]", "data[0]", "data[2]"], "\(road)")
      XCTAssertEqual(failures.count, 6, "\(road)")
      XCTAssertEqual(failures.filter { $0.error.code == .typeMismatch }.count, 5, "\(road)")
    }
    // Nobody need ask.
    XCTAssertEqual(try KeyedArchive.decode(Lossy.self, from: KeyedArchive.encode(loose)), lossy)
  }

  func testCoders() throws {
    let coded = try KeyedArchive.archivedData(withRootObject: loose.encoded, requiringSecureCoding: true)
    let (value, failures) = try DecodeFailures.collecting {
      try KeyedArchive.unarchivedObject(ofClass: Lossy.Coding.self, from: coded)?.decoded
    }
    XCTAssertEqual(value, lossy)
    XCTAssertEqual(failures.count, 6)
    try assertCoderRoundTrip(lossy)
  }

  /// What is stored is what other collections store, so the policy can come and go.
  func testRoundTrips() throws {
    StructCodingTesting.assertRoundTrip(lossy, damagedCopies: 300)
    StructCodingTesting.assertRoundTrip(arbitrary: [Lossy].self, count: 100)
    StructCodingTesting.assertRoundTrip(
      Lossy(items: [], tags: nil, map: [:], data: []), damagedCopies: 100)
    for road in Road.allCases {
      XCTAssertEqual(try road.carry(road.carry(lossy, to: Strict.self), to: Lossy.self), lossy, "\(road)")
    }
    XCTAssertEqual(
      try ColumnArchive.encode([lossy]),
      try ColumnArchive.encode([
        Strict(items: lossy.items, tags: lossy.tags, map: lossy.map, data: lossy.data)
      ])
    )
  }

  @Archivable(className: "Test_Lossy")
  struct Strict: Equatable {
    var items: [Item]
    var tags: Set<String>?
    var map: [String: Int]
    var data: [String]
  }

  // MARK: Columns

  @Archivable(className: "Test_Kind")
  enum NewKind: Equatable {
    case note
    case image(String)
    case video
  }

  @Archivable(className: "Test_Kind")
  enum Kind: Equatable {
    case note
    case image(String)
  }

  enum Unit: String, ArchiveValue, CaseIterable { case metre, foot }

  @Archivable(className: "Test_Page")
  struct NewPage {
    var number: Int
    var kinds: [NewKind]
    var units: [String]
    var bytes: [Int]
  }

  @Archivable(className: "Test_Page")
  struct Page: Equatable {
    var number: Int
    @Stored(onDecodeFailure: .dropElements) var kinds: [Kind]
    @Stored(onDecodeFailure: .dropElements) var units: [Unit]
    @Stored(onDecodeFailure: .dropElements) var bytes: [UInt8]
  }

  /// Some among many, over several parts of a batch.
  func testManyColumns() throws {
    var generator = SeededGenerator()
    let pages = (0..<(Thoroughness.isFull ? 2000 : 300)).map { number in
      NewPage(
        number: number,
        kinds: (0..<generator.below(5)).map { generator.oneIn(40) ? .video : .image("\(number) \($0)") },
        units: (0..<generator.below(4)).map { _ in generator.oneIn(50) ? "cubit" : "foot" },
        bytes: (0..<generator.below(4)).map { generator.oneIn(60) ? 300 : $0 })
    }
    let expected = pages.map { page in
      Page(
        number: page.number,
        kinds: page.kinds.compactMap { if case .image(let name) = $0 { .image(name) } else { nil } },
        units: page.units.compactMap(Unit.init), bytes: page.bytes.compactMap { UInt8(exactly: $0) })
    }
    let dropped = zip(pages, expected).map { page, expected in
      page.kinds.count + page.units.count + page.bytes.count - expected.kinds.count - expected.units.count
        - expected.bytes.count
    }.reduce(0, +)
    XCTAssertGreaterThan(dropped, 15)
    for road in Road.allCases {
      let (value, failures) = try DecodeFailures.collecting { try road.carry(pages, to: [Page].self) }
      XCTAssertEqual(value, expected, "\(road)")
      XCTAssertEqual(failures.count, dropped, "\(road)")
      XCTAssertTrue(
        failures.allSatisfy { failure in
          ["kinds", "units", "bytes"].contains { failure.error.pathDescription.hasPrefix($0) }
        },
        "\(road)")
    }
  }

  // MARK: Nested, keys, instances

  @Archivable(className: "Test_Outer")
  struct NewOuter {
    var pages: [NewPage]
    var byKind: [NewPlain: Int]
    var kinds: Set<NewPlain>
  }

  @Archivable(className: "Test_Plain") enum NewPlain: Hashable { case one, two, three, four }

  @Archivable(className: "Test_Plain")
  enum Plain: Hashable {
    case one
    @Stored(.fallback) case other
  }

  @Archivable(className: "Test_Outer")
  struct Outer: Equatable {
    @Stored(onDecodeFailure: .dropElements) var pages: [Page]
    @Stored(onDecodeFailure: .dropElements) var byKind: [Plain: Int]
    @Stored(onDecodeFailure: .dropElements) var kinds: Set<Plain>
  }

  /// The path of an error leads from the outermost property. Unknown cases become equal, and the second is left out.
  func testNestedAndEqual() throws {
    let old = NewOuter(
      pages: [
        NewPage(number: 1, kinds: [.note, .video], units: [], bytes: []),
        NewPage(number: 2, kinds: [], units: ["cubit", "foot"], bytes: [1, 256]),
      ], byKind: [.one: 1, .two: 2, .three: 3], kinds: [.one, .two, .three, .four])
    for road in Road.allCases {
      let (value, failures) = try DecodeFailures.collecting { try road.carry(old, to: Outer.self) }
      XCTAssertEqual(
        value.pages,
        [
          Page(number: 1, kinds: [.note], units: [], bytes: []),
          Page(number: 2, kinds: [], units: [.foot], bytes: [1]),
        ], "\(road)")
      XCTAssertEqual(value.byKind[.one], 1, "\(road)")
      XCTAssertEqual(value.byKind.count, 2, "\(road)")
      XCTAssertEqual(value.kinds, [.one, .other], "\(road)")
      let paths = failures.map(\.error.pathDescription)
      XCTAssertEqual(failures.count, 6, "\(road): \(paths)")
      XCTAssertEqual(paths.filter { $0.hasPrefix("byKind") }.count, 1, "\(road): \(paths)")
      XCTAssertEqual(paths.filter { $0.hasPrefix("kinds") }.count, 2, "\(road): \(paths)")
    }
    for road in [Road.keyed, .node] {
      let failures = try DecodeFailures.collecting { try road.carry(old, to: Outer.self) }.failures
      XCTAssertEqual(
        failures.prefix(3).map(\.error.pathDescription),
        ["pages[0].kinds[1]", "pages[1].units[0]", "pages[1].bytes[1]"], "\(road)")
    }
  }

  @Archivable(className: "Test_Tree")
  struct NewTree {
    var kind: NewKind
    var children: [NewTree] = []
  }

  @Archivable(className: "Test_Tree")
  struct Tree: Equatable {
    var kind: Kind
    @Stored(onDecodeFailure: .dropElements) var children: [Tree] = []
  }

  /// A type that contains itself, with a failure on each level; each level is read again once at most.
  func testRecursion() throws {
    var (old, expected) = (NewTree(kind: .note), Tree(kind: .note))
    for _ in 0..<40 {
      old = NewTree(kind: .note, children: [old, NewTree(kind: .video)])
      expected = Tree(kind: .note, children: [expected])
    }
    for road in Road.allCases {
      let (tree, failures) = try DecodeFailures.collecting { try road.carry(old, to: Tree.self) }
      XCTAssertEqual(tree, expected, "\(road)")
      XCTAssertEqual(failures.count, 40, "\(road)")
      XCTAssertEqual(
        failures.map(\.error.path.count).max(), 2 * 40 + 1,
        "\(road): \(failures.map(\.error.pathDescription))")
    }
    StructCodingTesting.assertRoundTrip(expected)
  }

  @ArchivableObject(className: "Test_Album")
  final class NewAlbum {
    var kinds: [NewKind] = []
    var title: String
    init(kinds: [NewKind], title: String) { (self.kinds, self.title) = (kinds, title) }
  }

  @ArchivableObject(className: "Test_Album")
  final class Album {
    @Stored(onDecodeFailure: .dropElements) var kinds: [Kind] = []
    var title: String
    init(kinds: [Kind], title: String) { (self.kinds, self.title) = (kinds, title) }
  }

  func testClasses() throws {
    let album = NewAlbum(kinds: [.note, .video, .image("a")], title: "all")
    for road in Road.allCases {
      let (albums, failures) = try DecodeFailures.collecting {
        try road.carry([album, album], to: [Album].self)
      }
      XCTAssertEqual(albums.map(\.kinds), [[.note, .image("a")], [.note, .image("a")]], "\(road)")
      XCTAssertIdentical(albums[0], albums[1], "\(road)")
      XCTAssertEqual(failures.count, 1, "\(road)")
    }
  }

  @ArchivableObject(className: "Test_Shape")
  class NewShape {
    init() {}
    class var archiveSubclasses: [any ArchivableObject.Type] { [NewCircle.self, NewSquare.self] }
  }

  @ArchivableObject(className: "Test_Circle")
  final class NewCircle: NewShape {
    var radius = 1
    override init() { super.init() }
  }

  @ArchivableObject(className: "Test_Square")
  final class NewSquare: NewShape {
    override init() { super.init() }
  }

  @ArchivableObject(className: "Test_Shape")
  class Shape {
    init() {}
    class var archiveSubclasses: [any ArchivableObject.Type] { [Circle.self] }
  }

  @ArchivableObject(className: "Test_Circle")
  final class Circle: Shape {
    var radius = 0
    override init() { super.init() }
  }

  @Archivable(className: "Test_Drawing") struct NewDrawing { var shapes: [NewShape] }

  @Archivable(className: "Test_Drawing")
  struct Drawing {
    @Stored(onDecodeFailure: .dropElements) var shapes: [Shape]
  }

  /// Instances of classes that the program lacks are left out; the others keep their identity.
  func testUnknownSubclasses() throws {
    let circle = NewCircle()
    let old = NewDrawing(shapes: [circle, NewSquare(), circle])
    for road in Road.allCases {
      let (drawings, failures) = try DecodeFailures.collecting {
        try road.carry([old, old], to: [Drawing].self)
      }
      XCTAssertEqual(drawings.map(\.shapes.count), [2, 2], "\(road)")
      XCTAssertIdentical(drawings[0].shapes[0], drawings[1].shapes[1], "\(road)")
      XCTAssertEqual((drawings[0].shapes[0] as? Circle)?.radius, 1, "\(road)")
      XCTAssertEqual(failures.map(\.error.pathDescription), ["shapes[1]", "shapes[1]"], "\(road)")
    }
  }

  // MARK: What is no matter of an element

  @Archivable(className: "Test_Lossy")
  struct WithDefaults: Equatable {
    @Stored(default: [ElementDroppingTests.Item(id: 7)], onDecodeFailure: .dropElements) var items: [Item]
    @Stored(onDecodeFailure: .dropElements) var others = [1, 2]
    @Stored(onDecodeFailure: .dropElements) var tags: Set<String>?
  }

  @Archivable(className: "Test_Lossy")
  struct Number { var items: Int }

  @Archivable(className: "Test_Lossy")
  struct Nothing {}

  func testMissing() throws {
    for road in Road.allCases {
      XCTAssertEqual(
        try road.carry(Nothing(), to: WithDefaults.self),
        WithDefaults(items: [Item(id: 7)], others: [1, 2], tags: nil), "\(road)")
    }
  }

  func testNoCollection() throws {
    for road in Road.allCases {
      let (_, failures) = DecodeFailures.collecting {
        assertThrows(.typeMismatch, at: road.path("items")) {
          try road.carry(Number(items: 123), to: WithDefaults.self)
        }
      }
      XCTAssertEqual(failures.count, 0, "\(road)")
    }
  }

  /// Failures count against the limits, and at most 1,000 are kept.
  func testBudget() throws {
    let many = (0..<3000).map { LooseItem(id: .string("no \($0)")) } + [LooseItem(id: 1)]
    let value = Loose(items: many, tags: nil, map: [:], data: [])
    for road in [Road.keyed, .column, .node] {
      let (read, failures) = try DecodeFailures.collecting { try road.carry(value, to: Lossy.self) }
      XCTAssertEqual(read.items, [Item(id: 1)], "\(road)")
      XCTAssertEqual(failures.count, 1000, "\(road)")
      XCTAssertEqual(failures.first?.error.pathDescription, "items[0].id", "\(road)")
    }
    let limits = ArchiveLimits(maximumDecodedSize: 200_000)
    let keyed = try KeyedArchive.encode(value)
    assertThrows(.limitExceeded) {
      try KeyedArchive.decode(Lossy.self, from: keyed, options: .init(limits: limits))
    }
    let column = try ColumnArchive.encode(value)
    assertThrows(.limitExceeded) {
      try ColumnArchive.decode(Lossy.self, from: column, options: .init(limits: limits))
    }
  }

  /// Damage is no matter of one element.
  func testDamagedArchives() throws {
    for road in [Road.keyed, .column] {
      let archive = try road.archive([loose, loose])
      for length in Thoroughness.some(of: 0..<archive.count, oneIn: 5) {
        XCTAssertThrowsError(try road.read([Lossy].self, from: archive.prefix(length)))
      }
      var generator = SeededGenerator()
      for _ in 0..<Thoroughness.rounds(400, full: 2000) {
        var damaged = archive
        damaged[generator.below(damaged.count)] = UInt8.random(in: 0...255, using: &generator)
        _ = try? road.read([Lossy].self, from: damaged, verifies: false)
      }
    }
  }
}
