import ColumnArchives
import Foundation
import LiveValues
import Models
import StructCoding

/// Ends the program when a device is not what it should be.
func checkDevices() async throws {
  var device = Device(
    maker: "Acme", model: "T 1", serial: 12, grade: 3, tilt: 45, site: Device.Site(building: "A", floor: 2))
  device.formerGrade = Device.Grade(rawValue: 2)
  device.options = ["default": Device.Limits(highest: 4), "night": Device.Limits(highest: 2)]
  device.mode = .busy
  device.parent = UUID(uuidString: "11111111-2222-3333-4444-555555555555")
  try Swift6Client.check(device)
  var selected = device
  selected.isSelected = true
  guard try ColumnArchive.decode(Device.self, from: ColumnArchive.encode(selected)) == device else {
    fatalError("a transient property is stored")
  }
  guard device.name == "Acme T 1", device.label == "Acme T 1 on floor 2" else { fatalError("derived") }
  selected.name = "Other X"
  guard selected.model == "X", selected.label == "Other X on floor 2", device.label == "Acme T 1 on floor 2"
  else {
    fatalError("derived, after a change")
  }

  // From version 1, and back to it.
  let first = [FirstDevice(name: "Acme T 1", serial: 12)]
  let objects = try KeyedArchive.archivedData(withRootObject: first.encoded, requiringSecureCoding: true)
  for upgraded in [
    try KeyedArchive.decode([Device].self, from: KeyedArchive.encode(first)),
    try ColumnArchive.decode([Device].self, from: ColumnArchive.encode(first)),
    try KeyedArchive.unarchivedArrayOfObjects(ofClass: Device.Coding.self, from: objects)?.decoded ?? [],
  ] {
    guard let old = upgraded.first, old.name == device.name, old.mode == .idle, old.grade.rawValue == 7,
      old.site == Device.Site(building: "old", floor: 1), old.tilt.degrees == 1.5, old.key == Data([0xAB]),
      old.options["default"]?.highest == 1
    else { fatalError("another upgrade: \(upgraded)") }
  }
  try expect(.newerVersion) { try KeyedArchive.decode(FirstDevice.self, from: KeyedArchive.encode(device)) }
  var negative = device
  negative.serial = -1
  let bad = negative
  try expect(.custom) { try KeyedArchive.decode(Device.self, from: KeyedArchive.encode(bad)) }
  try expect(.custom) { try ColumnArchive.decode([Device].self, from: ColumnArchive.encode([bad])) }

  try await checkPaths([device, bad])
  try await checkLive(device)
}

private func expect<Value>(_ code: ArchiveError.Code, _ body: () throws -> Value) throws {
  do {
    let value = try body()
    fatalError("\(value) instead of \(code)")
  } catch let error as ArchiveError {
    guard error.code == code else { throw error }
  }
}

/// Paths are `Sendable`, and may be constants.
private let floor = Device.path.site.floor

private func checkPaths(_ devices: [Device]) async throws {
  let archive = try ColumnArchive(ColumnArchive.encode(devices))
  let floors = try await Task.detached { try archive.values(at: floor) }.value
  guard floors == [2, 2], floor.storedName == "site.floor",
    try archive.positions(where: Device.path.serial, { $0 < 0 }) == [1],
    try archive.values(at: Device.path.tilt) == [Angle(degrees: 45), Angle(degrees: 45)],
    try devices.filter(Device.path.serial.predicate(.less, 0)) == [devices[1]],
    devices.sorted(using: Device.path.serial.comparator()).first == devices[1]
  else { fatalError("other paths") }
}

/// What observers write down, on any thread.
private final class Log: @unchecked Sendable {
  private let lock = NSLock()
  private var all: [String] = []

  var lines: [String] { lock.withLock { all } }

  func add(_ line: String) { lock.withLock { all.append(line) } }
}

/// A live reference to a `Sendable` struct, written by several tasks.
private func checkLive(_ device: Device) async throws {
  let live = LiveValue(device)
  let log = Log()
  let observation = live.observe(\.label) { old, new in log.add("\(old) -> \(new)") }
  live.isSelected = true
  live.update { device in
    device.maker = "Other"
    device.site.floor = 3
  }
  await withTaskGroup(of: Void.self) { group in
    for _ in 0..<4 {
      group.addTask { for _ in 0..<100 { live.serial += 1 } }
    }
  }
  observation.invalidate()
  guard log.lines == ["Acme T 1 on floor 2 -> Other T 1 on floor 3"], live.value.serial == 412 else {
    fatalError("live")
  }
}
