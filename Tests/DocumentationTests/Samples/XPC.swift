import Foundation
import StructCoding

// What is inside of `#if canImport(ObjectiveC)` is parsed on Linux, and type-checked by `.ci/apple`.

// SAMPLE model

final class XPCSampleTests: PageTests {
  func testData() throws {
    // SAMPLE data
    // OUTPUT data
  }
}

#if canImport(ObjectiveC)
  // SAMPLE protocol

  // SAMPLE interface

  // SAMPLE service

  // SAMPLE client
#endif
