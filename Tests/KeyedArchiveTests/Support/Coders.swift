import StructCoding
import XCTest

extension XCTestCase {
  /// What an archiver that asks for secure coding writes.
  func archive(_ body: (KeyedArchiver) -> Void) throws -> Data {
    let archiver = KeyedArchiver(requiringSecureCoding: true)
    body(archiver)
    return try archiver.finishEncoding()
  }

  /// What is read with an unarchiver, which must find nothing wrong until its end.
  func reading<Result>(_ data: Data, _ body: (KeyedUnarchiver) throws -> Result) throws -> Result {
    let unarchiver = try KeyedUnarchiver(forReadingFrom: data)
    let result = try body(unarchiver)
    try unarchiver.finishDecoding()
    return result
  }
}
