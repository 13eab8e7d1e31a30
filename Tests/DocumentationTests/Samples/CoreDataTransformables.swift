import ColumnArchives
import Foundation
import StructCoding

#if canImport(CoreData)
  import CoreData
#endif

// What is inside of `#if canImport(CoreData)` is parsed on Linux, so a slip in its syntax fails the build; its types are
// not checked, and it is not run.

// SAMPLE types

// SAMPLE transformer declarations

// SAMPLE takeover declarations

final class CoreDataTransformablesSampleTests: PageTests {
  func testBinary() throws {
    // SAMPLE binary
    // OUTPUT binary
  }

  func testTransformer() throws {
    // SAMPLE transformer statements
    // OUTPUT transformer
  }

  func testTakeover() throws {
    // SAMPLE takeover statements
    // OUTPUT takeover
  }

  func testCoding() throws {
    // SAMPLE coding
    // OUTPUT coding
  }
}

#if canImport(CoreData)
  // SAMPLE binary-attribute

  // SAMPLE cached

  // SAMPLE attribute

  // SAMPLE secure

  // SAMPLE structs

  // SAMPLE by-name

  // SAMPLE own

  // SAMPLE fetched
#endif
