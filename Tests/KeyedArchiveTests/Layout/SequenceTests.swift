import Foundation
import StructCoding
import XCTest

@testable import ArchiveTestSupport

/// Sequences that are written as they are made, and arrays that are read in pieces.
final class SequenceTests: XCTestCase {
  private func events(_ count: Int) -> [SmallEvent] {
    (0..<count).map { number -> SmallEvent in
      let level: Int16? = number % 3 == 0 ? nil : Int16(number % 100)
      let time = Date(timeIntervalSinceReferenceDate: Double(number) / 8)
      return SmallEvent(time: time, tag: "tag \(number % 7)", level: level)
    }
  }

  /// The elements at the end of a loop, and the error that ended it.
  private func read<Element: ArchiveValue & Sendable>(
    _ elements: KeyedElements<Element>
  ) async -> ([Element], (any Error)?) {
    var found: [Element] = []
    do {
      for try await element in elements { found.append(element) }
      return (found, nil)
    } catch {
      return (found, error)
    }
  }

  private func assertRead<Element: ArchiveValue & Sendable & Equatable>(
    _ values: [Element], from data: Data, line: UInt = #line
  ) async throws {
    let elements = try KeyedArchive(data).elements(of: Element.self)
    XCTAssertEqual(elements.count, values.count, line: line)
    // Each loop reads anew.
    for _ in 0..<2 {
      let (found, error) = await read(elements)
      XCTAssertEqual(found, values, line: line)
      XCTAssertNil(error, line: line)
    }
  }

  // MARK: Writing

  func testSameBytesAsArrays() throws {
    func check<Value: ArchiveValue>(_ values: [Value], line: UInt = #line) throws {
      let data = try KeyedArchive.encode(values)
      XCTAssertEqual(try KeyedArchive.encode(elements: values), data, line: line)
      XCTAssertEqual(try KeyedArchive.encode(elements: AnySequence(values)), data, line: line)
      XCTAssertEqual(try KeyedArchive.encode(elements: values.lazy.map { $0 }), data, line: line)
    }
    try check([] as [Int])
    try check([1, 2, 1])
    try check(["a", nil, "a"])
    try check(events(300))
    try check([SmallKind.high, .low, .high])
    try check([SmallExpression.empty, .sum(left: .number(1), right: .name("x", isConstant: true))])
    try check([[1], [], [2, 3]])
    let options = KeyedArchive.EncodingOptions(outputFormat: .xml, key: "events")
    XCTAssertEqual(
      try KeyedArchive.encode(elements: events(3), options: options),
      try KeyedArchive.encode(events(3), options: options))
    let set: Set = [3, 1, 2]
    XCTAssertEqual(
      Set(try KeyedArchive.decode([Int].self, from: KeyedArchive.encode(elements: set))), set)
  }

  /// Each element is written before the next is made: at no time are there two.
  func testOneElementAtATime() throws {
    final class Meter: @unchecked Sendable { var (alive, most) = (0, 0) }
    final class Counted: @unchecked Sendable {
      let meter: Meter
      init(_ meter: Meter) {
        self.meter = meter
        meter.alive += 1
        meter.most = max(meter.most, meter.alive)
      }
      deinit { meter.alive -= 1 }
    }
    struct Measured: ArchiveRepresentable {
      var number: Int
      var token: Counted?
      var archiveForm: Int { number }
      init(archiveForm: Int) { (number, token) = (archiveForm, nil) }
      init(_ number: Int, _ meter: Meter) { (self.number, token) = (number, Counted(meter)) }
    }
    let meter = Meter()
    let data = try KeyedArchive.encode(elements: (0..<1_000).lazy.map { Measured($0, meter) })
    XCTAssertEqual(try KeyedArchive.decode([Int].self, from: data), Array(0..<1_000))
    XCTAssertLessThanOrEqual(meter.most, 2)
    XCTAssertEqual(meter.alive, 0)
  }

  func testErrorsNameTheElement() throws {
    struct Refusing: ArchiveRepresentable, Equatable, Sendable {
      var number: Int
      var archiveForm: Int {
        get throws {
          if number == 70 { throw CocoaError(.coderInvalidValue) }
          return number
        }
      }
      init(archiveForm: Int) { number = archiveForm }
    }
    let values = (0..<100).map { Refusing(archiveForm: $0) }
    assertThrows(.custom, at: "[70]") { try KeyedArchive.encode(elements: values) }
    // The writer that failed is not used again.
    XCTAssertEqual(try KeyedArchive.encode(elements: [1, 2]), try KeyedArchive.encode([1, 2]))
  }

  func testWritingCounts() throws {
    let progress = Progress(totalUnitCount: 5)
    _ = try KeyedArchive.encode(elements: 0..<1_000, progress: progress)
    XCTAssertEqual(progress.totalUnitCount, 1_000)
    XCTAssertEqual(progress.completedUnitCount, 1_000)
    XCTAssertTrue(progress.isFinished)
    // A sequence that does not know its count.
    let unknown = Progress(totalUnitCount: 5)
    var seen: [Int64] = []
    let numbers = sequence(first: 0) { number in
      if number % 100 == 0 { seen.append(unknown.completedUnitCount) }
      return number < 499 ? number + 1 : nil
    }
    _ = try KeyedArchive.encode(elements: numbers, progress: unknown)
    XCTAssertEqual(seen, [0, 64, 192, 256, 384])
    XCTAssertEqual(unknown.totalUnitCount, 500)
    XCTAssertEqual(unknown.completedUnitCount, 500)
    for total in [-1, 0, 1] as [Int64] {
      let none = Progress(totalUnitCount: total)
      _ = try KeyedArchive.encode(elements: [] as [Int], progress: none)
      XCTAssertEqual(none.completedUnitCount, total)
    }
  }

  func testWritingIsCancelled() async throws {
    let before = Progress(totalUnitCount: 1)
    before.cancel()
    XCTAssertThrowsError(try KeyedArchive.encode(elements: [1], progress: before)) {
      XCTAssert($0 is CancellationError, "\($0)")
    }
    let progress = Progress(totalUnitCount: 1)
    var made = 0
    let numbers = sequence(first: 0) { number in
      made += 1
      if number == 500 { progress.cancel() }
      return number + 1
    }
    XCTAssertThrowsError(try KeyedArchive.encode(elements: numbers, progress: progress)) {
      XCTAssert($0 is CancellationError, "\($0)")
    }
    XCTAssertLessThan(made, 600)

    // An endless sequence, in a task that is cancelled.
    let task = Task {
      try KeyedArchive.encode(elements: sequence(first: 0) { $0 + 1 })
    }
    task.cancel()
    do {
      _ = try await task.value
      XCTFail("no error")
    } catch {
      XCTAssert(error is CancellationError, "\(error)")
    }
  }

  // MARK: Reading

  func testElements() async throws {
    for count in [0, 1, 63, 64, 65, 128, 1_000] {
      try await assertRead(events(count), from: KeyedArchive.encode(events(count)))
    }
    try await assertRead([1, nil, 3] as [Int?], from: KeyedArchive.encode([1, nil, 3] as [Int?]))
    try await assertRead([SmallKind.high, .low], from: KeyedArchive.encode([SmallKind.high, .low]))
    try await assertRead(
      events(100), from: KeyedArchive.encode(events(100), options: .init(outputFormat: .xml)))
    // Elements that are larger than a piece.
    let texts = (0..<10).map { String(repeating: "\($0)", count: 50_000) }
    try await assertRead(texts, from: KeyedArchive.encode(texts))
    // A slice at an odd offset.
    let data = Data([0]) + (try KeyedArchive.encode(events(70)))
    try await assertRead(events(70), from: data.dropFirst())
  }

  func testOtherLayouts() async throws {
    var builder = PlistBuilder()
    let strings = (0..<70).map { "s\($0)" }
    builder.objects =
      [
        .null,
        .dictionary(
          [(key: .string("$class"), value: .uid(2))]
            + strings.indices.map { (key: .string("NS.object.\($0)"), value: .uid(UInt64($0 + 3))) }),
        .classRecord("NSOrderedSet"),
      ] + strings.map { .string($0) }
    try await assertRead(strings, from: builder.data())

    // Under another key.
    let data = try KeyedArchive.encode(events(3), options: .init(key: "events"))
    let (found, _) = await read(try KeyedArchive(data).elements(of: SmallEvent.self, forKey: "events"))
    XCTAssertEqual(found, events(3))
  }

  func testNoArray() throws {
    assertThrows(.typeMismatch) {
      try KeyedArchive(KeyedArchive.encode("text")).elements(of: Int.self)
    }
    assertThrows(.typeMismatch) {
      try KeyedArchive(KeyedArchive.encode(nil as Int?)).elements(of: Int.self)
    }
    assertThrows(.missingField) {
      try KeyedArchive(KeyedArchive.encode([1])).elements(of: Int.self, forKey: "events")
    }
  }

  func testErrorsAfterGoodElements() async throws {
    for bad in [0, 1, 63, 64, 100] {
      var objects: [NSObject] = events(130).encoded
      objects[bad] = NSNumber(value: 5)
      let archive = try KeyedArchive(
        KeyedArchive.archivedData(withRootObject: NSArray(array: objects), requiringSecureCoding: true))
      let (found, error) = await read(try archive.elements(of: SmallEvent.self))
      XCTAssertEqual(found, Array(events(bad)))
      let thrown = try XCTUnwrap(error as? ArchiveError)
      XCTAssertEqual(thrown.code, .typeMismatch)
      XCTAssertEqual(thrown.path, [.index(bad)])
      XCTAssertNotNil(thrown.offset)
      // The error is that of the whole array.
      let whole = assertThrows(.typeMismatch) { try archive.decode([SmallEvent].self) }
      XCTAssertEqual(whole?.description, thrown.description)
    }
    // There is nothing after an error.
    var iterator = try KeyedArchive(KeyedArchive.encode(["a"])).elements(of: Int.self).makeAsyncIterator()
    do {
      _ = try await iterator.next()
      XCTFail("no error")
    } catch {}
    let next = try await iterator.next()
    XCTAssertNil(next)
  }

  func testInstancesAreShared() async throws {
    let owner = SequenceOwner(name: "Ann")
    let pets = (0..<200).map { SequencePet(number: $0, owner: owner) }
    let archive = try KeyedArchive(KeyedArchive.encode(pets))
    let (found, error) = await read(try archive.elements(of: SequencePet.self))
    XCTAssertNil(error)
    XCTAssertEqual(found.map(\.number), Array(0..<200))
    XCTAssertEqual(Set(found.map { ObjectIdentifier($0.owner) }).count, 1)
    XCTAssertEqual(found[199].owner.name, "Ann")
  }

  func testBudgetIsThatOfAllElements() async throws {
    var builder = PlistBuilder()
    builder.objects = [
      .null, .record(class: 2, ["NS.objects": .array(Array(repeating: .uid(3), count: 1_000))]),
      .classRecord("NSArray"),
      .string(String(repeating: "x", count: 10_000)),
    ]
    let limits = ArchiveLimits(maximumDecodedSize: 1 << 20)
    let archive = try KeyedArchive(builder.data(), options: .init(limits: limits))
    assertThrows(.limitExceeded) { try archive.decode([String].self) }
    let (found, error) = await read(try archive.elements(of: String.self))
    XCTAssertLessThan(found.count, 110)
    XCTAssertEqual((error as? ArchiveError)?.code, .limitExceeded)
    XCTAssertEqual((error as? ArchiveError)?.path, [.index(found.count)])
  }

  func testTruncatedAndDamagedArchives() async throws {
    let values = events(80)
    let data = try KeyedArchive.encode(values)
    for length in Thoroughness.prefixes(of: data.count) {
      XCTAssertThrowsError(try KeyedArchive(data.prefix(length)).elements(of: SmallEvent.self))
    }
    var random = SeededGenerator()
    for round in 0..<Thoroughness.rounds(120, full: 5_000) {
      var damaged = data
      for _ in 0...random.below(3) { damaged[random.below(data.count)] = UInt8(random.below(256)) }
      let message = "round \(round), seed \(random.seed)"
      let whole = Result { try KeyedArchive.decode([SmallEvent].self, from: damaged) }
      guard let archive = try? KeyedArchive(damaged),
        let elements = try? archive.elements(of: SmallEvent.self)
      else {
        if case .success = whole { XCTFail(message) }
        continue
      }
      let (found, error) = await read(elements)
      switch whole {
      case .success(let values): XCTAssertEqual(found, values, message)
      case .failure(let expected as ArchiveError):
        XCTAssertEqual((error as? ArchiveError)?.code, expected.code, message)
        XCTAssertEqual((error as? ArchiveError)?.path, expected.path, message)
      case .failure(let other): XCTFail("\(other), \(message)")
      }
    }
  }

  func testReadingCounts() async throws {
    let archive = try KeyedArchive(KeyedArchive.encode(Array(0..<1_000)))
    let progress = Progress(totalUnitCount: 1)
    var seen: [Int64] = []
    for try await number in try archive.elements(of: Int.self, progress: progress) where number % 250 == 0 {
      seen.append(progress.completedUnitCount)
    }
    XCTAssertEqual(seen, [0, 250, 500, 750])
    XCTAssertEqual(progress.totalUnitCount, 1_000)
    XCTAssertEqual(progress.completedUnitCount, 1_000)
  }

  func testReadingIsCancelled() async throws {
    let archive = try KeyedArchive(KeyedArchive.encode(Array(0..<10_000)))
    let progress = Progress(totalUnitCount: 1)
    var found = 0
    do {
      for try await number in try archive.elements(of: Int.self, progress: progress) {
        found += 1
        if number == 300 { progress.cancel() }
      }
      XCTFail("no error")
    } catch {
      XCTAssert(error is CancellationError, "\(error)")
    }
    XCTAssertLessThan(found, 500)

    let task = Task {
      var count = 0
      do {
        for try await _ in try archive.elements(of: Int.self) {
          count += 1
          if count == 10 { withUnsafeCurrentTask { $0?.cancel() } }
        }
        return -1
      } catch {
        return error is CancellationError ? count : -2
      }
    }
    let count = await task.value
    XCTAssertEqual(count, 10)
  }

  /// On the main actor, as an app does.
  @MainActor func testOnTheMainActor() async throws {
    let archive = try KeyedArchive(KeyedArchive.encode(events(100)))
    var tags: Set<String> = []
    for try await event in try archive.elements(of: SmallEvent.self) { tags.insert(event.tag) }
    XCTAssertEqual(tags.count, 7)
  }
}

@ArchivableObject(className: "Sequence_Owner")
final class SequenceOwner: Sendable {
  let name: String
  init(name: String) { self.name = name }
}

@Archivable(className: "Sequence_Pet")
struct SequencePet: Sendable {
  var number: Int
  var owner: SequenceOwner
}
