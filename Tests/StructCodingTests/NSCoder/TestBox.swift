import ArchiveBytes
import ArchiveValues
import Foundation
import XCTest

@testable import StructCoding

/// A top-level class, which Foundation on Linux can archive, around one field of any type.
final class TestBox: NSObject, NSSecureCoding {
  static let schema = ArchiveSchema(className: "TestBox", fields: ["value"])
  static var supportsSecureCoding: Bool { true }

  /// What `init(coder:)` does, and what it found; tests run one after the other.
  nonisolated(unsafe) static var read: (inout CoderDecoder) throws -> Any = { _ in () }
  nonisolated(unsafe) static var outcome: Result<Any, any Error>?

  private let write: (NSCoder) throws -> Void

  init(_ write: @escaping (NSCoder) throws -> Void) { self.write = write }

  func encode(with coder: NSCoder) {
    do { try write(coder) } catch { XCTFail("\(error)") }
  }

  init?(coder: NSCoder) {
    write = { _ in }
    super.init()
    var decoder = CoderDecoder(coder: coder, schema: Self.schema)
    unsafe Self.outcome = Result { try unsafe Self.read(&decoder) }
    if case .failure = unsafe Self.outcome { return nil }
  }
}

/// The archive of a box with this field, written by Foundation.
func archive<Value: ArchiveValue>(_ value: Value) throws -> Data {
  try archive { coder in
    var encoder = CoderEncoder(coder: coder, schema: TestBox.schema)
    try encoder.encode(value, at: 0)
  }
}

func archive(_ write: @escaping (NSCoder) throws -> Void) throws -> Data {
  try NSKeyedArchiver.archivedData(withRootObject: TestBox(write) as Any, requiringSecureCoding: true)
}

/// The field of the box in an archive, read by Foundation.
func unarchive<Value: ArchiveValue>(_ type: Value.Type, from data: Data) throws -> Value {
  unsafe TestBox.outcome = nil
  unsafe TestBox.read = { try $0.decode(at: 0) as Value }
  let box = try? NSKeyedUnarchiver.unarchivedObject(ofClass: TestBox.self, from: data)
  let outcome = try XCTUnwrap(unsafe TestBox.outcome, "Foundation never asked the box")
  let decoded = try outcome.get()
  let value = try XCTUnwrap(decoded as? Value)
  XCTAssertNotNil(box, "Foundation failed although the decoder did not")
  return value
}

/// The value comes back equal from Foundation's archiver.
func assertBoxRoundTrip<Value: ArchiveValue & Equatable>(
  _ value: Value, file: StaticString = #filePath, line: UInt = #line
) throws {
  XCTAssertEqual(try unarchive(Value.self, from: archive(value)), value, file: file, line: line)
}

func assertThrows<Value: ArchiveValue>(
  _ type: Value.Type, from data: @autoclosure () throws -> Data, _ code: ArchiveError.Code,
  at path: String = "value",
  saying words: String = "", file: StaticString = #filePath, line: UInt = #line
) {
  XCTAssertThrowsError(try unarchive(type, from: data()), file: file, line: line) { error in
    guard let error = error as? ArchiveError else { return XCTFail("\(error)", file: file, line: line) }
    XCTAssertEqual(error.code, code, "\(error)", file: file, line: line)
    XCTAssertEqual(error.pathDescription, path, "\(error)", file: file, line: line)
    if !words.isEmpty { XCTAssertTrue(error.description.contains(words), "\(error)", file: file, line: line) }
  }
}
