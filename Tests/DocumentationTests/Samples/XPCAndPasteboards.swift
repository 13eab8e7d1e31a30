import Foundation
import StructCoding

#if canImport(CoreTransferable)
  import CoreTransferable
  import UniformTypeIdentifiers
#endif
#if canImport(UIKit)
  import UIKit
#endif

// What is inside of `#if canImport(…)` is parsed on Linux, and type-checked by `.ci/apple`.

// SAMPLE job

// SAMPLE note

final class XPCAndPasteboardsSampleTests: PageTests {
  func testObject() throws {
    // SAMPLE object
    // OUTPUT object
  }
}

#if canImport(ObjectiveC)
  // SAMPLE protocol

  // SAMPLE client

  // SAMPLE activity
#endif

#if canImport(CoreTransferable)
  // SAMPLE transferable
#endif

#if canImport(UIKit) && canImport(CoreTransferable)
  // SAMPLE pasteboard
#endif
