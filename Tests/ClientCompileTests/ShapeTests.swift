import StructCoding
import XCTest

/// Real uses of the macro, compiled under the strictest settings a client can have, and run through an archive.
final class ShapeTests: XCTestCase, ShapeCheck {
  func check<Value: Archivable & Equatable>(_ value: Value) throws { try roundTrip(value) }

  private func roundTrip<Value: Archivable & Equatable>(
    _ value: Value, file: StaticString = #filePath, line: UInt = #line
  ) throws {
    let data = try KeyedArchive.encode(value)
    XCTAssertEqual(try KeyedArchive.decode(Value.self, from: data), value, file: file, line: line)
    XCTAssertEqual(value.encoded.decoded, value, file: file, line: line)
    XCTAssertEqual(value.encoded, value.encoded, file: file, line: line)
    XCTAssertEqual(value._archiveObject.flatMap { Value(_archiveObject: $0) }, value, file: file, line: line)
    // The wrapper by the road of objects, and any number of them.
    let wrapped = try KeyedArchive.archivedData(withRootObject: value.encoded, requiringSecureCoding: true)
    XCTAssertEqual(
      try KeyedArchive.unarchivedObject(ofClass: Value.Coding.self, from: wrapped)?.decoded, value,
      file: file,
      line: line)
    XCTAssertEqual(
      try KeyedArchive.decode([Value].self, from: KeyedArchive.encode([value, value])), [value, value],
      file: file,
      line: line)
  }

  func testEveryShape() throws {
    let event = Event(timeStamp: Date(timeIntervalSince1970: 5), eventTag: "tag")
    try roundTrip(event)
    try roundTrip(Session(startTime: event.timeStamp, endTime: nil, events: [event], observed: 3))
    try roundTrip(Session(startTime: event.timeStamp, endTime: event.timeStamp, events: [], observed: 3))
    try roundTrip(Empty())
    try roundTrip(ConstantsOnly())
    try roundTrip(
      Inferred(
        a: 2, b: "x", c: 3, d: 4, e: [], f: 2.5, g: 3, h: 4, i: nil, j: ["a": [1], "b": nil], k: Data([1]),
        l: 1))
    try roundTrip(Inferred(c: 3, d: 4, f: 2.5, h: nil, i: true, j: [:], k: Data(), l: 1))
    try roundTrip(
      Tuples(
        plain: (1, "a"), labelled: (2, event), inferred: (5, "b"), inferredLabelled: (2, 3), partly: (3, "n"),
        parenthesised: 4, a: (1, 2), b: (3, 4)))
    try roundTrip(
      Keywords(
        class: "c", self: 1, init: 2, default: false, encoder: 3, decoder: 4, coder: 5, decoded: 6,
        encoded: 7, value: 8,
        archiveSchema: 9, `raw name with "quotes"`: 10))
    try roundTrip(
      Wrapped(first: 5, third: 99, second: Zeroed(wrappedValue: 6), fourth: 7, fifth: Zeroed(wrappedValue: 8))
    )
    let shapes: [Shape] = [
      .circle(radius: 2), .rectangle(width: 1, height: 2), .pair(1, "a"), .wrapped(3), .none, .some, .default,
      .keyword(in: 1, self: nil), .nested(event, [event]), .node(.none, .node(.some, nil)),
    ]
    for shape in shapes { try roundTrip(shape) }
    for plain in Plain.allCases { try roundTrip(plain) }
    try roundTrip(Tree<Int>.node(.leaf, 3, .node(.leaf, 4, .leaf)))
    try roundTrip(Suit.hearts)
    try roundTrip(Level.high)
    try roundTrip(Options(rawValue: 5))
    try roundTrip(
      RawParts(
        mode: .slow, maybe: nil, many: [.fast], suit: .spades, suits: [.hearts], options: Options(rawValue: 1)
      ))
    try roundTrip(Renamed(latitude: 1, longitude: 2, label: "a", wrapped: 3, clamped: 4, apple: 5))
    try roundTrip(RenamedCases.north)
    try roundTrip(RenamedCases.south(1))
    try roundTrip(RawCases.one(.slow, 1))
    try roundTrip(RawCases.more(maybe: nil, [.slow, .fast]))
    try roundTrip(Single.only(.hearts))
    try roundTrip(Box(content: 3, more: [4]))
    try roundTrip(Box<String>.Inner(contents: ["a", nil]))
    try roundTrip(Pair(first: 1, second: "b"))
    try roundTrip(Tagged<Point3>(id: 1))
    try roundTrip(NamedBox(value: 3))
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      try roundTrip(Fixed<4>(numbers: [1]))
    }
    try roundTrip(Outer.InExtension(z: 1))
    try roundTrip(Space.Implicit(z: 1))
    try roundTrip(Packaged(x: 1))
    try roundTrip(Value(x: 1))
    try roundTrip(Coding.Value(x: 1))
    try roundTrip(Visible.OnlyInEffect(x: 1))
    if #available(macOS 99, *) {
      try roundTrip(Future(x: 1))
      try roundTrip(Future.Inner(x: 1))
    }
    try roundTrip(Recursive(name: "a", children: [Recursive(name: "b", children: [])]))
  }

  func testFilePrivateShapes() throws { try checkFilePrivateShapes(self) }

  /// What the archive lacks: a property keeps its initial value, an optional is `nil`, an associated value takes its
  /// default.
  func testAbsentFields() throws {
    let old = try KeyedArchive.decode(
      Inferred.self, from: KeyedArchive.encode(OldInferred(c: 1, d: 2, f: 1, j: [:], k: Data(), l: 1)))
    XCTAssertEqual(old, Inferred(c: 1, d: 2, f: 1, h: nil, i: nil, j: [:], k: Data(), l: 1))
    let shape = try KeyedArchive.decode(Shape.self, from: KeyedArchive.encode(OldShape.rectangle(width: 3)))
    XCTAssertEqual(shape, .rectangle(width: 3, height: 1))
  }

  func testNames() {
    XCTAssertEqual(
      Renamed.archiveSchema.cases[0].fields,
      ["lat", "the \"longitude\"", "label", "w", "clamped", "platform"])
    XCTAssertEqual(
      Renamed.archiveSchema.cases[0].formerFields,
      ["the \"longitude\"": ["lng", "long"], "label": ["tag"], "clamped": ["c"], "platform": ["mac"]])
    XCTAssertEqual(RenamedCases.archiveSchema.cases.map(\.name), ["n", "south", "e"])
    XCTAssertEqual(RenamedCases.archiveSchema.cases.map(\.formerNames), [["up"], ["down"], ["right"]])
    XCTAssertEqual(Event.archiveSchema.className, "ClientCompileTests_Event_Coding")
    XCTAssertEqual(Session.archiveSchema.className, "Session")
    XCTAssertEqual(Session.archiveSchema.formerClassNames, ["XYZSession", "Old.Session"])
    XCTAssertEqual(Outer.Inner.archiveSchema.className, "ClientCompileTests_Outer_Inner_Coding")
    XCTAssertEqual(Box<Int>.archiveSchema.className, "ClientCompileTests_Box_Int_Coding")
    XCTAssertEqual(NamedBox<Int>.archiveSchema.className, NamedBox<String>.archiveSchema.className)
  }
}
