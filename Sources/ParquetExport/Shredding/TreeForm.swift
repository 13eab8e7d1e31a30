internal import ArchiveBytes
internal import ArchiveNodes
internal import ArchiveValues
internal import Foundation
internal import KeyedArchives

/// What the trees of a column represent, which decides what becomes of them. Values of Foundation's types have forms of
/// their own; everything else becomes JSON.
enum TreeForm: Hashable {
  case url, decimal, timeZone, locale
  case dateInterval, dateComponents, point, size, rect, range, measurement
  case json

  /// Returns the form of a type; `nil` if it has none of its own.
  init?(of type: any ArchiveValue.Type) {
    switch type {
    case is URL.Type: self = .url
    case is Decimal.Type: self = .decimal
    case is TimeZone.Type: self = .timeZone
    case is Locale.Type: self = .locale
    case is DateInterval.Type: self = .dateInterval
    case is DateComponents.Type: self = .dateComponents
    case is CGPoint.Type: self = .point
    case is CGSize.Type: self = .size
    case is CGRect.Type: self = .rect
    case is NSRange.Type: self = .range
    default:
      guard let record = type as? any ArchiveRecord.Type, record.archiveSchema.className == "NSMeasurement"
      else { return nil }
      self = .measurement
    }
  }

  /// Returns the form of a node, by its class.
  init(of node: ArchiveNode) {
    guard case .record(let fields) = node else {
      self = .json
      return
    }
    self =
      switch fields.className {
      case "NSURL": .url
      case "NSDecimalNumber": .decimal
      case "NSTimeZone": .timeZone
      case "NSLocale": .locale
      case "NSDateInterval": .dateInterval
      case "NSDateComponents": .dateComponents
      case "NSMeasurement": .measurement
      case "NSValue" where fields["NS.pointval"] != nil: .point
      case "NSValue" where fields["NS.sizeval"] != nil: .size
      case "NSValue" where fields["NS.rectval"] != nil: .rect
      case "NSValue" where fields["NS.rangeval.length"] != nil: .range
      default: .json
      }
  }

  /// A part of a value that becomes a group.
  struct Part {
    let name: String
    let kind: Kind
    var isOptional = false

    enum Kind {
      case integer, double, date, text
    }
  }

  /// A value of a part.
  enum Value {
    case integer(Int)
    case double(Double)
    case date(Date)
    case text(String)
  }

  /// The parts of a value that becomes a group; `nil` if it becomes a single column.
  var parts: [Part]? {
    switch self {
    case .url, .decimal, .timeZone, .locale, .json: nil
    case .dateInterval:
      [
        Part(name: "start", kind: .date), Part(name: "end", kind: .date),
        Part(name: "duration", kind: .double),
      ]
    case .dateComponents:
      [
        Part(name: "calendar", kind: .text, isOptional: true),
        Part(name: "timeZone", kind: .text, isOptional: true),
      ] + Self.components.map { Part(name: $0.name, kind: .integer, isOptional: true) }
    case .point: ["x", "y"].map { Part(name: $0, kind: .double) }
    case .size: ["width", "height"].map { Part(name: $0, kind: .double) }
    case .rect: ["x", "y", "width", "height"].map { Part(name: $0, kind: .double) }
    case .range: ["location", "length"].map { Part(name: $0, kind: .integer) }
    case .measurement: [Part(name: "value", kind: .double), Part(name: "unit", kind: .text)]
    }
  }

  private static let components: [(name: String, number: @Sendable (DateComponents) -> Int?)] = [
    ("era", { $0.era }), ("year", { $0.year }), ("month", { $0.month }), ("day", { $0.day }),
    ("hour", { $0.hour }), ("minute", { $0.minute }), ("second", { $0.second }),
    ("nanosecond", { $0.nanosecond }), ("weekday", { $0.weekday }),
    ("weekdayOrdinal", { $0.weekdayOrdinal }), ("quarter", { $0.quarter }),
    ("weekOfMonth", { $0.weekOfMonth }), ("weekOfYear", { $0.weekOfYear }),
    ("yearForWeekOfYear", { $0.yearForWeekOfYear }),
  ]

  /// Returns the parts of a node's value.
  func values(of node: ArchiveNode) throws -> [Value?] {
    switch self {
    case .url, .decimal, .timeZone, .locale, .json: return []
    case .dateInterval:
      let interval = try node.decode(DateInterval.self)
      return [.date(interval.start), .date(interval.end), .double(interval.duration)]
    case .dateComponents:
      let components = try node.decode(DateComponents.self)
      return [
        components.calendar.map { .text("\($0.identifier)") },
        components.timeZone.map { .text($0.identifier) },
      ] + Self.components.map { $0.number(components).map { .integer($0) } }
    case .point:
      let point = try node.decode(CGPoint.self)
      return [.double(point.x), .double(point.y)]
    case .size:
      let size = try node.decode(CGSize.self)
      return [.double(size.width), .double(size.height)]
    case .rect:
      let rect = try node.decode(CGRect.self)
      return [
        .double(rect.origin.x), .double(rect.origin.y), .double(rect.size.width), .double(rect.size.height),
      ]
    case .range:
      let range = try node.decode(NSRange.self)
      return [.integer(range.location), .integer(range.length)]
    case .measurement:
      guard case .record(let fields) = node, case .double(let value)? = fields["NS.value"],
        case .record(let unit)? = fields["NS.unit"], case .string(let symbol)? = unit["NS.symbol"]
      else {
        throw ArchiveError(
          .invalidValue, expected: "a measurement with a number and the symbol of its unit", found: "\(node)")
      }
      return [.double(value), .text(symbol)]
    }
  }

  /// Returns the text of a node's value, if it becomes text.
  func text(of node: ArchiveNode) throws -> String {
    switch self {
    case .url: try node.decode(URL.self).absoluteString
    case .timeZone: try node.decode(TimeZone.self).identifier
    case .locale: try node.decode(Locale.self).identifier
    case .decimal: try node.decode(Decimal.self).description
    default: try JSONText.text(of: node)
    }
  }
}
