// A stand-in for XCTest, which no SDK of the repository has. Apple's imports CoreGraphics, and what a module imports leaks.
@_exported import Foundation
import CoreGraphics
open class XCTestCase: NSObject {
  public override init() {}
  open func setUp() {}; open func tearDown() {}; open func setUpWithError() throws {}; open func tearDownWithError() throws {}
  open func setUp() async throws {}; open func tearDown() async throws {}
  open class func setUp() {}; open class func tearDown() {}
  public var continueAfterFailure: Bool { get { true } set {} }
  public func addTeardownBlock(_ b: @escaping () -> Void) {}
  public func measure(_ b: () -> Void) {}
  public var name: String { "" }
  public func expectation(description: String) -> XCTestExpectation { XCTestExpectation() }
  public func wait(for: [XCTestExpectation], timeout: Double) {}
  public func fulfillment(of: [XCTestExpectation], timeout: Double = 1, enforceOrder: Bool = false) async {}
  public func executionTimeAllowance() {}
  open func record(_ issue: XCTIssue) {}
}
public struct XCTIssue {
  public var compactDescription: String
  public var sourceCodeContext: XCTSourceCodeContext
}
public class XCTSourceCodeContext: NSObject { public var location: XCTSourceCodeLocation? { nil } }
public class XCTSourceCodeLocation: NSObject { public var fileURL: URL { URL(fileURLWithPath: "") }; public var lineNumber: Int { 0 } }
public class XCTestExpectation: NSObject, @unchecked Sendable { public func fulfill() {}; public var expectedFulfillmentCount: Int { get {1} set {} }; public var isInverted: Bool { get {false} set {} } ; public convenience init(description: String) { self.init() } }
public struct XCTSkip: Error { public init(_ m: @autoclosure () -> String? = nil, file: StaticString = #filePath, line: UInt = #line) {} }
public func XCTSkipIf(_ e: @autoclosure () throws -> Bool, _ m: @autoclosure () -> String? = nil, file: StaticString = #filePath, line: UInt = #line) throws {}
public func XCTSkipUnless(_ e: @autoclosure () throws -> Bool, _ m: @autoclosure () -> String? = nil, file: StaticString = #filePath, line: UInt = #line) throws {}
public func XCTFail(_ m: String = "", file: StaticString = #filePath, line: UInt = #line) {}
public func XCTAssert(_ e: @autoclosure () throws -> Bool, _ m: @autoclosure () -> String = "", file: StaticString = #filePath, line: UInt = #line) {}
public func XCTAssertTrue(_ e: @autoclosure () throws -> Bool, _ m: @autoclosure () -> String = "", file: StaticString = #filePath, line: UInt = #line) {}
public func XCTAssertFalse(_ e: @autoclosure () throws -> Bool, _ m: @autoclosure () -> String = "", file: StaticString = #filePath, line: UInt = #line) {}
public func XCTAssertNil(_ e: @autoclosure () throws -> Any?, _ m: @autoclosure () -> String = "", file: StaticString = #filePath, line: UInt = #line) {}
public func XCTAssertNotNil(_ e: @autoclosure () throws -> Any?, _ m: @autoclosure () -> String = "", file: StaticString = #filePath, line: UInt = #line) {}
public func XCTAssertEqual<T: Equatable>(_ a: @autoclosure () throws -> T, _ b: @autoclosure () throws -> T, _ m: @autoclosure () -> String = "", file: StaticString = #filePath, line: UInt = #line) {}
public func XCTAssertEqual<T: FloatingPoint>(_ a: @autoclosure () throws -> T, _ b: @autoclosure () throws -> T, accuracy: T, _ m: @autoclosure () -> String = "", file: StaticString = #filePath, line: UInt = #line) {}
public func XCTAssertNotEqual<T: Equatable>(_ a: @autoclosure () throws -> T, _ b: @autoclosure () throws -> T, _ m: @autoclosure () -> String = "", file: StaticString = #filePath, line: UInt = #line) {}
public func XCTAssertLessThan<T: Comparable>(_ a: @autoclosure () throws -> T, _ b: @autoclosure () throws -> T, _ m: @autoclosure () -> String = "", file: StaticString = #filePath, line: UInt = #line) {}
public func XCTAssertLessThanOrEqual<T: Comparable>(_ a: @autoclosure () throws -> T, _ b: @autoclosure () throws -> T, _ m: @autoclosure () -> String = "", file: StaticString = #filePath, line: UInt = #line) {}
public func XCTAssertGreaterThan<T: Comparable>(_ a: @autoclosure () throws -> T, _ b: @autoclosure () throws -> T, _ m: @autoclosure () -> String = "", file: StaticString = #filePath, line: UInt = #line) {}
public func XCTAssertGreaterThanOrEqual<T: Comparable>(_ a: @autoclosure () throws -> T, _ b: @autoclosure () throws -> T, _ m: @autoclosure () -> String = "", file: StaticString = #filePath, line: UInt = #line) {}
public func XCTAssertIdentical(_ a: @autoclosure () throws -> AnyObject?, _ b: @autoclosure () throws -> AnyObject?, _ m: @autoclosure () -> String = "", file: StaticString = #filePath, line: UInt = #line) {}
public func XCTAssertNotIdentical(_ a: @autoclosure () throws -> AnyObject?, _ b: @autoclosure () throws -> AnyObject?, _ m: @autoclosure () -> String = "", file: StaticString = #filePath, line: UInt = #line) {}
public func XCTAssertThrowsError<T>(_ e: @autoclosure () throws -> T, _ m: @autoclosure () -> String = "", file: StaticString = #filePath, line: UInt = #line, _ h: (_ error: any Error) -> Void = { _ in }) {}
public func XCTAssertNoThrow<T>(_ e: @autoclosure () throws -> T, _ m: @autoclosure () -> String = "", file: StaticString = #filePath, line: UInt = #line) {}
public func XCTUnwrap<T>(_ e: @autoclosure () throws -> T?, _ m: @autoclosure () -> String = "", file: StaticString = #filePath, line: UInt = #line) throws -> T { fatalError() }
