import Foundation
import ManagedObjects
import StructCoding

#if canImport(CoreData)
  import CoreData
#endif

// What is inside of `#if canImport(CoreData)` is parsed on Linux, so a slip in its syntax fails the build; its types are
// not checked, and it is not run.

// SAMPLE types

// SAMPLE stored declarations

// SAMPLE takeover declarations

final class ManagedObjectsSampleTests: PageTests {
  func testStored() throws {
    // SAMPLE stored statements
    // OUTPUT stored
    // SAMPLE failures
    // OUTPUT failures
  }

  func testTakeover() throws {
    // SAMPLE takeover statements
    // OUTPUT takeover
  }
}

#if canImport(CoreData)
  // SAMPLE site

  // SAMPLE fetching

  // SAMPLE model

  // SAMPLE secure
#endif
