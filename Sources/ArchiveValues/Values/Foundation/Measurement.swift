public import Foundation

/// Apple's layout of `NSMeasurement`: a number, and the unit as an object.
extension Measurement: ArchiveValue, ArchiveRecord {
  public static var archiveSchema: ArchiveSchema {
    ArchiveSchema(
      className: "NSMeasurement", formerly: [], superclasses: ["NSObject"], fields: ["NS.value", "NS.unit"])
  }

  public func encodeFields(to encoder: inout some FieldEncoder) throws {
    try encoder.encode(value, at: 0)
    try encoder.encode(unit, at: 1)
  }

  public init(fields decoder: inout some FieldDecoder) throws {
    let value: Double = try decoder.decode(at: 0)
    self.init(value: value, unit: try decoder.decode(at: 1))
  }

  public var _archiveObject: NSObject? { NSMeasurement(doubleValue: value, unit: unit) }

  public init?(_archiveObject: NSObject) {
    guard let measurement = _archiveObject as? NSMeasurement, let unit = measurement.unit as? UnitType else {
      return nil
    }
    self.init(value: measurement.doubleValue, unit: unit)
  }

  public static var archiveClasses: [AnyClass] { [NSMeasurement.self, UnitType.self] }
  public static var archiveName: String { "Measurement_\(UnitType.archiveName)" }
}
