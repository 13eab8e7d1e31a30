import ArchiveValues
import Foundation
import StructCoding

// Values written by hand as the macro would write them, except that their wrapper classes are at top level, where
// Foundation on Linux can archive them.

struct Event: Archivable, Hashable {
  var name: String
  var kind = Kind.click
  var mark: Mark?

  typealias Coding = EventTestBox
  // As long as the name that Foundation writes, so that a test can replace one by the other.
  static let archiveSchema = ArchiveSchema(
    className: "Model_Current_Name_Of_An_Event", formerly: ["Model_PastTime_Name_Of_AnEvent"],
    fields: ["name", "kind", "mark"])

  init(_ name: String, _ kind: Kind = .click, mark: Mark? = nil) {
    (self.name, self.kind, self.mark) = (name, kind, mark)
  }

  func encodeFields(to encoder: inout some FieldEncoder) throws {
    try encoder.encode(name, at: 0)
    try encoder.encode(kind, at: 1)
    try encoder.encode(mark, at: 2)
  }

  init(fields decoder: inout some FieldDecoder) throws {
    name = try decoder.decode(at: 0)
    kind = try decoder.decode(at: 1)
    mark = try decoder.decode(at: 2)
  }
}

final class EventTestBox: NSObject, NSSecureCoding, ArchiveWrapper {
  let decoded: Event
  init(_ value: Event) { decoded = value }
  static var supportsSecureCoding: Bool { true }
  func encode(with coder: NSCoder) { archive(to: coder) }
  init?(coder: NSCoder) {
    guard let value = Self.unarchive(from: coder) else { return nil }
    decoded = value
  }
  override func isEqual(_ object: Any?) -> Bool { hasEqualValue(to: object) }
  override var hash: Int { hashOfValue }
}

/// A plain enumeration.
enum Kind: Archivable, Hashable, CaseIterable {
  case click, scroll

  typealias Coding = KindTestBox
  static let archiveSchema = ArchiveSchema(className: "Kind", cases: [.init("click"), .init("scroll")])

  func encodeFields(to encoder: inout some FieldEncoder) throws {
    try encoder.encodeCase(self == .click ? 0 : 1)
  }

  init(fields decoder: inout some FieldDecoder) throws {
    switch try decoder.decodeCase() {
    case 0: self = .click
    case 1: self = .scroll
    default: throw decoder.unknownCase()
    }
  }
}

final class KindTestBox: NSObject, NSSecureCoding, ArchiveWrapper {
  let decoded: Kind
  init(_ value: Kind) { decoded = value }
  static var supportsSecureCoding: Bool { true }
  func encode(with coder: NSCoder) { archive(to: coder) }
  init?(coder: NSCoder) {
    guard let value = Self.unarchive(from: coder) else { return nil }
    decoded = value
  }
  override func isEqual(_ object: Any?) -> Bool { hasEqualValue(to: object) }
  override var hash: Int { hashOfValue }
}

/// A raw-valued enumeration, whose raw values have a form of their own in arrays.
enum Level: UInt8, Archivable, CaseIterable {
  case low = 1
  case high = 200

  typealias Coding = LevelTestBox
  static let archiveSchema = ArchiveSchema(className: "Level", fields: ["rawValue"])
}

final class LevelTestBox: NSObject, NSSecureCoding, ArchiveWrapper {
  let decoded: Level
  init(_ value: Level) { decoded = value }
  static var supportsSecureCoding: Bool { true }
  func encode(with coder: NSCoder) { archive(to: coder) }
  init?(coder: NSCoder) {
    guard let value = Self.unarchive(from: coder) else { return nil }
    decoded = value
  }
  override func isEqual(_ object: Any?) -> Bool { hasEqualValue(to: object) }
  override var hash: Int { hashOfValue }
}

/// An enumeration with associated values.
enum Mark: Archivable, Hashable {
  case none
  case spot(x: Int, y: Int?)

  typealias Coding = MarkTestBox
  static let archiveSchema = ArchiveSchema(
    className: "Mark", cases: [.init("none"), .init("spot", fields: ["x", "y"])])

  func encodeFields(to encoder: inout some FieldEncoder) throws {
    switch self {
    case .none: try encoder.encodeCase(0)
    case .spot(let x, let y):
      try encoder.encodeCase(1)
      try encoder.encode(x, at: 0)
      try encoder.encode(y, at: 1)
    }
  }

  init(fields decoder: inout some FieldDecoder) throws {
    switch try decoder.decodeCase() {
    case 0: self = .none
    case 1: self = .spot(x: try decoder.decode(at: 0), y: try decoder.decode(at: 1))
    default: throw decoder.unknownCase()
    }
  }
}

final class MarkTestBox: NSObject, NSSecureCoding, ArchiveWrapper {
  let decoded: Mark
  init(_ value: Mark) { decoded = value }
  static var supportsSecureCoding: Bool { true }
  func encode(with coder: NSCoder) { archive(to: coder) }
  init?(coder: NSCoder) {
    guard let value = Self.unarchive(from: coder) else { return nil }
    decoded = value
  }
  override func isEqual(_ object: Any?) -> Bool { hasEqualValue(to: object) }
  override var hash: Int { hashOfValue }
}

/// A value with a nested wrapper class, as the macro makes it; not `Equatable`.
struct Opaque: Archivable {
  var number: Int

  static let archiveSchema = ArchiveSchema(className: "Opaque", fields: ["number"])

  init(_ number: Int) { self.number = number }
  func encodeFields(to encoder: inout some FieldEncoder) throws { try encoder.encode(number, at: 0) }
  init(fields decoder: inout some FieldDecoder) throws { number = try decoder.decode(at: 0) }

  #if canImport(ObjectiveC)
    @objc(Opaque_Coding)
  #endif
  final class Coding: NSObject, NSSecureCoding, ArchiveWrapper {
    let decoded: Opaque
    init(_ value: Opaque) { decoded = value }
    static var supportsSecureCoding: Bool { true }
    func encode(with coder: NSCoder) { archive(to: coder) }
    init?(coder: NSCoder) {
      guard let value = Self.unarchive(from: coder) else { return nil }
      decoded = value
    }
    override func isEqual(_ object: Any?) -> Bool { hasEqualValue(to: object) }
    override var hash: Int { hashOfValue }
  }
}
