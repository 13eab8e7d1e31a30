import ArchiveLogs
import ArchiveTestSupport
import ColumnArchives
import Foundation
import StructCoding

// What a log has in its catalog, under the same names.

@Archivable(className: "ArchiveLogCatalog")
private struct FuzzCatalog {
  var identity: UUID
  var last: FuzzCatalogSegment?
  var next: Int?
  var headers: [FuzzCatalogHeader]
  var gaps: [FuzzCatalogGap]
  var repaired: [Int]
}

@Archivable(className: "ArchiveLogSegment")
private struct FuzzCatalogSegment {
  var number: Int
  var first: Int
}

@Archivable(className: "ArchiveLogHeader")
private struct FuzzCatalogHeader {
  var first: Int
  var bytes: Data
}

@Archivable(className: "ArchiveLogGap")
private struct FuzzCatalogGap {
  var first: Int
  var next: Int
  var date: Date
  var reason: String
}

/// The segments of a log of three, with six elements each.
enum LogSegments {
  static let identity = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
  static let events = Model.samples(18, of: SmallEvent.self)

  /// - Parameter isSealed: Whether the segment has its footer.
  static func segment(_ number: Int, isSealed: Bool = true) throws -> (name: String, data: Data) {
    let first = number * 6
    let origin = SequenceOrigin(identity: identity, number: number, first: first, previous: 0)
    let format = try SequenceFormat(of: SmallEvent.self)
    var frames = try format.frames(of: Array(events[first..<first + 6]), .init(batchSize: 2))
    frames.number(from: 0, synced: 0, salt: origin.salt)
    var index = SequenceIndex()
    for batch in frames.batches { index.add(batch) }
    let footer = isSealed ? index.footer(salt: origin.salt) : Data()
    let digits = String(repeating: "0", count: first < 10 ? 15 : 14) + "\(first)"
    let name = "20261123T005040.12345\(number)Z-\(digits).column"
    return (name, format.header + origin.bytes + frames.data + footer)
  }
}

extension FuzzTarget {
  /// Catalogs and locks with any numbers, under right checksums, over segments that are sound, or whose last is cut off.
  static let logCatalogs = FuzzTarget(
    name: "log-catalogs", about: "numbers in catalogs and locks of logs: reading, opening, appending, repair",
    tokens: Tokens.columns + [[9, 9], [16, 16], [17, 18]],
    seeds: {
      [Data(), Data([0, 1, 2, 3]), Data([8] + Array(0..<24)), Data([16] + Array((0..<24).reversed()))]
        + (0..<6).map { Data(repeating: UInt8(9 + $0), count: 20) }
    },
    run: { input in try LogChoices(input).run() })
}

/// What the bytes of an input choose.
private struct Choices {
  static let greatest = Int.max >> 8
  static let numbers = [
    0, 1, 2, 3, 5, 6, 11, 12, 13, 14, 17, 18, 19, 20, -1, .min, .max, greatest, greatest - 1, greatest + 1,
    1 << 32, 1 << 62,
  ]

  var rest: Data

  mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

  /// The usual number, one of a few, or any.
  mutating func number(_ usual: Int) -> Int {
    switch byte() {
    case 0: return usual
    case 255: return (0..<8).reduce(0) { number, _ in number << 8 | Int(byte()) }
    case let choice: return Self.numbers[Int(choice) % Self.numbers.count]
    }
  }
}

private struct LogChoices {
  private let log = folder.appendingPathComponent("log-catalogs")
  private let options = ColumnArchive.DecodingOptions(limits: Model.Road.limits)
  private let isCutOff: Bool
  private let isClosed: Bool
  private let cut: Int
  private let catalog: FuzzCatalog?
  private let mark: (segment: Int, count: Int)

  init(_ input: Data) throws {
    var choices = Choices(rest: input)
    let flags = choices.byte()
    (isCutOff, isClosed) = (flags & 1 == 1, flags & 2 == 0)
    cut = Int(choices.byte()) * 4
    mark = (choices.number(2), choices.number(6))
    let header = try SequenceFormat(of: SmallEvent.self).header
    var catalog = FuzzCatalog(
      identity: flags & 4 == 0
        ? LogSegments.identity : UUID(uuid: (9, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)),
      last: FuzzCatalogSegment(number: choices.number(2), first: choices.number(12)),
      next: isClosed ? choices.number(18) : nil,
      headers: [
        FuzzCatalogHeader(first: choices.number(0), bytes: flags & 8 == 0 ? header : Data([1, 2, 3]))
      ],
      gaps: [], repaired: [])
    for _ in 0..<choices.byte() % 3 {
      let gap = FuzzCatalogGap(
        first: choices.number(18), next: choices.number(18), date: Date(timeIntervalSince1970: 0), reason: "")
      catalog.gaps.append(gap)
    }
    for _ in 0..<choices.byte() % 3 { catalog.repaired.append(choices.number(1)) }
    self.catalog = flags & 16 == 0 ? catalog : nil
  }

  private func write() throws {
    try? FileManager.default.removeItem(at: log)
    try FileManager.default.createDirectory(at: log, withIntermediateDirectories: true)
    for number in 0..<3 {
      let (name, data) = try LogSegments.segment(number, isSealed: number < 2 || isClosed)
      let size = isCutOff && number == 2 ? max(data.count - cut, 0) : data.count
      try data.prefix(size).write(to: log.appendingPathComponent(name))
    }
    if let catalog { try ColumnArchive.encode(catalog).write(to: log.appendingPathComponent("catalog")) }
    var bytes = Data()
    for number in [mark.segment, mark.count] {
      bytes.append(contentsOf: (0..<8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) })
    }
    try (Data(count: 64) + bytes + Checksums.bytes(of: bytes)).write(to: log.appendingPathComponent("lock"))
  }

  func run() throws {
    try write()
    let before = try read()
    // A log that this refuses to open, or to append to, may be repaired.
    try attempt { try appendTwo() }
    try write()
    guard let repair = try attempt({ try ArchiveLogFolder(log, options: options).repair() }) else { return }
    let after = try ArchiveLogFolder(log, options: options).verify()
    guard after.damage.count == repair.remaining.count else {
      throw Finding(
        "\(repair.remaining.count) damages remain, and \(after.damage.count) are found: \(after.damage)")
    }
    guard repair.remaining.isEmpty else { return }
    let found = try read()
    guard isCutOff || before.allSatisfy({ found[$0.key] == $0.value }) else {
      throw Finding("a repair lost some of \(brief(before)): \(brief(found))")
    }
    do {
      try appendTwo()
    } catch let error as ArchiveError where error.code != .limitExceeded {
      throw Finding("after a repair: \(error)")
    } catch is ArchiveError {}
  }

  /// The elements that a reader finds, by their numbers.
  private func read() throws -> [Int: SmallEvent] {
    var found: [Int: SmallEvent] = [:]
    let isIgnored: @Sendable (ArchiveLogDamage) throws -> Void = { _ in }
    let reader = ArchiveLogReader<SmallEvent>(in: log, options: options)
    try attempt {
      try reader.forEachBatch(onDamage: isIgnored) { batch in
        for (number, event) in zip(try batch.numbers(), try batch.elements()) {
          if found.updateValue(event, forKey: number) != nil {
            throw Finding("element \(number) was read twice")
          }
        }
      }
    }
    return found
  }

  /// Opens the log, and appends: what is acknowledged is read, and nothing that was read is another element.
  private func appendTwo() throws {
    let before = try read()
    let events = Array(LogSegments.events.prefix(2))
    let url = log
    guard
      let opened = try attempt({ try ArchiveLog<SmallEvent>(in: url) })
    else { throw ArchiveError(.damaged) }
    let result = wait {
      do {
        try await opened.append(contentsOf: events, until: .synced)
        try await opened.close()
        return nil
      } catch {
        try? await opened.close()
        return error
      }
    }
    let found = try read()
    if let result {
      guard result is ArchiveError else { throw result }
    } else {
      let first = opened.countWhenOpened
      guard found[first] == events[0], found[first + 1] == events[1] else {
        throw Finding(
          "elements \(first) and the next were acknowledged, and are not among \(found.keys.sorted())")
      }
    }
    guard isCutOff || before.allSatisfy({ found[$0.key] == $0.value }) else {
      throw Finding("opening lost some of \(brief(before)): \(brief(found))")
    }
    if let result { throw result }
  }
}

/// Waits for what a task returns.
private func wait(_ body: @escaping @Sendable () async -> (any Error)?) -> (any Error)? {
  let semaphore = DispatchSemaphore(value: 0)
  nonisolated(unsafe) var result: (any Error)?
  Task.detached {
    result = await body()
    semaphore.signal()
  }
  semaphore.wait()
  return result
}
