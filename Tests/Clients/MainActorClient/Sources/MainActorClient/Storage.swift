import Foundation
import LiveValues
import StructCoding

// Types whose conformances to `Codable`, `RawRepresentable`, `Hashable` or `Equatable` an archive uses, and what it calls,
// are not of the main actor.

nonisolated struct Layout: Codable, Equatable { var columns = 2 }
nonisolated struct Theme: RawRepresentable, Equatable { var rawValue: Int }
nonisolated enum Density: String, ArchiveValue { case normal, tight }

nonisolated struct Celsius: ArchiveRepresentable, Hashable {
  var degrees: Double
  static let zero = Celsius(degrees: 0)
  init(degrees: Double) { self.degrees = degrees }
  var archiveForm: Double { degrees }
  init(archiveForm: Double) { degrees = archiveForm }
}

/// A transformer is `Sendable`, and so never of the main actor.
struct ShadeTransformer: ArchiveTransformer {
  func encode(_ value: Shade) -> Double { value.gray }
  func decode(_ stored: Double) throws -> Shade { Shade(gray: stored) }
}

nonisolated struct Shade: Equatable { var gray: Double }

/// Swift 6.3 refuses properties with a wrapper that is declared `nonisolated`. A protocol like this one has the same
/// effect.
nonisolated protocol AnyThread: SendableMetatype {}

@propertyWrapper
struct Clamped: AnyThread, Equatable {
  private var value: Int
  var wrappedValue: Int {
    get { value }
    set { value = min(max(newValue, 0), 10) }
  }
  init(wrappedValue: Int) { value = min(max(wrappedValue, 0), 10) }
}

nonisolated func defaultName() -> String { "name" }
nonisolated func text(of url: URL) -> String { url.path }

@Archivable(names: .snakeCase)
struct Settings: Equatable {
  @Stored(.raw) var theme: Theme
  @Stored(.raw) var maybe: Theme?
  var density: Density
  var densities: [Density] = []
  @Stored(.codable) var layout = Layout()
  @Stored(.codable(.json)) var json: Layout?
  @Stored(.transformed(ShadeTransformer.self)) var shade: Shade
  @Stored(.transformed(encode: { text(of: $0) }, decode: { URL(fileURLWithPath: $0) })) var file: URL
  @Stored(.composition) var frame: Frame
  @Stored(.constant) let format = "v1"
  @Stored(default: defaultName()) var userName: String
  @Stored(default: Celsius.zero, onDecodeFailure: .fallbackToDefaultValue) var heat: Celsius
  @Stored(onDecodeFailure: .dropElements) var kinds: [Density]
  @Stored(formerly: "old") var byHeat: [Celsius: Int] = [:]
  @Clamped var volume = 3

  @Archivable
  struct Frame: Equatable {
    var width = 0.0
    var height = 0.0
  }
}

/// A derived property needs what it depends on off the main actor.
@Archivable
struct Profile: Equatable {
  var first: String
  var heat: Celsius

  @Transient(dependsOn: \.first, \.heat)
  var title: String { _title { "\(first) \(heat.degrees)" } }
}

func checkStorage() throws {
  try check(
    Settings(
      theme: Theme(rawValue: 2), density: .tight, densities: [.normal], layout: Layout(columns: 4),
      json: Layout(),
      shade: Shade(gray: 0.5), file: URL(fileURLWithPath: "/a"), frame: Settings.Frame(width: 1, height: 2),
      userName: "n", heat: Celsius(degrees: 3), kinds: [.tight], byHeat: [.zero: 1], volume: 30)
  ) { $0 == $1 && $1.volume == 10 }
  var profile = Profile(first: "a", heat: .zero)
  expect(profile.title == "a 0.0")
  profile.first = "b"
  expect(profile.title == "b 0.0")
  try check(profile, ==)
  let live = LiveValue(profile)
  live.first = "c"
  expect(live.value.title == "c 0.0")
}
