import ArchiveDocuments
import XCTest

/// Two nodes have the same content, however their objects are numbered and shared.
public func assertSameContent(
  _ left: @autoclosure () throws -> ArchiveNode?, _ right: @autoclosure () throws -> ArchiveNode?,
  _ message: @autoclosure () -> String = "", file: StaticString = #filePath, line: UInt = #line
) {
  do {
    switch (try left(), try right()) {
    case (nil, nil): break
    case (let left?, let right?):
      if left.hasSameContent(as: right) { return }
      let differences = left.differences(from: right, limit: 8).map { "\($0)" }.joined(separator: "\n")
      XCTFail("the content differs: \(differences) \(message())", file: file, line: line)
    case (let left, let right):
      XCTFail(
        "\(left.map { "\($0)" } ?? "nil") is not \(right.map { "\($0)" } ?? "nil") \(message())", file: file,
        line: line)
    }
  } catch {
    XCTFail("\(error) \(message())", file: file, line: line)
  }
}
