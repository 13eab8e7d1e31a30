internal import ArchiveBytes
internal import ArchiveNodes
internal import ArchiveValues
internal import ColumnArchives
internal import Foundation
internal import KeyedArchives

/// The type of the values of a column of nodes: a Foundation type, or any type. It follows from the values in the
/// archive, or from the Swift type if there are no values.
enum NodeForm: Hashable {
  case decimal, dateInterval, dateComponents, point, size, rect, range, measurement
  /// Any other type, which becomes text.
  case text

  /// Returns the form of a record of a class, by the names of its fields.
  init(_ className: String, _ names: some Collection<String>) {
    self =
      switch className {
      case "NSDecimalNumber": .decimal
      case "NSDateInterval": .dateInterval
      case "NSDateComponents": .dateComponents
      case "NSMeasurement": .measurement
      case "NSValue" where names.contains("NS.pointval"): .point
      case "NSValue" where names.contains("NS.sizeval"): .size
      case "NSValue" where names.contains("NS.rectval"): .rect
      case "NSValue" where names.contains("NS.rangeval.length"): .range
      default: .text
      }
  }

  /// The group for values of the form; `nil` if they become a single column.
  var group: NodeGroup? {
    switch self {
    case .decimal, .text: nil
    case .dateInterval:
      NodeGroup("start", "end", "duration") { (interval: DateInterval) in
        ArchiveTuple(interval.start, interval.end, interval.duration)
      }
    case .point: NodeGroup("x", "y") { (point: CGPoint) in ArchiveTuple(Double(point.x), Double(point.y)) }
    case .size:
      NodeGroup("width", "height") { (size: CGSize) in
        ArchiveTuple(Double(size.width), Double(size.height))
      }
    case .rect:
      NodeGroup("x", "y", "width", "height") { (rect: CGRect) in
        ArchiveTuple(
          Double(rect.origin.x), Double(rect.origin.y), Double(rect.size.width), Double(rect.size.height))
      }
    case .range:
      NodeGroup("location", "length") { (range: NSRange) in ArchiveTuple(range.location, range.length) }
    case .measurement: NodeGroup("value", "unit", of: Self.measurement)
    case .dateComponents:
      NodeGroup(
        "calendar", "timeZone", "era", "year", "month", "day", "hour", "minute", "second", "nanosecond",
        "weekday", "weekdayOrdinal", "quarter", "weekOfMonth", "weekOfYear", "yearForWeekOfYear"
      ) { (parts: DateComponents) in
        ArchiveTuple(
          parts.calendar.map { "\($0.identifier)" }, parts.timeZone?.identifier, parts.era, parts.year,
          parts.month, parts.day, parts.hour, parts.minute, parts.second, parts.nanosecond, parts.weekday,
          parts.weekdayOrdinal, parts.quarter, parts.weekOfMonth, parts.weekOfYear, parts.yearForWeekOfYear)
      }
    }
  }

  /// Returns the parts of a measurement, whose unit may be of any class.
  private static func measurement(_ node: ArchiveNode) throws -> ArchiveTuple<Double, String> {
    guard case .record(let fields) = node, case .double(let value)? = fields["NS.value"],
      case .record(let unit)? = fields["NS.unit"], case .string(let symbol)? = unit["NS.symbol"]
    else {
      throw ArchiveError(
        .invalidValue, expected: "a measurement with a number and the symbol of its unit", found: "\(node)")
    }
    return ArchiveTuple(value, symbol)
  }
}

/// A group for nodes of one form. The parts of their values are archived in columns, and these are shredded like any
/// others.
struct NodeGroup {
  let names: [String]
  /// Returns the archive of the parts of some nodes.
  let archive: ([ArchiveNode]) throws -> ColumnArchive

  fileprivate init<each Part: ArchiveValue>(
    _ names: String..., of parts: @escaping (ArchiveNode) throws -> ArchiveTuple<repeat each Part>
  ) {
    self.names = names
    archive = { try ColumnArchive(of: $0.map(parts)) }
  }

  fileprivate init<Value: ArchiveValue, each Part: ArchiveValue>(
    _ names: String..., of parts: @escaping (Value) -> ArchiveTuple<repeat each Part>
  ) {
    self.names = names
    archive = { try ColumnArchive(of: $0.map { parts(try $0.decode(Value.self)) }) }
  }
}

/// The digits that decimal numbers need before and after the point.
struct DecimalDigits {
  private var before = 1
  private var after = 0

  mutating func add(_ text: String) {
    // NaN has no digits, so it does not fit.
    if text == "NaN" {
      before = .max / 2
      return
    }
    let (whole, fraction) = Self.parts(text)
    before = max(before, whole.count)
    after = max(after, fraction.count)
  }

  /// The type that can hold all of the numbers; `nil` if no type can.
  var type: ColumnType? {
    guard before + after <= 38 else { return nil }
    return .decimal(precision: before + after <= 18 ? 18 : 38, scale: after)
  }

  /// Returns the upper and the lower half of a number without its point; `nil` if it has other digits.
  func halves(_ text: String) -> (high: UInt64, low: UInt64)? {
    let (whole, fraction) = Self.parts(text)
    guard whole.count <= before, fraction.count <= after else { return nil }
    // Two times 19 digits, each of which fits in 64 bits.
    let digits = whole + fraction + String(repeating: "0", count: after - fraction.count)
    guard let upper = UInt64("0" + digits.dropLast(19)), let lower = UInt64(digits.suffix(19)) else {
      return nil
    }
    let product = upper.multipliedFullWidth(by: 10_000_000_000_000_000_000)
    let (low, carry) = product.low.addingReportingOverflow(lower)
    let high = product.high + (carry ? 1 : 0)
    return text.hasPrefix("-") ? (~high &+ (low == 0 ? 1 : 0), 0 &- low) : (high, low)
  }

  /// Returns the digits of a number before and after the point.
  private static func parts(_ text: String) -> (whole: Substring, fraction: Substring) {
    let parts = text.drop { $0 == "-" }.split(separator: ".")
    return (parts.first ?? "", parts.count > 1 ? parts[1] : "")
  }
}
