import ColumnArchives
import StructCoding
import XCTest

@testable import ArchiveTestSupport

/// An archive to be damaged, and every way to read it: each gives a value or an `ArchiveError`, and nothing else.
struct HostileTarget {
  let name: String
  let data: Data
  /// Reads a damaged archive in all ways, and counts those that give a value.
  let read: (Data, () -> String) -> Int

  /// Reads as `Value`, and as another version of it, for which nothing in the archive is as the type has it.
  init<Value: ArchiveValue, Other: ArchiveValue>(
    _ value: Value, as other: Other.Type, at names: String..., batchCount: Int = 65_536
  ) throws {
    name = "\(Value.self)"
    data = try ColumnArchive.encode(value, options: .init(batchSize: batchCount))
    read = { data, message in
      var values = 0
      if assertDecodesOrThrows(
        message(), { try ColumnArchive.decode(Value.self, from: data, options: .unverified) })
      {
        values += 1
      }
      if assertDecodesOrThrows(
        message(), { try ColumnArchive.decode(other, from: data, options: .unverified) })
      {
        values += 1
      }
      guard let archive = try? ColumnArchive(data, options: .unverified) else { return values }
      for name in names {
        if assertDecodesOrThrows(message(), { try archive.values(of: String.self, at: name) }) { values += 1 }
      }
      return values
    }
  }

  /// Reads as an array of `Element`, as one of another version of it, in parts, and by a path.
  init<Element: ArchiveValue, Other: ArchiveValue>(
    elements: [Element], as other: Other.Type, at names: String..., batchCount: Int = 65_536
  ) throws {
    name = "[\(Element.self)]"
    data = try ColumnArchive.encode(elements, options: .init(batchSize: batchCount))
    read = { data, message in
      var values = 0
      if assertDecodesOrThrows(
        message(), { try ColumnArchive.decode([Element].self, from: data, options: .unverified) })
      {
        values += 1
      }
      if assertDecodesOrThrows(
        message(), { try ColumnArchive.decode([Other].self, from: data, options: .unverified) })
      {
        values += 1
      }
      guard let archive = try? ColumnArchive(data, options: .unverified), archive.count > 0 else {
        return values
      }
      let last = archive.count - 1
      if assertDecodesOrThrows(
        message(), { try archive.elements(of: Element.self, in: last..<archive.count) })
      {
        values += 1
      }
      if last > 1, assertDecodesOrThrows(message(), { try archive.elements(of: Other.self, in: 1..<2) }) {
        values += 1
      }
      for name in names {
        if assertDecodesOrThrows(message(), { try archive.values(of: String.self, at: name) }) { values += 1 }
      }
      return values
    }
  }
}

extension ColumnArchive.DecodingOptions {
  /// Without checksums, so that damaged bytes get to the code behind them.
  static let unverified = ColumnArchive.DecodingOptions(verifiesChecksums: false)
}

// Other versions of the models.

@Archivable(className: "Column_OtherSession", formerly: ["Test_Session"])
struct OtherSession {
  var events: Set<OtherEvent>?
  var endTime: Date
  var note = "new"
  var kind: Shape?
}
@Archivable(className: "Column_OtherEvent", formerly: ["Test_Event"])
struct OtherEvent: Hashable {
  @Stored(formerly: "eventTag") var label: Substring?
  var count: Int = 5
}
@Archivable(className: "Column_OtherPoint", formerly: ["Test_Point", "Column_Vertex", "Column_Color"])
struct OtherPoint: Hashable {
  var y: Double
  var x: UInt8?
  var z: Float = 0
  var red: Int?
}
@Archivable(className: "Column_OtherShape", formerly: ["Test_Shape"])
enum OtherShape: Hashable {
  case label(at: OtherPoint?, size: Int = 1)
  case circle(radius: Float)
  case polygon(closed: Bool?, _1: String?)
  case empty(name: String = "")
}
@Archivable(className: "Column_OtherDirection", formerly: ["Test_Direction", "Test_Shape"])
enum OtherDirection { case west, circle, north, empty, label, polygon, south, east }
@Archivable(className: "Column_OtherExpression", formerly: ["Test_Expression"])
indirect enum OtherExpression {
  case sum(_0: OtherExpression?, _1: OtherExpression)
  case number(Float?)
  case negated(OtherExpression)
}
@Archivable(className: "Column_OtherNode", formerly: ["Test_Node", "Column_Person"])
struct OtherNode {
  @Stored(formerly: "friends") var children: [OtherNode]?
  var name: Character?
  var relatives: [Substring: OtherNode?] = [:]
}
@Archivable(className: "Column_OtherCollections", formerly: ["Test_Collections"])
struct OtherCollections {
  var nested: [Set<Int8>]
  var byName: [String: OtherShape]
  var maybe: [Int]
  var names: Set<String>
  var twice: Double?
  var unique: [OtherPoint]
}
