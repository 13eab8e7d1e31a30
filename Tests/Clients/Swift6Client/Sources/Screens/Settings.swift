internal import ColumnArchives
import LiveValues
public import StructCoding

// Fields under control, in a module that is isolated to the main actor by default. A type that is `@Archivable` is not
// isolated, nor are the types inside of it. The conformances of others are, so where it needs one of these, as for `==`,
// `.raw`, `.codable` and what a derived property depends on, they are declared `nonisolated`.

@Archivable(className: "Settings", version: 2)
public struct Settings: Equatable {
  public var first: String
  public var last: String
  @Stored(.raw) var theme: Theme
  @Stored(.codable(.json)) var shortcuts: Shortcuts
  @Stored(
    .transformed(
      encode: { (names: [String]) in names.joined(separator: ",") },
      decode: { $0.split(separator: ",").map(String.init) }))
  var recent: [String] = []
  @Stored(.transformed(ShadeTransformer.self)) var shade: Shade
  @Stored(.codable) var layout = Layout()
  @Stored(.composition) var frame: Frame
  @Stored(default: Density.normal, onDecodeFailure: .fallbackToDefaultValue) var density: Density
  @Transient public var isOpen = false

  @Transient(dependsOn: \.first, \.last)
  public var owner: String {
    get { _owner { "\(first) \(last)" } }
    set {
      let parts = newValue.split(separator: " ", maxSplits: 1).map(String.init)
      (first, last) = (parts.first ?? "", parts.count > 1 ? parts[1] : "")
    }
  }

  @Transient(dependsOn: \.shade)
  var isDark: Bool { _isDark { shade.gray < 0.5 } }

  /// What is of the main actor says so.
  @MainActor func show() { Self.shown.append(owner) }
  @MainActor private static var shown: [String] = []
  @MainActor static var isShown: Bool { !shown.isEmpty }

  public static func upgrade(_ fields: inout ArchiveNode.Fields, from version: Int) throws {
    fields.rename("given", to: "first")
  }

  public mutating func awakeAfterDecoding() throws {
    recent.sort()
  }

  struct Theme: RawRepresentable, Equatable { var rawValue: Int }
  struct Shortcuts: Codable, Equatable { var keys = ["a"] }
  enum Density: String, ArchiveValue { case normal, tight }

  @Archivable
  struct Frame: Equatable {
    var width = 0.0
    var height = 0.0
  }
}

nonisolated struct Shade: Equatable { var gray: Double }

nonisolated struct Layout: Codable, Equatable { var columns = 2 }

struct ShadeTransformer: ArchiveTransformer {
  func encode(_ value: Shade) -> Double { value.gray }
  func decode(_ stored: Double) throws -> Shade { Shade(gray: stored) }
}

@Archivable(className: "Settings")
struct FirstSettings {
  var given: String
  var last: String
  var theme = 1
  @Stored(.codable(.json)) var shortcuts = Settings.Shortcuts()
  var shade = 0.5
  @Stored(.composition) var frame = Settings.Frame(width: 1, height: 2)
  var density = "gone"
}

/// What an observer writes down, which is told on the main actor as this module writes there.
private final class Names {
  var all: [String] = []
}

/// Archives on the main actor.
public func settingsRoundTrip() throws -> Bool {
  var settings = Settings(
    first: "Ada", last: "King", theme: Settings.Theme(rawValue: 2), shortcuts: Settings.Shortcuts(),
    recent: ["a", "b"], shade: Shade(gray: 0.25), frame: Settings.Frame(width: 3, height: 4), density: .tight)
  let live = LiveValue(settings)
  let names = Names()
  let observation = live.observe(\.owner) { _, name in MainActor.assumeIsolated { names.all.append(name) } }
  live.owner = "Ada Lovelace"
  settings = live.value
  settings.show()
  observation.invalidate()
  let first = FirstSettings(given: "Ada", last: "King")
  let upgraded = [
    try KeyedArchive.decode(Settings.self, from: KeyedArchive.encode(first)),
    try ColumnArchive.decode(Settings.self, from: ColumnArchive.encode(first)),
  ]
  return try KeyedArchive.decode(Settings.self, from: KeyedArchive.encode(settings)) == settings
    && ColumnArchive.decode([Settings].self, from: ColumnArchive.encode([settings])) == [settings]
    && ColumnArchive(ColumnArchive.encode([settings])).values(at: Settings.path.frame.width) == [3]
    && names.all == ["Ada Lovelace"] && settings.owner == "Ada Lovelace"
    && settings.isDark && Settings.isShown
    && upgraded.allSatisfy { $0.owner == "Ada King" && $0.density == .normal && $0.frame.height == 2 }
}
