import Foundation
import LiveValues
import Observation
import StructCoding
import XCTest

/// `@Setting`: a value in user defaults that is shared, observed, and never wiped.
final class SettingTests: XCTestCase {
  @Archivable(className: "Test_Reader", version: 2)
  struct Reader: Equatable {
    var fontSize = 12.0
    var bookmarks: [String] = []

    static func upgrade(_ fields: inout ArchiveNode.Fields, from version: Int) throws {
      fields.rename("marks", to: "bookmarks")
    }
  }

  @Archivable(className: "Test_Reader")
  struct OldReader { var marks: [String] }

  @Archivable(className: "Test_Reader", version: 3)
  struct NewerReader {
    var pages = 1

    static func upgrade(_ fields: inout ArchiveNode.Fields, from version: Int) throws {}
  }

  private var defaults: UserDefaults!
  private var suite = ""

  override func setUp() {
    suite = "StructCoding.SettingTests.\(UUID())"
    defaults = UserDefaults(suiteName: suite)
  }

  override func tearDown() { defaults.removePersistentDomain(forName: suite) }

  private func makeSetting() -> Setting<Reader> { Setting(wrappedValue: Reader(), "reader", store: defaults) }

  func testAValueIsStored() throws {
    @Setting("reader", store: defaults) var reader = Reader()
    XCTAssertEqual(reader, Reader())
    XCTAssertFalse($reader.isStored)
    reader.fontSize = 14
    reader.bookmarks.append("chapter 3")
    XCTAssertTrue($reader.isStored)
    XCTAssertEqual(
      try defaults.unarchive(Reader.self, forKey: "reader"), Reader(fontSize: 14, bookmarks: ["chapter 3"]))
    $reader.remove()
    XCTAssertEqual(reader, Reader())
    XCTAssertNil(defaults.object(forKey: "reader"))
  }

  func testPropertiesOfOneKeyShareTheirValue() {
    let (first, second) = (makeSetting(), makeSetting())
    first.wrappedValue.fontSize = 20
    XCTAssertEqual(second.wrappedValue.fontSize, 20)
    XCTAssertTrue(first.projectedValue === second.projectedValue)
    let other = Setting(wrappedValue: Reader(), "other", store: defaults)
    XCTAssertEqual(other.wrappedValue.fontSize, 12)
  }

  func testOptionals() throws {
    @Setting("last", store: defaults) var last: Reader? = nil
    XCTAssertNil(last)
    last = Reader(fontSize: 9)
    XCTAssertEqual(try defaults.unarchive(Reader.self, forKey: "last"), Reader(fontSize: 9))
    last = nil
    XCTAssertNil(last)
  }

  func testOlderVersionsAreUpgraded() throws {
    try defaults.archive(OldReader(marks: ["a"]), forKey: "reader")
    XCTAssertEqual(makeSetting().wrappedValue, Reader(bookmarks: ["a"]))
  }

  /// What cannot be read stays, and is told.
  func testUnreadableSettingsAreKept() throws {
    for stored in [Data("damaged".utf8) as Any, "no archive", 7, try KeyedArchive.encode(NewerReader())] {
      defaults.set(stored, forKey: "reader")
      let (setting, failures) = DecodeFailures.collecting { makeSetting() }
      XCTAssertEqual(failures.map(\.used), [.defaultValue], "\(stored)")
      XCTAssertEqual(failures.first?.error.path.first, .key("reader"))
      XCTAssertEqual(setting.wrappedValue, Reader())
      XCTAssertNotNil(setting.projectedValue.failure)
      XCTAssertTrue(setting.projectedValue.isStored)

      let changes = DecodeFailures.collecting { setting.wrappedValue.fontSize = 14 }.failures
      XCTAssertEqual(changes.map(\.used), [.storedValue])
      XCTAssertEqual("\(try XCTUnwrap(defaults.object(forKey: "reader")))", "\(stored)")
      XCTAssertEqual(setting.wrappedValue, Reader())

      setting.wrappedValue = Reader(fontSize: 16)
      XCTAssertNil(setting.projectedValue.failure)
      XCTAssertEqual(try defaults.unarchive(Reader.self, forKey: "reader"), Reader(fontSize: 16))
    }
  }

  func testAValueThatCannotBeArchivedIsTold() {
    let limited = Setting(wrappedValue: Deep(), "deep", store: defaults)
    var deep = Deep()
    for _ in 0..<20_000 { deep = Deep(inner: [deep]) }
    let failures = DecodeFailures.collecting { limited.wrappedValue = deep }.failures
    XCTAssertEqual(failures.map(\.error.code), [.limitExceeded])
    XCTAssertNil(defaults.object(forKey: "deep"))
    // Not recursively.
    while let inner = deep.inner.first { deep = inner }
  }

  @Archivable(className: "Test_Deep")
  struct Deep { var inner: [Deep] = [] }

  // MARK: Observation

  func testObserversAreTold() throws {
    let setting = makeSetting()
    let told = Told()
    withObservationTracking {
      _ = setting.wrappedValue
    } onChange: {
      told.count += 1
    }
    makeSetting().wrappedValue.fontSize = 18
    XCTAssertEqual(told.count, 1)
  }

  func testChangesBehindThePropertyAreSeen() throws {
    let setting = makeSetting()
    XCTAssertEqual(setting.wrappedValue, Reader())
    let told = Told()
    withObservationTracking {
      _ = setting.wrappedValue
    } onChange: {
      told.count += 1
    }
    try defaults.archive(Reader(fontSize: 30), forKey: "reader")
    // Foundation on Linux posts no notification.
    NotificationCenter.default.post(name: UserDefaults.didChangeNotification, object: defaults)
    XCTAssertEqual(setting.wrappedValue.fontSize, 30)
    XCTAssertEqual(told.count, 1)
  }

  private final class Told: @unchecked Sendable { var count = 0 }
}
