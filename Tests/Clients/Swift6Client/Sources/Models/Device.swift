public import Foundation
import LiveValues
public import StructCoding

/// How a client's library keeps fields under control: each storage method, a version, derived properties, all public.
@Archivable(className: "Device", version: 2)
public struct Device: Hashable, Sendable {
  public var maker: String
  public var model: String
  @Stored(.default) public var serial: Int
  @Stored(.raw) public var grade: Grade
  @Stored(.raw) public var formerGrade: Grade?
  @Stored(.codable) public var limits: Limits
  @Stored("extra", .codable(.json), formerly: "options") public var options: [String: Limits] = [:]
  @Stored(.transformed(AngleTransformer.self)) public var tilt: Angle
  @Stored(.transformed(name: "HexDataTransformer")) public var key: Data
  @Stored(.composition, formerly: "place") public var site: Site
  @Stored(default: Mode.idle, onDecodeFailure: .fallbackToDefaultValue) public var mode: Mode
  @Stored(onDecodeFailure: .debugAssertNil) public var parent: UUID?
  @Transient public var isSelected = false
  @Transient private var attempts = 0

  @Transient(dependsOn: \.maker, \.model)
  public var name: String {
    get { _name { "\(maker) \(model)" } }
    set {
      let parts = newValue.split(separator: " ", maxSplits: 1).map(String.init)
      (maker, model) = (parts.first ?? "", parts.count > 1 ? parts[1] : "")
    }
  }

  @Transient(dependsOn: \.name, \.site.floor)
  public var label: String { _label { "\(name) on floor \(site.floor)" } }

  public init(maker: String, model: String, serial: Int, grade: Int, tilt: Double, site: Site) {
    self.maker = maker
    self.model = model
    self.serial = serial
    self.grade = Grade(rawValue: grade)
    self.limits = Limits(highest: 10)
    self.tilt = Angle(degrees: tilt)
    self.key = Data(model.utf8)
    self.site = site
    self.mode = .idle
  }

  public static func upgrade(_ fields: inout ArchiveNode.Fields, from version: Int) throws {
    guard version == 1 else { return }
    let name = try fields.decode(String.self, "name").split(separator: " ", maxSplits: 1)
    fields["maker"] = .string(String(name.first ?? ""))
    fields["model"] = .string(name.count > 1 ? String(name[1]) : "")
    fields.remove("name")
  }

  public mutating func awakeAfterDecoding() throws {
    guard serial >= 0 else { throw NegativeSerial(serial: serial) }
    options["default"] = options["default"] ?? Limits(highest: 1)
  }

  public struct NegativeSerial: Error { public let serial: Int }

  public struct Grade: RawRepresentable, Hashable, Sendable {
    public var rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
  }

  public struct Limits: Codable, Hashable, Sendable {
    public var lowest = 0
    public var highest: Int
    public init(highest: Int) { self.highest = highest }
  }

  public enum Mode: String, ArchiveValue, Sendable { case idle, busy }

  @Archivable
  public struct Site: Hashable, Sendable {
    public var building: String
    public var floor: Int
    public init(building: String, floor: Int) {
      self.building = building
      self.floor = floor
    }
  }
}

/// A type of somebody else, and how it is stored.
public struct Angle: Hashable, Sendable {
  public var degrees: Double
  public init(degrees: Double) { self.degrees = degrees }
}

public struct AngleTransformer: ArchiveTransformer {
  public struct NotAnAngle: Error { public let text: String }

  public init() {}

  public func encode(_ value: Angle) -> String { "\(value.degrees)°" }

  public func decode(_ stored: String) throws -> Angle {
    guard stored.hasSuffix("°"), let degrees = Double(stored.dropLast()) else {
      throw NotAnAngle(text: stored)
    }
    return Angle(degrees: degrees)
  }
}

/// A device of version 1, with the site as a field of its own and a mode that is gone.
@Archivable(className: "Device")
public struct FirstDevice: Sendable {
  public var name: String
  public var serial: Int
  @Stored("grade") var grade = 7
  @Stored(.codable) var limits = Device.Limits(highest: 3)
  var tilt = "1.5°"
  var key = "ab"
  var place = Device.Site(building: "old", floor: 1)
  var mode = "broken"

  public init(name: String, serial: Int) {
    self.name = name
    self.serial = serial
  }
}
