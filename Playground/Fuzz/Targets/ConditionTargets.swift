import ArchiveTestSupport
import ColumnArchives
import Foundation
import StructCoding

@Archivable(className: "F_Row")
struct FuzzRow: Hashable, Sendable {
  var number: Int16
  var ratio: Double?
  var name: String
  var note: String?
  var isOpen: Bool
  var flag: Bool?
  var time: Date
  var last: Date?
}

extension FuzzRow {
  private static let names = ["low", "normal", "high", "e\u{301}", "é", "", "a longer name"]

  /// Rows of which some that follow each other are alike.
  static func rows(_ count: Int) -> [FuzzRow] {
    (0..<count).map { row in
      let part = row / 10
      return FuzzRow(
        number: Int16(part * 5 + row % 3),
        ratio: row % 4 == 0 ? nil : row % 31 == 0 ? .nan : Double(row % 8) / 4,
        name: names[(part + row % 2) % 7], note: part % 3 == 0 ? nil : names[row % 7], isOpen: part % 2 == 0,
        flag: row % 5 == 0 ? nil : part % 4 == 0,
        time: Date(timeIntervalSinceReferenceDate: Double(part * 60 + row % 7)),
        last: part % 2 == 0 ? nil : Date(timeIntervalSinceReferenceDate: Double(row)))
    }
  }
}

extension FuzzTarget {
  /// Conditions on every kind of field, compared with decoding and a closure. The first byte chooses the element whose values
  /// are asked for.
  static let columnConditions = FuzzTarget(
    name: "column-conditions", about: "conditions on column archives, compared with decoding and a closure",
    tokens: Tokens.columns,
    seeds: {
      let rows = FuzzRow.rows(240)
      let four = try ColumnArchive.encode(Array(rows.prefix(40)), options: .init(batchSize: 10))
      return try [
        ColumnArchive.encode(Array(rows.prefix(7)), options: .init(batchSize: 3)), four,
        ColumnArchive.encode(Array(rows.prefix(120)), options: .init(batchSize: 60)),
        ColumnArchive.encode(rows, options: .init(batchSize: 240)),
        ColumnArchive.encode(Array(rows.prefix(120)), options: .init(batchSize: 60)),
        ZoneSeed.archive(four, zones: [1, 1, 1, 1]), ZoneSeed.archive(four, zones: [3, 1]),
        ZoneSeed.archive(ColumnArchive.encode([FuzzRow]()), zones: [1]),
      ].enumerated().map { Data([UInt8($0.offset)]) + $0.element }
    },
    run: { input in
      guard let first = input.first else { return }
      do {
        let archive = try ColumnArchive(
          input.dropFirst(), options: .init(limits: Model.Road.limits, verifiesChecksums: false))
        try ask(archive, Int(first))
      } catch is ArchiveError {
        return
      }
    })

  private typealias Question = (condition: ArchiveCondition<FuzzRow>, holds: (FuzzRow) -> Bool)

  private static func questions(_ row: FuzzRow) -> [Question] {
    let path = FuzzRow.path
    let prefix = String(row.name.prefix(1))
    return [
      (path.number == row.number, { $0.number == row.number }),
      (path.number < row.number, { $0.number < row.number }),
      (path.ratio == row.ratio, { $0.ratio == row.ratio }),
      (path.ratio != row.ratio, { $0.ratio != row.ratio }),
      (path.ratio >= 1, { $0.ratio.map { $0 >= 1 } ?? false }), (path.ratio == nil, { $0.ratio == nil }),
      (path.name == row.name, { $0.name == row.name }), (path.name != row.name, { $0.name != row.name }),
      (path.name.hasPrefix(prefix), { $0.name.hasPrefix(prefix) }),
      (path.note == row.note, { $0.note == row.note }), (path.note == nil, { $0.note == nil }),
      (path.isOpen == row.isOpen, { $0.isOpen == row.isOpen }),
      (path.isOpen != row.isOpen, { $0.isOpen != row.isOpen }),
      (path.flag == row.flag, { $0.flag == row.flag }), (path.flag != nil, { $0.flag != nil }),
      (path.time == row.time, { $0.time == row.time }), (path.time <= row.time, { $0.time <= row.time }),
      (path.last == row.last, { $0.last == row.last }), (path.last != nil, { $0.last != nil }),
      (path.name == row.name && path.flag == row.flag, { $0.name == row.name && $0.flag == row.flag }),
      (
        !(path.note == row.note) || path.number > row.number,
        { $0.note != row.note || $0.number > row.number }
      ),
    ]
  }

  private static func ask(_ archive: ColumnArchive, _ choice: Int) throws {
    let all = try attempt { try archive.elements(of: FuzzRow.self) }
    // What batches say of their columns is true if this passes.
    let isTrue = try attempt { try archive.verify() } != nil
    let samples = all ?? FuzzRow.rows(1)
    guard !samples.isEmpty else { return }
    for (number, question) in questions(samples[choice % samples.count]).enumerated() {
      guard let found = try attempt({ try archive.positions(where: question.condition) }) else { continue }
      guard zip(found, found.dropFirst()).allSatisfy(<), found.allSatisfy({ 0 <= $0 && $0 < archive.count })
      else {
        throw Finding("question \(number): positions \(brief(found)) of \(archive.count)")
      }
      guard let all, isTrue else { continue }
      let expected = all.indices.filter { question.holds(all[$0]) }
      guard found == expected else {
        throw Finding("question \(number): \(brief(found)), not \(brief(expected)) of \(brief(all))")
      }
      let elements = try attempt { try archive.elements(where: question.condition) }
      if let elements, try ColumnArchive.encode(elements) != ColumnArchive.encode(expected.map { all[$0] }) {
        throw Finding("question \(number): \(brief(elements)), not those at \(brief(expected))")
      }
    }
  }
}

/// What zones say, in archives that are too small for a writer to say it, by the letter of the format.
enum ZoneSeed {
  /// Puts statement of nothing before the footer of an archive of batches, but that optionals are not all missing.
  static func archive(_ data: Data, zones: [Int]) throws -> Data {
    let batches = try ColumnArchive(data).batchRanges
    func bytes(_ number: Int, _ count: Int) -> Data {
      Data((0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) })
    }
    func varint(_ number: Int) -> Data {
      number < 0x80 ? bytes(number, 1) : bytes(number & 0x7F | 0x80, 1) + varint(number >> 7)
    }
    var table = varint(batches.count)
    for (elements, body) in batches { table += varint(body.count) + varint(elements.count) }
    table += Data([UInt8(zones.count)] + zones.map { UInt8($0) })
    // The columns of `FuzzRow` with statistics: five fields, and three optionals with their values.
    var statistics = Data()
    for column in 0..<12 {
      let part = column == 0 ? Data(zones.flatMap { _ in [2, 1, 100] as [UInt8] }) : Data()
      statistics += part
      table.append(UInt8(part.count))
      if !part.isEmpty { table += Checksums.bytes(of: part) }
    }
    func head(_ mark: UInt8, _ content: Data) -> Data {
      Data([0xC3, 0x42, 0x41, mark]) + Checksums.bytes(of: content) + content
    }
    let index = head(0x49, bytes(table.count, 8) + table) + statistics
    let count = batches.last?.elements.upperBound ?? 0
    let start = batches.last?.bytes.upperBound ?? data.count - 24
    return data.prefix(start) + index + head(0x46, bytes(count, 8) + bytes(index.count, 8))
  }
}
