import ArchiveTestSupport
import StructCoding
import XCTest

/// Reads sound archives with one fault each, made object by object.
class HostileTableTestCase: XCTestCase {
  typealias Item = PlistBuilder.Item

  /// `[… , record of class 2, class record "NSArray"]` with elements by number.
  func array(_ elements: [UInt64]) -> Item {
    .record(class: 2, ["NS.objects": .array(elements.map { .uid($0) })])
  }

  override func setUp() { work = WorkGuard() }
  override func tearDown() {
    // A bomb takes seconds in a debug build, and for ever without a limit.
    work.assertAtMost(archives: 5_000, "too slow")
  }
  private var work = WorkGuard()

  func decode<Value: ArchiveValue>(
    _ type: Value.Type, _ objects: [Item], maximumSize: Int? = nil
  ) throws -> Value {
    try KeyedArchive.decode(
      type, from: PlistBuilder(objects).data(), options: .init(limits: .init(maximumDecodedSize: maximumSize))
    )
  }

  func unarchive(_ objects: [Item], _ classes: [AnyClass]) throws -> Any? {
    try KeyedArchive.unarchivedObject(ofClasses: classes, from: PlistBuilder(objects).data())
  }

  /// The limit for what costs as much as the limit allows: the usual one in a thorough run.
  let bombSize = Thoroughness.isFull ? nil : 4 << 20

  /// Reads a bomb through `NSCoder`.
  func unarchiveBomb(_ objects: [Item], _ classes: [AnyClass]) throws {
    let unarchiver = try KeyedUnarchiver(
      forReadingFrom: PlistBuilder(objects).data(),
      limits: .init(maximumDecodedSize: bombSize))
    _ = unarchiver.decodeObject(of: classes, forKey: "root")
    try unarchiver.finishDecoding()
  }
}
