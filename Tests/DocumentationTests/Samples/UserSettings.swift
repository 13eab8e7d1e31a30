import Foundation
import LiveValues
import StructCoding
import XCTest

#if canImport(SwiftUI) && canImport(SwiftData)
  // SwiftData is a condition for a toolchain in which SwiftUI builds: that of `.ci/apple` has neither.
  import SwiftUI
#endif

// SAMPLE types

final class UserSettingsSampleTests: PageTests {
  func testProperty() throws {
    let suite = "StructCodingSamples.\(UUID().uuidString)"
    let defaults = try XCTUnwrap(UserDefaults(suiteName: suite))
    defer { defaults.removePersistentDomain(forName: suite) }
    DecodeFailures.handle { _ in }
    // SAMPLE property
    // OUTPUT property
  }

  func testMethods() throws {
    let suite = "StructCodingSamples.\(UUID().uuidString)"
    let defaults = try XCTUnwrap(UserDefaults(suiteName: suite))
    defer { defaults.removePersistentDomain(forName: suite) }
    // SAMPLE methods
  }

  func testArchived() throws {
    // SAMPLE archived
    // OUTPUT archived
  }
}

#if canImport(SwiftUI) && canImport(SwiftData)
  // SAMPLE app-storage
#endif
