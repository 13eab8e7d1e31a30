import Foundation
import StructCoding

#if canImport(CoreTransferable)
  import CoreTransferable
  import UniformTypeIdentifiers
#endif
#if canImport(UIKit)
  import UIKit
#endif

// What is inside of `#if canImport(UIKit)` is parsed on Linux, and type-checked by `.ci/apple`.

// SAMPLE model

final class StateAndPasteboardsSampleTests: PageTests {
  func testObject() throws {
    // SAMPLE object
    // OUTPUT object
  }
}

#if canImport(UIKit)
  // SAMPLE activity
#endif

#if canImport(CoreTransferable)
  // SAMPLE transferable
#endif

#if canImport(UIKit) && canImport(CoreTransferable)
  // SAMPLE drag

  // SAMPLE pasteboard
#endif
