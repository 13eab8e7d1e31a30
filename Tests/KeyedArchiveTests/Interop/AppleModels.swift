import Foundation
import StructCoding

// Structs for the classes whose archives `AppleArchiveTests` reads.

/// Any of the plain kinds, told apart by trying.
enum Mixed: ArchiveValue, Hashable {
  case text(String)
  case number(Double)
  case data(Data)
  case list([Mixed])
  case table([String: Mixed])

  func encodeValue(to encoder: inout some ValueEncoder) throws { throw CocoaError(.coderInvalidValue) }

  static func decodeValue(from decoder: inout some ValueDecoder) throws -> Mixed {
    if let text = try? decoder.decodeString() { return .text(text) }
    if let number = try? decoder.decodeDouble() { return .number(number) }
    if let flag = try? decoder.decodeBool() { return .number(flag ? 1 : 0) }
    if let data = try? decoder.decodeData() { return .data(data) }
    if let table = try? [String: Mixed].decodeValue(from: &decoder) { return .table(table) }
    return .list(try [Mixed].decodeValue(from: &decoder))
  }
}

/// A dictionary whose values are of several types, read as a value of its own.
struct Activity: ArchiveValue {
  var time: Date
  var files: [[String: Mixed]]

  private enum Part: ArchiveValue {
    case date(Date)
    case files([[String: Mixed]])
    case number(Double)
    func encodeValue(to encoder: inout some ValueEncoder) throws { throw CocoaError(.coderInvalidValue) }
    static func decodeValue(from decoder: inout some ValueDecoder) throws -> Part {
      if let number = try? decoder.decodeDouble() { return .number(number) }
      if let date = try? decoder.decodeDate() { return .date(date) }
      return .files(try [[String: Mixed]].decodeValue(from: &decoder))
    }
  }

  func encodeValue(to encoder: inout some ValueEncoder) throws { throw CocoaError(.coderInvalidValue) }

  static func decodeValue(from decoder: inout some ValueDecoder) throws -> Activity {
    let parts = try [String: Part].decodeValue(from: &decoder)
    guard case .date(let time)? = parts["time"], case .files(let files)? = parts["disk.openfiles[]"] else {
      throw decoder.invalid("other parts", expected: "a time and files")
    }
    return Activity(time: time, files: files)
  }
}

/// A class that is read and never written, whose keys are no Swift names.
protocol ForeignRecord: ArchiveRecord {}

extension ForeignRecord {
  func encodeFields(to encoder: inout some FieldEncoder) throws { throw CocoaError(.coderInvalidValue) }
}

struct ISO8601Formatter: ForeignRecord {
  let options: Int
  let timeZone: TimeZone

  static let archiveSchema = ArchiveSchema(
    className: "NSISO8601DateFormatter", fields: ["NS.formatOptions", "NS.timeZone"])

  init(fields decoder: inout some FieldDecoder) throws {
    options = try decoder.decode(at: 0)
    timeZone = try decoder.decode(at: 1)
  }
}

struct IntervalFormatter: ForeignRecord {
  let timeZone: TimeZone
  let calendar: Calendar
  let locale: Locale
  let template: String
  let dateTemplate: String
  let usesTemplate: Bool

  static let archiveSchema = ArchiveSchema(
    className: "NSDateIntervalFormatter",
    fields: [
      "NS.timeZone", "NS.calendar", "NS.locale", "NS.dateTemplate", "NS.dateTemplateFromStyles",
      "NS.useTemplate",
    ])

  init(fields decoder: inout some FieldDecoder) throws {
    timeZone = try decoder.decode(at: 0)
    calendar = try decoder.decode(at: 1)
    locale = try decoder.decode(at: 2)
    template = try decoder.decode(at: 3)
    dateTemplate = try decoder.decode(at: 4)
    usesTemplate = try decoder.decode(at: 5)
  }
}

struct CountFormatter: ForeignRecord, Equatable {
  let units: Int
  let context: Int

  static let archiveSchema = ArchiveSchema(
    className: "NSByteCountFormatter", fields: ["NSUnits", "NSFormattingContext"])

  init(units: Int, context: Int) { (self.units, self.context) = (units, context) }

  init(fields decoder: inout some FieldDecoder) throws {
    units = decoder.hasField(at: 0) ? try decoder.decode(at: 0) : 0
    context = try decoder.decode(at: 1) as Int? ?? 0
  }
}

struct Posting: ForeignRecord, Equatable {
  let name: String
  let object: String
  let userInfo: [String: String]

  static let archiveSchema = ArchiveSchema(
    className: "NSNotification", fields: ["NS.name", "NS.object", "NS.userinfo"])

  init(name: String, object: String, userInfo: [String: String]) {
    (self.name, self.object, self.userInfo) = (name, object, userInfo)
  }

  init(fields decoder: inout some FieldDecoder) throws {
    name = try decoder.decode(at: 0)
    object = try decoder.decode(at: 1)
    userInfo = try decoder.decode(at: 2)
  }
}

struct RegularExpression: ForeignRecord {
  let pattern: String

  static let archiveSchema = ArchiveSchema(className: "NSRegularExpression", fields: ["NSPattern"])

  init(fields decoder: inout some FieldDecoder) throws { pattern = try decoder.decode(at: 0) }
}

struct Match: ForeignRecord {
  let ranges: [NSRange]
  let expression: RegularExpression

  static let archiveSchema = ArchiveSchema(
    className: "NSTextCheckingResult",
    formerly: ["Simple", "Extended", "Complex"].map { "NS\($0)RegularExpressionCheckingResult" },
    fields: ["NSRangeArray", "NSRegularExpression"])

  init(fields decoder: inout some FieldDecoder) throws {
    ranges = try decoder.decode(at: 0)
    expression = try decoder.decode(at: 1)
  }
}

struct AttributedText: ForeignRecord {
  let string: String
  let attributes: [[String: Mixed]]
  let runs: Data

  static let archiveSchema = ArchiveSchema(
    className: "NSAttributedString", formerly: ["NSMutableAttributedString"],
    fields: ["NSString", "NSAttributes", "NSAttributeInfo"])

  init(fields decoder: inout some FieldDecoder) throws {
    string = try decoder.decode(at: 0)
    attributes = try decoder.decode(at: 1)
    runs = try decoder.decode(at: 2)
  }
}

struct ColorSpace: ForeignRecord {
  let profile: Data

  static let archiveSchema = ArchiveSchema(className: "NSColorSpace", fields: ["NSICC"])

  init(fields decoder: inout some FieldDecoder) throws { profile = try decoder.decode(at: 0) }
}

struct Color: ForeignRecord {
  let components: [UInt8]
  let space: ColorSpace

  static let archiveSchema = ArchiveSchema(
    className: "NSColor", fields: ["NSComponents", "NSCustomColorSpace"])

  init(fields decoder: inout some FieldDecoder) throws {
    components = try decoder.decode(at: 0)
    space = try decoder.decode(at: 1)
  }
}

struct ColoredText: ForeignRecord {
  let string: String
  let attributes: [[String: Color]]

  static let archiveSchema = ArchiveSchema(
    className: "NSMutableAttributedString", fields: ["NSString", "NSAttributes"])

  init(fields decoder: inout some FieldDecoder) throws {
    string = try decoder.decode(at: 0)
    attributes = try decoder.decode(at: 1)
  }
}

struct Transform: ForeignRecord {
  let bytes: [UInt8]

  static let archiveSchema = ArchiveSchema(className: "NSAffineTransform", fields: ["NSTransformStruct"])

  init(fields decoder: inout some FieldDecoder) throws { bytes = try decoder.decode(at: 0) }
}

struct Capabilities: ForeignRecord {
  let table: [String: Int]

  static let archiveSchema = ArchiveSchema(className: "XCTCapabilities", fields: ["capabilities-dictionary"])

  init(fields decoder: inout some FieldDecoder) throws { table = try decoder.decode(at: 0) }
}

/// An array of itself.
struct Mesh: ArchiveValue {
  var parts: [Mesh]

  func encodeValue(to encoder: inout some ValueEncoder) throws { try parts.encodeValue(to: &encoder) }

  static func decodeValue(from decoder: inout some ValueDecoder) throws -> Mesh {
    Mesh(parts: try [Mesh].decodeValue(from: &decoder))
  }
}

// What the macro makes of classes whose keys are Swift names.

@Archivable(className: "Test_Note", formerly: ["Note"])
struct Note {
  var title: String
  var author: String
  var published: Bool
  var date: Int
  var array: [Mixed]
}

@Archivable(className: "Note")
struct NewNote: Equatable {
  var title: String
  var stars = 5
}

@Archivable(className: "XCActivityRecord")
struct ActivityRecord {
  var title: String
  var activityType: String
  var start: Date?
  var finish: Date?
  var uuid: UUID
  var attachments: [String]
}

@Archivable(className: "DTCPUClusterInfo")
struct Cluster: Equatable {
  var _clusterID: Int
  var _clusterFlags: Int
}

@Archivable(className: "XCTTestIdentifier")
struct TestIdentifier: Equatable {
  var c: [String]
  var o: Int
}

@Archivable(
  className: "DTTapMessage", formerly: ["DTTapHeartbeatMessage", "DTSysmonTapMessage", "DTTapStatusMessage"])
struct TapMessage {
  // swift-format-ignore: AlwaysUseLowerCamelCase
  var DTTapMessagePlist: [String: Mixed]
}

@Archivable(className: "XCTestConfiguration")
struct TestConfiguration {
  var sessionIdentifier: UUID
  var productModuleName: String
  var testBundleURL: URL?
  var testsToRun: [String]?
  var testsMustRunOnMainThread: Bool
  // swift-format-ignore: AlwaysUseLowerCamelCase
  var IDECapabilities: Capabilities
  var targetApplicationEnvironment: [String: String]
}
