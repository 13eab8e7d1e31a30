import Foundation
import XCTest

/// A test with a folder of its own, which is removed afterwards.
open class FolderTestCase: XCTestCase {
  // It has its place from the start: whatever a set-up throws or skips, nothing else is removed.
  public let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)

  open override func setUpWithError() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  open override func tearDownWithError() throws { try? FileManager.default.removeItem(at: folder) }
}
